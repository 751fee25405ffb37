//! What Zèn has to say.

crate::sentences! { "zen":
    refused(turn, why) "`{turn}` is not legal here: {why}";
    over "the game is over";
    no_pass "a move is possible";
    no_move(found) "`{found}` is not a move of Zèn; moves are written like `f11-f8` or `f11xf8`";
    no_capture(square) "there is nothing to capture on {square}";
    no_piece(square) "there is no piece on {square}";
    not_yours(player, square) "{player} is to move, and the pawn on {square} is not {player}'s";
    stuck(square) "the piece on {square} cannot move";
    crooked "a move goes along a row, a column or a diagonal";
    length(length, found) "its line has {length} pieces, so the move must be {length} squares long, not {found}";
    own_pawn(player, square) "{player}'s own pawn stands on {square}";
    in_the_way "an enemy pawn stands in the way";
    banned(square) "the Zen has just come from {square} and may not go back at once";
    must_touch "the Zen must touch a pawn after its move";
    first(found) "First is `white` or `black`, not `{found}`";
    seats(found) "Seats is `2` or `4`, not `{found}`";
    no_option(name) "this game has no option `{name}`";
    fields "the fields are board, colour to move, banned square or `-`, and passes";
    fields_for_four "the fields are board, colour to move, banned square or `-`, passes, and `seat` with its number";
    colour(found) "the colour to move is `w` or `b`, not `{found}`";
    wrong_seat(seat, player) "seat {seat} does not play {player}";
    seat(found) "the seat is 1, 2, 3 or 4, not `{found}`";
    ban(found) "the banned square is a square or `-`, not `{found}`";
    passes(found) "the number of passes in a row is 0, 1 or 2, not `{found}`";
    white_pawns(count, most) "there are {count} white pawns, but the most is {most}";
    black_pawns(count, most) "there are {count} black pawns, but the most is {most}";
    zens(count, most) "there are {count} Zens, but the most is {most}";
    go "move a pawn";
    go_with_zen "move a pawn or the Zen";
    go_how "choose it, then where it goes";
    pass "pass, as nothing can move";
    won(player, count) "{player} has won: connected, {count} point" "{player} has won: connected, {count} points";
    nobody_moves "neither side can move";
    both_connected "both sides are connected";
}

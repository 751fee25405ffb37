//! The sentences of all games: colours, pieces and small numbers, the refusals that every game needs, and why an
//! arrangement is not a position.

crate::sentences! { "game":
    white "White";
    black "Black";
    red "Red";
    no "no";
    one "one";
    two "two";
    three "three";
    four "four";
    five "five";
    six "six";
    seven "seven";
    eight "eight";
    nine "nine";
    over(turn) "the game is over, so `{turn}` cannot be played";
    illegal(turn) "`{turn}` is not a legal move here";
    no_game(game, games) "there is no game `{game}`; the games are {games}";
    no_option(game, name) "{game} has no option `{name}`";
    seats(seat, seats) "there is no seat {seat}: the seats are 1 to {seats}";
    no_place(place) "the board has no place `{place}`";
    dot(place) "no piece can lie on {place}, a dot at the edge";
    no_piece(piece) "this game has no {piece}";
    two_pieces(place) "there are two pieces on {place}";
    uncounted(what) "this game does not count {what}";
    no_count(what, count) "{what} cannot be {count}";
    count_twice(what) "{what} is given twice";
    wrong_count(what, real, given) "{what} must be {real} on this board, not {given}";
    wrong_seat(real, given) "on this board seat {real} decides, not seat {given}";
    white_piece(piece) "white {piece}";
    black_piece(piece) "black {piece}";
    red_piece(piece) "red {piece}";
    stone "stone";
    ring "ring";
    marker "marker";
    single "single piece";
    gipf "GIPF-piece";
    pawn "pawn";
    zen "Zen";
    count_of(what, player) "{what} of {player}";
    reserve "reserve";
    captured "captured";
    rings_taken "rings taken";
    rings_in_hand "rings in hand";
    markers "markers";
    won(player, why) "{player} has won: {why}";
    drawn(why) "The game is drawn: {why}";
    which_row(place, rows) "`{place}` does not say which row to take: choose an end of {rows}";
    row_then "now choose its other end";
    go_then "now choose where it goes";
    row_first(owner, player) "{owner} has a row to take, so {player} does not decide";
    pass_how "choose pass";
}

//! What GIPF has to say.

crate::sentences! { "gipf":
    no_point(found) "`{found}` is not a point on the board; points are named like `b2`";
    off_board(found) "there is no point `{found}` on the board";
    dot(found) "`{found}` is a dot, where no piece can be; a spot is expected";
    no_rows(row) "`{row}` takes a row, but there is no row to take";
    not_a_row(row, player, rows) "`{row}` is not a row of {player}, who can take {rows}";
    cannot_stay(piece, row) "`{piece}` cannot stay: it is not a GIPF-piece of the row `{row}`";
    named_twice(piece, row) "`{piece}` is named twice in `{row}`";
    several_rows(row) "`{row}` fits several rows: write the ends of the one you mean";
    not_pieces(row, player, rows) "`{row}` does not name a row of {player}, who can take {rows}";
    must_wait(push, player, rows) "`{push}` must wait: {player} has to take {rows} first";
    no_gipf(push, player) "`{push}` is not possible: {player} cannot bring in a GIPF-piece";
    must_gipf(push, player) "`{push}` is not possible: {player} has to begin with a GIPF-piece, `g{push}`";
    no_dot(push) "`{push}` does not start from a dot, where pieces enter the board";
    no_hole(push) "`{push}` is not possible: the line has no hole";
    no_push(push) "`{push}` is not a possible push here";
    ambiguous(push) "`{push}` is ambiguous: several pushes end there";
    only_option(name, known) "GIPF has no option `{name}`, only `{known}`";
    no_value(found, option, known) "`{found}` is not a value of `{option}`, which may be {known}";
    to_decide "the colour to decide";
    pushed "the colour that pushed (or `-`)";
    colour(what, found) "{what} is `{found}`, but `w` or `b` is expected";
    fields(found) "a position of GIPF has 5 fields (board, colour, reserves, phase, stacking), not {found}";
    reserves(found) "the reserves are `{found}`, but two numbers like `12,12` are expected";
    stacking(found) "the colours that may bring in GIPF-pieces are `{found}`, but `-`, `w`, `b` or `wb` is expected";
    only_tournament "GIPF-pieces are brought in only in the tournament game";
    basic "the basic game has no GIPF-pieces";
    pieces(player, pieces, army) "{player} has {pieces} pieces, but began with {army}";
    left_early(row) "`{row}` can be left only while rows are being taken";
    not_left(row, player, pusher) "`{row}` is not a row that {player} could have left, after {pusher} pushed";
    none_to_take(player) "{player} is to take a row, but has none";
    row_left(player, spot) "{player} has a row that should have been taken, with the single piece {spot}";
    wrong_sum(player, parts, army) "{player} has {parts}, but began with {army}";
    on_board(count) "{count} piece on the board" "{count} pieces on the board";
    with_reserve(on_board, reserve) "{on_board} and {reserve} in reserve";
    with_captured(on_board, captured) "{on_board} and {captured} captured";
    with_both(on_board, reserve, captured) "{on_board}, {reserve} in reserve and {captured} captured";
    push "push a piece";
    push_gipf "push a GIPF-piece";
    push_either "push a piece or a GIPF-piece";
    push_how "choose a dot, then the spot next to it";
    row(row) "take your row {row}";
    one_of_rows(rows) "take one of your {rows} rows";
    row_how "choose one of its ends";
    no_gipf_left(player, loser) "{player} has won: {loser} has no GIPF-piece left";
    no_piece_left(player, loser) "{player} has won: {loser} has no piece to push left";
}

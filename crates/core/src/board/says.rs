//! The sentences of boards: why the board in a position text is invalid.

crate::sentences! { "board":
    parts(count, parts, first, last, found) "the board has {count} {parts} with `/` between them, {first} to {last}, not {found}";
    leading_zero(points, part, name) "a number of empty {points} in {part} {name} starts with 0";
    piece(letter, part, name, known) "`{letter}` in {part} {name} is neither a piece ({known}) nor a number";
    size(part, name, size, points, found) "{part} {name} has {size} {points}, not {found}";
    size_more(part, name, size, points) "{part} {name} has only {size} {points}";
    row "row";
    rows "rows";
    column "column";
    columns "columns";
    line "line";
    lines "lines";
    cells "cells";
    points "points";
    spots "spots";
    squares "squares";
}

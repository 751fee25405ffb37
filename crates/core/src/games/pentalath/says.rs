//! What Pentalath has to say.

crate::sentences! { "pentalath":
    no_swap "there is nothing to swap here";
    no_pass "a player who can place a stone may not pass";
    no_cell(found) "`{found}` is not a cell on the board (a1 to i9), nor `pass` or `swap`";
    no_liberty(cell) "a stone on {cell} would have no liberty";
    taken(cell) "there is a stone on {cell} already";
    passes(found) "the number of passes in a row is 0, 1 or 2, not `{found}`";
    dead(player) "{player} has a group without a liberty";
    two_fives "White and Black both have five in a line, but the first five ended the game";
    pass "pass, as no stone can be placed";
    nobody "neither side can place a stone";
}

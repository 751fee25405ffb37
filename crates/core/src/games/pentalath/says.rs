//! What Pentalath has to say.

crate::sentences! { "pentalath":
    no_swap "there is nothing to swap here";
    no_pass "a player who can place a stone may not pass";
    no_cell(found) "`{found}` is no cell of the board, nor `pass` or `swap`";
    no_liberty(cell) "a stone on {cell} would have no liberty";
    taken(cell) "there is a stone on {cell} already";
    passes(found) "the passes in a row are 0, 1 or 2, not `{found}`";
    dead(player) "there is a group of {player} without a liberty";
    two_fives "White and Black have five in a line, but the first to have it has won";
    pass "pass, as no stone can be placed";
    nobody "neither side can place a stone";
}

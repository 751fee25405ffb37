//! What Yavalath has to say.

crate::sentences! { "yavalath":
    taken(cell) "`{cell}` is taken; a stone goes on an empty cell";
    must_block(cell) "`{cell}` is not legal: the next player threatens a four that must be blocked";
    no_cell(found) "`{found}` is not a cell on the board (a1 to i9)";
    no_passes(found) "Yavalath has no passes, so the last field is 0, not `{found}`";
    two_lines "White and Black have lines of three or more, but the first ended the game";
    out_decides(player) "{player} is eliminated and cannot be the colour to decide";
    three_not_out(player) "{player} has a line of three, but is not eliminated";
    four_out(player) "{player} has a line of four, but is eliminated";
    two_fours "two colours have lines of four, but the first ended the game";
    three_decides(player) "{player} has three in a row and is out, so {player} does not decide";
    block(next) "stop the four of {next}, who is next, or make a four of your own";
    block_how "choose one of the cells where that is possible";
    full "the board is full";
    full_shared(players) "The game is drawn by {players}: the board is full";
    last_left(player, others) "{player} has won: {others} are out";
}

//! The sentences shared by the games on the hexagonal board of 61 cells, and by those with a swap.

crate::sentences! { "hex":
    colour(letters, found) "the colour to decide is {letters}, not `{found}`";
    fields(count, names, found) "the position text has {count} fields ({names}), not {found}";
    swap_fields "board, colour to decide, swap, passes";
    three_fields "board, colour to decide, eliminated colours";
    swap(found) "the swap is `open`, `no` or `done`, not `{found}`";
    no_swap "`swap` is only possible as the whole first turn of seat 2, with the option Swap on";
    only_swap(game, name) "{game} has no option `{name}`, only Swap";
    swap_value(found) "Swap is `true` or `false`, not `{found}`";
    place "place a stone";
    place_or_swap "place a stone, or swap: take over the first stone";
    place_how "choose an empty cell";
    place_or_swap_how "choose an empty cell, or the first stone to swap";
    won(player, length, row) "{player} has won: {length} in a row on {row}";
    lost(player, length, row) "{player} has lost: {length} in a row on {row}";
}

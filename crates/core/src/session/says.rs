//! The sentences of a session, beyond those of the rules.

crate::sentences! { "session":
    instruction(who, what, how) "{who}: {what}: {how}";
    seat(player, seat) "{player} (seat {seat})";
    forfeit(players) "{players} lost by resigning or by an illegal turn";
    repetition "the position has occurred three times";
    several_turns(found) "`{found}` is more than one turn";
    of_line(number, why) "move {number} of the line: {why}";
    no_decision "a turn needs a decision";
    none_left "no turn is left to choose from";
    no_threats "a turn has begun, so there are no threats to search";
    nothing_to_search "the game is over, so there is nothing to search";
}

//! What puzzles have to say.

crate::sentences! { "puzzles":
    not_whole "the last turn must be a whole turn of the side that solves the puzzle";
    right(reply) "Right; the answer is {reply}";
    slower "That wins, but not as soon";
    wrong(reply) "That does not win: {reply} answers it";
}

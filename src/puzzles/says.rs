//! What puzzles have to say.

crate::sentences! { "puzzles":
    not_whole "the last turn is to be a whole one of whoever solves the puzzle";
    right(reply) "Right; the answer is {reply}";
    slower "That wins, but not as soon";
    wrong(reply) "That does not win: {reply} answers it";
}

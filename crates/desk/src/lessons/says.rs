//! What lessons have to say, beside their own sentences.

crate::sentences! { "lessons":
    not_mine "the last turn must be one of the side that learns";
    no_step "the task has no more turns to find";
}

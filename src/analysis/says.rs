//! What a search of the analysis engine has to say.

crate::sentences! { "analysis":
    defect "the engine has a defect and gave up on this query";
    nothing_found "the engine has a defect and found nothing";
}

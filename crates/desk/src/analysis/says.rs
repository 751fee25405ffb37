//! The sentences of the analysis engine.

crate::sentences! { "analysis":
    defect "the engine has a defect and gave up on this query";
    nothing_found "the engine has a defect and found nothing";
}

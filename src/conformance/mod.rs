//! Conformance: whether an engine speaks UGI as runners rely on it, and the extensions of protocol.md.
//!
//! From the bottom up: [`rules`] knows legal turns; [`dialogue`] records the dialogue; [`checks`] compares; [`exam`]
//! talks to the engine; [`steps`] has the steps as data, numbered in the order of their list. [`examine`] runs them.
//! Each starts with an engine that has introduced itself and started a new game; after a failure the next one starts
//! another process.

pub mod checks;
pub mod dialogue;
pub mod exam;
pub mod rules;
pub mod steps;

use crate::search::Halt;
use checks::Fault;
use dialogue::Entry;
use exam::{EngineLaunch, Exam};
use rules::Rules;
use steps::{ConformanceStep, STEPS};

/// The result of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepVerdict {
    /// The engine does what it should.
    Pass,
    /// It does not.
    Fail {
        /// What it should have done.
        expected: String,
        /// What it did.
        came: String,
    },
    /// The step does not apply, for this reason.
    LeftOut(String),
}

impl StepVerdict {
    /// One word.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail { .. } => "fail",
            Self::LeftOut(_) => "left-out",
        }
    }
}

/// A finished step.
#[derive(Debug)]
pub struct Finding {
    /// Its number, from 1.
    pub number: usize,
    /// The step.
    pub step: &'static ConformanceStep,
    /// Its result.
    pub verdict: StepVerdict,
    /// How long it took.
    pub millis: u64,
    /// The dialogue.
    pub dialogue: Vec<Entry>,
}

/// Runs the steps that `wanted` accepts, and reports each as soon as it is done. Ends early when halted.
///
/// # Errors
/// The first one of `report`.
pub fn examine<E>(
    launch: EngineLaunch,
    rules: Rules,
    wanted: impl Fn(usize, &ConformanceStep) -> bool,
    halt: &Halt,
    report: &mut dyn FnMut(Finding) -> Result<(), E>,
) -> Result<(), E> {
    /// An engine that did not get ready this many times in a row is not started again.
    const PATIENCE: usize = 2;
    let mut exam = Exam::new(launch, rules, halt.clone());
    let mut unready = 0;
    for (number, step) in (1..).zip(STEPS).filter(|(number, step)| wanted(*number, step)) {
        let begun = match step.fresh {
            _ if unready >= PATIENCE => {
                Err(Fault::failed("an engine that gets ready", "it did not for the steps before"))
            }
            true => exam.begin_fresh(),
            false => exam.begin_ready(),
        };
        // Steps with a process of their own have the introduction yet to come.
        unready = match &begun {
            Ok(()) if step.fresh => unready,
            Ok(()) => 0,
            Err(_) => unready + 1,
        };
        let result = begun.and_then(|()| (step.run)(&mut exam)).and_then(|()| exam.end_step());
        if halt.is_halted() {
            return Ok(());
        }
        let verdict = match result {
            Ok(()) => StepVerdict::Pass,
            Err(Fault::Failed { expected, came }) => StepVerdict::Fail { expected, came },
            Err(Fault::LeftOut(reason)) => StepVerdict::LeftOut(reason),
        };
        let (dialogue, millis) = exam.take_dialogue();
        if step.fresh || matches!(verdict, StepVerdict::Fail { .. }) {
            exam.end_process();
        }
        report(Finding { number, step, verdict, millis, dialogue })?;
    }
    Ok(())
}

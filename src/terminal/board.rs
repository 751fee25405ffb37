//! Boards as commands draw them: on the terminal and into files.

use super::style::painted;
use crate::picture::{self, Charset, Over};
use crate::session::{DescribedTurn, Report, Session};
use std::collections::BTreeMap;

/// How boards are drawn.
#[derive(clap::Args, Clone, Copy, PartialEq, Eq, Default)]
pub struct BoardArguments {
    /// Draw the board with ASCII characters only, as in a locale without others
    #[arg(long)]
    pub ascii: bool,
    /// Write the name of every place on it, not only letters and numbers along the edge
    #[arg(long)]
    pub names: bool,
}

impl BoardArguments {
    /// The characters that stdout can show: ASCII if requested or if the locale has no others.
    pub fn charset(self) -> Charset {
        let given = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(given).map(|name| name.to_ascii_lowercase());
        // Such as `en_GB.UTF-8`.
        let has_all = locale.is_none_or(|locale| locale.contains("utf-8") || locale.contains("utf8"));
        if self.ascii || !has_all { Charset::Ascii } else { Charset::Unicode }
    }

    /// The board for a terminal, with the lines below it.
    pub fn text(self, session: &dyn Session) -> String {
        picture::text(&session.scene(), self.charset(), self.names, painted)
    }

    /// The board as SVG, with a principal variation.
    pub fn svg(self, session: &dyn Session, turns: &[String]) -> String {
        let line = session.describe_line(turns);
        let over = Over { expected: DescribedTurn::expected(&line), names: self.names, ..Over::default() };
        picture::svg(&session.scene(), &over)
    }

    /// The board as SVG, coloured by the value of the decisions that start at each place.
    pub fn heat_map(self, session: &dyn Session, decisions: &[Report]) -> String {
        let legal = session.state().legal;
        let mut heat = BTreeMap::new();
        for report in decisions {
            let Some(decision) = legal.iter().find(|legal| legal.text == report.decision) else { continue };
            let share = report.info.verdict.share();
            for first in decision.description.touches.iter().filter_map(|touch| touch.first()) {
                let known = heat.entry(first.clone()).or_insert(share);
                *known = known.max(share);
            }
        }
        picture::svg(&session.scene(), &Over { heat, names: self.names, ..Over::default() })
    }
}

//! Mistakes on the command line as a sentence: the messages of clap and of number parsers, reworded.

use super::arguments::did_you_mean;
use crate::registry;
use crate::text::nearest;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};

/// What is wrong with the arguments, in one line, and what was expected or may have been meant.
pub fn sentence(error: &clap::Error) -> String {
    if let Some(game) = game_as_subcommand(error) {
        return format!("`{game}` is a game, not a subcommand; did you mean `quintet play {game}`?");
    }
    let text = error.to_string();
    let message = text.split("\n\n").next().unwrap_or_default();
    let words: Vec<&str> = message.split_whitespace().collect();
    let message = in_plain_words(words.join(" ").trim_start_matches("error: "), error.source());
    let hint = did_you_mean(suggestion(error).as_deref());
    let end = if hint.is_empty() { ";" } else { "" };
    format!("{message}{hint}{end} see `--help`")
}

/// The game whose name was given instead of a subcommand, or the closest one.
fn game_as_subcommand(error: &clap::Error) -> Option<&'static str> {
    if !matches!(error.kind(), ErrorKind::InvalidSubcommand | ErrorKind::UnknownArgument) {
        return None;
    }
    let given = [ContextKind::InvalidSubcommand, ContextKind::InvalidArg].into_iter().find_map(|kind| error.get(kind));
    let Some(ContextValue::String(given)) = given else { return None };
    // The name of a subcommand that is as near was meant rather.
    let is_near = || nearest(given, registry::names()).filter(|_| suggestion(error).is_none());
    registry::names().find(|name| name.eq_ignore_ascii_case(given)).or_else(is_near)
}

/// Clap's suggestion.
fn suggestion(error: &clap::Error) -> Option<String> {
    use ContextKind::{SuggestedArg, SuggestedSubcommand, SuggestedValue};
    [SuggestedSubcommand, SuggestedArg, SuggestedValue].into_iter().find_map(|kind| match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => texts.last().cloned(),
        _ => None,
    })
}

/// A message of clap that ends with the error of a value parser.
fn in_plain_words(message: &str, cause: Option<&(dyn Error + 'static)>) -> String {
    let Some(cause) = cause else { return message.to_string() };
    let said = cause.to_string();
    let Some(before) = message.strip_suffix(&said) else { return message.to_string() };
    let plain = if let Some(error) = cause.downcast_ref::<ParseIntError>() {
        let is_negative = before.contains("value '-") && matches!(error.kind(), IntErrorKind::InvalidDigit);
        Some(if is_negative { "it must be a whole number from 0 up" } else { of_integer(error.kind()) }.to_string())
    } else if cause.is::<ParseFloatError>() {
        Some("it is not a number such as 0.5".to_string())
    } else {
        of_range(&said)
    };
    plain.map_or_else(|| message.to_string(), |plain| format!("{before}{plain}"))
}

fn of_integer(kind: &IntErrorKind) -> &'static str {
    match kind {
        IntErrorKind::PosOverflow => "the number is too large",
        IntErrorKind::NegOverflow => "the number is too small",
        _ => "it is not a whole number",
    }
}

/// A range in Rust's notation, such as `70000 is not in 0..=65535`, in words.
fn of_range(said: &str) -> Option<String> {
    let (_, range) = said.split_once(" is not in ")?;
    let (least, most) = range.split_once("..")?;
    let most =
        most.strip_prefix('=').map(str::to_string).or_else(|| Some((most.parse::<i128>().ok()? - 1).to_string()));
    Some(match (least, most) {
        ("", Some(most)) => format!("it must be at most {most}"),
        (least, Some(most)) if most.len() < 19 => format!("it must be from {least} to {most}"),
        (least, _) => format!("it must be at least {least}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use clap::{CommandFactory, Parser};

    #[test]
    fn ranges_are_said_in_words() {
        for (said, plain) in [
            ("70000 is not in 0..=65535", "it must be from 0 to 65535"),
            ("0 is not in 1..=18446744073709551615", "it must be at least 1"),
            ("0 is not in 1..", "it must be at least 1"),
            ("1000 is not in ..1000", "it must be at most 999"),
            ("1000 is not in 1..1000", "it must be from 1 to 999"),
        ] {
            assert_eq!(of_range(said).as_deref(), Some(plain));
        }
        assert_eq!(of_range("a word"), None);
    }

    /// Wrong values of every option and argument of every subcommand.
    #[test]
    fn no_wrong_word_is_answered_in_the_words_of_rust() {
        const WRONG: [&str; 16] = [
            "",
            "x",
            "-1",
            "1.5",
            "1e9",
            "0x10",
            "99999999999999999999999",
            "-99999999999999999999999",
            "1,2",
            "a=b",
            "é",
            "K/N",
            "5..1",
            "1..",
            "::1",
            "nan",
        ];
        const RAW: [&str; 15] = [
            "invalid digit",
            "cannot parse",
            "invalid float",
            "number too",
            "provided string",
            "Utf8",
            "Int",
            "Float",
            "Some(",
            "Err(",
            "..=",
            "u64",
            "u32",
            "usize",
            "os error",
        ];
        let mut refused = 0;
        for command in Cli::command().get_subcommands() {
            let positionals = command.get_positionals().count();
            for argument in command.get_arguments() {
                for wrong in WRONG {
                    let mut words = vec!["quintet".to_string(), command.get_name().to_string()];
                    match argument.get_long() {
                        Some(_) if !argument.get_action().takes_values() => continue,
                        Some(long) => {
                            words.push(format!("--{long}={wrong}"));
                            words.extend((0..positionals).map(|_| "1".to_string()));
                        }
                        None => words.extend((0..positionals).map(|_| wrong.to_string())),
                    }
                    let Err(error) = Cli::try_parse_from(&words) else { continue };
                    refused += 1;
                    let said = sentence(&error);
                    assert!(!RAW.iter().any(|raw| said.contains(raw)), "{words:?}: {said}");
                    assert!(said.len() > 40 && said.lines().count() == 1, "{words:?}: {said}");
                }
            }
        }
        assert!(refused > 1000, "{refused}");
    }
}

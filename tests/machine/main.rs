//! What needs more of a machine than a toolchain: root, whom no limit binds until it runs the program as somebody else, a
//! file system that can be mounted, a terminal, a browser, a clone of this repository.

// In a test a panic is the message.
#![allow(clippy::unwrap_used)]

mod book_export;
#[path = "../program/arena/bots.rs"]
#[allow(dead_code)]
mod bots;
mod completions;
mod files;
#[path = "../program/review/games.rs"]
mod games;
#[path = "../common/harness.rs"]
mod harness;
mod limits;
#[path = "../program/robustness/process.rs"]
#[allow(dead_code)]
mod process;
mod psyleague;
mod python_records;
#[path = "../common/random_records.rs"]
mod random_records;
mod readme;
mod review_page;
#[path = "../web/server.rs"]
#[allow(dead_code)]
mod server;
mod stamp;
mod store;
mod terminal;

use harness::tests;
use std::process::ExitCode;

fn main() -> ExitCode {
    let code = harness::run(vec![
        tests!(readme[CLONE]: the_commands_of_the_readme_run_in_their_order_in_a_clone),
        tests!(book_export[PYTHON]: python_answers_what_the_book_has),
        tests!(book_export[NODE, TYPESCRIPT]: typescript_answers_what_the_book_has),
        tests!(book_export[CXX]: cpp_answers_what_the_book_has),
        tests!(book_export[JAVA]: java_answers_what_the_book_has),
        tests!(python_records[PYTHON]: what_python_reads_is_the_game_that_was_written),
        tests!(psyleague[PSYLEAGUE]: a_league_of_three_programs_plays_ten_games),
        tests!(psyleague[PYTHON]: the_players_of_the_examples_play_by_the_rules),
        tests!(limits[ROOT]:
            a_search_has_the_threads_that_can_be_had,
            not_even_a_worker_is_needed,
            a_tournament_has_the_threads_that_can_be_had,
            memory_that_is_not_there_is_refused_in_a_sentence,
        ),
        tests!(files[MOUNT]: a_full_disk_loses_no_game_that_was_whole),
        tests!(files[ROOT]: a_read_only_folder_is_reported_before_the_work),
        tests!(store[MOUNT]:
            a_full_disk_lets_games_be_looked_at_and_loses_none,
            games_on_a_read_only_mount_can_be_looked_at_and_copied,
        ),
        tests!(store[ROOT]: games_that_are_closed_to_others_can_be_looked_at),
        tests!(terminal[SCRIPT]: a_terminal_has_colours_and_is_drawn_in_place),
        tests!(review_page[]: a_page_needs_nothing_from_outside_and_shows_no_foreign_markup),
        tests!(review_page[CHROMIUM]:
            the_page_goes_through_the_game_by_click_and_by_key,
            a_printed_page_has_a_diagram_and_a_sentence_for_each_mistake,
        ),
        tests!(review_page[CHROMIUM, AXE]: axe_core_finds_nothing_wrong_in_light_and_dark),
        tests!(completions[BASH]: bash_completes_games_and_formats),
        tests!(completions[FISH]: fish_completes_games_and_formats),
        tests!(completions[ZSH]: zsh_completes_games_and_formats),
        tests!(completions[GROFF]: the_manual_is_formatted_without_a_warning),
        tests!(stamp[CLONE]:
            a_pre_release_has_its_commit_and_a_release_has_not,
            the_stamp_watches_the_sources_and_nothing_else,
        ),
    ]);
    limits::remove_program();
    code
}

//! `quintet serve`: what the server does by its addresses alone, and the page in a real browser.

// In a test a panic is the message.
#![allow(clippy::unwrap_used)]

mod addresses;
mod archive;
mod board;
mod browser;
mod burdens;
mod clicks;
mod controls;
mod drivers;
#[path = "../common/example_proofs.rs"]
mod example_proofs;
mod explorer;
mod guarding;
#[path = "../common/harness.rs"]
mod harness;
mod home;
mod hosting;
mod keeping;
mod languages;
mod lessons;
mod load;
mod modes;
mod people;
mod phones;
mod place;
mod play;
mod practice;
mod puzzles;
#[path = "../common/random_records.rs"]
mod random_records;
mod records;
mod refusals;
mod relay;
mod server;
mod site;
mod steps;
mod study;
mod tabs;
#[allow(dead_code)]
#[path = "../../examples/tic_tac_toe.rs"]
mod tic_tac_toe;

use harness::tests;
use place::{on_every_back, page_tests};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut groups = on_every_back(vec![
        page_tests!(tabs[BROWSER]:
            eight_tabs_get_their_news_and_none_loses_what_another_keeps,
            a_page_that_was_left_hinders_no_other_and_is_there_for_whoever_goes_back,
            going_back_closes_a_dialog_and_stays_on_the_page,
        ),
        page_tests!(clicks[BROWSER]:
            three_people_play_at_one_screen,
            the_first_ring_of_yinsh_is_taken_over,
            one_click_starts_a_game_and_touches_are_answered_at_once,
            a_game_goes_on_after_a_reload_and_in_a_second_tab,
            a_game_goes_on_when_the_server_comes_back,
            a_turn_is_made_by_the_keyboard_alone,
            a_game_of_yavalath_is_played_by_clicks_reviewed_and_kept,
            a_game_of_yavalath_for_three_is_played_by_clicks,
            a_game_of_pentalath_is_played_by_clicks,
            a_game_of_gipf_is_played_by_clicks,
            a_game_of_standard_gipf_is_played_by_clicks,
            a_game_of_tournament_gipf_is_played_by_clicks,
            a_game_of_yinsh_is_played_by_clicks,
            a_game_of_yinsh_blitz_is_played_by_clicks,
            a_game_of_zen_for_four_is_played_by_clicks,
            a_game_of_zen_with_a_free_zen_is_played_by_clicks,
        ),
        page_tests!(clicks[BROWSER, PYTHON]:
            engines_play_each_other_and_one_of_them_is_another_program,
        ),
        page_tests!(study[BROWSER]:
            a_position_is_analysed_with_bar_lines_and_heat_map,
            a_board_is_set_up_by_hand_and_played_from,
            pieces_of_a_game_that_the_page_has_never_seen_are_drawn_by_their_shape,
            what_is_pasted_is_understood_whatever_it_is,
            a_game_is_reviewed_with_its_marks,
            a_puzzle_is_tried_solved_and_counted,
            a_puzzle_of_any_game_is_shown_to_its_end,
            what_a_file_of_proofs_knows_is_marked_in_analyses_and_reviews,
            rules_have_boards_that_can_be_tried_and_the_book_can_be_walked,
            pictures_of_every_game_and_of_the_review_are_made,
        ),
        page_tests!(study[BROWSER, AXE]:
            no_page_has_a_serious_fault_for_those_who_hear_it_and_none_is_too_wide_for_a_phone,
        ),
        page_tests!(explorer[BROWSER]:
            openings_are_explored_with_ones_own_games_and_those_of_a_file,
        ),
        page_tests!(explorer[BROWSER, AXE]:
            the_explorer_has_no_serious_fault_and_fits_a_phone,
        ),
        page_tests!(practice[BROWSER]:
            what_is_practised_is_kept_with_the_games_and_moves_with_them,
        ),
        page_tests!(puzzles[BROWSER]:
            puzzles_are_chosen_by_theme_and_rating_and_one_is_that_of_the_day,
        ),
        page_tests!(puzzles[BROWSER, AXE]:
            the_puzzles_of_a_game_have_no_serious_fault_and_fit_a_phone,
        ),
        page_tests!(lessons[BROWSER, MEDIA]:
            every_task_of_every_lesson_is_done_by_touch_on_a_phone,
        ),
        page_tests!(lessons[BROWSER]:
            a_lesson_is_shown_left_and_gone_on_with,
        ),
        page_tests!(controls[BROWSER]:
            two_people_take_back_refuse_give_up_and_play_again_with_seats_exchanged,
            a_person_against_the_engine_undoes_redoes_and_gets_a_hint_that_is_drawn,
            a_match_goes_on_to_its_next_round,
            a_game_that_is_removed_says_so_to_those_who_look,
            pieces_move_unless_that_is_turned_off,
            french_is_chosen_and_remembered_and_a_link_leads_to_the_same_position,
        ),
        page_tests!(phones[BROWSER, MEDIA]:
            what_is_needed_to_play_fits_every_phone_in_every_game,
            a_whole_game_is_played_by_lit_places_alone,
            a_decision_is_confirmed_where_a_finger_may_have_meant_the_place_beside,
        ),
        page_tests!(board[BROWSER]:
            pieces_are_dragged_by_mouse_finger_and_pen,
            arrows_and_circles_are_drawn_kept_and_exported,
            turns_are_marked_by_hand,
            a_board_is_turned_and_stays_so,
            sounds_are_off_until_a_game_is_played_and_can_be_muted,
            boards_and_pieces_are_chosen_by_pictures,
            a_finished_game_plays_through_by_itself,
            one_thing_at_a_time_is_taken_back,
            letters_numbers_keys_and_the_way_home_are_there,
        ),
        page_tests!(steps[BROWSER]:
            what_to_do_follows_each_step_and_a_refused_touch_says_why,
            a_hint_shows_its_turn_first_and_the_rest_when_asked,
            an_analysis_begins_by_itself_and_fills_the_curve,
            the_worst_turns_of_a_game_come_back_until_they_are_found,
            a_turn_that_gives_away_much_is_said_at_once_and_taken_back,
        ),
        page_tests!(home[BROWSER]:
            games_are_chosen_by_pictures_and_one_is_gone_on_with,
            a_first_visit_is_small_in_every_language,
            games_are_found_by_what_is_known_of_them,
            a_game_that_is_removed_can_be_brought_back_for_a_while,
            what_is_dropped_anywhere_is_found_out_and_said,
            a_position_is_set_up_by_its_text_and_shown_as_one,
        ),
        page_tests!(home[BROWSER, AXE]:
            what_is_there_for_a_while_has_no_serious_fault_and_fits_a_phone,
        ),
        page_tests!(modes[BROWSER, MEDIA]:
            every_state_is_seen_where_the_system_chooses_the_colours,
            what_is_printed_is_white_whole_and_without_controls,
            what_is_pressed_is_large_enough_for_a_finger_and_nobody_is_told_to_click,
        ),
        page_tests!(modes[BROWSER]:
            the_time_of_a_turn_is_seen_without_pointing_at_it,
            a_puzzle_answers_at_once_after_a_wrong_turn,
            a_puzzle_begins_anew_while_its_solution_is_shown,
        ),
    ]);
    groups.extend([
        tests!(site[SITE]: a_folder_that_is_no_site_is_refused_and_files_of_before_go),
        tests!(site[SITE, BROWSER, PYTHON]:
            positions_are_analysed_and_puzzles_solved_also_without_a_network,
            tabs_share_the_games_and_go_on_when_the_first_is_closed,
            a_newer_site_is_told_and_taken_when_asked_for,
            a_browser_that_keeps_nothing_says_so_and_the_game_goes_on,
            games_of_a_server_are_opened_on_a_site_and_are_the_same_there,
            a_lesson_stays_where_it_is_when_the_network_is_not_needed_any_more,
        ),
        tests!(site[SITE, THREADS, BROWSER, PYTHON]: a_search_has_several_threads_where_the_host_allows_it),
        tests!(site[SITE, BROWSER, PYTHON, QUOTA]:
            a_browser_without_room_says_so_and_keeps_all_once_there_is_some,
        ),
        tests!(load[]:
            two_hundred_sessions_are_played_to_their_end_with_bounded_memory,
            forty_people_see_each_others_turns,
        ),
        tests!(tabs[]:
            five_hundred_streams_take_no_threads_and_all_get_the_news,
        ),
        tests!(burdens[]:
            whatever_is_asked_a_bystander_is_answered_and_memory_is_bounded,
        ),
        tests!(keeping[]:
            games_are_the_same_after_the_server_was_killed,
            a_folder_that_cannot_be_used_is_said,
        ),
        tests!(keeping[PYTHON]:
            an_engines_turn_that_was_being_thought_about_is_asked_for_again,
            an_engine_that_ends_gives_a_message_and_the_game_can_go_on,
            engines_that_nobody_waits_for_end,
        ),
        tests!(people[]:
            a_game_is_played_and_removed_by_those_who_have_a_part_in_it,
            a_link_seats_the_first_who_comes_and_leads_them_back,
            a_list_goes_back_to_the_first_game,
            a_program_without_a_cookie_plays_as_before,
            games_are_copied_while_they_are_played,
        ),
        tests!(people[BROWSER]: two_browsers_play_a_game_and_a_third_watches),
        tests!(guarding[]:
            other_hosts_and_other_pages_are_refused,
            a_token_guards_what_other_machines_can_reach,
            garbage_gets_a_sentence_and_the_server_goes_on,
            what_is_asked_for_too_often_is_refused_until_it_is_less,
            nobody_locks_others_out_by_what_they_do_not_say,
        ),
        tests!(hosting[NGINX]:
            a_turn_is_played_behind_nginx_as_it_is_documented,
            a_turn_is_played_behind_nginx_with_its_defaults_and_where_it_leaves_the_folder_out,
        ),
        tests!(play[]:
            people_take_back_and_agree_only_together,
            three_people_play_and_two_must_agree_with_the_third,
            a_person_takes_back_against_an_engine_and_gives_up,
            a_turn_that_has_begun_is_taken_back_decision_by_decision,
            who_has_seen_an_older_table_is_shown_the_present_one,
            time_runs_out_and_stands_while_the_game_is_paused,
            a_match_of_zen_goes_through_its_rounds_and_is_kept,
            what_makes_no_sense_at_a_new_table_is_refused,
        ),
        tests!(addresses[]:
            analyses_tell_what_they_find_with_lines_that_can_be_drawn,
            reviews_tell_how_far_they_are,
            positions_are_set_up_by_hand_or_refused_with_a_reason,
            records_are_read_and_written_in_the_formats_of_convert,
            books_puzzles_rules_and_lists_are_there,
        ),
        tests!(explorer[]:
            what_the_page_is_told_of_a_position_is_what_the_command_line_prints,
        ),
        tests!(records[]:
            what_is_read_and_written_over_http_is_the_same_game,
            a_game_at_a_table_is_recorded_with_its_names_times_and_end,
            many_large_texts_at_once_leave_room_for_others,
        ),
        tests!(records[NODE]: what_the_page_opens_keeps_and_writes_is_the_same_game),
        tests!(archive[NODE]: all_games_go_through_a_file_to_another_store_and_stay_the_same),
        tests!(languages[]:
            every_language_has_words_for_every_key_and_every_code,
            pieces_and_counts_have_names,
            what_games_say_and_refuse_is_said_in_every_language,
            titles_and_options_are_those_of_the_codes,
        ),
        tests!(refusals[]:
            every_refusal_of_a_position_is_said_in_every_language,
            every_refusal_of_a_request_is_said_in_every_language,
            every_note_of_an_import_is_said_in_every_language,
        ),
    ]);
    harness::run(groups)
}

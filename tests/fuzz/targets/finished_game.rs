#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tictactoe_tests::fuzzing::finished_game(bytes));

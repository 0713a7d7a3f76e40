//! Every key, in the order of the help.

use ratatui::crossterm::event::KeyCode::{self, Char, Down, Enter, Esc, F, Left, Right, Up};

use super::Place::{Game, Over, Picking, Question, Waiting};
use super::{Action, Binding, Place};
use crate::app::command::Verb;

pub(crate) const KEYS: &[Binding] = &[
    binding("arrows, hjkl", "move the cursor", &[Game, Over, Picking], MOVES),
    binding("Enter, Space, click", "play the square", &[Game, Picking], PLACES),
    binding("1-9", "play the square with that number", &[Game, Picking], DIGITS),
    binding("g", "type a coordinate, like h8, on a large board", &[Game], &[(Char('g'), Action::Jump)]),
    binding("n (in a game)", NUMBERS, &[Game], &[(Char('n'), Action::Numbers)]),
    binding("H", "a hint, against the computer", &[Game], &[(Char('H'), Action::Say(Verb::Hint))]),
    binding("R", "resign; asks first", &[Game], &[(Char('R'), Action::Say(Verb::Resign))]),
    binding("r", "a rematch, when the game is over", &[Over], &[(Char('r'), Action::Say(Verb::Rematch))]),
    binding("n", "a new opponent, when the game is over", &[Over], &[(Char('n'), Action::Say(Verb::New))]),
    binding(
        "v",
        "what each move was worth, when the game is over",
        &[Over],
        &[(Char('v'), Action::Say(Verb::Review))],
    ),
    binding(
        "a",
        "play the computer now, instead of waiting",
        &[Waiting],
        &[(Char('a'), Action::Say(Verb::Computer))],
    ),
    binding(
        "w",
        "wait for a person, however long it takes",
        &[Waiting],
        &[(Char('w'), Action::Say(Verb::Wait))],
    ),
    binding("y, n", "yes, no, to a question", &[Question], ANSWERS),
    binding("s", "invite somebody: the address and its QR code", IN_A_MATCH, &[(Char('s'), Action::Invite)]),
    binding("m", "the mouse, on or off", IN_A_MATCH, &[(Char('m'), Action::Mouse)]),
    binding("b", "the bell, on or off", IN_A_MATCH, &[(Char('b'), Action::Bell)]),
    binding("?, F1", "this help", &[], &[(Char('?'), Action::Help), (F(1), Action::Help)]),
    binding("Esc", "close or cancel; it never ends a game", &[], &[(Esc, Action::Close)]),
    binding("q", "quit; asks in a game against a person", &[], &[(Char('q'), Action::Quit)]),
    // The terminal's own: see `Tty::next`.
    binding("Ctrl-C", "leave at once", &[], &[]),
    binding("Ctrl-L", "draw everything anew", &[], &[]),
    binding("Ctrl-Z", "back to the shell for a while; fg returns", &[], &[]),
];

const NUMBERS: &str = "number the squares in reading order, or as on a keypad";

const IN_A_MATCH: &[Place] = &[Waiting, Game, Over];

const MOVES: &[(KeyCode, Action)] = &[
    (Left, Action::Left),
    (Char('h'), Action::Left),
    (Down, Action::Down),
    (Char('j'), Action::Down),
    (Up, Action::Up),
    (Char('k'), Action::Up),
    (Right, Action::Right),
    (Char('l'), Action::Right),
];

const PLACES: &[(KeyCode, Action)] = &[(Enter, Action::Place), (Char(' '), Action::Place)];

const DIGITS: &[(KeyCode, Action)] =
    &[digit(1), digit(2), digit(3), digit(4), digit(5), digit(6), digit(7), digit(8), digit(9)];

const ANSWERS: &[(KeyCode, Action)] =
    &[(Char('y'), Action::Yes), (Char('Y'), Action::Yes), (Char('n'), Action::No), (Char('N'), Action::No)];

const fn digit(digit: u8) -> (KeyCode, Action) {
    (Char((b'0' + digit) as char), Action::Digit(digit))
}

const fn binding(
    keys: &'static str,
    meaning: &'static str,
    places: &'static [Place],
    strokes: &'static [(KeyCode, Action)],
) -> Binding {
    Binding { keys, meaning, places, strokes }
}

//! Every key, in the order of the help.

use ratatui::crossterm::event::KeyCode::{Down, Enter, Esc, F, Left, Right, Up};

use super::Place::{Game, Over, Picking, Question, Waiting};
use super::Stroke::{self, Char, Code, Ctrl, Digit};
use super::{Action, Binding, Place};

pub(crate) const KEYS: &[Binding] = &[
    binding("arrows, hjkl", "move the cursor", &[Game, Over, Picking], MOVES),
    binding("Enter, Space, click", "play the square", &[Game, Picking], PLACES),
    binding("1-9", "play the square with that number", &[Game, Picking], &[(Digit, Action::Digit(0))]),
    binding("g", "type a coordinate, like h8, on a large board", &[Game], &[(Char('g'), Action::Jump)]),
    binding("n (in a game)", NUMBERS, &[Game], &[(Char('n'), Action::Numbers)]),
    binding("H", "a hint, against the computer", &[Game], &[(Char('H'), Action::Hint)]),
    binding("R", "resign; asks first", &[Game], &[(Char('R'), Action::Resign)]),
    binding("r", "a rematch, when the game is over", &[Over], &[(Char('r'), Action::Rematch)]),
    binding("n", "a new opponent, when the game is over", &[Over], &[(Char('n'), Action::New)]),
    binding("v", "what each move was worth, when the game is over", &[Over], &[(Char('v'), Action::Review)]),
    binding("a", "play the computer now, instead of waiting", &[Waiting], &[(Char('a'), Action::Computer)]),
    binding("w", "wait for a person, however long it takes", &[Waiting], &[(Char('w'), Action::Wait)]),
    binding("y, n", "yes, no, to a question", &[Question], ANSWERS),
    binding("s", "invite somebody: the address and its QR code", IN_A_MATCH, &[(Char('s'), Action::Invite)]),
    binding("m", "the mouse, on or off", IN_A_MATCH, &[(Char('m'), Action::Mouse)]),
    binding("b", "the bell, on or off", IN_A_MATCH, &[(Char('b'), Action::Bell)]),
    binding("?, F1", "this help", &[], &[(Char('?'), Action::Help), (Code(F(1)), Action::Help)]),
    binding("Esc", "close or cancel; it never ends a game", &[], &[(Code(Esc), Action::Close)]),
    binding("q", "quit; asks in a game against a person", &[], &[(Char('q'), Action::Quit)]),
    binding("Ctrl-C", "leave at once", &[], &[(Ctrl('c'), Action::Interrupt)]),
    binding("Ctrl-L", "draw everything anew", &[], &[(Ctrl('l'), Action::Redraw)]),
    binding("Ctrl-Z", "back to the shell for a while; fg returns", &[], &[(Ctrl('z'), Action::Suspend)]),
];

const NUMBERS: &str = "number the squares in reading order, or as on a keypad";

const IN_A_MATCH: &[Place] = &[Waiting, Game, Over];

const MOVES: &[(Stroke, Action)] = &[
    (Code(Left), Action::Left),
    (Char('h'), Action::Left),
    (Code(Down), Action::Down),
    (Char('j'), Action::Down),
    (Code(Up), Action::Up),
    (Char('k'), Action::Up),
    (Code(Right), Action::Right),
    (Char('l'), Action::Right),
];

const PLACES: &[(Stroke, Action)] = &[(Code(Enter), Action::Place), (Char(' '), Action::Place)];

const ANSWERS: &[(Stroke, Action)] =
    &[(Char('y'), Action::Yes), (Char('Y'), Action::Yes), (Char('n'), Action::No), (Char('N'), Action::No)];

const fn binding(
    keys: &'static str,
    meaning: &'static str,
    places: &'static [Place],
    strokes: &'static [(Stroke, Action)],
) -> Binding {
    Binding { keys, meaning, places, strokes }
}

//! Every key.

use ratatui::crossterm::event::KeyCode;

use super::Stroke::{Char, Code, Ctrl, Digit};
use super::{Action, Binding, Place};

/// Every key, in the order of the help.
pub(crate) const KEYS: &[Binding] = &[
    Binding {
        keys: "arrows, hjkl",
        meaning: "move the cursor",
        places: &[Place::Game, Place::Over, Place::Picking],
        strokes: &[
            (Code(KeyCode::Left), Action::Left),
            (Char('h'), Action::Left),
            (Code(KeyCode::Down), Action::Down),
            (Char('j'), Action::Down),
            (Code(KeyCode::Up), Action::Up),
            (Char('k'), Action::Up),
            (Code(KeyCode::Right), Action::Right),
            (Char('l'), Action::Right),
        ],
    },
    Binding {
        keys: "Enter, Space, click",
        meaning: "play the square",
        places: &[Place::Game, Place::Picking],
        strokes: &[(Code(KeyCode::Enter), Action::Place), (Char(' '), Action::Place)],
    },
    Binding {
        keys: "1-9",
        meaning: "play the square with that number",
        places: &[Place::Game, Place::Picking],
        strokes: &[(Digit, Action::Digit(0))],
    },
    Binding {
        keys: "g",
        meaning: "type a coordinate, like h8, on a large board",
        places: &[Place::Game],
        strokes: &[(Char('g'), Action::Jump)],
    },
    Binding {
        keys: "n (in a game)",
        meaning: "number the squares in reading order, or as on a keypad",
        places: &[Place::Game],
        strokes: &[(Char('n'), Action::Numbers)],
    },
    Binding {
        keys: "H",
        meaning: "a hint, against the computer",
        places: &[Place::Game],
        strokes: &[(Char('H'), Action::Hint)],
    },
    Binding {
        keys: "R",
        meaning: "resign; asks first",
        places: &[Place::Game],
        strokes: &[(Char('R'), Action::Resign)],
    },
    Binding {
        keys: "r",
        meaning: "a rematch, when the game is over",
        places: &[Place::Over],
        strokes: &[(Char('r'), Action::Rematch)],
    },
    Binding {
        keys: "n",
        meaning: "a new opponent, when the game is over",
        places: &[Place::Over],
        strokes: &[(Char('n'), Action::New)],
    },
    Binding {
        keys: "v",
        meaning: "what each move was worth, when the game is over",
        places: &[Place::Over],
        strokes: &[(Char('v'), Action::Review)],
    },
    Binding {
        keys: "a",
        meaning: "play the computer now, instead of waiting",
        places: &[Place::Waiting],
        strokes: &[(Char('a'), Action::Computer)],
    },
    Binding {
        keys: "w",
        meaning: "wait for a person, however long it takes",
        places: &[Place::Waiting],
        strokes: &[(Char('w'), Action::Wait)],
    },
    Binding {
        keys: "y, n",
        meaning: "yes, no, to a question",
        places: &[Place::Question],
        strokes: &[
            (Char('y'), Action::Yes),
            (Char('Y'), Action::Yes),
            (Char('n'), Action::No),
            (Char('N'), Action::No),
        ],
    },
    Binding {
        keys: "s",
        meaning: "invite somebody: the address and its QR code",
        places: &[Place::Waiting, Place::Game, Place::Over],
        strokes: &[(Char('s'), Action::Invite)],
    },
    Binding {
        keys: "m",
        meaning: "the mouse, on or off",
        places: &[Place::Waiting, Place::Game, Place::Over],
        strokes: &[(Char('m'), Action::Mouse)],
    },
    Binding {
        keys: "b",
        meaning: "the bell, on or off",
        places: &[Place::Waiting, Place::Game, Place::Over],
        strokes: &[(Char('b'), Action::Bell)],
    },
    Binding {
        keys: "?, F1",
        meaning: "this help",
        places: &[],
        strokes: &[(Char('?'), Action::Help), (Code(KeyCode::F(1)), Action::Help)],
    },
    Binding {
        keys: "Esc",
        meaning: "close or cancel; it never ends a game",
        places: &[],
        strokes: &[(Code(KeyCode::Esc), Action::Close)],
    },
    Binding {
        keys: "q",
        meaning: "quit; asks in a game against a person",
        places: &[],
        strokes: &[(Char('q'), Action::Quit)],
    },
    Binding {
        keys: "Ctrl-C",
        meaning: "leave at once",
        places: &[],
        strokes: &[(Ctrl('c'), Action::Interrupt)],
    },
    Binding {
        keys: "Ctrl-L",
        meaning: "draw everything anew",
        places: &[],
        strokes: &[(Ctrl('l'), Action::Redraw)],
    },
    Binding {
        keys: "Ctrl-Z",
        meaning: "back to the shell for a while; fg returns",
        places: &[],
        strokes: &[(Ctrl('z'), Action::Suspend)],
    },
];

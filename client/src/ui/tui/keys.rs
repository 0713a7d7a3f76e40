//! The table of keys, for input, footer, help and manual page.

use ratatui::crossterm::event::KeyCode::{self, Char, Down, End, Enter, Esc, F, Home, Left, Right, Up};
use ratatui::crossterm::event::{KeyEvent, KeyModifiers};
use tictactoe_protocol::values::Reaction;

use self::Action::{Ask, Choose, Say};
use self::Context::{Connecting, Game, Over, Overlay, Picking, Question, Review, Typing, Waiting};
use crate::app::command::{Command, Verb};
use crate::named_games::{GAMES, NamedGame};
use crate::ui::sentences::reaction_words;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Action {
    Left,
    Right,
    Up,
    Down,
    First,
    Last,
    /// Play the square under the cursor; choose the row.
    Place,
    /// Play the square with this number; choose the row with it.
    Digit(u8),
    /// A click plays the cell, or chooses the row.
    Cell(u8),
    Row(usize),
    /// What has a word in the text interface too.
    Say(Verb),
    Invite,
    Manage,
    /// Type a name, a game or a square in the status line.
    Ask(Prompt),
    Mouse,
    Bell,
    Help,
    /// Choose a reaction or a game.
    Choose(Choice),
    /// Step through the forced win that a hint or a review has found.
    Win,
    /// Go on from the position of a review, against the computer.
    PlayOn,
    /// Close what lies over the screen, or take back what was typed; before a match, leave.
    Close,
    Yes,
    No,
}

/// What is typed in the status line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Prompt {
    Name,
    Game,
    Square,
}

/// What is chosen from a list over the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Choice {
    Reaction,
    Game,
}

impl Choice {
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Reaction => "React",
            Self::Game => "Another game",
        }
    }

    /// Each row in words, and what it stands for; none for what has to be typed.
    pub(crate) fn rows(self) -> Vec<([&'static str; 2], Option<Command>)> {
        match self {
            Self::Reaction => {
                let said = |reaction| ([reaction_words(reaction), ""], Some(Command::React(reaction)));
                let mute = (["Mute or unmute reactions", ""], Some(Command::Say(Verb::Mute)));
                Reaction::ALL.into_iter().map(said).chain([mute]).collect()
            }
            Self::Game => {
                let named =
                    |game: &NamedGame| ([game.name, game.about], Some(Command::Game(game.rules, None)));
                GAMES.iter().map(named).chain([(["Custom...", ""], None)]).collect()
            }
        }
    }
}

/// What is on the screen, for keys that do not always do something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Context {
    /// Servers are looked for, or one is called.
    Connecting,
    Picking,
    Waiting,
    Game,
    Over,
    /// The positions of a finished game.
    Review,
    Question,
    /// The list of reactions, or of games.
    Choice,
    /// A name, a board or a square is typed.
    Typing,
    Overlay,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Binding {
    /// How they are written, unless it is one letter.
    keys: &'static str,
    /// What they do, in a word or two; empty for keys that are never in the footer.
    pub(crate) label: &'static str,
    pub(crate) meaning: &'static str,
    /// Where they do it; everywhere if empty.
    contexts: &'static [Context],
    letter: Option<(char, Action)>,
    others: &'static [(KeyCode, Action)],
}

/// In the order of the help, and of the footer.
pub(crate) const KEYS: &[Binding] = &[
    key("arrows, hjkl", "move", "move the cursor", &[Game, Picking, Context::Choice], MOVES),
    key("Enter, Space, click", "place", "play the square", &[Game, Overlay], PLACES),
    key("arrows, hjkl", "step", "step through a review", &[Review], MOVES),
    key("Home, End", "", "the first and the last position of a review", &[Review], ENDS),
    letter('p', "play on", "in a review, play on from here against the computer", &[Review], Action::PlayOn),
    letter('w', "the win", "step through a forced win, in a hint or a review", &[Game, Review], Action::Win),
    letter('g', "go to", "type a coordinate, on a large board", &[Game], Ask(Prompt::Square)),
    letter('u', "take back", "take back your last move, or accept a takeback", &[Game], Say(Verb::TakeBack)),
    letter('r', "rematch", "a rematch, or the next game", &[Over, Waiting], Say(Verb::Rematch)),
    letter(
        'd',
        "decline",
        "decline a rematch or a takeback, or withdraw yours",
        &[Game, Over],
        Say(Verb::Decline),
    ),
    letter('c', "continue", "continue against the computer (opponent gone)", &[Over], Say(Verb::Continue)),
    letter('v', "review", "review the moves", &[Over, Review], Say(Verb::Review)),
    letter('n', "new opponent", "a new opponent, after a game", &[Over], Say(Verb::New)),
    letter('L', "level", "the computer's level, after a game", &[Over], Say(Verb::NextLevel)),
    letter(
        'a',
        "play the computer now",
        "play the computer, instead of waiting",
        &[Waiting],
        Say(Verb::Computer),
    ),
    letter('w', "wait for a person", "wait for a person, however long it takes", &[Waiting], Say(Verb::Wait)),
    letter('H', "hint", "a hint against the computer", &[Game], Say(Verb::Hint)),
    key("1-9", "place", "play the square or the column with that number", &[Game], DIGITS),
    key("Enter, Space, click", "choose", "choose from a list", LISTS, PLACES),
    key("1-9", "choose", "choose the item with that number", LISTS, DIGITS),
    key("up/down, jk", "scroll", "scroll this list", &[Overlay], SCROLLS),
    key("Esc", "close", "close or cancel (never ends a game)", CLOSES, &[(Esc, Action::Close)]),
    key("Esc", "cancel", "cancel", WAITS, &[(Esc, Action::Close)]),
    key("Enter", "done", "confirm what you type", &[Typing], &[(Enter, Action::Place)]),
    key("y", "yes", "yes, to a question", &[Question], &[(Char('y'), Action::Yes), (Char('Y'), Action::Yes)]),
    key("n", "no", "no, to a question", &[Question], &[(Char('n'), Action::No), (Char('N'), Action::No)]),
    letter('e', "react", "send a reaction", &[Game, Over], Choose(Choice::Reaction)),
    key("?, F1", "more", "this help", HELPED, &[(Char('?'), Action::Help), (F(1), Action::Help)]),
    key("q, Ctrl-D", "quit", "quit (asks first against a person)", &[], &[(Char('q'), Say(Verb::Quit))]),
    letter('R', "", "resign (asks first)", &[Game], Say(Verb::Resign)),
    letter('s', "", "invite: show the address and its QR code", INVITES, Action::Invite),
    letter('M', "manage", "manage the arena that you opened", &[Waiting, Game, Over], Action::Manage),
    letter('B', "games", "play another game or a series", &[Waiting, Over], Choose(Choice::Game)),
    letter(
        'N',
        "",
        "rename yourself, or with --hotseat the player to move",
        &[Waiting, Game, Over],
        Ask(Prompt::Name),
    ),
    letter('J', "join", "play on the server that was found", &[Waiting, Game, Over], Say(Verb::Join)),
    letter('m', "", "turn the mouse on or off", &[Waiting, Game, Over], Action::Mouse),
    letter('b', "", "turn the bell on or off", &[Waiting, Game, Over], Action::Bell),
    // The terminal's own: see `Tty::next`.
    key("Ctrl-C", "", "leave at once", &[], &[]),
    key("Ctrl-L", "", "redraw the screen", &[], &[]),
    key("Ctrl-Z", "", "suspend; fg returns", &[], &[]),
];

/// More keys are too many to read.
const MOST_KEYS: usize = 7;

const LISTS: &[Context] = &[Picking, Context::Choice];

const INVITES: &[Context] = &[Waiting, Game, Overlay];

const WAITS: &[Context] = &[Connecting, Picking, Waiting];

const HELPED: &[Context] = &[Waiting, Game, Over, Review, Context::Choice, Overlay];

const CLOSES: &[Context] = &[Game, Over, Review, Question, Context::Choice, Typing, Overlay];

const ENDS: &[(KeyCode, Action)] = &[(Home, Action::First), (End, Action::Last)];

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

const SCROLLS: &[(KeyCode, Action)] =
    &[(Up, Action::Up), (Char('k'), Action::Up), (Down, Action::Down), (Char('j'), Action::Down)];

const fn digit(digit: u8) -> (KeyCode, Action) {
    (Char((b'0' + digit) as char), Action::Digit(digit))
}

const fn key(
    keys: &'static str,
    label: &'static str,
    meaning: &'static str,
    contexts: &'static [Context],
    others: &'static [(KeyCode, Action)],
) -> Binding {
    Binding { keys, label, meaning, contexts, letter: None, others }
}

const fn letter(
    letter: char,
    label: &'static str,
    meaning: &'static str,
    contexts: &'static [Context],
    action: Action,
) -> Binding {
    Binding { keys: "", label, meaning, contexts, letter: Some((letter, action)), others: &[] }
}

impl Action {
    /// Moves the cursor of a list with so many rows. Returns the row that is chosen.
    pub(crate) fn pick(self, cursor: &mut usize, rows: usize) -> Option<usize> {
        match self {
            Self::Up => *cursor = cursor.saturating_sub(1),
            Self::Down => *cursor = (*cursor + 1).min(rows.saturating_sub(1)),
            Self::Place => return Some(*cursor),
            Self::Row(row) => return Some(row),
            Self::Digit(digit) => return usize::from(digit).checked_sub(1).filter(|&row| row < rows),
            _ => {}
        }
        None
    }

    /// Says that a list has no row with this number.
    pub(crate) fn no_such_row(self, rows: usize) -> Option<String> {
        let is_beyond = matches!(self, Self::Digit(digit) if usize::from(digit) > rows);
        is_beyond.then(|| format!("Press a number from 1 to {rows}."))
    }
}

/// The keys that can do something in this context, as many as can be read, help and quitting last.
pub(crate) fn footer(context: Context, is_possible: impl Fn(Action) -> bool) -> Vec<Binding> {
    let here = KEYS.iter().copied().filter(|binding| !binding.label.is_empty() && binding.is_for(context));
    let possible = here.filter(|binding| binding.action().is_some_and(&is_possible));
    let is_last = |key: &Binding| matches!(key.action(), Some(Action::Help | Say(Verb::Quit)));
    let (last, mut footer): (Vec<_>, Vec<_>) = possible.partition(is_last);
    footer.truncate(MOST_KEYS - last.len());
    footer.extend(last);
    footer
}

impl Binding {
    pub(crate) fn is_for(&self, context: Context) -> bool {
        self.contexts.is_empty() || self.contexts.contains(&context)
    }

    pub(crate) fn keys(&self) -> String {
        self.letter.map_or_else(|| self.keys.to_owned(), |(letter, _)| letter.to_string())
    }

    fn strokes(&self) -> impl Iterator<Item = (KeyCode, Action)> {
        let letter = self.letter.map(|(letter, action)| (Char(letter), action));
        letter.into_iter().chain(self.others.iter().copied())
    }

    /// What its first key does.
    pub(crate) fn action(&self) -> Option<Action> {
        self.strokes().next().map(|(_, action)| action)
    }

    /// What a click on it does; none where its keys do several things.
    pub(crate) fn click(&self) -> Option<Action> {
        self.action().filter(|&action| self.strokes().all(|(_, other)| other == action))
    }
}

/// What a key does; none where it does nothing.
pub(crate) fn action(key: KeyEvent, context: Context) -> Option<Action> {
    if is_end_key(key) {
        return Some(Say(Verb::Quit));
    }
    let here = KEYS.iter().filter(|binding| binding.is_for(context));
    let mut strokes = here.flat_map(Binding::strokes);
    strokes.find(|(code, _)| *code == key.code && is_bare(key)).map(|(_, action)| action)
}

/// Says that a key does nothing in this context, and which one helps.
pub(crate) fn explain(key: KeyEvent, context: Context) -> Option<String> {
    let helps = if HELPED.contains(&context) { "? for the keys" } else { "q to leave" };
    is_bare(key).then(|| format!("{} does nothing here. Press {helps}.", key.code))
}

/// What the first meaning of a key asks of the core, if it asks for something: refusals explain no other meaning.
pub(crate) fn verb_elsewhere(key: KeyEvent) -> Option<Verb> {
    let mut strokes =
        KEYS.iter().flat_map(Binding::strokes).filter(|(code, _)| *code == key.code && is_bare(key));
    strokes.next().and_then(|(_, action)| if let Say(verb) = action { Some(verb) } else { None })
}

/// Ctrl-D, the end of the input elsewhere.
pub(crate) fn is_end_key(key: KeyEvent) -> bool {
    key.code == Char('d') && key.modifiers == KeyModifiers::CONTROL
}

/// What leaves where nothing but the size of the window can be read.
pub(crate) fn is_leave_key(key: KeyEvent) -> bool {
    is_end_key(key) || (key.code == Char('q') && is_bare(key))
}

/// Without Ctrl or Alt.
pub(crate) fn is_bare(key: KeyEvent) -> bool {
    (key.modifiers - KeyModifiers::SHIFT).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_does_what_fits_the_context_and_capitals_are_other_keys() {
        for (context, key, expected) in [
            (Context::Game, 'n', None),
            (Context::Over, 'n', Some(Action::Say(Verb::New))),
            (Context::Question, 'n', Some(Action::No)),
            (Context::Connecting, 'n', None),
            (Context::Waiting, 'n', None),
            (Context::Game, 'h', Some(Action::Left)),
            (Context::Game, 'H', Some(Action::Say(Verb::Hint))),
            (Context::Game, '7', Some(Action::Digit(7))),
            (Context::Game, '0', None),
        ] {
            let shift = if key.is_uppercase() { KeyModifiers::SHIFT } else { KeyModifiers::NONE };
            let key = KeyEvent::new(KeyCode::Char(key), shift);
            assert_eq!(action(key, context), expected, "{key:?} in {context:?}");
        }
    }

    #[test]
    fn control_with_a_letter_is_not_the_letter() {
        let held = |char| KeyEvent::new(KeyCode::Char(char), KeyModifiers::CONTROL);
        assert_eq!(action(held('q'), Context::Game), None);
        assert_eq!(action(held('d'), Context::Game), Some(Say(Verb::Quit)), "the end of the input");
    }

    #[test]
    fn no_key_does_two_things_in_one_context() {
        let contexts = [
            Context::Connecting,
            Context::Picking,
            Context::Waiting,
            Context::Game,
            Context::Over,
            Context::Review,
            Context::Question,
            Context::Choice,
            Context::Overlay,
        ];
        for context in contexts {
            let here = KEYS.iter().filter(|key| key.is_for(context));
            let strokes: Vec<_> = here.flat_map(Binding::strokes).map(|(stroke, _)| stroke).collect();
            for (index, stroke) in strokes.iter().enumerate() {
                assert!(
                    !strokes.iter().skip(index + 1).any(|other| other == stroke),
                    "{stroke:?} in {context:?}"
                );
            }
        }
    }
}

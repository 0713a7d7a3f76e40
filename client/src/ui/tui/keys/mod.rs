//! The table of keys, for input, help and manual page; a test compares the README. The footer repeats its own labels.

mod table;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::app::command::Verb;
pub(crate) use table::KEYS;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Action {
    Left,
    Right,
    Up,
    Down,
    /// Play the square under the cursor; choose the server.
    Place,
    /// Play the square with this number; choose the server with it.
    Digit(u8),
    /// Type a coordinate.
    Jump,
    /// Change between the two ways to number squares.
    Numbers,
    /// What has a word in the text interface too.
    Say(Verb),
    Invite,
    Mouse,
    Bell,
    Help,
    /// Close what lies over the screen, or take back what was typed.
    Close,
    Yes,
    No,
    Quit,
}

/// Where the player is, for keys that are not always there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Picking,
    Waiting,
    Game,
    Over,
    Question,
}

#[derive(Debug)]
pub(crate) struct Binding {
    pub(crate) keys: &'static str,
    pub(crate) meaning: &'static str,
    /// Where they do it; everywhere if empty.
    places: &'static [Place],
    strokes: &'static [(KeyCode, Action)],
}

/// What a key does at a place; none where it does nothing.
pub(crate) fn action(key: KeyEvent, place: Option<Place>) -> Option<Action> {
    let is_here = |binding: &&Binding| {
        binding.places.is_empty() || place.is_some_and(|place| binding.places.contains(&place))
    };
    let is_bare = (key.modifiers - KeyModifiers::SHIFT).is_empty();
    let mut strokes = KEYS.iter().filter(is_here).flat_map(|binding| binding.strokes);
    strokes.find(|(code, _)| *code == key.code && is_bare).map(|&(_, action)| action)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(place: Option<Place>, code: KeyCode) -> Option<Action> {
        action(KeyEvent::new(code, KeyModifiers::NONE), place)
    }

    #[test]
    fn a_key_does_what_fits_the_place() {
        assert_eq!(at(Some(Place::Game), KeyCode::Char('n')), Some(Action::Numbers));
        assert_eq!(at(Some(Place::Over), KeyCode::Char('n')), Some(Action::Say(Verb::New)));
        assert_eq!(at(Some(Place::Question), KeyCode::Char('n')), Some(Action::No));
        assert_eq!(at(None, KeyCode::Char('n')), None);
        assert_eq!(at(Some(Place::Waiting), KeyCode::Char('r')), None);
    }

    #[test]
    fn capitals_are_other_keys() {
        let shifted =
            |char| action(KeyEvent::new(KeyCode::Char(char), KeyModifiers::SHIFT), Some(Place::Game));
        assert_eq!(shifted('H'), Some(Action::Say(Verb::Hint)));
        assert_eq!(at(Some(Place::Game), KeyCode::Char('h')), Some(Action::Left));
        assert_eq!(shifted('R'), Some(Action::Say(Verb::Resign)));
        assert_eq!(at(Some(Place::Game), KeyCode::Char('r')), None);
    }

    #[test]
    fn control_with_a_letter_is_not_the_letter() {
        assert_eq!(action(KeyEvent::new(KeyCode::Char('q'), KeyModifiers::CONTROL), None), None);
    }

    #[test]
    fn every_digit_but_zero_plays() {
        assert_eq!(at(Some(Place::Game), KeyCode::Char('7')), Some(Action::Digit(7)));
        assert_eq!(at(Some(Place::Game), KeyCode::Char('0')), None);
    }

    #[test]
    fn no_key_does_two_things_at_one_place() {
        let places = [Place::Picking, Place::Waiting, Place::Game, Place::Over, Place::Question];
        for place in places {
            let here = KEYS.iter().filter(|key| key.places.is_empty() || key.places.contains(&place));
            let strokes: Vec<_> =
                here.flat_map(|binding| binding.strokes).map(|(stroke, _)| stroke).collect();
            for (index, stroke) in strokes.iter().enumerate() {
                assert!(
                    !strokes.iter().skip(index + 1).any(|other| other == stroke),
                    "{stroke:?} at {place:?}"
                );
            }
        }
    }
}

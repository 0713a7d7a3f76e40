//! What can be done now: the footer.

use super::keys::Action;
use super::scene::Way;
use super::screen::{Open, Screen};
use crate::app::App;
use crate::app::notice::NextOptions;
use crate::app::view::{Perspective, View};

impl Screen {
    /// What can be done now, the most important first.
    pub(super) fn ways(&self, app: &App) -> Vec<Way> {
        if app.question().is_some() {
            return vec![YES, NO];
        }
        match self.open {
            Some(Open::Help { .. } | Open::Review { .. }) => return vec![CLOSE, SCROLL],
            Some(Open::Invite) => return vec![CLOSE],
            None => {}
        }
        if self.typed.is_some() {
            return vec![DONE, CANCEL];
        }
        if app.is_lost() {
            return vec![QUIT, HELP, INVITE];
        }
        match app.view() {
            Some(view) if view.is_over() => after_game(app.next_options(), app.has_asked(view)),
            Some(view) => in_game(app, view),
            None if app.is_match_gone() => after_game(app.next_options(), false),
            None if self.waiting.is_some() => self.while_waiting(),
            None => vec![QUIT, HELP],
        }
    }

    fn while_waiting(&self) -> Vec<Way> {
        let for_computer = self.computer_in().is_some();
        let ways = [(true, COMPUTER), (for_computer, WAIT), (true, INVITE), (true, QUIT), (true, HELP)];
        ways.into_iter().filter_map(|(can, way)| can.then_some(way)).collect()
    }
}

fn in_game(app: &App, view: &View) -> Vec<Way> {
    let is_numbered = view.is_numbered();
    let (plays, seated) = (app.may_play(), view.perspective() != Perspective::Spectator);
    let ways = [
        (plays || !is_numbered, MOVE),
        (plays, PLACE),
        (plays && is_numbered, DIGITS),
        (plays && !is_numbered, JUMP),
        (true, HELP),
        (true, QUIT),
        (plays && view.is_against_the_computer(), HINT),
        (seated, RESIGN),
        (!app.is_hotseat(), INVITE),
    ];
    ways.into_iter().filter_map(|(can, way)| can.then_some(way)).collect()
}

fn after_game(next_options: NextOptions, has_asked: bool) -> Vec<Way> {
    let (rematch, new, review) = match next_options {
        NextOptions::Choice { rematch, new, review } => (rematch && !has_asked, new, review),
        NextOptions::Decided { review } => (false, false, review),
    };
    let ways = [(rematch, REMATCH), (new, NEW), (review, REVIEW), (true, QUIT), (true, HELP)];
    ways.into_iter().filter_map(|(can, way)| can.then_some(way)).collect()
}

pub(super) const fn way(keys: &'static str, label: &'static str, action: Action) -> Way {
    Way { keys, label, action: Some(action) }
}

const MOVE: Way = Way { keys: "arrows", label: "move", action: None };
const DIGITS: Way = Way { keys: "1-9", label: "place", action: None };
pub(super) const SCROLL: Way = Way { keys: "up/down", label: "scroll", action: None };
const PLACE: Way = way("Enter", "place", Action::Place);
const JUMP: Way = way("g", "go to h8", Action::Jump);
pub(super) const HELP: Way = way("?", "help", Action::Help);
pub(super) const QUIT: Way = way("q", "quit", Action::Quit);
const HINT: Way = way("H", "hint", Action::Hint);
const RESIGN: Way = way("R", "resign", Action::Resign);
const INVITE: Way = way("s", "invite", Action::Invite);
const REMATCH: Way = way("r", "rematch", Action::Rematch);
const NEW: Way = way("n", "new opponent", Action::New);
const REVIEW: Way = way("v", "review", Action::Review);
const COMPUTER: Way = way("a", "play the computer now", Action::Computer);
const WAIT: Way = way("w", "keep waiting", Action::Wait);
const YES: Way = way("y", "yes", Action::Yes);
const NO: Way = way("n", "no", Action::No);
const DONE: Way = Way { keys: "Enter", label: "done", action: None };
const CANCEL: Way = way("Esc", "cancel", Action::Close);
pub(super) const CLOSE: Way = way("Esc", "close", Action::Close);

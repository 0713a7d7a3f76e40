//! The keys that can do something now: the footer.

use super::Screen;
use crate::app::App;
use crate::app::command::Verb;
use crate::app::view::View;
use crate::ui::tui::keys::{Action, Binding, Choice, Context, KEYS, Prompt};
use crate::ui::tui::scene::Overlay;

/// More keys are too many to read.
const MOST: usize = 7;

impl Screen {
    pub(super) fn footer(&self, app: &App) -> Vec<&'static Binding> {
        let context = self.context(app);
        let here = KEYS.iter().filter(|binding| !binding.label.is_empty() && binding.is_for(context));
        let possible = here
            .filter(|binding| binding.action().is_some_and(|action| self.is_possible(action, context, app)));
        let is_last = |key: &&Binding| matches!(key.action(), Some(Action::Help | Action::Quit));
        let (last, mut footer): (Vec<_>, Vec<_>) = possible.partition(is_last);
        footer.truncate(MOST - last.len());
        footer.extend(last);
        footer
    }

    fn is_possible(&self, action: Action, context: Context, app: &App) -> bool {
        let is_asked = app.view().is_some_and(View::is_asked_for_takeback);
        match (context, action) {
            (Context::Question, _) => matches!(action, Action::Yes | Action::No),
            (Context::Overlay | Context::Choice | Context::Review, Action::Close)
            | (Context::Review, Action::Left) => true,
            (Context::Choice, _) => matches!(action, Action::Left | Action::Place),
            (Context::Typing, _) => matches!(action, Action::Close | Action::Place),
            (Context::Review, _) | (_, Action::Close) => false,
            (Context::Overlay, _) => action == Action::Up && self.overlay != Some(Overlay::Invite),
            (_, Action::Help | Action::Quit) => true,
            _ if app.is_lost() => false,
            // The answer needs the room.
            (Context::Game, _) if is_asked => {
                matches!(action, Action::Say(Verb::TakeBack | Verb::Decline))
            }
            (_, Action::Say(verb)) => {
                let is_own = verb == Verb::TakeBack
                    && app.view().is_some_and(|view| view.takeback_asked_by().is_some());
                app.offers(verb) && !is_own
            }
            (_, Action::Choose(Choice::Reaction)) => app.view().is_some_and(|view| {
                let is_with_person = view.opponent().is_some() && !view.is_against_the_computer();
                is_with_person && !app.may_play() && view.snapshot.rematch.offers.is_empty()
            }),
            (Context::Game, _) => is_possible_in_game(action, app),
            _ => context != Context::Over,
        }
    }
}

fn is_possible_in_game(action: Action, app: &App) -> bool {
    let Some(view) = app.view() else { return false };
    let (plays, is_numbered) = (app.may_play(), view.is_numbered());
    match action {
        Action::Left => plays || !is_numbered,
        // The squares show their digits: other keys need the room.
        Action::Digit(_) if view.has_own_move() && view.is_against_the_computer() => false,
        Action::Digit(_) => plays && (is_numbered || view.snapshot.rules.gravity),
        Action::Ask(Prompt::Square) => plays && !is_numbered && !view.snapshot.rules.gravity,
        _ => plays,
    }
}

//! What can be done now: the footer.

use super::Screen;
use crate::app::App;
use crate::app::command::Verb;
use crate::app::notice::NextOptions;
use crate::app::view::View;
use crate::ui::tui::keys::Action;
use crate::ui::tui::overlay::Content;
use crate::ui::tui::scene::FooterItem;

impl Screen {
    pub(super) fn footer(&self, app: &App) -> Vec<FooterItem> {
        if app.question().is_some() {
            return vec![
                FooterItem::button("y", "yes", Action::Yes),
                FooterItem::button("n", "no", Action::No),
            ];
        }
        if let Some(overlay) = &self.overlay {
            let can_scroll = !matches!(overlay.content, Content::Invite);
            return possible([(true, FooterItem::CLOSE), (can_scroll, FooterItem::SCROLL)]);
        }
        if self.cursor.typed.is_some() {
            return vec![
                FooterItem::text("Enter", "done"),
                FooterItem::button("Esc", "cancel", Action::Close),
            ];
        }
        if app.is_lost() {
            return vec![FooterItem::QUIT, FooterItem::HELP, INVITE];
        }
        match app.view() {
            Some(view) if view.is_over() => after_game(app.next_options(), app.has_asked(view)),
            Some(view) => in_game(app, view),
            None if app.is_match_gone() => after_game(app.next_options(), false),
            None => possible([
                (self.waiting.is_some(), say("a", "play the computer now", Verb::Computer)),
                (self.computer_in().is_some(), say("w", "keep waiting", Verb::Wait)),
                (self.waiting.is_some(), INVITE),
                (true, FooterItem::QUIT),
                (true, FooterItem::HELP),
            ]),
        }
    }
}

fn in_game(app: &App, view: &View) -> Vec<FooterItem> {
    let is_numbered = view.is_numbered();
    let (plays, is_seated) = (app.may_play(), !view.is_spectator);
    possible([
        (plays || !is_numbered, FooterItem::text("arrows", "move")),
        (plays, FooterItem::button("Enter", "place", Action::Place)),
        (plays && is_numbered, FooterItem::text("1-9", "place")),
        (plays && !is_numbered, FooterItem::button("g", "go to h8", Action::Jump)),
        (true, FooterItem::HELP),
        (true, FooterItem::QUIT),
        (plays && view.is_against_the_computer(), say("H", "hint", Verb::Hint)),
        (is_seated, say("R", "resign", Verb::Resign)),
        (!app.is_hotseat(), INVITE),
    ])
}

fn after_game(next: NextOptions, has_asked: bool) -> Vec<FooterItem> {
    possible([
        (next.rematch && !has_asked, say("r", "rematch", Verb::Rematch)),
        (next.new, say("n", "new opponent", Verb::New)),
        (next.review, say("v", "review", Verb::Review)),
        (true, FooterItem::QUIT),
        (true, FooterItem::HELP),
    ])
}

fn possible<const N: usize>(items: [(bool, FooterItem); N]) -> Vec<FooterItem> {
    items.into_iter().filter_map(|(can, item)| can.then_some(item)).collect()
}

const INVITE: FooterItem = FooterItem::button("s", "invite", Action::Invite);

const fn say(keys: &'static str, label: &'static str, verb: Verb) -> FooterItem {
    FooterItem::button(keys, label, Action::Say(verb))
}

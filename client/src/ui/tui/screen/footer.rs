//! What can be done now: the footer.

use super::Screen;
use crate::app::App;
use crate::app::notice::NextOptions;
use crate::app::view::View;
use crate::ui::tui::keys::Action;
use crate::ui::tui::scene::{FooterItem, Overlay};

impl Screen {
    /// What can be done now, the most important first.
    pub(super) fn footer(&self, app: &App) -> Vec<FooterItem> {
        if app.question().is_some() {
            return vec![YES, NO];
        }
        match self.overlay.scene(self.invitation.invite()) {
            Some(Overlay::Invite(_)) => return vec![CLOSE],
            Some(_) => return vec![CLOSE, SCROLL],
            None => {}
        }
        if self.cursor.typed().is_some() {
            return vec![DONE, CANCEL];
        }
        if app.is_lost() {
            return vec![QUIT, HELP, INVITE];
        }
        match app.view() {
            Some(view) if view.is_over() => after_game(app.next_options(), app.has_asked(view)),
            Some(view) => in_game(app, view),
            None if app.is_match_gone() => after_game(app.next_options(), false),
            None if self.waiting.is_some() => {
                let for_computer = self.computer_in().is_some();
                possible([(true, COMPUTER), (for_computer, WAIT), (true, INVITE), (true, QUIT), (true, HELP)])
            }
            None => vec![QUIT, HELP],
        }
    }
}

fn in_game(app: &App, view: &View) -> Vec<FooterItem> {
    let is_numbered = view.is_numbered();
    let (plays, seated) = (app.may_play(), !view.is_spectator);
    possible([
        (plays || !is_numbered, MOVE),
        (plays, PLACE),
        (plays && is_numbered, DIGITS),
        (plays && !is_numbered, JUMP),
        (true, HELP),
        (true, QUIT),
        (plays && view.is_against_the_computer(), HINT),
        (seated, RESIGN),
        (!app.is_hotseat(), INVITE),
    ])
}

fn after_game(next: NextOptions, has_asked: bool) -> Vec<FooterItem> {
    let rematch = next.rematch && !has_asked;
    possible([(rematch, REMATCH), (next.new, NEW), (next.review, REVIEW), (true, QUIT), (true, HELP)])
}

fn possible<const N: usize>(items: [(bool, FooterItem); N]) -> Vec<FooterItem> {
    items.into_iter().filter_map(|(can, item)| can.then_some(item)).collect()
}

const MOVE: FooterItem = FooterItem::text("arrows", "move");
const DIGITS: FooterItem = FooterItem::text("1-9", "place");
const PLACE: FooterItem = FooterItem::button("Enter", "place", Action::Place);
const JUMP: FooterItem = FooterItem::button("g", "go to h8", Action::Jump);
const HELP: FooterItem = FooterItem::button("?", "help", Action::Help);
const QUIT: FooterItem = FooterItem::button("q", "quit", Action::Quit);
const HINT: FooterItem = FooterItem::button("H", "hint", Action::Hint);
const RESIGN: FooterItem = FooterItem::button("R", "resign", Action::Resign);
const INVITE: FooterItem = FooterItem::button("s", "invite", Action::Invite);
const REMATCH: FooterItem = FooterItem::button("r", "rematch", Action::Rematch);
const NEW: FooterItem = FooterItem::button("n", "new opponent", Action::New);
const REVIEW: FooterItem = FooterItem::button("v", "review", Action::Review);
const COMPUTER: FooterItem = FooterItem::button("a", "play the computer now", Action::Computer);
const WAIT: FooterItem = FooterItem::button("w", "keep waiting", Action::Wait);
const YES: FooterItem = FooterItem::button("y", "yes", Action::Yes);
const NO: FooterItem = FooterItem::button("n", "no", Action::No);
const DONE: FooterItem = FooterItem::text("Enter", "done");
const CANCEL: FooterItem = FooterItem::button("Esc", "cancel", Action::Close);
const SCROLL: FooterItem = FooterItem::text("up/down", "scroll");
const CLOSE: FooterItem = FooterItem::button("Esc", "close", Action::Close);

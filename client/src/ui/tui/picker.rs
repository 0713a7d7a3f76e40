//! The full screen before there is a server to connect to: servers are looked for, and one is chosen.

use ratatui::crossterm::event::KeyEvent;
use ratatui::layout::{Position, Rect};

use super::display::Display;
use super::draw::{hit, most_scroll};
use super::keys::{Action, Place, action};
use super::overlay::{Content, Overlay};
use super::scene::{Body, Connection, FooterItem, Hit, Invite, Scene, Server};
use crate::discovery::FoundServer;

#[derive(Debug)]
pub(crate) struct Picker {
    display: Display,
    /// None while servers are looked for.
    servers: Option<Vec<Server>>,
    cursor: usize,
    overlay: Overlay,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decision {
    Connect(usize),
    Quit,
    Interrupt,
    /// Draw everything anew.
    Redraw,
    /// Let the shell have the terminal for a while.
    Suspend,
}

impl Picker {
    pub(crate) fn looking(display: Display) -> Self {
        Self { display, servers: None, cursor: 0, overlay: Overlay::default() }
    }

    pub(crate) fn choosing(display: Display, servers: &[FoundServer]) -> Self {
        let server =
            |found: &FoundServer| Server { name: found.name.clone(), address: found.address.to_string() };
        Self { servers: Some(servers.iter().map(server).collect()), ..Self::looking(display) }
    }

    pub(crate) fn scene(&self) -> Scene<'_> {
        let (body, footer) = match &self.servers {
            None => (Body::Looking, vec![QUIT, HELP]),
            Some(servers) => {
                (Body::Picking { servers, cursor: self.cursor }, vec![MOVE, JOIN, DIGITS, QUIT, HELP])
            }
        };
        let overlay = self.overlay.scene(&Invite::Unknown);
        let footer = if overlay.is_some() { vec![CLOSE, SCROLL] } else { footer };
        let (connection, room, message) = (Connection::None, None, None);
        Scene { display: self.display, connection, room, body, overlay, message, footer }
    }

    /// A key was pressed, where the screen is so large.
    pub(crate) fn press(&mut self, key: KeyEvent, area: Rect) -> Option<Decision> {
        if self.overlay.is_open() {
            let most = most_scroll(&self.scene(), area);
            self.overlay.limit_scroll(most);
        }
        // What moves the cursor scrolls the help, wherever it is shown.
        let place = (self.servers.is_some() || self.overlay.is_open()).then_some(Place::Picking);
        self.act(action(key, place)?)
    }

    pub(crate) fn click(&mut self, at: Position, area: Rect) -> Option<Decision> {
        match hit(&self.scene(), area, at)? {
            Hit::Server(index) => Some(Decision::Connect(index)),
            Hit::Do(action) => self.act(action),
            Hit::Cell(_) => None,
        }
    }

    fn act(&mut self, action: Action) -> Option<Decision> {
        match action {
            Action::Interrupt => return Some(Decision::Interrupt),
            Action::Redraw => return Some(Decision::Redraw),
            Action::Suspend => return Some(Decision::Suspend),
            _ if self.overlay.is_open() => self.overlay.act(action),
            Action::Help => self.overlay.open(Content::Help),
            Action::Quit => return Some(Decision::Quit),
            action => return self.pick(action),
        }
        None
    }

    fn pick(&mut self, action: Action) -> Option<Decision> {
        let servers = self.servers.as_ref()?;
        match action {
            Action::Up => self.cursor = self.cursor.saturating_sub(1),
            Action::Down => self.cursor = (self.cursor + 1).min(servers.len().saturating_sub(1)),
            Action::Place => return Some(Decision::Connect(self.cursor)),
            Action::Digit(digit) => {
                let index = usize::from(digit).checked_sub(1).filter(|&index| index < servers.len());
                return index.map(Decision::Connect);
            }
            _ => {}
        }
        None
    }
}

const MOVE: FooterItem = FooterItem::text("up/down", "move");
const DIGITS: FooterItem = FooterItem::text("1-9", "join");
const SCROLL: FooterItem = FooterItem::text("up/down", "scroll");
const JOIN: FooterItem = FooterItem::button("Enter", "join", Action::Place);
const QUIT: FooterItem = FooterItem::button("q", "quit", Action::Quit);
const HELP: FooterItem = FooterItem::button("?", "help", Action::Help);
const CLOSE: FooterItem = FooterItem::button("Esc", "close", Action::Close);

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use ratatui::crossterm::event::{KeyCode, KeyModifiers};

    use super::*;
    use crate::address::Destination;
    use crate::ui::tui::display::Numbers;
    use crate::ui::tui::scene::Overlay;

    const DISPLAY: Display = Display { colour: true, ascii: false, numbers: Numbers::Reading, mouse: true };
    const AREA: Rect = Rect::new(0, 0, 60, 16);

    fn two() -> Picker {
        let server = |name: &str| FoundServer {
            name: name.to_owned(),
            address: Destination::parse(name).unwrap().address,
            version: "0.1.0".to_owned(),
            latency: Duration::ZERO,
        };
        Picker::choosing(DISPLAY, &[server("kitchen"), server("attic")])
    }

    fn pressed(picker: &mut Picker, code: KeyCode) -> Option<Decision> {
        picker.press(KeyEvent::new(code, KeyModifiers::NONE), AREA)
    }

    #[test]
    fn a_server_is_chosen_by_cursor_number_or_click() {
        let mut picker = two();
        assert_eq!(pressed(&mut picker, KeyCode::Down), None);
        assert_eq!(pressed(&mut picker, KeyCode::Down), None);
        assert_eq!(pressed(&mut picker, KeyCode::Enter), Some(Decision::Connect(1)));
        assert_eq!(pressed(&mut picker, KeyCode::Char('1')), Some(Decision::Connect(0)));
        assert_eq!(pressed(&mut picker, KeyCode::Char('3')), None, "there are two");
        let scene = picker.scene();
        let hits = |at| hit(&scene, AREA, at) == Some(Hit::Server(0));
        let at = AREA.positions().find(|&at| hits(at)).unwrap();
        assert_eq!(picker.click(at, AREA), Some(Decision::Connect(0)));
    }

    #[test]
    fn q_closes_the_help_before_it_quits() {
        for mut picker in [Picker::looking(DISPLAY), two()] {
            pressed(&mut picker, KeyCode::Char('?'));
            for _ in 0..100 {
                assert_eq!(pressed(&mut picker, KeyCode::Down), None);
            }
            let most = most_scroll(&picker.scene(), AREA);
            assert!(
                matches!(picker.scene().overlay, Some(Overlay::Help { scroll }) if scroll == most && most > 0)
            );
            assert_eq!(pressed(&mut picker, KeyCode::Char('q')), None);
            assert!(picker.scene().overlay.is_none());
            assert_eq!(pressed(&mut picker, KeyCode::Char('q')), Some(Decision::Quit));
        }
    }
}

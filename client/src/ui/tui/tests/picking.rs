//! A choice of servers, before there is a connection.

use super::*;
use crate::address::{Address, Destination};
use crate::app::Input;
use crate::app::command::{Command, Verb};
use crate::discovery::FoundServer;
use crate::ui::tui::draw::{hit, most_scroll};
use crate::ui::tui::scene::Hit;

const AREA: Rect = Rect::new(0, 0, 60, 16);

/// The screen, with an app to which nothing has happened.
struct Picker {
    screen: Screen,
    app: App,
    now: Instant,
}

impl Picker {
    fn new(names: &[&str]) -> Self {
        let now = Instant::now();
        let mode = Mode::Join(Join::default());
        let app = App::new(mode, Series::Open, InputMode::Person, false, now);
        let mut screen = Screen::new(DISPLAY, None, None, now);
        screen.servers.extend(names.iter().map(|&name| FoundServer {
            name: name.to_owned(),
            address: address(name),
            version: "0.1.0".to_owned(),
            latency: Duration::ZERO,
        }));
        Self { screen, app, now }
    }

    fn press(&mut self, code: KeyCode) -> Option<Act> {
        self.screen.press(self.now, KeyEvent::new(code, KeyModifiers::NONE), AREA, &self.app)
    }

    fn scene(&self) -> Scene<'_> {
        self.screen.scene(self.now, &self.app)
    }
}

fn address(name: &str) -> Address {
    Destination::parse(name).unwrap().address
}

fn connect(name: &str) -> Act {
    Act::Connect(address(name))
}

#[test]
fn a_server_is_chosen_by_cursor_number_or_click() {
    let mut picker = Picker::new(&["kitchen", "attic"]);
    assert_eq!(picker.press(KeyCode::Down), None);
    assert_eq!(picker.press(KeyCode::Down), None);
    assert_eq!(picker.press(KeyCode::Enter), Some(connect("attic")));
    assert_eq!(picker.press(KeyCode::Char('1')), Some(connect("kitchen")));
    assert_eq!(picker.press(KeyCode::Char('3')), None, "there are two");
    let hits = |at| hit(&picker.scene(), AREA, at) == Some(Hit::Server(0));
    let at = AREA.positions().find(|&at| hits(at)).unwrap();
    assert_eq!(picker.screen.click(picker.now, at, AREA, &picker.app), Some(connect("kitchen")));
}

#[test]
fn q_closes_the_help_before_it_quits() {
    for mut picker in [Picker::new(&[]), Picker::new(&["kitchen", "attic"])] {
        picker.press(KeyCode::Char('?'));
        for _ in 0..100 {
            assert_eq!(picker.press(KeyCode::Down), None);
        }
        let most = most_scroll(&picker.scene(), AREA);
        assert_eq!(picker.press(KeyCode::Up), None);
        assert_eq!(picker.scene().overlay.map(|overlay| overlay.scroll), most.checked_sub(1));
        assert_eq!(picker.press(KeyCode::Char('q')), None);
        assert!(picker.scene().overlay.is_none());
        let quit = Act::Input(Input::Command(Command::Say(Verb::Quit)));
        assert_eq!(picker.press(KeyCode::Char('q')), Some(quit));
    }
}

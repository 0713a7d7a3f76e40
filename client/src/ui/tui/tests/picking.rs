//! A choice from a menu, before there is a connection.

use super::*;
use crate::app::Input;
use crate::app::command::{Command, Verb};
use crate::ui::menu::Menu;
use crate::ui::tui::draw::{hit, most_scroll};
use crate::ui::tui::keys::Action;
use crate::ui::tui::scene::Overlay;

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
        let app = App::new(mode, InputMode::Person, false, now);
        let mut screen = Screen::new(DISPLAY, None, now);
        let rows: Vec<_> =
            names.iter().map(|name| [(*name).to_owned(), "192.168.1.23:7878".to_owned()]).collect();
        screen.menu =
            (!rows.is_empty()).then(|| Menu::new("Several servers were found", rows, String::new()));
        Self { screen, app, now }
    }

    fn press(&mut self, code: KeyCode) -> Option<Act> {
        self.screen.press(self.now, KeyEvent::new(code, KeyModifiers::NONE), AREA, &self.app)
    }

    fn scene(&self) -> Scene<'_> {
        self.screen.scene(self.now, &self.app)
    }
}

#[test]
fn a_row_is_chosen_by_cursor_number_or_click() {
    let mut picker = Picker::new(&["kitchen", "attic"]);
    assert_eq!(picker.press(KeyCode::Down), None);
    assert_eq!(picker.press(KeyCode::Down), None);
    assert_eq!(picker.press(KeyCode::Enter), Some(Act::Choose(1)));
    assert_eq!(picker.press(KeyCode::Char('1')), Some(Act::Choose(0)));
    assert_eq!(picker.press(KeyCode::Char('3')), None, "there are two");
    let hits = |at| hit(&picker.scene(), AREA, at) == Some(Action::Row(0));
    let at = AREA.positions().find(|&at| hits(at)).unwrap();
    assert_eq!(picker.screen.click(picker.now, at, AREA, &picker.app), Some(Act::Choose(0)));
}

#[test]
fn q_closes_the_help_before_it_quits_and_esc_quits_too() {
    for mut picker in [Picker::new(&[]), Picker::new(&["kitchen", "attic"])] {
        picker.press(KeyCode::Char('?'));
        for _ in 0..100 {
            assert_eq!(picker.press(KeyCode::Down), None);
        }
        let most = most_scroll(&picker.scene(), AREA);
        assert_eq!(picker.press(KeyCode::Up), None);
        assert_eq!(picker.scene().overlay, Some(Overlay::Help { scroll: most - 1 }));
        assert_eq!(picker.press(KeyCode::Char('q')), None);
        assert!(picker.scene().overlay.is_none());
        let quit = Act::Input(Input::Command(Command::Say(Verb::Quit)));
        assert_eq!(picker.press(KeyCode::Char('q')), Some(quit.clone()));
        assert_eq!(picker.press(KeyCode::Esc), Some(quit));
    }
}

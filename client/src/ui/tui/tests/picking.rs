//! A choice from a menu, before there is a connection.

use super::*;
use crate::ui::menu::Menu;
use crate::ui::tui::start_screen::{Chosen, StartScreen};

const AREA: Rect = Rect::new(0, 0, 60, 16);

fn picker(names: &[&str]) -> StartScreen {
    let rows: Vec<_> =
        names.iter().map(|name| [(*name).to_owned(), "192.168.1.23:7878".to_owned()]).collect();
    StartScreen::new(DISPLAY, Menu::new("Several servers were found", rows, String::new()))
}

fn press(screen: &mut StartScreen, code: KeyCode) -> Option<Chosen> {
    screen.drawn = draw(&screen.scene(), &mut Buffer::empty(AREA));
    screen.press(KeyEvent::new(code, KeyModifiers::NONE))
}

#[test]
fn a_row_is_chosen_by_cursor_number_or_click() {
    let mut picker = picker(&["kitchen", "attic"]);
    assert_eq!(press(&mut picker, KeyCode::Down), None);
    assert_eq!(press(&mut picker, KeyCode::Down), None);
    assert_eq!(press(&mut picker, KeyCode::Enter), Some(Chosen::Row(1)));
    assert_eq!(press(&mut picker, KeyCode::Char('1')), Some(Chosen::Row(0)));
    assert_eq!(press(&mut picker, KeyCode::Char('3')), None, "there are two");
    assert_eq!(picker.scene().message.unwrap().text, "Press a number from 1 to 2.");
    let at = AREA.positions().find(|&at| picker.drawn.hit(at) == Some(Action::Row(0))).unwrap();
    assert_eq!(picker.click(at), Some(Chosen::Row(0)));
}

#[test]
fn a_row_is_chosen_by_its_letter() {
    let mut picker = picker(&["kitchen", "attic"]);
    picker.menu.rows[1][1] = "h".to_owned();
    assert_eq!(press(&mut picker, KeyCode::Char('h')), Some(Chosen::Row(1)));
}

#[test]
fn a_window_too_small_to_draw_is_left_with_q_and_nothing_else_works() {
    let mut picker = picker(&["kitchen", "attic"]);
    picker.drawn = draw(&picker.scene(), &mut Buffer::empty(Rect::new(0, 0, 10, 4)));
    let mut press = |letter, modifiers| picker.press(KeyEvent::new(KeyCode::Char(letter), modifiers));
    assert_eq!([press('1', KeyModifiers::NONE), press('q', KeyModifiers::ALT)], [None, None]);
    assert_eq!(press('q', KeyModifiers::NONE), Some(Chosen::Leave));
    assert_eq!(press('d', KeyModifiers::CONTROL), Some(Chosen::Leave));
}

#[test]
fn a_key_that_does_nothing_names_one_that_works() {
    for mut picker in [picker(&[]), picker(&["kitchen", "attic"])] {
        assert_eq!(press(&mut picker, KeyCode::Char('?')), None);
        assert_eq!(picker.scene().message.unwrap().text, "? does nothing here. Press q to leave.");
    }
}

#[test]
fn q_and_esc_leave() {
    for mut picker in [picker(&[]), picker(&["kitchen", "attic"])] {
        assert_eq!(press(&mut picker, KeyCode::Char('q')), Some(Chosen::Leave));
        assert_eq!(press(&mut picker, KeyCode::Esc), Some(Chosen::Leave));
    }
}

#[test]
fn the_footer_offers_what_can_be_done() {
    let keys =
        |screen: &StartScreen| -> Vec<_> { screen.scene().footer.iter().map(|key| key.label).collect() };
    assert_eq!(keys(&picker(&[])), ["cancel", "quit"]);
    let picker = picker(&["kitchen", "attic"]);
    assert_eq!(keys(&picker), ["move", "choose", "choose", "cancel", "quit"]);
}

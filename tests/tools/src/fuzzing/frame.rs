//! A client's frame: parsed, written again, and validated.

use tictactoe_engine::Rules;
use tictactoe_protocol::client::{ClientFrame, ClientMessage, FrameError, Join};
use tictactoe_protocol::values;

const COMPLAINT: usize = 250;

/// Any text frame. The WebSocket refuses invalid UTF-8.
pub fn frame(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    match ClientFrame::parse(text) {
        Ok(frame) => good(text, &frame),
        Err(error) => bad(&error),
    }
}

fn good(text: &str, frame: &ClientFrame) {
    assert_eq!(ClientFrame::id_in(text), frame.id);
    let again = ClientFrame::parse(&frame.to_json()).expect("what is written can be read");
    assert_eq!(again, *frame);
    match &frame.message {
        ClientMessage::Join(join) => check_join(join),
        ClientMessage::Resume(resume) => {
            let shown = format!("{resume:?}");
            assert_eq!(shown, "Resume { ticket: Ticket(hidden) }");
            super::ticket(resume.ticket.reveal().as_bytes());
        }
        _ => {}
    }
}

fn check_join(join: &Join) {
    for text in [&join.name, &join.room].into_iter().flatten() {
        super::name(text.as_bytes());
    }
    let Some(asked) = join.rules else { return };
    if let Ok(rules) = Rules::new(asked.columns, asked.rows, asked.run) {
        let plain = values::Rules { misere: false, gravity: false, ..asked };
        assert_eq!(values::Rules::new(rules.columns(), rules.rows(), rules.run()), plain);
    }
}

fn bad(error: &FrameError) {
    let (FrameError::NotJson(detail) | FrameError::BadMessage(detail)) = error;
    assert!(detail.chars().count() <= COMPLAINT, "{detail}");
}

//! What the bridge remembers of what passes, so that it can come back.

use tictactoe_protocol::client::{ClientFrame, ClientMessage, Empty};
use tictactoe_protocol::refusal::{Code, Refused};
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::values::FrameId;

use crate::net::pass::Pass;

/// Where the program is: what it asked for, and what proves its seat.
#[derive(Debug, Clone)]
pub(super) struct Memory {
    now: Place,
    /// Where it was before the message with this id, which may be refused.
    before: Option<(Option<FrameId>, Place)>,
}

#[derive(Debug, Clone, Default)]
struct Place {
    /// The `join`, `watch` or `resume` that led there.
    asked: Option<ClientMessage>,
    pass: Option<Pass>,
    /// Whether the game there is over.
    is_over: bool,
}

impl Memory {
    /// Of a program that begins with this message, or with what an earlier run left behind.
    pub(super) const fn new(asked: ClientMessage, pass: Option<Pass>) -> Self {
        Self { now: Place { asked: Some(asked), pass, is_over: false }, before: None }
    }

    /// A line that goes to the server.
    pub(super) fn on_line(&mut self, line: &str) {
        let Ok(ClientFrame { id, message }) = ClientFrame::parse(line) else { return };
        let next = match message {
            ClientMessage::Join(_) | ClientMessage::Watch(_) | ClientMessage::Resume(_) => {
                Place { asked: Some(message), ..Place::default() }
            }
            ClientMessage::Leave(_) => Place::default(),
            _ => return,
        };
        self.before = Some((id, std::mem::replace(&mut self.now, next)));
    }

    /// A frame that came from the server.
    pub(super) fn on_frame(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::Seated(seated) => self.arrive(Some(Pass::Seat(seated.ticket.clone()))),
            ServerMessage::Waiting(waiting) => self.arrive(Some(Pass::Place(waiting.ticket.clone()))),
            ServerMessage::State(snapshot) => {
                self.now.is_over = snapshot.result.is_some();
                // Whoever watches hears nothing else. Of a match that was left a state may still be on its way.
                if matches!(self.now.asked, Some(ClientMessage::Watch(_))) {
                    self.before = None;
                }
            }
            ServerMessage::Done(done) if self.is_newest(Some(&done.id)) => self.before = None,
            ServerMessage::Refused(refused) => self.on_refused(refused),
            _ => {}
        }
    }

    /// The program is where it asked to be.
    fn arrive(&mut self, pass: Option<Pass>) {
        self.now.pass = pass;
        self.now.is_over = false;
        self.before = None;
    }

    fn on_refused(&mut self, refused: &Refused) {
        let answers_change = self.is_newest(refused.id.as_ref())
            && (refused.id.is_some() || may_answer(refused.code, self.now.asked.as_ref()));
        if answers_change {
            if let Some((_, before)) = self.before.take() {
                self.now = before;
            }
        } else if refused.id.is_none() && refused.code == Code::NoSuchMatch {
            self.now = Place::default();
        }
    }

    /// Whether a receipt is that of the message that changed the place last.
    fn is_newest(&self, id: Option<&FrameId>) -> bool {
        let is_change = |code: &(Option<FrameId>, Place)| code.0.as_ref() == id;
        self.before.as_ref().is_some_and(is_change)
    }

    /// What is said first on a connection that stands again. A program that is nowhere only shows that it is there.
    pub(super) fn first_word(&self) -> ClientMessage {
        match (&self.now.pass, &self.now.asked) {
            (Some(pass), _) => pass.words(),
            (None, Some(asked)) => asked.clone(),
            (None, None) => ClientMessage::Ping(Empty {}),
        }
    }

    /// Drops what the server does not know any more. Says whether a wish is left that can be said again: that of
    /// whoever only waited.
    pub(super) fn lose_pass(&mut self) -> bool {
        let pass = self.now.pass.take();
        pass.is_some_and(|pass| !pass.is_seat()) && matches!(self.now.asked, Some(ClientMessage::Join(_)))
    }

    /// The program is nowhere.
    pub(super) fn forget(&mut self) {
        self.now = Place::default();
    }

    /// What a later run needs to go on; none when there is no game to come back to.
    pub(super) fn keepsake(&self) -> Option<Vec<Pass>> {
        self.now.pass.clone().filter(|_| !self.now.is_over).map(|pass| vec![pass])
    }

    /// Whether there is nothing to watch any more.
    pub(super) const fn is_over(&self) -> bool {
        self.now.is_over || self.now.asked.is_none()
    }
}

/// Whether a refusal without an id may be that of the message that led here: most are those of moves. That a match is
/// not there is also said, unasked, of the one in which the program is.
const fn may_answer(code: Code, asked: Option<&ClientMessage>) -> bool {
    match code {
        Code::NoSuchMatch => matches!(asked, Some(ClientMessage::Watch(_) | ClientMessage::Resume(_))),
        Code::AlreadySeated
        | Code::BadName
        | Code::BadRoom
        | Code::BadRules
        | Code::Left
        | Code::BadTicket
        | Code::Unavailable
        | Code::RateLimited => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use tictactoe_protocol::client::{Join, Resume};
    use tictactoe_protocol::ticket::Ticket;

    use super::*;
    use crate::testing::server::frame;
    use crate::testing::snapshots::{snapshot, won};

    const SEATED: &str = r#"{"type":"seated","match":"m1","ticket":"m1.secret","mark":"X"}"#;
    const WAITING: &str = r#"{"type":"waiting","rules":{"columns":3,"rows":3,"run":3},"room":null,"computer_in_ms":null,"ticket":"m1.place"}"#;

    fn ticket(word: &str) -> Ticket {
        Ticket::new(word.to_owned())
    }

    fn joined() -> Memory {
        Memory::new(ClientMessage::Join(Join::default()), None)
    }

    fn seated() -> Memory {
        let mut memory = joined();
        memory.on_frame(&frame(SEATED));
        memory
    }

    #[test]
    fn the_newest_ticket_that_passed_is_shown() {
        let mut memory = joined();
        assert_eq!(memory.first_word(), ClientMessage::Join(Join::default()));
        memory.on_frame(&frame(WAITING));
        assert_eq!(memory.first_word(), ClientMessage::Resume(Resume { ticket: ticket("m1.place") }));
        memory.on_frame(&frame(SEATED));
        assert_eq!(memory.first_word(), ClientMessage::Resume(Resume { ticket: ticket("m1.secret") }));
    }

    #[test]
    fn what_the_program_itself_asks_for_counts() {
        let mut memory = seated();
        memory.on_line(r#"{"type":"leave","id":1}"#);
        assert_eq!(memory.first_word(), ClientMessage::Ping(Empty {}));
        assert_eq!(memory.keepsake(), None);
        memory.on_line(r#"{"type":"join","name":"Bot"}"#);
        let wish = Join { name: Some("Bot".into()), ..Join::default() };
        assert_eq!(memory.first_word(), ClientMessage::Join(wish));
    }

    #[test]
    fn a_change_that_was_refused_is_none() {
        let mut memory = seated();
        memory.on_line(r#"{"type":"leave","id":1}"#);
        memory.on_frame(&frame(r#"{"type":"refused","id":2,"code":"taken","message":"No."}"#));
        assert_eq!(memory.keepsake(), None);
        memory.on_frame(&frame(r#"{"type":"refused","id":1,"code":"unavailable","message":"No."}"#));
        assert!(memory.keepsake().is_some());
        memory.on_line(r#"{"type":"join"}"#);
        memory.on_frame(&frame(r#"{"type":"refused","code":"already_seated","message":"No."}"#));
        assert_eq!(memory.first_word(), ClientMessage::Resume(Resume { ticket: ticket("m1.secret") }));
    }

    #[test]
    fn a_refused_move_takes_no_seat_away() {
        let mut memory = seated();
        memory.on_frame(&ServerMessage::State(Box::new(won())));
        memory.on_line(r#"{"type":"leave"}"#);
        memory.on_line(r#"{"type":"join"}"#);
        memory.on_frame(&frame(r#"{"type":"refused","code":"not_seated","message":"No."}"#));
        assert_eq!(memory.first_word(), ClientMessage::Join(Join::default()), "it answers no join");
        memory.on_frame(&ServerMessage::State(Box::new(won())));
        memory.on_frame(&frame(WAITING));
        assert!(memory.keepsake().is_some(), "the game that is over was another one");
        memory.on_frame(&frame(SEATED));
        memory.on_frame(&ServerMessage::State(Box::new(snapshot(&[]))));
        for code in ["no_such_cell", "unavailable", "already_seated"] {
            memory.on_frame(&frame(&format!(r#"{{"type":"refused","code":"{code}","message":"No."}}"#)));
            assert_eq!(memory.first_word(), ClientMessage::Resume(Resume { ticket: ticket("m1.secret") }));
        }
        assert!(memory.keepsake().is_some());
    }

    #[test]
    fn a_watch_that_was_refused_leads_nowhere_else() {
        let mut memory = Memory::new(ClientMessage::Ping(Empty {}), None);
        memory.on_line(r#"{"type":"join"}"#);
        memory.on_frame(&frame(r#"{"type":"refused","code":"bad_name","message":"No."}"#));
        assert_eq!(memory.first_word(), ClientMessage::Ping(Empty {}));
        memory.on_line(r#"{"type":"watch","match":"m9"}"#);
        memory.on_frame(&frame(r#"{"type":"refused","code":"no_such_match","message":"No."}"#));
        assert_eq!(memory.first_word(), ClientMessage::Ping(Empty {}));
        memory.on_line(r#"{"type":"watch","match":"m1"}"#);
        memory.on_frame(&ServerMessage::State(Box::new(snapshot(&[]))));
        memory.on_frame(&frame(r#"{"type":"refused","code":"rate_limited","message":"No."}"#));
        assert!(matches!(memory.first_word(), ClientMessage::Watch(_)), "it has begun");
    }

    #[test]
    fn nothing_is_kept_of_a_game_that_is_over() {
        let mut memory = seated();
        memory.on_frame(&ServerMessage::State(Box::new(snapshot(&[]))));
        assert!(memory.keepsake().is_some() && !memory.is_over());
        memory.on_frame(&ServerMessage::State(Box::new(won())));
        assert!(memory.keepsake().is_none() && memory.is_over());
        memory.on_frame(&frame(r#"{"type":"refused","code":"no_such_match","message":"Gone."}"#));
        assert_eq!(memory.first_word(), ClientMessage::Ping(Empty {}));
    }
}

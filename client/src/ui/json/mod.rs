//! The `json` face: the protocol's frames, one a line, both ways: the bridge for programs that speak over
//! standard input and output.
//!
//! The client says the first word, the `join` or the `watch` that its flags ask for. From then on each line
//! of input goes to the server as it is, and each frame of the server comes out as it came.
//!
//! A connection that is lost is made again: the bridge sends `resume` with the newest ticket of `waiting` or `seated`,
//! under the id `tictactoe-back`, and a `welcome`, a `seated` and the newest `state` (or `waiting`) come out again. If
//! the program was only waiting and the server does not know its ticket any more, the bridge sends the program's `join`
//! again. To join again after a cancelled game is left to the program. What was sent before and has no receipt is not
//! repeated: the state shows whether it arrived. What the program writes while there is no connection is not sent
//! either; it is answered at once by a `refused` with the code `unavailable`, because the position that it was meant
//! for may have passed. A seat's ticket that is refused then ends the run. What happens to the connection is told on
//! standard error.
//!
//! * `retaking`: the first word, and the seat that an earlier run has left behind.
//! * `returning`: the connection is lost, and made again.
//! * `memory`: where the program is, from what passes.
//! * `line`: a frame as one line.

mod line;
mod memory;
mod retaking;
mod returning;

use std::io::Write as _;
use std::time::Instant;

use tictactoe_protocol::client::{ClientFrame, ClientMessage, Empty};
use tictactoe_protocol::refusal::{Closing, Code, Refused};
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::values::FrameId;

use crate::exit::Failure;
use crate::mode::{CLOSING_TIME, LEAVE_TIME, LinkId, Mode, pause};
use crate::net::backoff::{Backoff, RetryPolicy};
use crate::net::links::News;
use crate::net::pass::Pass;
use crate::session::{Ends, sleep_until};
use crate::ui::console::Console;
use crate::ui::stdin::Line;
use line::one_line;
use memory::Memory;

/// The id of the first message: its refusal ends the run.
const ENTER: &str = "tictactoe-enter";

/// The id of the first message on a connection that stands again.
const BACK: &str = "tictactoe-back";

/// The id of the last message: its receipt ends the run.
const LEAVE: &str = "tictactoe-leave";

/// What becomes of a line that is written while there is no connection.
const NOT_SENT: &str = "The connection is lost, and this was not sent: wait for the next state.";

/// Carries frames and lines until the input ends or the connection does for good. A watch whose input has ended
/// goes on to the end of the game. With the pass of an earlier run its seat is taken again.
pub(crate) async fn run(
    mode: Mode,
    kept: Option<Pass>,
    patience: RetryPolicy,
    ends: Ends<'_, Console>,
) -> Result<(), Failure> {
    let watches = matches!(mode, Mode::Watch(_));
    let Some((_, wish)) = mode.first_words().into_iter().next() else { return Ok(()) };
    let mut bridge = Bridge {
        ends,
        memory: Memory::new(wish.clone(), kept.clone()),
        wish,
        standing: Standing::Up,
        comeback: Backoff::new(patience),
        cause: String::new(),
        closing: None,
        again_at: None,
        held_back: kept.map(|_| Vec::new()),
    };
    bridge.say_first(ENTER).await;
    let mut is_open = true;
    while is_open || (watches && !bridge.memory.is_over()) {
        let wake_at = bridge.wake_at();
        tokio::select! {
            (_, news) = bridge.ends.links.next() => bridge.on_news(news).await?,
            line = bridge.ends.front.lines.recv(), if is_open => match line {
                Some(line) => bridge.take(line).await?,
                None => is_open = false,
            },
            () = sleep_until(wake_at) => bridge.on_woke().await?,
        }
        bridge.keep();
    }
    bridge.leave().await
}

/// The two sides, and what has been said between them.
struct Bridge<'a> {
    ends: Ends<'a, Console>,
    memory: Memory,
    /// What the flags ask for.
    wish: ClientMessage,
    standing: Standing,
    comeback: Backoff,
    /// Why the last try failed, within a sentence.
    cause: String,
    /// What the server says before it closes the connection, and when it should have done so.
    closing: Option<(Closing, Instant)>,
    /// When to say again what a busy server did not look at.
    again_at: Option<Instant>,
    /// The answers to the pass of an earlier run, until it is known what it is worth.
    held_back: Option<Vec<String>>,
}

/// How it stands with the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    Up,
    Lost,
    Calling,
    Returning,
}

impl Bridge<'_> {
    async fn send(&mut self, frame: &ClientFrame) {
        self.ends.links.send(LinkId::First, frame.to_json()).await;
    }

    /// Says where the program is, or wants to be.
    async fn say_first(&mut self, id: &str) {
        self.send(&frame(id, self.memory.first_word())).await;
    }

    fn keep(&mut self) {
        if let Some(warning) = self.ends.keeper.keep(self.memory.keepsake()) {
            tell(&warning);
        }
    }

    fn wake_at(&self) -> Option<Instant> {
        let closed_by = self.closing.as_ref().map(|&(_, until)| until);
        [closed_by, self.again_at, self.comeback.wake_at()].into_iter().flatten().min()
    }

    async fn on_woke(&mut self) -> Result<(), Failure> {
        let now = Instant::now();
        if self.closing.as_ref().is_some_and(|&(_, until)| until <= now) {
            self.ends.links.hang_up(LinkId::First);
            return self.on_gone(Failure::Lost("the server was closing it".to_owned()));
        }
        if self.comeback.is_over(now) {
            return Err(self.gave_up());
        }
        if self.comeback.take_due(now) {
            self.standing = Standing::Calling;
            self.ends.links.call(LinkId::First);
        }
        if self.again_at.is_some_and(|at| at <= now) {
            self.again_at = None;
            self.say_first(if self.standing == Standing::Up { ENTER } else { BACK }).await;
        }
        Ok(())
    }

    /// Sends one line of the program's.
    async fn take(&mut self, line: Line) -> Result<(), Failure> {
        match line {
            Line::Text(line) if line.trim().is_empty() => Ok(()),
            Line::Text(line) if self.standing != Standing::Up => {
                let (code, message) = (Code::Unavailable, NOT_SENT.to_owned());
                let id = ClientFrame::id_in(&line);
                let refused = Refused { id, code, message, legal: None, retry_in_ms: None, match_id: None };
                self.print(&ServerMessage::Refused(refused).to_json()).await
            }
            Line::Text(line) => {
                self.memory.on_line(&line);
                self.ends.links.send(LinkId::First, line.trim().to_owned()).await;
                Ok(())
            }
            Line::Bad(error) => {
                tell(&format!("Not sent: {error}."));
                Ok(())
            }
            Line::Failed(why) => Err(Failure::Input(why)),
        }
    }

    async fn on_news(&mut self, news: News) -> Result<(), Failure> {
        match news {
            News::Text(text) => self.on_frame(&text).await,
            News::Stands => {
                self.standing = Standing::Returning;
                "the server does not answer".clone_into(&mut self.cause);
                self.say_first(BACK).await;
                Ok(())
            }
            News::Gone(failure) => self.on_gone(failure),
        }
    }

    /// Prints one frame of the server's, and heeds what concerns the bridge itself.
    async fn on_frame(&mut self, text: &str) -> Result<(), Failure> {
        let message = ServerMessage::parse(text).map_err(|_| Failure::unreadable())?;
        if let ServerMessage::Refused(refused) = &message {
            if answers(refused.id.as_ref(), ENTER) {
                return self.on_enter_refused(refused, text).await;
            }
            if answers(refused.id.as_ref(), BACK) {
                return self.on_back_refused(refused, text).await;
            }
        }
        self.memory.on_frame(&message);
        self.note_return(&message);
        if let ServerMessage::Closing(closing) = &message {
            self.closing = Some((closing.clone(), Instant::now() + CLOSING_TIME));
        }
        match self.held_back.take() {
            Some(held) => self.on_answer_to_kept(held, &message, text).await,
            None => self.print(text).await,
        }
    }

    async fn print(&mut self, text: &str) -> Result<(), Failure> {
        self.ends.front.write(&one_line(text)).await
    }

    /// Gives the seat up and prints what comes until the server has heard it. Without a connection nobody can be
    /// told: the seat stays.
    async fn leave(&mut self) -> Result<(), Failure> {
        if self.standing != Standing::Up {
            return Ok(());
        }
        self.memory.forget();
        self.keep();
        let last = frame(LEAVE, ClientMessage::Leave(Empty {}));
        let until = Instant::now() + LEAVE_TIME;
        let mut leave_at = Some(Instant::now());
        loop {
            tokio::select! {
                biased;
                () = sleep_until(leave_at) => {
                    leave_at = None;
                    self.send(&last).await;
                }
                (_, news) = self.ends.links.next() => {
                    let News::Text(text) = news else { return Ok(()) };
                    let message = ServerMessage::parse(&text).map_err(|_| Failure::unreadable())?;
                    self.print(&text).await?;
                    match message {
                        ServerMessage::Done(done) if answers(Some(&done.id), LEAVE) => return Ok(()),
                        ServerMessage::Refused(refused) if answers(refused.id.as_ref(), LEAVE) => {
                            let Some(wait) = pause(&refused) else { return Ok(()) };
                            leave_at = Some(Instant::now() + wait);
                        }
                        ServerMessage::Refused(refused)
                            if answers(refused.id.as_ref(), ENTER) && pause(&refused).is_none() =>
                        {
                            return Err(Failure::refused(&refused));
                        }
                        _ => {}
                    }
                },
                () = sleep_until(Some(until)) => {
                    // Whoever says nothing does not answer a goodbye either.
                    self.ends.links.hang_up(LinkId::First);
                    return Ok(());
                }
            }
        }
    }
}

/// Says something beside the frames. Standard error may be closed; nobody has to hear this.
fn tell(text: &str) {
    if !text.is_empty() {
        writeln!(std::io::stderr(), "{text}").ok();
    }
}

fn frame(id: &str, message: ClientMessage) -> ClientFrame {
    ClientFrame { id: Some(FrameId::Text(id.to_owned())), message }
}

fn answers(id: Option<&FrameId>, to: &str) -> bool {
    matches!(id, Some(FrameId::Text(id)) if id == to)
}

//! Which words can be used now, why the others cannot, and when a line's turn has come.

use super::arena::Arena;
use super::command::Verb;
use super::input_queue::Input;
use super::notice::Declined;
use super::view::View;
use super::{App, Hosting};

impl App {
    /// Why a word cannot be used now.
    pub(crate) fn check(&self, verb: Verb) -> Result<(), Declined> {
        match verb {
            Verb::Help | Verb::Mute | Verb::Quit => Ok(()),
            Verb::Board | Verb::Moves => self.seen().map(|_| ()),
            Verb::Join => require(self.found.is_some(), Declined::NoOtherServer),
            _ if self.is_lost() => Err(Declined::Lost),
            Verb::Hint => self.check_hint(),
            Verb::Review => self.check_review(),
            Verb::Computer | Verb::Wait => self.check_waiting(verb),
            Verb::Resign => require(!self.seated()?.is_over(), Declined::GameOver),
            Verb::Rematch | Verb::New if self.view().is_none() && self.is_arena_over() => {
                Err(Declined::ArenaOver)
            }
            Verb::Rematch if self.arena().is_some_and(Arena::is_set_aside) => Ok(()),
            Verb::Rematch => self.check_rematch(self.seated()?),
            Verb::Decline => self.check_decline(self.seated()?),
            Verb::TakeBack => self.check_takeback(self.seated()?),
            Verb::Continue => {
                let view = self.seated()?;
                require(view.is_over(), Declined::GameOn)?;
                require(view.snapshot.continuable, Declined::NotContinuable)
            }
            Verb::NextLevel => require(!self.wish.purpose.is_watch(), Declined::Watching),
            Verb::Invite | Verb::InviteByCode | Verb::New if self.wish.purpose.is_hotseat() => {
                Err(Declined::NobodyElse)
            }
            Verb::Invite | Verb::InviteByCode => {
                require(self.hosting != Some(Hosting::Private), Declined::Private)
            }
            Verb::New if self.is_match_gone() => Ok(()),
            Verb::New if self.arena().is_some() => Err(Declined::InArena),
            Verb::New => self.seated().map(|_| ()),
        }
    }

    /// Is the word worth showing now?
    pub(crate) fn offers(&self, verb: Verb) -> bool {
        let is_against_the_computer = || self.view().is_some_and(View::is_against_the_computer);
        match verb {
            Verb::NextLevel => self.check(Verb::Rematch).is_ok() && is_against_the_computer(),
            verb => self.check(verb).is_ok(),
        }
    }

    /// The match in which this client has a seat.
    pub(super) fn seated(&self) -> Result<&View, Declined> {
        let view = self.seen()?;
        require(!view.is_spectator, Declined::Watching).map(|()| view)
    }

    /// This client is to move, and nothing of its own is on the way.
    pub(super) fn check_turn(&self) -> Result<(), Declined> {
        let view = self.seated()?;
        let turn = view.snapshot.turn.ok_or(Declined::GameOver)?;
        require(view.mover().is_some(), Declined::NotYourTurn { name: view.name(turn) })?;
        require(!self.is_busy(), Declined::Unanswered)
    }

    pub(super) fn check_no_arena(&self) -> Result<(), Declined> {
        require(self.arena().is_none(), Declined::InArena)
    }

    /// The match that is played or watched.
    fn seen(&self) -> Result<&View, Declined> {
        let missing = if self.is_match_gone() { Declined::Forgotten } else { Declined::NoMatch };
        self.view().ok_or(missing)
    }

    /// Something was sent whose outcome is not known yet.
    pub(super) fn is_busy(&self) -> bool {
        self.requests.is_busy()
    }

    /// A line waits for the player's turn, and until the computer has answered. `quit` waits only for the answer to what
    /// was sent before, unless a busy server has deferred that; without a connection it is all that can be done. The end
    /// of input ends neither a watch nor the wait for an answer.
    pub(super) fn is_time_for(&self, input: &Input) -> bool {
        if self.is_lost() {
            return input.says(Verb::Quit);
        }
        let (is_watch, is_thinking) = (self.wish.purpose.is_watch(), self.requests.has_question());
        match (input, self.view()) {
            (Input::End, _) if is_watch => false,
            (Input::End, None) => true,
            _ if input.says(Verb::Quit) => {
                !(self.is_busy() || is_thinking) || self.requests.retry_at().is_some()
            }
            _ if is_thinking => false,
            (Input::End, Some(view)) if view.is_over() && !self.is_busy() => true,
            (_, None) => false,
            // A spectator's review waits for the end of the game.
            (_, Some(view)) if input.says(Verb::Review) => view.is_over() || self.may_play(),
            (_, Some(_)) => is_watch || self.may_play(),
        }
    }

    pub(crate) fn may_play(&self) -> bool {
        let is_mover = self.view().is_some_and(|view| view.mover().is_some());
        is_mover && !self.is_lost() && !self.is_busy()
    }

    fn check_hint(&self) -> Result<(), Declined> {
        require(self.seated()?.is_against_the_computer(), Declined::NoHints)?;
        self.check_turn()?;
        require(!self.requests.has_question(), Declined::Thinking)
    }

    fn check_review(&self) -> Result<(), Declined> {
        let view = self.seen()?;
        require(view.is_over(), Declined::GameOn)?;
        require(!view.snapshot.moves.is_empty(), Declined::NoMoves)?;
        require(!self.requests.has_question(), Declined::Thinking)
    }

    fn check_waiting(&self, verb: Verb) -> Result<(), Declined> {
        let (waiting, _) = self.waiting().ok_or(Declined::NotWaiting)?;
        self.check_no_arena()?;
        require(waiting.computer_in_ms.is_some() || verb == Verb::Computer, Declined::NoComputerComes)
    }

    fn check_rematch(&self, view: &View) -> Result<(), Declined> {
        require(view.is_over(), Declined::GameOn)?;
        let name = view.opponent().map_or_else(String::new, |mark| view.name(mark));
        require(!self.is_arena_over(), Declined::ArenaOver)?;
        require(view.is_in_arena() || view.snapshot.rematch.open, Declined::OpponentLeft { name })?;
        require(!self.requests.has_asked(view) && self.input.is_person(), Declined::Asked)
    }

    fn check_decline(&self, view: &View) -> Result<(), Declined> {
        // In a series the client has offered the rematch, and goes on offering it.
        let is_offered = !view.snapshot.rematch.offers.is_empty() || self.requests.has_asked(view);
        let is_rematch_offered = view.is_over() && is_offered && self.input.is_person();
        require(view.takeback_asked_by().is_some() || is_rematch_offered, Declined::NoOffer)
    }

    fn check_takeback(&self, view: &View) -> Result<(), Declined> {
        require(!view.is_over(), Declined::GameOver)?;
        require(!self.is_busy(), Declined::Unanswered)?;
        require(view.takeback_asked_by().is_some() || view.has_own_move(), Declined::NothingToTakeBack)
    }
}

pub(super) fn require(is_met: bool, otherwise: Declined) -> Result<(), Declined> {
    if is_met { Ok(()) } else { Err(otherwise) }
}

//! The core that every interface shares: state and event in, effects out.
//!
//! No sockets, no clock, no input or output. It computes nothing about the rules of the game: what is legal, whose turn
//! it is and who won is read from the server's snapshots.
//!
//! [`App`] owns the run: waiting, playing, what follows a game, leaving. Its parts:
//! * `arena`: the arena; `game`: the match as it was last seen; `view`: a snapshot as its viewer sees it;
//!   `change`: what happened since.
//! * `wish`: what the player asks for; `allowed`: which words can be used now.
//! * `input_queue`: what was typed and waits for its time; `command`: the words and squares that can be typed.
//! * `requests`: what was asked of the server and is not settled; `reminders`: what is said later if nothing happens first.
//! * `notice`: what the interfaces are told.

mod allowed;
pub(crate) mod arena;
pub(crate) mod change;
pub(crate) mod command;
pub(crate) mod game;
mod input_queue;
pub(crate) mod notice;
mod reminders;
mod requests;
#[cfg(test)]
mod tests;
pub(crate) mod view;
mod wish;

use std::mem;
use std::time::{Duration, Instant};

use tictactoe_protocol::analysis::{Hint, Review};
use tictactoe_protocol::client::{
    ClientFrame, ClientMessage, InGame, Join, NextGame, React, Rename, TakeBack,
};
use tictactoe_protocol::refusal::{Code, Refused};
use tictactoe_protocol::server::{ServerMessage, Waiting};
use tictactoe_protocol::snapshot::Snapshot;
use tictactoe_protocol::text::{Name, Room};
use tictactoe_protocol::values::{BestOf, FrameId, Level, Mark, MarkPreference, Opponent, Reaction, Rules};

use crate::address::{Address, LinkTarget};
use crate::failure::Failure;
use crate::net::connection::{Connection, ConnectionEvent, Incoming, SocketCommand, SocketEvent, Step};
use crate::net::whereabouts::is_match_forgotten;
use crate::preferences::Preferences;
use crate::purpose::{InputMode, Purpose, keep_name_and_invitation};
use allowed::require;
use arena::Arena;
use change::{Change, OfferStep};
use command::{Command, Verb};
use game::{Game, TIME_SHORT};
use input_queue::InputQueue;
pub(crate) use input_queue::{Input, Line};
use notice::{Declined, Notice, Question};
use reminders::{Reminder, Reminders};
use requests::{Refusal, Requests};
use view::{Offer, View};
use wish::Wish;

/// A host for whom no one comes is told why after this long.
const LONELY: Duration = Duration::from_secs(30);

/// How long a message may go unanswered before a person is told.
const LONG_SILENCE: Duration = Duration::from_secs(3);

#[derive(Debug)]
pub(crate) enum Event {
    Socket(SocketEvent),
    Input(Input),
    /// A server has appeared on the network.
    Found {
        name: String,
        address: Address,
    },
    /// The time of [`App::wake_at`] has come.
    Woke,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    Socket(SocketCommand),
    Show(Notice),
    Remember(Preferences),
    /// Say how others get here.
    Invite {
        has_code: bool,
    },
    /// Play on another server instead. Always the last effect.
    Join(Address),
    /// The run is over. Always the last effect.
    End(Result<(), Failure>),
}

#[derive(Debug)]
pub(crate) struct App {
    wish: Wish,
    connection: Connection,
    /// The server inside this program, if the match is played there.
    pub(crate) hosting: Option<Hosting>,
    /// A server that can be joined instead.
    found: Option<Address>,
    stage: Stage,
    game: Game,
    requests: Requests,
    input: InputQueue,
    reminders: Reminders,
    /// Reactions of others are hidden.
    pub(crate) is_muted: bool,
    /// The server hands out this program.
    pub(crate) has_downloads: bool,
    arena: Option<Arena>,
    now: Instant,
    effects: Vec<Effect>,
}

/// What is at stake if this program ends, because the server is inside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Hosting {
    /// The games of the people at this terminal, which are not kept.
    Private,
    /// The games of these guests.
    Network { guests: Vec<String> },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The client waits, plays or watches, or has asked to.
    Present,
    /// It leaves, and then asks for another match.
    MovingOn,
    /// It leaves, and does not wait long for the answer.
    Quitting,
    Ended,
}

impl App {
    pub(crate) fn new(purpose: Purpose, input_mode: InputMode, connection: Connection, now: Instant) -> Self {
        Self {
            wish: Wish::new(purpose),
            connection,
            hosting: None,
            found: None,
            stage: Stage::Present,
            game: Game::default(),
            requests: Requests::default(),
            input: InputQueue::new(input_mode),
            reminders: Reminders::default(),
            is_muted: false,
            has_downloads: false,
            arena: None,
            now,
            effects: Vec::new(),
        }
    }

    pub(crate) fn handle(&mut self, now: Instant, event: Event) -> Vec<Effect> {
        if self.stage == Stage::Ended {
            return Vec::new();
        }
        self.now = now;
        match event {
            Event::Socket(event) => {
                let steps = self.connection.on_socket(now, event);
                self.follow(steps);
            }
            Event::Input(input) => self.on_input(input),
            Event::Found { name, address } => {
                self.show(Notice::Found(name));
                self.found = Some(address);
            }
            Event::Woke => self.on_woke(),
        }
        self.advance();
        if !self.is_busy() && !self.requests.has_question() {
            self.reminders.set(Reminder::Unanswered, None);
        }
        mem::take(&mut self.effects)
    }
}

/// What the interfaces ask.
impl App {
    pub(crate) const fn connection(&self) -> &Connection {
        &self.connection
    }

    pub(crate) const fn view(&self) -> Option<&View> {
        self.game.view.as_ref()
    }

    pub(crate) const fn seen_at(&self) -> Option<Instant> {
        self.game.seen_at
    }

    /// The cell that was played and is not yet on the board.
    pub(crate) fn sent_cell(&self) -> Option<u8> {
        self.requests.cell_played().filter(|_| self.is_busy() && !self.is_lost())
    }

    pub(crate) fn wants_input(&self) -> bool {
        self.stage == Stage::Present && self.input.has_room()
    }

    pub(crate) const fn question(&self) -> Option<Question> {
        self.input.question
    }

    /// A question is open, or was withdrawn while the player may have answered it.
    pub(crate) const fn expects_answer(&self) -> bool {
        self.input.expects_answer()
    }

    /// The newest `waiting` of the server, and when it came; none once the wait is over.
    pub(crate) fn waiting(&self) -> Option<&(Waiting, Instant)> {
        self.connection.whereabouts().waiting().filter(|_| self.view().is_none())
    }

    /// What others open: the match, to watch it, or the arena or the room of a player who waits.
    pub(crate) fn invites_to(&self) -> Option<LinkTarget> {
        if let Some(view) = self.view() {
            return Some(LinkTarget::Match(view.snapshot.match_id.clone()));
        }
        let (waiting, _) = self.waiting()?;
        let arena = waiting.arena.clone().map(LinkTarget::Arena);
        arena.or_else(|| waiting.word.as_ref().or(waiting.room.as_ref()).cloned().map(LinkTarget::Room))
    }

    /// It is a person's turn to type.
    pub(crate) fn is_asking(&self) -> bool {
        self.input.is_person()
            && self.wants_input()
            && !self.connection.is_closing()
            && !self.is_lost()
            && !self.reminders.is_set(Reminder::Unanswered)
            && (self.question().is_some()
                || self.may_play()
                || self.may_choose()
                || self.view().is_some_and(View::is_asked_for_takeback))
    }

    pub(crate) fn wake_at(&self) -> Option<Instant> {
        let reminders = self.reminders.wake_at().filter(|_| self.stage == Stage::Present);
        let wake_at = [reminders, self.requests.retry_at()].into_iter().flatten().min();
        wake_at.filter(|_| self.stage != Stage::Ended)
    }

    /// What can be chosen after a game; a spectator may have it reviewed.
    pub(crate) fn choices(&self) -> Vec<Verb> {
        let verbs = [Verb::Rematch, Verb::Continue, Verb::NextLevel, Verb::Review, Verb::New];
        verbs.into_iter().filter(|&verb| self.asks_after_games() && self.offers(verb)).collect()
    }

    /// After each game, a person chooses what comes next.
    pub(crate) fn asks_after_games(&self) -> bool {
        self.stage == Stage::Present && self.input.is_person()
    }

    /// The server no longer keeps the match, and the person chooses what follows. An arena needs no match.
    pub(crate) fn is_match_gone(&self) -> bool {
        self.connection.whereabouts().is_nowhere() && !self.gets_no_game()
    }

    pub(crate) fn has_asked(&self, view: &View) -> bool {
        self.requests.has_asked(view)
    }

    pub(crate) const fn is_lost(&self) -> bool {
        self.connection.is_lost()
    }

    /// With `--hotseat`, the player to move gets the new name.
    pub(crate) fn mark_to_rename(&self) -> Option<Mark> {
        let turn = self.view().and_then(|view| view.snapshot.turn);
        self.wish.purpose.is_hotseat().then(|| turn.unwrap_or(Mark::X))
    }

    /// The name that the player can change.
    pub(crate) fn name(&self) -> Option<&Name> {
        match self.view() {
            Some(view) => self.mark_to_rename().or(view.you).map(|mark| &view.player(mark).name),
            None => self.waiting()?.0.name.as_ref(),
        }
    }

    /// The room in which others can be met; that of a hotseat is for its two players only.
    pub(crate) fn room(&self) -> Option<&str> {
        let of_match = self.view().and_then(|view| view.snapshot.room.as_ref()).map(Room::as_str);
        of_match.or_else(|| self.wish.room()).filter(|_| !self.wish.purpose.is_hotseat())
    }

    fn may_choose(&self) -> bool {
        let is_set_aside = || self.arena().is_some_and(Arena::is_set_aside);
        let Some(view) = self.view() else { return self.is_match_gone() || is_set_aside() };
        let is_decided = view.snapshot.rematch.open && self.has_asked(view);
        view.is_over() && !is_decided && !self.is_busy() && self.asks_after_games() && !view.is_spectator
    }
}

/// What comes from the server.
impl App {
    fn follow(&mut self, steps: Vec<Step>) {
        for step in steps {
            match step {
                _ if self.stage == Stage::Ended => return,
                Step::Do(command) => self.effects.push(Effect::Socket(command)),
                Step::Tell(event) => self.on_connection(event),
            }
        }
    }

    fn on_connection(&mut self, event: ConnectionEvent) {
        let is_present = self.stage == Stage::Present;
        match event {
            ConnectionEvent::Message(incoming) => self.on_message(incoming),
            ConnectionEvent::Lost { cause } => self.on_lost(cause),
            ConnectionEvent::Retry { cause } if is_present => self.show(Notice::Retry { cause }),
            ConnectionEvent::Busy(code) => self.show(Notice::Busy(code)),
            ConnectionEvent::Left => self.on_left(),
            ConnectionEvent::MatchGone { refused, failure } => self.after_match(refused, Err(failure)),
            ConnectionEvent::Retry { .. } => {}
            // A refused `join` or `watch` is an error even after the end of the input.
            ConnectionEvent::Closed(failure @ (Failure::Refused { .. } | Failure::Broken(_))) => {
                self.end(Err(failure));
            }
            ConnectionEvent::Closed(_) if self.stage == Stage::Quitting => self.end(Ok(())),
            ConnectionEvent::Closed(failure) => self.end(Err(failure)),
        }
    }

    fn on_lost(&mut self, cause: String) {
        self.requests.disconnect(self.game.view.as_ref());
        self.reminders.set(Reminder::Unanswered, None);
        self.input.withdraw();
        // A place in the queue is lost with the connection: there is nothing to leave.
        if self.stage == Stage::Quitting && !self.connection.whereabouts().has_seat() {
            self.end(Ok(()));
        } else if self.stage == Stage::Present {
            self.show(Notice::Lost { cause });
        }
    }

    fn on_message(&mut self, Incoming { message, completes_reconnect, is_reply, .. }: Incoming) {
        let is_present = self.stage == Stage::Present;
        if completes_reconnect && is_present {
            self.show(Notice::Back);
        }
        match message {
            ServerMessage::Welcome(welcome) => self.has_downloads = welcome.downloads,
            ServerMessage::Waiting(waiting) if is_present => self.on_waiting(waiting),
            ServerMessage::State(snapshot) if is_present => self.on_state(*snapshot),
            ServerMessage::Done(done) => self.on_done(&done.id),
            ServerMessage::Hint(hint) => self.on_hint(hint),
            ServerMessage::Standings(table) => self.on_standings(table),
            ServerMessage::Reaction(reacted) if is_present => {
                let is_own = self.view().is_some_and(|view| view.plays(reacted.mark));
                if is_own || !self.is_muted {
                    self.show(Notice::Reacted(reacted));
                }
            }
            ServerMessage::Review(review) => self.on_review(review),
            ServerMessage::Refused(refused) if !is_reply => self.on_refused(refused),
            _ => {}
        }
        if completes_reconnect && self.stage != Stage::Ended {
            self.resume();
        }
    }

    fn on_waiting(&mut self, waiting: Waiting) {
        self.wish.change(|join| keep_name_and_invitation(join, &waiting));
        if matches!(self.hosting, Some(Hosting::Network { .. })) {
            self.reminders.set(Reminder::NobodyCame, Some(self.now + LONELY));
        }
        if waiting.arena.is_some() {
            // The finished board stayed until this `waiting`.
            self.forget_match();
        }
        self.set_arena(waiting.arena.as_ref(), waiting.name.clone());
        if let Some(arena) = self.arena.as_mut().filter(|_| waiting.manages) {
            arena.managing_place.clone_from(&waiting.place);
        }
        self.show(Notice::Waiting(waiting));
        self.ask_standings();
    }

    fn on_state(&mut self, snapshot: Snapshot) {
        let whereabouts = self.connection.whereabouts();
        if !whereabouts.is_in(&snapshot.match_id) {
            return;
        }
        if self.gets_no_game() && snapshot.result.is_some() {
            return;
        }
        let is_retaken = self.view().is_none() && whereabouts.is_from_earlier_run();
        let may_be_older = self.requests.is_disconnected();
        let changes = match self.game.update(self.now, snapshot, self.wish.purpose.is_watch(), may_be_older) {
            Ok(Some(changes)) => changes,
            Ok(None) => return,
            Err(flaw) => return self.end(Err(Failure::Broken(format!("it sent {flaw}")))),
        };
        self.wish.on_match();
        if let Some(view) = &self.game.view {
            self.requests.on_snapshot(view);
            let (arena, name) = (view.snapshot.arena.clone(), self.name().cloned());
            self.set_arena(arena.as_ref(), name);
        }
        if is_retaken {
            let has_ended = self.game.is_over();
            self.show(Notice::Retaken { has_ended });
        }
        self.announce(changes);
    }

    fn announce(&mut self, changes: Vec<Change>) {
        let is_over = changes.contains(&Change::Over);
        let is_abandoned = self.view().is_some_and(View::is_cancelled_without_opponent);
        let seeks_again = is_over && is_abandoned && !self.input.has_ended && self.arena.is_none();
        if changes.iter().any(|change| matches!(change, Change::Over | Change::Began | Change::Turn)) {
            self.input.withdraw();
        }
        let is_refused = |change: &Change| {
            use OfferStep::{Declined, Withdrawn};
            matches!(change, Change::Offer { offer: Offer::Rematch, step: Declined | Withdrawn, .. })
        };
        if changes.iter().any(is_refused) {
            self.requests.forget_rematch();
        }
        if changes.iter().any(|change| matches!(change, Change::Over | Change::Turn)) {
            self.warn_of_time();
        }
        for change in changes {
            self.show(Notice::Match(change));
        }
        if seeks_again {
            self.leave(Stage::MovingOn);
        }
    }

    fn on_done(&mut self, id: &FrameId) {
        if let Some(ClientMessage::Rename(Rename { name, mark })) = self.requests.close(id)
            && let Ok(name) = Name::new(&name)
        {
            // The names of two people at one keyboard are those of this match only.
            if mark.is_none() {
                self.wish.change(|join| join.name = Some(name.to_string()));
                self.remember(Preferences { name: Some(name.clone()), ..Preferences::default() });
            }
            self.show(Notice::Renamed(name));
        }
    }

    fn on_hint(&mut self, hint: Hint) {
        // A player who has moved needs no hint any more.
        let is_shown = self.close_question(hint.id.as_ref())
            && !self.is_busy()
            && self.view().is_some_and(|view| {
                let snapshot = &view.snapshot;
                (snapshot.game, snapshot.ply) == (hint.game, hint.ply) && snapshot.turn.is_some()
            });
        if is_shown {
            self.show(Notice::Hint(hint));
        }
    }

    fn on_review(&mut self, review: Review) {
        if self.close_question(review.id.as_ref()) {
            // Shown only if its game is still on the screen.
            let is_current = |view: &View| view.snapshot.game == review.game && view.is_over();
            self.show(if self.view().is_some_and(is_current) {
                Notice::Review(review)
            } else {
                Notice::Declined(Declined::ReviewPassed)
            });
        }
    }

    /// Closes the request that this answers. Returns whether the answer is still wanted.
    fn close_question(&mut self, id: Option<&FrameId>) -> bool {
        id.and_then(|id| self.requests.close(id)).is_some() && self.stage == Stage::Present
    }

    fn on_refused(&mut self, refused: Refused) {
        let asked = match self.requests.on_refused(self.now, &refused) {
            Refusal::Final(asked) => asked,
            // The same frame is sent again: the game and the ply in it make that safe.
            Refusal::Deferred { is_long } => {
                if is_long {
                    self.show(Notice::Busy(refused.code));
                }
                return;
            }
        };
        let is_present = self.stage == Stage::Present;
        if is_present && is_match_forgotten(&refused) {
            return self.after_match(refused, Ok(()));
        }
        if !is_present || !is_worth_saying(asked.as_ref(), &refused) {
            return;
        }
        if asked.is_none() && matches!(refused.code, Code::SetAside | Code::ArenaOver) {
            return self.on_no_game(refused);
        }
        self.show(match asked {
            Some(ClientMessage::React(_)) if refused.code == Code::RateLimited => {
                Notice::Declined(Declined::TooManyReactions)
            }
            _ => Notice::Refused(refused),
        });
        match asked {
            // A script whose last message was refused has nothing left to try.
            Some(ClientMessage::Resign(_)) if self.input.has_ended => self.leave(Stage::Quitting),
            // A series goes on with another opponent.
            Some(ClientMessage::Rematch(_)) if !self.input.is_person() => self.move_on(),
            _ => {}
        }
    }

    /// The match is gone. A series goes on with a new one, a person chooses what follows; a run that can do neither ends.
    fn after_match(&mut self, refused: Refused, end: Result<(), Failure>) {
        if self.gets_no_game() {
            return;
        }
        self.forget_match();
        let is_ending = self.input.has_ended || self.input.head == Some(Input::End);
        let can_go_on = !is_ending
            && !self.wish.purpose.is_watch()
            && (!self.wish.purpose.is_hotseat() || self.input.is_person());
        // The error message says it: do not say it twice.
        if can_go_on || end.is_ok() {
            self.show(Notice::Forgotten(refused));
        }
        if !can_go_on {
            self.end(end);
        } else if !self.input.is_person() {
            self.enter();
        }
    }

    /// The connection is back: sends again what the newest snapshot does not answer.
    fn resume(&mut self) {
        let (again, dropped) = self.requests.resume(self.game.view.as_ref());
        // The server may have paused the clock.
        self.warn_of_time();
        let is_resent = !again.is_empty();
        for message in again {
            self.send(message);
        }
        if dropped.iter().any(|message| matches!(message, ClientMessage::Review(_))) {
            self.decline(Declined::ReviewPassed);
        }
        let tells_turn = |effect: &Effect| {
            use Change::{Away, Back, Left, Moved};
            let Effect::Show(Notice::Match(change)) = effect else { return false };
            !matches!(change, Moved { .. } | Away(_) | Back(_) | Left { after_the_end: false, .. })
        };
        let is_told = is_resent || self.effects.iter().any(tells_turn);
        if self.stage == Stage::Present && !is_told && self.view().is_some() {
            self.show(Notice::AsBefore);
        }
    }
}

/// What comes from the player.
impl App {
    fn on_input(&mut self, input: Input) {
        if self.stage != Stage::Present {
            // Only quitting is still possible.
            if self.stage == Stage::MovingOn && input.says(Verb::Quit) {
                self.stage = Stage::Quitting;
                self.connection.limit_leave(self.now);
            }
            return;
        }
        if self.input.is_person() {
            self.perform(input);
        } else {
            self.input.head = Some(input);
        }
    }

    fn perform(&mut self, input: Input) {
        let done = match input {
            Input::Line(line) => line.and_then(|line| self.read(&line)),
            Input::Command(command) => self.obey(command),
            Input::Answer(yes) => self.answer(yes),
            Input::End => {
                self.on_end();
                Ok(())
            }
        };
        match done {
            Ok(()) => {}
            Err(Declined::Withdrawn) if self.is_lost() => self.decline(Declined::Lost),
            Err(declined) => self.decline(declined),
        }
    }

    fn read(&mut self, line: &str) -> Result<(), Declined> {
        if let Some(yes) = command::answer(line).filter(|_| self.input.expects_answer()) {
            return self.answer(yes);
        }
        let command = Command::parse(line);
        let is_quit = command == Ok(Some(Command::Say(Verb::Quit)));
        require(self.input.question.is_none() || is_quit, Declined::YesOrNo)?;
        self.input.question = None;
        self.input.forget_withdrawn();
        command?.map_or(Ok(()), |command| self.obey(command))
    }

    fn answer(&mut self, yes: bool) -> Result<(), Declined> {
        if let Some(question) = self.input.answer(yes)? {
            self.act_on(question);
        }
        Ok(())
    }

    fn on_end(&mut self) {
        self.input.has_ended = true;
        if !self.input.is_person() && self.may_play() {
            self.resign();
        } else {
            self.leave(Stage::Quitting);
        }
    }

    fn obey(&mut self, command: Command) -> Result<(), Declined> {
        self.input.forget_withdrawn();
        // `check` says which words need a connection.
        require(matches!(command, Command::Say(_) | Command::Level(_)) || !self.is_lost(), Declined::Lost)?;
        match command {
            Command::Play(square) => self.play(square),
            Command::Say(verb) => self.say(verb),
            Command::Rename(name) => self.rename(&name),
            Command::Level(level) => self.set_level(level),
            Command::Game(rules, best_of) => self.change_game(rules, best_of),
            Command::React(reaction) => self.react(reaction),
            Command::PlayOn(ply) => self.play_on(ply),
        }
    }

    fn say(&mut self, verb: Verb) -> Result<(), Declined> {
        self.check(verb)?;
        let (game, level) = (self.game.number(), self.wish.level());
        match verb {
            Verb::Help => self.show(Notice::Help),
            Verb::Board => self.show(Notice::Board),
            Verb::Moves => self.show(Notice::Moves),
            Verb::Hint => self.send(ClientMessage::Hint(InGame { game })),
            Verb::Review => {
                self.send(ClientMessage::Review(InGame { game }));
                self.show(Notice::Reviewing);
            }
            Verb::Computer => self.seek(Opponent::Ai),
            Verb::Wait => self.seek(Opponent::Human),
            Verb::Resign => self.confirm(Question::Resign, true),
            Verb::Rematch if self.connection.whereabouts().is_nowhere() => self.enter(),
            Verb::Rematch => self.offer_rematch(),
            Verb::Decline => self.send(ClientMessage::Decline(InGame { game })),
            Verb::TakeBack => self.take_back(),
            // From the present position, against the computer in the place of the opponent, who has left.
            Verb::Continue => self.send(ClientMessage::Continue(NextGame { game, level })),
            Verb::Mute => self.toggle_mute(),
            Verb::NextLevel => self.set_level(self.wish.next_level())?,
            Verb::Invite => self.effects.push(Effect::Invite { has_code: false }),
            Verb::InviteByCode => self.effects.push(Effect::Invite { has_code: true }),
            Verb::New if self.is_match_gone() => self.enter(),
            Verb::New => {
                self.confirm(Question::New, self.view().is_some_and(View::is_live_against_a_person));
            }
            Verb::Join => self.join_found(),
            Verb::Quit => self.confirm_quitting(),
        }
        Ok(())
    }

    /// Looks for another opponent than the one that is waited for.
    fn seek(&mut self, opponent: Opponent) {
        self.wish.opponent = Some(opponent);
        self.leave(Stage::MovingOn);
    }

    fn toggle_mute(&mut self) {
        self.is_muted = !self.is_muted;
        self.remember(Preferences { muted: Some(self.is_muted), ..Preferences::default() });
        self.show(Notice::Muted(self.is_muted));
    }

    fn join_found(&mut self) {
        if let Some(address) = self.found.take() {
            self.stage = Stage::Ended;
            self.effects.push(Effect::Join(address));
        }
    }

    fn confirm_quitting(&mut self) {
        let has_guests = matches!(&self.hosting, Some(Hosting::Network { guests }) if !guests.is_empty());
        let is_live = self.view().is_some_and(View::is_live_against_a_person);
        self.confirm(Question::Quit, is_live && !self.is_lost() || has_guests);
    }

    fn play(&mut self, square: command::Square) -> Result<(), Declined> {
        self.check_turn()?;
        let message = Game::play(self.seated()?, square)?;
        self.send(message);
        Ok(())
    }

    /// Gives the game up; in a hotseat match, for the player to move.
    fn resign(&mut self) {
        let game = self.game.number();
        self.send(ClientMessage::Resign(InGame { game }));
    }

    /// Asks to take back the player's own last move, withdraws that, or agrees to the opponent's request.
    fn take_back(&mut self) {
        let Some(view) = self.view() else { return };
        let (snapshot, asked_by) = (&view.snapshot, view.takeback_asked_by());
        let (mark, game, takebacks) = (asked_by.or(view.you), Some(snapshot.game), Some(snapshot.takebacks));
        self.send(if asked_by.is_some() && asked_by == view.you {
            ClientMessage::Decline(InGame { game })
        } else {
            ClientMessage::TakeBack(TakeBack { mark, game, takebacks })
        });
    }

    fn react(&mut self, reaction: Reaction) -> Result<(), Declined> {
        self.seated()?;
        self.send(ClientMessage::React(React { reaction }));
        Ok(())
    }

    fn rename(&mut self, name: &Name) -> Result<(), Declined> {
        if self.waiting().is_none() {
            self.seated()?;
        }
        self.send(ClientMessage::Rename(Rename { name: name.to_string(), mark: self.mark_to_rename() }));
        Ok(())
    }

    /// The level of the computer in the next game.
    fn set_level(&mut self, level: Level) -> Result<(), Declined> {
        self.check_no_arena()?;
        self.wish.set_level(level)?;
        self.remember(Preferences { level: Some(level), ..Preferences::default() });
        self.show(Notice::Level(level));
        if self.waiting().is_some_and(|(waiting, _)| waiting.computer_in_ms.is_some()) && !self.is_lost() {
            self.leave(Stage::MovingOn);
        }
        Ok(())
    }

    fn play_on(&mut self, ply: usize) -> Result<(), Declined> {
        let view = self.seated()?;
        require(view.is_over(), Declined::GameOn)?;
        self.check_no_arena()?;
        let moves = view.snapshot.moves.iter().copied().take(ply).collect();
        let mark = if view.you == Some(Mark::X) { MarkPreference::X } else { MarkPreference::O };
        self.wish.position = Some(Join {
            opponent: Some(Opponent::Ai),
            mark,
            rules: Some(view.snapshot.rules),
            from: Some(moves),
            ..Join::default()
        });
        self.leave(Stage::MovingOn);
        Ok(())
    }

    /// Looks for an opponent for another game, or for another series.
    fn change_game(&mut self, rules: Rules, best_of: Option<BestOf>) -> Result<(), Declined> {
        self.check_no_arena()?;
        let is_waiting = self.waiting().is_some();
        require(is_waiting || self.is_match_gone() || self.seated()?.is_over(), Declined::GameOn)?;
        self.wish.change(|join| {
            join.rules = Some(rules);
            join.best_of = best_of.or(join.best_of);
        });
        if is_waiting {
            self.leave(Stage::MovingOn);
            return Ok(());
        }
        self.say(Verb::New)
    }

    /// Asks a person first, if it cannot be undone.
    fn confirm(&mut self, question: Question, asks: bool) {
        if asks && self.input.is_person() {
            self.input.question = Some(question);
            self.show(Notice::Ask(question));
        } else {
            self.act_on(question);
        }
    }

    fn act_on(&mut self, question: Question) {
        match question {
            Question::Resign => self.resign(),
            Question::New => self.leave(Stage::MovingOn),
            Question::Quit => self.leave(Stage::Quitting),
        }
    }
}

/// What happens by itself: between games, when the time comes, and at the end.
impl App {
    /// Handles everything that needs no new event.
    fn advance(&mut self) {
        while self.stage == Stage::Present {
            if !self.is_lost() {
                self.after_game();
            }
            let is_time = self.input.head.as_ref().is_some_and(|input| self.is_time_for(input));
            match self.input.head.take_if(|_| is_time && self.stage == Stage::Present) {
                Some(input) => self.perform(input),
                None => return,
            }
        }
    }

    fn on_woke(&mut self) {
        for frame in self.requests.take_due(self.now) {
            self.send_frame(frame);
        }
        if self.stage == Stage::Present {
            for reminder in self.reminders.take_due(self.now) {
                self.remind(reminder);
            }
        }
    }

    fn remind(&mut self, reminder: Reminder) {
        match reminder {
            Reminder::NobodyCame if self.waiting().is_some() => self.show(Notice::NobodyCame),
            // While the server is down, its clocks stop.
            Reminder::TimeShort if !self.is_lost() && !self.is_busy() => {
                self.show(Notice::TimeShort(TIME_SHORT.as_secs()));
            }
            Reminder::Unanswered if !self.is_busy() => self.decline(Declined::Thinking),
            // Otherwise the server has said that it is busy.
            Reminder::Unanswered if self.requests.retry_at().is_none() => self.show(Notice::Unanswered),
            _ => {}
        }
    }

    fn warn_of_time(&mut self) {
        self.reminders.set(Reminder::TimeShort, self.game.time_short_at(self.now));
    }

    /// After a game: the steps that need no input.
    fn after_game(&mut self) {
        let is_reviewing = self.input.head.as_ref().is_some_and(|input| input.says(Verb::Review))
            || self.requests.any(|message| matches!(message, ClientMessage::Review(_)));
        if !self.game.is_over() || is_reviewing {
            return;
        }
        let Some(view) = self.view() else { return };
        let is_open = view.snapshot.rematch.open;
        let is_declined = view.snapshot.rematch.declined_by.is_some();
        let has_asked = self.has_asked(view);
        let (is_watch, is_script) = (self.wish.purpose.is_watch(), !self.input.is_person());
        let is_last_game = view.snapshot.series.is_none_or(|series| series.result.is_some());
        let is_last = (is_last_game && !view.is_in_arena()) || (is_watch && !is_open);
        if self.input.has_ended || (is_script && is_last) {
            self.leave(Stage::Quitting);
        } else if is_script && !is_watch && !self.view().is_some_and(View::is_in_arena) {
            if !is_open || is_declined {
                self.move_on();
            } else if !has_asked {
                self.offer_rematch();
            }
        }
    }

    fn offer_rematch(&mut self) {
        let current = self.view().and_then(View::computer_level);
        let is_new = |level: &Level| current.is_some_and(|current| current != *level);
        let (game, level) = (self.game.number(), self.wish.level().filter(is_new));
        self.send(ClientMessage::Rematch(NextGame { game, level }));
    }

    /// Finds another opponent, where there can be one.
    fn move_on(&mut self) {
        self.leave(if self.wish.purpose.is_hotseat() { Stage::Quitting } else { Stage::MovingOn });
    }

    fn enter(&mut self) {
        let steps = self.connection.enter(self.wish.first_message());
        self.follow(steps);
    }

    /// Gives up the seat, the place in the queue or the watch. Without a connection the seat stays.
    fn leave(&mut self, next: Stage) {
        if !self.connection.is_usable() {
            return self.end(Ok(()));
        }
        self.requests.clear();
        self.input.question = None;
        self.stage = next;
        if next == Stage::Quitting {
            self.connection.limit_leave(self.now);
        }
        let steps = self.connection.leave();
        self.follow(steps);
    }

    fn on_left(&mut self) {
        match self.stage {
            Stage::MovingOn => {
                self.stage = Stage::Present;
                self.forget_match();
                self.enter();
            }
            Stage::Quitting => self.end(Ok(())),
            Stage::Present | Stage::Ended => {}
        }
    }

    fn forget_match(&mut self) {
        self.game = Game::default();
        self.warn_of_time();
        self.requests.clear();
        self.input.withdraw();
    }

    fn send(&mut self, message: ClientMessage) {
        let slow_at = self.input.is_person().then(|| self.now + LONG_SILENCE);
        self.reminders.set(Reminder::Unanswered, slow_at);
        let frame = self.requests.open(message, self.game.view.as_ref());
        self.send_frame(frame);
    }

    fn send_frame(&mut self, frame: ClientFrame) {
        self.connection.sent(&frame);
        self.effects.push(Effect::Socket(SocketCommand::Send(frame)));
    }

    fn remember(&mut self, preferences: Preferences) {
        if self.input.is_person() {
            self.effects.push(Effect::Remember(preferences));
        }
    }

    fn show(&mut self, notice: Notice) {
        self.effects.push(Effect::Show(notice));
    }

    fn decline(&mut self, declined: Declined) {
        self.show(Notice::Declined(declined));
    }

    fn end(&mut self, result: Result<(), Failure>) {
        self.stage = Stage::Ended;
        self.effects.push(Effect::End(result));
    }
}

const fn is_worth_saying(asked: Option<&ClientMessage>, refused: &Refused) -> bool {
    match asked {
        // The new snapshot explains it.
        Some(ClientMessage::Hint(_) | ClientMessage::Review(_)) => {
            !matches!(refused.code, Code::Stale | Code::Ahead | Code::GameOver)
        }
        Some(_) => true,
        // With an id, it answers a message of a match that the client has left.
        None => refused.id.is_none(),
    }
}

//! The full screen before there is a connection: servers are looked for, chosen and called.

use ratatui::crossterm::event::KeyEvent;
use ratatui::layout::{Position, Rect};

use super::draw::hit;
use super::keys::{Action, Place, action};
use super::look::Look;
use super::scene::{Body, Hit, Scene, Server, Signal, Way};
use super::ways::{QUIT, way};
use crate::nearby::Nearby;

/// What is shown before there is a connection.
#[derive(Debug)]
pub struct Entrance {
    look: Look,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    Looking,
    Picking { servers: Vec<Server>, cursor: usize },
    Calling { address: String },
}

/// What a key or a click decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// This server is chosen.
    Go(usize),
    /// The run ends.
    Quit,
    /// The run ends at once.
    Interrupt,
    /// Everything is drawn anew.
    Redraw,
    /// The shell gets the terminal for a while.
    Suspend,
}

impl Entrance {
    /// Servers are looked for.
    #[must_use]
    pub const fn new(look: Look) -> Self {
        Self { look, stage: Stage::Looking }
    }

    /// One of several is chosen.
    #[must_use]
    pub fn picking(look: Look, servers: &[Nearby]) -> Self {
        let server = |found: &Nearby| Server { name: found.name.clone(), address: found.address.to_string() };
        Self { look, stage: Stage::Picking { servers: servers.iter().map(server).collect(), cursor: 0 } }
    }

    /// One is called.
    #[must_use]
    pub const fn calling(look: Look, address: String) -> Self {
        Self { look, stage: Stage::Calling { address } }
    }

    /// Everything that is to be seen now.
    #[must_use]
    pub fn scene(&self) -> Scene<'_> {
        let (body, footer) = match &self.stage {
            Stage::Looking => (Body::Looking, vec![QUIT]),
            Stage::Calling { address } => (Body::Calling { address }, vec![QUIT]),
            Stage::Picking { servers, cursor } => {
                (Body::Picking { servers, cursor: *cursor }, vec![MOVE, JOIN, DIGITS, QUIT])
            }
        };
        Scene { look: self.look, signal: Signal::None, room: None, body, card: None, message: None, footer }
    }

    /// Somebody has pressed a key.
    pub fn press(&mut self, key: KeyEvent) -> Option<Decision> {
        let place = matches!(self.stage, Stage::Picking { .. }).then_some(Place::Picking);
        self.act(action(key, place)?)
    }

    /// Somebody has clicked, where the screen is so large.
    pub fn click(&mut self, at: Position, area: Rect) -> Option<Decision> {
        match hit(&self.scene(), area, at)? {
            Hit::Server(index) => Some(Decision::Go(index)),
            Hit::Do(action) => self.act(action),
            Hit::Cell(_) => None,
        }
    }

    fn act(&mut self, action: Action) -> Option<Decision> {
        match action {
            Action::Quit => Some(Decision::Quit),
            Action::Interrupt => Some(Decision::Interrupt),
            Action::Redraw => Some(Decision::Redraw),
            Action::Suspend => Some(Decision::Suspend),
            action => self.pick(action),
        }
    }

    fn pick(&mut self, action: Action) -> Option<Decision> {
        let Stage::Picking { servers, cursor } = &mut self.stage else { return None };
        match action {
            Action::Up => *cursor = cursor.saturating_sub(1),
            Action::Down => *cursor = (*cursor + 1).min(servers.len().saturating_sub(1)),
            Action::Place => return Some(Decision::Go(*cursor)),
            Action::Digit(digit) => {
                let index = usize::from(digit).checked_sub(1).filter(|&index| index < servers.len());
                return index.map(Decision::Go);
            }
            _ => {}
        }
        None
    }
}

const MOVE: Way = Way { keys: "up/down", label: "move", action: None };
const DIGITS: Way = Way { keys: "1-9", label: "join", action: None };
const JOIN: Way = way("Enter", "join", Action::Place);

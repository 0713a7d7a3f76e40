//! Finding the server, and the first connection.

use super::Front;
use crate::address::Address;
use crate::cli::config::Config;
use crate::discovery::menu::{self, Choice};
use crate::discovery::{self, Aim, FoundServer};
use crate::exit::{Failure, Stop};
use crate::net::links::Links;
use crate::terminal::{Pressed, Tty, Turn};
use crate::ui::console::Console;
use crate::ui::stdin::Line;
use crate::ui::tui::display::Display;
use crate::ui::tui::draw;
use crate::ui::tui::picker::{Decision, Picker};

/// Connects to the server that was asked for or is found; none when the person leaves instead.
pub(super) async fn enter(plan: &Config, front: &mut Front) -> Result<Option<Links>, Failure> {
    match front {
        Front::Console(console) => by_words(plan, console).await,
        Front::Tty(tty) => {
            let hall = Hall { tty, picker: Picker::looking(plan.look), look: plan.look };
            hall.enter(plan).await
        }
    }
}

async fn by_words(plan: &Config, console: &mut Console) -> Result<Option<Links>, Failure> {
    let address = match &plan.address {
        Some(address) => Some(address.clone()),
        None => choose(discovery::search(Aim::Play).await?, console).await?,
    };
    match address {
        Some(address) => Links::open(address, plan.mode.links()).await.map(Some),
        None => Ok(None),
    }
}

/// The only server, or the one that a person chooses. A program chooses none of several.
async fn choose(servers: Vec<FoundServer>, console: &mut Console) -> Result<Option<Address>, Failure> {
    if let [only] = servers.as_slice() {
        return Ok(Some(only.address.clone()));
    }
    if !console.is_for_a_person() {
        return Err(discovery::several(&servers));
    }
    let mut said = menu::question(&servers);
    loop {
        console.say(&said, true).await?;
        let line = match console.lines.recv().await {
            Some(Line::Text(line)) => line,
            // It is none of the numbers.
            Some(Line::Bad(_)) => String::new(),
            Some(Line::Failed(why)) => return Err(Failure::Input(why)),
            None => "quit".to_owned(),
        };
        console.answered().await?;
        match menu::choose(&servers, &line) {
            Choice::Server(server) => return Ok(Some(server.address.clone())),
            Choice::Quit => return Ok(None),
            Choice::Unclear(remark) => said = remark,
        }
    }
}

/// The full screen before there is a connection.
struct Hall<'a> {
    tty: &'a mut Tty,
    picker: Picker,
    look: Display,
}

impl Hall<'_> {
    async fn enter(mut self, plan: &Config) -> Result<Option<Links>, Failure> {
        let address = match &plan.address {
            Some(address) => address.clone(),
            None => match self.find().await? {
                Some(address) => address,
                None => return Ok(None),
            },
        };
        self.picker = Picker::looking(self.look);
        match self.attend(Links::open(address, plan.mode.links())).await? {
            Attended::Done(links) => links.map(Some),
            Attended::Decided(_) => Ok(None),
        }
    }

    async fn find(&mut self) -> Result<Option<Address>, Failure> {
        let servers = match self.attend(discovery::search(Aim::Play)).await? {
            Attended::Done(servers) => servers?,
            Attended::Decided(_) => return Ok(None),
        };
        if let [only] = servers.as_slice() {
            return Ok(Some(only.address.clone()));
        }
        self.picker = Picker::choosing(self.look, &servers);
        let never = std::future::pending::<()>();
        match self.attend(never).await? {
            Attended::Decided(Some(index)) => Ok(servers.get(index).map(|server| server.address.clone())),
            _ => Ok(None),
        }
    }

    /// Shows how it goes until something is done, or somebody decides otherwise.
    async fn attend<T>(&mut self, work: impl Future<Output = T>) -> Result<Attended<T>, Failure> {
        let mut work = std::pin::pin!(work);
        let mut is_stale = true;
        loop {
            let turn = tokio::select! {
                biased;
                done = &mut work => return Ok(Attended::Done(done)),
                turn = self.tty.turn(is_stale) => turn?,
            };
            is_stale = !matches!(turn, Turn::Draw);
            let decision = match turn {
                Turn::Draw => {
                    self.tty.title("Tic-tac-toe");
                    self.tty.draw(|frame| draw::draw(&self.picker.scene(), frame))?;
                    None
                }
                Turn::Pressed(Pressed::Key(key)) => self.picker.press(key, self.tty.size().into()),
                Turn::Pressed(Pressed::Click(at)) => self.picker.click(at, self.tty.size().into()),
                Turn::Pressed(Pressed::Resized | Pressed::Continued | Pressed::Focus(_)) => None,
            };
            match decision {
                None => {}
                Some(Decision::Redraw) => self.tty.repaint(),
                Some(Decision::Suspend) => self.tty.suspend()?,
                Some(Decision::Connect(index)) => return Ok(Attended::Decided(Some(index))),
                Some(Decision::Quit) => return Ok(Attended::Decided(None)),
                Some(Decision::Interrupt) => return Err(Failure::Stopped(Stop::Interrupted)),
            }
        }
    }
}

/// What became of waiting for something.
enum Attended<T> {
    /// It is done.
    Done(T),
    /// Somebody has chosen this server, or to leave.
    Decided(Option<usize>),
}

//! The server that was asked for, or one that is found on the network.

use super::Front;
use crate::address::Address;
use crate::cli::config::Config;
use crate::discovery::{self, Aim, FoundServer};
use crate::exit::{Failure, Stop};
use crate::terminal::{Tty, TtyEvent};
use crate::ui::console::Console;
use crate::ui::stdin::Line;
use crate::ui::tui::display::Display;
use crate::ui::tui::draw;
use crate::ui::tui::picker::{Decision, Picker};

/// None when the person leaves instead.
pub(super) async fn find(config: &Config, front: &mut Front) -> Result<Option<Address>, Failure> {
    match (&config.address, front) {
        (Some(address), _) => Ok(Some(address.clone())),
        (None, Front::Console(console)) => choose(discovery::search(Aim::Play).await?, console).await,
        (None, Front::Tty(tty)) => {
            PickerLoop { tty, picker: Picker::looking(config.display), look: config.display }.find().await
        }
    }
}

/// The only server, or the one that a person chooses. A program chooses none of several.
async fn choose(servers: Vec<FoundServer>, console: &mut Console) -> Result<Option<Address>, Failure> {
    if let [only] = servers.as_slice() {
        return Ok(Some(only.address.clone()));
    }
    if !console.is_for_a_person() {
        return Err(discovery::several_servers(&servers));
    }
    let mut said = discovery::question(&servers);
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
        match discovery::choose(&servers, &line) {
            Ok(choice) => return Ok(choice.map(|server| server.address.clone())),
            Err(instruction) => said = instruction,
        }
    }
}

/// The full screen before there is a server.
struct PickerLoop<'a> {
    tty: &'a mut Tty,
    picker: Picker,
    look: Display,
}

impl PickerLoop<'_> {
    async fn find(mut self) -> Result<Option<Address>, Failure> {
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
            let event = tokio::select! {
                biased;
                done = &mut work => return Ok(Attended::Done(done)),
                event = self.tty.next(is_stale) => event?,
            };
            is_stale = event != TtyEvent::ReadyToDraw;
            let decision = match event {
                TtyEvent::ReadyToDraw => {
                    self.tty.set_title("Tic-tac-toe");
                    self.tty.draw(|frame| draw::draw(&self.picker.scene(), frame))?;
                    None
                }
                TtyEvent::Key(key) => self.picker.press(key, self.tty.size().into()),
                TtyEvent::Click(at) => self.picker.click(at, self.tty.size().into()),
                TtyEvent::Resized | TtyEvent::Continued | TtyEvent::Focus(_) => None,
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

//! Which face a run has, and how the full screen looks.

use super::{Surroundings, Terminal};
use crate::cli::options::{Colour, Options, Source, Wish};
use crate::exit::Failure;
use crate::ui::tui::display::{Display, Numbers};
use crate::ui::{LineUi, Ui};

/// The face that was asked for. When nobody asked, a pipe gets lines that a script can read, and a terminal what it can
/// show.
pub(super) fn face(wish: Option<&Wish<Ui>>, around: Surroundings) -> Result<Ui, Failure> {
    match (wish, around.terminal) {
        (Some(wish), Terminal::None | Terminal::Dumb) if wish.value == Ui::Tui => {
            Err(no_screen(wish.source, around.terminal))
        }
        (Some(wish), _) => Ok(wish.value),
        (None, Terminal::None) => Ok(Ui::Lines(LineUi::Plain)),
        (None, Terminal::Dumb) => Ok(Ui::Lines(LineUi::Text)),
        (None, Terminal::Full { .. }) => Ok(Ui::Tui),
    }
}

fn no_screen(source: Source, terminal: Terminal) -> Failure {
    let flag = match source {
        Source::CommandLine => "--ui tui",
        Source::Environment => "TICTACTOE_UI=tui",
    };
    let why = match terminal {
        Terminal::None => "and the input or the output is none",
        Terminal::Dumb | Terminal::Full { .. } => "and TERM=dumb says that this one has no screen",
    };
    Failure::Usage {
        what: format!("{flag} needs a terminal, {why}."),
        remedy: "Use --ui text or --ui plain, or start tictactoe at a terminal.".to_owned(),
    }
}

/// How the full screen looks. The other faces count squares in reading order: whoever types another order there would
/// play other squares than they mean.
pub(super) fn look(wishes: &Options, face: Ui, around: Surroundings) -> Result<Display, Failure> {
    let numbers = wishes.numbers.as_ref();
    let is_typed = numbers.is_some_and(|numbers| numbers.source == Source::CommandLine);
    let numbers = numbers.map_or(Numbers::Reading, |numbers| numbers.value);
    if is_typed && numbers == Numbers::Numpad && face != Ui::Tui {
        return Err(Failure::Usage {
            what: "--numbers numpad is for the full screen only.".to_owned(),
            remedy: "Leave it out: here the squares are counted in reading order.".to_owned(),
        });
    }
    let colour = match wishes.colour.as_ref().map(|colour| colour.value).unwrap_or_default() {
        Colour::Auto => !around.is_colourless,
        Colour::Always => true,
        Colour::Never => false,
    };
    let unicode = matches!(around.terminal, Terminal::Full { unicode: true });
    Ok(Display {
        colour,
        ascii: wishes.ascii.is_some() || !unicode,
        numbers,
        mouse: wishes.no_mouse.is_none(),
    })
}

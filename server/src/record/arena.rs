//! Why an arena refuses a request.

use thiserror::Error;

/// Why an arena refuses a request, in words for the player. Nothing has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ArenaRefusal {
    #[error("This arena is over. Choose another word for a new one.")]
    Over,
    #[error("The arena is over. You are number {rank} of {players}{}.", if *is_final { "" } else { " so far" })]
    Finished { rank: usize, players: usize, is_final: bool },
    #[error("Another player in this arena has this name. Choose another one.")]
    NameTaken,
    #[error("This arena is for {} only. Choose another word.", if *bots { "bots" } else { "people" })]
    OnlyFor { bots: bool },
    #[error("Your game in this arena is still running. Resume it with its ticket, or wait until it ends.")]
    Playing,
    #[error(
        "Two games in a row ended because of you before both players had moved, so you are not being paired. Send \
         rematch to play on."
    )]
    SetAside,
    #[error("You were removed from this arena by the person who opened it.")]
    Removed,
    #[error("Only the person who opened this arena can manage it, with their own place.")]
    BadKey,
    #[error("In an arena you keep your name. To change it, ask the person who opened the arena.")]
    NameIsFixed,
    #[error("No player in this arena has this name.")]
    NoSuchPlayer,
    #[error("There is no such arena. Join to open it.")]
    NoSuchArena,
    #[error("This arena is full. Choose another word for a new one.")]
    Full,
    #[error("This server cannot open another arena. Play in a room, or try again later.")]
    TooMany,
}

//! Reads QR codes from a terminal screen, rendered with the colors of a theme and the block characters of a font.

use std::fs;
use std::num::NonZeroU16;
use std::process::Command;

use vt100::{Cell, Color, Parser, Screen};

use crate::home::Home;

/// The width and height of a character in pixels.
const CHARACTER: (usize, usize) = (8, 16);

type Rgb = [u8; 3];

/// Colors are in hexadecimal.
#[derive(Debug, Clone, Copy)]
pub struct Theme {
    pub name: &'static str,
    /// Foreground and background.
    pub default: (&'static str, &'static str),
    /// The sixteen ANSI colors.
    pub palette: &'static str,
}

/// Parses a screen captured by [`crate::tmux::Tmux::coloured`].
pub fn screen(drawn: &str, columns: u16, rows: u16) -> Parser {
    let [columns, rows] = [columns, rows].map(|size| NonZeroU16::new(size).expect("a size"));
    let mut terminal = Parser::new(rows, columns, 0);
    terminal.process(drawn.trim_end_matches('\n').replace('\n', "\r\n").as_bytes());
    terminal
}

/// The QR codes that a reader finds on a screen in this theme.
pub fn codes(screen: &Screen, theme: &Theme) -> Vec<String> {
    read(&picture(screen, theme))
}

fn read(pixmap: &[u8]) -> Vec<String> {
    let home = Home::new();
    let file = home.path().join("picture.ppm");
    fs::write(&file, pixmap).expect("a home");
    let mut reader = Command::new("zbarimg");
    reader.args(["--quiet", "--raw", "--nodbus", "-Sdisable", "-Sqrcode.enable"]).arg(file);
    let output = reader.output().unwrap_or_else(|error| {
        panic!("zbarimg reads QR codes (the package zbar-tools, see tests/run): {error}")
    });
    // 4: nothing found.
    assert!(
        matches!(output.status.code(), Some(0 | 4)),
        "zbarimg: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

fn picture(screen: &Screen, theme: &Theme) -> Vec<u8> {
    let (rows, columns) = screen.size();
    let (width, height) = (usize::from(columns.get()) * CHARACTER.0, usize::from(rows.get()) * CHARACTER.1);
    let mut picture = format!("P6 {width} {height} 255\n").into_bytes();
    for y in 0..height {
        for x in 0..width {
            picture.extend(pixel(screen, theme, (x, y)));
        }
    }
    picture
}

fn pixel(screen: &Screen, theme: &Theme, (x, y): (usize, usize)) -> Rgb {
    let [row, column] =
        [y / CHARACTER.1, x / CHARACTER.0].map(|place| u16::try_from(place).expect("a place on the screen"));
    let cell = screen.cell(row, column).expect("a place on the screen");
    let (ink, ground) = theme.colours(cell);
    if is_ink(cell.contents(), (x % CHARACTER.0, y % CHARACTER.1)) { ink } else { ground }
}

/// Everything that is neither a block nor a blank is drawn as a rectangle.
fn is_ink(character: &str, (x, y): (usize, usize)) -> bool {
    let is_upper = y < CHARACTER.1 / 2;
    match character {
        "" | " " => false,
        "█" => true,
        "▀" => is_upper,
        "▄" => !is_upper,
        _ => (1..CHARACTER.0 - 1).contains(&x) && (3..CHARACTER.1 - 3).contains(&y),
    }
}

impl Theme {
    fn colours(&self, cell: &Cell) -> (Rgb, Rgb) {
        let ground = self.colour(cell.bgcolor(), self.default.1);
        let ink = self.colour(cell.fgcolor(), self.default.0);
        let ink = if cell.dim() { halfway(ink, ground) } else { ink };
        if cell.inverse() { (ground, ink) } else { (ink, ground) }
    }

    /// An xterm color, unless the theme has its own.
    fn colour(&self, colour: Color, unsaid: &str) -> Rgb {
        match colour {
            Color::Default => rgb(unsaid),
            Color::Rgb(red, green, blue) => [red, green, blue],
            Color::Idx(index @ 0..16) => rgb(&self.palette[usize::from(index) * 7..][..6]),
            Color::Idx(index @ 16..232) => {
                let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
                let cube = index - 16;
                [level(cube / 36), level(cube / 6 % 6), level(cube % 6)]
            }
            Color::Idx(grey) => [8 + 10 * (grey - 232); 3],
        }
    }
}

fn rgb(hex: &str) -> Rgb {
    [0, 2, 4].map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("a color"))
}

fn halfway(ink: Rgb, ground: Rgb) -> Rgb {
    [0, 1, 2].map(|part| ink[part].midpoint(ground[part]))
}

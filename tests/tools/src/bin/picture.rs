//! Writes `client/picture.svg`, the picture in the README: a real game in two terminals, as an animated SVG. Linux only.

use std::fmt::Write;
use std::{fs, io};

use harness::namespace::{Machine, NSENTER, Network};
use harness::program::client;
use harness::qr_reader::screen;
use harness::tmux::Tmux;
use harness::workspace;
use tictactoe_protocol::values::Mark::{self, O, X};
use vt100::{Cell, Color};

/// Ann (X) or Bob (O) presses keys. What both then see is shown for so many tenths of a second.
const GAME: [(Mark, &[&str], [&str; 2], usize); 14] = [
    (X, &[""], ["ann$", "bob$"], 10),
    (X, &["tictactoe --name Ann --mark X"], ["--mark X", "bob$"], 12),
    (X, &["Enter"], ["Waiting", "bob$"], 25),
    (O, &["tictactoe --name Bob"], ["Waiting", "--name Bob"], 12),
    (O, &["Enter"], ["Your turn", "Ann is thinking"], 18),
    (X, &["Enter"], ["Bob is thinking", "Your turn"], 12),
    (O, &["5"], ["Bob is thinking", "That square is taken"], 14),
    (O, &["2"], ["Bob played top middle", "Ann is thinking"], 12),
    (X, &["Left", "Up", "Enter"], ["Bob is thinking", "Ann played top left"], 12),
    (O, &["9"], ["Bob played bottom right", "Ann is thinking"], 12),
    (X, &["Down", "Enter"], ["Bob is thinking", "Ann played middle left"], 12),
    (O, &["6"], ["Bob played middle right", "Ann is thinking"], 12),
    (X, &["Down", "Enter"], ["You won!", "Ann won"], 25),
    (O, &["r"], ["Bob wants a rematch", "Rematch offered"], 60),
];

const HEAD: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1014 264" role="img" aria-label="Ann starts tictactoe in a terminal and waits for an opponent. Bob starts it on another machine, without an address, and they play at once. Ann wins, and Bob asks for a rematch.">
<!-- A real game, recorded by tests/tools -->
<style>
svg{--ink:#1f2328;--ground:#fff;--1:#cf222e;--2:#1a7f37;--3:#9a6700;--4:#0969da;--5:#a626a4;--6:#0b7285;--7:#6e7781;--17:#dbe8fb;--52:#fbe3e1}
@media(prefers-color-scheme:dark){svg{--ink:#e6edf3;--ground:#0f141b;--1:#ff7b72;--2:#4ad167;--3:#e3b341;--4:#79c0ff;--5:#f08cf0;--6:#4fd6e3;--7:#b1bac4;--17:#16264d;--52:#43211d}}
.ink,.c0{--c:var(--ink)}.c1{--c:var(--1)}.c2{--c:var(--2)}.c3{--c:var(--3)}.c4{--c:var(--4)}.c5{--c:var(--5)}.c6{--c:var(--6)}.c7{--c:var(--7)}.c17{--c:var(--17)}.c52{--c:var(--52)}
.ground{--c:var(--ground)}.dim{--c:#808891}.bold{font-weight:700}.underlined{text-decoration:underline}
text,rect{fill:var(--c);font-size:13.33px;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace}
text{white-space:pre}.window{stroke:#8b949e}
"#;

#[tokio::main]
async fn main() -> io::Result<()> {
    fs::write(workspace().join("client/picture.svg"), draw(&play().await))
}

/// Plays the game, with the server and the players each on their own machine.
async fn play() -> Vec<[String; 2]> {
    let (_network, [hall, study, kitchen]) = Network::with_machines().await;
    let _server = hall.serve(&["--move-time", "0"]).await;
    let ann = shell(&study, "ann$").await;
    let bob = shell(&kitchen, "bob$").await;
    let mut frames = Vec::new();
    for (player, keys, seen, _) in GAME {
        if player == X { &ann } else { &bob }.keys(keys);
        ann.expect(seen[0]).await;
        bob.expect(seen[1]).await;
        frames.push([ann.coloured(), bob.coloured()].map(|drawn| with_one_word(&drawn)));
    }
    frames
}

/// The server makes up a word for each invitation: here it is always the same.
fn with_one_word(drawn: &str) -> String {
    let is_word = |text: &str| {
        let parts: Vec<_> = text.split('-').collect();
        parts.len() == 3 && parts[2].len() == 6 && parts[2].parse::<u32>().is_ok()
    };
    let parts = drawn.split_inclusive(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    let same = parts.map(|part| {
        let word = part.trim_end_matches(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
        if is_word(word) { part.replace(word, "otter-maple-407815") } else { part.to_owned() }
    });
    same.collect()
}

async fn shell(machine: &Machine, prompt: &str) -> Tmux {
    let terminal = Tmux::start(60, 16, &[client()]).await;
    let inner = format!("clear; exec env -u ENV PS1=\"{prompt} \" sh -i");
    terminal.literal(&format!("exec {NSENTER} {} sh -c '{inner}'\n", machine.enter().join(" ")));
    terminal.until(prompt, |screen| (screen.trim() == prompt).then_some(())).await;
    terminal
}

/// Draws the frames side by side. The last one is the leftmost, which is seen without animations.
fn draw(frames: &[[String; 2]]) -> String {
    let time_of = |frames: usize| GAME[..frames].iter().map(|step| step.3).sum::<usize>();
    let length = time_of(GAME.len());
    let (mut known, mut rows, mut strip, mut steps) = (vec![], String::new(), String::new(), String::new());
    for (frame, screens) in frames.iter().enumerate() {
        let x = (GAME.len() - 1 - frame) * 1014;
        write!(steps, "{}%{{transform:translateX(-{x}px)}}", time_of(frame) * 100 / length).unwrap();
        for (drawn, left) in screens.iter().zip([11, 523]) {
            for (line, row) in draw_rows(drawn).into_iter().enumerate() {
                let id = known.iter().position(|other| *other == row).unwrap_or_else(|| {
                    writeln!(rows, "<g id=\"r{}\">{row}</g>", known.len()).unwrap();
                    known.push(row);
                    known.len() - 1
                });
                writeln!(strip, r##"<use href="#r{id}" x="{}" y="{}"/>"##, x + left, line * 15 + 12).unwrap();
            }
        }
    }
    let window = r#"width="500" height="262" y="1" rx="8" class="ground window""#;
    format!(
        "{HEAD}@keyframes film{{{steps}}}
@media(prefers-reduced-motion:no-preference){{.film{{animation:film {}s step-end infinite}}}}
</style>\n<defs>\n{rows}</defs>
<rect x=\"1\" {window}/><rect x=\"513\" {window}/>\n<g class=\"film\">\n{strip}</g></svg>\n",
        length / 10
    )
}

fn draw_rows(drawn: &str) -> Vec<String> {
    let terminal = screen(drawn, 60, 16);
    let cell = |row, column| terminal.screen().cell(row, column).unwrap();
    (0..16).map(|row| draw_row(&(0..60).map(|column| cell(row, column)).collect::<Vec<_>>())).collect()
}

fn draw_row(cells: &[&Cell]) -> String {
    let (mut svg, mut x) = (String::new(), 0);
    for run in cells.chunk_by(|one, next| classes(one) == classes(next)) {
        let width = run.len() * 8;
        let shown = run.iter().map(|cell| if cell.has_contents() { cell.contents() } else { " " });
        let text = shown.collect::<String>().replace('&', "&amp;").replace('<', "&lt;");
        let (ink, ground) = classes(run[0]);
        if ground != "ground" {
            write!(svg, r#"<rect class="{ground}" x="{x}" width="{width}" height="15"/>"#).unwrap();
        }
        if !text.trim().is_empty() {
            let place = format!(r#"x="{x}" y="12" textLength="{width}" lengthAdjust="spacingAndGlyphs""#);
            write!(svg, r#"<text class="{ink}" {place}>{text}</text>"#).unwrap();
        }
        x += width;
    }
    svg
}

/// The classes of a cell and of its background.
fn classes(cell: &Cell) -> (String, String) {
    let class = |color, default: &str| match color {
        // The light ones are the same here.
        Color::Idx(number @ 0..=15) => format!("c{}", number % 8),
        // The grounds of a winning line.
        Color::Idx(tint @ (17 | 52)) => format!("c{tint}"),
        _ => default.to_owned(),
    };
    let (ink, ground) = (class(cell.fgcolor(), "ink"), class(cell.bgcolor(), "ground"));
    let (ink, ground) = if cell.inverse() { (ground, ink) } else { (ink, ground) };
    let looks = [(cell.bold(), " bold"), (cell.dim(), " dim"), (cell.underline(), " underlined")];
    (looks.iter().filter(|(is_so, _)| *is_so).fold(ink, |all, (_, class)| all + class), ground)
}

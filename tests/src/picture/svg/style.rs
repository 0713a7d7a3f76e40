//! Colours, fonts, light and dark.

use super::put_line;
use super::row::CELL_WIDTH;
use crate::picture::film::Paint;
use crate::picture::metronome::Beat;

/// The width of a letter for its size, in nearly every font in which all have the same.
const ADVANCE: f64 = 0.6;

/// The classes of the eight colours of a terminal.
const HUES: [&str; 8] = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];

/// The colours of windows and of what is in them.
struct Shades {
    text: &'static str,
    /// Text that must not stand out. No transparency, which would show where lines meet.
    dim: &'static str,
    window: &'static str,
    bar: &'static str,
    edge: &'static str,
    hues: [&'static str; 8],
}

/// Dark on light.
const LIGHT: Shades = Shades {
    text: "#1f2328",
    dim: "#6e7781",
    window: "#fff",
    bar: "#f3f5f7",
    edge: "#c8d0d9",
    hues: ["#1f2328", "#cf222e", "#1a7f37", "#d4a72c", "#0969da", "#a626a4", "#0b7285", "#6e7781"],
};

/// Light on dark.
const DARK: Shades = Shades {
    text: "#e6edf3",
    dim: "#8b949e",
    window: "#0f141b",
    bar: "#1b222c",
    edge: "#39424e",
    hues: ["#0d1117", "#ff7b72", "#4ad167", "#e3b341", "#79c0ff", "#f08cf0", "#4fd6e3", "#b1bac4"],
};

/// The class of a colour.
pub(super) fn paint(paint: Paint) -> &'static str {
    match paint {
        Paint::Text => "text",
        Paint::Window => "ground",
        Paint::Hue(hue) => HUES[usize::from(hue)],
    }
}

/// The style sheet of a picture that lasts so many seconds.
pub(super) fn sheet(seconds: Beat) -> String {
    let size = f64::from(CELL_WIDTH) / ADVANCE;
    format!(
        "<style>
text{{font:{size:.2}px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace;white-space:pre}}
.bold{{font-weight:700}}
.line{{fill:none;stroke-width:1.2;stroke-linecap:square}}
text.title{{font:12px system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;text-anchor:middle;opacity:.75}}
{}@media (prefers-color-scheme:dark){{
{}}}
@media (prefers-reduced-motion:no-preference){{.strip{{animation:{seconds}s step-end infinite}}}}
</style>
",
        LIGHT.rules(),
        DARK.rules(),
    )
}

impl Shades {
    fn rules(&self) -> String {
        let Self { text, dim, window, bar, edge, hues } = self;
        let mut rules = format!(
            "text,.text{{fill:{text}}}
.line{{stroke:{text}}}
.dim{{fill:{dim}}}.line.dim{{stroke:{dim}}}
.window{{fill:{window};stroke:{edge}}}
.bar{{fill:{bar}}}
.dot{{fill:{edge}}}
.ground{{fill:{window}}}
.line.ground{{stroke:{window}}}
"
        );
        for (class, hue) in HUES.iter().zip(hues) {
            put_line(&mut rules, format_args!(".{class}{{fill:{hue}}}.line.{class}{{stroke:{hue}}}"));
        }
        rules
    }
}

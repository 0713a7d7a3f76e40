//! What was in one row, and when.

use super::put_line;
use crate::picture::film::Shot;
use crate::picture::metronome::Beat;

/// From one part of a strip to the next: wider than any window.
const STEP: usize = 1000;

/// All that was in a row.
pub(super) struct Strip {
    /// What is drawn, what was seen last first.
    parts: Vec<String>,
    /// From which beat on which part is seen.
    cuts: Vec<(Beat, usize)>,
}

impl Strip {
    /// What this drawing makes of each of the shots.
    pub(super) fn of(shots: &[(Beat, Shot)], drawn: impl Fn(&Shot) -> String) -> Self {
        let mut parts: Vec<_> = shots.last().map(|(_, shot)| drawn(shot)).into_iter().collect();
        let mut cuts: Vec<(Beat, usize)> = Vec::new();
        for (beat, shot) in shots {
            let part = drawn(shot);
            let index = parts.iter().position(|known| *known == part).unwrap_or(parts.len());
            if index == parts.len() {
                parts.push(part);
            }
            if cuts.last().is_none_or(|(_, last)| *last != index) {
                cuts.push((*beat, index));
            }
        }
        Self { parts, cuts }
    }

    /// Draws it at this height, with its animation, which has this name and ends at this beat.
    pub(super) fn draw(&self, svg: &mut String, name: &str, end: Beat, y: u32) {
        if self.parts.iter().all(String::is_empty) {
            return;
        }
        let moves = self.parts.len() > 1;
        if moves {
            put_line(svg, format_args!("<style>@keyframes {name}{{{}}}</style>", self.keyframes(end)));
        }
        let animation =
            if moves { format!(r#" class="strip" style="animation-name:{name}""#) } else { String::new() };
        put_line(svg, format_args!(r#"<g transform="translate(0 {y})"><g{animation}>"#));
        for (index, part) in self.parts.iter().enumerate().filter(|(_, part)| !part.is_empty()) {
            match index * STEP {
                0 => put_line(svg, format_args!("{part}")),
                x => put_line(svg, format_args!(r#"<g transform="translate({x})">{part}</g>"#)),
            }
        }
        put_line(svg, format_args!("</g></g>"));
    }

    fn keyframes(&self, end: Beat) -> String {
        let frame = |(at, (beat, part)): (usize, &(Beat, usize))| {
            // Before the first there is nothing else to see.
            let percent = if at == 0 { 0.0 } else { f64::from(*beat) * 100.0 / f64::from(end) };
            let percent = format!("{percent:.3}");
            let percent = percent.trim_end_matches('0').trim_end_matches('.');
            match part * STEP {
                0 => format!("{percent}%{{transform:none}}"),
                x => format!("{percent}%{{transform:translateX(-{x}px)}}"),
            }
        };
        self.cuts.iter().enumerate().map(frame).collect()
    }
}

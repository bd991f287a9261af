//! Owns which lines of Markdown stand in fenced code. It owns neither headings nor what the code is.
//!
//! After the rules of `CommonMark`: a fence has three or more backticks or tildes, is closed by as many of the same, and one of
//! backticks has none behind them on its line. One that is never closed hides nothing here: reports are cut and pasted.

use alloc::vec;
use alloc::vec::Vec;

/// Returns for each line whether it stands in a fence or is one.
pub(super) fn fenced(lines: &[&str]) -> Vec<bool> {
    let mut inside = vec![false; lines.len()];
    // The shortest fence of each mark that is known to stay open to the end: longer ones behind it do too.
    let mut open: [(char, usize); 2] = [('`', usize::MAX), ('~', usize::MAX)];
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let mut end = at;
        if let Some((mark, length)) = opening(line)
            && !open.iter().any(|&(own, shortest)| own == mark && length >= shortest)
        {
            let closes = |line: &&str| {
                let line = line.trim();
                line.len() >= length && line.chars().all(|c| c == mark)
            };
            if let Some(behind) = lines.get(at + 1..).unwrap_or(&[]).iter().position(closes) {
                end = at + 1 + behind;
                inside.get_mut(at..=end).unwrap_or(&mut []).fill(true);
            } else {
                open.iter_mut().filter(|(own, _)| *own == mark).for_each(|(_, shortest)| *shortest = length);
            }
        }
        at = end + 1;
    }
    inside
}

/// Returns the mark and the length of the fence that a line opens. It may stand in a list item or a quote.
pub(super) fn opening(line: &str) -> Option<(char, usize)> {
    let line = line.trim_start_matches([' ', '\t', '>', '-', '*']);
    let mark = line.chars().next().filter(|&c| matches!(c, '`' | '~'))?;
    let length = line.chars().take_while(|&c| c == mark).count();
    let behind = line.get(length..).unwrap_or("");
    (length >= 3 && !(mark == '`' && behind.contains('`'))).then_some((mark, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences_are_closed_by_their_like() {
        let text = "a\n````\n```\nb\n````\nc\n```foo()```\n~~~\n```\n~~~\n- ```\nd\n```\n```\nopen";
        let lines: Vec<&str> = text.lines().collect();
        let inside: Vec<&str> =
            lines.iter().zip(fenced(&lines)).filter(|(_, inside)| *inside).map(|(line, _)| *line).collect();
        assert_eq!(inside, ["````", "```", "b", "````", "~~~", "```", "~~~", "- ```", "d", "```"]);
    }
}

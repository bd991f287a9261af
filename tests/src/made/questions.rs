//! Owns questions that are made up at random of a project's own words, names, paths and folders: one line or a whole
//! report with a stack, a diff and the reporter's environment. It owns neither hostile ones nor what answers any.

use graphicle_engine::id::SymbolId;
use graphicle_engine::snapshot::Snapshot;

use crate::random::Random;

/// Files whose text and names are taken, at most; more would only make more of the same kinds.
const FILES: usize = 400;

/// Words and names that are taken of one file, at most.
const OF_A_FILE: usize = 40;

/// What a project's questions are made of.
#[derive(Debug, Clone)]
pub struct Stock {
    words: Vec<String>,
    symbols: Vec<String>,
    paths: Vec<String>,
    folders: Vec<String>,
}

/// Openings of a question, before what it is about.
const OPENINGS: [&str; 12] = [
    "where is",
    "how does",
    "why does",
    "what calls",
    "fix",
    "add an option for",
    "which tests cover",
    "crash in",
    "Wie funktioniert",
    "どこで",
    "Где находится",
    "أين يوجد",
];

/// Sentences around what a question is about, in several languages; `@` is a name and `#` a word.
const SENTENCES: [&str; 14] = [
    "When I call `@` the # is lost, although # says otherwise.",
    "I expected the # of @ to be kept until # is done.",
    "It worked before the last release; since then @() returns the wrong #.",
    "Is there a way to make # and # agree?",
    "error: cannot find # for \"@\" (code 17)",
    "The docs say that # should never be empty. See also @.",
    "Nach dem Aufruf von @ fehlt der #, obwohl # gesetzt ist.",
    "`@` を呼び出すと # が失われます。# を確認してください。",
    "После вызова @ пропадает #, хотя # задан.",
    "عند استدعاء @ يختفي # من القائمة",
    "调用 @ 之后 # 为空，应该保留 #。",
    "> quoted: # and # of @ 🦀",
    "https://example.com/issues/42?q=#&s=@ shows the same",
    "- [ ] # is checked, 1.5e-7, 0x1F, ~/.config/#",
];

impl Stock {
    /// Takes words, names, paths and folders of a project, evenly over its files.
    pub fn of(snapshot: &Snapshot<'_>) -> Self {
        let (mut words, mut symbols, mut paths) = (Vec::new(), Vec::new(), Vec::new());
        for file in thinned(snapshot.files().collect(), FILES) {
            let text = snapshot.text(&file).unwrap();
            let own = text.split(|c: char| !c.is_alphanumeric()).filter(|word| (3..30).contains(&word.chars().count()));
            words.extend(thinned(own.collect(), OF_A_FILE).map(str::to_owned));
            let ids = thinned((file.symbols.0.0..file.symbols.1.0).collect(), OF_A_FILE);
            symbols.extend(ids.filter_map(|id| snapshot.symbol_name(&snapshot.symbol(SymbolId(id))?)));
            paths.push(file.path.to_owned());
        }
        let mut folders: Vec<String> =
            snapshot.folders().filter(|folder| !folder.path.is_empty()).map(|folder| folder.path.to_owned()).collect();
        assert!(!paths.is_empty(), "a project without files has no questions");
        for list in [&mut words, &mut symbols, &mut folders] {
            if list.is_empty() {
                list.push("nothing".to_owned());
            }
        }
        Self { words, symbols, paths, folders }
    }

    fn word(&self, random: &mut Random) -> &str {
        random.pick::<String>(&self.words)
    }

    fn symbol(&self, random: &mut Random) -> &str {
        random.pick::<String>(&self.symbols)
    }

    /// Makes a question of one line.
    fn line(&self, random: &mut Random) -> String {
        let (opening, word) = (random.pick(&OPENINGS), self.word(random));
        let (symbol, path) = (self.symbol(random), random.pick(&self.paths));
        match random.below(9) {
            0 => symbol.to_owned(),
            1 => format!("{opening} {symbol}"),
            2 => format!("{opening} `{symbol}.{}`?", self.symbol(random)),
            3 => format!("{opening} the {word} in {path}:{}?", 1 + random.below(300)),
            4 => format!("{opening} {word} under {}", random.pick(&self.folders)),
            5 => format!("{} {opening} {}", path.rsplit('/').next().unwrap_or(path), self.word(random)),
            6 => self.sentence(random),
            _ => {
                let count = 1 + random.below(7);
                (0..count).fold((*opening).to_owned(), |text, _| text + " " + self.word(random))
            }
        }
    }

    fn sentence(&self, random: &mut Random) -> String {
        random.pick(&SENTENCES).chars().fold(String::new(), |text, c| match c {
            '@' => text + self.symbol(random),
            '#' => text + self.word(random),
            other => text + other.encode_utf8(&mut [0; 4]),
        })
    }

    /// Makes a part of a report, of one line or several.
    fn part(&self, random: &mut Random) -> Vec<String> {
        let number = 1 + random.below(900);
        let (symbol, path) = (self.symbol(random), random.pick(&self.paths));
        let lines = match random.below(11) {
            0 => format!(
                "## Environment\n- Version: {}.{}\n- OS: Linux 6.1 x86_64\n- {}: {number}",
                number % 9,
                number % 7,
                self.word(random)
            ),
            1 => format!(
                "Traceback (most recent call last):\n  File \"/srv/app/{path}\", line {number}, in {symbol}\n    \
                 return {symbol}({})\nValueError: {}",
                self.word(random),
                self.sentence(random)
            ),
            2 => format!(
                "java.lang.IllegalStateException: {symbol}\n\tat org.acme.{symbol}.{}({symbol}.java:{number})",
                self.symbol(random)
            ),
            3 => format!("TypeError: {symbol}\n    at {symbol} (/srv/{path}:{number}:7)\n    at async /srv/{path}:1:1"),
            4 => format!(
                "panic: {symbol}\n\ngoroutine 1 [running]:\nmain.{symbol}(0xc000)\n\t/srv/{path}:{number} +0x1d"
            ),
            5 => {
                format!("--- a/{path}\n+++ b/{path}\n@@ -{number},2 +{number},2 @@ {symbol}\n-{symbol}()\n+{symbol}(1)")
            }
            6 => format!("```\n{symbol} = {}({number})\n{}\n```", self.symbol(random), self.sentence(random)),
            7 => format!("<!-- Please search first -->\n### {}", random.pick(&["Steps", "Expected", "What happened"])),
            8 => format!("Python version: 3.{}\n{} version: {number}", number % 14, self.word(random)),
            _ => format!("{} {}", self.sentence(random), self.sentence(random)),
        };
        lines.lines().map(str::to_owned).collect()
    }

    /// Makes a question of exactly so many lines, at least one.
    pub fn question(&self, lines: usize, random: &mut Random) -> String {
        let mut text = vec![self.line(random)];
        while text.len() < lines {
            text.extend(self.part(random));
        }
        text.truncate(lines.max(1));
        text.join(if random.once_in(8) { "\r\n" } else { "\n" })
    }

    /// Makes questions of one to forty lines, more of them short than long.
    pub fn questions(&self, count: usize, random: &mut Random) -> Vec<String> {
        (0..count)
            .map(|_| {
                let lines = *random.pick(&[1, 1, 1, 2, 3, 5, 8, 13, 20, 40]);
                self.question(lines, random)
            })
            .collect()
    }
}

/// Returns at most `most` of some things, evenly over them.
fn thinned<T>(things: Vec<T>, most: usize) -> impl Iterator<Item = T> {
    let step = things.len().div_ceil(most).max(1);
    things.into_iter().step_by(step)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::fixture;

    #[test]
    fn questions_are_varied_of_the_length_asked_for_and_the_same_again() {
        let bytes = fixture::snapshot();
        let stock = Stock::of(&Snapshot::open(&bytes).unwrap());
        let questions = stock.questions(200, &mut Random::of(7));
        assert_eq!(questions, stock.questions(200, &mut Random::of(7)));
        let distinct: BTreeSet<&String> = questions.iter().collect();
        assert!(distinct.len() > 190, "{} of them are distinct", distinct.len());
        for shape in ["## Environment", "Traceback", "@@ -", "goroutine", ".java:", "`", "?", "を", "Wie"] {
            assert!(questions.iter().any(|question| question.contains(shape)), "none has {shape}");
        }
        for lines in [1, 2, 5, 40] {
            assert_eq!(stock.question(lines, &mut Random::of(9)).lines().count(), lines);
        }
    }
}

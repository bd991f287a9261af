//! Owns texts that are meant to break parsers: deep, endless, broken, random; for every language the same.

use crate::random::Random;

/// Returns all texts by name, each cut after `longest` bytes.
pub fn cut(longest: usize) -> Vec<(&'static str, String)> {
    let mut texts = all();
    for (_, text) in &mut texts {
        text.truncate(text.floor_char_boundary(longest));
    }
    texts
}

/// Returns texts of the largest size that is parsed, by name.
pub fn largest() -> Vec<(&'static str, String)> {
    // Just below the limit of 8 MiB.
    let filled = |start: &str, with: &str, end: &str| {
        let n = ((8 << 20) - 1 - start.len() - end.len()) / with.len();
        format!("{start}{}{end}", with.repeat(n))
    };
    vec![
        ("8 MB of parentheses", filled("", "(", "")),
        ("8 MB in a list", filled("x = [", "1, 2, (3), ", "0];\n")),
        ("8 MB in one line", filled("", "f(a); ", "\n")),
    ]
}

/// Returns the texts by name.
pub fn all() -> Vec<(&'static str, String)> {
    let mut random = Random::of(1);
    let noise: Vec<u8> = (0..64 << 10).map(|_| random.next().to_le_bytes()[3]).collect();
    let words =
        ["{", "}", "(", ")", "class ", "if ", "= ", "\"", "'", "x", " ", "\n", "\t", ";", "<", ">", "/*", "#", "0"];
    let tokens: String = (0..32 << 10).map(|_| *random.pick(&words)).collect();
    vec![
        ("nothing", String::new()),
        ("a blank", " ".to_owned()),
        ("a byte order mark", "\u{feff}".to_owned()),
        ("only line ends", "\r\n\r\r\n\n".repeat(1000)),
        ("a megabyte of parentheses", "(".repeat(1 << 20)),
        ("a megabyte of brackets", "[".repeat(1 << 20)),
        ("a megabyte of braces", "{".repeat(1 << 20)),
        ("nested blocks", "{\n".repeat(100_000) + &"}\n".repeat(100_000)),
        ("nested calls", "f(".repeat(50_000) + &")".repeat(50_000)),
        ("nested generics", "A<".repeat(50_000) + &">".repeat(50_000)),
        ("a chain", "a.b().c[0]".to_owned() + &".d()".repeat(50_000)),
        ("a sum", "x = 1".to_owned() + &" + 1".repeat(50_000)),
        ("else if", "if (a) {} ".to_owned() + &"else if (a) {} ".repeat(20_000)),
        ("not", "!".repeat(200_000) + "x"),
        ("noise", String::from_utf8_lossy(&noise).into_owned()),
        ("random words", tokens),
        ("zeros", "a = \0\0\0 b(\0)\n".repeat(5_000)),
        ("an open string", format!("x = \"{}", "word ".repeat(20_000))),
        ("an open comment", format!("/* {}", "word\n".repeat(20_000))),
        ("quotes", "\"'`".repeat(20_000)),
        ("a long line", format!("call({});", "argument, ".repeat(20_000))),
        ("indentation", (0..2_000).map(|depth| " ".repeat(depth) + "if x:\n").collect()),
        ("combining marks", "e\u{301}\u{20dd}".repeat(20_000)),
        ("directives", "#if X\n".repeat(20_000)),
        ("heredocs", "<<A\n".repeat(5_000)),
        ("tags", "<a><b>".repeat(20_000)),
    ]
}

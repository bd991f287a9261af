//! Owns questions that no person asks, or only by accident: empty, endless, broken, meant to confuse whoever reads them.
//! What a ranking makes of them it does not own.

/// Returns the questions.
pub fn all() -> Vec<String> {
    let long_name = "aB".repeat(5000);
    vec![
        String::new(),
        " \n\t\r\n".to_owned(),
        "the of and".to_owned(),
        "where is the store opened?".to_owned(),
        "\u{0}\u{1}\u{7f}\u{202e}\u{feff}".to_owned(),
        "日本語の質問 мир 🦀🦀🦀".to_owned(),
        "🦀🎉👩\u{200d}👩\u{200d}👧".to_owned(),
        "أين يتم تخزين العناصر؟ \u{202e}שלום".to_owned(),
        ".*[a-z]+(?:store|item)$ ^\\d{3} ((((( [[[ \\".to_owned(),
        "$(rm -rf /) `store` ; | && > x \"quoted ' \" %s ${HOME}".to_owned(),
        "--json".to_owned(),
        "store \u{1b}[31m red \u{1b}]0;title\u{7} \u{9b}2J \u{2066}item\u{2069} `\u{1b}[2Jget`".to_owned(),
        "store\rget\ritem".to_owned(),
        "## Environment\n- Python version: 3.8\n- OS: Linux\n".to_owned(),
        "store line\n".repeat(10_000),
        "store keeps items cache ".repeat(2600),
        "x".repeat(100_000),
        "日本".repeat(60_000),
        long_name.clone(),
        format!("`{}`", "a.b::".repeat(3000)),
        "`".repeat(10_001),
        "# ".repeat(5000),
        "## Environment\n".repeat(3000),
        "<!-- ".repeat(5000),
        "  File \"x.py\", line 99999999999999999999, in f\n".repeat(2000),
        "at a.b.c(D.java:1)\n".repeat(2000),
        "a/b/c.go:1:2 +0xff\n".repeat(2000),
        "--- a/go/store.go\n+++ b/go/store.go\n@@ -1 +1 @@\n".repeat(1000),
        "open store get item cache key ".repeat(20_000),
        (0..5000).map(|n| format!("getItem{n} ")).collect::<Vec<_>>().concat(),
        format!("{}\n\n{long_name}", "word ".repeat(10_000)),
    ]
}

//! What the engine answers to surfaces that are not a command line: JSON by the schemas in docs, failures by their codes,
//! rankings of the caller's own, snapshots without some texts.
#![expect(clippy::unwrap_used, reason = "a test that cannot read its own data fails")]

mod answers;
mod failures;
mod own_ranking;
mod texts;

use graphicle_engine::api::Opened;
use graphicle_tests::memory_snapshot::{Files, snapshot};

/// Returns a small project.
fn files() -> Files {
    let helper =
        "def pad(text, width):\n    \"\"\"Fills a text up with blanks.\"\"\"\n    return text + \" \" * width\n";
    let login = "from app.pad import pad\n\n\ndef login(user, password):\n    \"\"\"Lets a user in whose password fits.\"\"\"\n    return pad(user, 3) == password\n";
    [
        ("README.md", "# A shop\n\nFor customers who buy.\n"),
        ("app/pad.py", helper),
        ("app/login.py", login),
        ("app/secret_words.py", "WORDS = ['xyzzy', 'plugh']\n"),
        ("tests/test_login.py", "from app.login import login\n\n\ndef test_login():\n    assert login('a', 'a   ')\n"),
    ]
    .into_iter()
    .map(|(path, text)| (path.to_owned(), text.to_owned()))
    .collect()
}

fn opened() -> Opened<Vec<u8>> {
    Opened::open(&snapshot(&files())).unwrap()
}

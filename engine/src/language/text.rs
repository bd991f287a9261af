//! Owns what a file's text says of its language where the name leaves it open. It owns no list of names.

use super::Language;

/// Returns what a `.h` file holds: C unless lines of it can only be C++ or Objective-C.
pub(super) fn header(text: &str) -> Language {
    for line in text.lines().take(2000) {
        let line = line.trim_start();
        if line.starts_with("@interface") || line.starts_with("@protocol") || line.starts_with("#import") {
            return Language::ObjectiveC;
        }
        let cpp = ["class ", "namespace ", "template<", "template <", "public:", "private:", "protected:", "using "];
        if cpp.iter().any(|start| line.starts_with(start)) || line.contains("std::") || is_cpp_member(line) {
            return Language::Cpp;
        }
    }
    Language::C
}

/// Returns whether a line declares what only C++ has in a struct: a constant, virtual or explicit method, an operator.
fn is_cpp_member(line: &str) -> bool {
    if line.starts_with(['/', '*', '#']) {
        return false;
    }
    let code = line.split("//").next().unwrap_or(line).trim_end();
    let is_const_method = [") const;", ") const {", ") const { }"].iter().any(|end| code.contains(end));
    let is_operator = code.match_indices("operator").any(|(at, word)| {
        let before = code.get(..at).and_then(|text| text.chars().next_back());
        let after = code.get(at + word.len()..).and_then(|text| text.chars().next());
        before.is_some_and(|c| c == ' ' || c == '&' || c == '*')
            && after.is_some_and(|c| "=+-*/[<!".contains(c))
            && code.contains('(')
    });
    is_const_method || is_operator || code.starts_with("virtual ") || code.starts_with("explicit ")
}

/// Returns whether a `.m` file's text is Objective-C.
pub(super) fn looks_like_objective_c(text: &str) -> bool {
    let marks = ["@interface", "@implementation", "@protocol", "#import", "#include", "@import", "@end"];
    text.lines().take(2000).any(|line| marks.iter().any(|mark| line.trim_start().starts_with(mark)))
}

/// Returns whether a `.t` file's text is Perl.
pub(super) fn looks_like_perl(text: &str) -> bool {
    text.lines().take(200).any(|line| {
        let line = line.trim_start();
        line.starts_with("use ") || line.starts_with("my ") || line.starts_with("package ") || line.contains("perl")
    })
}

/// Returns the language that a first line `#!...` names, or `None`.
pub(super) fn interpreter(text: &str) -> Option<Language> {
    let line = text.lines().next()?.strip_prefix("#!")?;
    let mut words = line.split_whitespace();
    let first = words.next()?;
    let mut program = first.rsplit('/').next()?;
    if program == "env" {
        program = words.find(|word| !word.starts_with('-') && !word.contains('='))?;
        program = program.rsplit('/').next()?;
    }
    let name = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    Some(match name {
        "sh" | "bash" | "zsh" | "ksh" | "dash" | "ash" | "bats" => Language::Bash,
        "python" | "pypy" => Language::Python,
        "node" | "nodejs" | "bun" => Language::JavaScript,
        "deno" | "ts-node" | "tsx" => Language::TypeScript,
        "ruby" | "jruby" => Language::Ruby,
        "perl" => Language::Perl,
        "php" => Language::Php,
        "lua" | "luajit" => Language::Lua,
        "Rscript" => Language::R,
        "julia" => Language::Julia,
        "elixir" => Language::Elixir,
        "escript" => Language::Erlang,
        "groovy" => Language::Groovy,
        "make" => Language::Makefile,
        "awk" | "gawk" => Language::Awk,
        "tclsh" | "wish" => Language::Tcl,
        "swift" => Language::Swift,
        "scala" => Language::Scala,
        "pwsh" => Language::PowerShell,
        _ => return None,
    })
}

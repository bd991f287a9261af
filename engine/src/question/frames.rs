//! Owns reading the frames of stack traces. It owns no paths in prose.

use alloc::format;
use alloc::string::{String, ToString};

use super::paths::{path, split_line};

/// A frame of a stack trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The path, or a class's dotted name with its file's.
    pub path: String,
    /// The line.
    pub line: Option<u32>,
    /// The function, where the trace names it.
    pub function: Option<String>,
}

/// Returns whether a line is one of a stack trace.
pub(super) fn is_frame(line: &str) -> bool {
    frame(line).is_some()
}

/// Returns the frame that a line of a stack trace is.
pub(super) fn frame(line: &str) -> Option<Frame> {
    let line = line.trim();
    python_frame(line).or_else(|| at_frame(line)).or_else(|| go_frame(line))
}

/// `File "django/db/models/query.py", line 58, in __iter__`, behind whatever a log or a quote puts before it.
fn python_frame(line: &str) -> Option<Frame> {
    let (_, rest) = line.split_once("File \"")?;
    let (path, behind) = rest.split_once('"')?;
    let behind = behind.strip_prefix(", line ")?;
    let (number, function) = behind.split_once(", in ").map_or((behind, None), |(n, f)| (n, Some(f)));
    Some(Frame {
        path: path.replace('\\', "/"),
        line: number.trim().parse().ok(),
        function: function.map(|name| name.trim().to_string()).filter(|name| !name.starts_with('<')),
    })
}

/// `at com.acme.Store.get(Store.java:12) ~[acme.jar]`, `at fn [as g] (src/a.ts:1:2)`, `at file:///src/a.mjs:1:2`,
/// `at Acme.Store.Get() in C:\src\Store.cs:line 12`.
fn at_frame(line: &str) -> Option<Frame> {
    let rest = line.strip_prefix("at ")?.trim_start_matches("async ");
    if let Some((name, place)) = rest.split_once(" in ") {
        let mention = path(place)?;
        let name = name.split('(').next().unwrap_or(name);
        let function = name.rsplit('.').next().map(ToString::to_string);
        return mention.line.map(|line| Frame { path: mention.path, line: Some(line), function });
    }
    let placed = rest.rsplit_once('(').and_then(|(name, place)| Some((name, place.split_once(')')?.0)));
    let has_line = |place: &str| split_line(place).1.is_some() || path(place).is_some_and(|found| found.line.is_some());
    let Some((name, place)) = placed.filter(|(_, place)| has_line(place)) else {
        let mention = path(rest.split_whitespace().next()?)?;
        return mention.line.is_some().then_some(Frame { path: mention.path, line: mention.line, function: None });
    };
    let name = name.split(" [as ").next().unwrap_or(name).trim().trim_start_matches("new ");
    let function = name.rsplit(['.', '#']).next().map(ToString::to_string);
    let found = path(place);
    let (file, line) = found.map_or_else(
        || (split_line(place).0.replace('\\', "/"), split_line(place).1),
        |mention| (mention.path, mention.line),
    );
    // A Java frame names its file without folders; the class's package has them.
    let class = name.rsplit('/').next().unwrap_or(name).rsplit_once('.').map(|(class, _)| class);
    let path = match class.and_then(|class| class.rsplit_once('.')) {
        Some((package, _)) if !file.contains('/') => format!("{}/{file}", package.replace('.', "/")),
        _ => file,
    };
    line.map(|line| Frame { path, line: Some(line), function })
}

/// `/go/src/k8s.io/kubernetes/pkg/kubelet/kubelet.go:1234 +0x1d`.
fn go_frame(line: &str) -> Option<Frame> {
    let (place, behind) = line.split_once(" +0x")?;
    let mention = path(place)?;
    (mention.line.is_some() && behind.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(Frame {
        path: mention.path,
        line: mention.line,
        function: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_of_several_languages_are_read() {
        for (text, path, line, function) in [
            (
                "  File \"/usr/lib/python3/django/db/query.py\", line 58, in __iter__",
                "/usr/lib/python3/django/db/query.py",
                58,
                "__iter__",
            ),
            ("E   > File \"src/a.py\", line 3, in f", "src/a.py", 3, "f"),
            ("at com.acme.Store.get(Store.java:12)", "com/acme/Store.java", 12, "get"),
            ("at java.base/com.acme.Store.get(Store.java:12) ~[acme.jar:1.0]", "com/acme/Store.java", 12, "get"),
            ("at handle (src/app.ts:3:7)", "src/app.ts", 3, "handle"),
            ("at Store.get [as fetch] (C:\\app\\src\\store.js:12:5)", "app/src/store.js", 12, "get"),
            ("at async file:///app/src/store.mjs:12:5", "app/src/store.mjs", 12, ""),
            ("at Acme.Store.Get() in C:\\app\\Store.cs:line 12", "app/Store.cs", 12, "Get"),
            ("\t/go/src/k8s.io/pkg/kubelet.go:99 +0x1d", "go/src/k8s.io/pkg/kubelet.go", 99, ""),
        ] {
            let function = Some(function.to_string()).filter(|name| !name.is_empty());
            assert_eq!(frame(text), Some(Frame { path: path.to_string(), line: Some(line), function }), "{text}");
        }
        for text in ["at the end (of 2021: it broke)", "at noon", "look at src/a.ts", "it fails +0x12"] {
            assert_eq!(frame(text), None, "{text}");
        }
    }
}

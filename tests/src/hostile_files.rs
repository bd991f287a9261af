//! Owns files that are meant to break a pack: texts that look like the pack's own marks, paths that look like its lines,
//! bytes that readers take for something else. It owns no check of what a pack makes of them.

/// Returns paths and texts. None is long; [`long_line`] is another one.
pub fn all() -> Vec<(&'static str, String)> {
    vec![
        ("marks/fences.md", "# Fences\n\n```go\ncode()\n```\n\n````\n`````\n~~~\n```` ` ``````\n".into()),
        ("marks/cdata.xml", "<a>]]></a>\n<![CDATA[ x ]]>\n]]]]><![CDATA[>\n]]]>\n]]>]]>\n]]".into()),
        ("marks/opens.xml", "<![CDATA[\nthe first line opens\n]]>\n".into()),
        (
            "marks/page.html",
            "<section name=\"focus\">\n<p>\n</section>\n</file>\n</SECTION >\n</File\n<file path=\"x\">\n".into(),
        ),
        ("marks/section.html", "<section>\n<p>\n</section>\n".into()),
        ("marks/large_section.html", "<SECTION>\n</SECTION >\n".into()),
        ("marks/file.html", "a </file> b\n".into()),
        ("marks/large_file.html", "</FILE\n>\n".into()),
        ("marks/data.xml", "<![cdata[ y\n".into()),
        ("marks/special.txt", "<|endoftext|><|im_start|>system\n<s></s> [INST] <|begin_of_text|> <pad> [CLS]\n".into()),
        ("marks/special.py", "END = \"<|endoftext|>\"\n\n\ndef finish(text):\n    return text + END\n".into()),
        ("marks/headings.md", HEADINGS.into()),
        ("marks/numbered.txt", "1\tfirst\n2\tsecond\n10\t\n\t\n9\tlast\n".into()),
        ("marks/entities.html", "&lt;b&gt; &amp;amp; &quot; <!-- --> <?xml?>\n".into()),
        ("bytes/no_end.py", "def last():\n    return 1".into()),
        ("bytes/crlf.c", "int one(void)\r\n{\r\n\treturn 1;\r\n}\r\n\r\nint two(void) { return one(); }\r\n".into()),
        ("bytes/returns.txt", "a\rb\r\rc\nd\r".into()),
        ("bytes/tabs.go", "package bytes\n\nfunc\tTabs()\tint\t{\n\t\treturn\t1\t\n}\t\n".into()),
        ("bytes/nuls.txt", "a\0b\n\0\n\0\0 c\n".into()),
        ("bytes/controls.txt", "\u{1b}[31mred\u{1b}[0m \u{7}\u{8}\u{c}\u{b}\n\u{7f}\u{9b}2J\n".into()),
        ("bytes/separators.txt", "one\u{2028}two\u{2029}three\u{85}four\u{c}five\n".into()),
        ("bytes/right_to_left.py", "# שלום \u{202e}evil\u{202c}\ndef مرحبا():\n    return \"أين\"\n".into()),
        ("bytes/mark.py", "\u{feff}def marked():\n    return 1\n".into()),
        ("bytes/empty.py", String::new()),
        ("bytes/blank.py", "\n\n \n\t\n\n".into()),
        ("bytes/one_end.txt", "\n".into()),
        ("bytes/ticks.md", "`".repeat(3000)),
        ("paths/with space.py", function("space")),
        ("paths/back`tick```.py", function("tick")),
        ("paths/x.py lines 1-2", function("lines")),
        ("paths/x.py lines 3,5-6 (outline)", function("outline")),
        ("paths/y.py: 5 tokens, focus, rank 1", function("manifest")),
        ("paths/z.py: rank 7, about 12 tokens", function("left_out")),
        ("paths/quo\"te's.py", function("quote")),
        ("paths/a&amp;b<file>.py", function("entity")),
        ("paths/größe/数据.py", function("größe")),
        ("paths/\u{202e}yp.evil", function("reversed")),
        ("paths/\u{200f}a\u{61c}\u{2067}b\u{2069}/\u{202e}c.md", "# Turned\n\nIt is turned.\n".into()),
        // As the walk knows a file whose name holds these very letters, and one whose name has a line feed.
        ("paths/\\x5cxe2\\x5cx80\\x5cxaeyp.evil", function("letters")),
        ("paths/a\\x0ab.py", function("feed")),
        ("paths/# heading", function("heading")),
        ("paths/]]>.py", function("cdata")),
        ("<section>/<file>.py", function("element")),
        ("<!--/file>", "<\n/file>\n".into()),
        ("in the prefix: a.py lines 1-2 (rank 1)", function("prefix")),
        ("-x.py", function("option")),
    ]
}

/// Returns a file of one line of so many bytes.
pub fn long_line(bytes: usize) -> (&'static str, String) {
    ("bytes/long.json", format!("{{\"key\": \"{}\"}}", "word ".repeat(bytes.saturating_sub(12) / 5)))
}

/// Lines that a pack's own could be.
const HEADINGS: &str = "# graphicle pack: acme

## Manifest

Files in the pack: tokens, sections, rank.

- a.go: 5 tokens, focus, rank 1

## Focus

### a.go lines 1-2
why: focus: rank 1
```go
1\tpackage a
2\t
```

### a.go lines 3,5 (outline)
";

fn function(name: &str) -> String {
    format!(
        "# Keeps the {name}.\ndef keep_{name}(item):\n    return find_{name}(item)\n\n\ndef find_{name}(item):\n    return item\n"
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_paths_are_distinct_and_could_be_a_projects() {
        let all = all();
        let paths: BTreeSet<&str> = all.iter().map(|(path, _)| *path).collect();
        assert_eq!(paths.len(), all.len());
        assert!(paths.iter().all(|path| !path.starts_with('/') && !path.contains('\n') && !path.ends_with('/')));
        assert!(long_line(5_000_000).1.len().abs_diff(5_000_000) < 10);
    }
}

//! Owns making C's and C++'s text fit for a parser that knows no preprocessor: what it cannot read is replaced by
//! spaces, so that every place keeps its line and its byte; owns no syntax tree.
//!
//! - `lexer`: tokens and preprocessor lines.
//! - `conditionals`: conditional lines where the grammar has no place for them.
//! - `macros`: names in capitals and the like that stand where only a macro can.
//! - `objective_c`: Objective-C's attributes and enumerations by macro.

mod conditionals;
mod lexer;
mod macros;
mod objective_c;

pub(in crate::lang) use macros::is_capital;

/// Ranges of bytes that the parser does not see.
type Blanks = Vec<(usize, usize)>;

/// Returns the text for the parser of C or C++, or `None` when it is the text itself.
pub(in crate::lang) fn c(source: &str) -> Option<String> {
    let lexed = lexer::lex(source);
    let mut blanks = Blanks::new();
    conditionals::hide(source, &lexed, &mut blanks);
    let tokens = seen(&lexed.tokens, &mut blanks);
    macros::hide(source, &tokens, &mut blanks);
    blanked(source, &blanks)
}

/// Returns the text for the parser of Objective-C, or `None` when it is the text itself.
pub(in crate::lang) fn objective_c(source: &str) -> Option<String> {
    let lexed = lexer::lex(source);
    let mut blanks = Blanks::new();
    conditionals::hide(source, &lexed, &mut blanks);
    let tokens = seen(&lexed.tokens, &mut blanks);
    let enumerations = objective_c::hide(source, &tokens, &mut blanks);
    let mut text = blanked(source, &blanks)?;
    for at in enumerations {
        // The blank there is longer than the word.
        text.replace_range(at..at + objective_c::ENUM.len(), objective_c::ENUM);
    }
    Some(text)
}

/// Returns the tokens that no blank covers, and brings the blanks in order.
fn seen(tokens: &[lexer::Token], blanks: &mut Blanks) -> Vec<lexer::Token> {
    blanks.sort_unstable();
    let mut left = blanks.iter().peekable();
    let mut reach = 0;
    tokens
        .iter()
        .copied()
        .filter(|token| {
            while let Some(blank) = left.next_if(|blank| blank.0 <= token.start) {
                reach = reach.max(blank.1);
            }
            token.start >= reach
        })
        .collect()
}

fn blanked(source: &str, blanks: &Blanks) -> Option<String> {
    if blanks.is_empty() {
        return None;
    }
    let mut bytes = source.as_bytes().to_vec();
    for (start, end) in blanks {
        for byte in bytes.get_mut(*start..*end).unwrap_or_default() {
            if !matches!(byte, b'\n' | b'\r') {
                *byte = b' ';
            }
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the prepared text with runs of spaces as one.
    fn shown(source: &str) -> String {
        let text = c(source).unwrap_or_else(|| source.to_owned());
        assert_eq!(text.len(), source.len());
        text.split('\n')
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect::<Vec<_>>()
            .join("\n")
    }

    #[test]
    fn conditionals_around_whole_statements_stay() {
        for source in ["#if A\nint x;\n#else\nint y;\n#endif", "void f() {\n#ifdef A\ng();\n#endif\n}"] {
            assert_eq!(shown(source), source);
        }
    }

    #[test]
    fn of_conditionals_around_parts_one_branch_stays() {
        assert_eq!(
            shown("#if A\nint f(int x) {\n#else\nint f() {\n#endif\ng();\n}"),
            "\nint f(int x) {\n\n\n\ng();\n}"
        );
        assert_eq!(shown("f(a,\n#if A\nb\n#else\nc\n#endif\n);"), "f(a,\n\nb\n\n\n\n);");
        assert_eq!(shown("int x[] = {\n#if A\n1,\n#else\n2,\n#endif\n3 };"), "int x[] = {\n\n1,\n\n2,\n\n3 };");
        assert_eq!(shown("if (a) b();\n#if A\nelse c();\n#endif"), "if (a) b();\n\nelse c();\n");
        assert_eq!(
            shown("#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif"),
            "\nextern \"C\" {\n\nint f(void);\n\n}\n"
        );
        assert_eq!(shown("#if 0\n{\n#endif\nint x;"), "\n\n\nint x;");
    }

    #[test]
    fn what_would_not_be_balanced_is_left_alone() {
        let source = "#if A\nint f() {\n#endif\n#if !A\nint g() {\n#endif\n}";
        assert_eq!(shown(source), source);
    }

    #[test]
    fn specifiers_by_macro_are_hidden() {
        assert_eq!(shown("static _FORCE_INLINE_ bool f();"), "static bool f();");
        assert_eq!(shown("_FORCE_INLINE_ Foo *f();"), "Foo *f();");
        assert_eq!(shown("pg_noinline Foo *f(int a) {}"), "Foo *f(int a) {}");
        assert_eq!(shown("API ns::Foo<int> f();"), "ns::Foo<int> f();");
        assert_eq!(shown("HRESULT Foo::bar() {}"), "HRESULT Foo::bar() {}");
        assert_eq!(shown("HTAB *f(void);"), "HTAB *f(void);");
        assert_eq!(shown("int WINAPI f(int x);"), "int f(int x);");
        assert_eq!(shown("BOOL WINAPI f(int x);"), "BOOL f(int x);");
        assert_eq!(shown("HRESULT STDCALL Foo::f(int x) {}"), "HRESULT Foo::f(int x) {}");
        assert_eq!(
            shown("class A_EXPORT Foo : public Bar { INL Foo(int); INL ~Foo(); AABB f(); };"),
            "class Foo : public Bar { Foo(int); ~Foo(); AABB f(); };"
        );
        assert_eq!(shown("struct FOO bar;"), "struct FOO bar;");
        assert_eq!(shown("Datum\nfoo(PG_FUNCTION_ARGS)\n{\n}"), "Datum\nfoo(PG_FUNCTION_ARGS)\n{\n}");
    }

    #[test]
    fn attributes_by_macro_after_declarators_are_hidden() {
        assert_eq!(shown("void f(int a) pg_attribute_printf(1, 2);"), "void f(int a) ;");
        assert_eq!(shown("void f() { bool x PG_USED = 1; if (a) g(b); }"), "void f() { bool x = 1; if (a) g(b); }");
        assert_eq!(shown("void f() { Foo N; const Foo M; int K = 2; }"), "void f() { Foo N; const Foo M; int K = 2; }");
        assert_eq!(shown("void f() const override;"), "void f() const override;");
    }

    #[test]
    fn macros_of_objective_c_are_hidden_or_read() {
        let shown = |source: &str| {
            let text = objective_c(source).unwrap_or_else(|| source.to_owned());
            assert_eq!(text.len(), source.len());
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(shown("typedef NS_ENUM(NSInteger, Mode) {\nA };"), "enum Mode { A };");
        assert_eq!(
            shown("NS_BEGIN\n@class A;\nAPI_X(ios(9))\n@interface B\n@end\nNS_END"),
            "@class A; @interface B @end"
        );
        assert_eq!(shown("- (id)init:(int)x NS_UNAVAILABLE;"), "- (id)init:(int)x ;");
        assert_eq!(
            shown("@property int x API_X(ios(9));\nint f(int x) A;"),
            "@property int x ;\nint f(int x) A;".replace('\n', " ")
        );
    }

    #[test]
    fn statements_by_macro_without_an_end_are_hidden() {
        assert_eq!(
            shown("class A : B {\nQ_OBJECT\npublic slots:\nvoid f();\nsignals:\nint g();\n};"),
            "class A : B {\n\npublic :\nvoid f();\n\nint g();\n};"
        );
        assert_eq!(shown("DEFINE_X(a, b)\nstatic int x;"), "\nstatic int x;");
        assert_eq!(shown("TEST(a, b)\n{ f(); }"), "TEST(a, b)\n{ f(); }");
        assert_eq!(shown("enum { A,\nB\n};"), "enum { A,\nB\n};");
        assert_eq!(shown("void f() {\nFOO(x)\nbar();\n}"), "void f() {\nFOO(x)\nbar();\n}");
    }
}

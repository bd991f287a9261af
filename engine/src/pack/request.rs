//! Owns the JSON form of a request for a pack, which every surface that is not a command line takes: the command line's
//! names in snake case, each of them optional. It owns no option's meaning ([`super::options`]), and answers no request
//! beyond ranking and packing.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use hashbrown::HashSet;
use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::content::Pack;
use super::error::{OptionError, PackError};
use super::options::{Calibration, Layout, PackOptions, PrefixShare};
use super::{Asked, Inputs, pack};
use crate::question::Question;
use crate::ranking::{GivenFile, Ranking, Weights, given, rank};
use crate::snapshot::Snapshot;
use crate::span::LineRange;
use crate::tokens::{BytesPerToken, BytesPerTokenError, Estimate, TokenCounter};

/// What a pack says of its project where the request does not name it.
const UNNAMED: &str = "project";

/// A request for a pack.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PackRequest {
    /// The question; an overview is asked for where there is none.
    pub question: Option<String>,
    /// The project's name, as the pack tells it.
    pub project: Option<String>,
    /// The commit that the snapshot is of, as the pack tells it.
    pub commit: Option<String>,
    /// The ranking to pack by instead of ours, where the caller brings one.
    pub ranking: Option<Vec<OwnRank>>,
    /// Everything else that is asked of the pack.
    pub options: PackOptions,
    /// How tokens are counted.
    pub counting: Counting,
}

/// A file of a caller's ranking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnRank {
    /// Its path from the project's root.
    pub path: String,
    /// Where in it to look, best first; our own passages where there are none.
    pub lines: Vec<LineRange>,
}

/// How a request wants tokens counted, as far as that needs no vocabulary.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Counting {
    /// By the estimate.
    #[default]
    Estimate,
    /// As so many bytes each.
    BytesPerToken(BytesPerToken),
}

/// Why a text is no request. Every message is one sentence that says what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// It is no JSON object, or has a field that no request has or a value of another kind; what and where it is follows.
    #[error("the request is no JSON object with a pack's options: {0}")]
    Json(String),
    /// The question is there and says nothing.
    #[error("the question is empty; ask something, or leave it out for an overview of the repository")]
    EmptyQuestion,
    /// An option is no value.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The bytes per token are no value.
    #[error(transparent)]
    BytesPerToken(#[from] BytesPerTokenError),
    /// A ranking without a question.
    #[error("a ranking belongs to a question; ask one, or leave the ranking out")]
    RankingOfNothing,
    /// A ranking that ranks nothing or the same file twice.
    #[error("a ranking is a list of different paths, best first; {0}")]
    Ranking(String),
    /// A ranking of no files.
    #[error("a limit is how many files are told of, from 1")]
    Limit,
    /// A prefix share for a layout that has no prefix.
    #[error("a prefix share belongs to the cache layout; leave the layout out, or make it cache")]
    ShareOfStandard,
}

/// The fields as they stand in JSON.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Fields {
    question: Option<String>,
    project: Option<String>,
    commit: Option<String>,
    ranking: Option<Vec<RankedField>>,
    budget: Option<Given>,
    format: Option<String>,
    order: Option<String>,
    #[serde(alias = "lineNumbers")]
    line_numbers: Option<String>,
    sections: Option<Names>,
    layout: Option<String>,
    #[serde(alias = "prefixShare")]
    prefix_share: Option<Given>,
    #[serde(alias = "bytesPerToken")]
    bytes_per_token: Option<Given>,
    calibration: Option<Given>,
    pins: Option<Vec<String>>,
    include: Option<Vec<String>>,
    exclude: Option<Vec<String>>,
}

/// A file of a ranking as it stands in JSON: its path, or an object with lines.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum RankedField {
    Path(String),
    WithLines(RankedLines),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RankedLines {
    path: String,
    #[serde(default)]
    lines: Vec<(u32, u32)>,
}

impl PackRequest {
    /// Reads a request from its JSON.
    pub fn from_json(json: &str) -> Result<Self, RequestError> {
        // A derived reader would take a list for the fields in their order.
        if !json.trim_start().starts_with('{') {
            return Err(RequestError::Json("it does not start with a brace".to_owned()));
        }
        let fields: Fields = serde_json::from_str(json).map_err(|error| RequestError::Json(error.to_string()))?;
        Self::from_fields(fields)
    }

    fn from_fields(fields: Fields) -> Result<Self, RequestError> {
        if fields.question.as_ref().is_some_and(|question| question.trim().is_empty()) {
            return Err(RequestError::EmptyQuestion);
        }
        let ranking = fields.ranking.map(own_ranking).transpose()?;
        if ranking.is_some() && fields.question.is_none() {
            return Err(RequestError::RankingOfNothing);
        }
        let given = |given: Option<Given>| given.map(|given| given.0);
        let counting = match given(fields.bytes_per_token) {
            None => Counting::Estimate,
            Some(text) => Counting::BytesPerToken(BytesPerToken::new(text.parse().map_err(|_| BytesPerTokenError)?)?),
        };
        let pins = fields.pins.unwrap_or_default().iter().map(|pin| pin.parse()).collect::<Result<Vec<_>, _>>()?;
        let options = PackOptions {
            budget: read(given(fields.budget))?,
            calibration: given(fields.calibration).map(|text| calibration(&text)).transpose()?,
            format: read(fields.format)?,
            order: read(fields.order)?,
            line_numbers: read(fields.line_numbers)?,
            sections: read(fields.sections.map(|names| names.0))?,
            layout: layout(fields.layout.as_deref(), given(fields.prefix_share).as_deref())?,
            pins,
            include: fields.include.unwrap_or_default(),
            exclude: fields.exclude.unwrap_or_default(),
        };
        let Fields { question, project, commit, .. } = fields;
        Ok(Self { question, project, commit, ranking, options, counting })
    }

    /// Ranks the files of a snapshot for the question, and packs them, counted as the request says.
    pub fn pack(&self, snapshot: &Snapshot<'_>) -> Result<Pack, PackError> {
        match &self.counting {
            Counting::Estimate => self.pack_counted(snapshot, &Estimate),
            Counting::BytesPerToken(counter) => self.pack_counted(snapshot, counter),
        }
    }

    /// As [`PackRequest::pack`], counted by a counter of the caller's own.
    pub fn pack_counted(&self, snapshot: &Snapshot<'_>, counter: &dyn TokenCounter) -> Result<Pack, PackError> {
        let question = self.question.as_deref().map(|text| (text, Question::read(text)));
        let ranking = question.as_ref().map(|(_, question)| self.rank(snapshot, question)).transpose()?;
        let asked = question.as_ref().zip(ranking.as_ref());
        let inputs = Inputs {
            snapshot,
            project: self.project.as_deref().unwrap_or(UNNAMED),
            commit: self.commit.as_deref(),
            asked: asked.map(|((text, question), ranking)| Asked { text, question, ranking }),
        };
        pack(&inputs, &self.options, counter)
    }

    /// Returns the caller's ranking, or ours.
    fn rank(&self, snapshot: &Snapshot<'_>, question: &Question) -> Result<Ranking, PackError> {
        let Some(own) = &self.ranking else { return Ok(rank(snapshot, question, &Weights::default())) };
        let files = own.iter().map(|own| {
            let file =
                snapshot.find_file(&own.path).ok_or_else(|| PackError::NoRankedFile { path: own.path.clone() })?;
            Ok(GivenFile { file, lines: own.lines.clone() })
        });
        Ok(given(snapshot, question, &files.collect::<Result<Vec<_>, PackError>>()?, &Weights::default()))
    }
}

/// Reads a caller's ranking.
fn own_ranking(fields: Vec<RankedField>) -> Result<Vec<OwnRank>, RequestError> {
    let mut found: Vec<OwnRank> = Vec::with_capacity(fields.len());
    let mut seen: HashSet<String> = HashSet::new();
    for field in fields {
        let (path, lines) = match field {
            RankedField::Path(path) => (path, Vec::new()),
            RankedField::WithLines(own) => (own.path, own.lines),
        };
        if !seen.insert(path.clone()) {
            return Err(RequestError::Ranking(format!("{path} stands in it twice")));
        }
        let range = |&(start, end): &(u32, u32)| (start >= 1 && start <= end).then_some(LineRange { start, end });
        let lines = lines.iter().map(range).collect::<Option<Vec<_>>>();
        let lines = lines.ok_or_else(|| {
            RequestError::Ranking(format!("lines are [first, last], from 1; those of {path} are not"))
        })?;
        found.push(OwnRank { path, lines });
    }
    if found.is_empty() { Err(RequestError::Ranking("this one is empty".to_owned())) } else { Ok(found) }
}

/// Reads a value, or takes the one that holds where nobody says.
fn read<T: Default + FromStr<Err = OptionError>>(given: Option<String>) -> Result<T, OptionError> {
    given.map_or_else(|| Ok(T::default()), |text| text.parse())
}

fn calibration(text: &str) -> Result<Calibration, OptionError> {
    let wrong = || OptionError::Calibration(text.to_owned());
    Calibration::new(text.parse().map_err(|_| wrong())?).map_err(|_| wrong())
}

/// Returns the layout; a share alone chooses the cache layout.
fn layout(name: Option<&str>, share: Option<&str>) -> Result<Layout, RequestError> {
    let share = share.map(PrefixShare::from_str).transpose()?;
    match (name, share) {
        (Some("standard"), Some(_)) => Err(RequestError::ShareOfStandard),
        (Some("standard") | None, None) => Ok(Layout::Standard),
        (Some("cache"), share) => Ok(Layout::Cache(share.unwrap_or_default())),
        (None, Some(share)) => Ok(Layout::Cache(share)),
        (Some(other), _) => Err(OptionError::Layout(other.to_owned()).into()),
    }
}

/// A number, or a text that says one: some callers have no numbers.
#[derive(Debug)]
struct Given(String);

impl<'de> Deserialize<'de> for Given {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct GivenVisitor;
        impl Visitor<'_> for GivenVisitor {
            type Value = Given;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number or a text")
            }

            fn visit_u64<E>(self, number: u64) -> Result<Given, E> {
                Ok(Given(number.to_string()))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Given, E> {
                Ok(Given(number.to_string()))
            }

            fn visit_f64<E>(self, number: f64) -> Result<Given, E> {
                Ok(Given(number.to_string()))
            }

            fn visit_str<E>(self, text: &str) -> Result<Given, E> {
                Ok(Given(text.to_owned()))
            }
        }
        deserializer.deserialize_any(GivenVisitor)
    }
}

/// Names as a list, or as a text with commas between them; kept as the text.
#[derive(Debug)]
struct Names(String);

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NamesVisitor;
        impl<'de> Visitor<'de> for NamesVisitor {
            type Value = Names;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of texts, or a text with commas")
            }

            fn visit_str<E>(self, text: &str) -> Result<Names, E> {
                Ok(Names(text.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Names, A::Error> {
                let mut names: Vec<String> = Vec::new();
                while let Some(name) = list.next_element::<String>()? {
                    if name.contains(',') {
                        return Err(A::Error::custom(format!("{name:?} is more than one name")));
                    }
                    names.push(name);
                }
                Ok(Names(names.join(",")))
            }
        }
        deserializer.deserialize_any(NamesVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::{Budget, Format, LineNumbers, Order, SectionKind};
    use crate::tokens::Tokens;
    use alloc::vec;

    fn read(json: &str) -> PackRequest {
        PackRequest::from_json(json).unwrap()
    }

    fn error(json: &str) -> String {
        PackRequest::from_json(json).unwrap_err().to_string()
    }

    #[test]
    fn an_empty_request_asks_for_an_overview_with_every_default() {
        assert_eq!(read("{}"), PackRequest::default());
        assert_eq!(
            read(r#"{"question": null, "budget": null, "sections": null, "pins": null}"#),
            PackRequest::default()
        );
    }

    #[test]
    fn every_field_is_read() {
        let all = read(
            r#"{"question": "why?", "project": "acme", "commit": "c0ffee", "budget": "32k", "format": "xml",
                "order": "relevant-first", "line_numbers": "all", "sections": ["focus", "manifest"], "layout": "cache",
                "prefix_share": 0.5, "bytes_per_token": 4, "calibration": 1.1, "pins": ["a.py:3-9"],
                "include": ["*.py"], "exclude": ["tests/"]}"#,
        );
        assert_eq!(
            [all.question.as_deref(), all.project.as_deref(), all.commit.as_deref()],
            [Some("why?"), Some("acme"), Some("c0ffee")]
        );
        assert_eq!(all.counting, Counting::BytesPerToken(BytesPerToken::new(4.0).unwrap()));
        let own = &all.options;
        assert_eq!((own.budget.tokens(), own.format), (Tokens(32_000), Format::Xml));
        assert_eq!((own.order, own.line_numbers), (Order::RelevantFirst, LineNumbers::All));
        assert!(own.sections.has(SectionKind::Focus) && own.sections.has(SectionKind::Manifest));
        assert!(!own.sections.has(SectionKind::Breadth));
        assert_eq!(own.layout, Layout::Cache(PrefixShare::new(0.5).unwrap()));
        assert_eq!(own.calibration, Some(Calibration::new(1.1).unwrap()));
        assert_eq!(own.pins.first().map(|pin| pin.lines), Some(Some(LineRange { start: 3, end: 9 })));
        assert_eq!((&own.include, &own.exclude), (&vec!["*.py".to_owned()], &vec!["tests/".to_owned()]));
    }

    #[test]
    fn numbers_may_be_texts_and_lists_a_text() {
        assert_eq!(read(r#"{"budget": 64000}"#).options.budget, Budget::new(Tokens(64_000)).unwrap());
        assert_eq!(read(r#"{"budget": "64000"}"#), read(r#"{"budget": 64000}"#));
        assert_eq!(read(r#"{"sections": "focus, docs"}"#), read(r#"{"sections": ["focus", "docs"]}"#));
        assert_eq!(read(r#"{"bytes_per_token": "3.5"}"#), read(r#"{"bytes_per_token": 3.5}"#));
    }

    #[test]
    fn a_share_alone_chooses_the_cache_layout() {
        let share = |share| Layout::Cache(PrefixShare::new(share).unwrap());
        assert_eq!(read(r#"{"prefix_share": 1}"#).options.layout, share(1.0));
        assert_eq!(read(r#"{"prefix_share": "0.7"}"#).options.layout, share(0.7));
        assert_eq!(read(r#"{"layout": "cache"}"#).options.layout, share(0.9));
        assert_eq!(read(r#"{"layout": "standard"}"#).options.layout, Layout::Standard);
        assert!(error(r#"{"layout": "standard", "prefix_share": 0.5}"#).contains("belongs to the cache layout"));
    }

    #[test]
    fn what_is_wrong_gets_a_sentence() {
        for (json, says) in [
            ("", "no JSON object"),
            ("[]", "no JSON object"),
            (r#"{"budgets": 512}"#, "unknown field `budgets`"),
            (r#"{"budget": 511}"#, "\"511\" is not"),
            (r#"{"budget": -1}"#, "\"-1\" is not"),
            (r#"{"budget": 600.5}"#, "\"600.5\" is not"),
            (r#"{"budget": true}"#, "a number or a text"),
            (r#"{"format": "html"}"#, "formats are markdown, xml and json"),
            (r#"{"order": "first"}"#, "orders are"),
            (r#"{"line_numbers": "yes"}"#, "line numbers are"),
            (r#"{"sections": []}"#, "sections are"),
            (r#"{"sections": ["focus,docs"]}"#, "more than one name"),
            (r#"{"layout": "wide"}"#, "layouts are standard and cache"),
            (r#"{"prefix_share": 2}"#, "a prefix share is"),
            (r#"{"bytes_per_token": "x"}"#, "bytes per token are"),
            (r#"{"calibration": 0}"#, "a calibration is"),
            (r#"{"pins": ["a.py:0"]}"#, "a pin is"),
            (r#"{"question": " \n"}"#, "the question is empty"),
        ] {
            assert!(error(json).contains(says), "{json}: {}", error(json));
        }
    }
}

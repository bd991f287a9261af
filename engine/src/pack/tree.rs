//! Owns the folders of a project in totals: files, tokens, languages and connections, directly in each and below it. It
//! owns no choice of folders and no text.

use alloc::vec::Vec;

use super::connections::Connections;
use super::source::Source;
use crate::id::FolderId;
use crate::language::Language;
use crate::snapshot::Folder;
use crate::tokens::{TokenCounter, Tokens};

/// The folders of a project.
pub(super) struct Tree<'a> {
    folders: Vec<Option<Folder<'a>>>,
    totals: Vec<Totals>,
}

/// What is in a folder.
#[derive(Debug, Clone, Default)]
pub(super) struct Totals {
    /// Files directly in it.
    pub(super) own_files: u32,
    /// Their tokens, from their sizes.
    pub(super) own_tokens: u64,
    /// What their connections say of its worth.
    pub(super) own_weight: u64,
    /// Files in it and below.
    pub(super) files: u32,
    /// Their tokens, from their sizes.
    pub(super) tokens: u64,
    /// What their connections say.
    pub(super) weight: u64,
    /// Tokens in it and below by language.
    languages: Vec<(Language, u64)>,
}

impl<'a> Tree<'a> {
    pub(super) fn of(source: &Source<'a>, connections: &Connections, counter: &dyn TokenCounter) -> Self {
        let n = source.snapshot.meta().folders;
        let folders: Vec<Option<Folder<'a>>> = (0..n).map(|id| source.snapshot.folder(FolderId(id))).collect();
        let mut totals: Vec<Totals> = folders.iter().map(|_| Totals::default()).collect();
        for file in source.files() {
            let Some(own) = totals.get_mut(file.folder.index()) else { continue };
            let tokens = u64::from(counter.sized(file.text_len, file.language).0);
            own.own_files += 1;
            own.own_tokens += tokens;
            own.own_weight += connections.weight(file);
            add(&mut own.languages, file.language, tokens);
        }
        // A folder comes behind the one around it.
        for at in (0..totals.len()).rev() {
            let Some(own) = totals.get_mut(at) else { continue };
            own.files += own.own_files;
            own.tokens += own.own_tokens;
            own.weight += own.own_weight;
            let own = own.clone();
            let parent = folders.get(at).and_then(|folder| folder.as_ref()?.parent).map(FolderId::index);
            if let Some(parent) = parent.filter(|&parent| parent < at).and_then(|parent| totals.get_mut(parent)) {
                parent.files += own.files;
                parent.tokens += own.tokens;
                parent.weight += own.weight;
                own.languages.iter().for_each(|&(language, tokens)| add(&mut parent.languages, language, tokens));
            }
        }
        Self { folders, totals }
    }

    /// Returns a folder with its totals.
    pub(super) fn get(&self, id: FolderId) -> Option<(&Folder<'a>, &Totals)> {
        Some((self.folders.get(id.index())?.as_ref()?, self.totals.get(id.index())?))
    }

    /// Returns every folder that has files, with its totals, in byte order of their paths.
    pub(super) fn all(&self) -> impl Iterator<Item = (&Folder<'a>, &Totals)> {
        let both = self.folders.iter().zip(&self.totals);
        both.filter_map(|(folder, totals)| Some((folder.as_ref()?, totals))).filter(|(_, totals)| totals.files > 0)
    }

    /// Returns, for each folder, the nearest of the listed folders at or above it, by its place in the list.
    pub(super) fn nearest(&self, listed: &[FolderId]) -> Vec<Option<usize>> {
        let mut nearest: Vec<Option<usize>> = alloc::vec![None; self.folders.len()];
        for (place, id) in listed.iter().enumerate() {
            if let Some(own) = nearest.get_mut(id.index()) {
                *own = Some(place);
            }
        }
        for at in 0..nearest.len() {
            let parent = self.folders.get(at).and_then(|folder| folder.as_ref()?.parent).map(FolderId::index);
            let above = parent.filter(|&parent| parent < at).and_then(|parent| nearest.get(parent).copied().flatten());
            if let Some(own) = nearest.get_mut(at).filter(|own| own.is_none()) {
                *own = above;
            }
        }
        nearest
    }
}

impl Totals {
    /// Returns the language with the most tokens in the folder and below; one of data only where there is no code.
    pub(super) fn main_language(&self) -> Option<Language> {
        let by_tokens =
            |&&(language, tokens): &&(Language, u64)| (language.is_code(), tokens, core::cmp::Reverse(language));
        self.languages.iter().max_by_key(by_tokens).map(|&(language, _)| language)
    }
}

fn add(languages: &mut Vec<(Language, u64)>, language: Language, tokens: u64) {
    match languages.iter_mut().find(|(own, _)| *own == language) {
        Some((_, sum)) => *sum += tokens,
        None => languages.push((language, tokens)),
    }
}

/// Returns a number of tokens as people read it: "940", "12K", "1.4M".
pub(super) fn rounded(tokens: u64) -> alloc::string::String {
    match tokens {
        0..1_000 => alloc::format!("{tokens}"),
        1_000..1_000_000 => alloc::format!("{}K", tokens.div_ceil(1_000)),
        _ => alloc::format!("{}.{}M", tokens / 1_000_000, tokens % 1_000_000 / 100_000),
    }
}

/// Returns a number with its thousands marked: "22,695".
pub(super) fn number(tokens: Tokens) -> alloc::string::String {
    let digits = alloc::format!("{}", tokens.0);
    let mut text = alloc::string::String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

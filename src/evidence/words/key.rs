//! Turns a word as written into the key that it is compared by.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hash::{BuildHasherDefault, DefaultHasher, Hash as _, Hasher};
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::rc::Rc;

use snowball_stemmers_rs::{Algorithm, Stemmer};
use unicode_normalization::UnicodeNormalization as _;

use super::{Class, Language, lists, synonyms};
use crate::text::bare::is_unspaced;
use crate::text::digit;

/// The form that a word is compared by: equal for words that differ only in case, width and
/// inflection. Sixty-four bits of a hash, stable only within one run of the program. For a longer
/// word, the upper half is a hash of its first letters: see [`Key::root`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(u64);

/// The number of letters that words of one root share, in characters.
const ROOT: usize = 5;

/// The bit of a key that says that its upper half is a root.
const HAS_ROOT: u64 = 1 << 32;

impl Key {
    fn new(folded: &str) -> Self {
        Self(hash(folded) & !HAS_ROOT)
    }

    /// Returns the key of a word that may have others of the same root.
    fn rooted(folded: &str) -> Self {
        let end = folded.char_indices().nth(ROOT).map(|(end, _)| end);
        match end.and_then(|end| folded.get(..end)) {
            Some(root) if root.chars().all(char::is_alphabetic) => {
                let lower = hash(folded) & u64::from(u32::MAX);
                Self(hash(root) << 33 | HAS_ROOT | lower)
            }
            _ => Self::new(folded),
        }
    }

    /// Returns the same for all words that begin with the same [`ROOT`] letters; `None` for numbers
    /// and short words.
    pub fn root(self) -> Option<u32> {
        (self.0 & HAS_ROOT != 0).then(|| u32::try_from(self.0 >> 32).unwrap_or_default())
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// A map by keys, which are hashes already.
#[expect(clippy::disallowed_types, reason = "looked up by key; nothing depends on its order")]
pub(in crate::evidence) type KeyMap<T> =
    std::collections::HashMap<Key, T, BuildHasherDefault<AsItIs>>;

/// A set of keys to look up.
#[expect(clippy::disallowed_types, reason = "looked up by key; nothing depends on its order")]
pub type KeySet = std::collections::HashSet<Key, BuildHasherDefault<AsItIs>>;

/// The known words, as written.
#[expect(clippy::disallowed_types, reason = "looked up by word; nothing depends on its order")]
type Spellings = std::collections::HashMap<
    Box<str>,
    (Key, Class, Option<Language>),
    foldhash::fast::RandomState,
>;

/// A hasher that returns the last number written.
#[derive(Debug, Default)]
pub struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        // The upper half is the same for all words of a root; only the lower half differs.
        self.0 ^ self.0 << 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0 << 8 | u64::from(*byte);
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

/// The maximum number of words remembered with their keys: some two megabytes. Stemming costs ten
/// times as much as a look-up, and a text repeats its words.
const REMEMBERED: usize = 32 * 1024;

/// The maximum length of a word that is stemmed, in bytes; longer ones are hashed as they are.
const MAX_STEMMED: usize = 40;

/// The keys of words met so far, of texts in one language.
pub(super) struct Keys {
    language: Language,
    known: Spellings,
    /// The keys of words with a similar meaning.
    near: KeyMap<Rc<[Key]>>,
    /// The keys of words with the opposite meaning.
    opposite: KeyMap<Rc<[Key]>>,
    stemmer: Stemmer,
}

/// The stemmers of scripts that few languages are written in.
struct ScriptStemmers {
    arabic: Stemmer,
    greek: Stemmer,
    hindi: Stemmer,
    russian: Stemmer,
}

/// The keys of each language, and the one in force.
struct AllKeys {
    language: Language,
    keys: BTreeMap<Language, Keys>,
}

thread_local! {
    static KEYS: RefCell<AllKeys> =
        const { RefCell::new(AllKeys { language: Language::English, keys: BTreeMap::new() }) };
    static SCRIPT_STEMMERS: ScriptStemmers = ScriptStemmers {
        arabic: Stemmer::create(Algorithm::Arabic),
        greek: Stemmer::create(Algorithm::Greek),
        hindi: Stemmer::create(Algorithm::Hindi),
        russian: Stemmer::create(Algorithm::Russian),
    };
}

/// Runs `with` on this thread's memory of keys in the language that is in force.
pub(super) fn with_keys<T>(with: impl FnOnce(&mut Keys) -> T) -> T {
    KEYS.with_borrow_mut(|all| {
        let language = all.language;
        with(all.keys.entry(language).or_insert_with(|| Keys::new(language)))
    })
}

/// Words of this thread are reduced to the stems of a language as long as this exists. Keys of one language
/// are not to be compared with those of another.
#[derive(Debug)]
pub(in crate::evidence) struct StemsOf {
    before: Language,
    /// The language is a thread's own.
    thread: PhantomData<*const ()>,
}

impl StemsOf {
    /// Uses the stems of a language, or those of English.
    pub(in crate::evidence) fn language(language: Option<Language>) -> Self {
        let wanted = language.unwrap_or(Language::English);
        let before = KEYS.with_borrow_mut(|all| std::mem::replace(&mut all.language, wanted));
        Self { before, thread: PhantomData }
    }
}

impl Drop for StemsOf {
    fn drop(&mut self) {
        KEYS.with_borrow_mut(|all| all.language = self.before);
    }
}

impl Keys {
    fn new(language: Language) -> Self {
        let algorithm = match language {
            Language::English => Algorithm::English,
            Language::German => Algorithm::German,
            Language::French => Algorithm::French,
            Language::Spanish => Algorithm::Spanish,
            Language::Italian => Algorithm::Italian,
            Language::Portuguese => Algorithm::Portuguese,
            Language::Dutch => Algorithm::Dutch,
        };
        Self {
            language,
            known: Spellings::default(),
            near: KeyMap::default(),
            opposite: KeyMap::default(),
            stemmer: Stemmer::create(algorithm),
        }
    }

    /// Returns the key, the class and the language of a word, capitals aside.
    pub(super) fn of(&mut self, word: &str) -> (Key, Class, Option<Language>) {
        if let Some(known) = self.known.get(word) {
            return *known;
        }
        let found = self.find(word);
        if self.known.len() >= REMEMBERED {
            self.known.clear();
        }
        if word.len() <= MAX_STEMMED {
            self.known.insert(word.into(), found);
        }
        found
    }

    fn find(&self, word: &str) -> (Key, Class, Option<Language>) {
        let folded = folded(word);
        let (key, class) = self.classed(&folded);
        (key, class, lists::language(&folded))
    }

    fn classed(&self, folded: &str) -> (Key, Class) {
        let bare = without_possessive(self.without_elision(folded));
        if bare.starts_with(|c: char| c.is_ascii_digit()) {
            return (Key::new(&number(bare)), Class::Number);
        }
        if let Some(digits) = lists::number_word(bare) {
            return (Key::new(digits), Class::Number);
        }
        if lists::is_negation(bare) {
            return (Key::new(bare), Class::Negation);
        }
        if lists::is_function_word(bare) || lists::is_function_word_of(self.language, bare) {
            return (Key::new(bare), Class::Function);
        }
        if bare.chars().all(|c| is_unspaced(c) && matches!(c, '\u{3040}'..='\u{309f}')) {
            // Hiragana alone is particles and endings.
            return (Key::new(bare), Class::Function);
        }
        (Key::rooted(&self.stem(bare)), Class::Content)
    }

    /// Returns the keys of English words with a similar meaning to `word`, whose key is `key`.
    pub(super) fn synonyms(&mut self, word: &str, key: Key) -> Rc<[Key]> {
        if self.language != Language::English {
            return Rc::default();
        }
        if let Some(known) = self.near.get(&key) {
            return Rc::clone(known);
        }
        let folded = folded(word);
        let near: Rc<[Key]> =
            synonyms::synonyms(&self.stem(without_possessive(&folded))).map(Key::rooted).collect();
        if self.near.len() >= REMEMBERED {
            self.near.clear();
        }
        self.near.insert(key, Rc::clone(&near));
        near
    }

    /// Returns the keys of English words with the opposite meaning of `word`, whose key is `key`.
    pub(super) fn opposites(&mut self, word: &str, key: Key) -> Rc<[Key]> {
        if self.language != Language::English {
            return Rc::default();
        }
        if let Some(known) = self.opposite.get(&key) {
            return Rc::clone(known);
        }
        let found: Rc<[Key]> = self.find_opposites(word).into();
        if self.opposite.len() >= REMEMBERED {
            self.opposite.clear();
        }
        self.opposite.insert(key, Rc::clone(&found));
        found
    }

    fn find_opposites(&self, word: &str) -> Vec<Key> {
        let folded = folded(word);
        let bare = without_possessive(&folded);
        let is_whole = lists::is_function_word;
        let known = if is_whole(bare) { Cow::Borrowed(bare) } else { self.stem(bare) };
        let key = |word: &str| if is_whole(word) { Key::new(word) } else { Key::rooted(word) };
        synonyms::opposites(&known).map(key).collect()
    }

    fn stem<'w>(&self, word: &'w str) -> Cow<'w, str> {
        if word.len() > MAX_STEMMED {
            return Cow::Borrowed(word);
        }
        // Letters of other languages in English text are those of names.
        let is_own = match self.language {
            Language::English => |c: char| c.is_ascii_lowercase() || c == '\'',
            _ => |c: char| c.is_ascii_lowercase() || matches!(c, '\'' | '\u{df}'..='\u{17f}'),
        };
        if word.chars().all(is_own) {
            return self.stemmer.stem(word);
        }
        SCRIPT_STEMMERS.with(|stemmers| {
            let all = |range: RangeInclusive<char>| word.chars().all(|c| range.contains(&c));
            if all('\u{430}'..='\u{451}') {
                stemmers.russian.stem(word)
            } else if all('\u{621}'..='\u{65f}') {
                stemmers.arabic.stem(word)
            } else if all('\u{3ac}'..='\u{3ce}') {
                stemmers.greek.stem(word)
            } else if all('\u{900}'..='\u{963}') {
                stemmers.hindi.stem(word)
            } else {
                Cow::Borrowed(word)
            }
        })
    }

    /// Returns a folded word without an article or preposition whose vowel is left out before it: `l'énergie`.
    fn without_elision<'w>(&self, folded: &'w str) -> &'w str {
        if !matches!(self.language, Language::French | Language::Italian) {
            return folded;
        }
        match folded.split_once('\'') {
            Some((first, rest)) if lists::is_elided(first) && !rest.is_empty() => rest,
            _ => folded,
        }
    }
}

/// Folds a word: lower case, compatibility forms replaced, straight apostrophes, digits of ASCII, no soft hyphens.
fn folded(word: &str) -> String {
    if word.is_ascii() {
        return word.to_ascii_lowercase();
    }
    let plain = word.nfkc().filter(|c| !matches!(c, '\u{ad}' | '\u{200c}' | '\u{200d}'));
    let digit = |c: char| digit::value(c).map(|value| char::from(b'0' + value));
    let plain: String =
        plain.map(|c| if c == '\u{2019}' { '\'' } else { digit(c).unwrap_or(c) }).collect();
    plain.to_lowercase()
}

/// Returns a folded word without its possessive ending.
fn without_possessive(folded: &str) -> &str {
    folded.strip_suffix("'s").unwrap_or(folded)
}

/// Normalizes a number: no thousands separators, no trailing zeros after the decimal point.
fn number(word: &str) -> String {
    let plain: String = word.chars().filter(|c| *c != ',').collect();
    match plain.split_once('.') {
        Some((_, decimals)) if decimals.bytes().all(|byte| byte.is_ascii_digit()) => {
            plain.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
        _ => plain,
    }
}

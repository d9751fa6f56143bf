//! Data files: plants, tools, prices, automa cards; read from TOML or JSON and checked (T12-T14, T81).

use serde_json::{Value, json};

use super::Genotype;
use super::genetics::CHARACTERISTICS;
use super::pieces::{ASSISTANTS, COLOURS, GENOTYPES, NONE, PLANTS, TOOLS, UPGRADES};
use super::state::Tools;
use crate::data::text;
use crate::error::SetupError;
use crate::fields::{Fields, int, kind, quote};

/// Kinds of data files; the options that take them have the same names.
pub(crate) const KINDS: [&str; 4] = ["plants", "tools", "prices", "automa"];

macro_rules! text {
    ($file:literal) => {
        include_str!(concat!("../../data/genotype/", $file, ".toml"))
    };
}

/// The word for the shipped data.
const ASSUMED: &str = "assumed";

/// Name and text of the shipped data file of each kind.
const SHIPPED: [[(&str, &str); 1]; 4] = [
    [(ASSUMED, text!("plants"))],
    [(ASSUMED, text!("tools"))],
    [(ASSUMED, text!("prices"))],
    [(ASSUMED, text!("automa"))],
];

/// Of each kind a sheet to type in what is printed.
const SHEETS: [&str; 4] =
    [text!("sheets/plants"), text!("sheets/tools"), text!("sheets/prices"), text!("sheets/automa")];

/// The rule of each kind.
const RULES: [&str; 4] = ["T12", "T13", "T14", "T81"];

/// There are 25 tool cards (T13).
const TOOL_CARDS: i64 = 25;
/// At most so many of one kind, so that a state has room for them.
const MAX_OF_A_KIND: i64 = 15;
/// No plant card gives more points.
const MAX_POINTS: i64 = 99;
/// No price is higher.
const MAX_PRICE: i64 = 30;

/// A plant card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plant {
    /// Per colour: 0 dominant, 1 mixed, 2 recessive, or [`NONE`].
    pub(crate) traits: [u8; 4],
    /// The same as genotypes, by bits 3 * colour + kind.
    genotype_set: u16,
    pub(crate) points: u8,
}

impl Plant {
    fn new(traits: [u8; 4], points: u8) -> Self {
        let known = (0..).zip(traits).filter(|(_, kind)| *kind != NONE);
        let genotype_set = known.map(|(colour, kind): (u8, u8)| 1 << (3 * colour + kind)).sum();
        Plant { traits, genotype_set, points }
    }

    /// Colours of which it has a trait, by bits.
    #[inline]
    pub(crate) fn colours(self) -> u8 {
        colours_of(self.genotype_set)
    }

    /// The genotypes of its traits but for some colours, by bits.
    #[inline]
    pub(crate) fn open(self, covered: u8) -> u16 {
        self.genotype_set & !GENOTYPES_OF[usize::from(covered & 15)]
    }
}

/// All genotypes of a set of colours, by bits.
const GENOTYPES_OF: [u16; 16] = {
    let (mut sets, mut set) = ([0; 16], 0);
    while set < 16 {
        sets[set] = 7 * (set & 1 | (set & 2) << 2 | (set & 4) << 4 | (set & 8) << 6) as u16;
        set += 1;
    }
    sets
};

/// The colours of which any genotype is in a set, by bits.
#[inline]
pub(crate) fn colours_of(genotypes: u16) -> u8 {
    let any = genotypes | genotypes >> 1 | genotypes >> 2;
    (any & 1 | any >> 2 & 2 | any >> 4 & 4 | any >> 6 & 8) as u8
}

/// What Johann does with a marker (T60).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    Treasury,
    University,
    Nursery,
    ToolShed,
    GenesTop,
    GenesLeft,
    First,
    Goal,
    Gardening,
}

const DEEDS: [(&str, Deed); 9] = [
    ("treasury", Deed::Treasury),
    ("university", Deed::University),
    ("nursery", Deed::Nursery),
    ("tool-shed", Deed::ToolShed),
    ("genes-top", Deed::GenesTop),
    ("genes-left", Deed::GenesLeft),
    ("first", Deed::First),
    ("goal", Deed::Goal),
    ("gardening", Deed::Gardening),
];

impl Deed {
    /// Its name in the data file.
    pub(crate) fn name(self) -> &'static str {
        DEEDS.iter().find(|(_, deed)| *deed == self).map_or("?", |(name, _)| name)
    }
}

/// An automa card (T81).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Automa {
    pub(crate) deed: Deed,
    /// The goal's number of its letter (colour * 2 + recessive); [`NONE`] for the mutation symbol.
    pub(crate) letter: u8,
    pub(crate) pips: u8,
    /// Colours of the arrows.
    pub(crate) single: u8,
    pub(crate) double: u8,
    /// The colour of the De Novo section, or [`NONE`].
    pub(crate) new: u8,
}

/// Lowest, starting and highest price of an upgrade (T14).
pub(crate) type Price = [u8; 3];

/// All data that a game is played with.
#[derive(Clone, Debug)]
pub(crate) struct Cards {
    pub(crate) plants: [Plant; PLANTS],
    pub(crate) tools: [u8; TOOLS.len()],
    /// The same as a set.
    pub(crate) all_tools: Tools,
    pub(crate) prices: [Price; UPGRADES.len()],
    pub(crate) automa: [Automa; 9],
    pub(crate) assumed: Vec<String>,
    pub(crate) fingerprint: u64,
    /// Per kind the option that makes the same again.
    pub(crate) options: [Value; 4],
}

impl Cards {
    /// Reads the data of the options; each is `"assumed"` or an object.
    pub(crate) fn read(fields: &Fields, error: &mut SetupError) -> Option<Self> {
        let mut found = Vec::new();
        for (name, [(_, text)]) in KINDS.iter().zip(SHIPPED) {
            match fields.get(name) {
                Some(object @ Value::Object(_)) => found.push((object.clone(), object.clone())),
                Some(Value::String(word)) if word != ASSUMED => {
                    let message = format!("there are no {name} {}; there are: {ASSUMED}", quote(word));
                    error.add(*name, message, Some(RULES[found.len()]));
                }
                None | Some(Value::String(_)) => {
                    found.push((json!(ASSUMED), text::parse(text).expect("shipped data are sound")));
                }
                Some(other) => {
                    error.add(
                        *name,
                        format!("must be \"{ASSUMED}\" or an object, not {}", kind(other)),
                        None,
                    );
                }
            }
        }
        let [plants, tools, prices, automa] = <[(Value, Value); 4]>::try_from(found).ok()?;
        let mut assumed = Vec::new();
        let plants_read = checked("plants", &plants.1, read_plants, &mut assumed, error);
        let tools_read = checked("tools", &tools.1, read_tools, &mut assumed, error);
        let prices_read = checked("prices", &prices.1, read_prices, &mut assumed, error);
        let automa_read = checked("automa", &automa.1, read_automa, &mut assumed, error);
        let tool_counts = tools_read?;
        Some(Cards {
            plants: plants_read?,
            tools: tool_counts,
            all_tools: Tools::of(&tool_counts),
            prices: prices_read?,
            automa: automa_read?,
            fingerprint: text::fingerprint(&json!([plants.1, tools.1, prices.1, automa.1])),
            assumed,
            options: [plants.0, tools.0, prices.0, automa.0],
        })
    }
}

/// Data files of a kind: `plants`, `tools`, `prices` or `automa`.
impl Genotype {
    /// Name and text of every shipped data file of a kind.
    pub fn shipped_data(kind: &str) -> &'static [(&'static str, &'static str)] {
        KINDS.iter().position(|known| *known == kind).map_or(&[], |place| &SHIPPED[place])
    }

    /// A sheet to type in what is printed, as TOML; `None` for what is no kind. As long as rows are empty,
    /// [`Genotype::check_data`] says which.
    pub fn data_sheet(kind: &str) -> Option<&'static str> {
        KINDS.iter().position(|known| *known == kind).map(|place| SHEETS[place])
    }

    /// Checks the text of a data file; gives its data (T12-T14, T81, T82).
    ///
    /// # Errors
    /// Every fault at once.
    pub fn check_data(kind: &str, text: &str) -> Result<Value, SetupError> {
        let value = text::parse(text)?;
        let (mut error, mut assumed) = (SetupError::default(), Vec::new());
        match kind {
            "plants" => drop(checked("", &value, read_plants, &mut assumed, &mut error)),
            "tools" => drop(checked("", &value, read_tools, &mut assumed, &mut error)),
            "prices" => drop(checked("", &value, read_prices, &mut assumed, &mut error)),
            "automa" => drop(checked("", &value, read_automa, &mut assumed, &mut error)),
            _ => error.add("kind", format!("must be one of {}", KINDS.join(", ")), None),
        }
        error.into_result()?;
        Ok(value)
    }
}

/// Reads one file, with what it assumes; faults get its name in front.
fn checked<T>(
    name: &str,
    value: &Value,
    read: fn(&Value, &mut Vec<String>, &mut SetupError) -> Option<T>,
    assumed: &mut Vec<String>,
    error: &mut SetupError,
) -> Option<T> {
    let mut faults = SetupError::default();
    let found = read(value, assumed, &mut faults);
    let sound = faults.problems.is_empty();
    error.merge(name, faults);
    found.filter(|_| sound)
}

/// Opens a file: format, status, what is assumed; and whether it says that all of it is printed.
fn open<'a>(
    value: &'a Value,
    key: &str,
    assumed: &mut Vec<String>,
    error: &mut SetupError,
) -> (Fields<'a>, bool) {
    let keys = ["format", "name", "title", "status", "assumed", key];
    let fields = Fields::open(value, "", &keys, error);
    fields.int("format", 1..=1, None, error);
    fields.text("name", 40, error);
    fields.text("title", 80, error);
    let status = fields.word("status", &["printed", "own"], error);
    assumed.extend(fields.texts("assumed", error));
    (fields, status == Some(0))
}

/// Whether nothing is typed in yet.
fn is_blank(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Number(number) => number.as_i64() == Some(0),
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.iter().all(is_blank),
        _ => false,
    }
}

/// Whether a row of a sheet is still empty, but for one key.
fn is_blank_row(value: &Value, but: &str) -> bool {
    value.as_object().is_some_and(|row| row.iter().all(|(key, value)| key == but || is_blank(value)))
}

/// The rows of a card file, with their paths; reports a wrong number of them, and says which are still empty.
fn rows<'a>(
    fields: &Fields<'a>,
    (what, number, rule, but): (&str, usize, &'static str, &str),
    error: &mut SetupError,
) -> Vec<(String, &'a Value)> {
    let Some(value) = fields.need("cards", error) else { return Vec::new() };
    let Some(cards) = value.as_array() else {
        error.add("cards", format!("must be a list, not {}", kind(value)), None);
        return Vec::new();
    };
    if cards.len() != number {
        error.add("cards", format!("{} {what} cards; there are {number}", cards.len()), Some(rule));
    }
    let (blank, filled): (Vec<_>, Vec<_>) =
        cards.iter().enumerate().take(number).partition(|(_, value)| is_blank_row(value, but));
    if !blank.is_empty() {
        // Rows that say already which card they are for are called by it.
        let named = |row: &Value| {
            DEEDS
                .iter()
                .map(|(name, _)| *name)
                .find(|name| row.get(but).and_then(Value::as_str) == Some(*name))
        };
        let (names, others): (Vec<_>, Vec<_>) =
            blank.iter().map(|(index, row)| (*index, named(row))).partition(|(_, name)| name.is_some());
        let numbers: Vec<usize> = others.iter().map(|(index, _)| *index).collect();
        let names = names.iter().filter_map(|(_, name)| name.map(str::to_owned));
        let all: Vec<String> = names.chain((!numbers.is_empty()).then(|| ranges(&numbers))).collect();
        error.add("cards", format!("still empty: {}", all.join(", ")), Some(rule));
    }
    filled.into_iter().map(|(index, value)| (format!("cards[{index}]"), value)).collect()
}

/// Ascending numbers in short: `0 to 3, 7`.
fn ranges(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|one, next| one + 1 == *next).map(|run| match run {
        [first, .., last] => format!("{first} to {last}"),
        _ => run[0].to_string(),
    });
    runs.collect::<Vec<_>>().join(", ")
}

fn read_plants(value: &Value, assumed: &mut Vec<String>, error: &mut SetupError) -> Option<[Plant; PLANTS]> {
    let (fields, _) = open(value, "cards", assumed, error);
    let mut plants = Vec::new();
    for (path, value) in rows(&fields, ("plant", PLANTS, "T12", ""), error) {
        plants.push(read_plant(value, &path, error));
    }
    plants.try_into().ok()
}

/// T12: two to four traits, at most one of each characteristic, and points. Cards may be alike.
fn read_plant(value: &Value, path: &str, error: &mut SetupError) -> Plant {
    let card = Fields::open(value, path, &["traits", "points"], error);
    let path = card.path("traits");
    let mut traits = [NONE; COLOURS.len()];
    if let Some(value) = card.need("traits", error) {
        let texts = value.as_array().map(Vec::as_slice);
        if !texts.is_some_and(|texts| (2..=COLOURS.len()).contains(&texts.len())) {
            error.add(
                &path,
                format!("must be a list of two to four traits, not {}", kind(value)),
                Some("T12"),
            );
        }
        for (index, text) in texts.unwrap_or_default().iter().take(GENOTYPES.len()).enumerate() {
            let found = text.as_str().and_then(|text| GENOTYPES.iter().position(|known| *known == text));
            let Some(genotype) = found else {
                let message = format!("must be one of {}, not {}", GENOTYPES.join(", "), kind(text));
                error.add(format!("{path}[{index}]"), message, Some("T1"));
                continue;
            };
            let colour = genotype / 3;
            if traits[colour] != NONE {
                let title = CHARACTERISTICS[colour].title;
                error.add(&path, format!("two traits of {title}; a card has at most one"), Some("T12"));
            }
            traits[colour] = (genotype % 3) as u8;
        }
    }
    let points = card.int("points", 1..=MAX_POINTS, None, error) as u8;
    Plant::new(traits, points)
}

fn read_tools(value: &Value, assumed: &mut Vec<String>, error: &mut SetupError) -> Option<[u8; TOOLS.len()]> {
    let (fields, _) = open(value, "counts", assumed, error);
    let counts = fields.need("counts", error)?;
    let counts = Fields::open(counts, "counts", &TOOLS, error);
    // A count of 0 is an answer, so only a text can be an empty row.
    let blank = TOOLS
        .iter()
        .filter(|tool| counts.get(tool).is_some_and(|value| value.is_string() && is_blank(value)));
    let blank: Vec<&str> = blank.copied().collect();
    if !blank.is_empty() {
        error.add("counts", format!("still empty: {}", blank.join(", ")), Some("T13"));
    }
    let found = TOOLS.map(|tool| {
        let empty = blank.contains(&tool);
        if empty { 0 } else { counts.int(tool, 0..=MAX_OF_A_KIND, None, error) }
    });
    let all: i64 = found.iter().sum();
    if error.problems.is_empty() && all != TOOL_CARDS {
        error.add("counts", format!("{all} tool cards; there are {TOOL_CARDS}"), Some("T13"));
    }
    Some(found.map(|count| count as u8))
}

fn read_prices(value: &Value, assumed: &mut Vec<String>, error: &mut SetupError) -> Option<[Price; 4]> {
    let (fields, printed) = open(value, "prices", assumed, error);
    let prices = fields.need("prices", error)?;
    let prices = Fields::open(prices, "prices", &UPGRADES, error);
    let blank: Vec<&str> =
        UPGRADES.into_iter().filter(|upgrade| prices.get(upgrade).is_some_and(is_blank)).collect();
    if !blank.is_empty() {
        error.add("prices", format!("still empty: {}", blank.join(", ")), Some("T14"));
    }
    let found = UPGRADES.map(|upgrade| {
        let value = if blank.contains(&upgrade) { None } else { prices.need(upgrade, error) };
        value.and_then(|value| read_price(value, &prices.path(upgrade), error))
    });
    let hire = UPGRADES.len() - 1;
    if let (true, Some([low, _, high])) = (printed, found[hire])
        && (low > 2 || high < 3)
    {
        let message = "a printed assistant costs 2 at some time, and 3 after that";
        error.add(prices.path(UPGRADES[hire]), message, Some("T14"));
    }
    let [plot, slot, marker, hire] = found;
    Some([plot?, slot?, marker?, hire?])
}

/// T14: the lowest, the starting and the highest price of an upgrade.
fn read_price(value: &Value, path: &str, error: &mut SetupError) -> Option<Price> {
    const WANTED: &str = "must be the lowest, the starting and the highest price";
    let Some([low, start, high]) = value.as_array().map(Vec::as_slice) else {
        error.add(path, format!("{WANTED}, not {}", kind(value)), Some("T14"));
        return None;
    };
    let mut number = |value, index: usize| int(value, &format!("{path}[{index}]"), 0..=MAX_PRICE, error);
    let (low, start, high) = (number(low, 0), number(start, 1), number(high, 2));
    let (low, start, high) = (low?, start?, high?);
    if low > start || start > high {
        error.add(path, format!("{WANTED}; {low}, {start}, {high} do not ascend"), Some("T14"));
        return None;
    }
    Some([low as u8, start as u8, high as u8])
}

fn read_automa(value: &Value, assumed: &mut Vec<String>, error: &mut SetupError) -> Option<[Automa; 9]> {
    let (fields, printed) = open(value, "cards", assumed, error);
    let mut found: Vec<(String, Automa)> = Vec::new();
    for (path, value) in rows(&fields, ("automa", DEEDS.len(), "T81", "action"), error) {
        let card = read_card(value, &path, error);
        found.extend(card.map(|card| (path, card)));
    }
    // T81: nine different actions, eight different letters and a mutation symbol.
    for (index, (path, card)) in found.iter().enumerate() {
        let earlier = |alike: &dyn Fn(&Automa) -> bool| found[..index].iter().find(|(_, other)| alike(other));
        if let Some((other, _)) = earlier(&|other| other.deed == card.deed) {
            let message = format!("{other} has this action too; each is on one card");
            error.add(format!("{path}.action"), message, Some("T81"));
        }
        if let Some((other, _)) = earlier(&|other| other.letter == card.letter) {
            let message = format!("{other} has it too; each letter and the mutation symbol are on one card");
            error.add(format!("{path}.letter"), message, Some("T81"));
        }
    }
    let cards: [Automa; 9] = found.into_iter().map(|(_, card)| card).collect::<Vec<_>>().try_into().ok()?;
    for colour in 0..COLOURS.len() as u8 {
        if !cards.iter().any(|card| card.double == colour) {
            // T82: else an upgrade could never be bought, and he would draw for ever.
            let message = format!("no double arrow points to {}", COLOURS[usize::from(colour)]);
            error.add("cards", message, Some("T82"));
        }
    }
    if printed {
        check_printed(&cards, error);
    }
    Some(cards)
}

/// T81: what the rulebook shows of the printed automa cards.
fn check_printed(cards: &[Automa; 9], error: &mut SetupError) {
    let [seed, pod, flower, height] = [0, 1, 2, 3];
    let has = |fits: &dyn Fn(&Automa) -> bool| cards.iter().any(fits);
    let facts = [
        (
            has(&|card| card.deed == Deed::Goal && card.letter == 0),
            "the card with the action goal has the letter R",
        ),
        (
            has(&|card| card.single == flower && card.double == height),
            "one card has a single arrow to F and a double arrow to T",
        ),
        (
            has(&|card| card.single == pod && card.double == flower && card.new == seed),
            "one card has a single arrow to G, a double arrow to F and the De Novo section R",
        ),
    ];
    for (_, fact) in facts.iter().filter(|(holds, _)| !holds) {
        error.add("cards", format!("of the printed cards {fact}"), Some("T81"));
    }
}

fn read_card(value: &Value, path: &str, error: &mut SetupError) -> Option<Automa> {
    const LETTERS: [&str; 9] = ["R", "r", "G", "g", "F", "f", "T", "t", "mutation"];
    let card = Fields::open(value, path, &["action", "letter", "pips", "single", "double", "new"], error);
    for key in ["action", "letter", "single", "double"] {
        card.need(key, error);
    }
    let deed = card.word("action", &DEEDS.map(|(name, _)| name), error).map(|index| DEEDS[index].1);
    let letter =
        card.word("letter", &LETTERS, error).map(|index| if index == 8 { NONE } else { index as u8 });
    let pips = card.int("pips", 1..=3, None, error) as u8;
    let mut colour = |key| card.word(key, &COLOURS, error).map(|index| index as u8);
    let (single, double) = (colour("single"), colour("double"));
    // An empty text is no De Novo section, too.
    let new = if card.get("new").is_some_and(is_blank) { None } else { colour("new") };
    if single.is_some() && single == double {
        error.add(card.path("single"), "both arrows point to the same row", Some("T81"));
    }
    Some(Automa {
        deed: deed?,
        letter: letter?,
        pips,
        single: single?,
        double: double?,
        new: new.unwrap_or(NONE),
    })
}

/// The assistant of a name.
pub(crate) fn assistant_of(name: &str) -> Result<u8, String> {
    let found = ASSISTANTS.iter().position(|known| *known == name);
    found.map(|id| id as u8).ok_or_else(|| format!("there is no assistant {}", quote(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(kind: &str, text: &str) -> Vec<String> {
        let error = Genotype::check_data(kind, text).expect_err("not sound");
        error.problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn shipped_data_are_sound_and_sheets_are_empty() {
        for kind in KINDS {
            for (_, text) in Genotype::shipped_data(kind) {
                Genotype::check_data(kind, text).expect("sound");
            }
            let sheet = Genotype::data_sheet(kind).expect("there is one");
            let faults = faults(kind, sheet);
            assert_eq!(faults.len(), 1, "{faults:?}");
            assert!(faults[0].contains("still empty: "), "{faults:?}");
        }
        assert_eq!(Genotype::data_sheet("board"), None);
        assert!(Genotype::check_data("board", "{}").is_err());
    }

    #[test]
    fn empty_rows_are_named() {
        let sheet = |kind| Genotype::data_sheet(kind).expect("there is one");
        let row = "{ traits = [], points = 0 }";
        let plants = sheet("plants").replacen(row, "{ traits = [\"RR\", \"gg\"], points = 7 }", 1);
        assert_eq!(faults("plants", &plants), ["cards: still empty: 1 to 49 [T12]"]);
        let plants = plants.replacen(&format!("{row}, # 5\n"), "{ traits = [], points = 3 },\n", 1);
        let found = faults("plants", &plants);
        assert_eq!(found[0], "cards: still empty: 1 to 4, 6 to 49 [T12]");
        assert_eq!(found[1], "cards[5].traits: must be a list of two to four traits, not a list of 0 [T12]");
        let automa = sheet("automa").replace("\"nursery\"", "\"\"");
        let named = "treasury, university, tool-shed, genes-top, genes-left, first, goal, gardening";
        assert_eq!(faults("automa", &automa), [format!("cards: still empty: {named}, 2 [T81]")]);
        let prices =
            sheet("prices").replace("plot = []", "plot = [1, 2, 3]").replace("hire = []", "hire = [2, 3, 3]");
        assert_eq!(faults("prices", &prices), ["prices: still empty: slot, marker [T14]"]);
    }
}

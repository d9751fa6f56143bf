//! Questions about the dice of the pools as text, such as `RR or Rr at least twice and no rr` (T4).
//!
//! ```text
//! question = wish { ("and" | ",") wish }
//! wish     = dice                                    one die at least
//!          | amount dice | dice amount
//! dice     = die { "or" die }                        counted together
//! die      = "RR" | "Rr" | "rr" | "R*" | ...         a star: a De Novo mutation
//! amount   = ("at least" | "at most" | "exactly") number | "no"     ("no" only before the dice)
//!          | (">=" | "<=" | "=" | ">" | "<") number                 (only behind the dice)
//! number   = 0, 1, ... | "zero" ... "ten" | "once" | "twice", and "times" behind a number if one likes
//! ```

use super::odds::{MAX_WISHES, Wish};
use super::{DICE, DIE_NAMES, KINDS};
use crate::error::ParseError;
use crate::fields::quote;
use crate::genotype::pieces::COLOURS;

/// A question has at most so many characters.
pub const MAX_QUESTION: usize = 500;

const NUMBERS: [&str; 11] =
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const SIGNS: [&str; 5] = [">=", "<=", "=", ">", "<"];
/// What a wish looks like, for messages.
const WISHES: &str =
    "such as \"RR\", \"at least 2 RR or Rr\", \"RR or Rr >= 2\", \"exactly one rr\" or \"no R*\"";

/// Reads a question; all its wishes are to be met at once. With the number of a colour it is about the dice of
/// that colour only.
///
/// # Errors
/// What is wrong, and at which character; a colour that there is not.
pub fn parse(text: &str, colour: Option<usize>) -> Result<Vec<Wish>, ParseError> {
    if text.chars().count() > MAX_QUESTION {
        return Err(wrong(format!("a question has at most {MAX_QUESTION} characters"), 1));
    }
    if let Some(colour) = colour.filter(|colour| *colour >= COLOURS.len()) {
        return Err(wrong(format!("there is no colour {colour}, only 0 to {}", COLOURS.len() - 1), 0));
    }
    let mut parser = Parser { words: words(text)?, at: 0, end: text.chars().count() + 1, colour };
    let mut wishes = Vec::new();
    loop {
        let column = parser.column();
        wishes.push(parser.wish()?);
        if wishes.len() > MAX_WISHES {
            return Err(wrong(format!("a question has at most {MAX_WISHES} wishes"), column));
        }
        let column = parser.column();
        match parser.take() {
            None => return Ok(wishes),
            Some(word) if word == "," || word.eq_ignore_ascii_case("and") => {}
            Some(word) if word.eq_ignore_ascii_case("or") => {
                let message = "\"or\" joins dice that are counted together, such as \"RR or Rr at least twice\", and \
                               not whole wishes: the chance of one wish or the other is the sum of both chances, less \
                               that of both at once";
                return Err(wrong(message, column));
            }
            Some(word) => {
                let message =
                    format!("{} is not expected here: \"and\" joins wishes, \"or\" joins dice", quote(word));
                return Err(wrong(message, column));
            }
        }
    }
}

fn wrong(message: impl Into<String>, column: usize) -> ParseError {
    ParseError { message: message.into(), column }
}

/// Which sort of word a character belongs to: a letter or star, a digit, a sign, or a comma.
fn sort(character: char) -> Option<u8> {
    match character {
        'a'..='z' | 'A'..='Z' | '*' => Some(0),
        '0'..='9' => Some(1),
        '<' | '>' | '=' => Some(2),
        ',' => Some(3),
        _ => None,
    }
}

/// Splits a text into words, each with its column.
fn words(text: &str) -> Result<Vec<(&str, usize)>, ParseError> {
    let mut found: Vec<(&str, usize)> = Vec::new();
    let mut last = None;
    for (column, (start, character)) in text.char_indices().enumerate() {
        let now = sort(character);
        if now.is_none() && !character.is_whitespace() {
            return Err(wrong(
                format!("{character:?} has no place in a question: a wish is {WISHES}"),
                column + 1,
            ));
        }
        match found.last_mut() {
            Some((word, _)) if now.is_some() && now == last && now != Some(3) => {
                *word = &text[start - word.len()..=start];
            }
            _ if now.is_some() => found.push((&text[start..=start], column + 1)),
            _ => {}
        }
        last = now;
    }
    Ok(found)
}

struct Parser<'a> {
    words: Vec<(&'a str, usize)>,
    at: usize,
    /// The column behind the text.
    end: usize,
    colour: Option<usize>,
}

/// From so many to so many; without a highest number as many as there are dice.
struct Amount {
    least: u8,
    most: Option<u8>,
    column: usize,
}

impl<'a> Parser<'a> {
    fn column(&self) -> usize {
        self.words.get(self.at).map_or(self.end, |(_, column)| *column)
    }

    fn peek(&self, ahead: usize) -> Option<&'a str> {
        self.words.get(self.at + ahead).map(|(word, _)| *word)
    }

    fn take(&mut self) -> Option<&'a str> {
        let word = self.peek(0)?;
        self.at += 1;
        Some(word)
    }

    /// Takes a word, whatever its case, if it is next.
    fn takes(&mut self, word: &str) -> bool {
        let next = self.peek(0).is_some_and(|next| next.eq_ignore_ascii_case(word));
        self.at += usize::from(next);
        next
    }

    fn wish(&mut self) -> Result<Wish, ParseError> {
        let before = if self.peek(0).is_some_and(|word| word.eq_ignore_ascii_case("no")) {
            self.at += 1;
            Some(Amount { least: 0, most: Some(0), column: self.column() })
        } else {
            self.amount_in_words()?
        };
        let dice = self.dice()?;
        let column = self.column();
        let after = match self.amount_in_signs()? {
            None => self.amount_in_words()?,
            signs => signs,
        };
        if before.is_some() && after.is_some() {
            return Err(wrong("there is an amount before the dice already", column));
        }
        let amount = before.or(after).unwrap_or(Amount { least: 1, most: None, column });
        let colours = (0..COLOURS.len()).filter(|colour| dice >> (KINDS * colour) & 0b1111 != 0);
        let there = DICE * colours.count() as u8;
        if amount.least > there || amount.most.is_some_and(|most| most > there) {
            let message = format!("there are {there} of these dice, so numbers go from 0 to {there}");
            return Err(wrong(message, amount.column));
        }
        Ok(Wish { dice, least: amount.least, most: amount.most.unwrap_or(there) })
    }

    /// `at least 2`, `at most twice`, `exactly one`.
    fn amount_in_words(&mut self) -> Result<Option<Amount>, ParseError> {
        let exactly = self.takes("exactly");
        if !exactly && !self.takes("at") {
            if self.peek(0).is_some_and(|word| number(word).is_some()) {
                let message = "say \"at least\", \"at most\" or \"exactly\" before a number";
                return Err(wrong(message, self.column()));
            }
            return Ok(None);
        }
        let least = exactly || self.takes("least");
        if !least && !self.takes("most") {
            return Err(wrong("\"at\" goes on with \"least\" or \"most\"", self.column()));
        }
        let column = self.column();
        let number = self.number()?;
        Ok(Some(Amount {
            least: if least { number } else { 0 },
            most: (exactly || !least).then_some(number),
            column,
        }))
    }

    /// `>= 2`.
    fn amount_in_signs(&mut self) -> Result<Option<Amount>, ParseError> {
        let column = self.column();
        let Some(sign) = self.peek(0).filter(|word| word.starts_with(['<', '>', '='])) else {
            return Ok(None);
        };
        if !SIGNS.contains(&sign) {
            return Err(wrong(format!("{} is none of {}", quote(sign), SIGNS.join(", ")), column));
        }
        self.at += 1;
        let at = self.column();
        let number = self.number()?;
        let (least, most) = match sign {
            ">=" => (number, None),
            ">" => (number + 1, None),
            "<=" => (0, Some(number)),
            "=" => (number, Some(number)),
            _ => match number.checked_sub(1) {
                Some(most) => (0, Some(most)),
                None => return Err(wrong("fewer than 0 dice can't be", at)),
            },
        };
        Ok(Some(Amount { least, most, column: at }))
    }

    fn number(&mut self) -> Result<u8, ParseError> {
        let column = self.column();
        let word = self.take().unwrap_or_default();
        let Some(found) = number(word) else {
            let message = if word.is_empty() {
                "a number is missing".to_owned()
            } else {
                format!("{} is no number", quote(word))
            };
            return Err(wrong(format!("{message}: write 2, two or twice"), column));
        };
        let adverb = word.eq_ignore_ascii_case("once") || word.eq_ignore_ascii_case("twice");
        if !adverb {
            self.takes("times");
        }
        Ok(found)
    }

    /// `RR or Rr`.
    fn dice(&mut self) -> Result<u16, ParseError> {
        let mut dice = 0;
        loop {
            dice |= self.die(dice)?;
            // "or" with another die behind it; "or at least ..." is for the caller to refuse.
            let joined = self.peek(0).is_some_and(|word| word.eq_ignore_ascii_case("or"));
            let amount =
                |word: &str| ["at", "exactly", "no"].iter().any(|known| word.eq_ignore_ascii_case(known));
            if !joined || self.peek(1).is_some_and(amount) {
                return Ok(dice);
            }
            self.at += 1;
        }
    }

    fn die(&mut self, before: u16) -> Result<u16, ParseError> {
        let column = self.column();
        let Some(word) = self.take() else {
            return Err(wrong(format!("the name of a die is missing: a wish is {WISHES}"), column));
        };
        let names = match self.colour {
            Some(colour) => &DIE_NAMES[KINDS * colour..][..KINDS],
            None => &DIE_NAMES[..],
        };
        let Some(die) = names.iter().position(|known| *known == word) else {
            let message = format!("{} is none of {}; a wish is {WISHES}", quote(word), names.join(", "));
            return Err(wrong(message, column));
        };
        let bit = 1 << (die + KINDS * self.colour.unwrap_or(0));
        if before & bit != 0 {
            return Err(wrong(format!("{word} is there twice"), column));
        }
        Ok(bit)
    }
}

/// The number of a word, none above 99.
fn number(word: &str) -> Option<u8> {
    let lower = word.to_ascii_lowercase();
    match lower.as_str() {
        "once" => Some(1),
        "twice" => Some(2),
        _ if word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit()) => word.parse().ok(),
        _ => NUMBERS.iter().position(|known| *known == lower).map(|number| number as u8),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RR: u16 = 1;
    const MIXED: u16 = 2;

    fn read(text: &str) -> Vec<(u16, u8, u8)> {
        let wishes = parse(text, Some(0)).unwrap_or_else(|error| panic!("{text}: {error}"));
        wishes.into_iter().map(|wish| (wish.dice, wish.least, wish.most)).collect()
    }

    #[test]
    fn amounts() {
        for (texts, least, most) in [
            (
                vec![
                    "RR",
                    "at least one RR",
                    "RR at least once",
                    "RR >= 1",
                    "RR>0",
                    "At Least 1 RR",
                    "RR at least 1 times",
                ],
                1,
                5,
            ),
            (vec!["no RR", "RR = 0", "at most zero RR", "exactly 0 RR", "RR <1", "RR at most 0 times"], 0, 0),
            (vec!["exactly two RR", "RR exactly twice", "RR =2", "RR exactly 2 times"], 2, 2),
            (vec!["at most three RR", "RR <= 3", "RR < 4", "RR at most three times"], 0, 3),
            (vec!["RR >= 0", "RR <= 5"], 0, 5),
        ] {
            for text in texts {
                assert_eq!(read(text), [(RR, least, most)], "{text}");
            }
        }
    }

    #[test]
    fn dice_are_counted_together_and_wishes_are_joined() {
        assert_eq!(read("RR or Rr at least twice"), [(RR | MIXED, 2, 5)]);
        assert_eq!(read("at least one RR and at least one Rr"), [(RR, 1, 5), (MIXED, 1, 5)]);
        assert_eq!(read("RR or Rr and rr, no R*"), [(RR | MIXED, 1, 5), (4, 1, 5), (8, 0, 0)]);
        let across = parse("RR or tt at least 7 times AND G*", None).expect("sound");
        assert_eq!((across[0].dice, across[0].least, across[0].most), (RR | 1 << 14, 7, 10));
        assert_eq!((across[1].dice, across[1].least, across[1].most), (1 << 7, 1, 5));
        assert_eq!(parse("tt", Some(3)).expect("sound")[0].dice, 1 << 14);
    }

    #[test]
    fn faults() {
        let long = "R".repeat(MAX_QUESTION + 1);
        let many = vec!["RR"; MAX_WISHES + 1].join(" and ");
        for (text, message, column) in [
            ("", "the name of a die is missing", 1),
            ("  ", "the name of a die is missing", 3),
            ("RR and", "the name of a die is missing", 7),
            ("RR or", "the name of a die is missing", 6),
            ("rR", "\"rR\" is none of RR, Rr, rr, R*", 1),
            ("gg", "\"gg\" is none of RR, Rr, rr, R*", 1),
            ("RR or GG", "\"GG\" is none of", 7),
            ("RR or RR", "RR is there twice", 7),
            ("2 RR", "say \"at least\"", 1),
            ("RR 2", "say \"at least\"", 4),
            ("RR twice", "say \"at least\"", 4),
            ("at RR", "\"at\" goes on", 4),
            ("at least RR", "\"RR\" is no number", 10),
            ("RR >=", "a number is missing", 6),
            ("RR >= x", "\"x\" is no number", 7),
            ("RR => 2", "\"=>\" is none of >=", 4),
            ("RR == 2", "\"==\" is none of", 4),
            ("RR >= 6", "there are 5 of these dice", 7),
            ("RR > 5", "there are 5 of these dice", 6),
            ("RR < 0", "fewer than 0", 6),
            ("at most 99 RR", "there are 5 of these dice", 9),
            ("RR >= 100", "\"100\" is no number", 7),
            ("at least one RR >= 2", "there is an amount before", 17),
            ("RR once times", "say \"at least\"", 4),
            ("RR at least once times", "\"times\" is not expected here", 18),
            ("at least one RR or at least one Rr", "\"or\" joins dice", 17),
            ("RR >= 1 or Rr >= 1", "\"or\" joins dice", 9),
            ("RR Rr", "\"Rr\" is not expected here", 4),
            ("RR; Rr", "';' has no place", 3),
            ("RR ≥ 2", "'≥' has no place", 4),
            ("RR and -1", "'-' has no place", 8),
            ("RR,,Rr", "\",\" is none of", 4),
            (long.as_str(), "at most 500 characters", 1),
            (many.as_str(), "at most 12 wishes", 12 * 7 + 1),
        ] {
            let error = parse(text, Some(0)).expect_err(text);
            assert!(error.message.contains(message), "{text}: {error}");
            assert_eq!(error.column, column, "{text}: {error}");
        }
        let error = parse("RR or gg > 10", None).expect_err("there are ten");
        assert!(error.message.contains("there are 10 of these dice"), "{error}");
    }
}

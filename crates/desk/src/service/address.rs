//! The requests and answers of each address, for the laws about all of them.

use super::error::DeskError;
use super::people::Rights;
use super::transfer::PageRecord;
use super::view::GameView;
use crate::sentence::Sentence;
use schemars::{JsonSchema, SchemaGenerator};
use serde::Serialize;
use serde_json::Value;
use std::sync::Arc;

/// A game with what the client may do there.
#[derive(Serialize, JsonSchema)]
pub struct SeenGame<'a> {
    #[serde(flatten)]
    game: GameView<'a>,
    rights: Option<Rights<'a>>,
}

/// Records, by `GET /api/games/ID/record`.
#[derive(Serialize, JsonSchema)]
pub struct Records {
    records: Vec<PageRecord>,
}

/// Records that were read, by `POST /api/import`.
#[derive(Serialize, JsonSchema)]
pub struct ReadRecords {
    format: String,
    games: Vec<PageRecord>,
    /// The place of each of them in the text, from 1; what could not be read has a place, too.
    places: Vec<usize>,
    notes: Vec<String>,
    /// The notes, for any language.
    said: Vec<Sentence>,
}

/// An address: a method, a path, its request and its answer.
pub struct Address {
    /// Such as `get`.
    pub method: &'static str,
    /// With `{…}` for variable parts.
    pub path: &'static str,
    /// How its request is read.
    pub request: Option<TakenBody>,
    /// Its request.
    pub takes: Option<NamedSchema>,
    /// Its answer.
    pub gives: Option<NamedSchema>,
}

/// The schema of an address's request, and its reader.
pub type TakenBody = (Arc<Value>, fn(&[u8]) -> Result<(), DeskError>);

/// Makes a generator build the schema of a type, and returns its name.
pub type NamedSchema = fn(&mut SchemaGenerator) -> String;

/// The name of a type, whose schema a generator then has.
pub fn named<T: JsonSchema>(generator: &mut SchemaGenerator) -> String {
    generator.subschema_for::<T>();
    T::schema_name().into_owned()
}

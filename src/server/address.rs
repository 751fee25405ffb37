//! What an address takes and gives, for the laws about all of them.

use super::error::ServerError;
use super::people::Rights;
use super::transfer::PageRecord;
use super::view::GameView;
use crate::sentence::Sentence;
use schemars::{JsonSchema, SchemaGenerator};
use serde::Serialize;
use serde_json::Value;
use std::sync::Arc;

/// A game with what whoever asks may do there.
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
    notes: Vec<String>,
    /// The notes, for any language.
    said: Vec<Sentence>,
}

/// An address: a method, a path, what it takes and gives.
pub struct Address {
    /// Such as `get`.
    pub method: &'static str,
    /// With `{…}` for what differs.
    pub path: &'static str,
    /// How what it takes is read.
    pub request: Option<TakenBody>,
    /// What it takes.
    pub takes: Option<NamedSchema>,
    /// What it gives.
    pub gives: Option<NamedSchema>,
}

/// The schema of what an address takes, and what reads it.
pub type TakenBody = (Arc<Value>, fn(&[u8]) -> Result<(), ServerError>);

/// Has a generator make the schema of a type, and says its name.
pub type NamedSchema = fn(&mut SchemaGenerator) -> String;

pub fn named<T: JsonSchema>(generator: &mut SchemaGenerator) -> String {
    generator.subschema_for::<T>();
    T::schema_name().into_owned()
}

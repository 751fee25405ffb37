//! Answers to requests that are refused or partly ignored.

use crate::text::sentence;
use schemars::JsonSchema;
use serde::Serialize;

/// The version of requests and answers as JSON. It grows when a field changes or goes, not when one is added.
pub const ANALYSIS_SCHEMA: &str = "analysis/1";

/// A request has an unknown field, or there are fewer workers than requested.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WarningAnswer {
    /// The version of this schema: `analysis/1`.
    pub schema: &'static str,
    /// The name of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The warning, in a sentence.
    pub warning: String,
    /// The field, or `workers`.
    pub field: String,
}

impl WarningAnswer {
    /// An unknown field.
    pub fn new(id: Option<&str>, field: String) -> Self {
        let warning = sentence(&format!("there is no field `{field}`, so it was ignored"), 60, 300);
        Self { schema: ANALYSIS_SCHEMA, id: id.map(str::to_string), warning, field }
    }
}

/// A request is refused.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorAnswer {
    /// The version of this schema: `analysis/1`.
    pub schema: &'static str,
    /// The name of the request, as far as it can be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What is wrong and what was expected, in a sentence.
    pub error: String,
    /// The wrong field, as far as it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
}

impl ErrorAnswer {
    /// What is wrong, in a sentence.
    pub fn new(id: Option<String>, field: Option<String>, error: String) -> Self {
        Self { schema: ANALYSIS_SCHEMA, id, error, field }
    }
}

//! What is answered where a request cannot be followed, or not in all that it says.

use crate::text::sentence;
use schemars::JsonSchema;
use serde::Serialize;

/// The version of what requests and answers look like as JSON. It grows when a field changes or goes, not when one is
/// added.
pub const ANALYSIS_SCHEMA: &str = "analysis/1";

/// A request has a field that nobody knows, or there are fewer workers than asked for.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WarningAnswer {
    /// The version of this schema: `analysis/1`.
    pub schema: &'static str,
    /// The name of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What is to be warned of, in a sentence.
    pub warning: String,
    /// The field, or `workers`.
    pub field: String,
}

impl WarningAnswer {
    /// Nobody knows this field.
    pub(super) fn new(id: Option<&str>, field: String) -> Self {
        let warning = sentence(&format!("there is no field `{field}`, so it was ignored"), 60, 300);
        Self { schema: ANALYSIS_SCHEMA, id: id.map(str::to_string), warning, field }
    }
}

/// A request cannot be followed.
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
    /// The field that is wrong, as far as it can be said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
}

impl ErrorAnswer {
    /// What is wrong, in a sentence.
    pub(super) fn new(id: Option<String>, field: Option<String>, error: String) -> Self {
        Self { schema: ANALYSIS_SCHEMA, id, error, field }
    }
}

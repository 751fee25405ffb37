//! Requests and answers, whatever carries them: HTTP to a server, messages to a worker.

use super::error::DeskError;
use super::machine::Machine;
use super::people::Person;
use super::task::{SentBody, json_of};
use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use serde::Serialize;

/// Who asks.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The person, if they are known.
    pub person: Option<Person>,
    /// Whether it is the page, not a program: a caller who plays there becomes a person.
    pub is_page: bool,
}

impl Caller {
    /// The person; creates one for a page without.
    ///
    /// # Errors
    /// If the machine has no random numbers.
    pub fn introduced(&self, machine: &dyn Machine) -> Result<Option<Person>, DeskError> {
        match &self.person {
            None if self.is_page => Person::new(machine).map(Some),
            person => Ok(person.clone()),
        }
    }
}

/// A request.
#[derive(Clone, Debug)]
pub struct Request {
    /// Such as `GET`.
    pub method: String,
    /// Such as `/api/games/abc`, as it stands in an address.
    pub path: String,
    /// What follows `?` in the address.
    pub query: String,
    /// The body.
    pub body: SentBody,
    /// Who asks.
    pub who: Caller,
}

/// An answer to a request.
pub enum Answer {
    /// What is known at once.
    Reply(Reply),
    /// What a task finds; dropping it cancels the task.
    Later(BoxFuture<'static, Result<Reply, DeskError>>),
    /// Messages, each as soon as there is something to tell. Dropping them ends the work.
    Messages {
        /// The messages.
        messages: BoxStream<'static, Message>,
        /// What to send now and then while there are none, so that the reader knows that the connection lives; nothing
        /// if any sign will do.
        alive: Option<Message>,
    },
}

/// A reply: a line of JSON, or a file.
#[derive(Clone, Debug)]
pub struct Reply {
    /// Its number among the statuses of HTTP.
    pub status: u16,
    /// The text.
    pub text: String,
    /// For a plain text, not JSON: the name of its file.
    pub file: Option<String>,
    /// The person to remember from now on.
    pub person: Option<Person>,
    /// Whether it is the same for everybody as long as the program is: whoever has it need not ask for a while.
    pub lasts: bool,
}

impl Reply {
    /// A line of JSON.
    pub fn json(text: String) -> Self {
        Self { status: 200, text, file: None, person: None, lasts: false }
    }

    /// A line of JSON for a value.
    ///
    /// # Errors
    /// As for [`json_of`].
    pub fn of(value: &impl Serialize) -> Result<Self, DeskError> {
        json_of(value).map(Self::json)
    }
}

/// A message of a stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// What kind it is, in streams with several.
    pub event: Option<&'static str>,
    /// A line of JSON.
    pub data: String,
}

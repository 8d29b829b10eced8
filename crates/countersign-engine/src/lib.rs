//! The one way in. Every door (command line, MCP, web page) authenticates a session here and sends its
//! commands through [`Engine::execute`]; none of them decides anything by itself.

mod amended;
mod clock;
mod engine;
mod error;
mod evidence;
mod inbox;
mod memory;
mod numbers;
mod random;
pub mod run;
mod scene;
mod session;
mod token;

pub use amended::Amended;
pub use clock::now;
pub use engine::{Done, Engine};
pub use error::{AuthError, EngineError};
pub use evidence::seal;
pub use inbox::InboxQuery;
pub use session::Session;
pub use token::{MintedToken, mint};

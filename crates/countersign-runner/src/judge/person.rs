//! Somebody of the team who read the work and says what came of it.

use countersign_core::ActorId;

use super::{Answer, Judge, NoAnswer};

/// A verdict that was given before anyone asked. Whether its judge may judge is for the journal to decide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    pub by: ActorId,
    pub answer: Answer,
}

impl Judge for Told {
    fn name(&self) -> &str {
        self.by.as_str()
    }

    fn answer(&self, _prompt: &str, _is_over: &dyn Fn() -> bool) -> Result<String, NoAnswer> {
        let Answer { pass, diagnosis } = &self.answer;
        Ok(serde_json::json!({ "pass": pass, "diagnosis": diagnosis }).to_string())
    }
}

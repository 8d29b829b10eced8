//! Named criteria of the configuration, for checks that a team asks for again and again.

use std::collections::BTreeMap;

use countersign_core::{Check, Timing, Visibility};
use serde::{Deserialize, Serialize};

use crate::brief::in_words;
use crate::generate::unfit;
use crate::{Origin, Proposal};

/// A criterion without an id: `[criteria.NAME]` in `countersign.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Template {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(flatten)]
    pub check: Check,
    #[serde(default = "immediate")]
    pub timing: Timing,
    #[serde(default = "shown")]
    pub visibility: Visibility,
}

fn immediate() -> Timing {
    Timing::Immediate
}

fn shown() -> Visibility {
    Visibility::Shown
}

/// All templates by name.
pub type Templates = BTreeMap<String, Template>;

/// Why a template that was asked for makes no criterion.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoTemplate {
    #[error("there is no criterion template {name:?}; there {}", listed(known))]
    Unknown { name: String, known: Vec<String> },
    /// It could never fail, or never pass.
    #[error("the criterion template {name:?} checks nothing: {why}")]
    Unfit { name: String, why: String },
}

fn listed(names: &[String]) -> String {
    match names {
        [] => "are none: add one as [criteria.NAME] to countersign.toml".into(),
        [one] => format!("is {one}"),
        several => format!("are {}", several.join(", ")),
    }
}

/// The proposals that templates of those names make.
pub fn propose_all(templates: &Templates, names: &[String]) -> Result<Vec<Proposal>, NoTemplate> {
    names.iter().map(|name| propose(templates, name)).collect()
}

/// The proposal that a template of that name makes.
pub fn propose(templates: &Templates, name: &str) -> Result<Proposal, NoTemplate> {
    let Some(template) = templates.get(name) else {
        let known = templates.keys().cloned().collect();
        return Err(NoTemplate::Unknown { name: name.into(), known });
    };
    if let Some(why) = unfit(&template.check) {
        return Err(NoTemplate::Unfit { name: name.into(), why });
    }
    let Template { description, check, timing, visibility } = template.clone();
    let described = description.unwrap_or_else(|| in_words(&check));
    let origin = Origin::Template { name: name.into() };
    Ok(Proposal { timing, visibility, ..Proposal::shown(check, described, origin) })
}

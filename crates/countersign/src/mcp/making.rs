//! The contract of a task that someone asks for.

use std::path::PathBuf;

use countersign_contract::generate::Wishes;
use countersign_contract::intake::{SourceKind, detect};
use countersign_contract::{Origin, Proposal, intake};
use countersign_core::{BadText, ContractKind, Title};
use countersign_engine::now;

use super::house::{Call, silent};
use super::words::AcceptanceCriterion;
use crate::acts::aside;
use crate::commands::contract_args::touched;
use crate::commands::task::create::controls;
use crate::failure::Failure;
use crate::maker::{self, Made};
use crate::surveyor::Site;

/// What is asked for, in words and otherwise.
#[derive(Debug)]
pub struct Asked {
    pub title: Title,
    pub brief: String,
    pub kind: Option<ContractKind>,
    pub files: Vec<String>,
    pub criteria: Vec<AcceptanceCriterion>,
    pub universal: bool,
}

/// The title and the brief of a text, all of which is kept: where it is no title, it begins with one.
pub fn titled(text: &str, description: &str) -> Result<(Title, String), Failure> {
    let text = text.trim();
    let is_page = matches!(Title::new(text), Err(BadText::TooLong { .. } | BadText::NotOneLine));
    if !is_page || text.contains(controls) {
        return Ok((Title::new(text)?, description.to_owned()));
    }
    // Headings alone make no file of a text.
    match detect(None, text) {
        SourceKind::TaskFile if text.starts_with("---") => {
            return Err(Failure::WholeSource { what: "a task file" });
        }
        SourceKind::Workflow => return Err(Failure::WholeSource { what: "a workflow" }),
        SourceKind::TaskFile | SourceKind::Prd | SourceKind::Prose => {}
    }
    let refused = |error: intake::IntakeError| {
        let (name, why) = ("the text".to_owned(), error.problem.to_string());
        Failure::BadSource { name, at: error.at, why }
    };
    let draft = intake::prose(text).map_err(refused)?.drafts.into_iter().next();
    let title = draft.map(|draft| draft.title).unwrap_or_default();
    let brief = match description.trim() {
        "" => text.to_owned(),
        more => format!("{text}\n\n{more}"),
    };
    Ok((Title::new(title)?, brief))
}

/// The contract, made of the words and of the project's folder. Nobody can be asked here: what a person has to
/// settle stays open.
pub async fn contract(call: &Call, asked: &Asked) -> Result<Made, Failure> {
    let root: PathBuf = call.house.root().to_owned();
    intake::hides_nothing(&asked.brief).map_err(|error| {
        let (name, why) = ("the description".to_owned(), error.problem.to_string());
        Failure::BadSource { name, at: error.at, why }
    })?;
    let draft = intake::titled(asked.title.as_str(), &asked.brief);
    let wishes = Wishes {
        kind: asked.kind,
        files: touched(asked.files.clone())?,
        templates: proposals(call.house.name(), &asked.criteria)?,
        ..Wishes::default()
    };
    let (universal, door) = (asked.universal, call.house.door());
    aside(move || {
        let site = Site::at_door(&root, &door)?.without_universal(!universal);
        maker::contract(&site.generator(), &draft, wishes, now(), &silent())
    })
    .await
}

fn proposals(
    workspace: Option<&str>,
    criteria: &[AcceptanceCriterion],
) -> Result<Vec<Proposal>, Failure> {
    let mut all = Vec::new();
    for (number, criterion) in (1..).zip(criteria) {
        let check = criterion.check(workspace).map_err(Failure::Usage)?;
        let words = criterion.in_words(&check);
        let origin = Origin::Section { name: "acceptance_criteria".into(), line: number };
        all.push(Proposal::shown(check, words, origin));
    }
    Ok(all)
}

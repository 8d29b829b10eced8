//! The contract of a task that someone asks for.

use std::path::PathBuf;

use countersign_contract::generate::Wishes;
use countersign_contract::{Origin, Proposal, intake};
use countersign_core::{ContractKind, Title};
use countersign_engine::now;

use super::house::{Call, silent};
use super::words::AcceptanceCriterion;
use crate::acts::aside;
use crate::commands::contract_args::touched;
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
        templates: proposals(&asked.criteria)?,
        ..Wishes::default()
    };
    let (universal, door) = (asked.universal, call.house.door());
    aside(move || {
        let site = Site::at_door(&root, &door)?.without_universal(!universal);
        maker::contract(&site.generator(), &draft, wishes, now(), &silent())
    })
    .await
}

fn proposals(criteria: &[AcceptanceCriterion]) -> Result<Vec<Proposal>, Failure> {
    let mut all = Vec::new();
    for (number, criterion) in (1..).zip(criteria) {
        let check = criterion.check().map_err(Failure::Usage)?;
        let words = criterion.in_words(&check);
        let origin = Origin::Section { name: "acceptance_criteria".into(), line: number };
        all.push(Proposal::shown(check, words, origin));
    }
    Ok(all)
}

//! A workflow is read or refused, and its steps need only each other.
#![no_main]

use countersign_contract::intake::{Bindings, workflow};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let bindings = Bindings {
        known: [("workflow_instance_id".to_owned(), "w-1".to_owned())].into(),
        late: ["task_id".to_owned()].into(),
    };
    match workflow(text, &bindings) {
        Ok(intake) => {
            let ids: Vec<_> = intake.drafts.iter().filter_map(|draft| draft.id.as_ref()).collect();
            assert_eq!(ids.len(), intake.drafts.len());
            assert!(
                intake
                    .drafts
                    .iter()
                    .flat_map(|draft| &draft.depends_on)
                    .all(|need| ids.contains(&need))
            );
            assert!(intake.drafts.iter().all(|draft| !draft.stated.is_empty()));
        }
        Err(error) => assert!(text.get(error.span.range()).is_some()),
    }
});

//! A PRD is read or refused, and its stories need only each other.
#![no_main]

use countersign_contract::intake::prd;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| match prd(text) {
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
    }
    Err(error) => assert!(text.get(error.span.range()).is_some()),
});

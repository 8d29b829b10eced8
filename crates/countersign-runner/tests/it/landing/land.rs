use std::fs;

use countersign_runner::landing::{Delivered, Forward, LandingError, Repository};

use super::{Project, integrate, land, landed, signature, writes};

/// A repository with one result landed.
fn with_result(project: &Project, files: &[(&str, &str)]) -> Repository {
    let repository = project.repository();
    let begun = repository.begin(&signature()).unwrap();
    landed(integrate(&repository, &begun.head, "T-1", &writes(files)));
    repository
}

/// As if every result had been judged in its new place.
fn judge_again(repository: &Repository, results: usize) {
    let unjudged = repository.unjudged().unwrap().unwrap();
    assert_eq!(unjudged.steps().len(), results);
    for step in unjudged.steps() {
        let (onto, merged) =
            (repository.base(&step.onto).unwrap(), repository.base(&step.merged).unwrap());
        assert_ne!(onto.id(), merged.id());
    }
    assert!(repository.put_in_place(&unjudged).unwrap());
}

#[test]
fn a_clean_branch_goes_forward_with_its_folder() {
    let project = Project::with(&[("a.txt", "a\n")]);
    let repository = with_result(&project, &[("a.txt", "b\n"), ("new.txt", "n\n")]);
    project.made.write("untracked.txt", "mine\n");
    let head = repository.head().unwrap().unwrap();
    let delivered = land(&repository).unwrap();
    assert_eq!(delivered, Delivered::Branch { branch: "main".to_owned(), head: head.clone() });
    assert_eq!(project.rev("HEAD"), head);
    assert_eq!(project.git(&["symbolic-ref", "HEAD"]), "refs/heads/main");
    assert_eq!(project.git(&["status", "--porcelain"]), "?? untracked.txt");
    assert_eq!(fs::read(project.made.at("new.txt")).unwrap(), b"n\n");
    assert_eq!(land(&repository).unwrap(), Delivered::Nothing);
}

#[test]
fn a_dirty_tree_a_detached_head_and_a_branch_that_went_its_own_way_are_refused() {
    let project = Project::with(&[("a.txt", "a\n"), ("b.txt", "b\n")]);
    let repository = with_result(&project, &[("new.txt", "n\n")]);
    let nothing_moved = |why: &str| {
        assert!(!project.made.at("new.txt").exists(), "{why}");
        assert!(!project.git(&["ls-tree", "--name-only", "HEAD"]).contains("new.txt"), "{why}");
    };
    project.made.write("b.txt", "changed\n");
    let error = land(&repository).unwrap_err();
    assert!(matches!(&error, LandingError::Dirty { files } if files == &["b.txt"]), "{error}");
    project.git(&["add", "b.txt"]);
    assert!(matches!(land(&repository), Err(LandingError::Dirty { .. })));
    nothing_moved("dirty");
    project.git(&["reset", "-q", "--hard"]);

    project.made.write("new.txt", "the person's own\n");
    let error = land(&repository).unwrap_err();
    assert!(matches!(&error, LandingError::InTheWay { files } if files == &["new.txt"]), "{error}");
    assert_eq!(fs::read(project.made.at("new.txt")).unwrap(), b"the person's own\n");
    project.made.remove("new.txt");

    project.git(&["checkout", "-q", "--detach"]);
    assert!(matches!(land(&repository), Err(LandingError::Detached)));
    project.git(&["checkout", "-q", "main"]);

    project.made.write("b.txt", "own way\n");
    project.commit_all("own way");
    let error = land(&repository).unwrap_err();
    assert!(matches!(error, LandingError::NotAncestor { .. }), "{error}");
    nothing_moved("own way");
    // Merged, it is what nobody judged.
    repository.begin(&signature()).unwrap();
    let error = land(&repository).unwrap_err();
    assert!(matches!(error, LandingError::NotJudged { .. }), "{error}");
    assert_eq!(repository.way_forward().unwrap(), Forward::Apart);
    nothing_moved("not judged");
    judge_again(&repository, 1);
    assert_eq!(repository.way_forward().unwrap(), Forward::Open);
    assert!(matches!(land(&repository).unwrap(), Delivered::Branch { .. }));
    assert_eq!(project.git(&["log", "--merges", "--oneline"]), "");
    assert_eq!(fs::read(project.made.at("b.txt")).unwrap(), b"own way\n");
    assert_eq!(fs::read(project.made.at("new.txt")).unwrap(), b"n\n");
}

#[test]
fn an_ignored_file_in_the_way_is_not_overwritten() {
    let project = Project::with(&[("a.txt", "a\n")]);
    let repository = with_result(&project, &[("ignored", "theirs\n")]);
    project.made.write("ignored", "mine\n");
    let error = land(&repository).unwrap_err();
    assert!(matches!(error, LandingError::InTheWay { .. }), "{error}");
    assert_eq!(fs::read(project.made.at("ignored")).unwrap(), b"mine\n");
}

#[test]
fn a_landing_that_was_cut_short_is_finished_by_the_next() {
    let project = Project::with(&[("a.txt", "a\n")]);
    let repository = with_result(&project, &[("a.txt", "b\n"), ("new.txt", "n\n")]);
    project.git(&["read-tree", "-m", "-u", "HEAD", "countersign/integration"]);
    assert!(matches!(land(&repository).unwrap(), Delivered::Branch { .. }));
    assert_eq!(project.git(&["status", "--porcelain"]), "");
}

/// What a landing writes down before it begins.
fn intent(project: &Project) -> String {
    format!(
        "refs/heads/main\n{}\n{}\n",
        project.rev("HEAD"),
        project.rev("countersign/integration")
    )
}

#[test]
fn a_landing_that_was_killed_before_the_branch_moved_is_finished_by_whatever_comes_next() {
    for by_begin in [true, false] {
        let project = Project::with(&[("a.txt", "a\n")]);
        let repository = with_result(&project, &[("a.txt", "b\n"), ("new.txt", "n\n")]);
        let to = project.rev("countersign/integration");
        fs::write(project.state().join("landing"), intent(&project)).unwrap();
        project.git(&["read-tree", "-m", "-u", "HEAD", "countersign/integration"]);
        match by_begin {
            true => assert_eq!(repository.begin(&signature()).unwrap().uncommitted, [""; 0]),
            false => repository.refuse_landing().unwrap(),
        }
        assert_eq!(project.rev("HEAD"), to);
        assert_eq!(project.git(&["status", "--porcelain"]), "");
        assert!(!project.state().join("landing").exists());
    }
}

#[test]
fn a_landing_that_was_killed_among_the_files_is_undone_and_what_somebody_changed_since_stays() {
    let files = [("a.txt", "one\n"), ("gone.txt", "g\n"), ("deep/new.txt", "all of it\n")];
    let project = Project::with(&[("a.txt", "a\n"), ("gone.txt", "g before\n")]);
    let repository = with_result(&project, &files);
    let cut = || {
        fs::write(project.state().join("landing"), intent(&project)).unwrap();
        project.made.write("a.txt", "one\n");
        fs::remove_file(project.made.at("gone.txt")).unwrap();
        project.made.write("deep/new.txt", "all");
    };
    cut();
    repository.begin(&signature()).unwrap();
    assert_eq!(project.git(&["status", "--porcelain"]), "");
    assert!(!project.made.at("deep").exists());
    assert!(matches!(land(&repository).unwrap(), Delivered::Branch { .. }));
    project.git(&["reset", "-q", "--hard", "HEAD^"]);
    cut();
    project.made.write("a.txt", "mine\n");
    let error = repository.refuse_landing().unwrap_err();
    assert!(matches!(&error, LandingError::CutShort { files } if files == &["a.txt"]), "{error}");
    assert_eq!(fs::read(project.made.at("a.txt")).unwrap(), b"mine\n");
    // Where somebody has gone on since, all of it is theirs.
    project.commit_all("mine");
    repository.refuse_landing().unwrap();
    assert_eq!(fs::read(project.made.at("a.txt")).unwrap(), b"mine\n");
}

#[test]
fn line_ends_and_filters_leave_a_clean_tree() {
    let project = Project::begun(&[("a.txt", "a\r\n"), ("big.bin", "content\n")]);
    project.git(&["config", "core.autocrlf", "true"]);
    project.git(&["config", "filter.big.clean", "tr a-z A-Z"]);
    project.git(&["config", "filter.big.smudge", "tr A-Z a-z"]);
    project.made.write(".gitattributes", "*.bin filter=big -text\n");
    project.commit_all("first");
    let repository = with_result(&project, &[("a.txt", "b\r\n"), ("big.bin", "more\n")]);
    land(&repository).unwrap();
    assert_eq!(fs::read(project.made.at("a.txt")).unwrap(), b"b\r\n");
    assert_eq!(fs::read(project.made.at("big.bin")).unwrap(), b"more\n");
    assert_eq!(project.git(&["status", "--porcelain"]), "");
}

#[test]
fn nothing_begun_is_nothing_to_land() {
    let project = Project::with(&[("a.txt", "a\n")]);
    let error = land(&project.repository()).unwrap_err();
    assert!(matches!(error, LandingError::NothingToLand { .. }), "{error}");
}

#[test]
fn without_version_control_results_are_written_back_file_by_file() {
    let project = Project::plain(&[("a.txt", "a\n"), ("b.txt", "b\n"), ("deep/old.txt", "o\n")]);
    let repository = project.repository();
    let begun = repository.begin(&signature()).unwrap();
    let mut accepted = writes(&[("a.txt", "better\n"), ("new/n.txt", "n\n")]);
    accepted.removed.insert("deep/old.txt".to_owned());
    landed(integrate(&repository, &begun.head, "T-1", &accepted));
    assert_eq!(fs::read(project.made.at("a.txt")).unwrap(), b"a\n");

    // What the person changed meanwhile, and no result touches, is theirs.
    project.made.write("b.txt", "mine\n");
    project.made.write("other.txt", "mine too\n");
    let delivered = land(&repository).unwrap();
    let Delivered::Files { written, removed } = delivered else { panic!("{delivered:?}") };
    assert_eq!(
        (written, removed),
        (vec!["a.txt".to_owned(), "new/n.txt".to_owned()], vec!["deep/old.txt".to_owned()],)
    );
    assert_eq!(fs::read(project.made.at("a.txt")).unwrap(), b"better\n");
    assert_eq!(fs::read(project.made.at("new/n.txt")).unwrap(), b"n\n");
    assert_eq!(fs::read(project.made.at("b.txt")).unwrap(), b"mine\n");
    assert_eq!(fs::read(project.made.at("other.txt")).unwrap(), b"mine too\n");
    assert!(!project.made.at("deep").exists());
    assert_eq!(land(&repository).unwrap(), Delivered::Nothing);

    // And goes on from there, with what the person has.
    let begun = repository.begin(&signature()).unwrap();
    let base = repository.base(&begun.head).unwrap();
    assert_eq!(fs::read(base.path().join("b.txt")).unwrap(), b"mine\n");
    assert_eq!(fs::read(base.path().join("a.txt")).unwrap(), b"better\n");
}

#[test]
fn without_version_control_what_the_person_changed_meanwhile_is_not_overwritten() {
    let project = Project::plain(&[("a.txt", "a\n"), ("b.txt", "b\n")]);
    let repository = with_result(&project, &[("a.txt", "theirs\n"), ("b.txt", "theirs\n")]);
    project.made.write("a.txt", "mine\n");
    let error = land(&repository).unwrap_err();
    assert!(
        matches!(&error, LandingError::ChangedMeanwhile { files } if files == &["a.txt"]),
        "{error}"
    );
    assert_eq!(fs::read(project.made.at("a.txt")).unwrap(), b"mine\n");
    assert_eq!(fs::read(project.made.at("b.txt")).unwrap(), b"b\n");
}

#[test]
fn a_commit_of_what_was_not_committed_is_not_brought_to_the_person() {
    let project = Project::with(&[("a.txt", "a\n")]);
    project.made.write("draft.txt", "secret\n");
    let repository = with_result(&project, &[("new.txt", "n\n")]);
    project.made.remove("draft.txt");
    let before = project.rev("HEAD");
    let error = land(&repository).unwrap_err();
    assert!(
        matches!(&error, LandingError::HoldsUncommitted { files, .. } if files == &["draft.txt"]),
        "{error}"
    );
    assert_eq!(project.rev("HEAD"), before);
    assert_eq!(repository.way_forward().unwrap(), Forward::Uncommitted);

    // Beginning again with a clean folder leaves it out, and keeps what was accepted.
    repository.begin(&signature()).unwrap();
    assert_eq!(repository.way_forward().unwrap(), Forward::Apart);
    let error = land(&repository).unwrap_err();
    assert!(matches!(error, LandingError::NotJudged { .. }), "{error}");
    // Also if it begins once more in between.
    repository.begin(&signature()).unwrap();
    judge_again(&repository, 1);
    assert_eq!(repository.way_forward().unwrap(), Forward::Open);
    assert!(repository.unjudged().unwrap().is_none());
    land(&repository).unwrap();
    assert_eq!(fs::read(project.made.at("new.txt")).unwrap(), b"n\n");
    assert!(!project.git(&["log", "--name-only", "main"]).contains("draft.txt"));
}

#[test]
fn what_builds_on_what_was_not_committed_stays_on_the_branch_until_the_person_settles_it() {
    let project = Project::with(&[("a.txt", "1\n2\n3\n")]);
    project.made.write("a.txt", "1\ndraft\n3\n");
    let repository = with_result(&project, &[("a.txt", "1\ndraft and more\n3\n")]);
    let head = repository.head().unwrap();
    project.git(&["checkout", "-q", "--", "a.txt"]);
    repository.begin(&signature()).unwrap();
    assert_eq!(repository.head().unwrap(), head, "it contradicts what is there without it");
    let error = land(&repository).unwrap_err();
    assert!(matches!(&error, LandingError::HoldsUncommitted { .. }), "{error}");
    assert!(error.to_string().contains("git merge --squash"), "{error}");
}

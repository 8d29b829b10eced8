use std::fs;

use countersign_runner::git::GitError;
use countersign_runner::landing::{Kind, LandingError, Placed, Repository};

use super::{Project, git_in, integrate, landed, signature, writes};
use crate::made::Made;

#[test]
fn a_clean_tree_begins_at_head_itself() {
    let project = Project::with(&[("a.txt", "a\n")]);
    let begun = project.repository().begin(&signature()).unwrap();
    assert_eq!(begun.head, project.rev("HEAD"));
    assert_eq!(begun.snapshot, None);
    assert_eq!(project.rev("countersign/integration"), begun.head);
}

#[test]
fn what_is_not_committed_and_not_ignored_is_one_commit_more() {
    let project = Project::with(&[("a.txt", "a\n"), ("gone.txt", "g\n")]);
    project.made.write("a.txt", "changed\n");
    project.made.remove("gone.txt");
    project.made.write("deep/new.txt", "new\n");
    project.made.write("ignored", "secret\n");
    project.made.write("node_modules/x/index.js", "x\n");
    let begun = project.repository().begin(&signature()).unwrap();
    assert_eq!(begun.snapshot.as_ref(), Some(&begun.head));
    let files = project.git(&["ls-tree", "-r", "--name-only", begun.head.as_str()]);
    assert_eq!(files, ".gitignore\na.txt\ndeep/new.txt");
    assert_eq!(project.show(&begun.head, "a.txt"), "changed");
    assert_eq!(
        project.git(&["rev-parse", &format!("{}^", begun.head)]),
        project.rev("HEAD").to_string()
    );
}

#[test]
fn beginning_again_goes_on_and_takes_in_what_the_person_did() {
    let project = Project::with(&[("a.txt", "1\n2\n3\n4\n5\n")]);
    let repository = project.repository();
    project.made.write("mine.txt", "first\n");
    let begun = repository.begin(&signature()).unwrap();
    assert_eq!(repository.begin(&signature()).unwrap().head, begun.head);
    let head = landed(integrate(&repository, &begun.head, "T-1", &writes(&[("new.txt", "n\n")])));
    assert_eq!(repository.begin(&signature()).unwrap().head, head);

    // The same file once more: against what was seen of it, this is no conflict.
    project.made.write("mine.txt", "second\n");
    let begun = repository.begin(&signature()).unwrap();
    assert_eq!(project.show(&begun.head, "mine.txt"), "second");
    assert_eq!(project.show(&begun.head, "new.txt"), "n");

    // And committed with another change.
    project.made.write("mine.txt", "third\n");
    let own = project.commit_all("mine");
    let begun = repository.begin(&signature()).unwrap();
    assert_eq!(begun.snapshot, None);
    assert_eq!(project.show(&begun.head, "mine.txt"), "third");
    assert_eq!(project.show(&begun.head, "new.txt"), "n");
    project.git(&["merge-base", "--is-ancestor", own.as_str(), begun.head.as_str()]);
}

#[test]
fn a_head_that_has_everything_is_where_it_goes_on() {
    let project = Project::with(&[("a.txt", "a\n")]);
    let repository = project.repository();
    let begun = repository.begin(&signature()).unwrap();
    landed(integrate(&repository, &begun.head, "T-1", &writes(&[("new.txt", "n\n")])));
    project.git(&["merge", "-q", "--ff-only", "countersign/integration"]);
    project.made.write("more.txt", "m\n");
    let head = project.commit_all("more");
    assert_eq!(repository.begin(&signature()).unwrap().head, head);
}

#[test]
fn what_conflicts_is_refused_with_the_files_and_a_way_out() {
    let project = Project::with(&[("a.txt", "a\n")]);
    let repository = project.repository();
    let begun = repository.begin(&signature()).unwrap();
    let head =
        landed(integrate(&repository, &begun.head, "T-1", &writes(&[("a.txt", "theirs\n")])));
    project.made.write("a.txt", "mine\n");
    project.commit_all("mine");
    let error = repository.begin(&signature()).unwrap_err();
    assert!(
        matches!(&error, LandingError::Diverged { files, .. } if files == &["a.txt"]),
        "{error}"
    );
    assert!(error.to_string().contains("git branch -D countersign/integration"));
    assert_eq!(repository.head().unwrap(), Some(head));
    project.git(&["branch", "-q", "-D", "countersign/integration"]);
    assert_eq!(repository.begin(&signature()).unwrap().head, project.rev("HEAD"));
}

#[test]
fn without_version_control_what_conflicts_begins_anew_and_the_results_are_put_onto_it_one_by_one() {
    let project = Project::plain(&[("a.txt", "a\n")]);
    let repository = project.repository();
    let begun = repository.begin(&signature()).unwrap();
    let head =
        landed(integrate(&repository, &begun.head, "T-1", &writes(&[("a.txt", "theirs\n")])));
    landed(integrate(&repository, &head, "T-2", &writes(&[("b.txt", "b\n")])));
    project.made.write("a.txt", "mine\n");
    let begun = repository.begin(&signature()).unwrap();
    let base = repository.base(&begun.head).unwrap();
    assert_eq!(fs::read(base.path().join("a.txt")).unwrap(), b"mine\n");
    assert!(repository.ahead().unwrap().tasks.is_empty());
    let apart = repository.apart().unwrap();
    let placed = |id: &str| {
        let one = apart.iter().find(|one| one.task.as_str() == id).unwrap();
        repository.with(one).unwrap()
    };
    assert!(matches!(placed("T-1"), Placed::Conflict { files } if files == ["a.txt"]));
    assert!(matches!(placed("T-2"), Placed::New(_)));
    // Once the person has taken it over, it is there.
    project.made.write("a.txt", "theirs\n");
    repository.begin(&signature()).unwrap();
    assert!(matches!(placed("T-1"), Placed::There));
}

#[test]
fn a_branch_that_someone_looks_at_and_a_merge_with_conflicts_are_refused() {
    let project = Project::with(&[("a.txt", "a\n")]);
    let repository = project.repository();
    repository.begin(&signature()).unwrap();
    project.git(&["switch", "-q", "countersign/integration"]);
    let error = repository.begin(&signature()).unwrap_err();
    assert!(matches!(error, LandingError::CheckedOut { .. }), "{error}");
    project.git(&["switch", "-q", "-c", "side", "main"]);
    project.made.write("a.txt", "side\n");
    project.commit_all("side");
    project.git(&["switch", "-q", "main"]);
    project.made.write("a.txt", "main\n");
    project.commit_all("main");
    let merge = std::process::Command::new("git")
        .args(["-c", "user.name=p", "-c", "user.email=p@p", "merge", "-q", "side"])
        .current_dir(project.path())
        .output()
        .unwrap();
    assert!(!merge.status.success());
    let error = repository.begin(&signature()).unwrap_err();
    assert!(
        matches!(&error, LandingError::Unmerged { files, .. } if files == &["a.txt"]),
        "{error}"
    );
}

#[test]
fn a_project_in_a_subfolder_has_its_own_branches_and_its_own_files() {
    let repo = Project::with(&[("api/a.txt", "a\n"), ("web/w.txt", "w\n"), ("README", "r\n")]);
    let api = repo.path().join("api");
    let repository = Repository::open(&api, &api.join(".countersign")).unwrap();
    assert_eq!(repository.kind(), Kind::Own);
    repo.made.write("api/dirty.txt", "d\n");
    let begun = repository.begin(&signature()).unwrap();
    let base = repository.base(&begun.head).unwrap();
    assert_eq!(fs::read(base.path().join("a.txt")).unwrap(), b"a\n");
    assert_eq!(fs::read(base.path().join("dirty.txt")).unwrap(), b"d\n");
    assert!(!base.path().join("README").exists());
    let head = landed(integrate(&repository, &begun.head, "T-1", &writes(&[("new.txt", "n\n")])));
    assert_eq!(repo.show(&head, "api/new.txt"), "n");
    assert_eq!(repo.show(&head, "web/w.txt"), "w");
    assert!(repository.integration_branch().starts_with("countersign.api-"));
}

#[test]
fn a_folder_of_which_the_repository_above_has_nothing_is_no_part_of_it() {
    let home = Project::with(&[("settings", "s\n")]);
    let inner = home.path().join("work/project");
    fs::create_dir_all(&inner).unwrap();
    fs::write(inner.join("a.txt"), "a\n").unwrap();
    let repository = Repository::open(&inner, &inner.join(".countersign")).unwrap();
    assert_eq!(repository.kind(), Kind::Shadow);
    repository.begin(&signature()).unwrap();
    assert_eq!(git_in(home.path(), &["branch", "--list", "countersign*"]), "");
}

#[test]
fn a_folder_without_version_control_gets_a_repository_beside_it() {
    let project = Project::plain(&[("a.txt", "a\r\n")]);
    project.made.write(".gitattributes", "* text=auto ident\n");
    let repository = project.repository();
    assert_eq!(repository.kind(), Kind::Shadow);
    let begun = repository.begin(&signature()).unwrap();
    assert_eq!(project.repository().begin(&signature()).unwrap().head, begun.head);
    let base = repository.base(&begun.head).unwrap();
    assert_eq!(fs::read(base.path().join("a.txt")).unwrap(), b"a\r\n");
    assert!(!project.path().join(".git").exists());
}

#[test]
fn a_lock_a_damaged_index_a_branch_in_the_way_and_a_folder_without_a_work_tree_are_told_apart() {
    let project = Project::with(&[("a.txt", "a\n")]);
    project.made.write(".git/refs/heads/countersign/integration.lock", "");
    let error = project.repository().begin(&signature()).unwrap_err();
    assert!(matches!(error, LandingError::Git(GitError::Locked { .. })), "{error}");

    let project = Project::with(&[("a.txt", "a\n")]);
    project.made.write(".git/index", "garbage garbage garbage garbage garbage");
    let error = project.repository().begin(&signature()).unwrap_err();
    assert!(matches!(error, LandingError::Git(GitError::Damaged { .. })), "{error}");

    let project = Project::with(&[("a.txt", "a\n")]);
    git_in(project.path(), &["branch", "countersign"]);
    let error = project.repository().begin(&signature()).unwrap_err();
    assert!(error.to_string().contains("git branch -m countersign NAME"), "{error}");

    let bare = Made::empty();
    git_in(bare.path(), &["init", "-q", "--bare"]);
    let error = Repository::open(bare.path(), &bare.at("state")).unwrap_err();
    assert!(matches!(error, LandingError::NoWorkTree { .. }), "{error}");
}

use countersign_runner::tree::{Always, Bounds, LeftOut, Source, Tree, scan_base, scan_result};

use crate::made::{Made, paths};

fn left_out(tree: &Tree) -> Vec<(&str, LeftOut)> {
    tree.left_out.iter().map(|(path, why)| (path.as_str(), *why)).collect()
}

#[test]
fn what_the_base_ignores_is_no_part_of_it_and_is_named() {
    let made = Made::with(&[
        (".gitignore", "*.log\n/out/\n!keep.log\n# a remark\n"),
        ("a.log", ""),
        ("keep.log", ""),
        ("out/b", ""),
        ("deep/out/c", ""),
        ("deep/.gitignore", "c2\n!d.log\n"),
        ("deep/c2", ""),
        ("deep/d.log", ""),
        (".git/config", ""),
    ]);
    let tree = made.as_base();
    let all = [".gitignore", "deep/.gitignore", "deep/d.log", "deep/out/c", "keep.log"];
    assert_eq!(paths(&tree), all);
    let ignored = |path| (path, LeftOut::Ignored);
    assert_eq!(
        left_out(&tree),
        [(".git", LeftOut::Git), ignored("a.log"), ignored("deep/c2"), ignored("out")]
    );
}

#[test]
fn rules_with_a_byte_order_mark_or_carriage_returns_hold() {
    let made = Made::with(&[(".gitignore", "\u{feff}a\r\nb\r\n"), ("a", ""), ("b", ""), ("c", "")]);
    assert_eq!(paths(&made.as_base()), [".gitignore", "c"]);
}

#[test]
fn a_worker_that_ignores_its_own_files_hides_nothing() {
    let base = Made::with(&[(".gitignore", "*.log\n"), ("src/a.py", "1")]);
    let before = base.as_base();
    let result = Made::copy_of(&base);
    result.write(".gitignore", "src/\n!*.log\n");
    result.write("src/.gitignore", "*\n");
    result.write("src/a.py", "2");
    result.write("x.log", "");
    let after = result.as_result_of(&before);
    assert_eq!(paths(&after), [".gitignore", "src/.gitignore", "src/a.py"]);
    assert_eq!(left_out(&after), [("x.log", LeftOut::Ignored)]);
}

#[test]
fn what_a_contract_names_counts_although_it_is_ignored() {
    let base = Made::with(&[(".gitignore", "dist/\n*.log\ngen/\n")]);
    let before = base.as_base();
    let result = Made::copy_of(&base);
    for path in ["dist/a.js", "dist/b.js", "x.log", "y.log", "gen/deep/z", "gen/w"] {
        result.write(path, "1");
    }
    result.write("node_modules/m/index.js", "");
    let always = Always::new(["dist/a.js", "x.log"], ["gen/deep/**", "**"]);
    let after = scan_result(result.path(), &always, &before, Bounds::default()).unwrap();
    assert_eq!(paths(&after), [".gitignore", "dist/a.js", "gen/deep/z", "x.log"]);
    let ignored = |path| (path, LeftOut::Ignored);
    let mut left = vec![ignored("dist/b.js"), ignored("gen/w")];
    left.extend([("node_modules", LeftOut::Dependencies), ignored("y.log")]);
    assert_eq!(left_out(&after), left);
    // The base is read the same way, so that a difference is a difference.
    let again = scan_base(result.path(), &always, Bounds::default()).unwrap();
    assert_eq!(again.digest(), after.digest());
}

#[test]
fn caches_and_installed_packages_count_nowhere_although_nothing_ignores_them() {
    let made = Made::with(&[
        ("Cargo.toml", ""),
        ("target/debug/x", ""),
        ("src/target/mod.rs", ""),
        ("lib/target/CACHEDIR.TAG", ""),
        ("pkg/__pycache__/a.pyc", ""),
        ("pkg/b.pyc", ""),
        (".venv/pyvenv.cfg", ""),
        ("venv/pyvenv.cfg", ""),
        ("other/venv/a.py", ""),
        ("sub/.git", "gitdir: elsewhere"),
    ]);
    let tree = made.as_base();
    assert_eq!(paths(&tree), ["Cargo.toml", "other/venv/a.py", "src/target/mod.rs"]);
    assert_eq!(
        left_out(&tree),
        [
            (".venv", LeftOut::Dependencies),
            ("lib/target", LeftOut::Cache),
            ("pkg/__pycache__", LeftOut::Cache),
            ("pkg/b.pyc", LeftOut::Cache),
            ("sub/.git", LeftOut::Git),
            ("target", LeftOut::Cache),
            ("venv", LeftOut::Dependencies),
        ]
    );
}

#[test]
fn another_work_tree_in_the_folder_is_no_part_of_it_and_a_submodule_is() {
    let made = Made::with(&[
        ("a", ""),
        ("trees/one/.git", "gitdir: /home/ada/project/.git/worktrees/one\n"),
        ("trees/one/a", ""),
        ("trees/two/.git", "gitdir: ../../.git/worktrees/two\n"),
        ("trees/two/a", ""),
        ("module/.git", "gitdir: ../.git/modules/module\n"),
        ("module/a", ""),
    ]);
    let tree = made.as_base();
    assert_eq!(paths(&tree), ["a", "module/a"]);
    let git = |path| (path, LeftOut::Git);
    assert_eq!(left_out(&tree), [git("module/.git"), git("trees/one"), git("trees/two")]);
}

#[test]
fn what_a_kept_base_has_counts_in_it_and_in_the_work_on_it_whatever_its_rules_say() {
    let base = Made::with(&[
        (".gitignore", "*.jar\ntmp/\n"),
        ("a.jar", "1"),
        ("tmp/deep/b", "1"),
        ("node_modules/m", "1"),
        (".gradle/deep/d", "1"),
        (".pytest_cache/e", "1"),
        ("c.pyc", "1"),
    ]);
    let all = [".gitignore", ".gradle/deep/d", "a.jar", "c.pyc", "tmp/deep/b"];
    let always = Always::default();
    let before = scan_base(Source::kept(base.path()), &always, Bounds::default()).unwrap();
    assert_eq!(paths(&before), all);
    let result = Made::copy_of(&base);
    result.write("a.jar", "2");
    // What is new there is left out, as git leaves it out.
    for path in [".gradle/new", "new.jar", "new.pyc", "tmp/deep/new", "tmp/new"] {
        result.write(path, "1");
    }
    let after = scan_result(result.path(), &always, &before, Bounds::default()).unwrap();
    assert_eq!(paths(&after), all);
    assert_ne!(after.file("a.jar"), before.file("a.jar"));
    let kept = scan_result(Source::kept(result.path()), &always, &before, Bounds::default());
    let everything = [
        ".gitignore",
        ".gradle/deep/d",
        ".gradle/new",
        "a.jar",
        "c.pyc",
        "new.jar",
        "new.pyc",
        "tmp/deep/b",
        "tmp/deep/new",
        "tmp/new",
    ];
    assert_eq!(paths(&kept.unwrap()), everything);
}

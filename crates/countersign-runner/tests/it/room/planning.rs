use countersign_core::{Contract, Placement, SpecFile, Visibility};
use countersign_runner::protect::Manifest;
use countersign_runner::room::{Fate, Source, Why};
use countersign_runner::tree::LeftOut;
use serde_json::json;

use super::Scene;
use super::contracts::{anything, command, file, of, outputs, spec};
use crate::made::Made;

/// What becomes of each path, with an edit that writes all of them anew.
fn fates(contract: Contract, base: &[&str], written: &[&str]) -> Vec<Option<Fate>> {
    let base: Vec<(&str, &str)> = base.iter().map(|path| (*path, "base")).collect();
    let scene = Scene::new(&base, contract, |made| {
        written.iter().for_each(|path| made.write(path, "worker"));
    });
    let plan = scene.plan();
    written.iter().map(|path| plan.fates.get(*path).cloned()).collect()
}

fn left(why: Why) -> Option<Fate> {
    Some(Fate::LeftBehind(why))
}

const COMES: Option<Fate> = Some(Fate::Comes);

fn is_restored(fate: &Option<Fate>) -> bool {
    matches!(fate, Some(Fate::Restored(Source::Base, _)))
}

fn is_left_behind_for_steering(fate: &Option<Fate>) -> bool {
    matches!(fate, Some(Fate::LeftBehind(Why::Steers(_) | Why::ShadowsAModule)))
}

#[test]
fn only_declared_outputs_come_over_where_any_are_declared() {
    let contract = of(&[outputs(&["src/new.py"], &["src/old.py"], &["docs/*.md"])]);
    let written =
        ["src/new.py", "src/old.py", "docs/a.md", "docs/deep/b.md", "notes.txt", "src/x.py"];
    let found = fates(contract, &["src/old.py", "src/x.py"], &written);
    let undeclared = left(Why::NotDeclared);
    assert_eq!(found[..3], [COMES, COMES, COMES]);
    assert_eq!(found[3..], [undeclared.clone(), undeclared.clone(), undeclared]);
}

#[test]
fn everything_comes_over_where_nothing_is_declared() {
    assert_eq!(
        fates(anything(), &["a.py"], &["a.py", "b/c.py", "notes.md"]),
        [COMES, COMES, COMES]
    );
}

#[test]
fn what_another_criterion_looks_at_comes_over_although_it_is_not_declared() {
    let contract = of(&[
        outputs(&["src/a.py"], &[], &[]),
        file("docs/report.md"),
        json!({"check": "changelog", "path": "CHANGELOG.md"}),
        command("pytest tests/test_new.py::test_one"),
    ]);
    let written = ["docs/report.md", "CHANGELOG.md", "tests/test_new.py", "other.md"];
    let found = fates(contract, &["CHANGELOG.md"], &written);
    assert_eq!(found[..3], [COMES, COMES, COMES]);
    assert_eq!(found[3], left(Why::NotDeclared));
}

#[test]
fn what_steers_the_checks_is_put_back_or_left_behind() {
    let old = ["pytest.ini", "Makefile", "tests/conftest.py", ".cargo/config.toml", "build.rs"];
    assert!(fates(anything(), &old, &old).iter().all(is_restored));
    assert!(fates(anything(), &[], &old).iter().all(is_left_behind_for_steering));
    let shadows = ["unittest.py", "pytest/__init__.py", "sitecustomize.py", "GNUmakefile"];
    assert!(fates(anything(), &["Makefile"], &shadows).iter().all(is_left_behind_for_steering));
}

#[test]
fn a_pattern_exempts_nothing_that_steers_and_a_name_does() {
    let pattern = of(&[outputs(&["src/a.py"], &[], &["**"])]);
    let steering = ["conftest.py", "Makefile"];
    assert!(fates(pattern, &["Makefile"], &steering)[1..].iter().all(is_restored));
    let named = of(&[outputs(&["conftest.py"], &["Makefile"], &["pytest.ini"])]);
    let written = ["conftest.py", "Makefile", "pytest.ini"];
    assert_eq!(fates(named, &["Makefile"], &written), [COMES, COMES, COMES]);
}

#[test]
fn a_steering_file_that_must_exist_is_the_workers_only_where_the_base_has_none() {
    let contract = || of(&[file("Makefile")]);
    assert_eq!(fates(contract(), &[], &["Makefile"]), [COMES]);
    assert!(is_restored(&fates(contract(), &["Makefile"], &["Makefile"])[0]));
}

#[test]
fn a_steering_file_in_which_something_is_asked_for_is_the_workers() {
    let strict = json!({"check": "content", "path": "tsconfig.json", "pattern": "strict"});
    let steering = ["tsconfig.json", "jest.config.js"];
    let found = fates(of(std::slice::from_ref(&strict)), &steering, &steering);
    assert_eq!(found[0], COMES);
    assert!(is_restored(&found[1]), "{found:?}");
    let protected = json!({"check": "protected", "paths": ["tsconfig.json"]});
    let found = fates(of(&[strict, protected]), &steering, &steering);
    assert!(is_restored(&found[0]), "{found:?}");
}

#[test]
fn an_existing_test_is_put_back_and_a_new_one_comes() {
    let written = ["tests/test_old.py", "tests/test_new.py", "src/a.test.ts"];
    let found = fates(anything(), &["tests/test_old.py", "src/a.test.ts"], &written);
    assert_eq!(found[0], Some(Fate::Restored(Source::Base, Why::ExistingTest)));
    assert_eq!(found[1], COMES);
    assert!(is_restored(&found[2]));
}

#[test]
fn an_existing_test_is_the_workers_where_the_contract_lists_it_or_tests_as_such() {
    let base = ["tests/test_a.py", "tests/conftest.py"];
    let named = of(&[outputs(&[], &["tests/test_a.py"], &[])]);
    assert_eq!(fates(named, &base, &["tests/test_a.py"]), [COMES]);
    let of_tests = of(&[outputs(&["a.py"], &[], &["tests/**"])]);
    let found = fates(of_tests, &base, &base);
    assert_eq!(found[0], COMES);
    assert!(is_restored(&found[1]));
    let of_all = of(&[outputs(&["a.py"], &[], &["**"])]);
    assert!(is_restored(&fates(of_all, &base, &["tests/test_a.py"])[0]));
}

#[test]
fn a_script_that_a_criterion_runs_is_put_back_and_a_program_is_the_work() {
    let contract = of(&[command("bash scripts/check.sh && python main.py")]);
    let found = fates(contract, &["scripts/check.sh", "main.py"], &["scripts/check.sh", "main.py"]);
    assert_eq!(found[0], Some(Fate::Restored(Source::Base, Why::RunByACheck)));
    assert_eq!(found[1], COMES);
}

#[test]
fn a_script_that_a_criterion_only_looks_at_is_the_work() {
    for line in
        ["test -x run.sh", "[ -x ./run.sh ] && grep -q set run.sh", "cat run.sh | grep -q x"]
    {
        assert_eq!(fates(of(&[command(line)]), &["run.sh"], &["run.sh"]), [COMES], "{line}");
    }
    for line in ["test -x run.sh && ./run.sh", "cat run.sh | sh"] {
        let found = fates(of(&[command(line)]), &["run.sh"], &["run.sh"]);
        assert_eq!(found[0], Some(Fate::Restored(Source::Base, Why::RunByACheck)), "{line}");
    }
}

#[test]
fn what_the_contract_protects_is_put_back() {
    let contract = of(&[json!({"check": "protected", "paths": ["spec/", "data/*.json"]})]);
    let base = ["spec/a.md", "data/x.json", "data/x.txt"];
    let found = fates(contract, &base, &base);
    assert!(is_restored(&found[0]) && is_restored(&found[1]));
    assert_eq!(found[2], COMES);
}

#[test]
fn the_specifications_own_tests_are_put_back_from_it_even_where_they_are_outputs() {
    let contract = of(&[outputs(&["tests/test_spec.py"], &[], &[])])
        .with_spec_files(vec![
            spec("tests/test_spec.py", "spec"),
            spec("tests/test_same.py", "worker"),
        ])
        .unwrap();
    let found = fates(contract, &[], &["tests/test_spec.py", "tests/test_same.py"]);
    assert_eq!(found[0], Some(Fate::Restored(Source::Spec, Why::SpecFile)));
    // A worker that wrote what the specification says changed nothing.
    assert_eq!(found[1], None);
}

#[test]
fn a_hidden_test_does_not_show_in_what_becomes_of_a_path() {
    let hidden = SpecFile { visibility: Visibility::Hidden, ..spec("tests/test_h.py", "spec") };
    let contract = anything().with_spec_files(vec![hidden]).unwrap();
    assert_eq!(fates(contract, &[], &["tests/test_h.py"]), [COMES]);
}

#[test]
fn a_file_that_tests_are_added_to_is_the_workers_if_it_is_an_output() {
    let added = SpecFile { placement: Placement::Added, ..spec("src/lib.rs", "mod tests {}") };
    let contract = of(&[
        outputs(&[], &["src/lib.rs"], &[]),
        json!({"check": "protected", "paths": ["src/lib.rs"]}),
    ]);
    let contract = contract.with_spec_files(vec![added]).unwrap();
    assert_eq!(fates(contract, &["src/lib.rs"], &["src/lib.rs"]), [COMES]);
}

#[test]
fn manifests_are_merged_and_locks_come_with_them() {
    let declared = of(&[outputs(&["a.js"], &["package.json"], &[])]);
    let written = ["package.json", "package-lock.json", "sub/package.json"];
    let found = fates(declared, &written, &written);
    assert_eq!(found, [COMES, COMES, left(Why::NotDeclared)]);
    let free = fates(anything(), &written, &["package.json", "pyproject.toml"]);
    assert_eq!(free[0], Some(Fate::Merged(Manifest::PackageJson)));
    assert_eq!(free[1], Some(Fate::Merged(Manifest::Pyproject)));
    let needs = of(&[outputs(&["a.js"], &[], &[]), json!({"check": "dependency", "package": "x"})]);
    let found = fates(needs, &written, &["package.json", "package-lock.json"]);
    assert_eq!(found, [Some(Fate::Merged(Manifest::PackageJson)), COMES]);
}

#[test]
fn caches_products_and_packages_do_not_come() {
    let written = [
        "a.so",
        "junit.xml",
        "vendor/x/y.go",
        "src/__pycache__/a.pyc",
        "node_modules/jest/index.js",
    ];
    let scene = Scene::new(&[("a.py", "")], anything(), |made| {
        written.iter().for_each(|path| made.write(path, "worker"));
    });
    let plan = scene.plan();
    let fate = |path: &str| plan.fates.get(path).cloned();
    assert_eq!(fate("a.so"), left(Why::Product));
    assert_eq!(fate("junit.xml"), left(Why::Product));
    assert_eq!(fate("vendor/x/y.go"), left(Why::Dependencies));
    assert_eq!(fate("src/__pycache__"), left(Why::LeftOut(LeftOut::Cache)));
    assert_eq!(fate("node_modules"), left(Why::LeftOut(LeftOut::Dependencies)));
    let named = of(&[outputs(&["a.so", "dist/a.js"], &[], &["vendor/**"])]);
    assert_eq!(fates(named, &[], &["a.so", "vendor/x/y.go", "dist/a.js"]), [COMES, COMES, COMES]);
}

#[test]
fn deletions_come_over_as_changes_do() {
    let files =
        [("a.py", ""), ("b.py", ""), ("Makefile", ""), ("package.json", ""), ("tests/t.py", "")];
    let delete = |made: &Made| files.iter().for_each(|(path, _)| made.remove(path));
    let free = Scene::new(&files, anything(), delete).plan();
    assert_eq!(free.fates["a.py"], Fate::Goes);
    for path in ["Makefile", "package.json", "tests/t.py"] {
        assert!(matches!(free.fates[path], Fate::Restored(Source::Base, _)), "{path}");
    }
    let contract = of(&[outputs(&[], &["a.py", "tests/t.py"], &[])]);
    let declared = Scene::new(&files, contract, delete).plan();
    assert_eq!(declared.fates["a.py"], Fate::Goes);
    assert_eq!(declared.fates["tests/t.py"], Fate::Goes);
    assert_eq!(declared.fates["b.py"], Fate::LeftBehind(Why::NotDeclared));
}

#[test]
fn links_and_what_is_no_file_stay_behind() {
    let scene = Scene::new(&[("a.py", "1"), ("b.py", "1")], anything(), |made| {
        made.remove("a.py");
        made.link("a.py", "b.py");
        made.link("new", "/etc/passwd");
        let mode = rustix::fs::Mode::RWXU;
        let kind = rustix::fs::FileType::Fifo;
        rustix::fs::mknodat(rustix::fs::CWD, made.at("fifo"), kind, mode, 0).unwrap();
    });
    let plan = scene.plan();
    assert_eq!(plan.fates["a.py"], Fate::LeftBehind(Why::Link));
    assert_eq!(plan.fates["new"], Fate::LeftBehind(Why::Link));
    assert_eq!(plan.fates["fifo"], Fate::LeftBehind(Why::NotAFile));
}

#[test]
fn links_of_the_base_stay_if_they_lead_inside_through_all_others() {
    let base = Made::with(&[("real/a.py", "1")]);
    base.link("in", "real/a.py");
    base.link("real/up", "../in");
    base.link("nowhere", "not/there");
    base.link("out", "../elsewhere");
    base.link("absolute", "/etc/passwd");
    base.link("via", "out/x");
    base.link("round", "round");
    let plan = Scene::on(base, anything(), |_| {}).plan();
    let hidden: Vec<&str> = plan.hidden.keys().map(String::as_str).collect();
    assert_eq!(hidden, ["absolute", "out", "round", "via"]);
    assert!(plan.fates.is_empty());
}

#[test]
fn an_output_named_through_a_link_of_the_base_is_where_the_link_leads() {
    let base = Made::with(&[("code/a.py", "1")]);
    base.link("src", "code");
    let contract = of(&[outputs(&[], &["src/a.py"], &[])]);
    let plan = Scene::on(base, contract, |made| made.write("code/a.py", "2")).plan();
    assert_eq!(plan.fates["code/a.py"], Fate::Comes);
}

#[test]
fn nothing_comes_where_something_stays_in_the_way() {
    let contract = of(&[outputs(&["a/b.py", "d"], &[], &[])]);
    let scene = Scene::new(&[("a", "file"), ("d/e", "1")], contract, |made| {
        made.remove("a");
        made.write("a/b.py", "1");
        made.remove("d");
        made.write("d", "1");
    });
    let plan = scene.plan();
    assert_eq!(plan.fates["a/b.py"], Fate::LeftBehind(Why::InTheWay));
    assert_eq!(plan.fates["d"], Fate::LeftBehind(Why::InTheWay));
    let free = Scene { contract: anything(), ..scene }.plan();
    assert_eq!(free.fates["a/b.py"], Fate::Comes);
    assert_eq!(free.fates["d"], Fate::Comes);
}

#[test]
fn a_path_that_cannot_be_read_is_not_taken_for_deleted() {
    let base = Made::with(&[("venv/notes.md", "1"), ("a", "1")]);
    let plan = Scene::on(base, anything(), |made| made.write("venv/pyvenv.cfg", "x")).plan();
    let why = Why::LeftOut(LeftOut::Dependencies);
    assert_eq!(plan.fates["venv/notes.md"], Fate::LeftBehind(why));
}

#[test]
fn a_folder_that_is_a_cache_since_the_work_holds_what_it_held() {
    let base = Made::with(&[("target/a", "1"), ("target/b", "1"), ("target/c", "1")]);
    let edit = |made: &Made| {
        for path in ["target/CACHEDIR.TAG", "target/b", "target/new"] {
            made.write(path, "2");
        }
        std::fs::remove_file(made.path().join("target/c")).unwrap();
    };
    let plan = Scene::on(base, anything(), edit).plan();
    assert_eq!(plan.fates.get("target/a"), None);
    assert_eq!((&plan.fates["target/b"], &plan.fates["target/c"]), (&Fate::Comes, &Fate::Goes));
    let left = Fate::LeftBehind(Why::LeftOut(LeftOut::Cache));
    assert_eq!((&plan.fates["target/new"], &plan.fates["target/CACHEDIR.TAG"]), (&left, &left));
}

#[test]
fn what_tools_write_to_a_kept_cache_by_the_way_stays_behind_unless_it_is_asked_for() {
    let fate_in = |contract: Contract| {
        let edit = |made: &Made| made.write(".gradle/a", "2");
        let scene = Scene::new(&[(".gradle/a", "1"), ("x", "1")], contract, edit);
        Scene { is_kept: true, ..scene }.plan().fates.get(".gradle/a").cloned()
    };
    assert_eq!(fate_in(anything()), left(Why::Product));
    assert_eq!(fate_in(of(&[outputs(&[], &[".gradle/a"], &[])])), COMES);
}

#[test]
fn what_the_bases_settings_run_or_load_is_put_back() {
    let base = [
        ("Makefile", "-include local.settings\ntest:\n\tsh ci/test.sh\n"),
        ("ci/test.sh", "python3 app.py\n"),
        ("app.py", "base"),
        ("jest.config.js", "module.exports = { setupFiles: ['./kit/first.js'] };\n"),
        ("kit/first.js", "base"),
        ("kit/other.js", "base"),
    ];
    let written = ["ci/test.sh", "kit/first.js", "local.settings", "app.py", "kit/other.js"];
    let edit = |made: &Made| written.iter().for_each(|path| made.write(path, "worker"));
    let plan = Scene::new(&base, anything(), edit).plan();
    let fate = |path: &str| plan.fates.get(path).cloned();
    assert!(is_restored(&fate("ci/test.sh")) && is_restored(&fate("kit/first.js")), "{plan:?}");
    assert!(is_left_behind_for_steering(&fate("local.settings")), "{plan:?}");
    assert_eq!([fate("app.py"), fate("kit/other.js")], [COMES, COMES]);
    // Who names it exactly asks for it.
    let named = of(&[outputs(&[], &["ci/test.sh"], &[])]);
    let plan = Scene::new(&base, named, edit).plan();
    assert_eq!(plan.fates.get("ci/test.sh").cloned(), COMES);
}

#[test]
fn what_the_checks_expect_is_as_it_was() {
    let contract = of(&[command("./app | diff - data/want.txt")]);
    let base = ["golden/out.txt", "data/want.txt", "data/users.json", "fixtures/users.json"];
    let found = fates(contract, &base, &base);
    assert!(found[..2].iter().all(is_restored), "{found:?}");
    assert_eq!(found[2..], [COMES, COMES]);
    // Who declares it may change it, and what is new changes nothing that was there.
    let contract = of(&[outputs(&["golden/out.txt"], &[], &["expected/*.txt"])]);
    let found = fates(
        contract,
        &["golden/out.txt", "expected/a.txt"],
        &["golden/out.txt", "expected/a.txt", "expected/b.txt"],
    );
    assert_eq!(found, [COMES, COMES, COMES]);
}

#[test]
fn programs_that_commands_run_and_that_are_checks_by_their_names_are_as_they_were() {
    let programs = ["run_tests.py", "scripts/test", "ci/run", "t/all", "tools/run_suite.py"];
    for program in programs {
        let found = fates(of(&[command(&format!("./{program}"))]), &[program], &[program]);
        assert!(found.iter().all(is_restored), "{program} {found:?}");
        // One that is not there yet is asked for.
        assert_eq!(fates(of(&[command(&format!("./{program}"))]), &[], &[program]), [COMES]);
    }
    assert_eq!(fates(of(&[command("./bin/app")]), &["bin/app"], &["bin/app"]), [COMES]);
}

#[test]
fn no_package_stands_before_a_test_of_its_name() {
    let written = ["slugs/slug_test/__init__.py", "slugs/other/__init__.py"];
    let found = fates(anything(), &["slugs/slug_test.py", "slugs/other.py"], &written);
    assert_eq!(found, [left(Why::ShadowsAModule), COMES]);
}

#[test]
fn tests_of_the_workers_stay_behind_with_the_fixtures_that_they_may_rest_on() {
    let written = [
        "tests/conftest.py",
        "tests/test_own.py",
        "tests/deep/test_own.py",
        "tests/helping.py",
        "other/test_own.py",
        "tests/test_named.py",
    ];
    let contract = of(&[outputs(&["tests/test_named.py"], &[], &["**"])]);
    let found = fates(contract.clone(), &[], &written);
    assert!(is_left_behind_for_steering(&found[0]));
    let stays = left(Why::RestsOnWhatStays);
    assert_eq!(found[1..], [stays.clone(), stays.clone(), COMES, COMES, COMES]);
    // Also where the base has fixtures, and the work adds others to them.
    let found = fates(contract, &["tests/conftest.py", "tests/test_own.py"], &written[..3]);
    assert!(is_restored(&found[0]) && is_restored(&found[1]));
    assert_eq!(found[2], stays);
    let mocks = ["__mocks__/axios.js", "src/own.test.ts", "src/own.ts"];
    let found = fates(anything(), &[], &mocks);
    assert_eq!(found[1..], [stays, COMES]);
}

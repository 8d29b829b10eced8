use countersign_runner::check::{Seen, dependency};

use super::{Broken, fails, is_undecided, passes, tree};

fn see(files: &[(&str, &str)], package: &str, version: Option<&str>) -> Seen {
    dependency::see(&tree(files), package, version, None)
}

const NPM: &str = r#"{"name":"shop","dependencies":{"axios":"^1.6.0","@scope/lib":"~2.1.0","old":"npm:left-pad@^1.3.0"},
    "devDependencies":{"vitest":"1.x","typescript":">=5 <6 || 4.9.5"},"scripts":{"axios2":"x"}}"#;

#[test]
fn npm_packages_are_found_in_manifest_and_lock() {
    let npm3 = r#"{"lockfileVersion":3,"packages":{"":{"name":"shop"},"node_modules/axios":{"version":"1.6.0"},
        "node_modules/@scope/lib":{"version":"2.1.9"},"node_modules/vitest":{"version":"1.4.0"}}}"#;
    let npm1 = r#"{"lockfileVersion":1,"dependencies":{"x":{"version":"1.0.0","dependencies":{"axios":{"version":"1.6.0"}}}}}"#;
    let pnpm9 = "lockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    dependencies:\n      axios:\n        specifier: ^1.6.0\n\npackages:\n\n  axios@1.6.0:\n    resolution: {integrity: x}\n\n  '@scope/lib@2.1.9':\n    resolution: {}\n\nsnapshots:\n\n  axios@1.6.0(debug@4.0.0): {}\n";
    let pnpm6 =
        "packages:\n\n  /axios@1.6.0:\n    dev: false\n  /@scope/lib@2.1.9(x@1):\n    dev: false\n";
    let pnpm5 = "packages:\n\n  /axios/1.6.0:\n    dev: false\n";
    let yarn1 = "# yarn lockfile v1\n\n\naxios@^1.5.0, axios@^1.6.0:\n  version \"1.6.0\"\n  resolved \"x\"\n\n\"@scope/lib@~2.1.0\":\n  version \"2.1.9\"\n";
    let berry = "__metadata:\n  version: 8\n\n\"axios@npm:^1.6.0\":\n  version: 1.6.0\n  resolution: \"axios@npm:1.6.0\"\n";
    let bun = "{\n  \"lockfileVersion\": 1, // text\n  \"packages\": {\n    \"axios\": [\"axios@1.6.0\", \"\", {}, \"sha\"],\n    \"@scope/lib\": [\"@scope/lib@2.1.9\"],\n  },\n}\n";
    let locks = [
        ("package-lock.json", npm3),
        ("package-lock.json", npm1),
        ("npm-shrinkwrap.json", npm3),
        ("pnpm-lock.yaml", pnpm9),
        ("pnpm-lock.yaml", pnpm6),
        ("pnpm-lock.yaml", pnpm5),
        ("yarn.lock", yarn1),
        ("yarn.lock", berry),
        ("bun.lock", bun),
    ];
    for (name, lock) in locks {
        let files = [("package.json", NPM), (name, lock)];
        for version in [
            None,
            Some("1.6.0"),
            Some("v1.6.0"),
            Some("^1"),
            Some(">=1.5"),
            Some("1.6"),
            Some("1.5+"),
            Some("latest"),
        ] {
            let seen = see(&files, "axios", version);
            passes(&format!("{name} {version:?}"), &seen);
            assert_eq!(seen.files.len(), 2);
        }
        fails(name, &see(&files, "axios", Some("2.0.0")), &["1.6.0", "2.0.0", name]);
        fails(name, &see(&files, "axios", Some("1.5.0")), &["1.5.0"]);
        fails(name, &see(&files, "typescript", None), &["not in the lock file"]);
    }
    passes(
        "scoped",
        &see(&[("package.json", NPM), ("pnpm-lock.yaml", pnpm9)], "@scope/lib", Some("~2.1")),
    );
    passes(
        "scoped, yarn",
        &see(&[("package.json", NPM), ("yarn.lock", yarn1)], "@scope/lib", None),
    );
    let nested =
        [("package.json", "{}"), ("package-lock.json", npm3), ("apps/web/package.json", NPM)];
    passes("a workspace", &see(&nested, "axios", Some("1.6.0")));
    passes(
        "one of two locks",
        &see(
            &[("package.json", NPM), ("package-lock.json", npm3), ("yarn.lock", "")],
            "axios",
            None,
        ),
    );
}

#[test]
fn npm_manifests_without_a_lock_decide_by_their_range() {
    let files = [("package.json", NPM)];
    let good = [
        ("axios", None),
        ("axios", Some("1.6.0")),
        ("axios", Some("1.6")),
        ("axios", Some("^1")),
        ("axios", Some(">=1.6")),
        ("axios", Some("^1.2.0")),
        ("@scope/lib", Some("~2.1.0")),
        ("vitest", Some("1")),
        ("vitest", Some("1.x")),
        ("typescript", Some(">=4.9.5 <6")),
        ("left-pad", Some("^1.3.0")),
        ("vitest", Some("0.5 - 1")),
    ];
    for (package, version) in good {
        passes(&format!("{package} {version:?}"), &see(&files, package, version));
    }
    let bad = [
        ("axios", Some("1.7.0")),
        ("axios", Some("^1.7.0")),
        ("axios", Some("2")),
        ("axios", Some("<1.6")),
        ("typescript", Some("^5")),
        ("axios", Some("~1.6.0")),
    ];
    for (package, version) in bad {
        fails(
            &format!("{package} {version:?}"),
            &see(&files, package, version),
            &["package.json", "does not ensure"],
        );
    }
    fails("a script's name", &see(&files, "axios2", None), &["in no manifest", "`package.json`"]);
    fails("part of a name", &see(&files, "axio", None), &["in no manifest"]);
    let open = [("package.json", r#"{"dependencies":{"axios":"*"}}"#)];
    passes("any version", &see(&open, "axios", None));
    fails("no version", &see(&open, "axios", Some("1.6.0")), &["no particular version"]);
    let git = [("package.json", r#"{"dependencies":{"axios":"github:axios/axios"}}"#)];
    is_undecided("from a repository", &see(&git, "axios", Some("1.6.0")), &["github:axios/axios"]);
    fails("not JSON", &see(&[("package.json", "{")], "axios", None), &["not JSON"]);
}

#[test]
fn a_lock_file_that_does_not_follow_the_manifest_fails() {
    let stale = r#"{"packages":{"node_modules/axios":{"version":"0.27.2"}}}"#;
    let files = [("package.json", NPM), ("package-lock.json", stale)];
    fails("stale", &see(&files, "axios", None), &["out of date", "0.27.2", "npm install"]);
    fails(
        "broken",
        &see(&[("package.json", NPM), ("package-lock.json", "{")], "axios", None),
        &["cannot be read"],
    );
    let only = [
        ("package.json", "{}"),
        ("package-lock.json", r#"{"packages":{"node_modules/axios":{"version":"1.6.0"}}}"#),
    ];
    fails("in the lock alone", &see(&only, "axios", None), &["in no manifest"]);
    let installed = [("package.json", "{}"), ("node_modules/x/package.json", NPM)];
    fails(
        "in an installed package's manifest",
        &see(&installed, "axios", None),
        &["in no manifest"],
    );
}

#[test]
fn python_packages_are_found_in_every_kind_of_manifest() {
    let pep621 = "[project]\nname = \"shop\"\ndependencies = [\n  \"Requests[socks]>=2.31,<3 ; python_version > '3.8'\",\n  \"typing_extensions\",\n]\n\
        [project.optional-dependencies]\nweb = [\"fastapi ~= 0.110\"]\n[dependency-groups]\ndev = [\"pytest==8.*\", {include-group = \"x\"}]\n";
    let poetry = "[tool.poetry.dependencies]\npython = \"^3.11\"\nrequests = \"^2.31\"\nFastAPI = { version = \"~0.110\", extras = [\"all\"] }\n\
        [tool.poetry.group.dev.dependencies]\npytest = \"8.*\"\n";
    let requirements = "# comment\nrequests[socks]==2.31.0 --hash=sha256:aa \\\n  --hash=sha256:bb\nTyping-Extensions>=4  # why\n-r other.txt\nzope.interface>5\n-e git+https://example.org/x.git#egg=mylib\nurllib3 @ https://example.org/u.whl\n";
    let setup_cfg = "[options]\ninstall_requires =\n    requests>=2.31\n    fastapi\n[options.extras_require]\ntest = pytest==8.1.0\n[flake8]\nignore =\n    black\n";
    let setup_py = "from setuptools import setup\nsetup(\n    name='shop',\n    install_requires=['requests>=2.31', 'fastapi'],\n)\n";
    let pipfile = "[[source]]\nname = \"pypi\"\n[packages]\nrequests = \">=2.31\"\nfastapi = \"*\"\n[dev-packages]\npytest = {version = \"==8.1.0\"}\n";
    let manifests = [
        ("pyproject.toml", pep621),
        ("pyproject.toml", poetry),
        ("requirements.txt", requirements),
        ("requirements-dev.txt", requirements),
        ("requirements/base.txt", requirements),
        ("setup.cfg", setup_cfg),
        ("setup.py", setup_py),
        ("Pipfile", pipfile),
        ("sub/dir/pyproject.toml", pep621),
    ];
    for (name, text) in manifests {
        for version in [None, Some(">=2.31"), Some("2.31"), Some("2.31.0"), Some(">= 2.30")] {
            passes(&format!("{name} {version:?}"), &see(&[(name, text)], "requests", version));
        }
        passes(name, &see(&[(name, text)], "Requests[security]", None));
        fails(name, &see(&[(name, text)], "requests", Some(">=2.32")), &["does not ensure"]);
        fails(name, &see(&[(name, text)], "request", None), &["in no manifest"]);
    }
    for name in ["typing-extensions", "Typing_Extensions", "typing.extensions"] {
        passes(name, &see(&[("pyproject.toml", pep621)], name, None));
        passes(name, &see(&[("requirements.txt", requirements)], name, Some(">=4")));
    }
    passes("zope", &see(&[("requirements.txt", requirements)], "zope-interface", None));
    passes("an extra", &see(&[("pyproject.toml", pep621)], "fastapi", Some("~=0.110")));
    passes("a group", &see(&[("pyproject.toml", pep621)], "pytest", Some("8")));
    passes("a poetry group", &see(&[("pyproject.toml", poetry)], "pytest", Some("^8")));
    passes("a caret", &see(&[("pyproject.toml", poetry)], "requests", Some("^2.31")));
    passes("in setup.cfg's extras", &see(&[("setup.cfg", setup_cfg)], "pytest", Some("8.1.0")));
    fails(
        "a linter's option",
        &see(&[("setup.cfg", setup_cfg)], "black", None),
        &["in no manifest"],
    );
    fails(
        "no version",
        &see(&[("Pipfile", pipfile)], "fastapi", Some("0.110")),
        &["no particular version"],
    );
    is_undecided(
        "an address",
        &see(&[("requirements.txt", requirements)], "urllib3", Some("2")),
        &["u.whl"],
    );
    fails("not TOML", &see(&[("pyproject.toml", "[")], "requests", None), &["not TOML"]);
}

#[test]
fn python_lock_files_decide_where_they_are() {
    let pep621 = "[project]\ndependencies = [\"requests>=2.31\"]\n";
    let toml = "version = 1\n\n[[package]]\nname = \"requests\"\nversion = \"2.32.3\"\n\n[[package]]\nname = \"idna\"\nversion = \"3.7\"\n";
    for lock in ["poetry.lock", "uv.lock", "pdm.lock"] {
        let files = [("pyproject.toml", pep621), (lock, toml)];
        passes(lock, &see(&files, "Requests", Some(">=2.31")));
        passes(lock, &see(&files, "requests", Some("2.32")));
        fails(lock, &see(&files, "requests", Some("2.31.0")), &["2.32.3", "2.31.0"]);
        fails(lock, &see(&files, "idna", None), &["in no manifest"]);
        let without = [("pyproject.toml", pep621), (lock, "version = 1\n")];
        fails(lock, &see(&without, "requests", None), &["not in the lock file", lock]);
    }
    let pipfile = "[packages]\nrequests = \"*\"\n";
    let lock =
        r#"{"_meta":{"requests":{}},"default":{"requests":{"version":"==2.32.3"}},"develop":{}}"#;
    passes(
        "pipenv",
        &see(&[("Pipfile", pipfile), ("Pipfile.lock", lock)], "requests", Some("2.32.3")),
    );
    let requirements =
        [("requirements.txt", "requests==2.31.0\n"), ("poetry.lock", "version = 1\n")];
    passes("a requirements file is its own lock", &see(&requirements, "requests", Some("2.31.0")));
}

#[test]
fn cargo_packages_are_found_through_workspaces_and_names() {
    let root = "[workspace]\nmembers = [\"a\"]\n[workspace.dependencies]\ntokio = { version = \"1.35.0\", features = [\"full\"] }\nunused = \"1\"\n";
    let member = "[package]\nname = \"a\"\n[dependencies]\ntokio.workspace = true\nserde_json = \"1.0\"\njson5 = { package = \"serde-json5\", version = \"0.2\" }\n\
        local = { path = \"../local\" }\n[target.'cfg(unix)'.dependencies]\nrustix = \"1\"\n[dev-dependencies]\nproptest = \"=1.4.0\"\n";
    let lock = "version = 4\n\n[[package]]\nname = \"tokio\"\nversion = \"1.40.0\"\n\n[[package]]\nname = \"serde_json\"\nversion = \"1.0.120\"\n\n\
        [[package]]\nname = \"serde-json5\"\nversion = \"0.2.1\"\n\n[[package]]\nname = \"rustix\"\nversion = \"0.38.0\"\n\n[[package]]\nname = \"rustix\"\nversion = \"1.0.1\"\n\n[[package]]\nname = \"proptest\"\nversion = \"1.4.0\"\n";
    let files = [("Cargo.toml", root), ("a/Cargo.toml", member), ("Cargo.lock", lock)];
    let good = [
        ("tokio", None),
        ("tokio", Some("1.35.0")),
        ("tokio", Some("1")),
        ("tokio", Some("^1.35")),
        ("tokio", Some(">=1.35, <2")),
        ("serde_json", Some("1.0")),
        ("serde-json", None),
        ("serde-json5", Some("0.2")),
        ("rustix", Some("1")),
        ("proptest", Some("=1.4.0")),
        ("proptest", Some("1.4.0")),
        ("tokio", Some(">=1.30 <2")),
    ];
    for (package, version) in good {
        passes(&format!("{package} {version:?}"), &see(&files, package, version));
    }
    fails("too old", &see(&files, "tokio", Some("1.41")), &["1.40.0", "1.41"]);
    fails("declared for nobody", &see(&files, "unused", None), &["in no manifest"]);
    fails("not locked", &see(&files, "local", None), &["not in the lock file"]);
    let alone = [("Cargo.toml", "[dependencies]\ntokio = \"1.35.0\"\nregex = \"1\"\n")];
    passes("without a lock", &see(&alone, "tokio", Some("1.35.0")));
    passes("without a lock", &see(&alone, "tokio", Some("1.30")));
    fails("too low", &see(&alone, "regex", Some("1.35")), &["does not ensure"]);
    is_undecided(
        "not a version",
        &see(&alone, "tokio", Some("the newest one")),
        &["contract must be mended"],
    );
}

#[test]
fn go_modules_are_found_by_path_and_lowest_version() {
    let go_mod = "module example.org/shop\n\ngo 1.22\n\nrequire github.com/pkg/errors v0.9.1\n\nrequire (\n\tgithub.com/gorilla/mux v1.8.1 // indirect\n\tgithub.com/jackc/pgx/v5 v5.5.0\n\tgolang.org/x/text v0.14.0\n)\n\nreplace github.com/old/x => ../x\n";
    let sum = "github.com/gorilla/mux v1.8.1 h1:aa=\ngithub.com/gorilla/mux v1.8.1/go.mod h1:bb=\ngithub.com/pkg/errors v0.9.1 h1:cc=\ngithub.com/jackc/pgx/v5 v5.5.0 h1:dd=\ngolang.org/x/text v0.14.0/go.mod h1:ee=\n";
    let files = [("go.mod", go_mod), ("go.sum", sum)];
    let good = [
        ("github.com/gorilla/mux", None),
        ("github.com/gorilla/mux", Some("v1.8.1")),
        ("gorilla/mux", Some("1.8.0")),
        ("mux", Some(">=1.8")),
        ("github.com/pkg/errors", Some("0.9.1")),
        ("github.com/jackc/pgx", Some("5.5.0")),
        ("github.com/jackc/pgx/v5/pgxpool", None),
        ("pgx", Some("^5")),
    ];
    for (package, version) in good {
        passes(&format!("{package} {version:?}"), &see(&files, package, version));
    }
    fails("too low", &see(&files, "github.com/gorilla/mux", Some("1.9.0")), &["v1.8.1", "1.9.0"]);
    fails("never fetched", &see(&files, "golang.org/x/text", None), &["not in the lock file"]);
    fails("only replaced", &see(&files, "github.com/old/x", None), &["in no manifest"]);
    fails("part of a name", &see(&files, "ux", None), &["in no manifest"]);
    passes("without go.sum", &see(&[("go.mod", go_mod)], "golang.org/x/text", Some("v0.14.0")));
}

#[test]
fn java_packages_are_found_in_maven_and_gradle() {
    let pom = "<?xml version=\"1.0\"?><project><properties><guava.version>33.0.0-jre</guava.version></properties>\
        <dependencyManagement><dependencies><dependency><groupId>org.slf4j</groupId><artifactId>slf4j-api</artifactId><version>2.0.9</version></dependency></dependencies></dependencyManagement>\
        <dependencies><dependency><groupId>com.google.guava</groupId><artifactId>guava</artifactId><version>${guava.version}</version></dependency>\
        <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-api</artifactId></dependency>\
        <!-- <dependency><groupId>x</groupId><artifactId>commented</artifactId></dependency> -->\
        <dependency><groupId>org.springframework.boot</groupId><artifactId>starter</artifactId></dependency></dependencies>\
        <build><plugins><plugin><dependencies><dependency><groupId>p</groupId><artifactId>inplugin</artifactId></dependency></dependencies></plugin></plugins></build></project>";
    let files = [("pom.xml", pom)];
    for (package, version) in [
        ("guava", None),
        ("com.google.guava:guava", Some("33.0.0")),
        ("guava", Some(">=32")),
        ("slf4j-api", Some("2.0.9")),
        ("org.slf4j:slf4j-api", Some("2.0")),
        ("org.springframework.boot:starter", None),
    ] {
        passes(&format!("{package} {version:?}"), &see(&files, package, version));
    }
    fails("another group", &see(&files, "org.other:guava", None), &["in no manifest"]);
    fails("a comment", &see(&files, "commented", None), &["in no manifest"]);
    fails("a plugin's", &see(&files, "inplugin", None), &["in no manifest"]);
    fails("another version", &see(&files, "guava", Some("31.0.0")), &["33.0.0-jre"]);
    is_undecided("managed outside", &see(&files, "starter", Some("3.2.0")), &["managed outside"]);
    fails("not XML", &see(&[("pom.xml", "<project><a>")], "guava", None), &["not XML"]);
    let child = "<project><dependencies><dependency><groupId>com.google.guava</groupId><artifactId>guava</artifactId><version>${guava.version}</version></dependency></dependencies></project>";
    passes(
        "a parent's property",
        &see(&[("pom.xml", pom), ("web/pom.xml", child)], "guava", Some("33.0.0")),
    );

    let groovy = "dependencies {\n  implementation 'com.google.guava:guava:33.0.0-jre'\n  // testImplementation 'org.junit:junit:5'\n  api group: 'org.slf4j', name: 'slf4j-api', version: '2.0.9'\n  implementation libs.commons.lang3\n  runtimeOnly \"org.x:y:$version\"\n}\n";
    let kotlin = "dependencies {\n  implementation(\"com.google.guava:guava:33.0.0-jre\")\n  implementation(libs.commons.lang3)\n}\n";
    let catalogue = "[versions]\nlang = \"3.14.0\"\n[libraries]\ncommons-lang3 = { module = \"org.apache.commons:commons-lang3\", version.ref = \"lang\" }\nunused = \"org.un:used:1.0\"\n";
    for (name, text) in [("build.gradle", groovy), ("app/build.gradle.kts", kotlin)] {
        let files = [(name, text), ("gradle/libs.versions.toml", catalogue)];
        passes(name, &see(&files, "com.google.guava:guava", Some("33.0.0")));
        passes(name, &see(&files, "commons-lang3", Some("3.14.0")));
        fails(name, &see(&files, "org.un:used", None), &["in no manifest"]);
        fails(name, &see(&files, "junit", None), &["in no manifest"]);
    }
    passes("named parts", &see(&[("build.gradle", groovy)], "slf4j-api", Some("2.0.9")));
    let lock = "# locked\ncom.google.guava:guava:33.0.0-jre=compileClasspath\nempty=\n";
    let locked = [("build.gradle", groovy), ("gradle.lockfile", lock)];
    passes("locked", &see(&locked, "guava", Some("33.0.0")));
    fails("not locked", &see(&locked, "slf4j-api", None), &["not in the lock file"]);
}

#[test]
fn what_cannot_be_known_is_undecided() {
    is_undecided(
        "another ecosystem",
        &see(&[("Gemfile", "gem 'rails'")], "rails", None),
        &["`Gemfile`"],
    );
    fails(
        "no manifest",
        &see(&[("a.txt", "axios")], "axios", None),
        &["no manifest", "package.json"],
    );
    is_undecided(
        "a bad disk",
        &dependency::see(&Broken, "axios", None, None),
        &["input/output error"],
    );
}

#[test]
fn a_package_from_a_repository_may_be_anything_under_its_name() {
    let lock = r#"{"packages":{"node_modules/axios":{"version":"1.6.0"}}}"#;
    for place in ["github:someone/axios", "someone/axios", "git+https://example.org/axios.git"] {
        let manifest = format!(r#"{{"dependencies":{{"axios":"{place}"}}}}"#);
        for files in [
            vec![("package.json", manifest.as_str())],
            vec![("package.json", manifest.as_str()), ("package-lock.json", lock)],
        ] {
            is_undecided(place, &see(&files, "axios", None), &["a", "person must look"]);
        }
    }
    let cargo =
        "[dependencies]\nserde = { version = \"1\", git = \"https://example.org/serde\" }\n";
    is_undecided("a fork", &see(&[("Cargo.toml", cargo)], "serde", Some("1")), &["example.org"]);
    let python = "requests @ https://example.org/requests.whl\n";
    is_undecided(
        "a wheel",
        &see(&[("requirements.txt", python)], "requests", None),
        &["example.org"],
    );
    // Of one's own workspace it is what it says.
    for (path, text) in [
        ("package.json", r#"{"dependencies":{"core":"workspace:*"}}"#),
        ("package.json", r#"{"dependencies":{"core":"file:../core"}}"#),
        ("Cargo.toml", "[dependencies]\ncore = { version = \"1\", path = \"libs/core\" }\n"),
        ("pyproject.toml", "[tool.poetry.dependencies]\ncore = { path = \"libs/core\" }\n"),
    ] {
        passes(text, &see(&[(path, text)], "core", None));
    }
}

#[test]
fn a_package_that_is_asked_for_at_run_time_is_not_met_by_one_for_development_nor_the_reverse() {
    let npm = |section: &str| format!(r#"{{"name":"x","{section}":{{"zod":"^3.22.0"}}}}"#);
    let cargo = |section: &str| format!("[{section}]\nzod = \"1\"\n");
    let pom = |scope: &str| {
        format!(
            "<project><dependencies><dependency><groupId>g</groupId><artifactId>zod</artifactId>\
             <version>1</version>{scope}</dependency></dependencies></project>"
        )
    };
    let runtime = [
        ("package.json", npm("dependencies")),
        ("Cargo.toml", cargo("dependencies")),
        ("pyproject.toml", "[project]\ndependencies = [\"zod\"]\n".to_owned()),
        ("pyproject.toml", "[tool.poetry.dependencies]\nzod = \"*\"\n".to_owned()),
        ("setup.cfg", "[options]\ninstall_requires =\n  zod\n".to_owned()),
        ("Pipfile", "[packages]\nzod = \"*\"\n".to_owned()),
        ("pom.xml", pom("")),
        ("build.gradle", "dependencies { implementation 'g:zod:1' }\n".to_owned()),
    ];
    let development = [
        ("package.json", npm("devDependencies")),
        ("Cargo.toml", cargo("dev-dependencies")),
        ("pyproject.toml", "[dependency-groups]\ndev = [\"zod\"]\n".to_owned()),
        ("pyproject.toml", "[tool.poetry.group.test.dependencies]\nzod = \"*\"\n".to_owned()),
        ("setup.cfg", "[options]\ntests_require =\n  zod\n".to_owned()),
        ("Pipfile", "[dev-packages]\nzod = \"*\"\n".to_owned()),
        ("requirements-dev.txt", "zod\n".to_owned()),
        ("pom.xml", pom("<scope>test</scope>")),
        ("build.gradle", "dependencies { testImplementation('g:zod:1') }\n".to_owned()),
    ];
    let unsaid = [
        ("requirements.txt", "zod\n".to_owned()),
        ("go.mod", "module x\n\nrequire example.com/zod v1.0.0\n".to_owned()),
        ("package.json", npm("peerDependencies")),
    ];
    let of = |(path, text): &(&str, String), role| {
        dependency::see(&tree(&[(path, text.as_str())]), "zod", None, role)
    };
    let (run, dev) = (Some(dependency::Role::Runtime), Some(dependency::Role::Development));
    for manifest in &runtime {
        passes(manifest.0, &of(manifest, run));
        fails(manifest.0, &of(manifest, dev), &["development dependency"]);
    }
    for manifest in &development {
        passes(manifest.0, &of(manifest, dev));
        fails(manifest.0, &of(manifest, run), &["runtime dependency"]);
    }
    for manifest in runtime.iter().chain(&development).chain(&unsaid) {
        passes(manifest.0, &of(manifest, None));
    }
    for manifest in &unsaid {
        passes(manifest.0, &of(manifest, run));
        passes(manifest.0, &of(manifest, dev));
    }
    let build = ("Cargo.toml", cargo("build-dependencies"));
    fails("build", &of(&build, run), &["runtime dependency"]);
}

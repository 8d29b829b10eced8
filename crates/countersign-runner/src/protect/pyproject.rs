//! `pyproject.toml`: how the project is tested, linted and built is the base's; what it is and needs is the
//! worker's.

use super::Merged;
use super::toml_sections::put_back;

const SECTIONS: &[&[&str]] = &[
    &["tool", "pytest"],
    &["tool", "pytest-env"],
    &["tool", "pytest_env"],
    &["tool", "coverage"],
    &["tool", "tox"],
    &["tool", "nox"],
    &["tool", "hatch", "envs"],
    &["tool", "pdm", "scripts"],
    &["tool", "poe"],
    &["tool", "taskipy"],
    &["tool", "ruff"],
    &["tool", "black"],
    &["tool", "isort"],
    &["tool", "flake8"],
    &["tool", "pylint"],
    &["tool", "mypy"],
    &["tool", "pyright"],
    &["tool", "basedpyright"],
    &["tool", "ty"],
    &["tool", "pyrefly"],
    &["tool", "bandit"],
];

/// Without it a project cannot be built, so a new project brings its own.
const BUILD: &[&str] = &["build-system"];

pub(super) fn merge(base: Option<&str>, worker: &str) -> Merged {
    let build = base.is_some().then_some(BUILD);
    let sections: Vec<&[&str]> = SECTIONS.iter().copied().chain(build).collect();
    put_back(&sections, base, worker)
}

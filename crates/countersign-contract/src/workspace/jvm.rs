//! `pom.xml` and `build.gradle`.

use super::folders::{Below, Folder};
use super::toolchain::{Family, Notice, Toolchain};

const POM: &str = "pom.xml";
const GRADLE: &[&str] = &["build.gradle", "build.gradle.kts"];
const GRADLE_SETTINGS: &[&str] = &["settings.gradle", "settings.gradle.kts"];

pub(super) fn detect_maven(folder: Folder<'_, '_>, notices: &mut Vec<Notice>) -> Option<Toolchain> {
    let is_module =
        |above: Folder<'_, '_>| above.text(POM).is_some_and(|text| text.contains("<modules>"));
    if !folder.has(POM) || folder.upwards().skip(1).any(is_module) {
        return None;
    }
    let maven = if folder.has("mvnw") { "./mvnw" } else { "mvn" };
    let mut chain = Toolchain::new(Family::Maven, folder.dir);
    let Some(text) = folder.text(POM) else {
        chain.test = folder.assumed(format!("{maven} test"), POM);
        chain.build = folder.assumed(format!("{maven} package"), POM);
        return Some(chain);
    };
    if !text.contains("<project") {
        notices.push(folder.notice(POM, "has no <project>, so Maven would not run"));
        return None;
    }
    if folder.below(Below::JvmTests) {
        chain.test = folder.command(format!("{maven} test"), POM, "a project with src/test");
    }
    let plugins =
        [("maven-checkstyle-plugin", "checkstyle:check"), ("maven-pmd-plugin", "pmd:check")];
    let linter = plugins.iter().find(|(plugin, _)| text.contains(plugin));
    chain.lint =
        linter.and_then(|(plugin, goal)| folder.command(format!("{maven} {goal}"), POM, *plugin));
    if text.contains("spotless-maven-plugin") {
        chain.format =
            folder.command(format!("{maven} spotless:check"), POM, "spotless-maven-plugin");
    }
    chain.typecheck = folder.command(format!("{maven} test-compile"), POM, "a project");
    chain.build = folder.command(format!("{maven} package -DskipTests"), POM, "a project");
    Some(chain)
}

pub(super) fn detect_gradle(folder: Folder<'_, '_>, _: &mut Vec<Notice>) -> Option<Toolchain> {
    // A root with nothing but settings still runs the tasks of its projects.
    let marker = folder.first(GRADLE).or_else(|| folder.first(GRADLE_SETTINGS))?;
    if folder.upwards().skip(1).any(|above| above.first(GRADLE_SETTINGS).is_some()) {
        return None;
    }
    let gradle = if folder.has("gradlew") { "./gradlew" } else { "gradle" };
    let mut chain = Toolchain::new(Family::Gradle, folder.dir);
    let Some(text) = folder.text(marker) else {
        chain.test = folder.assumed(format!("{gradle} test"), marker);
        chain.build = folder.assumed(format!("{gradle} assemble"), marker);
        return Some(chain);
    };
    if folder.below(Below::JvmTests) {
        chain.test = folder.command(format!("{gradle} test"), marker, "a project with src/test");
    }
    let plugins = [
        ("detekt", "detekt"),
        ("ktlint", "ktlintCheck"),
        ("checkstyle", "checkstyleMain checkstyleTest"),
        ("pmd", "pmdMain pmdTest"),
    ];
    let linter = plugins.iter().find(|(plugin, _)| text.contains(plugin));
    chain.lint = linter.and_then(|(plugin, task)| {
        folder.command(format!("{gradle} {task}"), marker, format!("plugin {plugin}"))
    });
    if text.contains("spotless") {
        chain.format = folder.command(format!("{gradle} spotlessCheck"), marker, "plugin spotless");
    }
    chain.typecheck = folder.command(format!("{gradle} testClasses"), marker, "a project");
    chain.build = folder.command(format!("{gradle} assemble"), marker, "a project");
    Some(chain)
}

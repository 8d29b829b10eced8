//! Packages that are known by their bare names.

/// Names that are hardly ever anything else than a package of a language, and the manifests that may list them.
struct Registry {
    manifests: &'static [&'static str],
    names: &'static [&'static str],
}

/// A word of English, a feature or a server ("express", "cors", "redis") is none of them, nor is a tool that is as
/// often run without being listed ("ruff").
#[rustfmt::skip]
const REGISTRIES: [Registry; 3] = [
    Registry {
        manifests: &["package.json"],
        names: &[
            "axios", "chai", "clsx", "date-fns", "dayjs", "dotenv", "esbuild", "eslint", "execa", "fastify", "formik", "fs-extra",
            "husky", "immer", "jest", "jotai", "jsonwebtoken", "knex", "lint-staged", "lodash", "luxon", "mongoose", "msw",
            "nanoid", "nodemailer", "nodemon", "pinia", "pino", "postcss", "prettier", "ramda", "react-dom",
            "react-hook-form", "react-router-dom", "rxjs", "sequelize", "sinon", "supertest", "swr", "tailwindcss",
            "ts-jest", "ts-node", "tsup", "typeorm", "vite", "vitest", "vuex", "webpack", "winston", "yargs", "zod", "zustand",
        ],
    },
    Registry {
        manifests: &["pyproject.toml", "requirements.txt", "requirements-dev.txt", "setup.py", "Pipfile"],
        names: &[
            "aiohttp", "boto3", "fastapi", "gunicorn", "httpx", "loguru", "matplotlib", "numpy", "openpyxl", "pandas",
            "polars", "pydantic", "pydantic-settings", "pyjwt", "pytest", "pytest-asyncio", "pytest-cov", "scikit-learn",
            "scipy", "sqlalchemy", "sqlmodel", "structlog", "uvicorn",
        ],
    },
    Registry {
        manifests: &["Cargo.toml"],
        names: &[
            "anyhow", "axum", "chrono", "clap", "itertools", "proptest", "rayon", "reqwest", "serde", "serde_json", "sqlx",
            "thiserror", "tokio",
        ],
    },
];

/// The registries that the files of a workspace belong to.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Registries([bool; REGISTRIES.len()]);

impl Registries {
    pub(super) fn of<'p>(paths: impl Iterator<Item = &'p str>) -> Self {
        let mut found = Self::default();
        for path in paths {
            let name = path.rsplit('/').next().unwrap_or(path);
            for (here, registry) in found.0.iter_mut().zip(&REGISTRIES) {
                *here = *here || registry.manifests.contains(&name);
            }
        }
        found
    }

    /// Whether a bare name is that of a package which the workspace can list.
    pub(super) fn know(self, name: &str) -> bool {
        let mut here = self.0.iter().zip(&REGISTRIES);
        here.any(|(here, registry)| *here && registry.names.binary_search(&name).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_sorted() {
        assert!(REGISTRIES.iter().all(|registry| registry.names.is_sorted()));
    }
}

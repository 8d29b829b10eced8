//! Where a name comes from: declared here, or passed on from another file of the room.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::aliases::Aliases;
use super::contract::{Reach, Wanted, read_file};
use super::model::{Item, Kind, Shape, Type};
use super::module::{Import, Module};
use super::paths;
use super::presence::Presence;
use super::rust;
use super::same::as_type;
use super::syntax::Language;
use crate::check::text;
use crate::files::{Files, Unreadable};

/// How many files a name is followed through.
const STEPS: usize = 6;

/// A declaration, and the file it is in.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    pub(crate) path: String,
    pub(crate) item: Item,
    /// Whose member it is.
    pub(crate) owner: Option<String>,
}

pub(crate) enum Lookup {
    Found(Vec<Found>),
    /// Declared, but not for others.
    Hidden {
        line: usize,
    },
    /// Passed on from something that is not in the room.
    Outside(String),
    Missing,
}

type Read = Option<Rc<Module>>;

/// Reads files once.
pub(crate) struct Finder<'a> {
    room: &'a dyn Files,
    read: RefCell<BTreeMap<String, (Vec<u8>, Read)>>,
}

impl<'a> Finder<'a> {
    pub(crate) fn new(room: &'a dyn Files) -> Self {
        Self { room, read: RefCell::default() }
    }

    /// None where the file is not there or of no language that is read.
    pub(crate) fn module(&self, path: &str) -> Result<Read, Unreadable> {
        if let Some((_, module)) = self.read.borrow().get(path) {
            return Ok(module.clone());
        }
        let (Some(language), Some(bytes)) = (Language::of(path), self.room.read(path)?) else {
            return Ok(None);
        };
        let mut module = read_file(language, &text::decode(&bytes));
        if let Some(module) = module.as_mut().filter(|_| path.ends_with(".d.ts")) {
            // Such a file does nothing but declare.
            module.items.iter_mut().for_each(|item| item.hidden = None);
        }
        if let Some(module) = module.as_mut().filter(|_| language == Language::Rust) {
            rust::settle(self.room, path, module)?;
        }
        let module = module.map(Rc::new);
        self.read.borrow_mut().insert(path.to_owned(), (bytes, module.clone()));
        Ok(module)
    }

    /// Files beside the first that were read on the way.
    pub(crate) fn followed(&self, first: &str) -> Vec<(String, Vec<u8>)> {
        let read = self.read.borrow();
        let others = read.iter().filter(|(path, _)| *path != first);
        others.map(|(path, (bytes, _))| (path.clone(), bytes.clone())).collect()
    }

    /// The types that the file and what it imports from the room give names to.
    pub(crate) fn aliases(&self, path: &str, module: &Module) -> Result<Aliases, Unreadable> {
        let mut aliases = Aliases::default();
        aliases.add_module(module);
        for import in &module.imports {
            for found in self.follow(path, &import.from, &import.name, STEPS)?.unwrap_or_default() {
                aliases.add(&import.local, &found.item);
            }
        }
        for (_, read) in self.read.borrow().values() {
            if let Some(other) = read {
                aliases.add_module(other);
            }
        }
        Ok(aliases)
    }

    pub(crate) fn find(
        &self,
        path: &str,
        module: &Module,
        wanted: &Wanted,
    ) -> Result<Lookup, Unreadable> {
        let name = wanted.item.name.as_str();
        if wanted.reach == Reach::Anywhere {
            return Ok(anywhere(path, module, &wanted.item));
        }
        let mut found = self.exported(path, module, name, STEPS)?;
        if matches!(found, Lookup::Hidden { .. }) && wanted.reach == Reach::Declared {
            found = self.local(path, module, name, STEPS)?;
        }
        if let Lookup::Found(found) = &mut found {
            for one in found.iter_mut() {
                self.inherit(&mut one.item, &one.path, STEPS)?;
            }
        }
        Ok(found)
    }

    fn exported(
        &self,
        path: &str,
        module: &Module,
        name: &str,
        steps: usize,
    ) -> Result<Lookup, Unreadable> {
        let is_script = matches!(
            Language::of(path),
            Some(Language::TypeScript | Language::Tsx | Language::JavaScript)
        );
        let mut outside = None;
        for export in module.exports.iter().filter(|export| export.name == name) {
            let lookup = match &export.from {
                None => self.local(path, module, &export.local, steps)?,
                Some(source) => self.there(path, source, &export.local, steps)?,
            };
            match lookup {
                // `export declare function`: nothing of it is there.
                Lookup::Found(found)
                    if is_script && found.iter().all(|one| one.item.hidden.is_some()) => {}
                Lookup::Found(_) => return Ok(lookup),
                Lookup::Outside(source) => outside = Some(source),
                Lookup::Hidden { .. } | Lookup::Missing => {}
            }
        }
        if !is_script {
            let open: Vec<&Item> =
                module.declared(name).filter(|item| item.hidden.is_none()).collect();
            let is_never = |item: &&Item| matches!(item.presence, Presence::Never(_));
            let is_imported = module.imports.iter().any(|import| import.local == name);
            let is_taken = is_imported && open.iter().all(is_never);
            if !open.is_empty() && !is_taken {
                return Ok(Lookup::Found(open.into_iter().map(|item| found(path, item)).collect()));
            }
        }
        if Language::of(path) == Some(Language::Python)
            && let Some(import) = module.imports.iter().find(|import| import.local == name)
        {
            let is_loaded = |import: &&Import| !module.not_loaded.contains(import);
            let mut loaded = module.imports.iter().filter(is_loaded);
            let Some(import) = loaded.find(|import| import.local == name) else {
                return Ok(Lookup::Outside(import.from.clone()));
            };
            return self.there(path, &import.from, &import.name, steps);
        }
        let mut beyond = None;
        for source in &module.stars {
            match self.there(path, source, name, steps)? {
                found @ Lookup::Found(_) => return Ok(found),
                Lookup::Outside(source) => beyond = Some(source),
                Lookup::Hidden { .. } | Lookup::Missing => {}
            }
        }
        Ok(match (outside, module.declared(name).next(), beyond) {
            (Some(source), ..) | (None, None, Some(source)) => Lookup::Outside(source),
            (None, Some(item), _) => Lookup::Hidden { line: item.line },
            (None, None, None) if has_word(&module.opaque, name) => {
                Lookup::Outside("a macro".into())
            }
            (None, None, None) => Lookup::Missing,
        })
    }

    /// By the name it has inside its own file.
    fn local(
        &self,
        path: &str,
        module: &Module,
        name: &str,
        steps: usize,
    ) -> Result<Lookup, Unreadable> {
        let declared: Vec<Found> = module.declared(name).map(|item| found(path, item)).collect();
        if !declared.is_empty() {
            return Ok(Lookup::Found(declared));
        }
        match module.imports.iter().find(|import| import.local == name) {
            Some(import) => self.there(path, &import.from, &import.name, steps),
            None => Ok(Lookup::Missing),
        }
    }

    fn there(
        &self,
        path: &str,
        source: &str,
        name: &str,
        steps: usize,
    ) -> Result<Lookup, Unreadable> {
        Ok(match self.follow(path, source, name, steps)? {
            Some(found) if !found.is_empty() => Lookup::Found(found),
            Some(_) => Lookup::Missing,
            None => Lookup::Outside(source.to_owned()),
        })
    }

    /// What a name is in another file; None if that file is not in the room.
    fn follow(
        &self,
        path: &str,
        source: &str,
        name: &str,
        steps: usize,
    ) -> Result<Option<Vec<Found>>, Unreadable> {
        let Some(steps) = steps.checked_sub(1) else { return Ok(None) };
        if let Some(inner) = self.module(path)? {
            let inside = source.trim_start_matches("self::");
            if let Some((_, module)) = inner.inner.iter().find(|(own, _)| own == inside) {
                let found = module.declared(name).map(|item| found(path, item)).collect();
                return Ok(Some(found));
            }
        }
        for candidate in paths::candidates(path, source) {
            let Some(module) = self.module(&candidate)? else { continue };
            if module.broken.is_some() {
                return Ok(None);
            }
            return Ok(match self.exported(&candidate, &module, name, steps)? {
                Lookup::Found(found) => Some(found),
                Lookup::Hidden { .. } | Lookup::Missing => Some(Vec::new()),
                Lookup::Outside(_) => None,
            });
        }
        Ok(None)
    }

    /// Adds the members of the classes that it extends, as far as they are in the room.
    fn inherit(&self, item: &mut Item, path: &str, steps: usize) -> Result<(), Unreadable> {
        let (Some(steps), Kind::Class | Kind::Interface) = (steps.checked_sub(1), item.kind) else {
            return Ok(());
        };
        let Shape::Group(group) = &mut item.shape else { return Ok(()) };
        let Some(module) = self.module(path)? else { return Ok(()) };
        for base in group.bases.clone() {
            let name = base.text.split(['<', '[', '(']).next().unwrap_or_default().trim();
            let Lookup::Found(bases) = self.local(path, &module, name, steps)? else { continue };
            for mut base in bases.into_iter().filter(|base| base.item.name != item.name) {
                self.inherit(&mut base.item, &base.path, steps)?;
                if let Shape::Group(base) = base.item.shape {
                    let new: Vec<Item> = base
                        .members
                        .into_iter()
                        .filter(|member| !group.members.iter().any(|own| own.name == member.name))
                        .collect();
                    group.members.extend(new);
                }
            }
        }
        Ok(())
    }
}

fn found(path: &str, item: &Item) -> Found {
    Found { path: path.to_owned(), item: item.clone(), owner: None }
}

/// Among what the file declares, and among the members of that.
fn anywhere(path: &str, module: &Module, wanted: &Item) -> Lookup {
    let mut all: Vec<Found> = module.declared(&wanted.name).map(|item| found(path, item)).collect();
    for item in &module.items {
        let members = match as_type(&item.shape) {
            Some(Type::Object(members)) => members,
            Some(_) | None => continue,
        };
        let named = members.into_iter().filter(|member| member.name == wanted.name);
        all.extend(named.map(|member| Found {
            path: path.to_owned(),
            item: member,
            owner: Some(item.name.clone()),
        }));
    }
    // A member that is given without its type is given without its receiver too.
    if matches!(&wanted.shape, Shape::Function(function) if function.receiver.is_none()) {
        for one in &mut all {
            if let Shape::Function(function) = &mut one.item.shape {
                function.receiver = None;
            }
        }
    }
    let hidden = all.first().map(|one| one.item.line);
    all.retain(|one| one.item.hidden.is_none() || wanted.hidden.is_some());
    match (all.is_empty(), hidden) {
        (false, _) => Lookup::Found(all),
        (true, Some(line)) => Lookup::Hidden { line },
        (true, None) if has_word(&module.opaque, &wanted.name) => Lookup::Outside("a macro".into()),
        (true, None) => Lookup::Missing,
    }
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|one| one == word)
}

//! Whether a declaration is there once its file has been loaded or built.

use super::aliases::Aliases;
use super::compare;
use super::contract::Wanted;
use super::find::Found;
use super::model::{Item, Shape};
use super::syntax::Language;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum Presence {
    #[default]
    Certain,
    /// Under a condition that the text does not decide.
    Perhaps(String),
    /// Under one that never holds where others use it.
    Never(String),
}

impl Presence {
    /// Of what stands inside something else that is not always there either.
    pub(crate) fn and(self, inner: Self) -> Self {
        match (self, inner) {
            (never @ Self::Never(_), _) | (_, never @ Self::Never(_)) => never,
            (perhaps @ Self::Perhaps(_), _) | (_, perhaps @ Self::Perhaps(_)) => perhaps,
            (Self::Certain, Self::Certain) => Self::Certain,
        }
    }

    pub(crate) fn condition(&self) -> Option<&str> {
        match self {
            Self::Certain => None,
            Self::Perhaps(condition) | Self::Never(condition) => Some(condition),
        }
    }
}

/// What the declarations of a name come to.
pub(crate) enum Verdict {
    Fits,
    Differs(Found, Vec<String>),
    /// One fits, but it need not be there.
    Perhaps(Found, String),
    Never(Found, String),
}

/// A declaration that is not certain to be there proves nothing by itself.
pub(crate) fn judge(
    language: Language,
    wanted: &Wanted,
    found: &[Found],
    aliases: &Aliases,
) -> Verdict {
    let differences = |found: &[Found]| compare::best(language, wanted, found, aliases);
    let is_stated = wanted.item.presence != Presence::Certain;
    let of =
        |one: &Found| if is_stated { Presence::Certain } else { presence(&wanted.item, &one.item) };
    let kept = |keep: fn(&Presence) -> bool| -> Vec<Found> {
        found.iter().filter(|one| keep(&of(one))).cloned().collect()
    };
    let certain = kept(|presence| *presence == Presence::Certain);
    let others = kept(|presence| matches!(presence, Presence::Perhaps(_)));
    let certain_differs = differences(&certain);
    if !certain.is_empty() && certain_differs.is_none() {
        return Verdict::Fits;
    }
    if is_covered(&others)
        && others.iter().all(|one| differences(std::slice::from_ref(one)).is_none())
    {
        return Verdict::Fits;
    }
    let candidates = if certain.is_empty() && others.is_empty() {
        found.to_vec()
    } else {
        [certain, others].concat()
    };
    let mut stubs = found.iter().filter(|one| of(one) != Presence::Certain);
    let fitting = stubs.find(|one| differences(std::slice::from_ref(one)).is_none());
    match (fitting.map(|one| (one, of(one))), differences(&candidates)) {
        (Some((one, Presence::Perhaps(why))), _) => Verdict::Perhaps(one.clone(), why),
        (Some((one, Presence::Never(why))), None) => Verdict::Never(one.clone(), why),
        // What is only said to a type checker may be true of what is there.
        (Some((one, Presence::Never(why))), Some(_)) => Verdict::Perhaps(one.clone(), why),
        (_, Some((nearest, differences))) => Verdict::Differs(nearest, differences),
        (_, None) => Verdict::Fits,
    }
}

/// Of the declaration and of those of its members that are asked for.
fn presence(wanted: &Item, found: &Item) -> Presence {
    let mut presence = found.presence.clone();
    if let (Shape::Group(wanted), Shape::Group(found)) = (&wanted.shape, &found.shape) {
        for wanted in &wanted.members {
            let mut named = found.members.iter().filter(|member| member.name == wanted.name);
            let first = named.next().map(|member| member.presence.clone()).unwrap_or_default();
            if named.all(|member| member.presence != Presence::Certain) {
                presence = presence.and(first);
            }
        }
    }
    presence
}

/// Whether one of two is always there: `cfg(x)` and `cfg(not(x))`.
pub(crate) fn is_covered(found: &[Found]) -> bool {
    let conditions = || found.iter().filter_map(|one| one.item.presence.condition());
    conditions().any(|one| {
        let inner = one.strip_prefix("cfg(").and_then(|rest| rest.strip_suffix(')'));
        inner.is_some_and(|inner| conditions().any(|other| other == format!("cfg(not({inner}))")))
    })
}

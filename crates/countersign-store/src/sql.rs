//! Small tools for speaking to the database: values, rows by the dozen, lists of keys.

use sqlx::AnyConnection;
use sqlx::any::AnyRow;
use sqlx::{Any, AssertSqlSafe, query::Query};

/// A value on its way to the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    Int(i64),
    Text(String),
    Blob(Vec<u8>),
    NoInt,
    NoText,
}

pub(crate) fn int(value: u64) -> Value {
    Value::Int(signed(value))
}

pub(crate) fn flag(value: bool) -> Value {
    Value::Int(i64::from(value))
}

pub(crate) fn text(value: impl Into<String>) -> Value {
    Value::Text(value.into())
}

pub(crate) fn text_or_null(value: Option<&str>) -> Value {
    value.map_or(Value::NoText, text)
}

pub(crate) fn blob(value: &[u8]) -> Value {
    Value::Blob(value.to_vec())
}

/// No count here comes near the end of 63 bits; one that did would be refused by the comparison
/// that follows, not wrap around.
pub(crate) fn signed(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// A count as the database gives it. Less than nothing is damage, and reads as nothing.
pub(crate) fn number(value: i64) -> u64 {
    u64::try_from(value).unwrap_or(0)
}

type AnyQuery<'q> = Query<'q, Any, sqlx::any::AnyArguments>;

/// A statement with its values. The text is put together from constants of this crate only.
pub(crate) fn query<'q>(sql: String, values: impl IntoIterator<Item = Value>) -> AnyQuery<'q> {
    let mut query = sqlx::query(AssertSqlSafe(sql));
    for value in values {
        query = match value {
            Value::Int(value) => query.bind(value),
            Value::Text(value) => query.bind(value),
            Value::Blob(value) => query.bind(value),
            Value::NoInt => query.bind(None::<i64>),
            Value::NoText => query.bind(None::<String>),
        };
    }
    query
}

/// Of these lengths, at most four make up any list that is shorter than the longest; each is a statement that stays
/// prepared. Most lists are short, and what one costs is mostly the way to the database and back.
const LENGTHS: [usize; 11] = [64, 32, 16, 8, 7, 6, 5, 4, 3, 2, 1];

/// Cuts a list into pieces of few different lengths, so that few statements are prepared.
fn pieces<T>(mut rest: &[T]) -> impl Iterator<Item = &[T]> {
    std::iter::from_fn(move || {
        let length = LENGTHS.into_iter().find(|length| *length <= rest.len())?;
        let (piece, after) = rest.split_at_checked(length)?;
        rest = after;
        Some(piece)
    })
}

/// `($1, $2), ($3, $4)` for rows of two.
fn placeholders(rows: usize, width: usize) -> String {
    let mut next = 0;
    let mut row = || {
        let numbers = (0..width).map(|_| {
            next += 1;
            format!("${next}")
        });
        format!("({})", numbers.collect::<Vec<_>>().join(", "))
    };
    (0..rows).map(|_| row()).collect::<Vec<_>>().join(", ")
}

/// Inserts rows of one width, many with each statement.
pub(crate) async fn insert(
    connection: &mut AnyConnection,
    into: &str,
    rows: &[Vec<Value>],
    on_conflict: &str,
) -> Result<(), sqlx::Error> {
    let width = rows.first().map_or(0, Vec::len);
    for piece in pieces(rows) {
        let values = placeholders(piece.len(), width);
        let sql = format!("INSERT INTO {into} VALUES {values} {on_conflict}");
        query(sql, piece.iter().flatten().cloned()).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Selects by a list of keys. `select` ends where the list begins; `after` follows it.
pub(crate) async fn select_in(
    connection: &mut AnyConnection,
    select: &str,
    keys: &[String],
    after: &str,
) -> Result<Vec<AnyRow>, sqlx::Error> {
    let mut found = Vec::new();
    for piece in pieces(keys) {
        let sql = format!("{select} {} {after}", placeholders(1, piece.len()));
        let rows = query(sql, piece.iter().map(text)).fetch_all(&mut *connection).await?;
        found.extend(rows);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_cut_into_pieces_of_few_lengths() {
        let list: Vec<usize> = (0..150).collect();
        let cut: Vec<_> = pieces(&list).map(<[usize]>::len).collect();
        assert_eq!(cut, [64, 64, 16, 6]);
        assert_eq!(pieces(&list).flatten().copied().collect::<Vec<_>>(), list);
    }

    #[test]
    fn placeholders_are_numbered_through() {
        assert_eq!(placeholders(2, 2), "($1, $2), ($3, $4)");
        assert_eq!(placeholders(1, 3), "($1, $2, $3)");
    }
}

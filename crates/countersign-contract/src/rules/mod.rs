//! `test-activity-rules.json`: which activities a change calls for.

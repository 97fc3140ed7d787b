// Package store is the way to DynamoDB: typed items, and operations and conditions as data. The same calls run on AWS,
// on the local cloud and on an in-memory table with the semantics and capacity units of DynamoDB. There is no scan. A
// query has a limit.
//
// # Writes
//
// The package owns the retries of writes. A caller never sees the repetition of its own write as a conflict: a mark on
// the row, or the token of a transaction, tells that an earlier try succeeded. An unclear outcome is an error of its
// own; the caller reads again. A conditional deletion is a transaction of one operation, because a deleted row can
// carry no mark.
//
// # Lists
//
// A list row is a projection of an entity, one for each scope that sees it. Insert, replace and remove return
// operations for the entity's own transaction. Code that writes list rows otherwise must mark the change.
//
// Beside the rows of a scope lie:
//
//   - eight counters, which one read returns;
//   - bookmarks, about every 32nd id in one row, for deep pages;
//   - ids of removed rows, which readers settle 90 at a time;
//   - column packs of old rows, and marks of rows that changed since.
//
// The default order costs the page alone. A filter or another order reads the newest 10,000 rows, and packs for up to
// 250,000 older ones. A page that did not see all rows says so.
//
// # Column packs
//
// A pack holds one column of about 2,000 successive rows and never changes. A head names the packs between two ids.
// Rows older than two hours are packed. A change of a row older than one hour leaves a mark; readers take marked rows
// from the table. Readers make packs in this order: marks, rows, packs, head if it is still the same, marks away. A
// crash between two steps leaves packs without a name or marks without a use.
//
// # Overrides
//
// Shipped data with changes over it is an index of versions and an entry for each changed item. A process trusts the
// index for one second.
//
// # Cost
//
// Each call adds its units to a meter. A piece of work may have a meter of its own. The price table is in meter.go.
//
// # Tests
//
// Generated operations run on memory and on DynamoDB, and the results are compared. A wrapper injects refusals,
// commits with lost answers and calls that never return.
package store

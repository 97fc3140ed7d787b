// Package notice owns announcements and notices by staff, and notices that the system sends to one user.
//
// # Posts
//
// A post is one row in the partition of its audience and month: all, a user type, or one user. Readers query a few
// partitions. What a user has read or removed is one row. A post is published at its time by the tick, and can be
// revoked. Staff lists and the log of each post are rows beside it.
//
// # System notices
//
// A system notice stores the key and the arguments of its message. It is rendered in the language of the reader at
// that time. An argument may be a key itself. The notice's key makes it happen once for a user, for 90 days.
//
// # Outbox
//
// The outbox is the operation that makes a notice due, for the transaction of the change it tells of. The process that
// made the change delivers it. After 30 seconds the tick delivers what was not delivered, and repeats a push that may
// have been lost between storing and pushing.
//
// # Topics and groups
//
// A user can mute topics of system notices, except those about credit and access. A muted notice is stored as read and not pushed.
// Clients may ask for notices in groups: those of one topic about the same page within a day.
//
// Modules of higher layers pass their notices by wiring in package app.
//
// # HTML
//
// HTML of posts is sanitised when written and when read. Only the function im carries the sanitiser, because its start
// costs 4 ms.
//
// # Keys
//
// Table platform: IMP#<post> (P, C, L#), IM#<audience>#<month>, IMR#<user>, IMT#<user>, and due rows.
package notice

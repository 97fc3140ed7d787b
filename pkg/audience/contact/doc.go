// Package contact owns contact lists: their members, their import from files, their filters and what is known of each
// member.
//
// # Types
//
// A list has telephone numbers or email addresses, and keeps its type. A member of an email list is the code of its
// address (email.Code). The address is its first value. See docs/adr/0057.
//
// # Packs
//
// Members lie in packs of up to 1,000 numbers, not in rows of their own. A pack is written once and never changed. The
// list's row has the table of its packs, and only that table says what is visible. It changes by one conditional
// write. An import, a deletion, a crash in either, and a second worker can therefore show nothing half-written.
//
// Packs keep their places, also when they are empty, because an order's chunk is a pack. Packs with long values have
// fewer members. Values lie by column, deflated.
//
// A list cannot be deleted while an order that uses it is not planned. Nor while it is the source of a merge, split,
// copy or difference. The order's transaction writes the hold.
//
// # Evidence
//
// A row beside a pack holds what sources said about its members, and when: the numbering plan, deliveries, readings,
// replies, failures, a partner. Of one source the newest statement counts. Validity, WhatsApp account and last
// activity follow from it. Writing evidence does not rewrite the pack.
//
// # Imports
//
// A file is read whole or not at all. Each refused row is kept whole, in parts of 1,000, with its reason. A page shows
// them, and two error files (xlsx, and csv as text) bring them back corrected. An apostrophe that made a cell safe is
// removed on return. An import is a task with a claim, heartbeats and progress; the tick finds one without a worker.
//
// # New lists from old ones
//
// Merge, split, copy and difference are one job. Each member appears once, the sources stay, and the job tells its
// progress. Lists of different customers are never merged.
//
// # Segments
//
// A number segment is digits with stars. One set of rules reads segments of filters, exports, copies and orders. An
// order takes the same part of each pack at the quote and in the plan.
//
// # Keys
//
// Table audience: C#<list> with META, M# (packs), M#…#E (evidence), T# (imports), E# (refused rows), U# (holds), H#
// (history); D#<task> for jobs that make lists; MX#<domain> for what is known of a domain.
package contact

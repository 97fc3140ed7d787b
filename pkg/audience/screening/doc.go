// Package screening has the members of a contact list checked by a partner: which numbers have WhatsApp, and when they
// were active last.
//
// # Run
//
// A run is one row under a revision, in the partition of its list, which cannot be deleted meanwhile. It works through
// the packs with eight batches at a time. Each batch is named by list, run and place, so every call may be repeated. A
// lost answer is found by asking for the batch.
//
// The result of a batch, the evidence of its members and the counts of the run are one transaction, so nothing counts
// twice.
//
// # Payment
//
// Credit is reserved at the start. The end of a run settles in the same transaction: valid numbers, at least
// screen.minimum, and nothing when the partner told nothing. A charge above the reservation is cut. A brand customer's
// discount is a line of its own.
//
// # End
//
// A run ends by itself, by its user, by a lock, or by failure. Each end settles what was done, tells the customer
// once, and writes a line into the list's history.
//
// # Callbacks
//
// The partner's callback is signed and only wakes the run, by the queue inbound. The tick wakes a run without a
// worker. A worker asks for the customer's lock before each call.
//
// # Partner
//
// The interface is a document: pkg/provider/partner/openapi.json. Tests hold adapter and simulator to it.
//
// # Keys
//
// Table audience: C#<list> / S#<run>, and due rows.
package screening

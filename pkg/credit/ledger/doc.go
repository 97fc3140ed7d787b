// Package ledger is the only place where credit moves.
//
// # Movements
//
// A movement is one transaction: its idempotency record, the accounts with their conditions, an immutable entry for
// each account, reservations, and operations of the caller. It happens completely and once. A movement is known by its
// id forever, so one read tells whether it happened.
//
// An account has available and reserved credit, a sequence and the hash of its last entry. An entry names its legs,
// which add up to zero, and the hash before it. Platform accounts are legs only: no row of theirs is written, so
// nothing is hot. Amounts are integers: 100 units are one credit, 100 credits are 1 RMB.
//
// A movement may be planned on accounts that were read earlier, beside other reads. When they changed, it reads them
// again. Its condition compares lock and closing too.
//
// # Reservations and settlement
//
// An order reserves its cost. Settlement charges what was used and releases the rest. A charge is divided once:
// agent's margin, brand discount, platform. A settlement in which the platform pays out more than it takes is refused.
//
// # Lines, journal, days
//
// Lines are numbered without a gap and never go back in time, so a month of an account is a stretch of lines. Entries
// that no customer sees lie beside them. The journal repeats each line by scope and month, newest first, within a
// bound. Sums of a closed day are derived from the journal and kept.
//
// # Corrections
//
// A pair of lines in one movement corrects a line: one takes it back, one replaces it, incoming credit first. A line
// is corrected once. Lines of orders and payments are not corrected by hand.
//
// # Locks and closing
//
// A lock of the user freezes the account. An account that never moved takes over the lock at its first movement. An
// account closes in the transaction that deletes its user, and only when it is empty.
//
// # Checks
//
// The nightly check reads every chain, movement and reservation and derives all sums again. Tests compare generated
// movements with a reference, run 64 workers that crash, and tamper with rows.
//
// # Keys
//
// Table credit: ACCT#<account> (A balance, E# lines, H# other entries), TX#<movement>, FIX#<movement>,
// RES#<reference>, REG#<shard>, DAY#<scope>, J#<scope>#<month>.
package ledger

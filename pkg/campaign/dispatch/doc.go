// Package dispatch reaches the recipients of an order one by one. It is the engine of order kinds with recipients.
//
// Engine holds what a kind sends with, and makes the parts, which have one job each:
//
//   - plan.Service cuts recipients into chunks. Feed hands chunks to workers. ChunkSender sends a chunk.
//   - ratecontrol.Limiter decides when a worker may call: rate, share, slot and the places of calls within a slot.
//   - gate.Service tells who may not be written to. Statistics counts orders and lists their recipients.
//   - chunkrow.Store reads the rows of chunks. receipt.Service merges receipts into them.
//   - inbound.Service handles what recipients write. recipientindex.Index finds the orders that wrote to a number.
//
// The database is the truth. A queue message only names a chunk. Each state can be found again by the janitor.
//
// # Rows of an order
//
// All rows lie in table campaign, partition O#<order>. <g> is the generation, <c> the chunk.
//
//   - F#<g>: the feeder. It says how many chunks are planned, handed out, done, set aside or woken.
//   - R#<g>#<c>: the recipients of a chunk and the values of their placeholders. It never changes.
//   - S#<g>#<c>: the sender's row: lease, two bits a recipient, times of sending, codes, cost.
//   - P#<g>#<c>: the receipts' row: three bits a recipient, codes, log of times, facts of calls, replies.
//   - H#<g>#<c>#<x>: a full log that left the receipts' row.
//   - M#<g>#<c>#<n>: the recipients of a chunk that generation n took for a retry.
//
// # Plan
//
// A kind gives its recipients in the same chunks and the same order each time. A chunk has 1,000 recipients, or one
// pack of a contact list. The sender's row is only created, never overwritten, so a plan may run twice. Where two runs
// may find different recipients, a chunk is written before the next recipients are chosen, and the first writer
// decides.
//
// A retry takes failed recipients by rows written once for every chunk in order. A repeated plan therefore takes the
// same recipients, never more than were paid for. A recipient counts in the new generation when the feeder has its
// chunk, and where it failed until then.
//
// # Send
//
// A worker takes the lease of a chunk under an epoch. For each sub-batch of 100 it takes its slot, then writes the
// outcomes of the last sub-batch and this one's intent in one row. Then it reads order and suppressions, and calls the
// provider within the slot. A withdrawn intent, a lost lease and a dead worker are all readable from the row. A worker
// recognises its own write by token and revision.
//
// Recipients that sleep are put off. A chunk of sleepers leaves the feed window and returns when its zones open.
// Recipients that the provider refused for the moment return in the next pass with a growing delay.
//
// # Receipts
//
// The webhook verifies a call and puts receipts on a queue. Our reference names order, generation, chunk, index,
// attempt and time of sending, so no read is needed. The aggregator writes a changed chunk once. States only rise, so
// order and repetition do not matter. Windows by age bound the writes: 5 seconds while the send is watched, up to 4
// hours for late receipts.
//
// # Limits
//
// A sender slot has the sender's rate, the tenant's share and the day's allowance. Calls take lines beside them. Each
// order is judged by its failures and complaints, and pauses by itself. An order that may send and does not says why.
//
// # Tests
//
// The seeded simulation in pkg/campaign/bulk runs this package under kills, duplicates and lost answers.
package dispatch

// Package receipt takes the receipts of a webhook to the rows of their chunks.
//
// Receiver queues receipts until the end of their window. Service handles the queue: it sorts receipts by chunk, writes
// each changed chunk once, and postpones receipts that may wait for others. Receipts without a message of ours are kept
// for 30 days. States only rise, so order and repetition do not matter.
package receipt

// Package recipientindex finds the orders that wrote to a number.
//
// The index has planned segments, which name chunks, and merged buckets, which hold fingerprints of numbers. A process
// caches what it read. What the index finds is always confirmed by the rows of the chunk. docs/adr/0016 explains the
// choice.
package recipientindex

// Package linkactivity counts what recipients, and machines in front of them, do with the emails of an order: loads, clicks and
// unsubscriptions.
//
// Service handles the events of the queue. The events of a chunk are a set (log.go): an event is its recipient, its link, its second and
// the kind of its sender. So a repeated message, any order of messages and two writers at once end the same. A batch writes each changed
// chunk once, under its revision. A full log moves to a row of its own.
//
// The log keeps facts. Who was a person is decided when it is read (verdict.go), from all events of a recipient, so that a later event
// may tell that an earlier one was a machine's. Reader gives the figures of an order, Handler serves them.
package linkactivity

// Package inbound handles what recipients write and what providers report about them: replies, opt-outs, complaints and
// the numbers of users.
//
// Receiver queues the events of a webhook. Service handles the queue: it finds the messages that an event answers,
// records suppressions, passes replies to their receivers, and counts replies and complaints by the receipts of the
// order.
package inbound

// Package plan cuts the recipients of an order into chunks.
//
// A Source brings the recipients, each time in the same chunks and in the same order. Planner writes the chunks, which
// are never overwritten, so a plan may be repeated and may run twice. A retry plans the failed recipients again, and a
// trial deals recipients to a sample and the rest.
package plan

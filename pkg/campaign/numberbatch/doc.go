// Package numberbatch is the batches of numbers that card dealers and the partner bring (business-domain §2, card-dealer inventory). A
// batch is a file of numbers, or a request to the partner; it is read in the background, in steps that may be repeated. As stock it is a
// resource.Lot, whose counters tell how much of it is left.
//
// A partner's request is named by the batch. After a lost answer the partner is asked how the request stands, and it is handed over again
// only when the partner does not have it. Numbers that a customer returned, or that broke, go back to the partner in the background.
package numberbatch

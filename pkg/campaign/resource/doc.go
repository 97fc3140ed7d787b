// Package resource is the channel resources: numbers that the platform hands out to customers (business-domain §2, §3). A batch brings
// them (package numberbatch), an order of numbers takes them (package channelorder).
//
// A batch as stock is a Lot: what its numbers are, the days on which they may be ordered, and how many are in each state. A number
// belongs to one lot and to one order at most. Each change of a number is a conditional write of its row, in one transaction with the
// counters of its lot and of the order, so that no number is given twice and no counter differs from the rows.
//
//	free ⇄ reserved → assigned → returned → free
//	free, returned → broken → free; assigned → broken (it was replaced)
package resource

// Package chunkrow holds the rows of an order's chunks: recipients, the sender's row, the receipts' row, the feeder and
// the marks of a retry. It has their keys and their compact forms, and derives the states and counts of recipients from
// them.
//
// Store reads rows. Only the sender writes Sends and only the receipt aggregator writes Receipts. MergedState joins the
// two sides of a recipient. CostMeter counts what the work on a row costs, because the rows store it.
package chunkrow

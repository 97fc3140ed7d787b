// Package ratecontrol decides when a worker may call a provider: the customer's messages a second, its share of a
// sender, the sender's slots, and the places of the calls within a slot.
package ratecontrol

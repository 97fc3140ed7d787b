// Package shunt owns shunting links: a short link of a customer leads each visitor to one of several WhatsApp numbers, or to one of several
// WhatsApp groups.
//
// # Links and targets
//
// A link is for numbers or for groups, of one country. Its targets are the numbers or groups that it leads to. The link's row holds its
// targets, so that one read tells a redirect all that it needs (Store.Load). A target has a number within its link that is never used
// again: counters and visitors' cookies name targets by it.
//
// # Parts
//
// Package redirect answers GET /s/{code}, package click counts what it answered.
//
// # Keys
//
// Table campaign: SHUNT#<code>, SHUNTN#<tenant>, L#shuntlink, L#shuntnumber, L#shuntgroup.
package shunt

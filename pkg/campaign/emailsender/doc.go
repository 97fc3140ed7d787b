// Package emailsender owns the senders of emails: the name and address that recipients see, where answers go, who may use a sender, and
// how much it sends a day.
//
// # Use
//
// A sender belongs to a customer, or to the platform, which shares its senders with all or with named customers. It sends only from a
// domain whose proof and DKIM records are in order (domain.Domain.Sending). The domain must be of the same customer, or one that the
// platform shares.
//
// # Addresses
//
// An address of a domain of the platform belongs to one customer alone, in every spelling (folded). Customers do not get the mailboxes of
// reserved.txt there. An address that was used stays with its customer for emailsender.hold.days after its last sender is gone, because
// answers and reputation go on. Senders from before this rule keep theirs.
//
// # Allowance
//
// A sender has a daily limit and a warm-up: a number of emails on the first day that grows by a share every day. The smaller one holds.
// Days are those at +08:00. Take counts emails before they are sent. It is exact under races, and a key makes its repetition harmless: the
// counter and the key are written in one transaction. The allowance of a sending account (module sender) holds beside it.
//
// # Keys
//
// Table campaign: ESND#<id>, ESNDN#<tenant>, ESNDA#<domain>, L#emailsender.
package emailsender

// Package emailsender owns the senders of emails: the name and address that recipients see, where answers go, who may use a sender, and
// how much it sends a day.
//
// # Use
//
// A sender belongs to a customer, or to the platform, which shares its senders with all or with named customers. It sends only from a
// domain whose proof and DKIM records are in order (domain.Domain.Sending). The domain must be of the same customer, or one that the
// platform shares.
//
// # Allowance
//
// A sender has a daily limit and a warm-up: a number of emails on the first day that grows by a share every day. The smaller one holds.
// Days are those at +08:00. Take counts emails before they are sent. It is exact under races, and a key makes its repetition harmless: the
// counter and the key are written in one transaction. The allowance of a sending account (module sender) holds beside it.
//
// # Keys
//
// Table campaign: ESND#<id>, ESNDN#<tenant>, L#emailsender.
package emailsender

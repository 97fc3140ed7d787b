// Package domain owns the domains that customers send email from and that links lead through: which records the owner of a domain
// publishes, whether they are there, and what may be done with the domain.
//
// # Proof
//
// A name belongs to the customer that publishes a random text of ours below it. Several customers may add a name; the first whose text
// is found gets it, and the others are refused. Nothing else of a domain counts before that.
//
// # States
//
// A domain is pending until every required record is there, then verified. It is failing when a record of a verified domain is
// missing or wrong, and expired when that lasts longer than domain.grace.days, or when it was pending longer than
// domain.pending.days. An expired domain gives its name free. A question without an answer changes nothing.
//
// Emails need less than a verified domain: the proof, the DKIM records, and a provider that has found them (Domain.Sending).
//
// # Checks
//
// Name servers and providers are asked by tasks of queue job alone. A check is due after the creation, ever less often while the
// domain is pending, and once a day after that; a user can ask for one at once.
//
// # Keys
//
// Table campaign: DOM#<id>, DOMNAME#<name>, DOMTENANT#<tenant>, DOMDAY#<tenant>/<day>, L#domain.
package domain

// Package template owns message templates: written by a customer, reviewed by staff, then by the provider.
//
// # Registration
//
// The provider knows a template by a unique name of ours with its language. The intent to register is written before
// the call. A worker that finds an intent looks for the template by its name first. So a lost answer never makes a
// second template. Only the job function holds the provider's key.
//
// A webhook about a template makes us ask the provider. Its content counts only when the provider does not answer.
// Pending templates are asked about ever less often. The customer is told after three days (template.review.days). A
// user can ask at once.
//
// # What may be sent
//
// A row for each provider name and language says whether it may be sent. It exists also for templates made elsewhere.
// It is a condition of every transaction that lets an order send. When it worsens, active orders of that name pause
// with a reason that names the template.
//
// An order keeps the template as it was when priced. An approved template is copied, never edited. A customer cannot
// take the provider name of another customer's template.
//
// # Values
//
// The places of values are found once: in body and header, at the end of a button's address, and in a code. A value in
// an address is escaped. A value is one line.
//
// A template of a code (AUTHENTICATION) uses WhatsApp's texts. The stored text is shown and never registered. The code
// goes into text and button.
//
// # Limits
//
// A person submits at most template.daily templates a day at +08:00, counted in the transaction.
//
// # Keys
//
// Table campaign: TPL#<id>, TPLREF#<name>/<language>, TPLDAY#<user>, L#template.
package template

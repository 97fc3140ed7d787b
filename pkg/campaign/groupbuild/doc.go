// Package groupbuild makes groups step by step. It is the engine of order kinds with groups as targets, as dispatch is for
// recipients. A kind gives a blueprint: audience, sizes, staff, names, description, greeting, picture.
//
// # Plan
//
// The audience is written down in rows of 20,000 people before it is dealt out, so a repeated plan deals out the same
// people. Each group is a row under a revision, with its people packed in it and a state for each.
//
// # Steps
//
// The steps of a group follow from its order and its provider: make, add people, promote, mute, describe, set the
// picture, fetch the link, greet. A message of the queue build drives one group. It writes the intent, reads the order
// again, and calls the provider once. Twenty groups of an order are on the queue at a time; a finished group enqueues
// the next. A step is put off at most 12 times.
//
// # Doubt
//
// A call without a clear answer leaves a doubt. The group is asked about. A provider that knows our reference may
// repeat every call. WhatsApp does not: a group is made under a unique working name, by which a lost creation is
// found. One that is not found stays in doubt and is never made again by itself. Staff end a doubt, and say "not made"
// only after the provider was asked again. The customer's statement is a proposal.
//
// # Callbacks
//
// A callback makes us ask about the group. One statement is believed: that a group was not made. It must be signed and
// name the call or the group, and no group of that name may exist.
//
// # End of an order
//
// A group under construction is ended as it stands, with a note. The provider is asked for its members first, because
// an answer may have been lost. Until they are known the group is in doubt. A group is charged when a person is in it
// or can join by its link.
//
// # Joining
//
// Where joining needs approval, the order's own people are approved and all others rejected. Numbers are compared in
// the form that WhatsApp uses.
//
// # Keys
//
// Table campaign: O#<order> with A# (audience), P# (plan), G# (groups); GROUP#<provider>#<id>, which finds a group by
// the provider's name.
package groupbuild

// Package inbox owns conversations: what recipients write and what customers reply.
//
// # Answers
//
// An answer belongs to the customer with the newest order that wrote to the number, on that sender. An answer that
// quotes or follows a reply of ours belongs to its conversation, also when a newer order exists. A message is taken
// once by the provider's id, and the thread is in the order of time. Ids of an order's messages are not stored, so
// quoting one of those decides nothing. Messages expire after a year.
//
// Files of recipients are fetched through the adapter, within a limit of bytes. Users get a presigned link that only
// saves. Addresses of pictures are fetched from the gateway with sign-in, and from configured hosts without it.
//
// # Replies
//
// A reply is a row before it is sent. The intent is doubt, and only a certain refusal lifts it. Nothing is sent again
// by itself. Within WhatsApp's 24 hours text and pictures are free. Later only a template may be sent. A template, and
// each part of a short message, costs the price of one message: reserved with the row, charged on arrival or at the
// deadline, returned when it failed or stayed unknown.
//
// A reply after a day of silence counts as a send. It is checked for hours, consent, cap and suppression when it is
// made and again before the call. A lock of the customer ends waiting replies.
//
// A reply can quote a message: a recipient's by its own id, one of ours by the provider's id, which is kept when the
// provider accepts it.
//
// # Contacts and notes
//
// The name of a contact is what a user wrote, else that of its contact list, else that of its profile. Tags are free. An
// internal note lies in the thread as a message without a state, so nothing sends it.
//
// Receipts of replies have a reference that begins with "inbox.".
//
// # Assignment
//
// The assignee sees a conversation as long as it is assigned: a user of the customer's family, the customer's agent,
// or staff. Live messages go to owner, agent and assignee.
//
// # Keys
//
// Table campaign: CONV#<id> (C, M#), CONVID#<id>, CONVREF#<tenant>#<sender>, CONVOUT#<sender>, CONVWA#<provider's id>,
// L#inbox.
package inbox

// Package webhook receives the providers' callbacks. A Router verifies a call, parses it into events and passes the
// events to the receivers of their kinds: sending, inbox, templates, groups, senders and calls.
//
// The receivers are one list in pkg/app (Env.Webhooks). Their order is the order in which the events of a call are
// handled. A receiver only queues its events, because the webhook's function may write to queues and to nothing else.
// An error of a receiver makes the provider repeat the call, so every receiver accepts repetitions.
//
// An event whose kind has no receiver is an error and never lost silently. TestEveryEventHasAReceiver holds that the
// list of pkg/app has a receiver for every kind.
package webhook

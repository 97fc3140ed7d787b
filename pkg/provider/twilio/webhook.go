package twilio

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"herald/pkg/provider"
)

const signatureHeader = "X-Twilio-Signature"

// Wellformed reports a form about a message.
func (a *Adapter) Wellformed(c *provider.Callback) bool {
	return provider.FormWith(c.Body, "MessageSid", "SmsSid")
}

// Verify checks the signature of the gateway (provider.SignedForm).
func (a *Adapter) Verify(_ context.Context, c *provider.Callback) bool {
	return provider.SignedForm(a.cfg.AuthTokens, a.address(c.Query), c.Header(signatureHeader), c.Body)
}

func (a *Adapter) address(query string) string {
	if query == "" {
		return a.cfg.CallbackURL
	}
	return a.cfg.CallbackURL + "?" + query
}

// Challenge: the gateway checks no address.
func (a *Adapter) Challenge(func(string) string) (string, bool) { return "", false }

// states of a message; one that is not here tells nothing of what became of it.
var states = map[string]provider.ReceiptState{
	"sent": provider.ReceiptSent, "delivered": provider.ReceiptArrived, "read": provider.ReceiptRead,
	"failed": provider.ReceiptFailed, "undelivered": provider.ReceiptFailed, "canceled": provider.ReceiptFailed,
}

// passing states are on the way, and of no interest.
var passing = []string{"queued", "accepted", "scheduled", "sending", "receiving"}

// Parse reads a status callback, or a message of a recipient.
func (a *Adapter) Parse(_ context.Context, c *provider.Callback) (ev provider.Events, err error) {
	form, err := url.ParseQuery(string(c.Body))
	if err != nil {
		return ev, fmt.Errorf("twilio: callback is no form: %w", err)
	}
	status := form.Get("MessageStatus")
	if status == "" && form.Get("SmsStatus") == "received" {
		a.inbound(&ev, form)
		return ev, nil
	}
	state, known := states[status]
	switch {
	case known:
	case slices.Contains(passing, status):
		return ev, nil
	default:
		ev.Unknown++
		return ev, nil
	}
	query, err := url.ParseQuery(c.Query)
	if err != nil {
		return ev, fmt.Errorf("twilio: address of the callback: %w", err)
	}
	r := provider.Receipt{Reference: query.Get(referenceKey), ProviderID: form.Get("MessageSid"), State: state, At: a.cfg.Now().UTC()}
	if state == provider.ReceiptFailed {
		r.Code, _ = strconv.Atoi(form.Get("ErrorCode")) // a failure without a readable code is a failure
		out := of(r.Code)
		r.Stop, r.Suppress = out.Stop, out.Suppress
	}
	ev.Receipts = append(ev.Receipts, r)
	return ev, nil
}

// inbound reads a recipient's words, and what the gateway made of them where it keeps opt-outs itself.
func (a *Adapter) inbound(ev *provider.Events, form url.Values) {
	in := provider.Inbound{From: strings.TrimPrefix(form.Get("From"), "+"), To: strings.TrimPrefix(form.Get("To"), "+"), Kind: "text",
		ID: form.Get("MessageSid"), Text: form.Get("Body"), Hidden: form.Get("ButtonPayload"),
		At: a.cfg.Now().UTC()}
	if in.From == "" || len(in.From) > 15 || strings.Trim(in.From, "0123456789") != "" {
		ev.Unknown++ // a short code or a name: never a recipient of ours
		return
	}
	ev.Inbound = append(ev.Inbound, files(in, form)...)
	switch kept := in; form.Get("OptOutType") {
	case "STOP":
		kept.Stop, kept.Text, kept.Kind = true, "", ""
		ev.Inbound = append(ev.Inbound, kept)
	case "START":
		kept.Resume, kept.Text, kept.Kind = true, "", ""
		ev.Inbound = append(ev.Inbound, kept)
	}
}

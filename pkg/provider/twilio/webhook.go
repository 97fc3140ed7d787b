package twilio

import (
	"context"
	"crypto/hmac"
	"crypto/sha1" //nolint:gosec // the gateway's own signature; HMAC does not rest on collisions
	"encoding/base64"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"herald/pkg/provider"
)

const signatureHeader = "X-Twilio-Signature"

// Verify checks the HMAC over the address as the gateway called it and the fields of the form, sorted by name. The address is the
// one that we gave: what a proxy in front of us makes of it does not matter.
func (a *Adapter) Verify(_ context.Context, c *provider.Callback) bool {
	given, err := base64.StdEncoding.DecodeString(c.Header(signatureHeader))
	form, bad := url.ParseQuery(string(c.Body))
	if err != nil || bad != nil || len(given) == 0 {
		return false
	}
	valid := false
	for _, token := range a.cfg.AuthTokens {
		if token != "" {
			valid = hmac.Equal(sign(token, a.address(c.Query), form), given) || valid
		}
	}
	return valid
}

func (a *Adapter) address(query string) string {
	if query == "" {
		return a.cfg.CallbackURL
	}
	return a.cfg.CallbackURL + "?" + query
}

func sign(token, address string, form url.Values) []byte {
	mac := hmac.New(sha1.New, []byte(token))
	mac.Write([]byte(address))
	names := make([]string, 0, len(form))
	for name := range form {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		values := slices.Clone(form[name])
		slices.Sort(values)
		for _, v := range slices.Compact(values) {
			mac.Write([]byte(name + v))
		}
	}
	return mac.Sum(nil)
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
	in := provider.Inbound{From: strings.TrimPrefix(form.Get("From"), "+"), To: strings.TrimPrefix(form.Get("To"), "+"), Kind: "text", ID: form.Get("MessageSid"), Text: form.Get("Body"),
		At: a.cfg.Now().UTC()}
	if in.From == "" || len(in.From) > 15 || strings.Trim(in.From, "0123456789") != "" {
		ev.Unknown++ // a short code or a name: nobody that we wrote to
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

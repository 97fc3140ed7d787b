package smtp

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/mail"
	"strconv"
	"time"

	"herald/pkg/provider"
)

// Headers of a posted message.
const (
	signatureHeader = "X-Herald-Signature"
	timestampHeader = "X-Herald-Timestamp"
	oldest          = 5 * time.Minute // of a post: who replays an older one gains nothing
)

// Challenge: a mail server asks nothing.
func (a *Adapter) Challenge(func(string) string) (string, bool) { return "", false }

// Wellformed reports a message in the form of RFC 5322.
func (a *Adapter) Wellformed(c *provider.Callback) bool {
	m, err := mail.ReadMessage(bytes.NewReader(c.Body))
	return err == nil && (m.Header.Get("From") != "" || m.Header.Get("Return-Path") != "" || m.Header.Get("Content-Type") != "")
}

// Verify checks that the mail server of the return path posted the message: an HMAC-SHA256 over the time, a dot and the body with one of
// the secrets, written "v1=<hexadecimal>", and a time of the last five minutes.
func (a *Adapter) Verify(_ context.Context, c *provider.Callback) bool {
	at := c.Header(timestampHeader)
	seconds, err := strconv.ParseInt(at, 10, 64)
	if err != nil || a.cfg.Now().Sub(time.Unix(seconds, 0)).Abs() > oldest {
		return false
	}
	given, valid := []byte(c.Header(signatureHeader)), false
	for _, secret := range a.cfg.Secrets {
		if secret != "" {
			valid = hmac.Equal([]byte(sign(secret, at, c.Body)), given) || valid
		}
	}
	return valid
}

func sign(secret, timestamp string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "."))
	mac.Write(body)
	return "v1=" + hex.EncodeToString(mac.Sum(nil))
}

// Parse reads a message of the return path: a delivery status notification (RFC 3464), a complaint (RFC 5965), or a mail server's
// words. Answers of people and machines, and what is not about an email of ours, are counted.
func (a *Adapter) Parse(_ context.Context, c *provider.Callback) (ev provider.Events, err error) {
	report, err := readReport(c.Body)
	if err != nil {
		return ev, err
	}
	r := provider.Receipt{At: a.cfg.Now().UTC()}
	for _, from := range report.about {
		if r.Reference = a.mark.reference(from); r.Reference != "" {
			break
		}
	}
	if r.Reference == "" {
		ev.Unknown++
		return ev, nil
	}
	r.ProviderID = a.mark.messageID(r.Reference)
	switch {
	case report.complaint:
		r.State, r.Code, r.Suppress = provider.ReceiptComplained, complained, true
	case report.action == "failed":
		r.State, r.Code = provider.ReceiptFailed, report.code()
		r.Bounce, r.Stop = provider.EnhancedBounce(r.Code), unproven(r.Code, report.words)
		if r.Stop {
			r.Bounce = provider.Soft
		}
	case report.action == "delivered" || report.action == "relayed" || report.action == "expanded":
		r.State = provider.ReceiptArrived
	default: // delayed: the mail server tries on
		ev.Unknown++
		return ev, nil
	}
	ev.Receipts = append(ev.Receipts, r)
	return ev, nil
}

package telephony

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"herald/pkg/kit/outbound"
	"herald/pkg/provider"
)

// Wellformed reports a form about a call.
func (a *Adapter) Wellformed(c *provider.Callback) bool { return provider.FormWith(c.Body, "CallSid") }

// Verify checks the provider's signature of a status callback (provider.SignedForm).
func (a *Adapter) Verify(_ context.Context, c *provider.Callback) bool { return a.VerifyAt("", c) }

// VerifyAt checks that of a call to an address below: AnswerPath or GatherPath.
func (a *Adapter) VerifyAt(path string, c *provider.Callback) bool {
	address := a.cfg.CallbackURL + path
	if c.Query != "" {
		address += "?" + c.Query
	}
	return provider.SignedForm(a.cfg.AuthTokens, address, c.Header(signatureHeader), c.Body)
}

// Challenge: the provider checks no address.
func (a *Adapter) Challenge(func(string) string) (string, bool) { return "", false }

// Reference is our reference of an authentic callback.
func Reference(c *provider.Callback) string { return given(c, referenceKey) }

// given is a parameter of our address, as we gave it.
func given(c *provider.Callback, key string) string {
	query, err := url.ParseQuery(c.Query)
	if err != nil {
		return ""
	}
	return query.Get(key)
}

// ends are the failures of unanswered calls, by status.
var ends = map[string]int{"busy": codeBusy, "no-answer": codeNoAnswer, "canceled": codeCanceled, "failed": codeFailed}

// passing states are on the way, and of no interest.
var passing = []string{"queued", "initiated", "ringing"}

// Parse reads a status callback.
func (a *Adapter) Parse(_ context.Context, c *provider.Callback) (ev provider.Events, err error) {
	form, err := url.ParseQuery(string(c.Body))
	if err != nil {
		return ev, fmt.Errorf("voice: callback is no form: %w", err)
	}
	r := provider.Receipt{Reference: Reference(c), ProviderID: form.Get("CallSid"), At: a.eventOf(form.Get("Timestamp")),
		Call: &provider.CallFact{By: answerer(form.Get("AnsweredBy"))}}
	r.Limit, _ = strconv.Atoi(given(c, limitKey)) // ours: without one a line is free by itself
	switch status := form.Get("CallStatus"); status {
	case "in-progress":
		r.State = provider.ReceiptArrived
	case "completed":
		r.State = provider.ReceiptRead
		if r.Call.Seconds, err = strconv.Atoi(form.Get("CallDuration")); err != nil || r.Call.Seconds < 0 {
			return ev, fmt.Errorf("voice: CallDuration %.20q", form.Get("CallDuration"))
		}
		ev.Ended = append(ev.Ended, provider.CallEnded{Reference: r.Reference, ProviderID: r.ProviderID})
	default:
		code, failed := ends[status]
		if !failed {
			if !slices.Contains(passing, status) {
				ev.Unknown++
			}
			return ev, nil
		}
		r.State, r.Code = provider.ReceiptFailed, code
		if sip, err := strconv.Atoi(form.Get("SipResponseCode")); err == nil && status == "failed" && sip > 0 && sip < 1000 {
			r.Code = sip
		}
	}
	ev.Receipts = append(ev.Receipts, r)
	return ev, nil
}

// eventOf is a time given by the provider; now for one that cannot be read or lies ahead.
func (a *Adapter) eventOf(text string) time.Time {
	now := a.cfg.Now().UTC()
	if at, err := time.Parse(time.RFC1123Z, text); err == nil && at.Before(now) {
		return at.UTC()
	}
	return now
}

func answerer(by string) provider.Answerer {
	switch by {
	case "human":
		return provider.Human
	case "machine_start", "machine_end_beep", "machine_end_silence", "machine_end_other", "fax":
		return provider.Machine
	}
	return provider.AnswererUnknown
}

// Speech is what a person pressed or said.
func Speech(c *provider.Callback) (digits, speech string) {
	form, err := url.ParseQuery(string(c.Body))
	if err != nil {
		return "", ""
	}
	return form.Get("Digits"), form.Get("SpeechResult")
}

// Script is what a call does.
type Script = provider.Script

// Reference, Speech and Goodbye are for callers that use the adapter as a provider.Dialler.
func (a *Adapter) Reference(c *provider.Callback) string { return Reference(c) }

func (a *Adapter) Speech(c *provider.Callback) (digits, speech string) { return Speech(c) }

// Again reports whether the provider asks because it could not deliver a pressed key or speech to us: the
// announcement was already played. The failed call is then one to our own address for answers.
func (a *Adapter) Again(c *provider.Callback) bool {
	form, err := url.ParseQuery(string(c.Body))
	if err != nil {
		return false
	}
	address, _, asked := strings.Cut(form.Get("ErrorUrl"), "?")
	return asked && address == a.cfg.CallbackURL+provider.GatherPath
}

func (a *Adapter) Goodbye() []byte { return Goodbye() }

// listenTime is how long the provider waits for an answer, in seconds.
const listenTime = 6

// keyTime is how long a call that only plays still takes a key after its recording, in seconds: the least that the provider knows.
const keyTime = 1

// ListenSeconds is what listening adds to a call at most.
const ListenSeconds = listenTime + 4

// Document is the script as the provider reads it.
func (a *Adapter) Document(s provider.Script) []byte {
	var b bytes.Buffer
	text := func(t string) string {
		var e bytes.Buffer
		_ = xml.EscapeText(&e, []byte(t)) // a buffer takes everything
		return e.String()
	}
	b.WriteString(xml.Header + "<Response>")
	play := "<Play>" + text(s.Recording) + "</Play>"
	// No key ends a Gather, or # would be that key and never be reported.
	gather := func(input, language string, timeout int) {
		fmt.Fprintf(&b, `<Gather input="%s" numDigits="1" finishOnKey="" timeout="%d"%s method="POST" action="%s">%s</Gather>`, input, timeout,
			language, text(a.at(provider.GatherPath, s.Reference)), play)
	}
	switch {
	case s.Listens:
		gather("dtmf speech", ` language="`+text(s.Language)+`"`, listenTime)
	case s.Keys:
		gather("dtmf", "", keyTime)
	default:
		b.WriteString(play)
	}
	b.WriteString("<Hangup/></Response>")
	return b.Bytes()
}

// Goodbye ends a call.
func Goodbye() []byte { return []byte(xml.Header + "<Response><Hangup/></Response>") }

// HungUp asks who ended a call. done is false while the provider does not know it yet. Without insights it stays
// unknown.
func (a *Adapter) HungUp(ctx context.Context, callID string) (by provider.Party, done bool, err error) {
	if a.insights == nil {
		return provider.PartyUnknown, true, nil
	}
	got, err := a.insights.Do(ctx, outbound.Call{Method: http.MethodGet, Path: "/v1/Voice/" + url.PathEscape(callID) + "/Summary",
		Header: a.header})
	if err != nil {
		return by, false, err
	}
	if got.Status == http.StatusNotFound {
		return by, false, nil
	}
	var s struct {
		State      string `json:"processing_state"`
		Properties struct {
			By string `json:"disconnected_by"`
		} `json:"properties"`
	}
	if got.Status/100 != 2 || json.Unmarshal(got.Body, &s) != nil {
		return by, false, fmt.Errorf("voice: summary: HTTP %d %.200s", got.Status, got.Body)
	}
	switch s.Properties.By {
	case "callee":
		by = provider.Callee
	case "caller":
		by = provider.Caller
	}
	return by, s.State == "complete", nil
}

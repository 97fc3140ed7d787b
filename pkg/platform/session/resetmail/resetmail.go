// Package resetmail sends the email with a link to a new password. Package session makes the link and queues the email; the function that
// has the keys of the email provider sends it.
package resetmail

import (
	"encoding/json"
	"fmt"
	"html"
	"strings"
	"time"

	"herald/pkg/kit/clock"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/queue"
)

// Queue and kind of the task.
const (
	Queue = "send"
	Task  = "session.resetmail"
)

// group is that of all tasks, so that a flood of them delays only each other (fair queues).
const group = "session"

// Request is an email that is to be sent. One without To is for an account that gets none, and is dropped: what is queued is alike for
// every account.
type Request struct {
	ID      string    `json:"id"`
	To      string    `json:"to,omitempty"`
	From    string    `json:"from"`
	Lang    string    `json:"lang,omitempty"` // of the account
	Login   string    `json:"login"`
	Link    string    `json:"link"`
	Address string    `json:"address"` // where the link was requested from
	At      time.Time `json:"at"`
	Until   time.Time `json:"until"` // end of the link
}

// Message is the task of a request.
func (w *Request) Message() queue.Message { return queue.New(Task, group, w) }

// Email is a complete email.
type Email struct {
	Reference, From, FromName, To, Subject, Text, HTML string
}

// Read gives the request of a task; false when nothing is to be sent: there is no recipient, or the link has ended.
func Read(m queue.Message, now time.Time) (w Request, send bool, err error) {
	if err := json.Unmarshal(m.Body, &w); err != nil {
		return w, false, fmt.Errorf("resetmail: task: %w", err)
	}
	return w, w.To != "" && w.Until.After(now), nil
}

const product = "Herald"

// Write makes the email. It has one link, no pictures and no tracking.
func (w *Request) Write(texts *i18n.Catalogue) *Email {
	lang := i18n.Choose(w.Lang, "")
	text := func(key string) string {
		return texts.Text(lang, key, map[string]any{"login": w.Login, "address": w.Address,
			"minutes": int(w.Until.Sub(w.At) / time.Minute), "time": w.At.In(clock.China).Format("2006-01-02 15:04") + " (UTC+08:00)"})
	}
	subject := text("session.mailSubject")
	before, after := text("session.mailText"), []string{text("session.mailExpiry"), text("session.mailAsked"), text("session.mailIgnore")}
	paragraph := func(text string) string { return "<p>" + html.EscapeString(text) + "</p>\n" }
	var b strings.Builder
	b.WriteString(`<!doctype html><html lang="` + strings.ReplaceAll(string(lang), "_", "-") + `"><head><meta charset="utf-8"><title>` +
		html.EscapeString(subject) + `</title></head><body style="font-family:sans-serif;line-height:1.5">` + "\n" + paragraph(before))
	b.WriteString(`<p><a href="` + html.EscapeString(w.Link) + `">` + html.EscapeString(text("session.mailButton")) + "</a></p>\n")
	for _, line := range after {
		b.WriteString(paragraph(line))
	}
	b.WriteString("</body></html>\n")
	return &Email{Reference: "reset-" + w.ID, From: w.From, FromName: product, To: w.To, Subject: subject, HTML: b.String(),
		Text: strings.Join(append([]string{before, w.Link}, after...), "\n\n") + "\n"}
}

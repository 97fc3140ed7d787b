package lowbalance

import (
	"encoding/json"
	"fmt"
	"html"
	"strings"
	"time"

	"herald/pkg/kit/i18n"
	"herald/pkg/kit/queue"
)

// Queue and kind of the task that sends the email of an alert.
const (
	Queue = "send"
	Task  = "lowbalance.mail"
)

// mailLife is how long after a crossing its email is worth sending.
const mailLife = 24 * time.Hour

// Mail is an email that is to be sent once.
type Mail struct {
	User  string            `json:"user"`
	Key   string            `json:"key"` // claims the email
	To    string            `json:"to"`
	From  string            `json:"from"`
	Lang  string            `json:"lang,omitempty"`
	Link  string            `json:"link"`
	Args  map[string]string `json:"args"`
	Until time.Time         `json:"until"`
}

func (m *Mail) message() queue.Message { return queue.New(Task, "lowbalance", m) }

// ReadMail gives the email of a task; false when it is too late for it.
func ReadMail(m queue.Message, now time.Time) (mail Mail, isDue bool, err error) {
	if err := json.Unmarshal(m.Body, &mail); err != nil {
		return mail, false, fmt.Errorf("lowbalance: task: %w", err)
	}
	return mail, mail.Until.After(now), nil
}

// Text is the email in the language of its user. It has one link, no pictures and no tracking.
func (m *Mail) Text(texts *i18n.Catalogue) (subject, text, page string) {
	lang := i18n.Choose(m.Lang, "")
	args := map[string]any{}
	for name, value := range m.Args {
		args[name] = value
	}
	say := func(key string) string { return texts.Text(lang, key, args) }
	subject = say("lowbalance.title")
	body, button := say("lowbalance.text"), say("lowbalance.button")
	page = `<!doctype html><html lang="` + strings.ReplaceAll(string(lang), "_", "-") + `"><head><meta charset="utf-8"><title>` +
		html.EscapeString(subject) + `</title></head><body style="font-family:sans-serif;line-height:1.5"><p>` + html.EscapeString(body) +
		`</p><p><a href="` + html.EscapeString(m.Link) + `">` + html.EscapeString(button) + "</a></p></body></html>\n"
	return subject, body + "\n\n" + m.Link + "\n", page
}

package sessim

import (
	"regexp"
	"strings"

	"herald/localstack/simulators/sim"
)

const instant = "2006-01-02T15:04:05.000Z"

// failures are the events of emails that do not arrive, by the code of the outcome.
var failures = map[sim.Code]struct {
	event, kind, sub, status, words string
}{
	"hard":            {"Bounce", "Permanent", "NoEmail", "5.1.1", "smtp; 550 5.1.1 user unknown"},
	"full":            {"Bounce", "Transient", "MailboxFull", "4.2.2", "smtp; 452 4.2.2 mailbox full"},
	"undetermined":    {"Bounce", "Undetermined", "Undetermined", "", ""},
	"suppressed":      {"Bounce", "Permanent", "Suppressed", "5.1.1", "Amazon SES has suppressed sending to this address."},
	"onlist":          {"Bounce", "Permanent", "OnAccountSuppressionList", "", "Amazon SES did not send the message to this address."},
	"unauthenticated": {"Bounce", "Permanent", "General", "5.7.515", "smtp; 550 5.7.515 Access denied, the domain does not meet the level"},
	"reject":          {"Reject", "", "", "", ""},
	"rendering":       {"Rendering Failure", "", "", "", ""},
}

// events is the notification of an event. SNS posts one at a time, so further receipts get calls of their own.
func (s *Sim) events(receipts []sim.Receipt) []byte {
	for _, r := range receipts[1:] {
		if body := s.event(r); body != nil {
			s.Send("", body)
		}
	}
	return s.event(receipts[0])
}

func (s *Sim) event(r sim.Receipt) []byte {
	tags := tagsOf(r.Message.Reference)
	if tags["ses:configuration-set"] == "" {
		return nil // without a configuration set nothing is published
	}
	lists := map[string][]string{}
	for name, value := range tags {
		lists[name] = []string{value}
	}
	at := r.At.UTC().Format(instant)
	out := map[string]any{"eventType": r.Status, "mail": map[string]any{"timestamp": r.Message.AcceptedAt.UTC().Format(instant),
		"source": r.Message.Type, "sendingAccountId": "000000000000", "messageId": r.Message.ID, "destination": []string{r.Message.To},
		"headersTruncated": false, "headers": []any{}, "commonHeaders": map[string]any{"subject": r.Message.Body}, "tags": lists}}
	switch r.Status {
	case "Send":
		out["send"] = map[string]any{}
	case "Delivery":
		out["delivery"] = map[string]any{"timestamp": at, "processingTimeMillis": 300, "recipients": []string{r.Message.To},
			"smtpResponse": "250 2.6.0 Message received", "reportingMTA": "a8-70.smtp-out.amazonses.com"}
	case "Complaint":
		out["complaint"] = map[string]any{"complainedRecipients": []any{map[string]string{"emailAddress": r.Message.To}}, "timestamp": at,
			"feedbackId": r.Message.ID, "complaintFeedbackType": "abuse", "userAgent": "Yahoo!-Mail-Feedback/2.0"}
	case "Open":
		out["open"] = map[string]any{"ipAddress": "192.0.2.1", "timestamp": at, "userAgent": agent}
	case "Click":
		out["click"] = map[string]any{"ipAddress": "192.0.2.1", "timestamp": at, "userAgent": agent, "link": s.link(r.Message.ID)}
	case "Bounce":
		s.fail(out, &r, "hard", at)
	case failed:
		s.fail(out, &r, r.Code, at)
	}
	s.mail.Note(via, r.Message.ID, out["eventType"].(string))
	return s.topic.Event(out, r.At)
}

func (s *Sim) fail(out map[string]any, r *sim.Receipt, code sim.Code, at string) {
	f, known := failures[code]
	if !known {
		f = failures["hard"]
		f.status, f.words = string(code), "smtp; 550 "+string(code)+" scripted"
		if strings.HasPrefix(string(code), "4") {
			f.kind, f.sub = "Transient", "General"
		}
	}
	out["eventType"] = f.event
	switch f.event {
	case "Bounce":
		one := map[string]string{"emailAddress": r.Message.To, "action": "failed"}
		if f.status != "" {
			one["status"] = f.status
		}
		if f.words != "" {
			one["diagnosticCode"] = f.words
		}
		out["bounce"] = map[string]any{"bounceType": f.kind, "bounceSubType": f.sub, "bouncedRecipients": []any{one}, "timestamp": at,
			"feedbackId": r.Message.ID, "reportingMTA": "dsn; a8-70.smtp-out.amazonses.com"}
	case "Reject":
		out["reject"] = map[string]string{"reason": "Bad content"}
	case "Rendering Failure":
		out["failure"] = map[string]string{"errorMessage": "Attribute 'name' is not present in the rendering data.", "templateName": "t"}
	}
}

const agent = "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0"

var link = regexp.MustCompile(`(?i)href="(https?://[^"]+)"|(https?://[^\s<>"]+)`)

// link is the first address in an email, which its recipient clicks.
func (s *Sim) link(id string) string {
	if m, ok := s.mail.Of(via, id); ok {
		for _, text := range []string{m.HTML, m.Text} {
			if found := link.FindStringSubmatch(text); found != nil {
				return strings.ReplaceAll(found[1]+found[2], "&amp;", "&")
			}
		}
	}
	return "https://example.com/"
}

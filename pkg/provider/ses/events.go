package ses

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"slices"
	"time"

	"herald/pkg/kit/sns"
	"herald/pkg/provider"
)

// Challenge: the service asks by a signed call (see Parse).
func (a *Adapter) Challenge(func(string) string) (string, bool) { return "", false }

// Wellformed reports a notification of SNS.
func (a *Adapter) Wellformed(c *provider.Callback) bool { return sns.Wellformed(c.Body) }

// Verify checks that SNS signed the notification and that it comes from a topic of ours.
func (a *Adapter) Verify(ctx context.Context, c *provider.Callback) bool {
	return a.topics.Verify(ctx, c.Body)
}

// event is what the event destination of a configuration set publishes. Notifications of an identity have notificationType instead
// and no tags: they say what the events say already, and are not read.
type event struct {
	Type string `json:"eventType"`
	Mail struct {
		Timestamp time.Time           `json:"timestamp"`
		MessageID string              `json:"messageId"`
		Tags      map[string][]string `json:"tags"`
	} `json:"mail"`
	Bounce struct {
		Type       string      `json:"bounceType"`
		SubType    string      `json:"bounceSubType"`
		Recipients []recipient `json:"bouncedRecipients"`
		Timestamp  time.Time   `json:"timestamp"`
	} `json:"bounce"`
	Complaint struct {
		SubType   string    `json:"complaintSubType"`
		Timestamp time.Time `json:"timestamp"`
	} `json:"complaint"`
	Delivery struct {
		Timestamp time.Time `json:"timestamp"`
	} `json:"delivery"`
	Open  action `json:"open"`
	Click action `json:"click"`

	Subscription struct {
		Timestamp time.Time `json:"timestamp"`
		Now       struct {
			All bool `json:"unsubscribeAll"`
		} `json:"newTopicPreferences"`
	} `json:"subscription"`
}

type recipient struct {
	Status     string `json:"status"`
	Diagnostic string `json:"diagnosticCode"`
}

type action struct {
	Timestamp time.Time `json:"timestamp"`
	UserAgent string    `json:"userAgent"`
	Link      string    `json:"link"`
}

// Parse reads a verified notification: an event, or the question whether the topic may send.
func (a *Adapter) Parse(ctx context.Context, c *provider.Callback) (ev provider.Events, err error) {
	n, ok, err := a.topics.Read(ctx, c.Body)
	if err != nil || n.Type == sns.Subscription {
		return ev, err
	}
	var e event
	if !ok || json.Unmarshal([]byte(n.Message), &e) != nil || e.Type == "" {
		ev.Unknown++
		return ev, nil
	}
	a.event(&ev, &e)
	return ev, nil
}

// event adds one event. Other recipients than one cannot be, because each email has one; a second one in a bounce says nothing new.
func (a *Adapter) event(ev *provider.Events, e *event) {
	r := provider.Receipt{Reference: referenceOf(e.Mail.Tags), ProviderID: e.Mail.MessageID}
	switch e.Type {
	case "Send":
		r.State, r.At = provider.ReceiptSent, e.Mail.Timestamp
	case "Delivery":
		r.State, r.At = provider.ReceiptArrived, e.Delivery.Timestamp
	case "Bounce":
		r.State, r.At = provider.ReceiptFailed, e.Bounce.Timestamp
		r.Code, r.Bounce = bounced(e)
		r.Stop = provider.Unauthenticated(r.Code)
	case "Complaint":
		r.State, r.At, r.Code, r.Suppress = provider.ReceiptComplained, e.Complaint.Timestamp, numberOf(complaint), true
		if e.Complaint.SubType == onAccountList { // the service did not send it, because the recipient complained earlier
			r.State, r.Code, r.Bounce = provider.ReceiptFailed, numberOf(onAccountList), provider.Blacklist
		}
	case "Reject":
		r.State, r.At, r.Code = provider.ReceiptFailed, e.Mail.Timestamp, numberOf(rejected)
	case "Rendering Failure": // every email of the order meets it
		r.State, r.At, r.Code, r.Stop = provider.ReceiptFailed, e.Mail.Timestamp, numberOf(rendering), true
	case "Subscription":
		if !e.Subscription.Now.All {
			return
		}
		// To end a subscription the recipient has to have the email.
		r.State, r.At, r.Code, r.Suppress = provider.ReceiptArrived, e.Subscription.Timestamp, numberOf(unsubscribed), true
	case "Open", "Click":
		act := e.Open
		if e.Type == "Click" {
			act = e.Click
		}
		if e.Type == "Click" && act.Link == "" {
			ev.Unknown++
			return
		}
		ev.Actions = append(ev.Actions, provider.Interaction{Reference: r.Reference, At: a.topics.Time(act.Timestamp), Link: act.Link,
			UserAgent: act.UserAgent})
		return
	default: // DeliveryDelay too: the service tries on, and says later what became of it
		ev.Unknown++
		return
	}
	r.At = a.topics.Time(r.At)
	ev.Receipts = append(ev.Receipts, r)
}

// bounced is the number and the kind of a bounce: permanent ones are hard, others soft, and those of a suppression list were not sent
// at all. One that refuses the sender's authentication says nothing about the address, so it is soft. The number is the enhanced
// status code, when the mail server gave one.
func bounced(e *event) (code int, b provider.Bounce) {
	if slices.Contains([]string{suppressed, onAccountList, onTenantList}, e.Bounce.SubType) {
		return numberOf(e.Bounce.SubType), provider.Blacklist
	}
	for _, r := range e.Bounce.Recipients {
		if code = provider.EnhancedCode(r.Status); code == 0 {
			code = provider.EnhancedIn(r.Diagnostic)
		}
		if code != 0 {
			break
		}
	}
	b = provider.Soft
	if e.Bounce.Type == "Permanent" && !provider.Unauthenticated(code) {
		b = provider.Hard
	}
	switch {
	case code != 0:
	case b == provider.Hard:
		code = numberOf(noDetail)
	default:
		code = numberOf(softNoDetail)
	}
	return code, b
}

// referenceOf reads our reference from the tags of an event; empty for an email of others.
func referenceOf(tags map[string][]string) string {
	if len(tags[ReferenceTag]) != 1 {
		return ""
	}
	text, err := base64.RawURLEncoding.DecodeString(tags[ReferenceTag][0])
	if err != nil {
		return ""
	}
	return string(text)
}

package call

import (
	"context"
	"reflect"
	"strings"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/credit/price"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
)

// Types of calls and of their expiry.
const (
	Play        = "play"
	Interactive = "interactive"
	expiresAt   = "deadline"
	expiresIn   = "hours"
)

// Request is an order as its customer writes it.
type Request struct {
	UserID      string     `json:"userId,omitempty" dynamodbav:"u,omitempty" doc:"Id of the customer to order for, for staff and agents. The customer pays, and its prices and limits apply."`
	APIOrderID  string     `json:"apiOrderId,omitempty" maxLength:"64" dynamodbav:"ai,omitempty" doc:"The customer's own id of the order. A second order with the same id is not made."`
	Name        string     `json:"name" maxLength:"50" dynamodbav:"n" example:"Ramadan"`
	GroupID     string     `json:"groupId,omitempty" dynamodbav:"g,omitempty" doc:"Id of a contact list. Either groupId or fileId is required."`
	FileID      string     `json:"fileId,omitempty" dynamodbav:"f,omitempty" doc:"Id of an uploaded contact file."`
	CountryCode string     `json:"countryCode,omitempty" dynamodbav:"co" example:"ID" doc:"Country code of the recipients, one of the setting call.countries."`
	RecordingID string     `json:"recordingId,omitempty" dynamodbav:"r" doc:"Id of the recording to play. It must be ready."`
	Language    string     `json:"language,omitempty" maxLength:"10" dynamodbav:"l,omitempty" example:"id-ID" doc:"Language of speech recognition. Default: the recording's language."`
	CallType    string     `json:"callType,omitempty" enum:"play,interactive," dynamodbav:"ct,omitempty" doc:"play: plays the recording, and the stop key works. interactive: also recognizes pressed keys and spoken words."`
	Intents     []Intent   `json:"intents,omitempty" maxItems:"10" dynamodbav:"in,omitempty" doc:"Intents of an interactive call: the meaning of keys and words."`
	ExpiryType  string     `json:"expiryType,omitempty" enum:"none,deadline,hours," dynamodbav:"et,omitempty"`
	Deadline    *time.Time `json:"deadline,omitempty" dynamodbav:"dl,omitempty" doc:"Deadline of expiryType deadline, at most 7 days after the start. No call starts after it."`
	Hours       int        `json:"hours,omitempty" minimum:"0" maximum:"168" dynamodbav:"h,omitempty" doc:"Hours of expiryType hours, counted from the first call. No call starts later."`
	StartTime   *time.Time `json:"startTime,omitempty" dynamodbav:"st,omitempty" doc:"Start time: not in the past, at most order.appointment.far.days ahead. Default: now."`
	Remark      string     `json:"remark,omitempty" maxLength:"255" dynamodbav:"rm,omitempty"`

	price.Expected
}

// Intent is what an answer means: a key, a word, or both.
type Intent struct {
	Digit string `json:"digit,omitempty" maxLength:"1" dynamodbav:"d,omitempty" example:"1" doc:"Key: 0 to 9, * or #."`
	Word  string `json:"word,omitempty" maxLength:"40" dynamodbav:"w,omitempty" example:"ya" doc:"Word that is recognized, alone or in a sentence."`
	Label string `json:"label" maxLength:"40" dynamodbav:"l" example:"interested"`
}

// Body is the part of an order that is long. Its request follows an edit of the order; the rest is of its generation.
type Body struct {
	Gen       int     `dynamodbav:"v,omitempty"` // generation of the order that it was written with
	Request   Request `dynamodbav:"w"`
	Packs     int     `dynamodbav:"p"`           // packs that the collection had
	Sum       string  `dynamodbav:"h,omitempty"` // of the content of the recipients' file that was priced (SHA-256, hex)
	Recording string  `dynamodbav:"k"`           // where it lies
	Title     string  `dynamodbav:"t"`           // its name
	Seconds   int     `dynamodbav:"s"`           // its length
	StopKey   string  `dynamodbav:"x,omitempty"` // the key that stops further calls; empty for none
}

// bodyKey is the row beside an order that holds its Body.
func bodyKey(id string) store.Key { return order.Part(id, "CALL") }

// apiKey is the row of a customer's own id of an order, for ever.
func apiKey(tenant, id string) store.Key {
	return store.Key{Table: "campaign", PK: "APIORDER#" + tenant, SK: id}
}

// named is such a row.
type named struct {
	Order string `dynamodbav:"o"`
}

// normalize gives a request the form in which it is kept: times are UTC, and what was left out has its default.
func (w *Request) normalize() {
	w.Name, w.APIOrderID = strings.TrimSpace(w.Name), strings.TrimSpace(w.APIOrderID)
	if w.CountryCode == "" {
		w.CountryCode = "ID"
	}
	if w.CallType == "" {
		w.CallType = Play
	}
	if w.ExpiryType == "" {
		w.ExpiryType = "none"
	}
	for _, at := range []**time.Time{&w.StartTime, &w.Deadline} {
		if *at != nil {
			utc := (*at).UTC()
			*at = &utc
		}
	}
	for i := range w.Intents {
		n := &w.Intents[i]
		n.Digit, n.Word, n.Label = strings.TrimSpace(n.Digit), strings.ToLower(strings.TrimSpace(n.Word)), strings.TrimSpace(n.Label)
	}
}

// head is what every request has.
func head(w *Request) order.Basics {
	h := order.Basics{Expected: w.Expected, Name: w.Name, Country: w.CountryCode, Remark: w.Remark, StartAt: w.StartTime, Service: service}
	switch w.ExpiryType {
	case expiresAt:
		h.Until = w.Deadline
	case expiresIn:
		h.Hours = w.Hours
	}
	return h
}

// check refuses requests that are wrong for every caller.
func (w *Request) check() error {
	switch {
	case w.CallType == Interactive && len(w.Intents) == 0:
		return fault.Bad("intents", "call.intents")
	case w.CallType != Interactive && len(w.Intents) > 0:
		return fault.Bad("intents", "call.intentsPlay")
	case w.ExpiryType == expiresAt && w.Deadline == nil:
		return fault.Bad("deadline", "web.valid.missing")
	case w.ExpiryType == expiresIn && w.Hours == 0:
		return fault.Bad("hours", "web.valid.missing")
	}
	digits, words := map[string]bool{}, map[string]bool{}
	for _, n := range w.Intents {
		word := folded(n.Word)
		switch {
		case n.Label == "":
			return fault.Bad("intents", "call.intentLabel")
		case n.Digit == "" && n.Word == "":
			return fault.Bad("intents", "call.intentEmpty", "label", n.Label)
		case n.Word != "" && word == "":
			return fault.Bad("intents", "call.intentWord", "label", n.Label)
		case n.Digit != "" && !strings.Contains("0123456789*#", n.Digit):
			return fault.Bad("intents", "call.intentDigit", "label", n.Label)
		case n.Digit != "" && digits[n.Digit] || word != "" && words[word]:
			return fault.Bad("intents", "call.intentTwice", "label", n.Label)
		}
		digits[n.Digit], words[word] = n.Digit != "", word != ""
	}
	return nil
}

// written is the request of an order as it stands.
func (r *Service) written(ctx context.Context, o *order.Order) (*Request, error) {
	body, ok, err := store.Load[Body](ctx, r.Engine.Flow.DB, bodyKey(o.ID), true)
	if err == nil && !ok {
		err = fault.Missing()
	}
	return &body.Request, err
}

// same tells whether two requests ask for the same but for name, time and remark.
func same(a, b *Request) bool {
	x, y := *a, *b
	for _, w := range []*Request{&x, &y} {
		w.ExpectedCost = nil
		w.Name, w.Remark, w.StartTime, w.Deadline, w.UserID, w.Hours, w.ExpiryType = "", "", nil, nil, "", 0, ""
	}
	return reflect.DeepEqual(x, y)
}

// Draft is a request that was not ordered yet.
type Draft struct {
	order.DraftHead
	Request
}

// change is the body of a change of a draft or an order.
type change struct {
	ID string `json:"id"`
	Request
}

// Parts implements order.DraftRow.
func (d *Draft) Parts() (*order.DraftHead, *Request) { return &d.DraftHead, &d.Request }

// Parts implements order.ChangeBody.
func (c *change) Parts() (string, *Request) { return c.ID, &c.Request }

var drafts = order.Drafts[Request, Draft](Kind, head,
	order.DraftCountry[Request, Draft](head))

package bulk

import (
	"strings"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/store"
)

// Request is an order as its customer writes it (decisions §10).
type Request struct {
	Name        string     `json:"name" maxLength:"50" dynamodbav:"n" example:"Black Friday"`
	GroupID     string     `json:"groupId,omitempty" dynamodbav:"g,omitempty" doc:"a contact collection; either this or fileId"`
	FileID      string     `json:"fileId,omitempty" dynamodbav:"f,omitempty" doc:"an uploaded contact file"`
	Channel     string     `json:"channel" enum:"whatsapp,sms" dynamodbav:"ch"`
	CountryCode string     `json:"countryCode" dynamodbav:"co" example:"BR"`
	Message     Message    `json:"message" dynamodbav:"m"`
	StartTime   *time.Time `json:"startTime,omitempty" dynamodbav:"st,omitempty" doc:"not in the past, at most order.appointment.days ahead; at once when missing"`
	Split       int        `json:"split,omitempty" dynamodbav:"sp,omitempty" minimum:"0" maximum:"10"`
	Remark      string     `json:"remark,omitempty" maxLength:"255" dynamodbav:"rm,omitempty"`
}

// Body is the part of an order that is long and never changes, but for the media's id at the provider.
type Body struct {
	Request Request `dynamodbav:"w"`
	Message Message `dynamodbav:"m"`
	Packs   int     `dynamodbav:"p"`           // packs that the collection had
	Sum     string  `dynamodbav:"h,omitempty"` // of the content of the recipients' file that was priced (SHA-256, hex)
	Media   string  `dynamodbav:"d,omitempty"` // id at the provider
}

// normalize gives a wish the form in which it is kept: times are UTC.
func (w *Request) normalize() {
	w.Name = strings.TrimSpace(w.Name)
	if w.StartTime != nil {
		at := w.StartTime.UTC()
		w.StartTime = &at
	}
}

func head(w *Request) order.Head {
	service := serviceWhatsApp
	if w.Channel == "sms" {
		service = serviceSMS
	}
	return order.Head{Name: w.Name, Country: w.CountryCode, Remark: w.Remark, StartAt: w.StartTime, Service: service, Stocked: true}
}

// Draft is a wish that was not ordered yet.
type Draft struct {
	order.DraftHead
	Request
}

// draftChange is the body of a change of a draft.
type draftChange struct {
	ID string `json:"id"`
	Request
}

func opened(d *Draft) (*order.DraftHead, *Request) { return &d.DraftHead, &d.Request }

var drafts = order.Drafts(Kind, opened, func(w *Request) string { return w.Name },
	store.Column[Draft]{Name: "channel", Kind: store.Exact, Filter: true, OneOf: []string{"whatsapp", "sms"}, Get: func(d *Draft) any { return d.Channel }},
	store.Column[Draft]{Name: "countryCode", Kind: store.Exact, Filter: true, Get: func(d *Draft) any { return d.CountryCode }})

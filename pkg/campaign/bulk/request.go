package bulk

import (
	"context"
	"reflect"
	"strings"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/campaign/template"
	"herald/pkg/credit/price"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
)

// Request is an order as its customer writes it (decisions §10).
type Request struct {
	UserID      string     `json:"userId,omitempty" dynamodbav:"u,omitempty" doc:"Id of the customer to order for, for staff and agents. The customer pays, and its prices and limits apply."`
	Name        string     `json:"name" maxLength:"50" dynamodbav:"n" example:"Black Friday"`
	GroupID     string     `json:"groupId,omitempty" dynamodbav:"g,omitempty" doc:"Id of a contact list. Either groupId or fileId is required."`
	FileID      string     `json:"fileId,omitempty" dynamodbav:"f,omitempty" doc:"Id of an uploaded contact file."`
	Channel     string     `json:"channel" enum:"whatsapp,sms" dynamodbav:"ch"`
	Provider    string     `json:"provider,omitempty" maxLength:"20" dynamodbav:"pv,omitempty" doc:"Provider that sends the order, one of /senders. Default: the first one."`
	SenderID    string     `json:"senderId,omitempty" maxLength:"34" dynamodbav:"si,omitempty" doc:"Sender shown to recipients, one of /senders. Default: the first one."`
	Avatar      string     `json:"senderAvatar,omitempty" enum:"random,blank,custom," dynamodbav:"av,omitempty" doc:"Picture beside the sender, one of /senders, or random. Default: the number's own."`
	CountryCode string     `json:"countryCode" dynamodbav:"co" example:"BR"`
	Message     Message    `json:"message" dynamodbav:"m"`
	StartTime   *time.Time `json:"startTime,omitempty" dynamodbav:"st,omitempty" doc:"Start time: not in the past, at most order.appointment.days ahead. Default: now."`
	Deadline    *time.Time `json:"deadline,omitempty" dynamodbav:"dl,omitempty" doc:"Deadline, at most 7 days after the start. Messages not sent by then are not sent, and their credit is released."`
	Split       int        `json:"split,omitempty" dynamodbav:"sp,omitempty" minimum:"0" maximum:"10" doc:"Number of sub-orders that share the reservation, at most order.split.max. 0 or 1: no split."`
	Remark      string     `json:"remark,omitempty" maxLength:"255" dynamodbav:"rm,omitempty"`
	WAFilter    bool       `json:"waFilter,omitempty" dynamodbav:"wf,omitempty" doc:"Only members of the list with evidence of a WhatsApp account."`
	AB          *AB        `json:"ab,omitempty" dynamodbav:"ab,omitempty" doc:"Second message, tried on a sample beside the first."`
	Segment     string     `json:"segment,omitempty" maxLength:"200" dynamodbav:"sg,omitempty" doc:"Only members of the list whose number starts with one of these segments: at most 10, separated by commas, in digits and *. * stands for any digit." example:"5511987,55219****"`
	ActiveDays  int        `json:"activeDays,omitempty" dynamodbav:"ad,omitempty" minimum:"0" maximum:"365" doc:"Only members of the list with activity in the last N days. 0: all members."`

	price.Expected
}

// Body is the part of an order that is long and never changes, but for the media's id at the provider.
type Body struct {
	Gen     int               `dynamodbav:"v,omitempty"` // generation of the order that it was written with
	Request Request           `dynamodbav:"w"`
	Message Message           `dynamodbav:"m"`
	Packs   int               `dynamodbav:"p"`            // packs that the collection had
	Since   int64             `dynamodbav:"sc,omitempty"` // unix seconds: members must have shown a sign of life since
	Sum     string            `dynamodbav:"h,omitempty"`  // of the content of the recipients' file that was priced (SHA-256, hex)
	Media   string            `dynamodbav:"d,omitempty"`  // id at the provider
	Beside  map[string]string `dynamodbav:"db,omitempty"` // and under the other senders of the account, which know no file but their own
	From    string            `dynamodbav:"fr,omitempty"` // the sender that recipients see; empty: the provider's own
	Via     string            `dynamodbav:"vi,omitempty"` // the provider

	Template *template.InUse `dynamodbav:"tp,omitempty"` // as it was when the order was priced

	Second *Second `dynamodbav:"ab,omitempty"` // nil of an order of one message
}

// normalize brings a request into its stored form: times are UTC.
func (w *Request) normalize() {
	w.Name, w.Segment = strings.TrimSpace(w.Name), strings.TrimSpace(w.Segment)
	if w.Avatar == avatarOwn {
		w.Avatar = "" // an explicit choice of the default is the same order
	}
	if w.StartTime != nil {
		at := w.StartTime.UTC()
		w.StartTime = &at
	}
	if w.Deadline != nil {
		at := w.Deadline.UTC()
		w.Deadline = &at
	}
}

// written is the request of an order as it stands.
func (r *Service) written(ctx context.Context, o *order.Order) (*Request, error) {
	body, ok, err := store.Load[Body](ctx, r.Engine.Flow.DB, messageKey(o.ID), true)
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
		w.Name, w.Remark, w.StartTime, w.Deadline, w.UserID, w.Message.template = "", "", nil, nil, "", nil
		if w.AB != nil {
			ab := *w.AB
			ab.Message.template, w.AB = nil, &ab
		}
	}
	return reflect.DeepEqual(x, y)
}

func head(w *Request) order.Basics {
	service := serviceWhatsApp
	if w.Channel == "sms" {
		service = serviceSMS
	}
	return order.Basics{Expected: w.Expected, Name: w.Name, Country: w.CountryCode, Remark: w.Remark, StartAt: w.StartTime, Until: w.Deadline,
		Service: service, Stocked: true, Daily: w.Channel == "sms"}
}

// Draft is a request that is stored and not submitted.
type Draft struct {
	order.DraftHead
	Request
}

// draftChange is the body of a change of a draft.
type draftChange struct {
	ID string `json:"id"`
	Request
}

// Parts implements order.DraftRow.
func (d *Draft) Parts() (*order.DraftHead, *Request) { return &d.DraftHead, &d.Request }

// Parts implements order.ChangeBody.
func (c *draftChange) Parts() (string, *Request) { return c.ID, &c.Request }

var drafts = order.Drafts[Request, Draft](Kind, head,
	store.Column[Draft]{Name: "channel", Kind: store.Exact, Filter: true, OneOf: []string{"whatsapp", "sms"},
		Get: func(d *Draft) any { return d.Channel }},
	order.DraftCountry[Request, Draft](head))

package comment

import (
	"context"
	"reflect"
	"strings"
	"time"

	"herald/pkg/campaign/commentitem"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/price"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
)

// Request is an order as its customer writes it.
type Request struct {
	UserID       string     `json:"userId,omitempty" dynamodbav:"u,omitempty" doc:"Id of the customer to order for, for staff and agents. The customer pays, and its prices and limits apply."`
	Name         string     `json:"name" maxLength:"50" dynamodbav:"n" example:"Launch"`
	CountryCode  string     `json:"countryCode" dynamodbav:"co" example:"BR" doc:"Country whose price applies."`
	Platform     string     `json:"platform" dynamodbav:"p" doc:"Key of the dictionary comment_platform." example:"facebook"`
	TargetURL    string     `json:"targetUrl" maxLength:"500" dynamodbav:"tu" doc:"Page to comment on: https, on a host of the platform." example:"https://www.facebook.com/shop/posts/1"`
	Quantity     int        `json:"quantity" dynamodbav:"q" doc:"Comments: a whole number from 1 to comment.quantity.max." example:"20"`
	TemplateID   string     `json:"templateId,omitempty" maxLength:"64" dynamodbav:"t,omitempty" doc:"Id of an approved template of the platform. Either templateId or instructions is required."`
	Instructions string     `json:"instructions,omitempty" maxLength:"1000" dynamodbav:"in,omitempty" doc:"What to write, instead of a template."`
	Owned        bool       `json:"owned" dynamodbav:"ow,omitempty" doc:"Declaration that the customer owns the page or manages it for its owner. Required to order."`
	Deadline     *time.Time `json:"deadline,omitempty" dynamodbav:"dl,omitempty" doc:"End of the order, at most 7 days after the start. Items that are not accepted by then are not charged. Default: 7 days after the order begins."`
	StartTime    *time.Time `json:"startTime,omitempty" dynamodbav:"st,omitempty" doc:"Start time: not in the past, at most order.appointment.far.days ahead. Default: now."`
	Remark       string     `json:"remark,omitempty" maxLength:"255" dynamodbav:"rm,omitempty"`
	OrderID      string     `json:"orderId,omitempty" maxLength:"64" dynamodbav:"-" doc:"For an estimate: id of the order to change. It may keep its template, also one that new orders cannot use."`

	price.Expected
}

// Body is the part of an order that is long. Its texts are those of the template when it was ordered.
type Body struct {
	Gen      int         `dynamodbav:"v,omitempty"` // generation of the order that it was written with
	Request  Request     `dynamodbav:"w"`
	Title    string      `dynamodbav:"tn,omitempty"` // name of the template
	Texts    []string    `dynamodbav:"x"`
	Declared Declaration `dynamodbav:"d"`
}

// Declaration is who declared that the customer owns the page, and when.
type Declaration struct {
	UserID string    `dynamodbav:"u" json:"userId"`
	Name   string    `dynamodbav:"n" json:"name"`
	Time   time.Time `dynamodbav:"t" json:"time"`
	URL    string    `dynamodbav:"l" json:"url" doc:"Page that was declared."`
}

func bodyKey(id string) store.Key { return order.Part(id, "COMMENT") }

// defaultHours is how long an order without a deadline lasts, from its begin.
const defaultHours = 7 * 24

// tidy brings a request into its stored form.
func (w *Request) tidy() {
	for _, s := range []*string{&w.Name, &w.TargetURL, &w.Instructions} {
		*s = strings.TrimSpace(*s)
	}
	for _, at := range []**time.Time{&w.StartTime, &w.Deadline} {
		if *at != nil {
			utc := (*at).UTC()
			*at = &utc
		}
	}
}

func head(w *Request) order.Basics {
	h := order.Basics{Expected: w.Expected, Name: w.Name, Country: w.CountryCode, Remark: w.Remark, StartAt: w.StartTime, Until: w.Deadline,
		Service: service}
	if h.Until == nil {
		h.Hours = defaultHours
	}
	return h
}

// same tells whether two requests ask for the same but for name, times and remark.
func same(a, b *Request) bool {
	x, y := *a, *b
	for _, w := range []*Request{&x, &y} {
		w.ExpectedCost = nil
		w.Name, w.Remark, w.StartTime, w.Deadline, w.UserID, w.OrderID = "", "", nil, nil, "", ""
	}
	return reflect.DeepEqual(x, y)
}

// body reads what was ordered; the 404 fault for none.
func (r *Service) body(ctx context.Context, id string, consistent bool) (*Body, error) {
	b, ok, err := store.Load[Body](ctx, r.DB, bodyKey(id), consistent)
	if err == nil && !ok {
		err = fault.Missing()
	}
	return &b, err
}

// written is the request of an order as it stands.
func (r *Service) written(ctx context.Context, o *order.Order) (*Request, error) {
	b, err := r.body(ctx, o.ID, true)
	return &b.Request, err
}

// blueprint is what the items of an order are made of.
func (r *Service) blueprint(ctx context.Context, o *order.Order) (*commentitem.Blueprint, error) {
	b, err := r.body(ctx, o.ID, true)
	if err != nil {
		return nil, err
	}
	return &commentitem.Blueprint{Platform: b.Request.Platform, URL: b.Request.TargetURL, Texts: b.Texts,
		Instructions: b.Request.TemplateID == ""}, nil
}

// audience tells a reviewer what an order is about. It has no recipients.
func (r *Service) audience(_ context.Context, o *order.Order) (*order.Audience, error) {
	return order.NoAudience(o), nil
}

// keep marks no files: a request has none.
func keep(context.Context, *auth.Principal, *Request) error { return nil }

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

var drafts = order.Drafts[Request, Draft](Kind, head, order.DraftCountry[Request, Draft](head))

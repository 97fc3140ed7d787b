package group

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/credit/price"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
)

// Request is an order as its customer writes it.
type Request struct {
	UserID       string     `json:"userId,omitempty" dynamodbav:"u,omitempty" doc:"the customer that staff or an agent orders for: it pays, and its prices and limits hold"`
	Name         string     `json:"name" maxLength:"50" dynamodbav:"n" example:"Spring"`
	CountryCode  string     `json:"countryCode" dynamodbav:"co" example:"BR"`
	StartTime    *time.Time `json:"startTime,omitempty" dynamodbav:"st,omitempty" doc:"not in the past, at most order.appointment.far.days ahead; at once when missing"`
	EndTime      *time.Time `json:"endTime,omitempty" dynamodbav:"et,omitempty" doc:"after the start, at most 7 days: what was not made by then is not made, and released"`
	Remark       string     `json:"remark,omitempty" maxLength:"255" dynamodbav:"rm,omitempty"`
	GroupID      string     `json:"groupId,omitempty" dynamodbav:"g,omitempty" doc:"a contact collection; either this or fileId"`
	FileID       string     `json:"fileId,omitempty" dynamodbav:"f,omitempty" doc:"an uploaded contact file"`
	ActiveDays   int        `json:"activeDays,omitempty" dynamodbav:"ad,omitempty" minimum:"0" maximum:"365" doc:"of a collection only members with a sign of life within so many days; 0 is everybody"`
	WAFilter     bool       `json:"waFilter,omitempty" dynamodbav:"wf,omitempty" doc:"of a collection only members with evidence of an account on WhatsApp"`
	Provider     string     `json:"provider,omitempty" enum:"whatsapp,partner," dynamodbav:"pv,omitempty" doc:"who makes the groups, of those that buildGroupScale lists; the first one when missing"`
	SizeMin      int        `json:"sizeMin" dynamodbav:"mi" doc:"people of a group at least, with customer service and administrators" example:"30"`
	SizeMax      int        `json:"sizeMax" dynamodbav:"ma" doc:"and at most" example:"200"`
	GroupName    string     `json:"groupName" maxLength:"20" dynamodbav:"gn" example:"Spring sale"`
	Suffix       bool       `json:"suffix,omitempty" dynamodbav:"sf,omitempty" doc:"the names of the groups end in a number each"`
	SuffixStart  *int       `json:"suffixStart,omitempty" dynamodbav:"ss,omitempty" minimum:"0" maximum:"1000000" doc:"the first group's; required with a suffix" example:"1"`
	AvatarID     string     `json:"avatarId,omitempty" dynamodbav:"av,omitempty" doc:"an uploaded picture, jpg or png"`
	Description  string     `json:"description,omitempty" maxLength:"200" dynamodbav:"ds,omitempty"`
	Services     []string   `json:"services,omitempty" dynamodbav:"sv,omitempty" doc:"ids of numbers of customer service that join each group, at most group.services.max"`
	Admins       []string   `json:"admins,omitempty" dynamodbav:"am,omitempty" doc:"ids of numbers of customer service that join each group as its administrators, at most group.admins.max"`
	Mute         bool       `json:"mute,omitempty" dynamodbav:"mu,omitempty" doc:"only administrators may speak; then there must be one"`
	JoinApproval bool       `json:"joinApproval,omitempty" dynamodbav:"ja,omitempty" doc:"who comes by the link waits for an administrator's word; where there can be none, the order's own members are let in and all others turned away"`
	Greeting     *Greeting  `json:"greeting,omitempty" dynamodbav:"gr,omitempty"`

	price.Expected
}

// Greeting is what each group is sent when it was made.
type Greeting struct {
	Text      string `json:"text,omitempty" maxLength:"1000" dynamodbav:"t,omitempty" doc:"at most group.welcome.length characters"`
	PictureID string `json:"pictureId,omitempty" dynamodbav:"p,omitempty" doc:"an uploaded picture"`
	Times     int    `json:"times" dynamodbav:"n" doc:"how often it is sent, 1 to group.greeting.times" example:"1"`
}

// Body is the part of an order that is long and never changes.
type Body struct {
	Gen      int       `dynamodbav:"v,omitempty"` // generation of the order that it was written with
	Request  Request   `dynamodbav:"w"`
	Packs    int       `dynamodbav:"p"`            // packs that the collection had
	Since    time.Time `dynamodbav:"sc,omitempty"` // members must have shown a sign of life since
	Sum      string    `dynamodbav:"h,omitempty"`  // of the content of the file that was priced (SHA-256, hex)
	Via      string    `dynamodbav:"vi"`           // who makes the groups
	Own      int       `dynamodbav:"ow,omitempty"` // places of a group that its account takes itself
	Services []uint64  `dynamodbav:"ns,omitempty"` // numbers, in the order of the request's ids
	Admins   []uint64  `dynamodbav:"na,omitempty"`
}

// tidy brings a request into its stored form.
func (w *Request) tidy() {
	for _, s := range []*string{&w.Name, &w.GroupName, &w.Description} {
		*s = strings.TrimSpace(*s)
	}
	if w.StartTime != nil {
		at := w.StartTime.UTC()
		w.StartTime = &at
	}
	if w.EndTime != nil {
		at := w.EndTime.UTC()
		w.EndTime = &at
	}
}

func head(w *Request) order.Basics {
	return order.Basics{Expected: w.Expected, Name: w.Name, Country: w.CountryCode, Remark: w.Remark, StartAt: w.StartTime, Until: w.EndTime,
		Ends: "endTime", Service: service, Stocked: true, Groups: true}
}

// same tells whether two requests ask for the same but for name, time and remark.
func same(a, b *Request) bool {
	x, y := *a, *b
	for _, w := range []*Request{&x, &y} {
		w.ExpectedCost = nil
		w.Name, w.Remark, w.StartTime, w.EndTime, w.UserID = "", "", nil, nil, ""
	}
	return reflect.DeepEqual(x, y)
}

// written is the request of an order as it stands.
func (r *Service) written(ctx context.Context, o *order.Order) (*Request, error) {
	body, ok, err := store.Load[Body](ctx, r.Engine.Flow.DB, bodyKey(o.ID), true)
	if err == nil && !ok {
		err = fault.Missing()
	}
	return &body.Request, err
}

// files are what a request refers to.
func (w *Request) files() (ids []string) {
	all := []string{w.FileID, w.AvatarID}
	if w.Greeting != nil {
		all = append(all, w.Greeting.PictureID)
	}
	for i, id := range all {
		if id != "" && !slices.Contains(all[:i], id) {
			ids = append(ids, id)
		}
	}
	return ids
}

func (r *Service) keepFiles(ctx context.Context, p *auth.Principal, w *Request) error {
	return r.Engine.Files.Keep(ctx, p.Scope(), w.files()...)
}

// Draft is a request that was not ordered yet.
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
	store.Column[Draft]{Name: "countryCode", Kind: store.Exact, Filter: true, Get: func(d *Draft) any { return d.CountryCode }})

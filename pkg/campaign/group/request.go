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
	UserID       string     `json:"userId,omitempty" dynamodbav:"u,omitempty" doc:"Id of the customer to order for, for staff and agents. The customer pays, and its prices and limits apply."`
	Name         string     `json:"name" maxLength:"50" dynamodbav:"n" example:"Spring"`
	CountryCode  string     `json:"countryCode" dynamodbav:"co" example:"BR"`
	StartTime    *time.Time `json:"startTime,omitempty" dynamodbav:"st,omitempty" doc:"Start time: not in the past, at most order.appointment.far.days ahead. Default: now."`
	EndTime      *time.Time `json:"endTime,omitempty" dynamodbav:"et,omitempty" doc:"End time, at most 7 days after the start. Groups not made by then are not made, and their credit is released."`
	Remark       string     `json:"remark,omitempty" maxLength:"255" dynamodbav:"rm,omitempty"`
	GroupID      string     `json:"groupId,omitempty" dynamodbav:"g,omitempty" doc:"Id of a contact list. Either groupId or fileId is required."`
	FileID       string     `json:"fileId,omitempty" dynamodbav:"f,omitempty" doc:"Id of an uploaded contact file."`
	ActiveDays   int        `json:"activeDays,omitempty" dynamodbav:"ad,omitempty" minimum:"0" maximum:"365" doc:"Only members of the list with activity in the last N days. 0: all members."`
	WAFilter     bool       `json:"waFilter,omitempty" dynamodbav:"wf,omitempty" doc:"Only members of the list with evidence of a WhatsApp account."`
	Provider     string     `json:"provider,omitempty" enum:"whatsapp,partner," dynamodbav:"pv,omitempty" doc:"Provider that makes the groups, one of buildGroupScale. Default: the first one."`
	SizeMin      int        `json:"sizeMin" dynamodbav:"mi" doc:"Minimum members of a group, including customer service and administrators." example:"30"`
	SizeMax      int        `json:"sizeMax" dynamodbav:"ma" doc:"Maximum members of a group." example:"200"`
	GroupName    string     `json:"groupName" maxLength:"20" dynamodbav:"gn" example:"Spring sale"`
	Suffix       bool       `json:"suffix,omitempty" dynamodbav:"sf,omitempty" doc:"Add a number to the name of each group."`
	SuffixStart  *int       `json:"suffixStart,omitempty" dynamodbav:"ss,omitempty" minimum:"0" maximum:"1000000" doc:"Number of the first group. Required with suffix." example:"1"`
	AvatarID     string     `json:"avatarId,omitempty" dynamodbav:"av,omitempty" doc:"Id of an uploaded picture, jpg or png."`
	Description  string     `json:"description,omitempty" maxLength:"200" dynamodbav:"ds,omitempty"`
	Services     []string   `json:"services,omitempty" dynamodbav:"sv,omitempty" doc:"Ids of customer-service accounts that join each group, at most group.services.max."`
	Admins       []string   `json:"admins,omitempty" dynamodbav:"am,omitempty" doc:"Ids of customer-service accounts that join each group as administrators, at most group.admins.max."`
	Mute         bool       `json:"mute,omitempty" dynamodbav:"mu,omitempty" doc:"Only administrators can send messages. Requires at least one administrator."`
	JoinApproval bool       `json:"joinApproval,omitempty" dynamodbav:"ja,omitempty" doc:"People who use the invite link need an administrator's approval. Without administrators, members of the order are admitted and all others refused."`
	Greeting     *Greeting  `json:"greeting,omitempty" dynamodbav:"gr,omitempty"`

	price.Expected
}

// Greeting is what each group is sent when it was made.
type Greeting struct {
	Text      string `json:"text,omitempty" maxLength:"1000" dynamodbav:"t,omitempty" doc:"At most group.welcome.length characters."`
	PictureID string `json:"pictureId,omitempty" dynamodbav:"p,omitempty" doc:"Id of an uploaded picture."`
	Times     int    `json:"times" dynamodbav:"n" doc:"Number of times the greeting is sent, 1 to group.greeting.times." example:"1"`
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

// Parts implements order.DraftRow.
func (d *Draft) Parts() (*order.DraftHead, *Request) { return &d.DraftHead, &d.Request }

// Parts implements order.ChangeBody.
func (c *draftChange) Parts() (string, *Request) { return c.ID, &c.Request }

var drafts = order.Drafts[Request, Draft](Kind, head,
	order.DraftCountry[Request, Draft](head))

package email

import (
	"context"
	"reflect"
	"strings"
	"time"

	"herald/pkg/campaign/emaildesign"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/price"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
)

// Request is an order as its customer writes it.
type Request struct {
	UserID      string `json:"userId,omitempty" dynamodbav:"u,omitempty" doc:"Id of the customer to order for, for staff and agents. The customer pays, and its prices and limits apply."`
	Name        string `json:"name" maxLength:"50" dynamodbav:"n" example:"Spring offers"`
	GroupID     string `json:"groupId,omitempty" dynamodbav:"g,omitempty" doc:"Id of a contact list of type email. Either groupId or fileId is required."`
	FileID      string `json:"fileId,omitempty" dynamodbav:"f,omitempty" doc:"Id of an uploaded contact file with a column email."`
	CountryCode string `json:"countryCode" dynamodbav:"co" example:"BR" doc:"Country code of the recipients. It decides the price and whether consent is required."`
	Content
	SenderID     string        `json:"senderId,omitempty" maxLength:"40" dynamodbav:"si,omitempty" doc:"Id of the sender. Default: the platform's sender."`
	ReplyTo      *ReplyTo      `json:"replyTo,omitempty" dynamodbav:"rt,omitempty" doc:"Address for replies. Default: the sender's."`
	Placeholders []Placeholder `json:"placeholders,omitempty" maxItems:"20" dynamodbav:"p,omitempty" doc:"Content for recipients without a value of their own."`
	Filter       *Filter       `json:"filter,omitempty" dynamodbav:"fl,omitempty" doc:"Only these members of the contact list."`
	TrackLoads   *bool         `json:"trackLoads,omitempty" dynamodbav:"tl,omitempty" doc:"Count loads. Default: true."`
	TrackClicks  *bool         `json:"trackClicks,omitempty" dynamodbav:"tc,omitempty" doc:"Count clicks. Default: true."`
	StartTime    *time.Time    `json:"startTime,omitempty" dynamodbav:"st,omitempty" doc:"Start time: not in the past, at most order.appointment.far.days ahead. Default: now."`
	Remark       string        `json:"remark,omitempty" maxLength:"255" dynamodbav:"rm,omitempty"`
	AB           *AB           `json:"ab,omitempty" dynamodbav:"ab,omitempty" doc:"Second email, tried on a sample beside the first."`

	Addresses []string `json:"-" dynamodbav:"ta,omitempty"` // of a test

	price.Expected
}

// Filter takes some members of a contact list, by what is known of their addresses.
type Filter struct {
	LoadedSince  *time.Time `json:"loadedSince,omitempty" dynamodbav:"l,omitempty" doc:"Only addresses that loaded an email at this time or later."`
	ClickedSince *time.Time `json:"clickedSince,omitempty" dynamodbav:"c,omitempty" doc:"Only addresses that clicked a link at this time or later."`
	JoinedSince  *time.Time `json:"joinedSince,omitempty" dynamodbav:"j,omitempty" doc:"Only members that were added to the list at this time or later."`
	NotBounced   bool       `json:"notBounced,omitempty" dynamodbav:"b,omitempty" doc:"Only addresses whose last email did not come back for good."`
}

// Content is what an email says.
type Content struct {
	Subject    string              `json:"subject,omitempty" dynamodbav:"sj,omitempty" doc:"At most 200 characters on one line. {name} is a placeholder. Default: the template's subject."`
	Format     string              `json:"format,omitempty" enum:"html,text," dynamodbav:"fm,omitempty" doc:"Default: text where only text is given, else html."`
	Text       Words               `json:"text,omitempty" dynamodbav:"tx,omitempty" doc:"Text of an email of format text, at most 100,000 characters."`
	TemplateID string              `json:"templateId,omitempty" dynamodbav:"ti,omitempty" doc:"Id of an email template. The order keeps a copy. Format html needs one of templateId, design and html."`
	Design     *emaildesign.Design `json:"design,omitempty" dynamodbav:"ds,omitempty"`
	HTML       Words               `json:"html,omitempty" dynamodbav:"ht,omitempty" maxLength:"512000" doc:"HTML that was written elsewhere, at most 500 KB, instead of a template or a design. It is kept as a design with a footer to unsubscribe."`
}

// Formats of an email.
const (
	formatHTML = "html"
	formatText = "text"
)

// Placeholder gives a placeholder its content where a recipient has none.
type Placeholder struct {
	Name    string `json:"name" maxLength:"60" dynamodbav:"n"`
	Content string `json:"content" maxLength:"200" dynamodbav:"c"`
}

// Body is the part of an order that is long. Its request follows an edit of name, times and remark; the rest is of its generation.
type Body struct {
	Gen     int       `dynamodbav:"v,omitempty"` // generation of the order that it was written with
	Request Request   `dynamodbav:"w"`
	Packs   int       `dynamodbav:"p"`           // packs that the contact list had
	Sum     string    `dynamodbav:"h,omitempty"` // of the content of the recipients' file that was priced (SHA-256, hex)
	Sender  Sender    `dynamodbav:"se"`          // as it was
	First   Copy      `dynamodbav:"c"`
	Second  *Copy     `dynamodbav:"c2,omitempty"` // nil of an order of one email
	Made    time.Time `dynamodbav:"at"`
}

// Copy is an email as it was priced, with the template that it was made of.
type Copy struct {
	Content
	TemplateName    string `dynamodbav:"tn,omitempty"`
	TemplateVersion int64  `dynamodbav:"tv,omitempty"`
}

// bodyKey is the row beside an order that holds its Body.
func bodyKey(id string) store.Key { return order.Part(id, "EMAIL") }

func (r *Service) body(ctx context.Context, id string, consistent bool) (body Body, err error) {
	body, ok, err := store.Load[Body](ctx, r.Engine.Flow.DB, bodyKey(id), consistent)
	if err == nil && !ok {
		err = fault.Missing()
	}
	if w := &body.Request; w.Format == formatText {
		w.Text = body.First.Text
	}
	return body, err
}

// kept is a request as its row has it: the text of the first email stands beside it.
func (w *Request) kept() Request {
	out := *w
	if out.Format == formatText {
		out.Text = ""
	}
	return out
}

// normalize gives a request the form in which it is kept: times are UTC, and what was left out has its default.
func (w *Request) normalize() {
	w.Name = strings.TrimSpace(w.Name)
	w.Content.normalize()
	if w.AB != nil {
		w.AB.Content.normalize()
	}
	if w.StartTime != nil {
		at := w.StartTime.UTC()
		w.StartTime = &at
	}
	if w.Filter != nil && *w.Filter == (Filter{}) {
		w.Filter = nil
	}
}

// tidy is normalize, and reads HTML as the design that is kept. What cannot be read stays for the check to refuse.
func (r *Service) tidy(w *Request) {
	w.normalize()
	r.imported(&w.Content)
	if w.AB != nil {
		r.imported(&w.AB.Content)
	}
}

func (r *Service) imported(c *Content) {
	if c.HTML == "" || c.Format != formatHTML || c.Design != nil || c.TemplateID != "" || r.ImportHTML == nil {
		return
	}
	if d, _, err := r.ImportHTML(string(c.HTML)); err == nil {
		c.Design, c.HTML = d, ""
	}
}

func (c *Content) normalize() {
	c.Subject = strings.TrimSpace(c.Subject)
	if c.Format == "" {
		c.Format = formatHTML
		if c.Text != "" && c.TemplateID == "" && c.Design == nil && c.HTML == "" {
			c.Format = formatText
		}
	}
}

// head is what every request has.
func head(w *Request) order.Basics {
	return order.Basics{Expected: w.Expected, Name: w.Name, Country: w.CountryCode, Remark: w.Remark, StartAt: w.StartTime, Service: service}
}

// written is the request of an order as it stands.
func (r *Service) written(ctx context.Context, o *order.Order) (*Request, error) {
	body, err := r.body(ctx, o.ID, true)
	return &body.Request, err
}

// same tells whether two requests ask for the same but for name, time and remark.
func same(a, b *Request) bool {
	x, y := *a, *b
	for _, w := range []*Request{&x, &y} {
		w.ExpectedCost = nil
		w.Name, w.Remark, w.StartTime, w.UserID = "", "", nil, ""
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

var drafts = order.Drafts[Request, Draft](Kind, head, order.DraftCountry[Request, Draft](head))

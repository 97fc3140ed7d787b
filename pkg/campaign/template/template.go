package template

import (
	"context"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/platform/notice"
	"herald/pkg/platform/setting"
	"herald/pkg/platform/upload"
	"herald/pkg/provider"
)

// Status of a template.
type Status string

const (
	Draft      Status = "draft"
	Review     Status = "review"     // under review by staff
	Submitting Status = "submitting" // passed, on its way to the provider
	Pending    Status = "pending"    // judged by the provider
	Approved   Status = "approved"
	Refused    Status = "refused"  // by staff
	Rejected   Status = "rejected" // by the provider
	Paused     Status = "paused"   // by the provider, for its quality
	Disabled   Status = "disabled" // by the provider, for good

	deleted Status = "deleted" // by its customer; the provider does not know yet
)

// statuses in the order in which a template meets them.
var statuses = []string{string(Draft), string(Review), string(Submitting), string(Pending), string(Approved), string(Refused),
	string(Rejected), string(Paused), string(Disabled)}

// Action is what a user may do with a template.
type Action string

const (
	Edit   Action = "edit"
	Judge  Action = "review"
	Switch Action = "status"
	Sync   Action = "sync"
	Delete Action = "del"
)

// Actions lists in which states each action is allowed; the console's buttons come from the same table. What was approved is not
// edited: orders were priced and reviewed with it.
var Actions = map[Action][]Status{
	Edit:   {Draft, Review, Refused, Rejected},
	Judge:  {Review},
	Switch: {Approved, Paused},
	Sync:   {Submitting, Pending, Approved, Rejected, Paused, Disabled},
	Delete: {Draft, Review, Submitting, Pending, Approved, Refused, Rejected, Paused, Disabled},
}

// Types of templates by their header.
const (
	typeText  = "text"
	typeImage = "image"
	typeVideo = "video"
)

// buttonCode is the button of a template of a code, which copies it.
const buttonCode = "code"

// Channel of the templates that there are.
const Channel = "whatsapp"

// Template is a template as it is shown.
type Template struct {
	ID               string        `dynamodbav:"id" json:"id"`
	Name             string        `dynamodbav:"n" json:"name"`
	ProviderName     string        `dynamodbav:"pn" json:"providerName" doc:"The provider's name of the template. With the language it identifies the template."`
	Type             string        `dynamodbav:"t" json:"type" enum:"text,image,video" doc:"Type of the header."`
	Language         string        `dynamodbav:"l" json:"language" example:"pt_BR"`
	Category         string        `dynamodbav:"ca" json:"category" enum:"MARKETING,UTILITY,AUTHENTICATION"`
	Header           string        `dynamodbav:"h,omitempty" json:"header,omitempty"`
	MediaID          string        `dynamodbav:"m,omitempty" json:"mediaId,omitempty" doc:"Id of the picture or video of the header."`
	Content          string        `dynamodbav:"c" json:"content" doc:"Text. {name} is a placeholder."`
	Footer           string        `dynamodbav:"f,omitempty" json:"footer,omitempty"`
	Buttons          []Button      `dynamodbav:"b,omitempty" json:"buttons,omitempty"`
	Placeholders     []Placeholder `dynamodbav:"p,omitempty" json:"placeholders,omitempty" doc:"Placeholders in the order of their first use."`
	PlaceholderCount int           `dynamodbav:"pc" json:"placeholderCount"`
	CodeMinutes      int           `dynamodbav:"cm,omitempty" json:"codeMinutes,omitempty" doc:"AUTHENTICATION only: validity of the code in minutes that the message shows."`
	Note             string        `dynamodbav:"no,omitempty" json:"note,omitempty"`
	Segment          string        `dynamodbav:"sg,omitempty" json:"segment,omitempty" doc:"Number segments: only numbers that start with one of them receive it."`
	Status           Status        `dynamodbav:"s" json:"status" enum:"draft,review,submitting,pending,approved,refused,rejected,paused,disabled"`
	Enabled          bool          `dynamodbav:"on" json:"enabled" doc:"True when the customer allows its use."`
	Quality          string        `dynamodbav:"q,omitempty" json:"quality,omitempty" enum:"green,yellow,red," doc:"Quality that the provider reports."`
	Reason           string        `dynamodbav:"r,omitempty" json:"reason,omitempty" doc:"Reason why it was refused, rejected, paused or disabled."`
	CustomerID       string        `dynamodbav:"cu" json:"customerId"`
	CustomerName     string        `dynamodbav:"cn" json:"customerName"`
	CreateTime       time.Time     `dynamodbav:"ct" json:"createTime"`
	UpdateTime       time.Time     `dynamodbav:"ut" json:"updateTime"`
	Actions          []Action      `dynamodbav:"-" json:"actions" doc:"Actions that are possible in this state."`
	Edits            int           `dynamodbav:"ed,omitempty" json:"-"` // since it was written
	ReviewVersion    int           `dynamodbav:"-" json:"version" doc:"Version of the template. Every edit increases it. A review that approves the template sends the version that was read."`

	SecurityRecommendation bool `dynamodbav:"sr,omitempty" json:"securityRecommendation,omitempty" doc:"AUTHENTICATION only: the text advises not to share the code."`
}

// Button of a template.
type Button struct {
	Type  string `dynamodbav:"t" json:"type" enum:"url,reply,phone,code"`
	Text  string `dynamodbav:"x" json:"text"`
	URL   string `dynamodbav:"u,omitempty" json:"url,omitempty" doc:"Address of a url button. It may end in a {placeholder}." example:"https://shop.example/offer/{code}"`
	Phone string `dynamodbav:"p,omitempty" json:"phone,omitempty" doc:"Number of a phone button, with country code."`
}

// Placeholder is a {name} in the texts.
type Placeholder struct {
	Name    string `dynamodbav:"n" json:"name"`
	Content string `dynamodbav:"c" json:"content" doc:"Sample value for the review."`
}

// entity is the row of a template: what is shown, and what only the module knows.
type entity struct {
	Template
	Owner      auth.Owner `dynamodbav:"o"`
	Version    int64      `dynamodbav:"v"`
	ProviderID string     `dynamodbav:"pi,omitempty"`
	Tried      bool       `dynamodbav:"tr,omitempty"` // a registration may have reached the provider
	Changed    bool       `dynamodbav:"rc,omitempty"` // it was edited since it was first submitted for review
	Since      time.Time  `dynamodbav:"si"`           // of its status
	Mark       string     `dynamodbav:"mk,omitempty"` // operation of the last change, by which its repetition is known
}

func (e *entity) ref() string { return e.ProviderName + "/" + e.Language }

// to moves it to a status.
func (e *entity) to(s Status, reason string, now time.Time) {
	e.Status, e.Reason, e.Since = s, reason, now
}

// Service is the module of templates.
type Service struct {
	DB       store.DB
	Files    *upload.Service
	Settings *setting.Store
	Notices  *notice.Store
	Queues   queue.Queues
	Senders  *provider.Registry
	Now      func() time.Time
	NewID    func(ctx context.Context) string
	Log      func(line map[string]any)
	Text     func(ctx context.Context, key string) string
	Texts    *i18n.Catalogue // of the languages that templates of codes are shown in
	// Customer is the tenant of a user in the scope, and its name; the 404 fault for any other id.
	Customer func(ctx context.Context, scope auth.Scope, userID string) (auth.Owner, string, error)
	// PauseOrders pauses what would send a template by its reference, and Ordered tells whether an order still may.
	PauseOrders func(ctx context.Context, ref, reason string) error
	Ordered     func(ctx context.Context, ref string) (bool, error)
}

// book returns the provider where the templates are registered; nil where no sender has templates.
func (r *Service) book() provider.TemplateProvider {
	if s := r.Senders.For(Channel); s != nil {
		return s.Templates
	}
	return nil
}

// now is the moment as it is kept.
func (r *Service) now() time.Time { return r.Now().UTC().Truncate(time.Millisecond) }

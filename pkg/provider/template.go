package provider

import (
	"context"
	"time"
)

// TemplateStatus is what a provider says about a template; the zero value is none that we know.
type TemplateStatus string

const (
	TemplatePending  TemplateStatus = "pending"
	TemplateApproved TemplateStatus = "approved"
	TemplateRejected TemplateStatus = "rejected"
	TemplatePaused   TemplateStatus = "paused" // for the moment, as too many recipients blocked or reported it
	TemplateDisabled TemplateStatus = "disabled"
	TemplateGone     TemplateStatus = "gone" // the provider no longer has it
)

// Quality is how recipients take a template: "green", "yellow", "red", or empty while unknown.
type Quality string

// TemplateReason is why a template was rejected, as far as its author can do something about it.
type TemplateReason string

const (
	ReasonAbusive     TemplateReason = "abusive"
	ReasonCategory    TemplateReason = "category"
	ReasonFormat      TemplateReason = "format"
	ReasonPromotional TemplateReason = "promotional"
	ReasonScam        TemplateReason = "scam"
	ReasonLanguage    TemplateReason = "language"
	ReasonUnnamed     TemplateReason = "unnamed" // the provider gave none, or one that we do not know
)

// TemplateReasons are all of them.
var TemplateReasons = []TemplateReason{ReasonAbusive, ReasonCategory, ReasonFormat, ReasonPromotional, ReasonScam, ReasonLanguage,
	ReasonUnnamed}

// TemplateContent is what is registered. Placeholders stand as {name} in its texts; Names are those of the body in order.
type TemplateContent struct {
	Name     string // the provider's: a-z, 0-9 and _; unique with the language
	Language string // pt_BR
	Category string // "MARKETING", "UTILITY", "AUTHENTICATION"
	Header   string // text with at most one placeholder, or empty
	Picture  string // handle of a sample of the header's picture; empty for none
	Video    string // likewise of its video
	Body     string
	Footer   string
	Buttons  []TemplateButton
	Samples  map[string]string // content of each placeholder, for the review
	Code     *TemplateCode     // of a template of a code, whose texts are the provider's; the other texts are not registered then
}

// TemplateCode is what a template of a code, of the category "AUTHENTICATION", has beside the provider's texts.
type TemplateCode struct {
	Security bool   // say that the code is not to be shared
	Minutes  int    // say how long it is valid, 1 to 90; 0 for nothing
	Button   string // label of the button that copies it
}

// TemplateButton is "url", "reply" or "phone" with its target. An address may end in a placeholder.
type TemplateButton struct{ Kind, Text, Target string }

// TemplateState is a template as a provider knows it.
type TemplateState struct {
	ID             string
	Name, Language string
	Status         TemplateStatus
	Reason         TemplateReason // of a rejection
	Quality        Quality
	Category       string // it may have been changed by the provider; empty where it does not say
}

// TemplateEvent is what a webhook tells about a template: a task, for order and repetition mean nothing. An empty Status or
// Quality says nothing about it.
type TemplateEvent struct {
	TemplateState
	At time.Time
}

// TemplateProvider is where templates are registered and judged. Errors are *Refusal: after a write with Unknown the template may be
// there, so it is looked for by its name before anything is repeated.
type TemplateProvider interface {
	CreateTemplate(ctx context.Context, t TemplateContent) (TemplateState, error)
	// EditTemplate replaces the content of a template, which is judged again.
	EditTemplate(ctx context.Context, id string, t TemplateContent) error
	// Template asks for a template by the provider's id; Status is TemplateGone when there is none.
	Template(ctx context.Context, id string) (TemplateState, error)
	// FindTemplate looks for one by its name and language; false for none.
	FindTemplate(ctx context.Context, name, language string) (TemplateState, bool, error)
	// DeleteTemplate takes one away; what is not there is no error.
	DeleteTemplate(ctx context.Context, name, id string) error
	// UploadSample keeps a picture or video that shows reviewers what a header holds, and gives its handle.
	UploadSample(ctx context.Context, contentType string, body []byte) (handle string, err error)
}

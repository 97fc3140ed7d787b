package emailtemplate

import (
	"context"
	"time"

	"herald/pkg/campaign/emaildesign"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
	"herald/pkg/platform/setting"
)

// Statuses of a template.
const (
	Enabled  = "enabled"
	Disabled = "disabled" // new orders cannot use it
)

// keptVersions is how many versions of a template are kept.
const keptVersions = 20

// Template is an email template as a list shows it.
type Template struct {
	ID           string    `dynamodbav:"id" json:"id"`
	Name         string    `dynamodbav:"n" json:"name"`
	Status       string    `dynamodbav:"s" json:"status" enum:"enabled,disabled" doc:"New orders can use enabled templates only."`
	Subject      string    `dynamodbav:"sj" json:"subject" doc:"Subject of the email. Placeholders are allowed."`
	Format       string    `dynamodbav:"f" json:"format" enum:"html"`
	Placeholders []string  `dynamodbav:"p,omitempty" json:"placeholders" nullable:"false" doc:"Names of the placeholders of subject and design, in the order of their first use."`
	Finished     bool      `dynamodbav:"fi" json:"finished" doc:"False while the design has errors. Such a template can't be enabled."`
	Version      int64     `dynamodbav:"v" json:"version" doc:"Every edit increases it. An edit sends the version that was read."`
	CustomerID   string    `dynamodbav:"cu" json:"customerId"`
	CustomerName string    `dynamodbav:"cn" json:"customerName"`
	CreateTime   time.Time `dynamodbav:"ct" json:"createTime"`
	UpdateTime   time.Time `dynamodbav:"ut" json:"updateTime"`
}

// Detail is a template with its design.
type Detail struct {
	Template
	Design   emaildesign.Design `json:"design"`
	Problems []Problem          `json:"problems" nullable:"false" doc:"What should be changed, errors first."`
}

// Problem is something of a design that its author should change.
type Problem struct {
	Block    string `json:"block,omitempty" doc:"Id of the block. Empty: the whole design."`
	Field    string `json:"field,omitempty" example:"text.html"`
	Key      string `json:"key" example:"email.alt"`
	Severity string `json:"severity" enum:"error,warning,hint" doc:"An email with an error can't be sent."`
	Message  string `json:"message"`
}

// Request is a template as its author writes it.
type Request struct {
	Name    string             `json:"name" minLength:"1" maxLength:"50" example:"Summer sale"`
	Subject string             `json:"subject,omitempty" maxLength:"200" doc:"Placeholders are allowed." example:"{name|Hello}, 20 % off until Sunday"`
	Design  emaildesign.Design `json:"design"`
}

// entity is the row of a template. Subject and design of each version lie beside it.
type entity struct {
	Template
	Owner auth.Owner `dynamodbav:"o"`
	Mark  string     `dynamodbav:"mk,omitempty"` // operation of the last change, by which its repetition is known
}

// version is a row of what an edit wrote.
type version struct {
	Number   int64     `dynamodbav:"v"`
	Subject  string    `dynamodbav:"sj,omitempty"`
	Packed   []byte    `dynamodbav:"d"` // the design as compressed JSON
	Size     int       `dynamodbav:"sz"`
	UserID   string    `dynamodbav:"u"`
	UserName string    `dynamodbav:"un,omitempty"`
	Time     time.Time `dynamodbav:"t"`
}

// Service is the module of email templates.
type Service struct {
	DB       store.DB
	Settings *setting.Store
	Now      func() time.Time
	NewID    func(ctx context.Context) string
	Text     func(ctx context.Context, key string, args map[string]any) string

	// Clean makes the fragments of a design harmless (emaildesign/clean), and Import reads HTML (emaildesign/htmlimport). Only the function
	// edm has them; no other one stores designs.
	Clean  func(d *emaildesign.Design)
	Import func(html string) (*emaildesign.Design, []emaildesign.Problem, error)
	// Customer is the tenant of a user in the scope, and its name; the 404 fault for any other id.
	Customer func(ctx context.Context, scope auth.Scope, userID string) (auth.Owner, string, error)
}

// now is the moment as it is kept.
func (s *Service) now() time.Time { return s.Now().UTC().Truncate(time.Millisecond) }

// Package commenttemplate is the module for templates of comments: texts in several variants for one social platform. Staff review a
// template before orders can use it. An order copies the texts, so a later change or deletion affects none.
package commenttemplate

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/comment/platform"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/platform/setting"
)

// Statuses of a template.
const (
	Review   = "review" // by staff
	Approved = "approved"
	Refused  = "refused"
)

var statuses = []string{Review, Approved, Refused}

// mostName is the most characters of a name, and mostTexts the most variants.
const (
	mostName  = 20
	mostTexts = 10
)

// Template is a template as it is shown.
type Template struct {
	ID           string    `dynamodbav:"id" json:"id"`
	Name         string    `dynamodbav:"n" json:"name"`
	Platform     string    `dynamodbav:"p" json:"platform" doc:"Key of the dictionary comment_platform."`
	Texts        []string  `dynamodbav:"t" json:"texts" nullable:"false" doc:"Variants. The items of an order get them in turn."`
	Status       string    `dynamodbav:"s" json:"status" enum:"review,approved,refused"`
	Enabled      bool      `dynamodbav:"on" json:"enabled" doc:"New orders can use approved and enabled templates only."`
	Reason       string    `dynamodbav:"r,omitempty" json:"reason,omitempty" doc:"Reason of the refusal."`
	CustomerID   string    `dynamodbav:"cu" json:"customerId"`
	CustomerName string    `dynamodbav:"cn" json:"customerName"`
	CreateTime   time.Time `dynamodbav:"ct" json:"createTime"`
	UpdateTime   time.Time `dynamodbav:"ut" json:"updateTime"`
	Edits        int       `dynamodbav:"ed,omitempty" json:"-"`
	Version      int       `dynamodbav:"-" json:"version" doc:"Every edit increases it. A review that approves the template sends the version that was read."`
}

// show completes a row.
func (t *Template) show() { t.Version = 1 + t.Edits }

// entity is the row of a template.
type entity struct {
	Template
	Owner   auth.Owner `dynamodbav:"o"`
	Rev     int64      `dynamodbav:"v"`
	Changed bool       `dynamodbav:"rc,omitempty"` // edited since it was first submitted for the review
	Mark    string     `dynamodbav:"mk,omitempty"` // operation of the last change, by which its repetition is known
}

// Request is a template as its author writes it.
type Request struct {
	Name     string   `json:"name" minLength:"1" maxLength:"20" example:"Spring"`
	Platform string   `json:"platform" doc:"Key of the dictionary comment_platform." example:"facebook"`
	Texts    []string `json:"texts" minItems:"1" maxItems:"10" doc:"Variants of the comment, without placeholders. All are different."`
}

// Service is the module.
type Service struct {
	DB       store.DB
	Settings *setting.Store
	Queues   queue.Queues
	Now      func() time.Time
	NewID    func(ctx context.Context) string
	Log      func(line map[string]any)
	Text     func(ctx context.Context, key string) string
	// Customer is the tenant of a user in the scope, and its name; the 404 fault for any other id.
	Customer func(ctx context.Context, scope auth.Scope, userID string) (auth.Owner, string, error)
}

// now is the moment as it is kept.
func (r *Service) now() time.Time { return r.Now().UTC().Truncate(time.Millisecond) }

// check tidies a request and refuses one that cannot be kept.
func (w *Request) check() error {
	w.Name = strings.TrimSpace(w.Name)
	p, err := platform.Find(w.Platform)
	switch {
	case err != nil:
		return err
	case w.Name == "" || utf8.RuneCountInString(w.Name) > mostName:
		return fault.Bad("name", "commenttemplate.name", "max", mostName)
	case len(w.Texts) == 0 || len(w.Texts) > mostTexts:
		return fault.Bad("texts", "commenttemplate.texts", "max", mostTexts)
	}
	seen := map[string]bool{}
	for i := range w.Texts {
		text := norm.NFC.String(strings.TrimSpace(strings.ReplaceAll(w.Texts[i], "\r\n", "\n")))
		folded, field := contact.Fold(text), fmt.Sprintf("texts[%d]", i)
		switch {
		case folded == "":
			return fault.Bad(field, "commenttemplate.empty", "n", i+1)
		case utf8.RuneCountInString(text) > p.Length:
			return fault.Bad(field, "commenttemplate.long", "n", i+1, "max", p.Length)
		case strings.ContainsAny(text, "{}"):
			return fault.Bad(field, "commenttemplate.placeholder", "n", i+1)
		case strings.ContainsFunc(text, func(c rune) bool { return unicode.IsControl(c) && c != '\n' }):
			return fault.Bad(field, "commenttemplate.control", "n", i+1)
		case seen[folded]:
			return fault.Bad(field, "commenttemplate.twice", "n", i+1)
		}
		seen[folded], w.Texts[i] = true, text
	}
	return nil
}

// fill lays a checked request over a template.
func (t *Template) fill(w *Request) {
	t.Name, t.Platform, t.Texts, t.Reason = w.Name, w.Platform, slices.Clone(w.Texts), ""
}

// view is a template in the audit log.
func (t *Template) view() map[string]any {
	return map[string]any{"name": t.Name, "platform": t.Platform, "texts": t.Texts, "status": t.Status, "enabled": t.Enabled}
}

package template

import (
	"cmp"
	"context"
	"strings"

	"herald/pkg/audience/contact"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/lazyregexp"
	"herald/pkg/kit/store"
)

// Store tells orders what they may send. It needs nothing but the rows, so workers have one.
type Store struct{ DB store.DB }

// InUse is a template as an order sends it.
type InUse struct {
	Ref          string   `dynamodbav:"rf" json:"-"` // <provider's name>/<language>
	ID           string   `dynamodbav:"id,omitempty" json:"id,omitempty" doc:"Empty for a template that was made outside the platform."`
	Name         string   `dynamodbav:"n" json:"name"`
	ProviderName string   `dynamodbav:"pn" json:"providerName"`
	Language     string   `dynamodbav:"l" json:"language"`
	Category     string   `dynamodbav:"ca,omitempty" json:"category,omitempty"`
	Type         string   `dynamodbav:"t,omitempty" json:"type,omitempty" enum:"text,image,video," doc:"Type of the header."`
	Header       string   `dynamodbav:"h,omitempty" json:"header,omitempty"`
	MediaID      string   `dynamodbav:"m,omitempty" json:"mediaId,omitempty"`
	Content      string   `dynamodbav:"c,omitempty" json:"content,omitempty"`
	Footer       string   `dynamodbav:"f,omitempty" json:"footer,omitempty"`
	Buttons      []Button `dynamodbav:"b,omitempty" json:"buttons,omitempty"`
	Segment      string   `dynamodbav:"sg,omitempty" json:"segment,omitempty" doc:"Number segments: only numbers that start with one of them receive it."`
}

// Reaches tells whether a template may be sent to a number, given in digits.
func (u *InUse) Reaches(digits string) bool {
	return contact.Begins(digits, contact.SplitFilter(u.Segment))
}

// Own tells whether the template is one of ours, whose texts are known.
func (u *InUse) Own() bool { return u.ID != "" }

var (
	ids       = lazyregexp.New(`^[0-9A-HJKMNP-TV-Z]{26}$`)
	wireNames = lazyregexp.New(`^[a-z0-9_]{1,512}$`)
	ownNames  = lazyregexp.New(`_[0-9a-hjkmnp-tv-z]{26}$`) // that end in an id of ours (providerName)
)

// Find gives the template of an id, or of a provider's name with an optional /language (en_US). Faults: 404 for one that the scope
// does not see, the refusal of one that may not be sent now, bulk.template for what is neither.
func (b *Store) Find(ctx context.Context, scope auth.Scope, idOrName string) (*InUse, error) {
	if ids.MatchString(idOrName) {
		return b.own(ctx, scope, idOrName)
	}
	if err := CheckName(idOrName); err != nil {
		return nil, err
	}
	u := LinkElsewhere(idOrName)
	ref, known, err := store.Load[reference](ctx, b.DB, refKey(u.Ref), false)
	switch {
	case err != nil:
		return nil, err
	case known && ref.ID != "":
		return b.own(ctx, scope, ref.ID)
	case known:
		return u, refusal(ref.Status, ref.On, u.Name)
	case ownNames.MatchString(u.ProviderName): // one of ours, in a language that it does not have
		return nil, fault.Missing()
	}
	return u, nil
}

// CheckName refuses what can be no provider's name.
func CheckName(named string) error {
	name, language, given := strings.Cut(named, "/")
	if !wireNames.MatchString(name) || given && !speaks(spelled(language)) {
		return fault.Bad("message.templateId", "bulk.template")
	}
	return nil
}

// LinkElsewhere is a template that the provider knows and we do not, by its name with an optional /language (en_US).
func LinkElsewhere(named string) *InUse {
	name, language, _ := strings.Cut(named, "/")
	language = spelled(cmp.Or(language, "en_US"))
	return &InUse{Ref: name + "/" + language, Name: name, ProviderName: name, Language: language}
}

// spelled returns a language as WhatsApp writes it: pt_BR, for any case and separator.
func spelled(language string) string {
	tongue, country, regional := strings.Cut(strings.ReplaceAll(language, "-", "_"), "_")
	tongue = strings.ToLower(tongue)
	if !regional {
		return tongue
	}
	return tongue + "_" + strings.ToUpper(country)
}

func (b *Store) own(ctx context.Context, scope auth.Scope, id string) (*InUse, error) {
	e, err := b.find(ctx, scope, id)
	if err != nil {
		return nil, err
	}
	return &InUse{Ref: e.ref(), ID: e.ID, Name: e.Name, ProviderName: e.ProviderName, Language: e.Language, Category: e.Category, Type: e.Type,
			Header: e.Header, MediaID: e.MediaID, Content: e.Content, Footer: e.Footer, Buttons: e.Buttons, Segment: e.Segment},
		refusal(e.Status, e.Enabled, e.Name)
}

func refusal(s Status, on bool, name string) error {
	if why := unusableFor(s, on); why != "" {
		return fault.Bad("message.templateId", why, "name", name)
	}
	return nil
}

// unusableFor is the message key of why a template may not be sent; "" when it may.
func unusableFor(s Status, on bool) string {
	switch {
	case s == Approved && on:
		return ""
	case s == Approved:
		return "template.unusable.off"
	case s == Paused || s == Disabled || s == Rejected:
		return "template.unusable." + string(s)
	}
	return "template.unusable.waiting"
}

// Usable is the condition under which what a reference names may be sent, for the transaction that lets an order send it.
func (b *Store) Usable(ref string) []store.Op {
	return []store.Op{{Verb: store.Check, Key: refKey(ref),
		If: store.Or(store.Missing("pk"), store.And(store.Eq("s", Approved), store.Eq("on", true)))}}
}

// Unusable tells why it may not, as a reason that names it; "" when it may.
func (b *Store) Unusable(ctx context.Context, ref string) (reason string, err error) {
	r, known, err := store.Load[reference](ctx, b.DB, refKey(ref), true)
	if err != nil || !known {
		return "", err
	}
	if why := unusableFor(r.Status, r.On); why != "" {
		return i18n.Named(why, r.Name), nil
	}
	return "", nil
}

package email

import (
	"cmp"
	"context"
	"strings"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/web"
)

// Test is a free test of an email.
type Test struct {
	UserID      string `json:"userId,omitempty" doc:"Id of the customer to test for, for staff and agents."`
	Name        string `json:"name,omitempty" maxLength:"50"`
	CountryCode string `json:"countryCode" example:"BR"`
	Content
	SenderID     string        `json:"senderId,omitempty" maxLength:"40"`
	ReplyTo      *ReplyTo      `json:"replyTo,omitempty"`
	Placeholders []Placeholder `json:"placeholders,omitempty" maxItems:"20" doc:"Values of the email. A placeholder without a value shows its own name."`
	Addresses    []string      `json:"addresses" minItems:"1" maxItems:"5" doc:"At most 5."`
}

// test sends an email to a few addresses, free of charge. Its answer is that of an order: its recipients tell what became of each.
// Faults: edm.address, and those of order.Intake.Try.
func (r *Service) test(ctx context.Context, in *struct{ Body Test }) (*order.SubmitResponse, error) {
	b := in.Body
	if len(b.Addresses) == 0 {
		return nil, fault.Bad("addresses", "web.valid.missing")
	}
	name := cmp.Or(strings.TrimSpace(b.Name), r.Engine.Flow.Texts(ctx, "edm.testName"))
	w := &Request{UserID: b.UserID, Name: name, CountryCode: b.CountryCode, Content: b.Content, SenderID: b.SenderID, ReplyTo: b.ReplyTo,
		Placeholders: b.Placeholders, Addresses: b.Addresses}
	r.tidy(w)
	made, err := r.copyOf(ctx, auth.Must(ctx), w.Content)
	if err != nil {
		return nil, err
	}
	if err := made.checkForm(); err != nil {
		return nil, err
	}
	c, err := made.compile(r.origin())
	if err != nil {
		return nil, fault.Bad("design", "edm.design")
	}
	for _, field := range c.required {
		if field != "email" && w.fixed(field) == "" {
			w.Placeholders = append(w.Placeholders, Placeholder{field, field})
		}
	}
	return r.intake().Try(ctx, auth.Must(ctx), w)
}

func (r *Service) testRoute(a *web.API) {
	web.Handle(a, web.Route{Method: "POST", Path: r.Spec().Path + "/test", Perm: r.Spec().Perm + ":test", Spends: true,
		Summary: "Send a free test email to a few addresses. The number of tests a day is limited"}, r.test)
}

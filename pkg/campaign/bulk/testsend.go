package bulk

import (
	"cmp"
	"context"
	"path"
	"strings"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/web"
)

// Test is a free test of a message (decisions §7).
type Test struct {
	UserID      string  `json:"userId,omitempty" doc:"Id of the customer to test for, for staff and agents."`
	Name        string  `json:"name,omitempty" maxLength:"50"`
	FileID      string  `json:"fileId" minLength:"1" doc:"Id of an uploaded txt file with a few numbers."`
	Channel     string  `json:"channel" enum:"whatsapp,sms"`
	CountryCode string  `json:"countryCode" example:"BR"`
	Message     Message `json:"message"`
	AB          *AB     `json:"ab,omitempty" doc:"Refused: a test sends one message."`
}

// test sends a message to the numbers of a txt file, free of charge. Its answer is that of an order: its recipients tell what became
// of each. Faults: bulk.testTxt, and those of order.Intake.Try.
func (r *Service) test(ctx context.Context, in *struct{ Body Test }) (*order.SubmitResponse, error) {
	p, b := auth.Must(ctx), in.Body
	if b.AB != nil {
		return nil, fault.Bad("ab", "bulk.abTest")
	}
	f, err := r.Files.Find(ctx, p.Scope(), b.FileID)
	if err != nil {
		return nil, err
	}
	if !strings.EqualFold(path.Ext(f.Name), ".txt") {
		return nil, fault.Bad("fileId", "bulk.testTxt")
	}
	name := cmp.Or(strings.TrimSpace(b.Name), r.Engine.Flow.Texts(ctx, "bulk.testName"))
	w := &Request{UserID: b.UserID, Name: name, FileID: b.FileID, Channel: b.Channel, CountryCode: b.CountryCode, Message: b.Message}
	return r.intake().Try(ctx, p, w)
}

func (r *Service) testRoute(a *web.API) {
	web.Handle(a, web.Route{Method: "POST", Path: r.Spec().Path + "/test", Perm: r.Spec().Perm + ":test", Spends: true,
		Summary: "Send a free test message to the few numbers of a txt file. The number of tests a day is limited"}, r.test)
}

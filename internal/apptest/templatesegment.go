package apptest

import (
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/template"
	"herald/pkg/kit/testkit"
)

// Segmented is an approved template of some number segments.
func (p *TemplateFixture) Segmented(segment string) template.Template {
	p.Helper()
	body := TemplateBody("segment")
	body["segment"] = segment
	t := testkit.Data[template.Template](p.Users.Direct.Post("/gc/template", body))
	p.Users.Admin.Put("/gc/template/review", Object{"ids": []string{t.ID}, "pass": true}).OK()
	p.Sends()
	p.Provider(t, whatsappsim.TemplateState{Status: "APPROVED"})
	return p.Get(t.ID)
}

package apptest

import (
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/template"
	"herald/pkg/kit/testkit"
)

// Passed writes a template as it is given and brings it through both reviews.
func (p *TemplateFixture) Passed(body Object) template.Template {
	p.Helper()
	t := testkit.Data[template.Template](p.Users.Direct.Post("/gc/template", body))
	p.Users.Admin.Put("/gc/template/review", Object{"ids": []string{t.ID}, "pass": true}).OK()
	p.Sends()
	if got := p.Get(t.ID); got.Status != template.Pending {
		p.Fatalf("the provider did not take it: %+v", got)
	}
	p.Provider(t, whatsappsim.TemplateState{Status: "APPROVED"})
	return p.Get(t.ID)
}

// People is a file of numbers with the columns that its first line names.
func (p *TemplateFixture) People(text string) string {
	p.Helper()
	return testkit.Data[struct{ ID string }](p.Users.Direct.Upload("/uf/uploadfile", "file", "n.csv", "text/csv", []byte(text))).ID
}

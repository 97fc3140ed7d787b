package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"herald/pkg/kit/testkit"
	"herald/pkg/platform/export"
	"herald/pkg/platform/session/sessiontest"
)

// evidence is the file of a number, line by line, as somebody gets it.
func (p *house) evidence(who *sessiontest.Actor, number string) (lines []string) {
	p.Helper()
	p.k.Sent.Take()
	started := accepted(p.T, who.In("en_US").Get("/gc/evidence/export?phoneNumber="+number))
	for _, sent := range p.k.Sent.Take() {
		if sent.Kind == export.Task {
			if err := FileTasks(onCloud(p.k))[export.Task](p.Context(), sent.Message); err != nil {
				p.Fatal(err)
			}
		}
	}
	got := testkit.Data[export.Status](who.Get("/uf/export/" + started.TaskID))
	if got.Status != "done" {
		p.Fatalf("%+v", got)
	}
	if got.Done == 0 {
		return nil
	}
	body, err := p.k.Files.Get(p.Context(), "export/"+who.User.ID+"/"+started.TaskID+".xlsx", 1<<20)
	if err != nil {
		p.Fatal(err)
	}
	for _, row := range table(p.T, body, "Time") {
		if n := row["Number"]; n != "5511987650001" {
			p.Errorf("a line of %v", n)
		}
		lines = append(lines, fmt.Sprint(row["Event"], "|", row["Detail"]))
	}
	return lines
}

// The evidence of a number is all that its tenant knows of it, in the order of time, and nothing of another tenant's.
func TestEvidenceOfANumber(t *testing.T) {
	p := mustHouse(t)
	c := p.c.Customer
	p.c.Admin.Put("/aty/customerinfo/recharge", obj{"userId": c.User.ID, "amount": 100}).OK()
	c.Post("/aty/consent", obj{"phoneNumber": "5511987650001", "state": "given", "purpose": "marketing", "source": "web form",
		"evidence": "ticked"}).OK()
	p.bulk(c, "first", 3, nil)
	p.sends()
	c.Post("/aty/suppression", obj{"phoneNumber": "5511987650001", "scope": "tenant", "reason": "asked by mail"}).OK()
	p.bulk(c, "second", 3, nil)
	p.sends()
	lines := p.evidence(c, "%2B55%2011%2098765-0001")
	for _, want := range []string{"Consented|marketing · web form · ticked", "Sent|first", "Suppressed|manual · asked by mail",
		"Held back|second"} {
		if !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, want) }) {
			t.Errorf("%q is missing in %q", want, lines)
		}
	}
	if n := len(p.evidence(c, "5511987650099")); n != 0 {
		t.Errorf("%d lines of a number that nobody knows", n)
	}
	p.c.Admin.Put("/aty/customerinfo/activation/"+p.c.OtherCustomer.User.ID, nil).OK()
	if n := len(p.evidence(p.c.OtherCustomer, "5511987650001")); n != 0 {
		t.Errorf("another customer gets %d lines", n)
	}
	if n := len(p.evidence(p.c.Admin, "5511987650001")); n < len(lines) {
		t.Errorf("staff get %d of %d lines", n, len(lines))
	}
	c.Get("/gc/evidence/export?phoneNumber=12").Want(http.StatusBadRequest, 400)
}

// accepted is the task of a file that is made in the background.
func accepted(t *testing.T, a *testkit.Answer) (started export.Started) {
	t.Helper()
	if a.Status != http.StatusAccepted {
		t.Fatalf("%d %s", a.Status, a.Raw)
	}
	if err := json.Unmarshal(a.Data, &started); err != nil {
		t.Fatal(err)
	}
	return started
}

package screening_test

import (
	"testing"
	"time"

	"herald/localstack/simulators/sim"
	"herald/pkg/account/customer"
	"herald/pkg/audience/contact"
	"herald/pkg/audience/screening"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// history is what the collection tells of its screenings.
func (w *fixture) history() (out []contact.Event) {
	for _, e := range call[web.Page[contact.Event]](w, 200, "GET", "/aty/contactsgroup/"+w.group+"/history/page", nil).Records {
		if e.What == contact.WasScreened || e.What == contact.WasActive {
			out = append(out, e)
		}
	}
	return out
}

// notices returns the titles of Ana's notices.
func (w *fixture) notices() (titles []string) {
	w.t.Helper()
	rows, err := store.Collect(store.Rows(w.t.Context(),
		w.db, store.Query{Table: "platform", PK: "IM#uana#" + time.Now().UTC().Format("2006-01")}))
	if err != nil {
		w.t.Fatal(err)
	}
	for _, row := range rows {
		var told struct {
			Words struct {
				Title string `dynamodbav:"t"`
			} `dynamodbav:"w"`
		}
		if _, err := store.Decode(row, &told); err != nil {
			w.t.Fatal(err)
		}
		titles = append(titles, told.Words.Title)
	}
	return titles
}

// A brand customer gets its discount on the charge of a screening, as on an order (decisions §4).
func TestABrandCustomersScreening(t *testing.T) {
	inScenario(t, 2500, func(w *fixture) {
		agreed := customer.Partner{Terms: customer.Terms{Brand: true, Discount: 7}}
		if err := w.db.WriteAll(t.Context(),
			[]store.Op{{Verb: store.Put, Key: store.Key{Table: "account", PK: "C#ana", SK: "C"}, Item: agreed}}); err != nil {
			t.Fatal(err)
		}
		w.start(200)
		if c := w.run(5); c.State != screening.Completed {
			t.Errorf("%+v", c)
		}
		// 2,000 valid at 0.10 are 200; 7 % of it are 14.
		if left := w.left(); left != credit-186*money.Credit {
			t.Errorf("left %s", left)
		}
		report, err := w.Ledger.Reconcile(t.Context())
		if err != nil || report.Platform[ledger.Discounts] != -14*money.Credit {
			t.Errorf("%v %v", report, err)
		}
	})
}

// However a screening ends, its payer gets one notice of the result, and the list's history shows it.
func TestAScreeningTellsItsEnd(t *testing.T) {
	inScenario(t, 20, func(w *fixture) {
		w.start(200)
		w.run(5)
		w.run(2)
		if got := w.notices(); len(got) != 1 || got[0] != "screening.tell.title.completed" {
			t.Errorf("%v", got)
		}
		if e := w.history(); len(e) != 1 || e[0].What != contact.WasScreened || e[0].Operator != "Ana" || e[0].Looked != 20 || e[0].Valid != 16 {
			t.Errorf("%+v", e)
		}
		call[screening.StartResponse](w, 200, "POST", "/aty/contactsgroup/"+w.group+"/activetime", nil)
		w.run(5)
		if e := w.history(); len(e) != 2 || e[0].What != contact.WasActive {
			t.Errorf("%+v", e)
		}
	})
}

func TestAStoppedAndAFailedScreeningTellTheirEnd(t *testing.T) {
	inScenario(t, 20, func(w *fixture) {
		w.start(200)
		call[any](w, 200, "PUT", "/aty/contactsgroup/"+w.group+"/screen/stop", nil)
		w.run(5)
		if err := w.sim.SetScript([]sim.Rule{{Outcome: "refused"}}); err != nil {
			t.Fatal(err)
		}
		w.start(200)
		w.run(5)
		if got := w.notices(); len(got) != 2 || got[0] == got[1] {
			t.Errorf("%v", got)
		}
	})
}

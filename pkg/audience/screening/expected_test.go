package screening_test

import (
	"testing"

	"herald/pkg/audience/screening"
	"herald/pkg/credit/price"
	"herald/pkg/kit/money"
)

// A screening that costs more than its estimate is refused with the new cost, and so are active times; nothing is
// started or reserved.
func TestAScreeningCostsTheShownPrice(t *testing.T) {
	inScenario(t, 2000, func(w *fixture) {
		q := call[screening.Quote](w, 200, "GET", "/aty/contactsgroup/"+w.group+"/screen", nil)
		if _, err := w.Prices.Set(t.Context(), price.Line{Owner: price.Platform, Service: screening.ServiceName, Country: price.Anywhere,
			Price: money.Credit / 5}); err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{"/screen", "/activetime"} {
			call[any](w, 40922, "POST", "/aty/contactsgroup/"+w.group+path, map[string]any{"expectedCost": q.Cost})
			if c := w.stands(); c.Busy() || w.left() != credit {
				t.Errorf("%s: %+v, %s left", path, c.Collection, w.left())
			}
		}
		b := call[screening.StartResponse](w, 200, "POST", "/aty/contactsgroup/"+w.group+"/screen", map[string]any{"expectedCost": 2 * q.Cost})
		if b.Cost != 2*q.Cost {
			t.Errorf("%+v", b)
		}
		if c := w.run(10); c.State != screening.Completed {
			t.Errorf("%+v", c.Collection)
		}
	})
}

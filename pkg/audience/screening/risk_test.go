package screening_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"herald/localstack/simulators/sim"
	"herald/pkg/audience/riskgroup"
	"herald/pkg/audience/screening"
	"herald/pkg/kit/apiclient"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

const risks = "/aty/riskgroup"

var staff = &auth.Principal{UserID: "root", Name: "Root", Type: auth.Admin, Perms: map[string]bool{"*": true}}

// riskList makes a risk-control collection of as many members, whose last digits are spread.
func (w *fixture) riskList(members int) string {
	w.t.Helper()
	id := call[web.Created](w, 200, "POST", risks, map[string]any{"name": "complained", "countryCode": "BR"}).ID
	for from := 0; from < members; from += 100 {
		call[any](w, 200, "POST", risks+"/"+id+"/member", map[string]any{"phoneNumbers": numbers(from, min(100, members-from))})
	}
	return id
}

func numbers(from, n int) (out []string) {
	for i := range n {
		out = append(out, fmt.Sprint(5511900000000+from+i))
	}
	return out
}

func (w *fixture) risk(id string) riskgroup.Collection {
	w.t.Helper()
	return call[riskgroup.Collection](w, 200, "GET", risks+"/"+id, nil)
}

// screened works until the screening of a risk-control collection has ended.
func (w *fixture) screened(id string) riskgroup.Collection {
	w.t.Helper()
	w.until(10, func() bool { c := w.risk(id); return !c.Busy() })
	return w.risk(id)
}

// A risk-control collection is screened like a contact collection (decisions §2). The shown cost is reserved, valid numbers are charged,
// and members show their results, even after members were removed and added.
func TestARiskListIsScreened(t *testing.T) {
	inScenario(t, 0, func(w *fixture) {
		id := w.riskList(1200)
		path := risks + "/" + id
		q := call[screening.Quote](w, 200, "GET", path+"/screen", nil)
		if q.Members != 1200 || q.Cost != 120*money.Credit || !q.Enough {
			t.Errorf("%+v", q)
		}
		call[any](w, 40922, "POST", path+"/screen", map[string]any{"expectedCost": q.Cost - 1})
		if b := call[screening.StartResponse](w, 200, "POST", path+"/screen",
			map[string]any{"expectedCost": q.Cost}); b.Status != screening.Waiting || b.Cost != q.Cost {
			t.Errorf("%+v", b)
		}
		call[any](w, 409, "POST", path+"/activetime", nil)
		call[any](w, 409, "DELETE", path, nil)
		// Its owner goes on working with it meanwhile.
		call[any](w, 200, "PUT", risks, map[string]any{"id": id, "name": "renamed"})
		c := w.screened(id)
		if c.State != screening.Completed || !c.Screened || !c.ActiveHad || c.Done != 1200 || c.WACount != 960 || c.ActiveCount != 480 ||
			c.Name != "renamed" || c.MemberCount != 1200 {
			t.Errorf("%+v", c)
		}
		if left := w.left(); left != credit-100*money.Credit { // the minimum
			t.Errorf("left %s", left)
		}
		page := call[web.Page[riskgroup.Member]](w, 200,
			"GET", path+"/member/page?phoneNumber=551190000000&size=10&sortFields=phoneNumber&sortOrders=ascend", nil)
		for i, want := range []string{"valid", "valid", "valid", "valid", "valid", "valid", "valid", "valid", "judging", "invalid"} {
			if m := page.Records[i]; m.Validity != want || (m.LastActiveTime != nil) != (i%2 == 0 && i != 8) ||
				(m.LastCheckTime != nil) != (i != 8) {
				t.Errorf("%+v", m)
			}
		}
		if valid := call[web.Page[riskgroup.Member]](w, 200, "GET", path+"/member/page?validity=invalid", nil); valid.Total != 120 {
			t.Errorf("%d invalid", valid.Total)
		}
		call[any](w, 200, "DELETE", path+"/member", map[string]any{"phoneNumbers": numbers(0, 100)})
		call[any](w, 200, "POST", path+"/member", map[string]any{"phoneNumbers": []string{"5511911111111"}})
		if c := w.risk(id); c.MemberCount != 1101 || c.WACount != 880 || c.ActiveCount != 440 || c.State != screening.Completed {
			t.Errorf("%+v", c)
		}
		if list := call[web.Page[riskgroup.Collection]](w, 200, "GET", risks+"/page?screenStatus=completed", nil); list.Total != 1 ||
			list.Records[0].WACount != 880 {
			t.Errorf("%+v", list)
		}
		call[any](w, 409, "PUT", path+"/screen/stop", nil)
		call[any](w, 200, "DELETE", path, nil)
		call[any](w, 404, "GET", path+"/screen", nil)
		left, err := w.db.Query(t.Context(), store.Query{Table: "audience", PK: "RISK#" + id, Limit: 100, Consistent: true})
		if err != nil || len(left) > 0 {
			t.Errorf("%d rows are left, %v", len(left), err)
		}
	})
}

// The results until a stop are kept and charged; the rest of the reservation is released.
func TestAStopOfARiskList(t *testing.T) {
	inScenario(t, 0, func(w *fixture) {
		id := w.riskList(300)
		w.webhooks(sim.Webhooks{DelayMs: 3_600_000, Batch: 1})
		call[any](w, 200, "POST", risks+"/"+id+"/activetime", nil)
		w.until(2, func() bool { return false })
		if b := call[screening.StartResponse](w, 200, "PUT", risks+"/"+id+"/screen/stop", nil); b.Status != screening.Stopping {
			t.Errorf("%+v", b)
		}
		if c := w.screened(id); c.State != screening.Stopped || c.WACount != 0 || c.ActiveCount == 0 || c.All != 300 || c.Done >= 300 {
			t.Errorf("%+v", c)
		}
		if left := w.left(); left != credit-100*money.Credit { // the minimum, since something was found out
			t.Errorf("left %s", left)
		}
	})
}

// A list that applies to all customers has no payer and is refused. Another customer gets 404 for a collection that is not its own.
func TestWhatRiskListCannotBeScreened(t *testing.T) {
	inScenario(t, 0, func(w *fixture) {
		empty, mine := w.riskList(0), w.riskList(3)
		call[any](w, 400, "POST", risks+"/"+empty+"/screen", nil)
		w.who = bob
		for _, c := range [][2]string{{"GET", "/screen"}, {"POST", "/screen"}, {"PUT", "/screen/stop"}, {"POST", "/activetime"}} {
			call[any](w, 404, c[0], risks+"/"+mine+c[1], nil)
		}
		w.who = staff
		ofAll := w.riskList(3)
		call[any](w, 409, "GET", risks+"/"+ofAll+"/screen", nil)
		call[any](w, 409, "POST", risks+"/"+ofAll+"/screen", nil)
		if c := w.risk(ofAll); c.Scope != riskgroup.Global || c.Run != "" {
			t.Errorf("%+v", c)
		}
	})
}

// Any call of the database may fail, before or after its write. Each member is counted once, and the charge is right.
func TestARiskListAndABrokenDatabase(t *testing.T) {
	for every := 2; every <= 5; every++ {
		inScenario(t, 0, func(w *fixture) {
			id := w.riskList(60)
			call[any](w, 200, "POST", risks+"/"+id+"/screen", nil)
			calls := 0
			w.fault = func(string) error {
				if calls++; calls%(7*every) == 0 {
					return errors.New("broken")
				}
				return nil
			}
			w.until(30, func() bool {
				return calls > 400
			})
			w.fault = nil
			c := w.screened(id)
			if c.State != screening.Completed || c.WACount != 48 || c.Done != 60 {
				t.Errorf("%+v", c)
			}
			if left := w.left(); left != credit-100*money.Credit {
				t.Errorf("left %s", left)
			}
		})
	}
}

// Each member is in exactly one place.
func TestEveryMemberHasOnePlace(t *testing.T) {
	inScenario(t, 0, func(w *fixture) {
		id := w.riskList(200)
		var all []uint64
		for place := range 16 {
			got, err := w.Risks.PackAt(t.Context(), id, place, time.Now())
			if err != nil || !slices.IsSorted(got) {
				t.Fatal(got, err)
			}
			all = append(all, got...)
		}
		slices.Sort(all)
		if len(all) != 200 || len(slices.Compact(all)) != 200 {
			t.Error(len(all))
		}
	})
}

// Most places of a small collection are empty. A run does not wait for callbacks of empty places.
func TestASmallRiskListWaitsForNoTick(t *testing.T) {
	inScenario(t, 0, func(w *fixture) {
		var all []string
		for i := range 9 { // as many as the credit covers
			id := call[web.Created](w, 200, "POST", risks, map[string]any{"name": "one", "countryCode": "BR"}).ID
			call[any](w, 200, "POST", risks+"/"+id+"/member", map[string]any{"phoneNumbers": numbers(i, 1)})
			call[any](w, 200, "POST", risks+"/"+id+"/screen", nil)
			all = append(all, id)
		}
		w.until(1, func() bool { return true })
		for _, id := range all {
			if c := w.risk(id); c.State != screening.Completed {
				t.Errorf("%+v", c)
			}
		}
	})
}

// Two starts of one collection at the same moment reserve and screen once.
func TestTwoStartsOfARiskListAreOne(t *testing.T) {
	inScenario(t, 0, func(w *fixture) {
		id := w.riskList(20)
		codes := make([]int, 2)
		var both sync.WaitGroup
		for i := range codes {
			both.Go(func() {
				a, err := (&apiclient.Client{API: "http://herald/api", Token: "x", HTTP: apiclient.Handler{Handler: w.api}}).Do(w.t.Context(), "POST",
					risks+"/"+id+"/screen", nil)
				if err == nil {
					codes[i] = a.Code
				}
			})
		}
		both.Wait()
		slices.Sort(codes)
		if codes[0] != 200 || codes[1] != 409 {
			t.Errorf("%v", codes)
		}
		if c := w.screened(id); c.State != screening.Completed || c.Done != 20 {
			t.Errorf("%s, %d", c.State, c.Done)
		}
		if left := w.left(); left != credit-100*money.Credit {
			t.Errorf("left %s", left)
		}
	})
}

// A member that is removed during a run is not counted, and its result is not stored.
func TestAMemberRemovedDuringARun(t *testing.T) {
	inScenario(t, 0, func(w *fixture) {
		id := w.riskList(20)
		w.webhooks(sim.Webhooks{DelayMs: 3_600_000, Batch: 1})
		call[any](w, 200, "POST", risks+"/"+id+"/screen", nil)
		w.until(1, func() bool { return true })
		call[any](w, 200, "DELETE", risks+"/"+id+"/member", map[string]any{"phoneNumbers": numbers(0, 10)})
		w.webhooks(sim.Webhooks{Batch: 1})
		if c := w.screened(id); c.State != screening.Completed || c.MemberCount != 10 || c.WACount > 10 {
			t.Errorf("%+v", c)
		}
		call[any](w, 200, "POST", risks+"/"+id+"/member", map[string]any{"phoneNumbers": numbers(0, 10)})
		if page := call[web.Page[riskgroup.Member]](w, 200, "GET", risks+"/"+id+"/member/page?validity=judging&size=100", nil); page.Total < 10 {
			t.Errorf("%d of 20 members have nothing known", page.Total)
		}
		w.left()
	})
}

package screening_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"herald/pkg/provider"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"herald/localstack/simulators/sim"
	"herald/pkg/audience/contact"
	"herald/pkg/audience/screening"
	"herald/pkg/kit/money"
	"herald/pkg/kit/web"
)

// The partner reports one of ten numbers as not on WhatsApp and one as unknown; four were active.
func TestScreening(t *testing.T) {
	inScenario(t, 2500, func(w *fixture) {
		q := call[screening.Quote](w, 200, "GET", "/aty/contactsgroup/"+w.group+"/screen", nil)
		if q.Members != 2500 || q.Minimum != 1000 || q.Cost != 250*money.Credit || q.Balance != credit || !q.Enough {
			t.Errorf("%+v", q)
		}
		if b := w.start(200); b.Status != screening.Waiting || b.Cost != 250*money.Credit {
			t.Errorf("%+v", b)
		}
		w.start(409)
		call[any](w, 409, "POST", "/aty/contactsgroup/"+w.group+"/activetime", nil)
		call[any](w, 409, "DELETE", "/aty/contactsgroup/"+w.group, nil)
		c := w.run(5)
		if c.State != screening.Completed || !c.Screened || !c.ActiveHad || c.Done != 2500 || c.WACount != 2000 || c.ActiveCount != 1000 {
			t.Errorf("%+v", c.Collection)
		}
		if left := w.left(); left != credit-200*money.Credit {
			t.Errorf("left %s", left)
		}
		page := call[web.Page[contact.Member]](w, 200, "GET",
			"/aty/contactsgroup/"+w.group+"/member/page?phoneNumber=551190000000&size=10&sortFields=phoneNumber&sortOrders=ascend", nil)
		for i, want := range []string{"valid", "valid", "valid", "valid", "valid", "valid", "valid", "valid", "judging", "invalid"} {
			if m := page.Records[i]; m.Validity != want || (m.LastActiveTime != nil) != (i%2 == 0 && i != 8) || (m.Gender == "female") != (i == 0) ||
				(m.LastCheckTime != nil) != (i != 8) {
				t.Errorf("%+v", m)
			}
		}
		call[any](w, 409, "PUT", "/aty/contactsgroup/"+w.group+"/screen/stop", nil)
		call[any](w, 200, "DELETE", "/aty/contactsgroup/"+w.group, nil)
	})
}

func TestTheMinimumIsCharged(t *testing.T) {
	inScenario(t, 20, func(w *fixture) {
		if b := w.start(200); b.Cost != 100*money.Credit {
			t.Errorf("%+v", b)
		}
		if c := w.run(5); c.State != screening.Completed || c.WACount != 16 {
			t.Errorf("%+v", c)
		}
		if left := w.left(); left != credit-100*money.Credit {
			t.Errorf("left %s", left)
		}
	})
}

// An insufficient balance starts nothing. An empty collection, a foreign one and a country without a price cannot be screened.
func TestWhatCannotBeScreened(t *testing.T) {
	inScenario(t, 10_001, func(w *fixture) {
		w.start(40201)
		if c := w.stands(); c.State != "" || c.Run != "" {
			t.Errorf("%+v", c)
		}
		if left := w.left(); left != credit {
			t.Errorf("left %s", left)
		}
		full := w.group
		w.group = w.collection(0)
		w.start(400)
		w.group, w.who = full, bob
		w.start(404)
		call[any](w, 404, "PUT", "/aty/contactsgroup/"+w.group+"/screen/stop", nil)
		w.who = ana
		w.Offered = func() (provider.ScreenProfile, bool) { return provider.ScreenProfile{}, false }
		w.start(503)
	})
}

// The results until a stop are kept and charged; the rest of the reservation is released.
func TestAStopSettlesWhatWasDone(t *testing.T) {
	inScenario(t, 9500, func(w *fixture) {
		w.webhooks(sim.Webhooks{DelayMs: 3_600_000, Batch: 1})
		if err := w.sim.SetScript([]sim.Rule{{Suffix: "-0", Outcome: "cut_after_accept"}}); err != nil {
			t.Fatal(err)
		}
		w.start(200)
		if c := w.run(2); c.State != screening.Queued {
			t.Errorf("%+v", c)
		}
		if b := call[screening.StartResponse](w, 200, "PUT", "/aty/contactsgroup/"+w.group+"/screen/stop", nil); b.Status != screening.Stopping {
			t.Errorf("%+v", b)
		}
		// The partner gives half of each of the eight batches that it has: every other number, which are the even ones.
		c := w.run(5)
		if c.State != screening.Stopped || c.WACount != 8*400 || c.Done >= 8*1000 || c.Done < c.WACount || c.All != 9500 {
			t.Errorf("%+v", c)
		}
		if left := w.left(); left != credit-320*money.Credit {
			t.Errorf("left %s", left)
		}
	})
}

func TestAStopBeforeAnythingCostsNothing(t *testing.T) {
	inScenario(t, 20, func(w *fixture) {
		w.start(200)
		call[any](w, 200, "PUT", "/aty/contactsgroup/"+w.group+"/screen/stop", nil)
		if c := w.run(5); c.State != screening.Stopped || c.Screened || c.Done != 0 || c.All != 20 {
			t.Errorf("%+v", c)
		}
		if left := w.left(); left != credit {
			t.Errorf("left %s", left)
		}
	})
}

// A screening ends when its partner is switched off while it runs: at once when it is stopped, else after the time for an answer. Nothing
// is charged.
func TestAScreeningWhosePartnerIsSwitchedOffEnds(t *testing.T) {
	for _, stop := range []bool{true, false} {
		inScenario(t, 20, func(w *fixture) {
			w.webhooks(sim.Webhooks{DelayMs: 3_600_000, Batch: 1})
			w.start(200)
			w.Partner = func() (provider.Screener, error) { return nil, nil }
			want, minutes := screening.Failed, 6*60+10
			if stop {
				want, minutes = screening.Stopped, 5
				call[any](w, 200, "PUT", "/aty/contactsgroup/"+w.group+"/screen/stop", nil)
			}
			if c := w.run(minutes); c.State != want || c.Done != 0 {
				t.Errorf("%+v", c)
			}
			if left := w.left(); left != credit {
				t.Errorf("left %s", left)
			}
		})
	}
}

// A partner is slow, partial, refuses, forgets, answers twice or not at all. Members of a refused or abandoned batch
// are not checked.
func TestPartnersAnswers(t *testing.T) {
	for name, c := range map[string]struct {
		rules []sim.Rule
		hooks sim.Webhooks
		want  string
		wa    int
		done  int
	}{
		"slow":           {[]sim.Rule{{Outcome: "slow"}}, sim.Webhooks{DelayMs: 90_000, Batch: 1}, screening.Completed, 1600, 2000},
		"partial":        {[]sim.Rule{{Outcome: "partial"}}, sim.Webhooks{Batch: 1}, screening.Completed, 800, 2000},
		"one refused":    {[]sim.Rule{{Suffix: "-1", Outcome: "refused"}}, sim.Webhooks{Batch: 1}, screening.Completed, 800, 1000},
		"all refused":    {[]sim.Rule{{Outcome: "refused"}}, sim.Webhooks{Batch: 1}, screening.Failed, 0, 0},
		"not taken":      {[]sim.Rule{{Outcome: "invalid"}}, sim.Webhooks{Batch: 1}, screening.Failed, 0, 0},
		"busy":           {[]sim.Rule{{Outcome: "busy"}}, sim.Webhooks{Batch: 1}, screening.Completed, 1600, 2000},
		"never arrives":  {[]sim.Rule{{Outcome: "cut", Times: 1}}, sim.Webhooks{Batch: 1}, screening.Completed, 1600, 2000},
		"answer is lost": {[]sim.Rule{{Outcome: "cut_after_accept"}}, sim.Webhooks{Batch: 1}, screening.Completed, 1600, 2000},
		"garbled":        {[]sim.Rule{{Outcome: "garbled"}}, sim.Webhooks{Batch: 1}, screening.Completed, 1600, 2000},
		"twice":          {[]sim.Rule{{Outcome: "duplicate"}}, sim.Webhooks{Batch: 1, Duplicate: 1}, screening.Completed, 1600, 2000},
		"no callbacks":   {nil, sim.Webhooks{Batch: 1, Drop: 1}, screening.Completed, 1600, 2000},
		"never":          {[]sim.Rule{{Suffix: "-1", Outcome: "never"}}, sim.Webhooks{Batch: 1}, screening.Completed, 800, 1000},
	} {
		t.Run(name, func(t *testing.T) {
			inScenario(t, 2000, func(w *fixture) {
				w.webhooks(c.hooks)
				if err := w.sim.SetScript(c.rules); err != nil {
					t.Fatal(err)
				}
				w.start(200)
				got := w.run(400)
				if got.State != c.want || got.WACount != c.wa || got.Done != c.done || got.All != 2000 {
					t.Errorf("%+v", got)
				}
				charge := money.Amount(max(c.wa, 1000)) * money.Credit / 10
				if c.want == screening.Failed {
					charge = 0
				}
				if left := w.left(); left != credit-charge {
					t.Errorf("left %s, charge should be %s", left, charge)
				}
			})
		})
	}
}

func TestActiveTimes(t *testing.T) {
	inScenario(t, 2000, func(w *fixture) {
		call[any](w, 200, "POST", "/aty/contactsgroup/"+w.group+"/activetime", nil)
		c := w.run(5)
		if c.State != screening.Completed || c.Screened || !c.ActiveHad || c.ActiveCount != 800 || c.WACount != 0 {
			t.Errorf("%+v", c)
		}
		if left := w.left(); left != credit-100*money.Credit { // 800 are less than the minimum
			t.Errorf("left %s", left)
		}
	})
}

// Functions die before and after any call of the database: nothing is lost, and nothing counts twice.
func TestScreeningThroughFaults(t *testing.T) {
	dead := errors.New("dead")
	for _, every := range []int{3, 5, 7, 11} {
		t.Run(fmt.Sprint(every), func(t *testing.T) {
			inScenario(t, 2000, func(w *fixture) {
				w.start(200)
				calls := 0
				w.fault = func(call string) error {
					if calls++; calls%every == 0 && strings.Contains(call, " ") && !strings.HasSuffix(call, "query") {
						return dead
					}
					return nil
				}
				for range 60 {
					for _, m := range slices.Concat(w.take(screening.JobQueue), w.take(screening.JobQueue)) {
						if err := w.Step(w.t.Context(), m); err != nil && !errors.Is(err, dead) {
							t.Logf("step: %v", err)
						}
					}
					time.Sleep(time.Minute)
					if err := w.Tick(w.t.Context()); err != nil && !errors.Is(err, dead) {
						t.Logf("tick: %v", err)
					}
				}
				w.fault = nil
				if c := w.run(5); c.State != screening.Completed || c.WACount != 1600 || c.Done != 2000 {
					t.Errorf("%+v", c)
				}
				if left := w.left(); left != credit-160*money.Credit {
					t.Errorf("left %s", left)
				}
			})
		})
	}
}

// A callback without a valid signature, or an old one, changes nothing.
func TestForgedCallbacks(t *testing.T) {
	inScenario(t, 20, func(w *fixture) {
		for _, header := range []map[string]string{{}, {"X-Partner-Timestamp": fmt.Sprint(time.Now().Unix()), "X-Partner-Signature": "v1=00"},
			{"X-Partner-Timestamp": "1", "X-Partner-Signature": "v1=00"}} {
			req := httptest.NewRequest("POST", "/api/hook/partner", strings.NewReader(`{"reference":"a-b-0"}`))
			for k, v := range header {
				req.Header.Set(k, v)
			}
			rec := httptest.NewRecorder()
			w.api.ServeHTTP(rec, req)
			if rec.Code != http.StatusUnauthorized || len(w.take(screening.CallbackQueue)) != 0 {
				t.Errorf("%v: %d", header, rec.Code)
			}
		}
	})
}

// Two steps of one run overlap, as two callbacks cause them: the slower one writes nothing, which is no error.
func TestStepsSideBySide(t *testing.T) {
	inScenario(t, 2000, func(w *fixture) {
		w.webhooks(sim.Webhooks{Batch: 1, Drop: 1})
		w.start(200)
		first := w.take(screening.JobQueue)[0]
		if err := w.Step(w.t.Context(), first); err != nil {
			w.t.Fatal(err)
		}
		time.Sleep(time.Minute)
		beside := false
		w.fault = func(call string) error { // is called under the lock of the fixture
			if call != "before transact" || beside {
				return nil
			}
			beside = true
			w.mu.Unlock()
			defer w.mu.Lock()
			return w.Step(w.t.Context(), first)
		}
		if err := w.Step(w.t.Context(), first); err != nil || !beside {
			w.t.Errorf("the slower step: %v, beside another: %v", err, beside)
		}
		w.fault = nil
		if c := w.run(5); c.State != screening.Completed || c.WACount != 1600 || c.Done != 2000 {
			w.t.Errorf("%+v", c)
		}
		if left := w.left(); left != credit-160*money.Credit {
			w.t.Errorf("left %s", left)
		}
	})
}

// A callback without a batch is malformed, signed or not. A well-formed callback with a wrong signature is refused for its signature.
func TestACallbackWithoutAReference(t *testing.T) {
	inScenario(t, 20, func(w *fixture) {
		for body, want := range map[string]int{`{"state":"done"}`: http.StatusBadRequest, `{"reference":""}`: http.StatusBadRequest,
			`{`: http.StatusBadRequest, `{"reference":"a-b-0"}`: http.StatusOK} {
			at := fmt.Sprint(time.Now().Unix())
			mac := hmac.New(sha256.New, []byte("secret"))
			fmt.Fprintf(mac, "%s.%s", at, body)
			unsigned, unsignedSays := http.StatusUnauthorized, "signature"
			if want == http.StatusBadRequest {
				unsigned, unsignedSays = want, "reference"
			}
			for _, c := range []struct {
				signature, says string
				want            int
			}{{"v1=" + hex.EncodeToString(mac.Sum(nil)), "reference", want}, {"v1=00", unsignedSays, unsigned}} {
				req := httptest.NewRequest("POST", "/api/hook/partner", strings.NewReader(body))
				req.Header.Set("X-Partner-Timestamp", at)
				req.Header.Set("X-Partner-Signature", c.signature)
				req.Header.Set("lang", "en_US")
				rec := httptest.NewRecorder()
				w.api.ServeHTTP(rec, req)
				if rec.Code != c.want || c.want != http.StatusOK && !strings.Contains(rec.Body.String(), c.says) {
					w.t.Errorf("%s: %d %s", body, rec.Code, rec.Body)
				}
			}
		}
	})
}

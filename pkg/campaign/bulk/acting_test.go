package bulk_test

import (
	"bytes"
	"image"
	"image/png"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"herald/internal/ordertest"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
	"herald/pkg/provider/whatsapp"
)

// A review answers for each order by itself: a foreign id and a wrong state are reported in their own lines.
func TestReviewAnswersPerOrder(t *testing.T) {
	ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
		if err := j.Service.Engine.Flow.Settings.Set(j.Context, "order.review.auto", "false", "admin"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Minute)
		group := j.Collection(ordertest.Numbers(0, 2))
		good, _ := j.Submit(ordertest.OrderBody("groupId", group))
		gone, _ := j.Submit(ordertest.OrderBody("groupId", group))
		j.MustCall("customer", "PUT", "/gc/groupsendorder/"+gone+"/cancel", nil)
		foreign := "01JD00000000000000000F0REN"
		_, answer := j.Call("admin", "PUT", "/gc/groupsendorder/review",
			"", map[string]any{"ids": []string{gone, foreign, good, good}, "pass": true})
		got, _ := answer["data"].([]any)
		want := []struct {
			id   string
			ok   bool
			code any
		}{{gone, false, 409.0}, {foreign, false, 404.0}, {good, true, nil}}
		if len(got) != len(want) {
			t.Fatal(got)
		}
		for i, w := range want {
			line := got[i].(map[string]any)
			if line["id"] != w.id || line["ok"] != w.ok || line["code"] != w.code || (line["message"] == nil) != w.ok {
				t.Errorf("%v, want %+v", line, w)
			}
		}
		if code, out := j.Call("admin", "PUT", "/gc/groupsendorder/review", "",
			map[string]any{"ids": []string{foreign}, "pass": true}); code != 200 {
			t.Error(code, out)
		}
	})
}

// An unknown status is refused, instead of a filter that finds nothing.
func TestMalformedFiltersAreRefused(t *testing.T) {
	ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
		for _, q := range []string{"status=abc", "status=3,", "status=11", "channel=pigeon"} {
			if code, out := j.Call("customer", "GET", "/gc/groupsendorder/page?"+q, "", nil); code != 400 {
				t.Errorf("%s: %d %v", q, code, out)
			}
		}
		j.MustCall("customer", "GET", "/gc/groupsendorder/page?status=3,4", nil)
	})
}

// The list follows an order while it is sent, paused and stopped. The preview of a stop equals its result.
func TestListFollowsAndStopIsForetold(t *testing.T) {
	ordertest.RunModules(t, 2000*money.Credit, func(j *ordertest.Modules) {
		j.Control("webhooks", `{"drop":1}`)
		group := j.Collection(ordertest.Numbers(0, 200), ordertest.Numbers(1000, 200))
		id, plan := j.Submit(ordertest.OrderBody("groupId", group))
		j.Plan(plan)
		listed := func() (status float64, counts map[string]any) {
			row := j.MustCall("customer", "GET", "/gc/groupsendorder/page", nil)["records"].([]any)[0].(map[string]any)
			return row["status"].(float64), row["counts"].(map[string]any)
		}
		if code, _ := j.Call("customer", "GET", "/gc/groupsendorder/"+id+"/stop", "", nil); code != 200 {
			t.Fatal("an order that is sending can be stopped:", code)
		}
		bells := j.Queue.Take(dispatch.SendQueue)
		if err := j.Service.Engine.Sender().Chunk(j.Context, bells[0]); err != nil {
			t.Fatal(err)
		}
		if s, c := listed(); s != 3 || c["toSend"] == 400.0 {
			t.Errorf("while sending the list says %v %v", s, c)
		}
		j.MustCall("customer", "PUT", "/gc/groupsendorder/"+id+"/pause", nil)
		if s, c := listed(); s != 4 || c["sent"] != 200.0 || c["toSend"] != 200.0 {
			t.Errorf("paused the list says %v %v", s, c)
		}
		told := j.MustCall("customer", "GET", "/gc/groupsendorder/"+id+"/stop", nil)
		if told["charge"] != 700.0 || told["release"] != 700.0 || told["underWay"] != 0.0 {
			t.Error(told)
		}
		j.MustCall("customer", "PUT", "/gc/groupsendorder/"+id+"/stop", nil)
		if s, c := listed(); s != 8 || c["sent"] != 200.0 {
			t.Errorf("stopped the list says %v %v", s, c)
		}
		time.Sleep(50 * time.Hour)
		if err := j.Service.Engine.Flow.Settlement().Settle(j.Context, id); err != nil {
			t.Fatal(err)
		}
		if available, _ := j.Balance(); available != 1300*money.Credit {
			t.Errorf("%s are left", available)
		}
		if code, _ := j.Call("customer", "GET", "/gc/groupsendorder/"+id+"/stop", "", nil); code != 409 {
			t.Error("a stopped order is stopped again:", code)
		}
	})
}

// refusing is the provider's media endpoint with a Graph error.
type refusing struct{ body string }

func (r refusing) RoundTrip(req *http.Request) (*http.Response, error) {
	_, _ = io.Copy(io.Discard, req.Body) // as a server reads it
	return &http.Response{StatusCode: 400, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader(r.body)), Request: req}, nil
}

// A picture that the provider refuses ends the order, at once or after a limited number of tries. The order is not
// charged, and its owner gets a notice.
func TestRefusedPictureEndsTheOrder(t *testing.T) {
	for name, answer := range map[string]struct {
		body string
		most int
	}{
		"for good":         {`{"error":{"type":"OAuthException","code":100,"message":"Invalid parameter"}}`, 1},
		"for the moment":   {`{"error":{"type":"OAuthException","code":131053,"message":"Media upload error"}}`, 70},
		"with the account": {`{"error":{"type":"OAuthException","code":131042,"message":"Payment issue"}}`, 1},
	} {
		ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
			adapter, err := whatsapp.New(whatsapp.Config{BaseURL: "http://provider", Version: "v23.0", Token: ordertest.SimToken,
				AppSecrets: []string{ordertest.SimSecret}, VerifyToken: ordertest.SimVerify,
				PhoneNumberID: "1", WABAID: "2", PerSecond: 400, Client: &http.Client{Transport: refusing{answer.body}}, Now: time.Now})
			if err != nil {
				t.Fatal(err)
			}
			j.Service.Engine.Senders = provider.NewRegistry(adapter.Account())
			var picture bytes.Buffer
			if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
				t.Fatal(err)
			}
			body := ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(0, 5)))
			body["message"] = map[string]any{"type": "image", "mediaId": j.Upload("a.png", "", picture.String())}
			id, plan := j.Submit(body)
			tries := 1
			j.Plan(plan)
			for range 3 * 24 * 60 {
				j.Tick()
				for _, m := range j.Queue.Take(order.JobQueue) {
					tries++
					j.Plan(m)
				}
			}
			o := j.Order(id)
			if _, reserved := j.Balance(); o.Status != order.Failed || o.Reason == "" || reserved != 0 || tries > answer.most {
				t.Errorf("%s: state %d, reason %q, reserved %s, %d tries", name, o.Status, o.Reason, reserved, tries)
			}
			told, err := store.Collect(store.Rows(j.Context,
				j.DB, store.Query{Table: "platform", PK: "IMT#" + ordertest.CustomerID, Consistent: true}))
			if err != nil || len(told) != 1 {
				t.Errorf("%s: %d notices, %v", name, len(told), err)
			}
		})
	}
}

// A refusal and a cancellation of one order run concurrently. One succeeds, and the other gets the fault of the new state.
func TestARefusalBesideACancellationTellsWhoseItIs(t *testing.T) {
	for _, refusedFirst := range []bool{true, false} {
		ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
			if err := j.Service.Engine.Flow.Settings.Set(j.Context, "order.review.auto", "false", "admin"); err != nil {
				t.Fatal(err)
			}
			time.Sleep(2 * time.Minute)
			id, _ := j.Submit(ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(0, 2))))
			refuse := func() bool {
				_, out := j.Call("admin", "PUT", "/gc/groupsendorder/review", "", map[string]any{"ids": []string{id}, "pass": false, "reason": "no"})
				line := out["data"].([]any)[0].(map[string]any)
				if done := line["ok"] == true; done != (line["code"] == nil) {
					t.Errorf("%v", line)
				}
				return line["ok"] == true
			}
			cancel := func() bool {
				code, out := j.Call("customer", "PUT", "/gc/groupsendorder/"+id+"/cancel", "", nil)
				if code != 200 && code != 409 {
					t.Error(code, out)
				}
				return code == 200
			}
			first, second, end := refuse, cancel, order.Refused
			if !refusedFirst {
				first, second, end = cancel, refuse, order.Cancelled
			}
			var firstDone bool
			j.FaultyDB.BeforeTransact = func([]store.Op) error { firstDone = first(); return nil } // just before the other's transaction
			if secondDone := second(); !firstDone || secondDone {
				t.Errorf("refused first %v: the first was told %v, the second %v", refusedFirst, firstDone, secondDone)
			}
			if o := j.Order(id); o.Status != end {
				t.Errorf("state %d", o.Status)
			}
			if available, reserved := j.Balance(); available != 100*money.Credit || reserved != 0 {
				t.Errorf("available %s, reserved %s", available, reserved)
			}
		})
	}
}

// The review of many orders enqueues its follow-up work by one call.
func TestAReviewOfManyRingsOnce(t *testing.T) {
	ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
		if err := j.Service.Engine.Flow.Settings.Set(j.Context, "order.review.auto", "false", "admin"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Minute)
		group := j.Collection(ordertest.Numbers(0, 2))
		var ids []string
		for range 7 {
			id, _ := j.Submit(ordertest.OrderBody("groupId", group))
			ids = append(ids, id)
		}
		before := j.Queue.Asks
		j.MustCall("admin", "PUT", "/gc/groupsendorder/review", map[string]any{"ids": ids, "pass": true})
		if bells := j.Queue.Take(order.JobQueue); len(bells) != len(ids) || j.Queue.Asks != before+1 {
			t.Errorf("%d bells by %d calls", len(bells), j.Queue.Asks-before)
		}
	})
}

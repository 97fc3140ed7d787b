package commentitem_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/campaign/commentitem"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/review"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/web"
)

type object = apptest.Object

// An order runs from its submission to the settlement: staff and a partner fulfil items, another member of staff accepts them, the
// customer pays for those alone and gets the rest back.
func TestAnOrderIsWorkedAndSettled(t *testing.T) {
	p := apptest.NewCommentFixture(t)
	who := p.Users.Customer // of an agent
	p.Users.Agent.Post("/proxy/service/price", object{"service": "comment", "countryCode": "*", "price": 4}).OK()
	id := p.Submit(who, apptest.CommentBody(object{"templateId": p.Template(who, apptest.CommentTemplateBody("t")), "instructions": "",
		"quantity": 5}))
	if d := p.Detail(id); d.Status != order.Sending || d.Counts["free"] != 5 || !strings.HasPrefix(d.OrderNo, "CM") || d.Channel != "facebook" {
		t.Fatalf("%+v", d)
	}
	if got := p.Balance(who); got != 980 {
		t.Errorf("%v left of 1000 after a reservation of 5 at 4", got)
	}
	texts := map[string]int{}
	for _, it := range p.Items(who, id) {
		texts[it.Text]++
	}
	if texts["Great shop!"] != 3 || texts["Fast delivery."] != 2 {
		t.Errorf("texts are not spread evenly: %v", texts)
	}
	item := func(n int) string { return fmt.Sprintf("%s-%05d", id, n) }
	p.Fulfil(p.Users.Admin, item(0), 1)
	p.Fulfil(p.Users.Admin, item(1), 2)
	p.Review(p.Users.Admin, item(0), object{"pass": true}).Want(403, 40318)
	p.Review(p.Second, item(0), object{"pass": true}).OK()
	p.Review(p.Second, item(1), object{"pass": false}).Bad("reason")
	p.Review(p.Second, item(1), object{"pass": false, "reason": "The picture shows another page"}).OK()
	for n, call := range []string{"/lease", "/lease", "/evidence", "/evidence"} {
		var body any
		if call == "/evidence" {
			body = object{"picture": apptest.EvidencePicture(3), "note": "done"}
		}
		if status, _ := p.Partner("acme", "PUT", "/item/"+item(2)+call, body); status != 200 {
			t.Errorf("call %d: %d", n, status)
		}
	}
	p.Review(p.Users.Admin, item(2), object{"pass": true}).OK()
	p.Fulfil(p.Second, item(3), 4)
	p.Review(p.Users.Admin, item(3), object{"pass": true}).OK()
	p.Fulfil(p.Second, item(4), 5)
	p.Review(p.Users.Admin, item(4), object{"pass": false, "reason": "no"}).OK()
	p.PassMinutes(1)
	d := p.Detail(id)
	if d.Status != order.Settling || d.Counts["accepted"] != 3 || d.Counts["failed"] != 2 || d.Settled {
		t.Fatalf("state %d, %v", d.Status, d.Counts)
	}
	p.PassMinutes(62)
	if d = p.Detail(id); d.Status != order.Completed || d.ActualCost == nil || *d.ActualCost != 12 {
		t.Errorf("%+v", d)
	}
	if got := p.Balance(who); got != 988 {
		t.Errorf("%v left of 1000 after 3 at 4", got)
	}
	agent := testkit.Data[struct{ Balance float64 }](p.Users.Agent.Get("/pi/personal/info")).Balance
	if agent != 4.5 {
		t.Errorf("the agent earned %v, not 3 at 1.50", agent)
	}
	p.Review(p.Second, item(2), object{"pass": true}).Want(409, 409)
	p.Users.Admin.Put(apptest.CommentItems+"/"+item(4)+"/take", nil).Want(409, 409)
	if report, err := p.Env.Ledger().Reconcile(t.Context()); err != nil || len(report.Differences) != 0 || report.Reserved != 0 {
		t.Errorf("%+v, %v", report, err)
	}
	// The items that were not fulfilled are retried, with a reservation of their own.
	p.SignInAgain()
	who.Put(apptest.CommentOrders+"/"+id+"/retry", nil).OK()
	p.PassMinutes(1)
	if d = p.Detail(id); d.Status != order.Sending || d.Counts["free"] != 2 || d.Counts["accepted"] != 3 {
		t.Fatalf("after a retry: state %d, %v", d.Status, d.Counts)
	}
	p.Fulfil(p.Second, item(1), 7)
	p.Review(p.Users.Admin, item(1), object{"pass": true}).OK()
	who.Put(apptest.CommentOrders+"/"+id+"/stop", nil).OK()
	p.PassMinutes(62)
	p.SignInAgain()
	if d = p.Detail(id); d.Status != order.Stopped || !d.Settled || *d.ActualCost != 16 || d.Counts["accepted"] != 4 || d.Counts["failed"] != 1 {
		t.Errorf("after the retry: state %d, %v, %v", d.Status, d.Counts, d.ActualCost)
	}
}

// One of many workers gets an item, and no other sees it.
func TestOneWorkerAtATime(t *testing.T) {
	p := apptest.NewCommentFixture(t)
	id := p.Submit(p.Users.Direct, apptest.CommentBody(nil))
	item := id + "-00000"
	var got atomic.Int64
	var all sync.WaitGroup
	for i := range 12 {
		all.Go(func() {
			var status int
			switch i % 3 {
			case 0:
				status = p.Users.Admin.Put(apptest.CommentItems+"/"+item+"/take", nil).Status
			case 1:
				status, _ = p.Partner("acme", "PUT", "/item/"+item+"/lease", nil)
			case 2:
				status, _ = p.Partner("zenith", "PUT", "/item/"+item+"/lease", nil)
			}
			if status != 200 && status != 409 {
				t.Errorf("answered %d", status)
			}
			if status == 200 {
				got.Add(1)
			}
		})
	}
	all.Wait()
	holders := testkit.Data[web.Page[commentitem.Item]](p.Users.Admin.Get(apptest.CommentItems + "/page?state=taken")).Records
	if len(holders) != 1 || got.Load() != 4 { // each of its four calls is the first one or a renewal
		t.Errorf("%d calls got it, %+v", got.Load(), holders)
	}
	for _, name := range []string{"acme", "zenith"} {
		mine := holders[0].WorkerID == "partner:"+name
		status, _ := p.Partner(name, "GET", "/item/"+item, nil)
		if (status == 200) != mine || !mine && status != 404 {
			t.Errorf("%s sees an item of %s: %d", name, holders[0].WorkerID, status)
		}
		for method, path := range map[string]string{"DELETE": "/lease", "PUT": "/evidence"} {
			if mine {
				break // its calls would give the item back, and then all may see it
			}
			if status, _ := p.Partner(name, method, "/item/"+item+path, object{"picture": apptest.EvidencePicture(1)}); status != 404 {
				t.Errorf("%s does %s%s with an item of %s: %d", name, method, path, holders[0].WorkerID, status)
			}
		}
	}
}

// A lease ends by itself and is renewed by its worker; the next worker takes the item.
func TestLeasesEnd(t *testing.T) {
	p := apptest.NewCommentFixture(t)
	id := p.Submit(p.Users.Direct, apptest.CommentBody(nil))
	take := apptest.CommentItems + "/" + id + "-00001/take"
	p.Users.Admin.Put(take, nil).OK()
	p.PassMinutes(20)
	p.Users.Admin.Put(take, nil).OK() // renewed
	p.PassMinutes(20)
	p.Second.In("en_US").Put(take, nil).Want(409, 409)
	if d := p.Detail(id); d.Counts["taken"] != 1 {
		t.Errorf("%v", d.Counts)
	}
	p.PassMinutes(11)
	if d := p.Detail(id); d.Counts["taken"] != 0 || d.Counts["free"] != 3 {
		t.Errorf("after the lease: %v", d.Counts)
	}
	evidence := object{"fileId": p.Upload(p.Users.Admin, apptest.EvidencePicture(1))}
	p.Users.Admin.Put(apptest.CommentItems+"/"+id+"-00001/evidence", evidence).Want(409, 409)
	p.Second.Put(take, nil).OK()
	p.Second.Put(apptest.CommentItems+"/"+id+"-00001/giveback", object{"reason": "I can't see the page"}).OK()
	if it := testkit.Data[commentitem.Detail](p.Users.Admin.Get(apptest.CommentItems + "/" + id + "-00001")); it.State != "free" ||
		it.Note != "I can't see the page" || it.WorkerID != "" {
		t.Errorf("%+v", it)
	}
	// A lease that is over but not yet returned may be taken, too.
	p.Users.Admin.Put(take, nil).OK()
	p.Kit.Clock.Add(31 * time.Minute)
	p.Second.Put(take, nil).OK()
	if d := p.Detail(id); d.Counts["taken"] != 1 || d.Counts["free"] != 2 {
		t.Errorf("%v", d.Counts)
	}
}

// Rejected evidence is done again a limited number of times; the text of each refusal stands in four languages.
func TestRefusalsInFourLanguages(t *testing.T) {
	p := apptest.NewCommentFixture(t)
	p.Users.Admin.Put("/lop/system/config/comment.redo.max", object{"value": 1}).OK()
	id := p.Submit(p.Users.Direct, apptest.CommentBody(object{"quantity": 2}))
	item := id + "-00000"
	text := ""
	says := func(status, code int, who *sessiontest.Actor, method, path string, body any) {
		t.Helper()
		for _, lang := range i18n.Langs {
			text += who.In(string(lang)).Do(method, path, body).Want(status, code).Message + "\n"
		}
	}
	step := func(verb string) string { return apptest.CommentItems + "/" + item + "/" + verb }
	redo := object{"pass": false, "redo": true, "reason": "blurred"}
	says(409, 409, p.Second, "PUT", step("review"), redo)
	says(409, 409, p.Second, "PUT", step("giveback"), object{})
	p.Fulfil(p.Users.Admin, item, 1)
	says(403, 40318, p.Users.Admin, "PUT", step("review"), redo)
	says(400, 400, p.Second, "PUT", step("review"), object{"pass": false})
	says(409, 409, p.Second, "PUT", step("take"), nil)
	p.Review(p.Second, item, redo).OK()
	p.Fulfil(p.Users.Admin, item, 2)
	says(409, 409, p.Second, "PUT", step("review"), redo)
	p.Review(p.Second, item, object{"pass": true}).OK()
	file := testkit.Data[struct{ ID string }](p.Users.Admin.Upload("/uf/uploadfile", "file", "n.txt", "text/plain", []byte("5511987654321\n"))).ID
	item = id + "-00001"
	p.Users.Admin.Put(step("take"), nil).OK()
	says(400, 400, p.Users.Admin, "PUT", step("evidence"), object{"fileId": file})
	says(409, 409, p.Users.Direct, "PUT", apptest.CommentOrders+"/"+id+"/item/2/complain", object{"reason": "no"})
	p.Users.Direct.Put(apptest.CommentOrders+"/"+id+"/pause", nil).OK()
	says(409, 409, p.Second, "PUT", step("take"), nil)
	p.Users.Direct.Put(apptest.CommentOrders+"/"+id+"/stop", nil).OK()
	p.PassMinutes(100)
	says(409, 409, p.Second, "PUT", step("review"), redo)
	testkit.Golden(t, t.Name(), text)
	for _, bad := range []string{"x", id, id + "-1", id + "--0001", id + "-00009", apptest.MissingID + "-00000"} {
		p.Users.Admin.Get(apptest.CommentItems+"/"+bad).Want(404, 404)
	}
}

// The customer sees the pictures of accepted items and complains about one before the settlement, which waits for staff.
func TestComplaints(t *testing.T) {
	p := apptest.NewCommentFixture(t)
	who := p.Users.Direct
	id := p.Submit(who, apptest.CommentBody(nil))
	item := func(n int) string { return fmt.Sprintf("%s-%05d", id, n) }
	for n := range 3 {
		p.Fulfil(p.Users.Admin, item(n), n)
		p.Review(p.Second, item(n), object{"pass": true}).OK()
	}
	for _, it := range p.Items(who, id) {
		if it.EvidenceURL == "" || !it.Complains || it.State != "accepted" {
			t.Errorf("%+v", it)
		}
	}
	complain := func(n int) *testkit.Answer {
		return who.Put(fmt.Sprintf("%s/%s/item/%d/complain", apptest.CommentOrders, id, n), object{"reason": "It was removed"})
	}
	for n := range 3 {
		complain(n + 1).OK()
	}
	complain(1).Want(409, 409)
	p.Users.OtherCustomer.Put(apptest.CommentOrders+"/"+id+"/item/1/complain", object{"reason": "x"}).Want(404, 404)
	waiting := func() int {
		for _, w := range testkit.Data[[]review.Waiting](p.Second.Get("/gc/review")) {
			if w.Page == "comment/item" {
				return w.Count
			}
		}
		return -1
	}
	if got := waiting(); got != 3 {
		t.Errorf("%d wait for staff", got)
	}
	p.Review(p.Second, item(0), object{"pass": true}).OK() // the complaint is not justified
	p.Review(p.Second, item(1), object{"pass": false, "reason": "It is gone"}).OK()
	complain(1).Want(409, 409) // only once
	p.PassMinutes(70)
	if d := p.Detail(id); d.Settled || d.Counts["disputed"] != 1 {
		t.Errorf("settled in spite of a complaint: %+v", d.Counts)
	}
	for range 72 {
		p.Kit.Clock.Add(59 * time.Minute)
		p.PassMinutes(1)
	}
	p.SignInAgain()
	if d := p.Detail(id); !d.Settled || *d.ActualCost != 2.5 || d.Counts["accepted"] != 1 || d.Counts["failed"] != 2 {
		t.Errorf("%+v, %v", d.Counts, d.ActualCost)
	}
	if left := testkit.Data[web.Page[commentitem.Item]](p.Users.Admin.Get(apptest.CommentItems + "/page")).Records; len(left) != 0 {
		t.Errorf("still listed for staff: %+v", left)
	}
	if got := waiting(); got != 0 {
		t.Errorf("%d still wait for staff", got)
	}
}

// Items that are not accepted by the deadline are not charged. Evidence that came in time may still be accepted.
func TestTheDeadlineEndsAnOrder(t *testing.T) {
	p := apptest.NewCommentFixture(t)
	id := p.Submit(p.Users.Direct, apptest.CommentBody(object{"quantity": 4, "deadline": p.Kit.Now().Add(40 * time.Minute).Format(time.RFC3339)}))
	item := func(n int) string { return fmt.Sprintf("%s-%05d", id, n) }
	p.Fulfil(p.Users.Admin, item(0), 0)
	p.Review(p.Second, item(0), object{"pass": true}).OK()
	p.Fulfil(p.Users.Admin, item(1), 1)
	p.PassMinutes(30)
	p.Users.Admin.Put(apptest.CommentItems+"/"+item(2)+"/take", nil).OK()
	p.PassMinutes(12)
	d := p.Detail(id)
	if d.Status != order.Stopped || d.Counts["failed"] != 2 || d.Counts["submitted"] != 1 {
		t.Fatalf("state %d, %v", d.Status, d.Counts)
	}
	p.Users.Admin.Put(apptest.CommentItems+"/"+item(3)+"/take", nil).Want(409, 409)
	p.Review(p.Second, item(1), object{"pass": true}).OK()
	p.PassMinutes(70)
	if d = p.Detail(id); !d.Settled || *d.ActualCost != 5 || p.Balance(p.Users.Direct) != 995 {
		t.Errorf("%+v", d)
	}
}

// A lock pauses an order: nothing of it is taken any more.
func TestALockEndsTheWork(t *testing.T) {
	p := apptest.NewCommentFixture(t)
	id := p.Submit(p.Users.Direct, apptest.CommentBody(nil))
	p.Users.Admin.Put(apptest.CommentItems+"/"+id+"-00000/take", nil).OK()
	p.Users.Admin.Put("/blacklistuserinfo/lockOrUnlock", object{"userId": p.Users.Direct.User.ID, "lock": true, "reason": "x"}).OK()
	p.Second.Put(apptest.CommentItems+"/"+id+"-00001/take", nil).Want(409, 409)
	if d := p.Detail(id); d.Status != order.Paused {
		t.Errorf("state %d", d.Status)
	}
	if _, free := p.Partner("acme", "GET", "/item", nil); string(free) != "[]" {
		t.Errorf("%s", free)
	}
	// What was begun may be handed in.
	p.Users.Admin.Put(apptest.CommentItems+"/"+id+"-00000/evidence", object{"fileId": p.Upload(p.Users.Admin, apptest.EvidencePicture(1))}).OK()
	p.Review(p.Second, id+"-00000", object{"pass": true}).OK()
}

// Calls of partners are signed, recent and not too many; each may be repeated.
func TestPartnersAreKnown(t *testing.T) {
	p := apptest.NewCommentFixture(t)
	id := p.Submit(p.Users.Direct, apptest.CommentBody(object{"quantity": 30}))
	now := p.Kit.Now()
	for name, call := range map[string]func() (int, json.RawMessage){
		"another secret": func() (int, json.RawMessage) { return p.SignedCall("acme", "x", "GET", "/item", nil, now) },
		"no partner": func() (int, json.RawMessage) {
			return p.SignedCall("nobody", apptest.PartnerSecret, "GET", "/item", nil, now)
		},
		"an empty key": func() (int, json.RawMessage) { return p.SignedCall("", "", "GET", "/item", nil, now) },
		"too old": func() (int, json.RawMessage) {
			return p.SignedCall("acme", apptest.PartnerSecret, "GET", "/item", nil, now.Add(-6*time.Minute))
		},
		"ahead": func() (int, json.RawMessage) {
			return p.SignedCall("acme", apptest.PartnerSecret, "GET", "/item", nil, now.Add(6*time.Minute))
		},
	} {
		if status, _ := call(); status != 401 {
			t.Errorf("%s: %d", name, status)
		}
	}
	list := func(query string) (items []commentitem.PartnerItem) {
		status, data := p.Partner("acme", "GET", "/item"+query, nil)
		if err := json.Unmarshal(data, &items); status != 200 || err != nil {
			t.Errorf("%s: %d, %v", query, status, err)
		}
		return items
	}
	if n := len(list("")); n != 20 {
		t.Errorf("%d items", n)
	}
	if got := list("?size=2&platform=facebook"); len(got) != 2 || got[0].ID != id+"-00000" || !got[0].Instructions || got[0].State != "free" {
		t.Errorf("%+v", got)
	}
	if n := len(list("?platform=x")); n != 0 {
		t.Errorf("%d items of another platform", n)
	}
	for _, query := range []string{"?size=0", "?size=101", "?size=x"} {
		if status, _ := p.Partner("acme", "GET", "/item"+query, nil); status != 400 {
			t.Errorf("%s: %d", query, status)
		}
	}
	item := "/item/" + id + "-00000"
	for _, call := range []string{"PUT /lease", "PUT /lease", "DELETE /lease?reason=closed", "DELETE /lease", "PUT /lease"} {
		method, path, _ := strings.Cut(call, " ")
		if status, _ := p.Partner("acme", method, item+path, nil); status != 200 {
			t.Errorf("%s: %d", call, status)
		}
	}
	for name, body := range map[string]any{"no picture": object{}, "text": object{"picture": []byte("hello")}, "pdf": object{"picture": []byte("%PDF-1.7\n")},
		"a large one": object{"picture": append(apptest.EvidencePicture(1), make([]byte, 1<<20)...)},
		"a long note": object{"picture": apptest.EvidencePicture(1), "note": strings.Repeat("x", 256)}} {
		if status, _ := p.Partner("acme", "PUT", item+"/evidence", body); status != 400 {
			t.Errorf("%s: %d", name, status)
		}
	}
	if status, _ := p.Partner("acme", "PUT", item+"/evidence", object{"picture": apptest.EvidencePicture(1)}); status != 200 {
		t.Errorf("evidence: %d", status)
	}
	if status, data := p.Partner("acme", "GET", "/lease", nil); status != 200 || strings.Count(string(data), `"id"`) != 1 {
		t.Errorf("own items: %d %s", status, data)
	}
	if status, data := p.Partner("zenith", "GET", "/lease", nil); status != 200 || string(data) != "[]" {
		t.Errorf("items of another partner: %d %s", status, data)
	}
	p.Users.Admin.Put("/lop/system/config/comment.partner.rate", object{"value": 3}).OK()
	p.Kit.Clock.Add(2 * time.Minute) // settings hold everywhere within a minute
	last := 0
	for range 5 {
		last, _ = p.Partner("acme", "GET", "/lease", nil)
	}
	if other, _ := p.Partner("zenith", "GET", "/lease", nil); last != 429 || other != 200 {
		t.Errorf("too many calls: %d, of another partner: %d", last, other)
	}
}

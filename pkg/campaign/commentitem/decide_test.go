package commentitem_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/campaign/commentitem"
	"herald/pkg/campaign/order"
)

// A reviewer decides about what was read: not about a complaint that came since, nor about evidence that was handed in again.
func TestADecisionNamesTheVersionThatWasRead(t *testing.T) {
	p := apptest.NewCommentFixture(t)
	admin, who := p.Users.Admin, p.Users.Direct
	id := p.Submit(who, apptest.CommentBody(nil))
	item := func(n int) string { return fmt.Sprintf("%s-%05d", id, n) }
	read := func(n int) int64 {
		return testkit.Data[commentitem.Detail](p.Second.Get(apptest.CommentItems + "/" + item(n))).Version
	}
	p.Fulfil(admin, item(0), 0)
	old := read(0)
	p.Review(p.Second, item(0), object{"pass": true}).OK()
	who.Put(apptest.CommentOrders+"/"+id+"/item/1/complain", object{"reason": "It was removed"}).OK()
	for _, version := range []int64{old, 0} {
		p.Review(p.Second, item(0), object{"pass": true, "version": version}).Want(409, 40921)
	}
	p.Review(p.Second, item(0), object{"pass": false, "reason": "x", "version": old}).Want(409, 40921)

	p.Fulfil(admin, item(1), 1)
	old = read(1)
	p.Review(p.Second, item(1), object{"pass": false, "redo": true, "reason": "Not readable"}).OK()
	p.Fulfil(admin, item(1), 2)
	for _, version := range []int64{old, 0} {
		p.Review(p.Second, item(1), object{"pass": true, "version": version}).Want(409, 40921)
	}
	p.Review(p.Second, item(1), object{"pass": true, "version": read(1)}).OK()
	p.Fulfil(admin, item(2), 3)
	p.Review(p.Second, item(2), object{"pass": true, "version": 0}).OK() // nothing else can have been seen
}

// A picture is the evidence of one item. It must be the caller's own file, because the customer of the order gets to see it.
func TestAPictureIsTheEvidenceOfOneItem(t *testing.T) {
	p := apptest.NewCommentFixture(t)
	admin := p.Users.Admin
	id := p.Submit(p.Users.Direct, apptest.CommentBody(nil))
	item := func(n int) string { return fmt.Sprintf("%s-%05d", id, n) }
	p.Fulfil(admin, item(0), 0)
	admin.Put(apptest.CommentItems+"/"+item(1)+"/take", nil).OK()
	hand := func(file string) *testkit.Answer {
		return admin.In("en_US").Put(apptest.CommentItems+"/"+item(1)+"/evidence", object{"fileId": file})
	}
	a := hand(p.Upload(admin, apptest.EvidencePicture(0)))
	if a.Want(409, 409); !strings.Contains(a.Message, "another comment") {
		t.Error(a.Message)
	}
	hand(p.Upload(p.Users.Customer, apptest.EvidencePicture(5))).Want(404, 404)
	if status, _ := p.Partner("acme", "PUT", "/item/"+item(2)+"/lease", nil); status != 200 {
		t.Fatal(status)
	}
	evidence := func(n int) int {
		status, _ := p.Partner("acme", "PUT", "/item/"+item(2)+"/evidence", object{"picture": apptest.EvidencePicture(n)})
		return status
	}
	if status := evidence(0); status != 409 {
		t.Errorf("a partner hands in the picture of another item: %d", status)
	}
	if status := evidence(7); status != 200 {
		t.Errorf("a picture of its own: %d", status)
	}
	p.Review(p.Second, item(2), object{"pass": true}).OK()
	if status := evidence(7); status != 200 { // its answer was lost
		t.Errorf("the same picture again after the decision: %d", status)
	}
}

// What a worker says when an item is given back is for staff alone.
func TestTheNoteOfAWorkerStaysWithStaff(t *testing.T) {
	p := apptest.NewCommentFixture(t)
	id := p.Submit(p.Users.Direct, apptest.CommentBody(nil))
	item := apptest.CommentItems + "/" + id + "-00000"
	p.Users.Admin.Put(item+"/take", nil).OK()
	p.Users.Admin.Put(item+"/giveback", object{"reason": "Our page is banned"}).OK()
	seen := string(p.Users.Direct.Get(apptest.CommentOrders + "/" + id + "/item/page").Raw)
	_, partner := p.Partner("acme", "GET", "/item", nil)
	if strings.Contains(seen+string(partner), "banned") {
		t.Errorf("%s\n%s", seen, partner)
	}
	if it := testkit.Data[commentitem.Detail](p.Second.Get(item)); it.Note != "Our page is banned" {
		t.Errorf("staff see %q", it.Note)
	}
}

// No complaint comes after the time at which an order without one is settled, so staff have the whole time for each.
func TestComplaintsComeInTime(t *testing.T) {
	p := apptest.NewCommentFixture(t)
	who := p.Users.Direct
	id := p.Submit(who, apptest.CommentBody(nil))
	for n := range 3 {
		item := fmt.Sprintf("%s-%05d", id, n)
		p.Fulfil(p.Users.Admin, item, n)
		p.Review(p.Second, item, object{"pass": true}).OK()
	}
	complain := func(n int) *testkit.Answer {
		return who.Put(fmt.Sprintf("%s/%s/item/%d/complain", apptest.CommentOrders, id, n), object{"reason": "It was removed"})
	}
	p.PassMinutes(58)
	complain(1).OK()
	p.PassMinutes(3)
	complain(2).Want(409, 409)
	for _, it := range p.Items(who, id) {
		if it.Complains {
			t.Errorf("a complaint is offered: %+v", it)
		}
	}
	p.Kit.Clock.Add(23 * time.Hour)
	p.PassMinutes(1)
	p.SignInAgain()
	if p.Detail(id).Settled {
		t.Error("settled before staff had the time of the setting")
	}
	p.Kit.Clock.Add(time.Hour)
	p.PassMinutes(1)
	if d := p.Detail(id); !d.Settled || *d.ActualCost != 5 {
		t.Errorf("%+v", d)
	}
}

// A retry has a deadline as a new order has, so its credit comes back when it is not fulfilled.
func TestARetryHasADeadline(t *testing.T) {
	p := apptest.NewCommentFixture(t)
	id := p.Submit(p.Users.Direct, apptest.CommentBody(object{"deadline": p.Kit.Now().Add(40 * time.Minute).Format(time.RFC3339)}))
	p.PassMinutes(120)
	p.SignInAgain()
	if d := p.Detail(id); !d.Settled {
		t.Fatalf("%+v", d)
	}
	p.Users.Direct.Put(apptest.CommentOrders+"/"+id+"/retry", nil).OK()
	p.RunQueues()
	p.PassMinutes(2)
	if d := p.Detail(id); d.Status != order.Sending || d.Settled {
		t.Fatalf("%+v", d)
	}
	p.Kit.Clock.Add(7 * 24 * time.Hour)
	p.PassMinutes(65)
	p.SignInAgain()
	if d := p.Detail(id); d.Status != order.Stopped || !d.Settled || p.Balance(p.Users.Direct) != 1000 {
		t.Errorf("%+v, %v", d, p.Balance(p.Users.Direct))
	}
}

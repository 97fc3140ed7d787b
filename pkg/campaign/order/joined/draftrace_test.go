package joined_test

import (
	"net/http"
	"strconv"
	"sync"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/campaign/order"
)

// An answered change of a draft is what is ordered. At the same moment either the change comes too late, or the order
// is refused because the draft has changed.
func TestAChangedDraftIsOrderedAsItWasChanged(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	c := p.Users.Customer
	p.Users.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": c.User.ID, "amount": 10_000}).OK()
	group := testkit.Data[struct{ ID string }](c.Post("/aty/contactsgroup", apptest.Object{"name": "race", "countryCode": "BR"})).ID
	c.Post("/aty/contactsgroup/"+group+"/member", apptest.Object{"phoneNumbers": []string{"5511987654321"}}).OK()
	const path = "/gc/groupsendorder"
	told := 0
	for n := range 12 {
		w := apptest.OrderBody(group)
		w["name"] = "old"
		id := testkit.Data[struct{ ID string }](c.Post(path+"/draft", w)).ID
		change := apptest.OrderBody(group)
		change["id"], change["name"] = id, "new "+strconv.Itoa(n)
		var put, commit *testkit.Answer
		var both sync.WaitGroup
		both.Go(func() { put = c.Put(path+"/draft", change) })
		both.Go(func() { commit = c.Post(path+"/draft/commit", apptest.Object{"id": id}) })
		both.Wait()
		switch commit.Status {
		case http.StatusOK:
			o := testkit.Data[order.Detail](c.Get(path + "/" + testkit.Data[order.SubmitResponse](commit).ID))
			if put.Status == http.StatusOK && o.Name != change["name"] || put.Status != http.StatusOK &&
				(put.Status != http.StatusNotFound || o.Name != "old") {
				t.Errorf("the change %d %s, the order %q", put.Status, put.Raw, o.Name)
			}
		case http.StatusConflict:
			told++
			if put.Status != http.StatusOK {
				t.Errorf("neither: %s, %s", put.Raw, commit.Raw)
			}
			c.Post(path+"/draft/commit", apptest.Object{"id": id}).OK()
		default:
			t.Errorf("%d %s", commit.Status, commit.Raw)
		}
	}
	t.Logf("%d of 12 met", told)
}

// Staff hold no credit, so an order of theirs needs the customer that it is for, and leaves no draft (business-domain §5).
func TestAnOrderByStaffNeedsACustomer(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	c := p.Users.Customer
	p.Users.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": c.User.ID, "amount": 1000}).OK()
	group := testkit.Data[struct{ ID string }](c.Post("/aty/contactsgroup", apptest.Object{"name": "staff", "countryCode": "BR"})).ID
	c.Post("/aty/contactsgroup/"+group+"/member", apptest.Object{"phoneNumbers": []string{"5511987654321"}}).OK()
	w := apptest.OrderBody(group)
	p.Users.Admin.Post("/gc/groupsendorder", w).Bad("userId")
	w["userId"] = c.User.ID
	p.Users.Admin.Post("/gc/groupsendorder", w).OK()
}

// An order that cannot be edited any more does not offer it (decisions §7).
func TestAnOrderBeyondItsEditableTimeOffersNoEdit(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	c := p.Users.Customer
	p.Users.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": c.User.ID, "amount": 1000}).OK()
	p.Users.Admin.Put("/lop/system/config/order.edit.minutes", apptest.Object{"value": 30}).OK()
	group := testkit.Data[struct{ ID string }](c.Post("/aty/contactsgroup", apptest.Object{"name": "edit", "countryCode": "BR"})).ID
	c.Post("/aty/contactsgroup/"+group+"/member", apptest.Object{"phoneNumbers": []string{"5511987654321"}}).OK()
	for minutes, offered := range map[int]bool{20: false, 90: true} {
		w := apptest.OrderBody(group)
		w["startTime"] = p.Kit.Now().Add(time.Duration(minutes) * time.Minute).UTC().Format(time.RFC3339)
		id := testkit.Data[order.SubmitResponse](c.Post("/gc/groupsendorder", w)).ID
		actions := map[order.Action]bool{}
		for _, a := range testkit.Data[order.Detail](c.Get("/gc/groupsendorder/" + id)).Actions {
			actions[a] = true
		}
		w["id"], w["name"] = id, "edited"
		if status := c.Put("/gc/groupsendorder", w).Status; actions[order.Edit] != offered || (status == http.StatusOK) != offered {
			t.Errorf("%d minutes before its start: %v, edited with %d", minutes, actions, status)
		}
	}
}

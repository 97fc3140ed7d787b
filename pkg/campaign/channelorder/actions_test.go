package channelorder_test

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/campaign/channelorder"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/web"
)

// An order that waits for its time is paused, continued and cancelled; one that is done is not retried, and a lock pauses what waits.
func TestTheActionsOfAnOrder(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	batch := p.AddBatch("B1", apptest.Digits(first, 10), nil)
	who, at := p.Users.Direct, p.Kit.Now().Add(30*time.Hour)
	id := p.Submit(who, 5, object{"startTime": at})
	p.Approve(id)
	for _, step := range []struct {
		verb string
		then order.Status
	}{{"pause", order.Paused}, {"start", order.Waiting}, {"pause", order.Paused}, {"cancel", order.Cancelled}} {
		who.Put(apptest.ChannelOrder+"/"+id+"/"+step.verb, nil).OK()
		if o := p.Order(who, id); o.Status != step.then {
			t.Errorf("%s: state %d", step.verb, o.Status)
		}
	}
	p.PassMinute()
	if b := p.Batch(batch.ID); b.Free != 10 {
		t.Errorf("%+v", b.Counters)
	}
	done := p.Submit(who, 2, nil)
	p.Approve(done)
	who.Put(apptest.ChannelOrder+"/"+done+"/retry", nil).Want(http.StatusConflict, 409)
	waits := p.Submit(who, 2, object{"startTime": at})
	p.Approve(waits)
	p.Users.Admin.Put("/blacklistuserinfo/lockOrUnlock", object{"userId": who.User.ID, "lock": true}).OK()
	p.RunQueues()
	if o := p.Order(p.Users.Admin, waits); o.Status != order.Paused {
		t.Errorf("after a lock it is in state %d", o.Status)
	}
}

// Staff and agents order for a customer, with customer-service numbers of the customer as administrators. The customer pays its own
// price, and its agent earns the difference, which a return takes back.
func TestAnOrderForAnAgentsCustomer(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	p.AddBatch("B1", apptest.Digits(first, 10), nil)
	admin, agent, who := p.Users.Admin, p.Users.Agent, p.Users.Customer
	agent.Post("/proxy/service/price", object{"service": "channel.whatsapp", "countryCode": "BR", "price": 3}).OK()
	of := testkit.Data[web.Created](who.Post("/aty/customerserviceraccount", object{"phoneNumber": "5511987659999", "countryCode": "BR"})).ID
	id := testkit.Data[order.SubmitResponse](admin.Post(apptest.ChannelOrder,
		p.Request(2, object{"userId": who.User.ID, "admins": []string{of}}))).ID
	p.RunQueues()
	p.Approve(id)
	o := p.Order(who, id)
	if o.Status != order.Completed || *o.ActualCost != 600 || !slices.Equal(o.Admins, []string{of}) || o.Operator == "" {
		t.Errorf("%+v", o)
	}
	for _, reader := range []*testkit.Client{admin.Client, agent.Client, who.Client} {
		read := testkit.Data[channelorder.Detail](reader.Get(apptest.ChannelOrder + "/" + id)).Administrators
		if len(read) != 1 || read[0].ID != of || read[0].PhoneNumber != "5511987659999" {
			t.Errorf("%+v", read)
		}
	}
	if a, _ := p.Balance(agent); a != 2 {
		t.Errorf("the agent has %v", a)
	}
	who.Put(apptest.ChannelNumber+"/return", object{"ids": []string{p.Entries(who, id)[0].ID}}).OK()
	a, _ := p.Balance(agent)
	if b, _ := p.Balance(who); a != 1 || b != 997 {
		t.Errorf("the agent has %v, the customer %v", a, b)
	}
	agent.Post(apptest.ChannelOrder+"/estimate", p.Request(1, object{"userId": p.Users.Direct.User.ID})).Want(http.StatusNotFound, 404)
	who.Delete("/aty/customerserviceraccount/"+of, nil).OK()
	if o := p.Order(who, id); len(o.Administrators) != 1 || o.Administrators[0].ID != of || o.Administrators[0].PhoneNumber != "" {
		t.Errorf("%+v", o.Administrators)
	}
	reconciled(t, p)
}

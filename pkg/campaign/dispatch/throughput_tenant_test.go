package dispatch_test

import (
	"sync"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/account/customer"
	"herald/pkg/app"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
)

// A customer's agreed messages a second hold over all of its orders and workers at once: a worker's clock can be
// late, but never ahead of its turn. Another customer goes on at the sender's rate, and so does this one without the
// agreement.
func TestACustomersThroughputHoldsOverAllItsOrders(t *testing.T) {
	const most, each = 40, 60
	p := apptest.NewSendingFixture(t)
	slow, fast := p.Users.Customer, p.Users.Direct
	agreed := testkit.Data[customer.Detail](p.Users.Admin.Put("/aty/customerinfo",
		apptest.Object{"userId": slow.User.ID, "countryCode": "BR", "customerType": "person", "email": "s@herald.test", "maxThroughput": most}))
	if agreed.MaxThroughput != most {
		t.Fatalf("%+v", agreed)
	}
	var ids []string
	for _, name := range []string{"one", "two"} {
		p.Users.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": slow.User.ID, "amount": 1000}).OK()
		ids = append(ids, p.SubmitBulk(slow, name, each, nil))
	}
	p.RunJobs() // plans
	tasks, began := app.SendTasks(p.Env), time.Now()
	var workers sync.WaitGroup
	for _, sent := range p.Kit.Sent.Take() {
		if sent.Queue == dispatch.SendQueue {
			workers.Go(func() {
				if err := tasks[sent.Kind](t.Context(), sent.Message); err != nil {
					t.Error(err)
				}
			})
		}
	}
	workers.Wait()
	p.RunQueues()
	took, all := time.Since(began), 0
	for _, n := range p.MessageCounts() {
		all += n
	}
	// The first slot begins at once; every further message has its fortieth of a second.
	if least := time.Duration(2*each-most) * time.Second / most; all != 2*each || took < least {
		t.Errorf("%d messages in %s, which takes %s at least", all, took, least)
	}
	for _, id := range ids {
		if s, _ := p.OrderState(slow, id); s != order.Settling {
			t.Errorf("%s is %d", id, s)
		}
	}
	p.Users.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": fast.User.ID, "amount": 1000}).OK()
	id := p.SubmitBulk(fast, "free", 200, nil)
	p.RunQueues()
	if s, _ := p.OrderState(fast, id); s != order.Settling {
		t.Errorf("%s is %d", id, s)
	}
}

package commentitem_test

import (
	"fmt"
	"testing"

	"herald/internal/apptest"
	"herald/pkg/kit/store"
)

// The tick takes all items of a settled order out of the work, also those of a user below a customer of an agent, which lie in the most
// queues.
func TestManyItemsLeaveTheWork(t *testing.T) {
	p := apptest.NewCommentFixture(t)
	p.Users.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": p.Users.Secondary.User.ID, "amount": 1000}).OK()
	id := p.Submit(p.Users.Secondary, apptest.CommentBody(apptest.Object{"quantity": 21}))
	for n := range 21 {
		p.Fulfil(p.Users.Admin, fmt.Sprintf("%s-%05d", id, n), n)
	}
	p.Users.Secondary.Put(apptest.CommentOrders+"/"+id+"/stop", nil).OK()
	p.PassMinutes(122)
	p.SignInAgain()
	if d := p.Detail(id); !d.Settled {
		t.Fatalf("%+v", d)
	}
	rows, err := p.Env.DB.Query(t.Context(), store.Query{Table: "campaign", PK: "CWORKITEM", Prefix: id, Limit: 100, Consistent: true})
	if err != nil || len(rows) > 0 {
		t.Errorf("the work has %d items (%v)", len(rows), err)
	}
}

package customer_test

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/account/customer"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/id"
	"herald/pkg/platform/user"
)

// The deletion of a customer and the creation of its secondary exclude each other in either order: no secondary is left without its
// customer.
func TestADeletionAndASecondaryExcludeEachOther(t *testing.T) {
	w := start(t)
	both, none := 0, 0
	for range 12 {
		parent := testkit.Data[customer.CreateResponse](w.Admin.Post("/aty/customerinfo", profile(sessiontest.Phone(), nil)))
		var all sync.WaitGroup
		var made, gone *testkit.Answer
		phone := sessiontest.Phone()
		all.Go(func() {
			made = w.Admin.Post("/aty/customerinfo/secondary", profile(phone, object{"parentId": parent.UserID}))
		})
		all.Go(func() { gone = w.Admin.Delete("/aty/customerinfo/"+parent.UserID, nil) })
		all.Wait()
		switch {
		case made.Status == http.StatusOK && gone.Status == http.StatusOK:
			both++
		case made.Status != http.StatusOK && gone.Status != http.StatusOK:
			none++
			t.Logf("%s\n%s", made.Raw, gone.Raw)
		}
		if made.Status != http.StatusOK {
			w.Admin.Post("/aty/customerinfo", profile(phone, nil)).OK() // the phone is free
		}
	}
	if both > 0 || none > 0 {
		t.Errorf("both %d times, none %d times", both, none)
	}
}

// A secondary that is created while the deletion of its parent is checked causes the check to repeat.
func TestASecondaryMadeDuringADeletion(t *testing.T) {
	w := start(t)
	parent := testkit.Data[customer.CreateResponse](w.Admin.Post("/aty/customerinfo", profile(sessiontest.Phone(), nil)))
	users := w.Users
	u, err := users.Find(t.Context(), auth.Everything, parent.UserID)
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	err = users.DeleteIf(t.Context(), u, func() error {
		if asked++; asked == 1 {
			w.Admin.Post("/aty/customerinfo/secondary", profile(sessiontest.Phone(), object{"parentId": parent.UserID})).OK()
		}
		return nil
	})
	if err != nil || asked != 2 {
		t.Errorf("asked %d times: %v", asked, err)
	}
	if _, err := users.Create(t.Context(), user.New{ID: id.New(time.Now).Next(),
		User: user.User{Type: auth.Secondary, Phone: sessiontest.Phone()}, Parent: &u}); err == nil {
		t.Error("a deleted customer has a new secondary")
	}
}

// The deletion of an agent and the creation of its customer exclude each other, and so does the creation of that customer's secondary.
func TestADeletionOfAnAgentAndACustomerExcludeEachOther(t *testing.T) {
	w := start(t)
	users := w.Users
	room := &customer.Service{Users: users, Balances: &ledger.Ledger{DB: w.Fixture.Env.DB, Now: w.Fixture.Env.Now}}
	staff := &auth.Principal{UserID: w.Admin.User.ID, Type: auth.Admin}
	both, none := 0, 0
	for range 12 {
		agent, err := users.Create(t.Context(),
			user.New{ID: id.New(time.Now).Next(), User: user.User{Type: auth.Agent, Phone: sessiontest.Phone(), Name: "A"}})
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		var made *testkit.Answer
		var gone error
		phone := sessiontest.Phone()
		all.Go(func() { made = w.Admin.Post("/aty/customerinfo", profile(phone, object{"agentId": agent.ID})) })
		all.Go(func() { gone = room.DropAgent(auth.Into(t.Context(), staff), staff, agent.ID) })
		all.Wait()
		switch {
		case made.Status == http.StatusOK && gone == nil:
			both++
		case made.Status != http.StatusOK && gone != nil:
			none++
			t.Logf("%s\n%s", made.Raw, gone)
		}
		if made.Status != http.StatusOK {
			w.Admin.Post("/aty/customerinfo", profile(phone, nil)).OK() // the phone is free
			continue
		}
		c := testkit.Data[customer.CreateResponse](made)
		w.Admin.Post("/aty/customerinfo/secondary", profile(sessiontest.Phone(), object{"parentId": c.UserID})).OK()
		if err := room.DropAgent(auth.Into(t.Context(), staff), staff, agent.ID); !fault.Is(err, "customer.hasCustomers") {
			t.Errorf("an agent with a customer is deleted: %v", err)
		}
	}
	if both > 0 || none > 0 {
		t.Errorf("both %d times, none %d times", both, none)
	}
}

// A customer that is created while the deletion of its agent is checked causes the check to repeat.
func TestACustomerMadeDuringADeletionOfItsAgent(t *testing.T) {
	w := start(t)
	agent, err := w.Users.Create(t.Context(),
		user.New{ID: id.New(time.Now).Next(), User: user.User{Type: auth.Agent, Phone: sessiontest.Phone(), Name: "A"}})
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	err = w.Users.DeleteIf(t.Context(), agent, func() error {
		if asked++; asked == 1 {
			w.Admin.Post("/aty/customerinfo", profile(sessiontest.Phone(), object{"agentId": agent.ID})).OK()
		}
		return nil
	})
	if err != nil || asked != 2 {
		t.Errorf("asked %d times: %v", asked, err)
	}
	if _, err := w.Users.Create(t.Context(),
		user.New{ID: id.New(time.Now).Next(), User: user.User{Type: auth.First, Agent: agent.ID, Phone: sessiontest.Phone()}}); !fault.Is(err,
		"web.notFound") {
		t.Errorf("a deleted agent has a new customer: %v", err)
	}
}

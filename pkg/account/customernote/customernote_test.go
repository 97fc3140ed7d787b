package customernote_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/account/customernote"
	"herald/pkg/kit/web"
)

type object = map[string]any

const base = "/aty/customernote/"

func serve(t *testing.T) *sessiontest.SeededUsers {
	t.Helper()
	h := sessiontest.New(testkit.Memory(t))
	return h.SeedUsers(t, h.Serve(t, func(a *web.API) {
		(&customernote.Service{DB: h.Env.DB, Users: h.Users, NewID: a.NewID, Now: h.Env.Clock.Now}).Routes(a)
	}))
}

// texts are the notes about a user that an actor reads, newest first.
func texts(who *sessiontest.Actor, about string) string {
	var out []string
	for _, n := range testkit.Data[customernote.Page](who.Get(base + about)).Records {
		out = append(out, fmt.Sprintf("%s (%s)", n.Text, n.Author))
	}
	return strings.Join(out, ", ")
}

func write(who *sessiontest.Actor, about, text string) customernote.Note {
	return testkit.Data[customernote.Note](who.Post(base+about, object{"text": text}))
}

// An agent reads its own notes, staff read all, and the customer reads none. The author alone deletes a note.
func TestNotesAboutACustomer(t *testing.T) {
	c := serve(t)
	about := c.Customer.User.ID
	ofAgent, ofStaff := write(c.Agent, about, "  Pays late \n"), write(c.Admin, about, "Check the papers")
	if ofAgent.Text != "Pays late" || !ofAgent.Agent || ofStaff.Agent {
		t.Errorf("%+v %+v", ofAgent, ofStaff)
	}
	write(c.Agent, c.Secondary.User.ID, "Ask for Ana")
	if got := texts(c.Agent, about); got != "Pays late (agent)" {
		t.Errorf("the agent reads %q", got)
	}
	if got := texts(c.Admin, about); got != "Check the papers (admin), Pays late (agent)" {
		t.Errorf("staff read %q", got)
	}
	for _, other := range []*sessiontest.Actor{c.Customer, c.Secondary, c.OtherAgent, c.OtherCustomer} {
		for _, id := range []string{about, c.Secondary.User.ID} {
			for _, a := range []*testkit.Answer{other.Get(base + id), other.Post(base+id, object{"text": "x"}),
				other.Delete(base+id+"/"+ofAgent.ID, nil)} {
				if a.Status != http.StatusForbidden && a.Status != http.StatusNotFound {
					t.Errorf("%s: %d %s", other.Name, a.Status, a.Raw)
				}
			}
		}
	}
	c.Admin.Get(base+c.Agent.User.ID).Want(http.StatusNotFound, 404) // an agent is no customer
	c.Agent.Get(base+c.Agent.User.ID).Want(http.StatusNotFound, 404)
	c.Admin.Delete(base+about+"/"+ofAgent.ID, nil).Want(http.StatusConflict, 409)
	c.Agent.Delete(base+about+"/"+ofStaff.ID, nil).Want(http.StatusNotFound, 404)
	c.Agent.Delete(base+about+"/"+ofAgent.ID, nil).OK()
	c.Agent.Delete(base+about+"/"+ofAgent.ID, nil).Want(http.StatusNotFound, 404)
	if got := texts(c.Agent, about) + texts(c.Admin, about); got != "Check the papers (admin)" {
		t.Errorf("after the deletion: %q", got)
	}
}

// A note has 1 to 2,000 characters, and pages have 20 notes.
func TestLimitsOfNotes(t *testing.T) {
	c := serve(t)
	about := c.Customer.User.ID
	for _, text := range []string{"", " \n\t", strings.Repeat("é", 2001)} {
		c.Agent.Post(base+about, object{"text": text}).Bad("text")
	}
	write(c.Agent, about, strings.Repeat("é", 2000))
	for i := range 20 {
		write(c.Agent, about, fmt.Sprint(i))
	}
	first := testkit.Data[customernote.Page](c.Agent.Get(base + about))
	if len(first.Records) != 20 || first.Records[0].Text != "19" || first.Next == "" {
		t.Fatalf("%d notes, next %q", len(first.Records), first.Next)
	}
	second := testkit.Data[customernote.Page](c.Agent.Get(base + about + "?before=" + first.Next))
	if len(second.Records) != 1 || second.Next != "" {
		t.Errorf("%d notes, next %q", len(second.Records), second.Next)
	}
}

// A call that is repeated under its key writes one note. The note is deleted once. The database answers no write at first.
func TestRepeatedNotes(t *testing.T) {
	h := sessiontest.New(testkit.Memory(t))
	db, writes := h.Env.LoseAnswers()
	c := h.SeedUsers(t, h.Serve(t, func(a *web.API) {
		(&customernote.Service{DB: db, Users: h.Users, NewID: a.NewID, Now: h.Env.Clock.Now}).Routes(a)
	}))
	about := c.Customer.User.ID
	for _, who := range []*sessiontest.Actor{c.Agent, c.Admin} {
		post := func() customernote.Note {
			return testkit.Data[customernote.Note](who.With("Idempotency-Key", "write").Post(base+about, object{"text": "once"}))
		}
		n := post()
		if again := post(); again.ID != n.ID || again.Text != "once" {
			t.Errorf("%s: %+v, then %+v", who.Name, n, again)
		}
		if got := texts(who, about); got != "once ("+who.Name+")" {
			t.Errorf("%s reads %q", who.Name, got)
		}
		who.Delete(base+about+"/"+n.ID, nil).OK()
		who.Delete(base+about+"/"+n.ID, nil).Want(http.StatusNotFound, 404)
	}
	if got := texts(c.Agent, about) + texts(c.Admin, about); got != "" {
		t.Errorf("%q remains", got)
	}
	if writes() < 4 {
		t.Errorf("%d writes lost their answer", writes())
	}
}

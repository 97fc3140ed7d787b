package app

import (
	"testing"

	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/groupbuild"
)

// A participant that WhatsApp names by a user id alone counts as a person who joins and leaves. Repeated webhooks change nothing.
// Once the number of the id is known, by a message or in the group itself, the person stands in its own seat and is not counted a
// second time.
func TestParticipantsWithoutANumber(t *testing.T) {
	p := mustBuilders(t)
	id := p.ordered(p.wish(3, nil))
	p.hears(1)
	made := p.sim.Groups()[0].ID
	expect := func(what string, want groupbuild.People) {
		t.Helper()
		g := p.groups(id)[0]
		if n := want.Waiting + want.Joined + want.LeftGroup; g.Members != want || g.Size != n || len(p.people(id)) != n {
			t.Errorf("%s: %+v, %d listed", what, g, len(p.people(id)))
		}
	}
	p.act(whatsappsim.GroupAct{Group: made, User: "BR.1", Do: "join", Times: 3})
	p.act(whatsappsim.GroupAct{Group: made, User: "BR.2", Do: "join", Times: 2})
	p.hears(5)
	expect("two joined", groupbuild.People{Waiting: 3, Joined: 2})
	p.act(whatsappsim.GroupAct{Group: made, User: "BR.2", Do: "leave", Times: 2})
	p.hears(2)
	expect("one left", groupbuild.People{Waiting: 3, Joined: 1, LeftGroup: 1})
	p.act(whatsappsim.GroupAct{Group: made, User: "BR.2", Do: "join"})
	p.act(whatsappsim.GroupAct{Group: made, User: "BR.2", Do: "leave", Lost: true})
	p.hears(1)
	p.minutes(3) // the tick asks
	expect("left without a word", groupbuild.People{Waiting: 3, Joined: 1, LeftGroup: 1})
	p.message("BR.1", "553187654300") // a message shows the number of the id, as WhatsApp knows it
	p.minutes(3)
	expect("its number is known", groupbuild.People{Waiting: 2, Joined: 1, LeftGroup: 1})
	if state := p.stands(id, "5531987654300"); state != "joined" {
		t.Errorf("who joined by an id is %s", state)
	}
	p.act(whatsappsim.GroupAct{Group: made, User: "BR.1", Do: "leave"})
	p.hears(1)
	expect("left by its id", groupbuild.People{Waiting: 2, LeftGroup: 2})
	p.act(whatsappsim.GroupAct{Group: made, Number: "5531987654301", User: "BR.2", Do: "join"})
	p.hears(1)
	expect("the group shows both", groupbuild.People{Waiting: 1, Joined: 1, LeftGroup: 1})
	p.act(whatsappsim.GroupAct{Group: made, Number: "5531999999999", User: "BR.9", Do: "join"}) // a stranger
	p.hears(1)
	expect("a stranger", groupbuild.People{Waiting: 1, Joined: 1, LeftGroup: 1})
}

// A request to join by a user id alone waits until the number of the id is known.
func TestARequestToJoinWithoutANumber(t *testing.T) {
	p := mustBuilders(t)
	id := p.ordered(p.wish(3, obj{"joinApproval": true}))
	p.hears(1)
	made := p.sim.Groups()[0].ID
	p.act(whatsappsim.GroupAct{Group: made, User: "BR.1", Do: "join"})
	p.hears(1)
	if g := p.sim.Groups()[0]; len(g.Requests) != 1 || len(g.Participants) != 1 {
		t.Errorf("%+v", g)
	}
	p.message("BR.1", "553187654300")
	p.minutes(4)
	if g := p.sim.Groups()[0]; len(g.Requests) != 0 || len(g.Participants) != 2 || p.stands(id, "5531987654300") != "joined" {
		t.Errorf("%+v, %s", g, p.stands(id, "5531987654300"))
	}
}

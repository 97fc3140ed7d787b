package groupbuild_test

import (
	"testing"

	"herald/internal/apptest"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/groupbuild"
)

// A participant that WhatsApp names by a user id alone counts as a person who joins and leaves. Repeated webhooks change nothing. Once the
// number of the id is known, by a message or in the group, the person is shown under the number. It is not counted a second time.
func TestParticipantsWithoutANumber(t *testing.T) {
	p := apptest.NewGroupFixture(t)
	id := p.Submit(p.Body(3, nil))
	p.AwaitWebhooks(1)
	made := p.Sim.Groups()[0].ID
	expect := func(what string, want groupbuild.People) {
		t.Helper()
		g := p.Groups(id)[0]
		if n := want.Waiting + want.Joined + want.LeftGroup; g.Members != want || g.Size != n || len(p.Members(id)) != n {
			t.Errorf("%s: %+v, %d listed", what, g, len(p.Members(id)))
		}
	}
	p.SimulateMember(whatsappsim.GroupAct{Group: made, User: "BR.1", Do: "join", Times: 3})
	p.SimulateMember(whatsappsim.GroupAct{Group: made, User: "BR.2", Do: "join", Times: 2})
	p.AwaitWebhooks(5)
	expect("two joined", groupbuild.People{Waiting: 3, Joined: 2})
	p.SimulateMember(whatsappsim.GroupAct{Group: made, User: "BR.2", Do: "leave", Times: 2})
	p.AwaitWebhooks(2)
	expect("one left", groupbuild.People{Waiting: 3, Joined: 1, LeftGroup: 1})
	p.SimulateMember(whatsappsim.GroupAct{Group: made, User: "BR.2", Do: "join"})
	p.SimulateMember(whatsappsim.GroupAct{Group: made, User: "BR.2", Do: "leave", Lost: true})
	p.AwaitWebhooks(1)
	p.PassMinutes(3) // the tick asks
	expect("left without a word", groupbuild.People{Waiting: 3, Joined: 1, LeftGroup: 1})
	p.ReceiveMessage("BR.1", "553187654300") // a message shows the number of the id, as WhatsApp knows it
	p.PassMinutes(3)
	expect("its number is known", groupbuild.People{Waiting: 2, Joined: 1, LeftGroup: 1})
	if state := p.MemberState(id, "5531987654300"); state != "joined" {
		t.Errorf("who joined by an id is %s", state)
	}
	p.SimulateMember(whatsappsim.GroupAct{Group: made, User: "BR.1", Do: "leave"})
	p.AwaitWebhooks(1)
	expect("left by its id", groupbuild.People{Waiting: 2, LeftGroup: 2})
	p.SimulateMember(whatsappsim.GroupAct{Group: made, Number: "5531987654301", User: "BR.2", Do: "join"})
	p.AwaitWebhooks(1)
	expect("the group shows both", groupbuild.People{Waiting: 1, Joined: 1, LeftGroup: 1})
	p.SimulateMember(whatsappsim.GroupAct{Group: made, Number: "5531999999999", User: "BR.9", Do: "join"}) // a stranger
	p.AwaitWebhooks(1)
	expect("a stranger", groupbuild.People{Waiting: 1, Joined: 1, LeftGroup: 1})
}

// A request to join by a user id alone waits until the number of the id is known.
func TestARequestToJoinWithoutANumber(t *testing.T) {
	p := apptest.NewGroupFixture(t)
	id := p.Submit(p.Body(3, apptest.Object{"joinApproval": true}))
	p.AwaitWebhooks(1)
	made := p.Sim.Groups()[0].ID
	p.SimulateMember(whatsappsim.GroupAct{Group: made, User: "BR.1", Do: "join"})
	p.AwaitWebhooks(1)
	if g := p.Sim.Groups()[0]; len(g.Requests) != 1 || len(g.Participants) != 1 {
		t.Errorf("%+v", g)
	}
	p.ReceiveMessage("BR.1", "553187654300")
	p.PassMinutes(4)
	if g := p.Sim.Groups()[0]; len(g.Requests) != 0 || len(g.Participants) != 2 || p.MemberState(id, "5531987654300") != "joined" {
		t.Errorf("%+v, %s", g, p.MemberState(id, "5531987654300"))
	}
}

package groupbuild_test

import (
	"context"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/localstack/simulators/sim"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/groupbuild"
	"herald/pkg/kit/queue"
)

// later passes a time, with a look each so many minutes, and signs the users in again.
func later(p *apptest.GroupFixture, minutes ...int) {
	for _, n := range minutes {
		p.Kit.Clock.Add(time.Duration(n-1) * time.Minute)
		p.PassMinutes(1)
	}
	h := &sessiontest.Fixture{Env: p.Kit, Users: p.Env.Users(), Session: p.Env.Sessions()}
	for _, who := range []*sessiontest.Actor{p.Users.Admin, p.Users.Direct} {
		who.Token = h.SignIn(p.T, p.Server, who.User.Login)
	}
}

// What staff say of an old doubt holds though the message about it is lost: the tick finds it.
func TestAnOldDoubtEndsWithoutTheMessage(t *testing.T) {
	p := apptest.NewGroupFixture(t)
	p.Script(sim.Rule{Suffix: "01", Outcome: "cut"})
	id := p.Submit(p.Body(9, nil))
	p.Script()
	if status := p.Act(id, "pause"); status != 200 {
		t.Fatal(status)
	}
	later(p, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048)
	if g := p.Groups(id)[0]; g.Status != groupbuild.Unknown {
		t.Fatalf("%+v", g)
	}
	p.Users.Admin.Put(apptest.GroupOrdersPath+"/"+id+"/group/1/settle", apptest.Object{"made": false}).OK()
	if n := p.Kit.Work(p, groupbuild.Queue, func(context.Context, queue.Message) error { return nil }); n == 0 {
		t.Fatal("no message was lost")
	}
	p.PassMinutes(3)
	if g := p.Groups(id)[0]; g.Status != groupbuild.Waiting {
		t.Errorf("%+v", g)
	}
}

// A group whose people are not all known is asked about until the end of the two days.
func TestPeopleOfTheSecondDayAreFound(t *testing.T) {
	p := apptest.NewGroupFixture(t)
	id := p.Submit(p.Body(3, nil))
	p.AwaitWebhooks(1)
	later(p, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 5)
	p.SimulateMember(whatsappsim.GroupAct{Group: p.Sim.Groups()[0].ID, Number: "5531987654300", Do: "join", Lost: true})
	later(p, 830, 5)
	if state := p.MemberState(id, "5531987654300"); state != "joined" {
		t.Errorf("%s", state)
	}
}

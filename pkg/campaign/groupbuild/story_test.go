package groupbuild_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/localstack/simulators/sim"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/groupbuild"
	"herald/pkg/campaign/order"
)

// An order of groups through WhatsApp's own API, from the order to the members. No person is added directly: a member only has the link
// until a webhook reports the join, and has left when a webhook reports that.
func TestAnOrderOfWhatsAppGroups(t *testing.T) {
	p := apptest.NewGroupFixture(t)
	id := p.Submit(p.Body(9, apptest.Object{"description": "d", "avatarId": p.Picture(200, 200)}))
	for _, g := range p.Groups(id) {
		if g.Status != groupbuild.Building || g.Link != "" {
			t.Errorf("before it is made: %+v", g)
		}
	}
	p.AwaitWebhooks(3)
	all := p.Groups(id)
	for _, g := range all {
		if g.Status != groupbuild.Created || !strings.HasPrefix(g.Link, "https://chat.whatsapp.com/") || g.Size != 3 || g.Members.Waiting != 3 ||
			g.Members.Invited != 0 || g.Reason != "" {
			t.Errorf("%+v", g)
		}
	}
	made := p.Sim.Groups()
	if len(all) != 3 || len(made) != 3 {
		t.Fatalf("%d groups of %d", len(all), len(made))
	}
	for i, g := range made {
		if g.Subject != all[i].Name || g.Description != "d" || !g.Picture || g.Link != all[i].Link || g.Mode != "auto_approve" {
			t.Errorf("%+v", g)
		}
	}
	if o := p.Detail(id); o.Status != order.Completed || o.ActualCost == nil || *o.ActualCost != 30 || o.Counts["created"] != 3 {
		t.Errorf("state %d, %v charged, %v", o.Status, o.ActualCost, o.Counts)
	}
	first := made[0].ID
	for range 2 { // a late or repeated event changes nothing
		p.SimulateMember(whatsappsim.GroupAct{Group: first, Number: "5531987654300", Do: "join", Times: 3})
		p.SimulateMember(whatsappsim.GroupAct{Group: first, Number: "5531987654301", Do: "join", Lost: true})
	}
	p.SimulateMember(whatsappsim.GroupAct{Group: first, Number: "5531999999999", Do: "join"}) // not one of the order's people
	p.AwaitWebhooks(4)
	if g := p.Groups(id)[0]; g.Members.Joined != 2 || g.Members.Waiting != 1 || g.Members.LeftGroup != 0 ||
		p.MemberState(id, "5531987654300") != "joined" {
		t.Errorf("%+v", g)
	}
	p.SimulateMember(whatsappsim.GroupAct{Group: first, Number: "5531987654300", Do: "leave", Times: 2})
	p.AwaitWebhooks(2)
	if state := p.MemberState(id, "5531987654300"); state != "left" {
		t.Errorf("who left is %s", state)
	}
	p.SimulateMember(whatsappsim.GroupAct{Group: first, Number: "5531987654300", Do: "join"})
	p.AwaitWebhooks(1)
	if state := p.MemberState(id, "5531987654300"); state != "joined" {
		t.Errorf("who came back is %s", state)
	}
	p.SimulateMember(whatsappsim.GroupAct{Group: first, Number: "5531987654301", Do: "leave", Lost: true})
	p.PassMinutes(3) // webhooks are lost; the tick asks
	if state := p.MemberState(id, "5531987654301"); state != "left" {
		t.Errorf("who left without a word is %s", state)
	}
	rows := apptest.ReadTable(t, p.Users.Direct.In("en_US").Get(apptest.GroupOrdersPath+"/"+id+"/export").Raw, "Phone number")
	if len(rows) != 9 || rows[0]["Group link"] != made[0].Link || rows[0]["Member status"] != "Joined" {
		t.Errorf("the file says %v", rows)
	}
	p.SimulateMember(whatsappsim.GroupAct{Group: first, Do: "suspend"})
	p.AwaitWebhooks(1)
	if g := p.Groups(id)[0]; !strings.Contains(g.Reason, "closed this group") {
		t.Errorf("%+v", g)
	}
	if o := p.Detail(id); *o.ActualCost != 30 {
		t.Errorf("%v charged", *o.ActualCost)
	}
}

// A forged webhook changes nothing; a webhook of a foreign group is accepted and changes nothing.
func TestGroupWebhooksOfStrangers(t *testing.T) {
	p := apptest.NewGroupFixture(t)
	id := p.Submit(p.Body(3, nil))
	p.AwaitWebhooks(1)
	made := p.Sim.Groups()[0]
	before := p.Groups(id)[0]
	told := func(of, more, secret string) int {
		t.Helper()
		body := []byte(
			`{"object":"whatsapp_business_account","entry":[{"id":"2","changes":[{"field":"group_participants_update","value":{"messaging_product":"whatsapp","groups":[{"group_id":"` + of +
				`","timestamp":1,"type":"group_participants_add"` + more + `}]}}]}]}`)
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write(body)
		req, err := http.NewRequest(http.MethodPost, p.Server.URL+"/api/hook/whatsapp", bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("X-Hub-Signature-256", "sha256="+hex.EncodeToString(mac.Sum(nil)))
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		return res.StatusCode
	}
	p.SimulateMember(whatsappsim.GroupAct{Group: made.ID, Number: "5531987654300", Do: "join", Lost: true})
	calls := p.Sim.Stats().Calls
	for name, c := range map[string]struct {
		of, more, secret string
		status           int
	}{
		"forged": {made.ID, "", "another", 401}, "of a group that is not ours": {"G1", "", "s", 200},
		"of an order that there is not": {"", `,"request_id":"R1","subject":"Herald GB1-1-0-1"`, "s", 200}, "of nothing": {"", "", "s", 200},
		"that another was not made": {"", `,"request_id":"R1","errors":[{"code":131203}]`, "s", 200},
	} {
		if status := told(c.of, c.more, c.secret); status != c.status {
			t.Errorf("%s: %d", name, status)
		}
		p.RunQueues()
		if now := p.Groups(id)[0]; now.Status != before.Status || now.Members != before.Members {
			t.Errorf("%s: %+v", name, now)
		}
	}
	for route, n := range p.Sim.Stats().Calls {
		if calls[route] != n {
			t.Errorf("WhatsApp was asked: %s", route)
		}
	}
	if status := told(made.ID, "", "s"); status != 200 { // the true one, late
		t.Error(status)
	}
	p.RunQueues()
	if state := p.MemberState(id, "5531987654300"); state != "joined" {
		t.Error(state)
	}
}

// A group whose creation was not answered is found by its webhook or its name, and never made twice. A group that was never created stays
// in doubt, is not made again automatically, and is not charged.
func TestLostCreationsOfGroups(t *testing.T) {
	for outcome, made := range map[string]int{"cut_after_accept": 1, "garbled": 1, "bare_500": 1, "cut": 0} {
		for silent := range 2 {
			p := apptest.NewGroupFixture(t)
			p.Control("webhooks", fmt.Sprintf(`{"drop":%d,"batch":1}`, silent))
			p.Script(sim.Rule{Outcome: outcome})
			id := p.Submit(p.Body(3, nil))
			if g := p.Groups(id)[0]; g.Status != groupbuild.Unknown || !strings.Contains(g.Reason, "The outcome is unknown") {
				t.Fatalf("%s: %+v", outcome, g)
			}
			p.AwaitSimulator()
			if made == 1 && silent == 0 {
				p.AwaitWebhooks(1)
			} else {
				p.PassMinutes(2)
			}
			g := p.Groups(id)[0]
			if want := map[int]string{0: groupbuild.Unknown, 1: groupbuild.Created}[made]; g.Status != want || (g.Link == "") != (made == 0) {
				t.Errorf("%s, %v: %+v", outcome, silent, g)
			}
			p.PassMinutes(45)
			cost := 10 * float64(made)
			if o := p.Detail(id); o.ActualCost == nil || *o.ActualCost != cost || len(p.Sim.Groups()) != made {
				t.Errorf("%s, %v: %+v, %d made", outcome, silent, o, len(p.Sim.Groups()))
			}
			if n := p.Sim.Stats().Calls["/{version}/{node}/{edge...} 200"]; made == 0 && outcome == "cut" && n == 0 {
				t.Error("it was not looked for")
			}
		}
	}
}

// A creation that WhatsApp refuses has failed: immediately, or by a webhook that names only the call. It is not charged, and a retry makes
// it.
func TestRefusedCreationsOfGroups(t *testing.T) {
	for outcome, webhooks := range map[string]int{"refuse": 0, "fail": 1} {
		p := apptest.NewGroupFixture(t)
		p.Script(sim.Rule{Outcome: outcome, Code: "131203", Times: 1})
		id := p.Submit(p.Body(3, nil))
		p.AwaitWebhooks(webhooks)
		if g := p.Groups(id)[0]; g.Status != groupbuild.Failed || g.Code != 131203 || !strings.Contains(g.Reason, "refused") {
			t.Errorf("%s: %+v", outcome, g)
		}
		if o := p.Detail(id); o.ActualCost == nil || *o.ActualCost != 0 {
			t.Errorf("%s: %v charged", outcome, o.ActualCost)
		}
		p.Script()
		p.Users.Direct.Put(apptest.GroupOrdersPath+"/"+id+"/retry", nil).OK()
		p.Kit.Clock.Add(1e9)
		p.RunQueues()
		p.AwaitWebhooks(1)
		if o, g := p.Detail(id), p.Groups(id)[0]; *o.ActualCost != 10 || g.Status != groupbuild.Created || len(p.Sim.Groups()) != 1 {
			t.Errorf("%s: %v charged, %+v", outcome, *o.ActualCost, g)
		}
	}
}

// Where joining requires approval, the order's own people are admitted and all others refused.
func TestTheDoorOfAGroup(t *testing.T) {
	p := apptest.NewGroupFixture(t)
	id := p.Submit(p.Body(3, apptest.Object{"joinApproval": true}))
	p.AwaitWebhooks(1)
	made := p.Sim.Groups()[0]
	if made.Mode != "approval_required" {
		t.Errorf("%+v", made)
	}
	p.SimulateMember(whatsappsim.GroupAct{Group: made.ID, Number: "5531987654300", Do: "join", Times: 2})
	p.SimulateMember(whatsappsim.GroupAct{Group: made.ID, Number: "5531999999999", Do: "join"})
	p.AwaitWebhooks(3)
	p.AwaitWebhooks(1) // the join of the member
	made = p.Sim.Groups()[0]
	if len(made.Participants) != 2 || len(made.Requests) != 0 || p.MemberState(id, "5531987654300") != "joined" {
		t.Errorf("%+v, %s", made, p.MemberState(id, "5531987654300"))
	}
}

// The form and the estimate refuse values that WhatsApp does not support.
func TestWhatWhatsAppGroupsCannot(t *testing.T) {
	p := apptest.NewGroupFixture(t)
	scale := p.Users.Direct.Get(apptest.GroupOrdersPath + "/buildGroupScale")
	if !strings.Contains(string(scale.Raw),
		`{"provider":"whatsapp","sizeMin":1,"sizeMax":8,"canAdd":false,"canMute":false,"canPromote":false,"canGreet":false,"inviteOnly":true,"own":1,"square":192}`) {
		t.Errorf("%s", scale.Raw)
	}
	staff := []string{"1"}
	for name, c := range map[string]struct {
		more apptest.Object
		says string
	}{
		"size": {apptest.Object{"sizeMax": 9}, "from 1 to 8"}, "services": {apptest.Object{"services": staff}, "whatsapp"},
		"admins": {apptest.Object{"admins": staff}, "whatsapp"}, "mute": {apptest.Object{"mute": true, "admins": staff}, "whatsapp"},
		"greeting":                   {apptest.Object{"greeting": apptest.Object{"text": "a", "times": 1}}, "whatsapp"},
		"no place beside the number": {apptest.Object{"sizeMax": 1}, ""},
		"picture":                    {apptest.Object{"avatarId": p.Picture(200, 201)}, "square"},
		"small picture":              {apptest.Object{"avatarId": p.Picture(191, 191)}, "192"},
	} {
		if a := p.Users.Direct.In("en_US").Post(apptest.GroupOrdersPath, p.Body(3, c.more)); a.Status != 400 ||
			!strings.Contains(a.Message, c.says) {
			t.Errorf("%s: %d %s", name, a.Status, a.Message)
		}
	}
	if e := p.Users.Direct.Post(apptest.GroupOrdersPath+"/check/money",
		p.Body(9, apptest.Object{"sizeMax": 8})); !strings.Contains(string(e.Raw), `"groups":2`) {
		t.Errorf("%s", e.Raw)
	}
}

package bulk_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"herald/internal/ordertest"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
)

// wrong records a response that must never occur.
func (p *play) wrong(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wrongs = append(p.wrongs, fmt.Sprintf(format, args...))
}

// decide reads an order under review, waits, and approves or refuses it. A hasty reviewer names no version: an order that was changed
// meanwhile is then not approved.
func (p *play) decide(o order.Row, pass, hasty bool, takes time.Duration) {
	var d struct {
		Version     int
		RecordingID string
		Message     struct{ Text string }
	}
	a := p.Await(p.Admin, ordertest.NewRequest("GET", pathOf(o.Kind)+"/"+o.ID, nil))
	if err := json.Unmarshal(a.Data, &d); !a.OK() || err != nil {
		return
	}
	p.mu.Lock()
	if p.read == nil {
		p.read = map[string][]string{}
	}
	p.read[o.ID] = append(p.read[o.ID], d.Message.Text+d.RecordingID)
	p.mu.Unlock()
	if takes > 0 && !p.pause(takes) {
		return
	}
	body := map[string]any{"ids": []string{o.ID}, "pass": pass, "reason": "no"}
	if !hasty {
		body["versions"] = map[string]int{o.ID: d.Version}
	}
	did := p.Await(p.Admin, ordertest.NewRequest("PUT", pathOf(o.Kind)+"/review", body))
	var lines []order.ReviewLine
	if err := json.Unmarshal(did.Data, &lines); !did.OK() || err != nil || len(lines) != 1 {
		return
	}
	switch line := lines[0]; {
	case line.OK && pass && hasty && d.Version > 1:
		p.wrong("%s was passed in version %d or later by somebody who named none", o.Name, d.Version)
	case line.Code == 40921:
		p.stale.Add(1)
	case !line.OK && line.Code != http.StatusConflict && line.Code != http.StatusInternalServerError && line.Code != 40302:
		p.wrong("the review of %s is answered %+v", o.Name, line)
	}
}

// wasRead checks that every message sent is one that a reviewer read.
func (p *play) wasRead(o *order.Order, content string) bool {
	read, reviewed := p.read[o.ID]
	return !reviewed || slices.Contains(read, content)
}

// switcher places an order and changes its content repeatedly while staff review it.
func (p *play) switcher(who *ordertest.Actor, name, group string) {
	b := &purchase{who: who, name: name, path: ordertest.BulkPath, group: group}
	p.note(b)
	request := ordertest.NamedOrderBody(name, group, "")
	b.answers = append(b.answers, p.Await(who, ordertest.NewKeyedRequest("POST", ordertest.BulkPath, request, "key of "+name)))
	for i := range 2 + p.roll(6) {
		if b.id() == "" || !p.pause(8*time.Second) {
			return
		}
		request["id"], request["message"] = b.id(), map[string]any{"type": "text", "text": fmt.Sprint("coins ", i)}
		switch a := p.Await(who, ordertest.NewKeyedRequest("PUT", ordertest.BulkPath, request, fmt.Sprintf("switch %d of %s", i, name))); {
		case a.OK():
			p.edited.Add(1)
		case a.Code == 40302:
		case a.Status != 0 && a.Status != http.StatusConflict && a.Status != http.StatusPaymentRequired:
			p.wrong("an edit of %s is answered %d %d", name, a.Status, a.Code)
		}
	}
}

// note adds a purchase to those that are checked in the end.
func (p *play) note(b *purchase) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.purchases = append(p.purchases, b)
}

// toldCost is a cost in an estimate, a refusal or an order.
type toldCost struct {
	Cost          money.Amount
	EstimatedCost money.Amount
}

// estimator requests an estimate, waits, and orders at that cost: it pays no more, even when its agent raises prices meanwhile.
func (p *play) estimator(b *purchase, request map[string]any) {
	p.note(b)
	var told toldCost
	a := p.Await(b.who, ordertest.NewRequest("POST", b.path+"/estimate", request))
	if err := json.Unmarshal(a.Data, &told); !a.OK() || err != nil {
		return
	}
	for range 5 {
		p.pause(9 * time.Second)
		most := told.Cost
		request["expectedCost"] = json.Number(most.String())
		a = p.Await(b.who, ordertest.NewKeyedRequest("POST", b.path, request, "key of "+b.name))
		b.answers = append(b.answers, a)
		if a.Code == 40922 {
			p.raised.Add(1)
		}
		if err := json.Unmarshal(a.Data, &told); a.OK() && err == nil {
			if b.most = &most; told.EstimatedCost > most {
				p.wrong("%s is ordered for %s, and %s was told", b.name, told.EstimatedCost, most)
			}
			return
		}
		if a.Code != 40922 {
			return
		}
		if told.Cost <= most {
			p.wrong("%s is refused at %s, and costs %s", b.name, most, told.Cost)
			return
		}
	}
}

// raiser is an agent that raises its customer's price repeatedly.
func (p *play) raiser(service string, from int) {
	for i := range 3 + p.roll(6) {
		p.pause(6 * time.Second)
		price := json.Number(fmt.Sprintf("%d.%02d", from+i/2, p.roll(100)))
		p.Await(p.Agent, ordertest.NewRequest("POST", "/aty/customerinfo/price/charge/save",
			map[string]any{"userId": p.Ana.ID, "service": service, "countryCode": "*", "price": price}))
	}
}

// grabber tries actions that belong to others, or that the platform pays for. A customer reviews and refunds its own
// order, and sets its price. An agent gives credit that it does not own. Staff with a narrowed scope give the
// platform's credit. An account that is not activated sends tests.
func (p *play) grabber() {
	for range 4 + p.roll(8) {
		p.pause(8 * time.Second)
		who, r := p.grab()
		if who == nil {
			continue
		}
		a := p.briefly(who, r)
		if who == p.Eve && p.closed.Load() > 0 {
			continue // it may have paid meanwhile
		}
		if a.OK() {
			p.wrong("%s may %s %s", who.Login, r.Method, r.Path)
		}
		if p.grabbed.Add(1); a.Definite() && a.Status != http.StatusUnauthorized && a.Status != http.StatusForbidden &&
			a.Status != http.StatusNotFound && (who != p.Eve || a.Status != http.StatusConflict) {
			p.wrong("%s is refused %s %s with %d %d", who.Login, r.Method, r.Path, a.Status, a.Code)
		}
	}
}

// briefly repeats a call a few times. A user that is deleted meanwhile gets 401.
func (p *play) briefly(who *ordertest.Actor, r ordertest.Request) (a ordertest.Response) {
	for range 8 {
		if a = p.Call(who, r); a.Definite() || !p.Sleep(time.Second) {
			break
		}
	}
	return a
}

// grab is an action that must be refused, and its actor.
func (p *play) grab() (*ordertest.Actor, ordertest.Request) {
	p.mu.Lock()
	var b *purchase
	if n := len(p.purchases); n > 0 {
		b = p.purchases[p.System.Rand(n)]
	}
	p.mu.Unlock()
	if b == nil {
		return nil, ordertest.Request{}
	}
	b.mu.Lock()
	order, owner := b.path+"/"+b.id(), b.who
	id := b.id()
	b.mu.Unlock()
	stranger := p.Ana
	if owner == p.Ana {
		stranger = p.Bob
	}
	credit := func(who *ordertest.Actor) map[string]any { return map[string]any{"userId": who.ID, "amount": 5} }
	all := []struct {
		who *ordertest.Actor
		r   ordertest.Request
	}{
		{owner, ordertest.NewRequest("PUT", b.path+"/review", map[string]any{"ids": []string{id}, "versions": map[string]int{id: 1 + p.roll(3)},
			"pass": true})},
		{owner, ordertest.NewRequest("PUT", order+"/refund", map[string]any{"reason": "mine"})},
		{owner, ordertest.NewRequest("PUT", "/aty/customerinfo/recharge", credit(owner))},
		{owner, ordertest.NewRequest("POST", "/aty/customerinfo/price/charge/save",
			map[string]any{"userId": owner.ID, "service": "bulk.whatsapp", "countryCode": "*", "price": 1})},
		{owner, ordertest.NewRequest("PUT", "/blacklistuserinfo/lockOrUnlock", map[string]any{"userId": owner.ID, "lock": false})},
		{stranger, ordertest.NewRequest("PUT", order+"/pause", nil)},
		{stranger, ordertest.NewRequest("PUT", order+"/retry", nil)},
		{p.Agent, ordertest.NewRequest("PUT", "/aty/customerinfo/recharge", credit(p.Bob))},
		{p.Agent, ordertest.NewRequest("PUT", "/aty/customerinfo/recharge", credit(p.Agent))},
		{p.Clerk, ordertest.NewRequest("PUT", "/aty/customerinfo/recharge", credit(p.Ana))},
		{p.Clerk, ordertest.NewRequest("PUT", "/aty/customerinfo/give", credit(p.Ana))},
		{p.Clerk, ordertest.NewRequest("PUT", "/aty/customerinfo/rebate", credit(p.Agent))},
		{p.Clerk, ordertest.NewRequest("PUT", order+"/refund", map[string]any{"reason": "kind"})},
		{p.Clerk, ordertest.NewRequest("POST", "/aty/customerinfo/price/charge/save",
			map[string]any{"userId": p.Agent.ID, "service": "bulk.whatsapp", "countryCode": "*", "price": 1})},
		{p.Eve, ordertest.NewRequest("POST", "/gc/groupsendorder/test",
			map[string]any{"fileId": p.EveFile, "channel": "whatsapp", "countryCode": "BR",
				"message": map[string]any{"type": "text", "text": "free"}})},
		{p.Eve, ordertest.NewRequest("GET", "/gc/evidence/export?phoneNumber=5511987654321", nil)},
	}
	one := all[p.roll(len(all))]
	if id == "" && one.r.Path != "/gc/groupsendorder/test" {
		return nil, ordertest.Request{}
	}
	return one.who, one.r
}

// evesChild is the phone of eve's secondary.
const evesChild = "13900009999"

// closer deletes a customer while the customer creates a secondary and receives credit.
func (p *play) closer() {
	p.pause(10 * time.Second)
	p.closed.Add(1)
	var all sync.WaitGroup
	var deleted, credited ordertest.Response
	all.Go(func() {
		p.pause(1500 * time.Millisecond)
		deleted = p.Await(p.Admin, ordertest.NewRequest("DELETE", "/aty/customerinfo/"+p.Eve.ID, nil))
	})
	secondary := map[string]any{"name": "x", "phone": evesChild, "email": "x@y.com", "countryCode": "BR", "customerType": "person"}
	all.Go(func() {
		p.pause(1500 * time.Millisecond)
		p.briefly(p.Eve, ordertest.NewKeyedRequest("POST", "/aty/customerinfo/secondary", secondary, "secondary"))
	})
	if p.roll(2) == 0 {
		all.Go(func() {
			p.pause(1500 * time.Millisecond)
			credited = p.Await(p.Admin, ordertest.NewKeyedRequest("PUT", "/aty/customerinfo/recharge",
				map[string]any{"userId": p.Eve.ID, "amount": 3}, "for eve"))
		})
	}
	all.Wait()
	if deleted.OK() && credited.OK() {
		p.wrong("eve is deleted, and has got credit")
	}
}

// rerecorder orders calls, and changes the recording while staff review them.
func (v *callVerdict) rerecorder(who *ordertest.Actor, name, group string) {
	b := &purchase{who: who, name: name, path: callPath, group: group}
	v.note(b)
	request := map[string]any{"name": name, "groupId": group, "recordingId": v.phones.recordings[who][0]}
	b.answers = append(b.answers, v.Await(who, ordertest.NewKeyedRequest("POST", callPath, request, "key of "+name)))
	for i := range 1 + v.roll(4) {
		if b.id() == "" || !v.pause(8*time.Second) {
			return
		}
		request["id"], request["recordingId"] = b.id(), v.phones.recordings[who][(i+1)%2]
		if v.Await(who, ordertest.NewKeyedRequest("PUT", callPath, request, fmt.Sprintf("switch %d of %s", i, name))).OK() {
			v.edited.Add(1)
		}
	}
}

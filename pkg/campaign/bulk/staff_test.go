package bulk_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"herald/internal/ordertest"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/order"
)

// reviewer approves orders under review, and refuses some.
func (p *play) reviewer() {
	for range 12 {
		if !p.Sleep(10 * time.Second) {
			return
		}
		for _, o := range p.orders(p.Admin) {
			if o.Status == order.Review {
				p.decide(o, p.roll(8) > 0, p.roll(4) == 0, time.Duration(p.roll(6))*time.Second)
			}
		}
	}
}

// orders returns the orders of every kind that a user sees.
func (p *play) orders(who *ordertest.Actor) (all []order.Row) {
	paths := []string{ordertest.BulkPath, ordertest.ErrandPath, ordertest.PagerPath, ordertest.CommentPath}
	if p.Phone != nil {
		paths = []string{callPath}
	}
	for _, path := range paths {
		var page struct{ Records []order.Row }
		a := p.Await(who, ordertest.NewRequest("GET", path+"/page?size=100", nil))
		if err := json.Unmarshal(a.Data, &page); a.OK() && err != nil {
			panic(err)
		}
		all = append(all, page.Records...)
	}
	return all
}

// editor changes a collection while it is ordered: it adds and removes members, or deletes the collection.
func (p *play) editor(who *ordertest.Actor, group string) {
	p.pause(6 * time.Second)
	members := p.Members[group]
	for range 1 + p.roll(3) {
		p.touch(group)
		switch p.roll(6) {
		case 0:
			p.Await(who, ordertest.NewRequest("DELETE", "/aty/contactsgroup/"+group, nil))
		case 1:
			p.Bring(who, group, p.numbers(1+p.roll(12)))
		default: // a whole pack goes too
			from := p.roll(len(members))
			var gone []string
			for _, n := range members[from:min(from+1+p.roll(2*ordertest.PackSizes), len(members))] {
				gone = append(gone, fmt.Sprintf("+%d", n))
			}
			p.Await(who, ordertest.NewRequest("DELETE", "/aty/contactsgroup/"+group+"/member", map[string]any{"phoneNumbers": gone}))
		}
		p.pause(4 * time.Second)
	}
}

// touch records that the recipients of a purchase have changed since its request.
func (p *play) touch(group string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, b := range p.purchases {
		b.beaten = b.beaten || b.group == group
	}
}

// warden locks a user for a while.
func (p *play) warden(by, who *ordertest.Actor) {
	p.pause(15 * time.Second)
	for range 1 + p.roll(2) {
		if !p.Await(by, ordertest.NewRequest("PUT", "/blacklistuserinfo/lockOrUnlock",
			map[string]any{"userId": who.ID, "lock": true, "reason": "no"})).OK() {
			return
		}
		p.mu.Lock()
		p.locked[who] = append(p.locked[who], span{since: time.Now()})
		p.mu.Unlock()
		p.pause(20 * time.Second)
		p.unlock(by, who)
		p.pause(5 * time.Second)
	}
}

func (p *play) unlock(by, who *ordertest.Actor) {
	p.mu.Lock()
	if n := len(p.locked[who]); n > 0 && p.locked[who][n-1].until.IsZero() {
		p.locked[who][n-1].until = time.Now()
	}
	p.mu.Unlock()
	p.Await(by, ordertest.NewRequest("PUT", "/blacklistuserinfo/lockOrUnlock", map[string]any{"userId": who.ID, "lock": false}))
}

// banker moves credit: in, out, and from the agent to its customer.
func (p *play) banker() {
	for i := range 2 + p.roll(4) {
		p.pause(8 * time.Second)
		who, amount, key := []*ordertest.Actor{p.Ana, p.Bob, p.Agent}[p.roll(3)], int64(1+p.roll(40)), fmt.Sprintf("banker %d", i)
		count := func(a ordertest.Response, who *ordertest.Actor, sign int64) {
			if a.OK() {
				p.mu.Lock()
				p.money[who] += sign * amount * 100
				p.mu.Unlock()
			}
		}
		switch p.roll(4) {
		case 0:
			count(p.Await(p.Admin, ordertest.NewKeyedRequest("PUT", "/aty/customerinfo/withdrawal",
				map[string]any{"userId": who.ID, "amount": amount}, key)), who, -1)
		case 1:
			a := p.patiently(p.Agent, ordertest.NewKeyedRequest("POST", "/aty/customerinfo/amounts/move",
				map[string]any{"fromUserId": p.Agent.ID, "toUserId": p.Ana.ID, "amount": amount}, key))
			count(a, p.Ana, 1)
			count(a, p.Agent, -1)
		case 2:
			a := p.patiently(p.Agent, ordertest.NewKeyedRequest("PUT", "/aty/customerinfo/recharge",
				map[string]any{"userId": p.Ana.ID, "amount": amount}, key))
			count(a, p.Ana, 1)
			count(a, p.Agent, -1)
		default:
			count(p.Await(p.Admin, ordertest.NewKeyedRequest("PUT", "/aty/customerinfo/recharge", map[string]any{"userId": who.ID, "amount": amount},
				key)), who, 1)
		}
	}
}

// patiently repeats a call while the caller is locked. Its first try may have been carried out before the lock, and the refusal of the
// repetition does not show that. The key makes it happen once.
func (p *play) patiently(who *ordertest.Actor, r ordertest.Request) (a ordertest.Response) {
	for range 40 {
		if a = p.Await(who, r); a.Status != http.StatusForbidden {
			return a
		}
		p.pause(20 * time.Second)
	}
	return a
}

// pricer changes the prices of the customer and the agent.
func (p *play) pricer() {
	for range 1 + p.roll(4) {
		p.pause(6 * time.Second)
		price := json.Number(fmt.Sprintf("%d.%02d", 2+p.roll(4), p.roll(100)))
		by, who := p.Admin, p.Agent.ID
		if p.roll(2) == 0 {
			by, who = p.Agent, p.Ana.ID
		}
		p.Await(by, ordertest.NewRequest("POST", "/aty/customerinfo/price/charge/save",
			map[string]any{"userId": who, "service": "bulk.whatsapp", "countryCode": "*", "price": price}))
	}
}

// stranger calls the webhook with foreign events, signed as the provider signs.
func (p *play) stranger() {
	for range 1 + p.roll(3) {
		p.pause(10 * time.Second)
		reference := []string{"", "somebody else's", "00VHNCZXHRYA0N89K0P835N60T.1.0.0.1.0", strings.Repeat("x", 1500)}[p.roll(4)]
		body, err := json.Marshal(map[string]any{"object": "whatsapp_business_account",
			"entry": []any{map[string]any{"id": "2", "changes": []any{map[string]any{"field": "messages",
				"value": map[string]any{"messaging_product": "whatsapp", "metadata": map[string]any{"phone_number_id": "1"},
					"statuses": []any{map[string]any{"id": "wamid.x", "status": "delivered",
						"timestamp": fmt.Sprint(time.Now().Unix()), "recipient_id": "5511900000000", "biz_opaque_callback_data": reference}}}}}}}})
		if err != nil {
			panic(err)
		}
		sum := hmac.New(sha256.New, []byte(ordertest.SimSecret))
		_, _ = sum.Write(body) // a hash takes everything
		req, err := http.NewRequestWithContext(p.Context, http.MethodPost, "http://herald/api/hook/whatsapp", strings.NewReader(string(body)))
		if err != nil {
			panic(err)
		}
		req.Header.Set("X-Hub-Signature-256", "sha256="+hex.EncodeToString(sum.Sum(nil)))
		req.Header.Set("Content-Type", "application/json")
		res, err := ordertest.Callbacks{System: p.System}.RoundTrip(req)
		if err != nil {
			panic(err)
		}
		_ = res.Body.Close()
	}
}

// watcher opens a console's websocket and closes it again.
func (p *play) watcher(who *ordertest.Actor) {
	p.pause(10 * time.Second)
	ticket := p.Await(who, ordertest.NewRequest("POST", "/oauth/ticket", nil))
	var t struct{ Ticket string }
	if err := json.Unmarshal(ticket.Data, &t); !ticket.OK() || err != nil {
		return
	}
	name := "c" + url.PathEscape(t.Ticket[:8])
	p.System.Mu.Lock()
	p.Sockets[name] = &ordertest.Socket{User: who.ID}
	p.System.Mu.Unlock()
	_ = p.Invoke(ordertest.GatewayFunction, 10*time.Second,
		func(ctx context.Context, i *ordertest.Instance) error { return i.Connect(ctx, name, t.Ticket) })
	p.pause(20 * time.Second)
	p.System.Mu.Lock()
	delete(p.Sockets, name)
	p.System.Mu.Unlock()
	if p.roll(2) == 0 { // or no user saw it close
		_ = p.Invoke(ordertest.GatewayFunction, 10*time.Second,
			func(ctx context.Context, i *ordertest.Instance) error { return i.Disconnect(ctx, name) })
	}
}

// suppressor suppresses numbers: a customer for itself, staff for all tenants.
func (p *play) suppressor(who *ordertest.Actor, group string) {
	p.pause(4 * time.Second)
	for range 2 + p.roll(5) {
		members := p.Members[group]
		h := held{number: fmt.Sprint(members[p.roll(len(members))]), by: who}
		scope, by := "tenant", who
		if p.roll(4) == 0 {
			scope, by, h.by = "global", p.Admin, nil
		}
		a := p.Await(by, ordertest.NewKeyedRequest("POST", "/aty/suppression",
			map[string]any{"phoneNumber": "+" + h.number, "scope": scope, "reason": "asked on the phone"}, "hold "+h.number+scope))
		if a.OK() {
			h.since = time.Now()
			p.mu.Lock()
			p.held = append(p.held, h)
			p.mu.Unlock()
		}
		p.pause(2 * time.Second)
	}
}

// recipient replies STOP to the messages that it received.
func (p *play) recipient() {
	for range 3 {
		p.pause(6 * time.Second)
		accepted, _ := p.Sim.Messages(0, 1<<30)
		if len(accepted) == 0 {
			continue
		}
		in := whatsappsim.Inbound{From: accepted[p.roll(len(accepted))].To, Text: "STOP"}
		if err := p.Sim.Receive(in); err != nil {
			panic(err)
		}
	}
}

package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/price"
	"herald/pkg/kit/apiclient"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/platform/user"
)

// The bounds of the depth of a request's calls to AWS: of orders and what is done with them, of a page of a list, of anything else
// that is read, and of a deep page by a process that has just started.
const (
	deepestAction = 5
	deepestList   = 2
	deepestRead   = 3
	claimCalls    = 1 // of an Idempotency-Key, before the handler runs
)

// ask is a request of a user.
type ask struct {
	method, path, token string
	body                any
	keyed               bool // with an Idempotency-Key
	plain               bool // its answer may be for a provider, or a file, and no envelope
}

// scenario is a request, and how deep its calls may be. make prepares what it needs.
type scenario struct {
	name string
	most int64
	make func(*stage) (ask, error)
}

// stage is a fixture with an admin, an agent and its customer, whose console is open, with credit and a contact
// list.
type stage struct {
	*workshopFixture
	ctx                    context.Context
	admin, customer, login string // tokens, and the customer's name
	agent                  string // the agent's token
	id, agentID, group     string // of the customer, its agent, and its collection
	made                   int    // things that want a name of their own
}

func newStage(ctx context.Context) (*stage, error) {
	s := &stage{workshopFixture: newFixture(), ctx: ctx, login: "11987650001"}
	if err := errors.Join(s.openCashiers(), s.people()); err != nil {
		return nil, err
	}
	for name, into := range map[string]*string{"admin": &s.admin, "11987650000": &s.agent, s.login: &s.customer} {
		var in struct{ Token string }
		if _, err := s.ask(ask{method: "POST", path: "/oauth/login", body: signInOf(name)}, 0, &in); err != nil {
			return nil, err
		}
		*into = in.Token
	}
	if err := s.listen(ctx, s.customer); err != nil {
		return nil, err
	}
	var made struct{ ID string }
	_, err := s.ask(ask{method: "POST", path: "/aty/contactsgroup", token: s.customer,
		body: map[string]string{"name": "Bench", "countryCode": "BR"}}, 0, &made)
	if err != nil {
		return nil, err
	}
	s.group = made.ID
	if err := s.fill(); err != nil {
		return nil, err
	}
	return s, s.history(1000)
}

func signInOf(name string) map[string]string {
	return map[string]string{"username": name, "password": password}
}

func (s *stage) people() error {
	e := s.env()
	users := &user.Store{DB: e.DB, Now: e.Now, Cost: auth.Cheap}
	var agent string
	for _, u := range []user.User{{Type: auth.Admin, Login: "admin", Name: "Admin"}, {Type: auth.Agent, Phone: "11987650000", Name: "Agente"},
		{Type: auth.First, Phone: s.login, Name: "Ipê"}} {
		if u.Type == auth.First {
			u.Agent = agent
		}
		made, err := users.Create(s.ctx, user.New{ID: e.IDs.Next(), User: u, Password: password})
		if err != nil {
			return err
		}
		agent, s.id = made.ID, made.ID
		if u.Type == auth.Agent {
			s.agentID = made.ID
		}
	}
	book := &ledger.Ledger{DB: e.DB, Now: e.Now, Holder: users.Holder}
	_, err := book.Post(s.ctx, ledger.Movement{ID: e.IDs.Next(), Operator: ledger.System,
		Contra:  []ledger.Leg{{Account: ledger.CashIn + "bench", Amount: -1e6 * money.Credit}},
		Changes: []ledger.Change{{Account: s.id, Type: ledger.PlatformRecharge, Available: 1e6 * money.Credit}}})
	if err != nil {
		return err
	}
	_, err = book.Post(s.ctx, ledger.Movement{ID: e.IDs.Next(), Operator: ledger.System,
		Contra:  []ledger.Leg{{Account: ledger.CashIn + "bench", Amount: -1e6 * money.Credit}},
		Changes: []ledger.Change{{Account: s.agentID, Type: ledger.PlatformRecharge, Available: 1e6 * money.Credit}}})
	if err != nil {
		return err
	}
	prices := &price.List{DB: e.DB, Now: e.Now}
	_, err = prices.Set(s.ctx, price.Line{Owner: price.Platform, Service: "bulk.whatsapp", Country: "*", Price: 350})
	return err
}

// fill imports members into the collection, enough for a few chunks.
func (s *stage) fill() error {
	var file struct{ ID string }
	numbers := apiclient.File{Field: "file", Name: "numbers.txt", Content: asText(mobiles(2500, 3))}
	if _, err := s.ask(ask{method: "POST", path: "/uf/uploadfile/contact", token: s.customer, body: numbers}, 0, &file); err != nil {
		return err
	}
	var task struct{ TaskID string }
	if _, err := s.ask(ask{method: "POST", path: "/aty/contactsgroup/" + s.group + "/import", token: s.customer,
		body: map[string]string{"fileId": file.ID}}, 0, &task); err != nil {
		return err
	}
	return s.drain(s.ctx)
}

// history puts orders of the past into the list, so that it has deep pages.
func (s *stage) history(n int) error {
	e := s.env()
	owner := auth.Owner{User: s.id, Tenant: s.id}
	for i := range n {
		at := time.Now().Add(time.Duration(i-n) * time.Minute)
		id := fmt.Sprintf("01AA%022d", i)
		row := order.Row{ID: id, Name: "Campaign", Kind: "bulk", Status: order.Completed, CustomerID: s.id, CreateTime: at}
		if err := e.DB.Transact(s.ctx, order.ListOf("bulk").Insert([]string{string(auth.UserScope(owner.User))}, id, row)); err != nil {
			return err
		}
	}
	var page any
	_, err := s.ask(s.get("/gc/groupsendorder/page?current=50"), 0, &page) // the first reader of a deep page makes the bookmarks
	return err
}

func (s *stage) get(path string) ask { return ask{method: "GET", path: path, token: s.customer} }

func (s *stage) orderBody() map[string]any {
	return map[string]any{"name": "Bench", "groupId": s.group, "channel": "whatsapp", "countryCode": "BR",
		"message": map[string]any{"type": "text", "text": "Olá!"}}
}

// bulkPath is where orders are made and acted on.
const bulkPath = "/gc/groupsendorder"

// order makes an order and brings it into a state: "" is under review, then through each of the verbs.
func (s *stage) order(verbs ...string) (string, error) {
	var made struct{ ID string }
	if _, err := s.ask(ask{method: "POST", path: bulkPath, token: s.customer, body: s.orderBody()}, 0, &made); err != nil {
		return "", err
	}
	if err := s.drain(s.ctx); err != nil {
		return "", err
	}
	for _, verb := range verbs {
		c := ask{method: "PUT", path: bulkPath + "/" + made.ID + "/" + verb, token: s.customer}
		if verb == "review" {
			c = s.review(made.ID)
		}
		var any any
		if _, err := s.ask(c, 0, &any); err != nil {
			return "", err
		}
		if err := s.drain(s.ctx); err != nil {
			return "", err
		}
	}
	return made.ID, nil
}

func (s *stage) review(id string) ask {
	return ask{method: "PUT", path: bulkPath + "/review", token: s.admin, body: map[string]any{"ids": []string{id}, "pass": true}}
}

// acts is an action on an order that went through the verbs.
func acts(method, action string, verbs ...string) func(*stage) (ask, error) {
	return func(s *stage) (ask, error) {
		id, err := s.order(verbs...)
		return ask{method: method, path: bulkPath + "/" + id + action, token: s.customer}, err
	}
}

func reads(path string) func(*stage) (ask, error) {
	return func(s *stage) (ask, error) { return s.get(path), nil }
}

// scenarios are the requests that are held to a depth: writes are made with and without an Idempotency-Key.
var scenarios = []scenario{
	{"sign-in", deepestAction, func(s *stage) (ask, error) {
		return ask{method: "POST", path: "/oauth/login", body: signInOf(s.login)}, nil
	}},
	{"the caller", deepestRead, reads("/oauth/getUser")},
	{"dictionaries", deepestRead, reads("/system/dict/data?dictCodes=order_status")},
	{"collections, page", deepestList, reads("/aty/contactsgroup/page")},
	{"orders, page", deepestList, reads(bulkPath + "/page")},
	{"orders, deep page", deepestList, reads(bulkPath + "/page?current=50")},
	{"orders, deep page, just started", deepestRead, func(s *stage) (ask, error) {
		store.Forget()
		return s.get(bulkPath + "/page?current=50"), nil
	}},
	{"orders, filtered", deepestList, reads(bulkPath + "/page?name=camp&status=6")},
	{"order, detail", deepestRead, acts("GET", "", "review")},
	{"order, estimate", deepestAction, func(s *stage) (ask, error) {
		return ask{method: "POST", path: bulkPath + "/estimate", token: s.customer, body: s.orderBody()}, nil
	}},
	{"order, submit", deepestAction, func(s *stage) (ask, error) {
		return ask{method: "POST", path: bulkPath, token: s.customer, body: s.orderBody()}, nil
	}},
	{"order, save a draft", deepestAction, func(s *stage) (ask, error) {
		return ask{method: "POST", path: bulkPath + "/draft", token: s.customer, body: s.orderBody()}, nil
	}},
	{"order, commit a draft", deepestAction, func(s *stage) (ask, error) {
		var made struct{ ID string }
		_, err := s.ask(ask{method: "POST", path: bulkPath + "/draft", token: s.customer, body: s.orderBody()}, 0, &made)
		return ask{method: "POST", path: bulkPath + "/draft/commit", token: s.customer, body: map[string]string{"id": made.ID}}, err
	}},
	{"order, review of one", deepestAction, func(s *stage) (ask, error) {
		id, err := s.order()
		return s.review(id), err
	}},
	{"order, refusal of one", deepestAction, func(s *stage) (ask, error) {
		id, err := s.order()
		c := s.review(id)
		c.body = map[string]any{"ids": []string{id}, "pass": false, "reason": "no"}
		return c, err
	}},
	{"order, pause", deepestAction, acts("PUT", "/pause", "review")},
	{"order, start", deepestAction, acts("PUT", "/start", "review", "pause")},
	{"order, cancel", deepestAction, acts("PUT", "/cancel")},
	{"order, cancel a paused one", deepestAction, acts("PUT", "/cancel", "review", "pause")},
	{"order, stop", deepestAction, acts("PUT", "/stop", "review")},
	{"order, delete", deepestAction, acts("DELETE", "", "cancel")},
}

// measured is a scenario as it was: with an Idempotency-Key, or without.
type measured struct {
	scenario
	deepness
}

// measure makes every request, with calls that last that long.
func (s *stage) measure(lasts time.Duration) (out []measured, err error) {
	for _, c := range slices.Concat(scenarios, moneyScenarios) {
		for _, keyed := range []bool{false, true} {
			a, err := c.make(s)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c.name, err)
			}
			if keyed && (a.method == "GET" || a.method == "DELETE" || a.token == "") {
				continue
			}
			m := measured{scenario: c}
			if a.keyed = keyed; keyed {
				m.name, m.most = m.name+", with a key", m.most+claimCalls
			}
			var data any
			if m.deepness, err = s.ask(a, lasts, &data); err != nil {
				return nil, fmt.Errorf("%s: %w", c.name, err)
			}
			out = append(out, m)
		}
	}
	return out, nil
}

// overlapping is how long a call lasts here: long enough for those side by side to meet on a busy machine.
const overlapping = 20 * time.Millisecond

func depths(ctx context.Context, _ *workshop) (report, error) {
	s, err := newStage(ctx)
	if err != nil {
		return report{}, err
	}
	defer s.close()
	all, err := s.measure(overlapping)
	if err != nil {
		return report{}, err
	}
	out := report{}
	for _, m := range all {
		out.figures = append(out.figures, most("depth: "+m.name, "%.0f calls", float64(m.most), float64(m.Depth)))
	}
	return out, nil
}

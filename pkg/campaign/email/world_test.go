package email_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"herald/internal/ordertest"
	"herald/pkg/campaign/email"
	"herald/pkg/campaign/emaildesign/htmlimport"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
	"herald/pkg/provider"
)

const path = "/edm/order"

// world is the module over HTTP, with its provider.
type world struct {
	*ordertest.Modules
	t              *testing.T
	*email.Service        // in the shadow of that of Modules
	Mine           string // id of the customer's sender
}

type object = map[string]any

func run(t *testing.T, credit money.Amount, test func(w *world)) {
	t.Helper()
	ordertest.RunEmails(t, credit, func(j *ordertest.Modules) {
		m := ordertest.Emails(j.Service.Engine)
		m.ImportHTML = htmlimport.Import
		test(&world{Modules: j, t: t, Service: m})
	})
}

// addresses makes n addresses with the beginnings in turn.
func addresses(n int, beginnings ...string) (all []string) {
	for i := range n {
		all = append(all, fmt.Sprintf("%s.%d@example.com", beginnings[i%len(beginnings)], i))
	}
	return all
}

// file uploads addresses, each with a name.
func (w *world) file(addresses ...string) string {
	var b strings.Builder
	b.WriteString("email,name\n")
	for i, a := range addresses {
		fmt.Fprintf(&b, "%s,Ana %d\n", a, i)
	}
	return w.Upload("people.csv", "contact", b.String())
}

// body is an order of text to a file.
func (w *world) body(file string, with ...any) object {
	b := object{"name": "x", "fileId": file, "countryCode": "BR", "subject": "Hi {name|you}", "format": "text", "text": "Dear {name|friend},\nbye"}
	for i := 0; i < len(with); i += 2 {
		b[with[i].(string)] = with[i+1]
	}
	return b
}

// design is a small design.
func design(text string) object {
	return object{"version": 1, "style": object{}, "blocks": []object{{"id": "c", "type": "container", "blocks": []object{
		{"id": "t", "type": "text", "text": object{"html": text}}, {"id": "f", "type": "footer", "footer": object{"html": "<p>Herald</p>"}}}}}}
}

func (w *world) submit(body object) string {
	w.t.Helper()
	return w.MustCall("customer", "POST", path, body)["id"].(string)
}

// work runs queued tasks until none is left.
func (w *world) work() {
	w.t.Helper()
	for busy := true; busy; {
		busy = false
		for _, name := range []string{"job", "send", "inbound", "receipt"} {
			for _, m := range w.Queue.Take(name) {
				busy = true
				if m.Delay > 0 {
					time.Sleep(m.Delay)
				}
				w.handle(name, m)
			}
		}
	}
}

func (w *world) handle(name string, m queue.Message) {
	w.t.Helper()
	if err := ordertest.Handle(w.Modules.Service, w.Context, name, m); err != nil {
		w.t.Fatalf("%s: %v", m.Kind, err)
	}
}

// send submits an order, sends it and returns its id.
func (w *world) send(body object) string {
	w.t.Helper()
	id := w.submit(body)
	w.work()
	return id
}

// report reports what becomes of the emails of an order that were accepted.
func (w *world) report(id string) {
	w.t.Helper()
	for _, m := range w.emails(id) {
		w.tell(ordertest.Reports(m, time.Now())...)
	}
	w.work()
}

func (w *world) tell(all ...provider.Receipt) {
	w.t.Helper()
	if err := ordertest.Receive(w.Context, w.Engine, all...); err != nil {
		w.t.Fatal(err)
	}
}

// emails are the accepted emails of an order.
func (w *world) emails(id string) (all []provider.Message) {
	for _, m := range w.Mailbox.Emails() {
		if strings.HasPrefix(m.Reference, id+".") {
			all = append(all, m)
		}
	}
	return all
}

func (w *world) detail(id string) object { return w.MustCall("customer", "GET", path+"/"+id, nil) }

func (w *world) balance() money.Amount {
	available, _ := w.Balance()
	return available
}

// settle lets an order settle.
func (w *world) settle(id string) *order.Order {
	w.t.Helper()
	time.Sleep(50 * time.Hour)
	if err := w.Engine.Flow.Settlement().Settle(w.Context, id); err != nil {
		w.t.Fatal(err)
	}
	o := w.Order(id)
	if !o.Settled {
		w.t.Fatalf("%s is in state %d", id, o.Status)
	}
	return o
}

// tick runs the module's periodic work.
func (w *world) tick() {
	w.t.Helper()
	if err := w.Service.Tick(w.Context); err != nil {
		w.t.Fatal(err)
	}
	w.work()
}

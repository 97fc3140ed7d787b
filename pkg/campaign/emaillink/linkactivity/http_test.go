package linkactivity_test

import (
	"testing"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/emaillink"
	"herald/pkg/campaign/emaillink/linkactivity"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/id"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
	"herald/pkg/kit/useragent"
	"herald/pkg/platform/user"
	"herald/pkg/provider"
)

// page is the figures' routes with an order of four recipients, and who may see it.
type page struct {
	*desk
	owner, other *sessiontest.Actor
}

func serve(t *testing.T) *page {
	t.Helper()
	d := open(t, nil)
	k := d.env
	h := sessiontest.New(k)
	orders := &order.Store{DB: k.DB, Now: k.Now}
	s := h.Serve(t, (&linkactivity.Handler{Reader: &linkactivity.Reader{DB: k.DB, Now: k.Now}, Links: &emaillink.Store{DB: k.DB}, Orders: orders,
		Spec:   order.Spec{Path: "/edm/order", Perm: "edm:order"},
		Chunks: &chunkrow.Store{Flow: &order.Flow{DB: k.DB, Orders: orders, Now: k.Now}}}).Routes)
	p := &page{desk: d}
	p.owner = h.Actor(t, s, "owner", user.New{User: user.User{Type: auth.First}})
	p.other = h.Actor(t, s, "other", user.New{User: user.User{Type: auth.First}})
	d.order = &order.Order{ID: id.Floor(k.Now()), Kind: "email", Status: order.Sending, Owner: p.owner.User.Owner(), Gen: 1, Total: 4, Chunks: 1,
		Created: k.Now(), Channel: "email"}
	d.began = k.Now().Unix()
	if err := k.DB.Transact(t.Context(), orders.Add(d.order)); err != nil {
		t.Fatal(err)
	}
	d.write(emaillink.StoreLinks(d.order.ID, 1, emaillink.Links{URLs: []string{"https://shop.example/a", "https://shop.example/b"}}))
	d.chunk()
	return p
}

func (d *desk) write(ops ...store.Op) {
	d.t.Helper()
	for _, op := range ops {
		if _, err := d.env.DB.Write(d.t.Context(), op); err != nil {
			d.t.Fatal(err)
		}
	}
}

// chunk writes the rows of the order's chunk: two addresses of Gmail, one of Outlook that bounced, one that is not sent.
func (d *desk) chunk() {
	d.t.Helper()
	values, err := chunkrow.PackValues([][]string{{"a@gmail.com"}, {"b@gmail.com"}, {"c@outlook.com"}, {"d@acme.example"}})
	if err != nil {
		d.t.Fatal(err)
	}
	sends, receipts := chunkrow.NewSends(4), chunkrow.NewReceipts(4)
	for i := range 3 {
		sends.Set(i, chunkrow.Accepted)
	}
	receipts.Merge(0, provider.ReceiptArrived)
	receipts.Merge(2, chunkrow.HardBounced)
	at := func(kind byte) store.Key { return chunkrow.ChunkKey(kind, d.order.ID, 1, 0) }
	d.write(store.Op{Verb: store.Put, Key: at('R'), Item: chunkrow.Recipients{Packed: phone.PackOrdered([]uint64{1, 2, 3, 4}), Values: values}},
		store.Op{Verb: store.Put, Key: at('S'), Item: sends}, store.Op{Verb: store.Put, Key: at('P'), Item: receipts})
}

// The figures of an order by link, over time and by mailbox provider.
func TestFiguresOfAnOrder(t *testing.T) {
	p := serve(t)
	p.handle(messages(3, p.event(100, 0, emaillink.Loaded, useragent.Phone), p.event(200, 0, 1, useragent.Phone),
		p.event(5000, 0, 1, useragent.Phone), p.event(5000, 1, 0, useragent.Desktop), p.event(3, 2, 0, useragent.Robot),
		p.event(3, 2, 1, useragent.Robot),
		p.event(7300, 1, emaillink.Unsubscribed, useragent.Other), p.event(7300, 1, emaillink.ElsewhereLink, useragent.Desktop))...)
	links := testkit.Data[linkactivity.LinksResponse](p.owner.Get("/edm/order/" + p.order.ID + "/links"))
	want := []linkactivity.LinkSum{{Link: 0, URL: "https://shop.example/a", People: 1, Clicks: 1, Machine: 1},
		{Link: 1, URL: "https://shop.example/b", People: 1, Clicks: 2, Machine: 1}, {Link: -1, People: 1, Clicks: 1}}
	for i, l := range want {
		if i >= len(links.Records) || links.Records[i] != l {
			t.Errorf("link %d: %+v", i, links.Records)
		}
	}
	if links.Sum != (order.Activity{Loaded: 2, Clicked: 2, Unsubscribed: 1, MachineClicked: 1}) {
		t.Errorf("%+v", links.Sum)
	}
	activity := testkit.Data[linkactivity.ActivityResponse](p.owner.Get("/edm/order/" + p.order.ID + "/activity"))
	sum := linkactivity.Point{}
	for i, at := range activity.Points {
		if i > 0 && at.Time.Sub(activity.Points[i-1].Time) != time.Hour {
			t.Errorf("%+v", activity.Points)
		}
		sum.Loads, sum.Clicks, sum.MachineClicks, sum.Unsubscribes = sum.Loads+at.Loads, sum.Clicks+at.Clicks, sum.MachineClicks+at.MachineClicks,
			sum.Unsubscribes+at.Unsubscribes
	}
	if sum != (linkactivity.Point{Loads: 1, Clicks: 4, MachineClicks: 2, Unsubscribes: 1}) || activity.Unit != "hour" || len(activity.Points) != 3 ||
		activity.Devices[0] != (linkactivity.Device{Device: "desktop", People: 1}) || activity.Devices[1].People != 1 {
		t.Errorf("%+v", activity)
	}
	days := testkit.Data[linkactivity.ActivityResponse](p.owner.Get("/edm/order/" + p.order.ID + "/activity?unit=day"))
	if len(days.Points) != 1 || days.Points[0].Clicks != 4 || days.Points[0].Time.Hour() != 16 { // midnight of UTC+8
		t.Errorf("%+v", days.Points)
	}
	boxes := testkit.Data[linkactivity.Mailboxes](p.owner.Get("/edm/order/" + p.order.ID + "/mailboxes"))
	for _, m := range boxes.Records {
		want := map[string]linkactivity.Mailbox{"gmail": {Sent: 2, Delivered: 1, Loaded: 2, Clicked: 2}, "outlook": {Sent: 1, Bounced: 1}}[m.Provider]
		if want.Provider = m.Provider; m != want {
			t.Errorf("%+v, want %+v", m, want)
		}
	}
	if len(boxes.Records) != 7 || boxes.Partial {
		t.Errorf("%+v", boxes)
	}
}

// An order without any event has figures too.
func TestFiguresOfAQuietOrder(t *testing.T) {
	p := serve(t)
	if links := testkit.Data[linkactivity.LinksResponse](p.owner.Get("/edm/order/" + p.order.ID + "/links")); len(links.Records) != 2 {
		t.Errorf("%+v", links)
	}
	if a := testkit.Data[linkactivity.ActivityResponse](p.owner.Get("/edm/order/" + p.order.ID + "/activity")); len(a.Points) != 0 ||
		a.Unit != "hour" {
		t.Errorf("%+v", a)
	}
	p.owner.Get("/edm/order/" + p.order.ID + "/activity?unit=week").Bad("unit")
}

// Another customer's order answers like an unknown one.
func TestFiguresOfAForeignOrder(t *testing.T) {
	p := serve(t)
	for _, path := range []string{"/links", "/activity", "/mailboxes"} {
		foreign := p.other.Get("/edm/order/"+p.order.ID+path).Want(404, 0)
		unknown := p.other.Get("/edm/order/"+id.Nth(p.order.ID, 1)+path).Want(404, 0)
		if foreign.Message != unknown.Message {
			t.Errorf("%s: %q and %q", path, foreign.Message, unknown.Message)
		}
	}
}

package email_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"herald/internal/ordertest"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/email"
	"herald/pkg/campaign/emaillink"
	"herald/pkg/campaign/emaillink/linkactivity"
	ids "herald/pkg/kit/id"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/useragent"
	"herald/pkg/provider"
)

// does has recipients of an order do something; link is the number of a link, or emaillink.Loaded and the like.
func (w *world) does(id string, link int, kind useragent.Kind, addresses ...string) {
	w.t.Helper()
	var to []provider.Message
	for _, m := range w.emails(id) {
		if slices.Contains(addresses, m.To) {
			to = append(to, m)
		}
	}
	if len(to) != len(addresses) {
		w.t.Fatalf("%d of %d recipients got their email", len(to), len(addresses))
	}
	w.reacts(link, kind, to...)
}

// reacts has the recipients of emails do something; link is as of does.
func (w *world) reacts(link int, kind useragent.Kind, to ...provider.Message) {
	w.t.Helper()
	var events []emaillink.Event
	for _, m := range to {
		ref, err := chunkrow.ParseReference(m.Reference)
		if err != nil {
			w.t.Fatal(err)
		}
		events = append(events, emaillink.NewEvent(emaillink.Spot{Order: ref.Order, Gen: ref.Gen, Chunk: ref.Chunk, Index: ref.Index},
			link, time.Now(), kind))
	}
	ids := ids.New(time.Now)
	s := &linkactivity.Service{DB: w.DB, Links: &emaillink.Store{DB: w.DB}, NewID: func(context.Context) string { return ids.Next() },
		Log: func(line map[string]any) { w.t.Log(line) }}
	failed, err := s.HandleBatch(w.Context, []queue.Message{queue.New(emaillink.TaskActivity, "", events)})
	if err != nil || len(failed) > 0 {
		w.t.Fatal(failed, err)
	}
	time.Sleep(time.Minute) // the figures of a moment ago are shown until then
}

// What recipients do stands in the figures of an order and beside each recipient. It changes no state and no charge.
func TestLoadsAndClicksAreFigures(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		id := w.send(w.body(w.file("ok.1@example.com", "ok.2@example.com", "ok.3@example.com", "hard@example.com", "soft@example.com",
			"complained@example.com"), "format", "html", "text", "", "design", design(`<p><a href="https://x.example/a">see</a></p>`)))
		w.report(id)
		before := w.detail(id)
		w.does(id, emaillink.Loaded, useragent.Phone, "ok.1@example.com", "ok.2@example.com")
		w.does(id, 0, useragent.Desktop, "ok.2@example.com")
		w.does(id, 0, useragent.Robot, "ok.3@example.com")
		w.does(id, emaillink.Unsubscribed, useragent.Other, "ok.1@example.com")
		f := w.MustCall("customer", "GET", path+"/"+id+"/stat", nil)["funnel"].(object)
		for name, want := range map[string]float64{"sent": 6, "arrived": 4, "complained": 1} {
			if f[name] != want {
				t.Errorf("%s: %v", name, f[name])
			}
		}
		did, back := f["activity"].(object), f["bounces"].(object)
		for name, want := range map[string]float64{"loaded": 2, "clicked": 1, "unsubscribed": 1, "machineLoaded": 0, "machineClicked": 1} {
			if did[name] != want {
				t.Errorf("%s: %v", name, did[name])
			}
		}
		if back["hard"] != 1.0 || back["soft"] != 1.0 || back["blacklist"] != 0.0 {
			t.Errorf("%v", back)
		}
		after := w.detail(id)
		for _, name := range []string{"status", "actualCost", "version", "hardBounces"} {
			if before[name] != after[name] {
				t.Errorf("%s: %v, was %v", name, after[name], before[name])
			}
		}
		times := map[string]object{}
		for _, one := range w.MustCall("customer", "GET", path+"/"+id+"/targets/page", nil)["records"].([]any) {
			times[one.(object)["email"].(string)] = one.(object)
		}
		one, two, three := times["ok.1@example.com"], times["ok.2@example.com"], times["ok.3@example.com"]
		if one["loadedTime"] == nil || one["clickedTime"] != nil || one["unsubscribedTime"] == nil || two["clickedTime"] == nil ||
			three["loadedTime"] != nil || three["clickedTime"] != nil || one["state"] != "arrived" {
			t.Errorf("%v\n%v\n%v", one, two, three)
		}
		w.settle(id)
	})
}

// The links of a preview can be told apart by their numbers, also in the second of two emails.
func TestAPreviewNumbersItsLinks(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		first, second := design(`<p><a href="https://x.example/a">a</a></p>`), design(`<p><a href="https://x.example/b">b</a></p>`)
		id := w.submit(w.body(w.file(addresses(20, "ok")...), "format", "html", "text", "", "design", first,
			"ab", object{"subject": "Two", "format": "html", "design": second, "share": 50, "by": "delivered", "waitMinutes": 30}))
		for query, want := range map[string]string{"links=numbers": `"#link-0"`, "links=numbers&variant=b": `"#link-1"`,
			"variant=b": `"https://x.example/b"`} {
			if html := w.MustCall("customer", "GET", path+"/"+id+"/preview?"+query, nil)["html"].(string); !strings.Contains(html, want) {
				t.Errorf("%s: no %s in %s", query, want, html)
			}
		}
	})
}

// htmlBody is a body of an order with a link.
func (w *world) htmlBody(file string, with ...any) object {
	return w.body(file, append([]any{"format", "html", "text", "", "design", design(`<p><a href="https://x.example/a">see</a></p>`)}, with...)...)
}

// Clicks of people decide between two emails where clicks are counted. Those of machines do not count.
func TestClicksDecideBetweenTwoEmails(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		id := w.send(w.htmlBody(w.file(addresses(40, "ok")...), "ab", object{"subject": "Second", "share": 50, "waitMinutes": 60}))
		w.tick()
		w.report(id)
		var first, second []string
		for _, m := range w.emails(id) {
			if m.Email.Subject == "Second" {
				second = append(second, m.To)
			} else {
				first = append(first, m.To)
			}
		}
		if len(first) != 10 || len(second) != 10 {
			t.Fatalf("%d and %d emails of the sample", len(first), len(second))
		}
		w.does(id, 0, useragent.Robot, first...)
		w.does(id, 1, useragent.Phone, second[:2]...)
		w.does(id, 0, useragent.Desktop, first[0])
		if ab := w.detail(id)["ab"].(object); ab["by"] != "clicked" || ab["variants"].([]any)[0].(object)["reached"] != 1.0 ||
			ab["variants"].([]any)[1].(object)["reached"] != 2.0 {
			t.Errorf("%v", ab)
		}
		time.Sleep(2 * time.Hour)
		w.tick()
		if ab := w.detail(id)["ab"].(object); ab["chosen"] != "b" || ab["chosenBy"] != "auto" || len(w.emails(id)) != 40 {
			t.Errorf("%d emails, %v", len(w.emails(id)), ab)
		}
	})
}

// Where clicks are not counted, deliveries decide, and a choice by clicks is refused.
func TestDeliveriesDecideWithoutClicks(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		file := w.file(addresses(20, "ok")...)
		ab := object{"subject": "Second", "share": 50, "waitMinutes": 60}
		for name, body := range map[string]object{"text": w.body(file, "ab", ab), "off": w.htmlBody(file, "trackClicks", false, "ab", ab)} {
			id := w.submit(body)
			if got := w.detail(id)["ab"].(object)["by"]; got != "delivered" {
				t.Errorf("%s: by %v", name, got)
			}
		}
		if err := w.Engine.Flow.Settings.Set(w.Context, emaillink.TrackingSetting, "false", "admin"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Minute)
		id := w.submit(w.htmlBody(file, "ab", ab))
		if got := w.detail(id)["ab"].(object)["by"]; got != "delivered" {
			t.Errorf("a platform that does not track: by %v", got)
		}
		code, out := w.Call("customer", "POST", path, "", w.body(file, "ab", object{"subject": "Second", "share": 50, "waitMinutes": 60, "by": "clicked"}))
		if said := fmt.Sprint(out); code != 400 || !strings.Contains(said, "ab.by") || !strings.Contains(said, "doesn't count clicks") {
			t.Errorf("%d %s", code, said)
		}
	})
}

// What became of the emails of an order is found by the filters of its contact list, within an hour of it. A repetition
// changes nothing.
func TestMembersAreFoundByWhatBecameOfEmails(t *testing.T) {
	chunkrow.SetSizes(3, 2)
	defer chunkrow.SetSizes(chunkrow.ChunkSize, chunkrow.SubBatch)
	run(t, 100*money.Credit, func(w *world) {
		list := w.MustCall("customer", "POST", "/aty/contactsgroup", object{"name": "readers", "countryCode": "BR", "type": "email"})["id"].(string)
		w.Import(list, "email,name\nok.1@example.com,A\nok.2@example.com,B\nhard@example.com,C\n")
		w.Import(list, "email,name\nok.3@example.com,D\nsoft@example.com,E\n")
		id := w.send(w.htmlBody("", "groupId", list, "fileId", ""))
		w.report(id)
		expect := func(when string, want map[string]string) {
			t.Helper()
			for query, names := range want {
				if got := w.found(list, query); got != names {
					t.Errorf("%s, %s: %q, want %q", when, query, got, names)
				}
			}
		}
		w.does(id, emaillink.Loaded, useragent.Phone, "ok.1@example.com")
		w.does(id, 0, useragent.Desktop, "ok.2@example.com")
		w.does(id, 0, useragent.Robot, "ok.3@example.com")
		time.Sleep(20 * time.Minute)
		w.tick()
		first := map[string]string{"loadedDays=1": "ok.1 ok.2", "clickedDays=1": "ok.2", "notBounced=true": "ok.1 ok.2 ok.3 soft"}
		expect("soon", first)
		again := queue.New(email.TaskFacts, "", object{"o": id})
		w.handle("job", again)
		expect("again", first)
		time.Sleep(30 * time.Minute)
		w.does(id, 0, useragent.Desktop, "ok.3@example.com")
		for range 40 {
			time.Sleep(time.Hour)
			w.tick()
		}
		expect("later", map[string]string{"clickedDays=5": "ok.2 ok.3", "loadedDays=5": "ok.1 ok.2 ok.3"})
	})
}

// What a retry brings is told to the members too, who stand in other chunks of it than in those of the order.
func TestMembersAreFoundByWhatARetryBrought(t *testing.T) {
	chunkrow.SetSizes(3, 2)
	defer chunkrow.SetSizes(chunkrow.ChunkSize, chunkrow.SubBatch)
	run(t, 100*money.Credit, func(w *world) {
		w.Setting("email.soft.suppress", 0)
		w.Setting("email.pause.bounce.percent", 0)
		list := w.MustCall("customer", "POST", "/aty/contactsgroup", object{"name": "readers", "countryCode": "BR", "type": "email"})["id"].(string)
		w.Import(list, "email,name\nok.1@example.com,A\nok.2@example.com,B\nsoft.1@example.com,C\n")
		w.Import(list, "email,name\nok.3@example.com,D\nsoft.2@example.com,E\nsoft.3@example.com,F\n")
		id := w.send(w.htmlBody("", "groupId", list, "fileId", ""))
		w.report(id)
		hour := func(n int) {
			for range n {
				time.Sleep(time.Hour)
				w.tick()
			}
		}
		hour(2)
		if got := w.found(list, "loadedDays=1"); got != "" {
			t.Errorf("%q loaded nothing yet", got)
		}
		w.MustCall("customer", "PUT", path+"/"+id+"/retry", nil)
		w.work()
		retried := w.emails(id)[6:]
		if len(retried) != 3 {
			t.Fatalf("%d emails of the retry", len(retried))
		}
		for _, m := range retried { // one arrives, one comes back for the moment again, one for good
			receipt := provider.Receipt{Reference: m.Reference, State: provider.ReceiptArrived, At: time.Now()}
			switch m.To {
			case "soft.2@example.com":
				receipt = ordertest.Reports(m, time.Now())[0]
			case "soft.3@example.com":
				receipt.State, receipt.Bounce, receipt.Code = provider.ReceiptFailed, provider.Hard, 511
			}
			w.tell(receipt)
		}
		w.work()
		w.reacts(emaillink.Loaded, useragent.Phone, retried[0])
		hour(5)
		for query, want := range map[string]string{"loadedDays=1": "soft.1", "notBounced=true": "ok.1 ok.2 ok.3 soft.1 soft.2", "clickedDays=1": ""} {
			if got := w.found(list, query); got != want {
				t.Errorf("%s: %q, want %q", query, got, want)
			}
		}
		if retried[0].To != "soft.1@example.com" {
			t.Errorf("%s comes first", retried[0].To)
		}
	})
}

// found are the members of a list that a filter finds, by the beginnings of their addresses.
func (w *world) found(list, query string) string {
	w.t.Helper()
	var all []string
	for _, one := range w.MustCall("customer", "GET", "/aty/contactsgroup/"+list+"/member/page?size=100&"+query, nil)["records"].([]any) {
		name, _, _ := strings.Cut(one.(object)["email"].(string), "@")
		all = append(all, name)
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

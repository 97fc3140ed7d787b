package email_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
)

// What cannot be sent is refused with its reason at the field that is wrong, by estimate and submission, and changes nothing.
func TestRefusals(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		file, numbers := w.file("a@example.com", "b@example.com"), w.Collection([]uint64{5511987650001})
		many := w.file(addresses(40, "ok")...)
		unverified := w.EmailSender()
		w.VerifiedDomain("shop", false)
		wide := w.Upload("wide.csv", "contact", "email,name,city\na@example.com,Ana,Rio\nb@example.com,Bia,\n")
		for _, c := range []struct {
			field, says string
			with        []any
		}{
			{"name", "", []any{"name", " "}},
			{"subject", "", []any{"subject", ""}},
			{"subject", "line breaks", []any{"subject", "Hi\r\nBcc: x@example.com"}},
			{"subject", "line breaks", []any{"subject", "Hi\u2028there"}},
			{"subject", "200", []any{"subject", strings.Repeat("é", 201)}},
			{"text", "", []any{"text", " \n"}},
			{"text", "100000", []any{"text", strings.Repeat("é", 100_001)}},
			{"format", "template or a design", []any{"design", design("<p>x</p>")}},
			{"text", "design", []any{"format", "html", "design", design("<p>x</p>")}},
			{"design", "design", []any{"format", "html", "text", ""}},
			{"design", "at most 4 containers", []any{"format", "html", "text", "", "design", object{"version": 1, "style": object{}, "blocks": make5()}}},
			{"design", "isn't a valid link", []any{"format", "html", "text", "", "design", design(hostile)}},
			{"format", "template or a design", []any{"html", "<p>x</p>"}},
			{"html", "only one of template, design and HTML", []any{"format", "html", "text", "", "html", "<p>x</p>", "templateId", "01JD0000000000000000N0NE00"}},
			{"html", "only one of template, design and HTML", []any{"format", "html", "text", "", "html", "<p>x</p>", "design", design("<p>x</p>")}},
			{"html", "no text and no pictures", []any{"format", "html", "text", "", "html", "<script>alert(1)</script>"}},
			{"html", "", []any{"format", "html", "text", "", "html", strings.Repeat("x", 600_000)}},
			{"senderId", "isn't verified", []any{"senderId", unverified}},
			{"design", "KB", []any{"format", "html", "text", "", "design", long()}},
			{"placeholders", "city has no value", []any{"text", "You live in {city}"}},
			{"placeholders", "no value for city", []any{"text", "You live in {city}", "fileId", wide}},
			{"placeholders", "at most 3", []any{"text", "{a|} {b|} {c|} {d|}"}},
			{"senderId", "", []any{"senderId", "01JD0000000000000000N0NE00"}},
			{"replyTo.address", "reply-to", []any{"replyTo", object{"address": "nobody"}}},
			{"replyTo.name", "line breaks", []any{"replyTo", object{"address": "a@example.com", "name": "A\nBcc: x@example.com"}}},
			{"groupId", "", []any{"fileId", ""}},
			{"groupId", "", []any{"groupId", numbers}},
			{"groupId", "", []any{"fileId", "", "groupId", numbers}},
			{"countryCode", "", []any{"countryCode", "XX"}},
			{"startTime", "past", []any{"startTime", time.Now().Add(-time.Hour).Format(time.RFC3339)}},
			{"filter", "contact lists", []any{"filter", object{"notBounced": true}}},
			{"ab.waitMinutes", "", []any{"ab", object{"subject": "B", "share": 50, "by": "delivered", "waitMinutes": 0}}},
			{"ab.subject", "line breaks", []any{"fileId", many, "ab", object{"subject": "B\nx", "share": 50, "by": "delivered", "waitMinutes": 60}}},
			{"templateId", "", []any{"format", "html", "text", "", "templateId", "01JD0000000000000000N0NE00"}},
		} {
			for _, at := range []string{path + "/estimate", path} {
				code, out := w.Call("customer", "POST", at, "", w.body(file, c.with...))
				said := fmt.Sprint(out)
				if c.field == "name" && at != path {
					continue // an order without a name has a price
				}
				if code/100 != 4 || code != 404 && !strings.Contains(said, c.field) || !strings.Contains(said, c.says) {
					t.Errorf("%s with %v: %d %.300s", at, c.with[:1], code, said)
				}
			}
		}
		if w.balance() != 100*money.Credit || w.RowCount(path+"/page") != 0 {
			t.Errorf("something was ordered: %s", w.balance())
		}
	})
}

// make5 are more containers than an email has.
func make5() (all []object) {
	for i := range 5 {
		all = append(all, object{"id": fmt.Sprint("c", i), "type": "container", "blocks": []object{}})
	}
	return all
}

// long is a design that mailboxes cut off.
func long() object {
	var blocks []object
	for i := range 8 {
		blocks = append(blocks, object{"id": fmt.Sprint("t", i), "type": "text", "text": object{"html": "<p>" + strings.Repeat("word ", 3900) + "</p>"}})
	}
	blocks = append(blocks, object{"id": "f", "type": "footer", "footer": object{}})
	return object{"version": 1, "style": object{}, "blocks": []object{{"id": "c", "type": "container", "blocks": blocks}}}
}

// A sender that the platform lacks, and a provider, are said to be missing.
func TestNoSenderAndNoProvider(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		file := w.file("a@example.com")
		if err := w.Engine.Flow.Settings.Set(w.Context, "email.default.from", "", "admin"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Minute)
		if code, out := w.Call("customer", "POST", path, "", w.body(file)); code != 409 || !strings.Contains(fmt.Sprint(out), "sender address") {
			t.Errorf("%d %v", code, out)
		}
	})
}

// A request of 20 MB is refused before it is read, with a message.
func TestAHugeRequest(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		code, out := w.Call("customer", "POST", path, "", w.body(w.file("a@example.com"), "text", strings.Repeat("x", 20<<20)))
		if code != 413 || !strings.Contains(fmt.Sprint(out["message"]), "too large") || w.balance() != 100*money.Credit {
			t.Errorf("%d %.200v", code, out)
		}
	})
}

// Without a key for links no email can be unsubscribed from, so none is ordered, tested or sent.
func TestNothingGoesOutWithoutLinks(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		file := w.file("a@example.com")
		id := w.submit(w.body(file))
		w.Service.Links.Sealer = nil
		for at, body := range map[string]object{path: w.body(file), path + "/estimate": w.body(file), path + "/test": {"countryCode": "BR",
			"subject": "Hi", "format": "text", "text": "x", "addresses": []string{"a@example.com"}}} {
			if code, out := w.Call("customer", "POST", at, "", body); code != 409 || !strings.Contains(fmt.Sprint(out), "unsubscribe links") {
				t.Errorf("%s: %d %v", at, code, out)
			}
		}
		w.work()
		d := w.detail(id)
		if len(w.emails(id)) != 0 || d["status"] != float64(order.Paused) || !strings.Contains(d["reason"].(string), "unsubscribe links") {
			t.Errorf("state %v, %q", d["status"], d["reason"])
		}
	})
}

// An order whose recipients are all suppressed is refused with its reason, and costs nothing.
func TestNoRecipientIsLeft(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		w.Setting("email.pause.bounce.percent", 0)
		w.report(w.send(w.body(w.file(append(addresses(30, "ok"), "hard.1@example.com")...))))
		before := w.balance()
		for _, at := range []string{path, path + "/estimate"} {
			if code, out := w.Call("customer", "POST", at, "", w.body(w.file("hard.1@example.com"))); code != 400 || !strings.Contains(fmt.Sprint(out), "No recipient is left") {
				t.Errorf("%s: %d %v", at, code, out)
			}
		}
		if w.balance() != before || w.RowCount(path+"/page") != 1 {
			t.Errorf("%s instead of %s", w.balance(), before)
		}
	})
}

// A sender that its customer switched off is refused by its name.
func TestADisabledSenderIsRefused(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		id := w.EmailSender()
		w.MustCall("customer", "PUT", "/edm/sender/status", object{"id": id, "enabled": false})
		code, out := w.Call("customer", "POST", path, "", w.body(w.file("a@example.com"), "senderId", id))
		if code != 400 || !strings.Contains(fmt.Sprint(out), "Shop is disabled") {
			t.Errorf("%d %v", code, out)
		}
	})
}

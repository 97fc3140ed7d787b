package email_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"herald/pkg/kit/money"
)

// What cannot be sent is refused with its reason at the field that is wrong, by estimate and submission, and changes nothing.
func TestRefusals(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		file, numbers := w.file("a@example.com", "b@example.com"), w.Collection([]uint64{5511987650001})
		many := w.file(addresses(40, "ok")...)
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
			{"design", "", []any{"format", "html", "text", "", "design", object{"version": 1, "style": object{}, "blocks": make5()}}},
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
			{"startTime", "", []any{"startTime", time.Now().Add(-time.Hour).Format(time.RFC3339)}},
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

package email_test

import (
	"fmt"
	"strings"
	"testing"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/money"
)

// han is a text of n different characters, which packs badly.
func han(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteRune(rune(0x4e00 + i*7919%20000))
	}
	return b.String()
}

// The longest text can be ordered and kept as a draft in any script, and is sent as it was written. What no row can hold is refused with a
// message, and changes nothing.
func TestTheLongestTexts(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		file, text := w.file(addresses(30, "ok")...), han(100_000)
		w.MustCall("customer", "POST", path+"/draft", w.body(file, "text", text))
		w.MustCall("customer", "POST", path+"/draft", w.body(file, "format", "html", "text", "", "html", "<script>"+strings.Repeat("x", 500_000)))
		id := w.send(w.body(file, "text", text))
		if all := w.emails(id); len(all) != 30 || !strings.HasPrefix(all[0].Email.Text, text) {
			t.Errorf("%d emails", len(all))
		}
		if d := w.detail(id); d["text"] != text {
			t.Error("the detail has another text")
		}
		before := w.balance()
		two := w.body(file, "text", text, "ab", object{"subject": "B", "format": "text", "text": han(99_999) + "x", "share": 50,
			"by": "delivered", "waitMinutes": 60})
		if code, out := w.Call("customer", "POST", path, "", two); code != 413 || !strings.Contains(fmt.Sprint(out), "too large") {
			t.Errorf("%d %.200v", code, out)
		}
		if w.balance() != before || w.RowCount(path+"/page") != 1 {
			t.Error("something was ordered")
		}
	})
}

// A value may be as long as a file and stand at many places. An email that would be larger with it than emails may be is refused, by the
// address of its recipient, and a value that every recipient gets likewise.
func TestValuesThatMakeAnEmailTooLarge(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		file := w.Upload("people.csv", "contact", "email,name\nb@example.com,Bia\na@example.com,"+strings.Repeat("N", 50_000)+"\n")
		many := strings.Repeat("{name|x} ", 1000)
		html := design("<p>" + strings.Repeat("{name|x} ", 100) + "</p>")
		for name, body := range map[string]object{
			"text": w.body(file, "text", many),
			"html": w.body(file, "format", "html", "text", "", "design", html),
			"fixed": w.body(w.file("b@example.com"), "text", strings.Repeat("{city}", 16_000), "placeholders",
				[]object{{"name": "city", "content": strings.Repeat("é", 200)}}),
		} {
			code, out := w.Call("customer", "POST", path, "", body)
			if said := fmt.Sprint(out); code != 400 || !strings.Contains(said, "@example.com the email has") {
				t.Errorf("%s: %d %.300s", name, code, said)
			}
		}
		w.MustCall("customer", "POST", path, w.body(file, "text", "Dear {name}"))
	})
}

// An agent does not send its own orders by the sender of a customer, though it sees both: it is told so, and no order waits for ever.
func TestAnAgentUsesNoSenderOfItsCustomers(t *testing.T) {
	const agent = "01JD000000000000000AGENT00"
	run(t, 100*money.Credit, func(w *world) {
		w.SignedIn.Agent = agent
		id, file := w.EmailSender(), w.file("a@example.com")
		w.MustCall("customer", "POST", path+"/estimate", w.body(file, "senderId", id))
		w.SignedIn = &auth.Principal{UserID: agent, Tenant: agent, Agent: agent, Type: auth.Agent, Perms: map[string]bool{"*": true}}
		if got := w.MustCall("agent", "GET", "/edm/sender/"+id, nil); got["id"] != id {
			t.Errorf("the agent doesn't see %v", got)
		}
		w.MustCall("agent", "POST", path+"/estimate", w.body(file))
		if code, out := w.Call("agent", "POST", path+"/estimate", "", w.body(file, "senderId", id)); code != 404 {
			t.Errorf("%d %v", code, out)
		}
	})
}

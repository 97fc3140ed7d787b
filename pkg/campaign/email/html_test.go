package email_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"herald/pkg/kit/money"
)

// hostile is HTML that tries what a mailbox must not run.
const hostile = `<p onclick="alert(1)">Dear {name|you}, <a href="javascript:alert(1)">a</a> <a href="https://x.example/a" onmouseover="alert(1)">b</a></p>` +
	`<script>alert(1)</script><style>p{background:url(javascript:alert(1))}</style><iframe src="https://x.example"></iframe>` +
	`<svg onload="alert(1)"></svg><img src="x" onerror="alert(1)"><form action="https://x.example"><input name="p"></form>`

// harmless fails the test when an email has what runs or loads by itself.
func harmless(t *testing.T, text string) {
	t.Helper()
	low := strings.ToLower(text)
	for _, bad := range []string{"<script", "javascript:", "onclick", "onerror", "onload", "onmouseover", "<iframe", "<form", "<input", "<svg", "alert("} {
		if strings.Contains(low, bad) {
			t.Errorf("the email has %s", bad)
		}
	}
}

// An order takes HTML that was written elsewhere. It is kept as a design, cleaned, and each email ends with a link to unsubscribe.
func TestHTMLWrittenElsewhere(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		body := w.body(w.file("a@example.com", "b@example.com"), "format", "html", "text", "", "html", "<html><body>"+hostile+"</body></html>")
		draft := w.MustCall("customer", "POST", path+"/draft", body)["id"].(string)
		if e := w.MustCall("customer", "POST", path+"/estimate", body); e["targets"] != 2.0 {
			t.Errorf("%v", e)
		}
		for _, id := range []string{w.send(body), w.commit(draft)} {
			w.once(id, 2)
			for _, m := range w.emails(id) {
				harmless(t, m.Email.HTML)
				if !strings.Contains(m.Email.HTML, "Dear Ana ") || !strings.Contains(m.Email.HTML, "https://herald.test/u/") ||
					m.Email.Unsubscribe == "" ||
					!strings.Contains(m.Email.Text, "Dear Ana ") {
					t.Errorf("%+v", m.Email)
				}
			}
			if d := w.detail(id); d["design"] == nil || d["html"] != nil || d["format"] != "html" {
				t.Errorf("%v", d)
			}
		}
	})
}

// The second of two emails may be HTML that was written elsewhere, too: it is cleaned and kept as a design, and a refusal names it.
func TestTheSecondEmailMayBeHTML(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		first := design(`<p>Dear {name|you}, the first</p>`)
		second := "<html><body><p>Dear {name|you}, the second</p>" + hostile + "</body></html>"
		tried := func(with object) object {
			ab := object{"subject": "Second", "html": second, "share": 50, "by": "delivered", "waitMinutes": 30}
			maps.Copy(ab, with)
			return w.body(w.file(addresses(20, "ok")...), "format", "html", "text", "", "design", first, "ab", ab)
		}
		id := w.send(tried(nil))
		w.once(id, 10)
		got := map[bool]int{}
		for _, m := range w.emails(id) {
			harmless(t, m.Email.HTML)
			of := m.Email.Subject == "Second"
			got[of]++
			if strings.Contains(m.Email.HTML, "the second") != of || strings.Contains(m.Email.HTML, "the first") == of ||
				!strings.Contains(m.Email.HTML, "https://herald.test/u/") || !strings.Contains(m.Email.Text, "Dear Ana ") {
				t.Errorf("%s, %s: %s", m.To, m.Email.Subject, m.Email.Text)
			}
		}
		ab := w.detail(id)["ab"].(object)
		if got[true] != 5 || got[false] != 5 || ab["design"] == nil || ab["html"] != nil || ab["format"] != "html" {
			t.Errorf("%v, %v", got, ab)
		}
		html := w.MustCall("admin", "GET", path+"/"+id+"/preview?variant=b", nil)["html"].(string)
		if harmless(t, html); !strings.Contains(html, "the second") {
			t.Errorf("%s", html)
		}
		for name, with := range map[string]object{"ab.html": {"design": first}, "ab.format": {"format": "text", "text": "x"},
			"ab.design": {"html": ""}} {
			body := tried(with)
			if name == "ab.design" {
				body["ab"].(object)["design"] = design(`<p><a href="javascript:alert(1)">see</a></p>`)
			}
			if code, out := w.Call("customer", "POST", path, "", body); code != 400 || !strings.Contains(fmt.Sprint(out), name) {
				t.Errorf("%s: %d %v", name, code, out)
			}
		}
	})
}

// commit orders a draft, sends the order and returns its id.
func (w *world) commit(draft string) string {
	w.t.Helper()
	id := w.MustCall("customer", "POST", path+"/draft/commit", object{"id": draft})["id"].(string)
	w.work()
	return id
}

// A script in a design reaches no email, no preview and no reviewer. A link that is a script is refused (TestRefusals).
func TestScriptsReachNoEmail(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		id := w.send(w.body(w.file("a@example.com"), "format", "html", "text", "", "design",
			design(strings.Replace(hostile, "javascript:alert(1)", "https://x.example/b", 1))))
		w.once(id, 1)
		harmless(t, w.emails(id)[0].Email.HTML)
		harmless(t, fmt.Sprint(w.MustCall("admin", "GET", path+"/"+id+"/preview", nil)))
	})
}

// A script as a recipient's value is text.
func TestAValueIsText(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		file := w.Upload("people.csv", "contact", "email,name\na@example.com,<script>1</script>\n")
		id := w.send(w.body(file, "format", "html", "text", "", "design", design(`<p>Dear {name}, <a href="https://x.example/{name}">see</a></p>`)))
		w.once(id, 1)
		harmless(t, w.emails(id)[0].Email.HTML)
	})
}

// What is written as text alone is of format text, also as the second email.
func TestTextAloneIsOfFormatText(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		body := w.body(w.file(addresses(10, "ok")...), "ab", object{"subject": "Second", "text": "The second", "share": 50, "waitMinutes": 30})
		delete(body, "format")
		d := w.detail(w.submit(body))
		if second := d["ab"].(object); d["format"] != "text" || second["format"] != "text" || second["text"] != "The second" {
			t.Errorf("%v", d)
		}
	})
}

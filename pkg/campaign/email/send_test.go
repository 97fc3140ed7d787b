package email_test

import (
	"strings"
	"testing"
	"time"

	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/email"
	"herald/pkg/kit/money"
)

// A text email is filled in line by line with the recipient's values, and with the content for others where it has none.
func TestATextEmailIsFilledIn(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		file := w.Upload("people.csv", "contact", "email,name,city\nAna@Example.com,Ana,Rio\nbia@example.com,,\n")
		id := w.send(w.body(file, "text", "Dear {name|friend},\r\nof {city}\n\nbye", "placeholders", []object{{"name": "City", "content": "your town"}}))
		got := map[string]string{}
		for _, m := range w.emails(id) {
			got[m.To] = m.Email.Subject + "|" + strings.ReplaceAll(m.Email.Text, "\r", "")
			if m.Email.HTML != "" {
				t.Error("a text email has HTML")
			}
		}
		if !strings.HasPrefix(got["ana@example.com"], "Hi Ana|Dear Ana,\nof Rio\n\nbye\n\n-- \nhttps://herald.test/u/") ||
			!strings.HasPrefix(got["bia@example.com"], "Hi you|Dear friend,\nof your town\n\nbye\n\n-- \n") || len(got) != 2 {
			t.Errorf("%q", got)
		}
	})
}

// A value cannot begin another header: line breaks of a subject's values become spaces.
func TestAValueBeginsNoHeader(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		file := w.Upload("people.csv", "contact", "email,name\na@example.com,\"Ana\nBcc: x@example.com\"\n")
		id := w.send(w.body(file))
		all := w.emails(id)
		if len(all) != 1 || strings.ContainsAny(all[0].Email.Subject, "\r\n") || !strings.Contains(all[0].Email.Subject, "Ana") {
			t.Errorf("%+v", all)
		}
	})
}

// A test goes to at most five addresses, is free, needs no review, and shows placeholders without a value by their names.
func TestATest(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		w.RequireReview()
		body := object{"countryCode": "BR", "subject": "Hi {name}", "format": "text", "text": "x", "addresses": []string{"A@example.com", "a@example.com", "b@example.com"}}
		id := w.MustCall("customer", "POST", path+"/test", body)["id"].(string)
		w.work()
		if all := w.emails(id); len(all) != 2 || all[0].Email.Subject != "Hi name" || w.balance() != 100*money.Credit {
			t.Errorf("%+v, %s", all, w.balance())
		}
		w.report(id)
		if o := w.Order(id); !o.Test || *o.Actual != 0 {
			t.Errorf("%+v", o)
		}
		body["addresses"] = addresses(6, "x")
		if code, _ := w.Call("customer", "POST", path+"/test", "", body); code != 400 {
			t.Errorf("six addresses: %d", code)
		}
		body["addresses"] = []string{"nobody"}
		if code, _ := w.Call("customer", "POST", path+"/test", "", body); code != 400 {
			t.Errorf("no address: %d", code)
		}
	})
}

// An order goes to a contact list of addresses, with the values of its members, once each; one that is suppressed while it is sent gets
// none.
func TestAContactListAndASuppressionWithinTheSend(t *testing.T) {
	chunkrow.SetSizes(10, 5)
	defer chunkrow.SetSizes(chunkrow.ChunkSize, chunkrow.SubBatch)
	run(t, 100*money.Credit, func(w *world) {
		list := w.MustCall("customer", "POST", "/aty/contactsgroup", object{"name": "readers", "countryCode": "BR", "type": "email"})["id"].(string)
		for n := range 3 {
			var b strings.Builder
			b.WriteString("email,name\n")
			for _, a := range addresses(9, string(rune('a'+n))) {
				b.WriteString(a + ",N" + a[:1] + "\n")
			}
			w.Import(list, b.String())
		}
		body := w.body("", "groupId", list)
		delete(body, "fileId")
		id := w.submit(body)
		for _, m := range w.Queue.Take(order.JobQueue) {
			w.handle(order.JobQueue, m)
		}
		tasks := w.Queue.Take(dispatch.SendQueue)
		w.handle(dispatch.SendQueue, tasks[0])
		first := w.emails(id)
		later := "c.8@example.com"
		for _, m := range first {
			if m.To == later {
				later = "a.8@example.com"
			}
		}
		if _, err := w.Engine.Suppressed.Record(w.Context, []suppression.Change{{Owner: w.SignedIn.Owner(), Address: later,
			Source: suppression.Manual, At: time.Now()}}); err != nil {
			t.Fatal(err)
		}
		for _, m := range tasks[1:] {
			w.handle(dispatch.SendQueue, m)
		}
		w.work()
		got := map[string]int{}
		for _, m := range w.emails(id) {
			if got[m.To]++; !strings.HasPrefix(m.Email.Subject, "Hi N") {
				t.Errorf("%q", m.Email.Subject)
			}
		}
		if len(got) != 26 || got[later] != 0 {
			t.Errorf("%d got an email, %d the suppressed one", len(got), got[later])
		}
		for a, n := range got {
			if n != 1 {
				t.Errorf("%s got %d", a, n)
			}
		}
	})
}

// Two subjects are tried on a sample; a user chooses, and the rest gets that one.
func TestTwoSubjects(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		id := w.send(w.body(w.file(addresses(40, "ok")...), "ab", object{"subject": "Second {name|x}", "share": 50, "by": "delivered",
			"waitMinutes": 60, "choose": "hand"}))
		w.tick()
		if n := len(w.emails(id)); n != 20 {
			t.Fatalf("%d emails of the sample", n)
		}
		w.MustCall("customer", "PUT", path+"/"+id+"/variant", object{"variant": "b"})
		w.work()
		second := 0
		for _, m := range w.emails(id) {
			if strings.HasPrefix(m.Email.Subject, "Second ") {
				second++
			}
			if !strings.Contains(m.Email.Text, "bye") {
				t.Errorf("%q", m.Email.Text)
			}
		}
		if n := len(w.emails(id)); n != 40 || second != 30 {
			t.Errorf("%d emails, %d of the second subject", n, second)
		}
		if ab := w.detail(id)["ab"].(object); ab["subject"] != "Second {name|x}" || ab["chosen"] != "b" {
			t.Errorf("%v", ab)
		}
	})
}

// A lock pauses an order of emails; nothing is sent before a user resumes it.
func TestALockPauses(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		id := w.submit(w.body(w.file("a@example.com")))
		w.LockCustomer()
		w.work()
		if o := w.Order(id); o.Status != order.Paused || len(w.emails(id)) != 0 {
			t.Errorf("state %d", o.Status)
		}
	})
}

// The hours of a country do not bind an email.
func TestAnEmailIsSentAtNight(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		if err := w.Engine.Flow.Settings.Set(w.Context, "window.BR", "10:00-18:00", "admin"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Minute)
		if id := w.send(w.body(w.file("a@example.com"))); len(w.emails(id)) != 1 {
			t.Error("it waits for an hour")
		}
	})
}

// A recipient is the code of its address, so that lists of numbers and of addresses never meet.
func TestRecipientsAreCodes(t *testing.T) {
	if code := email.Code("a@example.com"); !email.IsCode(code) || email.IsCode(999_999_999_999_999) {
		t.Error(code)
	}
}

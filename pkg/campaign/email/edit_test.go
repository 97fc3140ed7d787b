package email_test

import (
	"testing"
	"time"

	"herald/pkg/kit/money"
)

// An order that was edited shows and sends its new email by its new sender, also in a process that has shown or sent the one before.
func TestAnEditedOrderSendsItsNewEmail(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		sender, file := w.EmailSender(), w.file(addresses(3, "ok")...)
		later := time.Now().Add(24 * time.Hour).UTC().Format(time.RFC3339)
		id := w.submit(w.body(file, "subject", "Old", "text", "Old text", "startTime", later))
		if got := w.MustCall("customer", "GET", path+"/"+id+"/preview", nil); got["subject"] != "Old" {
			t.Fatalf("%v", got)
		}
		w.MustCall("customer", "PUT", path, w.body(file, "id", id, "subject", "New", "text", "New text", "senderId", sender, "startTime", later))
		if got := w.MustCall("customer", "GET", path+"/"+id+"/preview", nil); got["subject"] != "New" {
			t.Errorf("the preview shows %v", got["subject"])
		}
		w.work()
		time.Sleep(25 * time.Hour)
		w.tick()
		all := w.emails(id)
		if len(all) != 3 {
			t.Fatalf("%d emails in state %v", len(all), w.detail(id)["status"])
		}
		for _, m := range all {
			if m.Email.Subject != "New" || m.Email.From != "news@shop.example" {
				t.Errorf("%s from %s", m.Email.Subject, m.Email.From)
			}
		}
	})
}

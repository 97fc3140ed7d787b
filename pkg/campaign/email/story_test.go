package email_test

import (
	"strings"
	"testing"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
)

// A campaign from its draft to the refund of its soft bounces: what is shown, sent, charged and given back at each step.
func TestACampaign(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		w.RequireReview()
		all := append(addresses(96, "ok"), "hard@example.com", "soft.1@example.com", "soft.2@example.com", "complained@example.com")
		body := w.body(w.file(all...), "format", "html", "text", "", "design", design(`<p>Dear {name}, <a href="https://x.example/{name}">see</a></p>`),
			"replyTo", object{"address": "Help@Exämple.com", "name": "Help"})
		draft := w.MustCall("customer", "POST", path+"/draft", body)["id"].(string)
		e := w.MustCall("customer", "POST", path+"/estimate", body)
		if e["targets"] != 100.0 || e["cost"] != 10.0 || e["window"] != nil {
			t.Errorf("estimate: %v", e)
		}
		id := w.submit(body)
		if w.balance() != 90*money.Credit || len(w.Mailbox.Emails()) != 0 {
			t.Errorf("balance %s", w.balance())
		}
		dossier := w.MustCall("admin", "GET", path+"/"+id+"/review", nil)
		preview := w.MustCall("admin", "GET", path+"/"+id+"/preview", nil)
		if a := dossier["audience"].(object); a["source"] != "file" || a["name"] != "people.csv" {
			t.Errorf("dossier: %v", a)
		}
		if preview["subject"] != "Hi you" || !strings.Contains(preview["html"].(string), "Herald") || preview["text"] == "" {
			t.Errorf("preview: %v", preview)
		}
		version := int(w.detail(id)["version"].(float64))
		w.MustCall("admin", "PUT", path+"/review", object{"ids": []string{id}, "versions": object{id: version}, "pass": true})
		w.work()
		w.checkSent(id, all)
		w.report(id)
		d := w.detail(id)
		if d["status"] != float64(order.Completed) || d["hardBounces"] != 1.0 || d["softBounces"] != 2.0 || d["actualCost"] != 9.9 ||
			w.balance() != 9010 {
			t.Errorf("%v, %v hard, %v soft, %v charged, balance %s", d["status"], d["hardBounces"], d["softBounces"], d["actualCost"], w.balance())
		}
		if s := w.MustCall("customer", "GET", path+"/"+id+"/stat", nil); s["total"] != 100.0 || len(s["reasons"].([]any)) != 2 {
			t.Errorf("%v", s["reasons"])
		}
		w.checkTargets(id)
		time.Sleep(41 * 24 * time.Hour) // less than 30 working days
		w.tick()
		if w.balance() != 9010 {
			t.Errorf("refunded early: %s", w.balance())
		}
		time.Sleep(2 * 24 * time.Hour)
		w.tick()
		w.tick()
		d = w.detail(id)
		if w.balance() != 9030 || d["refunded"] != 0.2 || len(d["refunds"].([]any)) != 1 {
			t.Errorf("balance %s, %v refunded: %v", w.balance(), d["refunded"], d["refunds"])
		}
		w.CheckBooks()
		w.MustCall("customer", "DELETE", path+"/draft/"+draft, nil)
	})
}

// checkSent checks the emails of the campaign: each address once, with its own values.
func (w *world) checkSent(id string, all []string) {
	w.t.Helper()
	got := map[string]int{}
	for _, m := range w.emails(id) {
		got[m.To]++
		e := m.Email
		if e.From != "news@mail.herald.example" || e.FromName != "Herald" || e.ReplyTo != "help@xn--exmple-cua.com" || e.ReplyToName != "Help" ||
			!strings.HasPrefix(e.Subject, "Hi Ana ") || !strings.Contains(e.HTML, "Dear Ana ") || !strings.Contains(e.Text, "Dear Ana ") ||
			!strings.HasPrefix(e.FeedbackID, id+":") {
			w.t.Fatalf("%+v", e)
		}
	}
	for _, a := range all {
		if got[a] != 1 {
			w.t.Errorf("%s got %d emails", a, got[a])
		}
	}
}

// checkTargets checks how recipients are listed and found.
func (w *world) checkTargets(id string) {
	w.t.Helper()
	find := func(query string) []any {
		return w.MustCall("customer", "GET", path+"/"+id+"/targets/page?"+query, nil)["records"].([]any)
	}
	hard := find("email=HARD@")
	if len(hard) != 1 {
		w.t.Fatalf("%v", hard)
	}
	one := hard[0].(object)
	if one["email"] != "hard@example.com" || one["phoneNumber"] != "" || one["state"] != "failed" || one["result"] != "hardBounce" ||
		!strings.Contains(one["reason"].(string), "address") || one["code"] != 511.0 {
		w.t.Errorf("%v", one)
	}
	if n := len(find("state=failed")); n != 3 {
		w.t.Errorf("%d failed", n)
	}
	if n := len(find("email=nowhere")); n != 0 {
		w.t.Errorf("%d found", n)
	}
}

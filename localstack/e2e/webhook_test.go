package e2e_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"herald/localstack/client"
)

// statuses is the body of a webhook call that tells these messages' status.
func (p *product) statuses(t *testing.T, list ...map[string]any) []byte {
	t.Helper()
	value := map[string]any{"messaging_product": "whatsapp", "statuses": list,
		"metadata": map[string]string{"display_phone_number": "15550001111", "phone_number_id": p.WhatsApp.PhoneNumberID}}
	return must(json.Marshal(map[string]any{"object": "whatsapp_business_account", "entry": []any{
		map[string]any{"id": p.WhatsApp.WABAID, "changes": []any{map[string]any{"field": "messages", "value": value}}}}}))(t)
}

func status(m client.Accepted, state string) map[string]any {
	s := map[string]any{"id": m.ID, "status": state, "timestamp": fmt.Sprint(time.Now().Unix()), "recipient_id": m.To,
		"biz_opaque_callback_data": m.Reference}
	if state == "failed" {
		s["errors"] = []any{map[string]any{"code": 131026, "title": "Message undeliverable"}}
	}
	return s
}

func sign(secret string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

func (p *product) hook(t *testing.T, body []byte, signature string) *client.Answer {
	t.Helper()
	caller := &p.Client().Client
	if signature != "" {
		caller = caller.With("X-Hub-Signature-256", signature)
	}
	return must(caller.Do(t.Context(), http.MethodPost, "/hook/whatsapp", body))(t)
}

// take posts a signed webhook, which the product must take: the provider would send any other again.
func (p *product) take(t *testing.T, body []byte) {
	t.Helper()
	if a := p.hook(t, body, sign(p.WhatsApp.AppSecret, body)); a.Status != 200 {
		t.Fatalf("a webhook: %d %s", a.Status, a.Raw)
	}
}

// Receipts count only with the provider's signature, once, and after the settlement without touching credit.
func TestWebhooks(t *testing.T) {
	p, ctx := running(t)
	t.Parallel()
	c := p.customer(t, 1000)
	o := must(c.Submit(ctx, client.Text("webhooks", collection(t, c, mobiles(t, 20, "1008", "1008", "1008")), "BR", "Olá!")))(t)
	check(t, p.admin.Review(ctx, o.ID, true, ""))
	before := must(c.Until(ctx, o.ID, func(o client.Order) bool {
		return o.Counts["sent"] == 3 &&
			o.Counts["arrived"]+o.Counts["read"] == 17
	}))(t)
	var silent, told []client.Accepted // without a receipt so far, and with
	for _, m := range must(p.Took(ctx, o.ID))(t).Messages {
		if strings.HasSuffix(m.To, "1008") {
			silent = append(silent, m)
		} else {
			told = append(told, m)
		}
	}

	forged := p.statuses(t, status(silent[0], "read"), status(told[0], "failed"))
	for name, signature := range map[string]string{"none": "", "another secret's": sign("guessed", forged),
		"another body's": sign(p.WhatsApp.AppSecret, []byte("{}")), "nonsense": "sha256=00"} {
		if a := p.hook(t, forged, signature); a.Status != 401 && a.Status != 403 {
			t.Errorf("signature %s: %d", name, a.Status)
		}
	}
	if a := p.hook(t, []byte("{"), sign(p.WhatsApp.AppSecret, []byte("{"))); a.Status != 400 {
		t.Errorf("an unreadable body: %d", a.Status)
	}

	// Old receipts again, in the same call as one new: when the new one shows, the others were looked at.
	var again []map[string]any
	for _, m := range told {
		again = append(again, status(m, "sent"), status(m, "delivered"))
	}
	replay := p.statuses(t, append(again, status(silent[0], "delivered"))...)
	for range 3 {
		p.take(t, replay)
	}
	after := must(c.Until(ctx, o.ID, func(o client.Order) bool { return o.Counts["sent"] == 2 }))(t)
	reached := after.Counts["arrived"] + after.Counts["read"]
	if reached != before.Counts["arrived"]+before.Counts["read"]+1 || after.Counts["failed"] != 0 {
		t.Errorf("before %v, after %v", before.Counts, after.Counts)
	}

	// A failure before the settlement is refunded, a receipt after it changes the counts alone.
	refund := p.statuses(t, status(silent[1], "failed"))
	p.take(t, refund)
	must(c.Until(ctx, o.ID, func(o client.Order) bool { return o.Counts["failed"] == 1 }))(t)
	p.deadline(ctx, t)
	o = p.settled(ctx, t, c, o.ID)
	if o.Charged() != 19 {
		t.Errorf("%v", o.Counts)
	}
	p.books(t, c, o)
	late := p.statuses(t, status(silent[2], "read"))
	p.take(t, late)
	end := must(c.Until(ctx, o.ID, func(o client.Order) bool { return o.Counts["sent"] == 0 }))(t)
	if *end.ActualCost != *o.ActualCost || end.Counted() != 20 || end.Status != client.Completed {
		t.Errorf("before %v, after %v", o, end)
	}
	p.books(t, c, end)
}

// Receipts that come twice, late and out of order end as those that come once and in order.
func TestUntidyWebhooks(t *testing.T) {
	p, ctx := running(t)
	check(t, p.Sim.Webhooks(ctx, client.Webhooks{Duplicate: 0.5, Reorder: 0.3, Batch: 7}))
	t.Cleanup(func() {
		if err := p.Sim.Webhooks(t.Context(), client.Webhooks{}); err != nil && t.Context().Err() == nil {
			t.Error(err)
		}
	})
	c := p.customer(t, 10_000)
	const n = 400
	o := must(c.Submit(ctx, client.Text("untidy", collection(t, c, mobiles(t, n, "1001", "1001")), "BR", "Olá!")))(t)
	check(t, p.admin.Review(ctx, o.ID, true, ""))
	must(c.Reach(ctx, o.ID, client.Settling, client.Completed))(t)
	o = p.settled(ctx, t, c, o.ID)
	got := maps.Clone(o.Counts)
	if got["arrived"]+got["read"] != n-2 || got["failed"] != 2 {
		t.Errorf("%v", o.Counts)
	}
	p.books(t, c, o)
}

// The provider's subscription is confirmed only with our verify token.
func TestSubscription(t *testing.T) {
	p, ctx := running(t)
	t.Parallel()
	for token, want := range map[string]int{p.WhatsApp.VerifyToken: 200, "guessed": 403, "": 403} {
		path := "/hook/whatsapp?hub.mode=subscribe&hub.challenge=4711&hub.verify_token=" + token
		a := must(p.Client().Do(ctx, http.MethodGet, path, nil))(t)
		if a.Status != want || (want == 200) != (string(a.Raw) == "4711") {
			t.Errorf("token %q: %d %s", token, a.Status, a.Raw)
		}
	}
}

package bulk_test

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
	"herald/pkg/provider"
	"herald/pkg/provider/whatsapp"
)

// picky is a provider that refuses the values of one recipient, and those that no template takes.
type picky struct{ to string }

func (p picky) RoundTrip(req *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(req.Body)
	status, answer := 200, `{"messaging_product":"whatsapp","messages":[{"id":"wamid.1"}]}`
	if text := string(body); strings.Contains(text, `\n`) || strings.Contains(text, `\t`) || strings.Contains(text, "     ") {
		status, answer = 400, `{"error":{"type":"OAuthException","code":132018,"message":"A parameter has a new line, a tab or five spaces"}}`
	}
	if bytes.Contains(body, []byte(p.to)) {
		status, answer = 400, `{"error":{"type":"OAuthException","code":132000,"message":"Number of parameters does not match"}}`
	}
	return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader(answer)), Request: req}, err
}

// through has messages go to another provider.
func (j *joined) through(p picky) {
	j.t.Helper()
	adapter, err := whatsapp.New(whatsapp.Config{BaseURL: "http://provider", Version: "v23.0", Token: simToken,
		AppSecrets: []string{simSecret}, VerifyToken: simVerify,
		PhoneNumberID: "1", WABAID: "2", PerSecond: 400, Client: &http.Client{Transport: p}, Now: time.Now})
	if err != nil {
		j.t.Fatal(err)
	}
	j.room.Senders = provider.NewRegistry(adapter.Account())
}

// The values of one recipient are refused while others are accepted: that one fails, and the order goes on.
func TestValuesOfOneStopNobodyElse(t *testing.T) {
	together(t, 100*money.Credit, func(j *joined) {
		j.through(picky{"5511987650001"})
		body := wish("fileId", j.upload("a.txt", "contact", "phoneNumber,name\n5511987650000,Ana\n5511987650001,Bia\n5511987650002,Zoe\n"))
		body["message"] = map[string]any{"type": "template", "templateId": "offer",
			"placeholders": []any{map[string]any{"name": "name", "content": "friend"}}}
		id, plan := j.order(body)
		j.plan(plan)
		j.send()
		counts, err := j.room.CountsOf(j.ctx, j.get(id))
		if o := j.get(id); err != nil || o.Status != order.Settling || counts[dispatch.StateSent] != 2 || counts[dispatch.StateFailed] != 1 {
			t.Errorf("state %d %q, %v, %v", o.Status, o.Reason, counts, err)
		}
	})
}

// Characters that WhatsApp refuses in the values of a template (132018, facts §1.11: line breaks, tabs, five spaces)
// do not reach it from any source.
func TestValuesOfATemplateAreOneLine(t *testing.T) {
	together(t, 100*money.Credit, func(j *joined) {
		j.through(picky{"nobody"})
		body := wish("fileId", j.upload("a.csv", "contact",
			"phoneNumber,name\n5511987650000,\"Ana\nMaria\"\n5511987650001,a      b\n5511987650002,\n5511987650003,\"x\ty\"\n"))
		body["message"] = map[string]any{"type": "template", "templateId": "offer",
			"placeholders": []any{map[string]any{"name": "name", "content": "dear\nfriend"}}}
		id, plan := j.order(body)
		j.plan(plan)
		j.send()
		counts, err := j.room.CountsOf(j.ctx, j.get(id))
		if err != nil || counts[dispatch.StateSent] != 4 {
			t.Errorf("%v, %v", counts, err)
		}
	})
}

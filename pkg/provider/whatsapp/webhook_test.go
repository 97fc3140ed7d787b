package whatsapp_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"reflect"
	"testing"
	"time"

	"herald/pkg/provider"
)

func sign(secret, body string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(body))
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

func TestVerify(t *testing.T) {
	body := `{"text":"\u4f60\u597d"}`
	cfg := config("http://unused")
	cfg.AppSecrets = []string{"", "new", "old"}
	a := mustNew(t, cfg)
	for name, c := range map[string]struct {
		header string
		want   bool
	}{
		"first secret":             {sign("new", body), true},
		"second secret":            {sign("old", body), true},
		"another secret":           {sign("other", body), false},
		"the empty secret":         {sign("", body), false},
		"another body":             {sign("new", body+" "), false},
		"re-encoded body":          {sign("new", `{"text":"你好"}`), false},
		"no header":                {"", false},
		"no prefix":                {sign("new", body)[len("sha256="):], false},
		"not hex":                  {"sha256=zz", false},
		"cut short":                {sign("new", body)[:40], false},
		"sha1 of the older header": {"sha1=" + sign("new", body)[len("sha256="):], false},
	} {
		t.Run(name, func(t *testing.T) {
			h := http.Header{}
			h.Set("X-Hub-Signature-256", c.header)
			if got := a.Verify(t.Context(), &provider.Callback{Body: []byte(body), Header: h.Get}); got != c.want {
				t.Errorf("Verify = %v", got)
			}
		})
	}
	lower := map[string]string{"x-hub-signature-256": sign("new", body)}
	if !a.Verify(t.Context(), &provider.Callback{Body: []byte(body), Header: func(k string) string { return lower[k] }}) {
		t.Error("a gateway's lower-case header name is not found")
	}
	cfg.AppSecrets = nil
	if mustNew(t, cfg).Verify(t.Context(), &provider.Callback{Body: []byte(body), Header: func(string) string { return sign("", body) }}) {
		t.Error("without a secret nothing may verify")
	}
}

func TestChallenge(t *testing.T) {
	a := mustNew(t, config("http://unused"))
	good := url.Values{"hub.mode": {"subscribe"}, "hub.verify_token": {"verify"}, "hub.challenge": {"1158201444"}}
	if answer, ok := a.Challenge(good.Get); !ok || answer != "1158201444" {
		t.Errorf("answer %q %v", answer, ok)
	}
	for _, bad := range []string{"hub.mode", "hub.verify_token"} {
		q := url.Values{"hub.mode": {"subscribe"}, "hub.verify_token": {"verify"}, "hub.challenge": {"1"}}
		q.Set(bad, "wrong")
		if _, ok := a.Challenge(q.Get); ok {
			t.Errorf("wrong %s was accepted", bad)
		}
	}
	cfg := config("http://unused")
	cfg.VerifyToken = ""
	if _, ok := mustNew(t, cfg).Challenge(url.Values{"hub.mode": {"subscribe"}}.Get); ok {
		t.Error("an empty verify token was accepted")
	}
}

func TestParseStatuses(t *testing.T) {
	a := mustNew(t, config("http://unused"))
	at := time.Unix(1772625600, 0).UTC()
	ev, err := a.Parse(context.Background(), &provider.Callback{Body: []byte(`{"object":"whatsapp_business_account","new":{"a":[1]},"entry":[
	 {"id":"1","changes":[{"field":"messages","value":{"messaging_product":"whatsapp","metadata":{"phone_number_id":"1066"},
	  "contacts":[{"wa_id":"551187654321"}],"statuses":[
	   {"id":"w1","status":"sent","timestamp":"1772625600","recipient_id":"551187654321","biz_opaque_callback_data":"r1","pricing":{"billable":true}},
	   {"id":"w1","status":"delivered","timestamp":1772625600,"biz_opaque_callback_data":"r1"},
	   {"id":"w1","status":"read","timestamp":"1772625600500","recipient_id":null,"unknown":{"x":[{}]}},
	   {"id":"w2","status":"played","timestamp":1772625600500},
	   {"id":"w3","status":"deleted","timestamp":"1772625600"},
	   {"id":"w4","status":"sent"},
	   "not a status",
	   {"id":"w5","status":"sent","timestamp":"soon"}]}}]},
	 {"id":"2","changes":[{"field":"account_alerts","value":{"x":1}},
	  {"value":{"statuses":[{"status":"failed","errors":[],"timestamp":"1772625600","id":"w6"}]},"field":"messages"}]}]}`)})
	if err != nil {
		t.Fatal(err)
	}
	want := []provider.Receipt{
		{Reference: "r1", ProviderID: "w1", State: provider.ReceiptSent, At: at},
		{Reference: "r1", ProviderID: "w1", State: provider.ReceiptArrived, At: at},
		{ProviderID: "w1", State: provider.ReceiptRead, At: at.Add(500 * time.Millisecond)},
		{ProviderID: "w2", State: provider.ReceiptRead, At: at.Add(500 * time.Millisecond)},
		{ProviderID: "w3", State: provider.ReceiptNone, At: at},
		{ProviderID: "w4", State: provider.ReceiptSent, At: noon},
		{ProviderID: "w5", State: provider.ReceiptSent, At: noon},
		{ProviderID: "w6", State: provider.ReceiptFailed, At: at},
	}
	if !reflect.DeepEqual(ev.Receipts, want) {
		t.Errorf("receipts\n%+v\nwant\n%+v", ev.Receipts, want)
	}
	if ev.Unknown != 3 || len(ev.Inbound) != 0 {
		t.Errorf("unknown %d, inbound %+v", ev.Unknown, ev.Inbound)
	}
}

func TestParseInbound(t *testing.T) {
	a := mustNew(t, config("http://unused"))
	at := time.Unix(1772625600, 0).UTC()
	ev, err := a.Parse(context.Background(),
		&provider.Callback{
			Body: []byte(
				`{"object":"whatsapp_business_account","entry":[{"changes":[{"field":"messages","value":{"contacts":[{"wa_id":"5511","profile":{"name":"Ana"}}],"messages":[
	  {"from":"5511","id":"m1","timestamp":"1772625600","type":"text","text":{"body":"STOP"}},
	  {"from":"+5512","timestamp":1772625600,"type":"button","button":{"text":"Stop promotions","payload":"p"}},
	  {"from":"5513","timestamp":"1772625600","type":"interactive","interactive":{"type":"button_reply","button_reply":{"id":"1","title":"Sair"}}},
	  {"from":"5514","timestamp":"1772625600","type":"image","image":{"id":"1","caption":"parar"}},
	  {"timestamp":"1772625600","type":"text","text":{"body":"who"}},
	  {"from":"US.1349","timestamp":"1772625600","type":"text","text":{"body":"bsuid"}},
	  {"from":"5515","timestamp":"1772625600","type":"system","system":{"body":"changed"}},
	  {"from":"5516","timestamp":"1772625600","type":"reaction","reaction":{"emoji":"x"}},
	  {"from":"5519","id":"m9","context":{"from":"1","id":"wamid.1"},"timestamp":"1772625600","type":"document","document":{"id":"12","mime_type":"application/pdf; charset=x","filename":"a.pdf","caption":"see"}},
	  {"from":"5520","timestamp":"1772625600","type":"location","location":{"latitude":-23.5,"longitude":-46.6}},
	  {"from":"5521","timestamp":"1772625600","type":"unsupported","errors":[{"code":131051}]}]}},
	 {"field":"user_preferences","value":{"user_preferences":[
	  {"wa_id":"5517","category":"marketing_messages","value":"stop","timestamp":1772625600},
	  {"wa_id":"5518","value":"resume","timestamp":1772625600}]}}]}]}`)})
	if err != nil {
		t.Fatal(err)
	}
	want := []provider.Inbound{
		{From: "5511", Name: "Ana", Kind: "text", ID: "m1", Text: "STOP", At: at},
		{From: "5512", Kind: "text", Text: "Stop promotions", Hidden: "p", At: at},
		{From: "5513", Kind: "text", Text: "Sair", Hidden: "1", At: at},
		{From: "5514", Kind: "image", Text: "parar", Media: &provider.InboundMedia{ID: "1"}, At: at},
		{From: "5511", Name: "Ana", Kind: "text", Text: "who", At: at},
		{User: "US.1349", Kind: "text", Text: "bsuid", At: at},
		{From: "5516", Kind: "reaction", Text: "x", At: at},
		{From: "5519", Kind: "document", Text: "see", ID: "m9", Quotes: "wamid.1",
			Media: &provider.InboundMedia{ID: "12", Type: "application/pdf", Name: "a.pdf"}, At: at},
		{From: "5520", Kind: "location", Text: "-23.5, -46.6", At: at},
		{From: "5521", Kind: "unsupported", At: at},
		{From: "5517", Stop: true, At: at},
		{From: "5518", Resume: true, At: at},
	}
	if !reflect.DeepEqual(ev.Inbound, want) || ev.Unknown != 1 {
		t.Errorf("inbound\n%+v\nwant\n%+v\nunknown %d", ev.Inbound, want, ev.Unknown)
	}
}

// TestParseUsers reads which number a business-scoped id was shown with, wherever a webhook shows both.
func TestParseUsers(t *testing.T) {
	a := mustNew(t, config("http://unused"))
	ev, err := a.Parse(context.Background(), &provider.Callback{Body: []byte(`{"object":"whatsapp_business_account","entry":[{"changes":[
	 {"field":"messages","value":{"contacts":[{"wa_id":"5511","user_id":"BR.11"}],"messages":[{"from_user_id":"BR.11","type":"text","text":{"body":"a"}},{"from":"5512","from_user_id":"BR.12","type":"text","text":{"body":"b"}},{"from":"5513","user_id":"BR.13","type":"text","text":{"body":"c"}},{"from_user_id":7,"type":"text","text":{"body":"d"}}]}},
	 {"field":"messages","value":{"contacts":[{"wa_id":"5514","user_id":"BR.14","profile":{"username":"ana"}},{"wa_id":"5515","user_id":"BR.15","profile":{"name":"x"}}],"statuses":[{"id":"s","status":"sent","recipient_user_id":"BR.14"}]}},
	 {"field":"user_preferences","value":{"user_preferences":[{"wa_id":"5516","user_id":"BR.16","value":"stop"},{"user_id":"BR.17","value":"stop"}]}},
	 {"field":"user_id_update","value":{"user_id_update":[{"wa_id":"5518","user_id":{"previous":"BR.1","current":"BR.18"}}]}}]}]}`)})
	if err != nil {
		t.Fatal(err)
	}
	want := []provider.User{{ID: "BR.11", Number: "5511"}, {ID: "BR.12", Number: "5512"}, {ID: "BR.13", Number: "5513"},
		{ID: "BR.14", Number: "5514"}, {ID: "BR.16", Number: "5516"}, {ID: "BR.18", Number: "5518"}}
	var who []string
	for _, in := range ev.Inbound {
		who = append(who, in.From+"/"+in.User)
	}
	if !reflect.DeepEqual(ev.Users, want) || len(ev.Receipts) != 1 || ev.Unknown != 0 ||
		!reflect.DeepEqual(who, []string{"5511/BR.11", "5512/BR.12", "5513/BR.13", "5511/BR.11", "5516/BR.16", "/BR.17"}) {
		t.Errorf("users %+v, writers %v, unknown %d", ev.Users, who, ev.Unknown)
	}
}

func TestParseSurvivesAnything(t *testing.T) {
	a := mustNew(t, config("http://unused"))
	for name, body := range map[string]string{"empty": ``, "text": `hello`, "list": `[]`, "cut": `{"entry":[{"changes":[`} {
		if _, err := a.Parse(context.Background(), &provider.Callback{Body: []byte(body)}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	for name, c := range map[string]struct {
		body    string
		unknown int
	}{
		"no entry":              {`{}`, 0},
		"value of another type": {`{"object":"whatsapp_business_account","entry":[{"changes":[{"field":"messages","value":"x"}]}]}`, 1},
		"statuses as an object": {`{"object":"whatsapp_business_account","entry":[{"changes":[{"field":"messages","value":{"statuses":{}}}]}]}`,
			1},
		"null statuses": {`{"object":"whatsapp_business_account","entry":[{"changes":[{"field":"messages","value":{"statuses":null}}]}]}`,
			0},
		"preferences as text": {
			`{"object":"whatsapp_business_account","entry":[{"changes":[{"field":"user_preferences","value":{"user_preferences":"x"}}]}]}`, 1},
	} {
		ev, err := a.Parse(context.Background(), &provider.Callback{Body: []byte(c.body)})
		if err != nil || ev.Unknown != c.unknown || len(ev.Receipts)+len(ev.Inbound) != 0 {
			t.Errorf("%s: %+v %v", name, ev, err)
		}
	}
}

package whatsapp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"herald/pkg/provider"
	"herald/pkg/provider/whatsapp"
)

func TestSendBodies(t *testing.T) {
	link := &provider.LinkPart{URL: "https://example.com/a?b=c&d", Button: "Open", Header: "Head", Footer: "Foot"}
	cases := map[string]struct {
		message provider.Message
		want    string
	}{
		"text": {provider.Message{Kind: provider.Text, Text: "a \"quoted\" \\ line\nnext\ttab \u2028 你好 😀 \x01"},
			`"type":"text","text":{"body":"a \"quoted\" \\ line\nnext\ttab \u2028 你好 😀 \u0001"}`},
		"text with broken UTF-8": {provider.Message{Kind: provider.Text, Text: "a\xffb"},
			`"type":"text","text":{"body":"a\ufffdb"}`},
		"image": {provider.Message{Kind: provider.Image, MediaID: "4490", Text: "caption"},
			`"type":"image","image":{"id":"4490","caption":"caption"}`},
		"video without caption": {provider.Message{Kind: provider.Video, MediaID: "4490"},
			`"type":"video","video":{"id":"4490"}`},
		"link": {provider.Message{Kind: provider.Link, Text: "Body", Link: link},
			`"type":"interactive","interactive":{"type":"cta_url","header":{"type":"text","text":"Head"},"body":{"text":"Body"},
			"footer":{"text":"Foot"},"action":{"name":"cta_url","parameters":{"display_text":"Open","url":"https://example.com/a?b=c&d"}}}`},
		"link with an image": {provider.Message{Kind: provider.Link, Text: "Body", MediaID: "4490",
			Link: &provider.LinkPart{URL: "https://e.com", Button: "B"}},
			`"type":"interactive","interactive":{"type":"cta_url","header":{"type":"image","image":{"id":"4490"}},"body":{"text":"Body"},
			"action":{"name":"cta_url","parameters":{"display_text":"B","url":"https://e.com"}}}`},
		"template": {provider.Message{Kind: provider.Template,
			Template: &provider.TemplatePart{Name: "hello", Language: "pt_BR", Values: []string{"Ana", "B\"x"}}},
			`"type":"template","template":{"name":"hello","language":{"policy":"deterministic","code":"pt_BR"},
			"components":[{"type":"body","parameters":[{"type":"text","text":"Ana"},{"type":"text","text":"B\"x"}]}]}`},
		"template with a video and addresses": {provider.Message{Kind: provider.Template,
			Template: &provider.TemplatePart{Name: "hello", Language: "en", Video: "4490",
				Buttons: []provider.ButtonValue{{Index: 0, Value: "a/1"}, {Index: 2, Value: "b"}}}},
			`"type":"template","template":{"name":"hello","language":{"policy":"deterministic","code":"en"},
			"components":[{"type":"header","parameters":[{"type":"video","video":{"id":"4490"}}]},
			{"type":"button","sub_type":"url","index":"0","parameters":[{"type":"text","text":"a/1"}]},{"type":"button","sub_type":"url","index":"2","parameters":[{"type":"text","text":"b"}]}]}`},
		"template without parameters": {provider.Message{Kind: provider.Template,
			Template: &provider.TemplatePart{Name: "hello", Language: "en"}},
			`"type":"template","template":{"name":"hello","language":{"policy":"deterministic","code":"en"}}`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			s := mustServe(t, reply(200, accepted))
			c.message.To, c.message.Reference = "5511987654321", "o1.1.0.7.1"
			out := mustAdapter(t, s.URL).Send(context.Background(), c.message)
			if out.Verdict != provider.Accepted || out.ProviderID != "wamid.HBgN==" {
				t.Fatalf("outcome %+v", out)
			}
			want := `{"messaging_product":"whatsapp","recipient_type":"individual","to":"5511987654321","biz_opaque_callback_data":"o1.1.0.7.1",` +
				c.want + `}`
			if !sameJSON(t, s.bodies[0], want) {
				t.Errorf("sent %s\nwant %s", s.bodies[0], want)
			}
		})
	}
}

func sameJSON(t *testing.T, a, b string) bool {
	t.Helper()
	var x, y any
	if err := json.Unmarshal([]byte(a), &x); err != nil {
		t.Fatalf("%v in %s", err, a)
	}
	if err := json.Unmarshal([]byte(b), &y); err != nil {
		t.Fatalf("%v in %s", err, b)
	}
	return reflect.DeepEqual(x, y)
}

func TestSendRequestLineAndHeaders(t *testing.T) {
	s := mustServe(t, reply(200, accepted))
	mustAdapter(t, s.URL).Send(context.Background(), textTo("5511987654321"))
	if s.paths[0] != "POST /v23.0/1066/messages" {
		t.Errorf("path %s", s.paths[0])
	}
	h := s.headers[0]
	if h.Get("Authorization") != "Bearer secret-token" || h.Get("Content-Type") != "application/json" {
		t.Errorf("headers %v", h)
	}
	for _, name := range []string{"Idempotency-Key", "X-Idempotency-Key"} {
		if _, set := h[name]; set {
			t.Errorf("%s makes net/http replay the request", name)
		}
	}
}

func TestSendAnswers(t *testing.T) {
	long := strings.Repeat(" ", 5000)
	cases := map[string]struct {
		status  int
		body    string
		verdict provider.Verdict
		id      string
		code    int
	}{
		"accepted with status": {200, `{"messages":[{"id":"w1","message_status":"accepted"}]}`, provider.Accepted, "w1", 0},
		"accepted but held": {200, `{"messages":[{"id":"w1","message_status":"held_for_quality_assessment"}]}`, provider.Accepted,
			"w1", 0},
		"accepted with spaces":   {200, "{ \"messages\" : [ { \"id\" : \"w1\" } ] }\n", provider.Accepted, "w1", 0},
		"accepted, id first":     {200, `{"messages":[{"id":"w1"}],"contacts":[],"extra":1}`, provider.Accepted, "w1", 0},
		"accepted, escaped id":   {200, `{"messages":[{"id":"w\u0031"}]}`, provider.Accepted, "w1", 0},
		"accepted, long answer":  {200, `{"x":"` + long + `","messages":[{"id":"w1"}]}`, provider.Accepted, "w1", 0},
		"accepted with 201":      {201, accepted, provider.Accepted, "wamid.HBgN==", 0},
		"200 without a message":  {200, `{"messages":[]}`, provider.Unknown, "", 0},
		"200 with an empty id":   {200, `{"messages":[{"id":""}]}`, provider.Unknown, "", 0},
		"200 with two ids":       {200, `{"messages":[{"id":"a"},{"id":"b"}]}`, provider.Unknown, "", 0},
		"200 that is HTML":       {200, `<html>ok</html>`, provider.Unknown, "", 0},
		"200 that is cut JSON":   {200, `{"messages":[{"id":"w1"`, provider.Unknown, "", 0},
		"200 that is empty":      {200, ``, provider.Unknown, "", 0},
		"200 with a Graph error": {200, graphError(131026, ""), provider.Rejected, "", 131026},
		"500 that is HTML":       {500, `<html>bad gateway</html>`, provider.Unknown, "", 0},
		"500 that is empty":      {500, ``, provider.Unknown, "", 0},
		"503 of a proxy in JSON": {503, `{"error":{"code":503,"message":"upstream"}}`, provider.Unknown, "", 0},
		"503 with a text error":  {503, `{"error":"upstream"}`, provider.Unknown, "", 0},
		"404 that is HTML":       {404, `not here`, provider.Unknown, "", 0},
		"302 to elsewhere":       {302, ``, provider.Unknown, "", 0},
		"code as a string":       {400, `{"error":{"message":"m","type":"OAuthException","code":"131026"}}`, provider.Rejected, "", 131026},
		"error_data as a string": {400, `{"error":{"message":"m","type":"OAuthException","code":131026,"error_data":"why"}}`,
			provider.Rejected, "", 131026},
		"error without a code":       {400, `{"error":{"message":"m","type":"OAuthException"}}`, provider.Unknown, "", 0},
		"new code, 400":              {400, graphError(199999, ""), provider.Rejected, "", 199999},
		"new code, 429":              {429, graphError(199999, ""), provider.Retry, "", 199999},
		"new code, 500":              {500, graphError(199999, ""), provider.Retry, "", 199999},
		"new code, transient":        {400, graphError(199999, `,"is_transient":true`), provider.Retry, "", 199999},
		"rate limit as 400":          {400, graphError(130429, ""), provider.Retry, "", 130429},
		"rate limit as 429":          {429, graphError(130429, ""), provider.Retry, "", 130429},
		"recipient refused as a 500": {500, graphError(131026, ""), provider.Rejected, "", 131026},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			s := mustServe(t, reply(c.status, c.body))
			out := mustAdapter(t, s.URL).Send(context.Background(), textTo("5511987654321"))
			if out.Verdict != c.verdict || out.ProviderID != c.id || out.Code != c.code {
				t.Errorf("outcome %+v", out)
			}
			if s.calls() != 1 {
				t.Errorf("%d requests", s.calls())
			}
		})
	}
}

func graphError(code int, more string) string {
	return fmt.Sprintf(
		`{"error":{"message":"(#%d) text","type":"OAuthException","code":%d,"error_data":{"messaging_product":"whatsapp","details":"why"},"fbtrace_id":"A1"%s}}`, code, code, more)
}

func TestSendKeepsTheProvidersWords(t *testing.T) {
	s := mustServe(t, reply(400, graphError(131026, "")))
	out := mustAdapter(t, s.URL).Send(context.Background(), textTo("5511987654321"))
	if out.Detail != "(#131026) text: why" {
		t.Errorf("detail %q", out.Detail)
	}
}

func TestSendRefusesWithoutARequest(t *testing.T) {
	template := func(values ...string) *provider.TemplatePart {
		return &provider.TemplatePart{Name: "n", Language: "en", Values: values}
	}
	link := func(url, button string) *provider.LinkPart { return &provider.LinkPart{URL: url, Button: button} }
	cases := map[string]struct {
		m    provider.Message
		code int
	}{
		"no number":           {provider.Message{Kind: provider.Text, Text: "x"}, 131009},
		"number with plus":    {provider.Message{To: "+5511", Kind: provider.Text, Text: "x"}, 131009},
		"long reference":      {provider.Message{To: "5511", Reference: strings.Repeat("r", 513), Kind: provider.Text, Text: "x"}, 131009},
		"unknown kind":        {provider.Message{To: "5511", Kind: "poll"}, 131051},
		"empty text":          {provider.Message{To: "5511", Kind: provider.Text}, 131008},
		"long text":           {provider.Message{To: "5511", Kind: provider.Text, Text: strings.Repeat("你", 4097)}, 131009},
		"media id of letters": {provider.Message{To: "5511", Kind: provider.Image, MediaID: "abc"}, 131009},
		"long caption":        {provider.Message{To: "5511", Kind: provider.Video, MediaID: "1", Text: strings.Repeat("c", 1025)}, 131009},
		"link part missing":   {provider.Message{To: "5511", Kind: provider.Link, Text: "x"}, 131008},
		"link without http":   {provider.Message{To: "5511", Kind: provider.Link, Text: "x", Link: link("ftp://x", "B")}, 131009},
		"link with a space":   {provider.Message{To: "5511", Kind: provider.Link, Text: "x", Link: link("https://x y", "B")}, 131009},
		"link without words":  {provider.Message{To: "5511", Kind: provider.Link, Link: link("https://x", "B")}, 131008},
		"button missing":      {provider.Message{To: "5511", Kind: provider.Link, Text: "x", Link: link("https://x", "")}, 131008},
		"button too long": {provider.Message{To: "5511", Kind: provider.Link, Text: "x", Link: link("https://x", strings.Repeat("b", 21))},
			131009},
		"template missing": {provider.Message{To: "5511", Kind: provider.Template}, 131008},
		"parameter empty":  {provider.Message{To: "5511", Kind: provider.Template, Template: template("a", "")}, 131008},
		"button without a value": {provider.Message{To: "5511", Kind: provider.Template,
			Template: &provider.TemplatePart{Name: "hi", Language: "en", Buttons: []provider.ButtonValue{{Index: 1}}}}, 131008},
		"video that is no id": {provider.Message{To: "5511", Kind: provider.Template,
			Template: &provider.TemplatePart{Name: "hi", Language: "en", Video: "film"}}, 131009},
		"parameter with a line": {provider.Message{To: "5511", Kind: provider.Template, Template: template("a\nb")}, 132018},
		"parameter with a tab":  {provider.Message{To: "5511", Kind: provider.Template, Template: template("a\tb")}, 132018},
		"parameter with spaces": {provider.Message{To: "5511", Kind: provider.Template, Template: template("a     b")}, 132018},
	}
	s := mustServe(t, reply(200, accepted))
	a := mustAdapter(t, s.URL)
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			out := a.Send(context.Background(), c.m)
			if out.Verdict != provider.Rejected || out.Scope != provider.Target || out.Code != c.code {
				t.Errorf("outcome %+v", out)
			}
		})
	}
	if s.calls() != 0 {
		t.Errorf("%d requests were made", s.calls())
	}
	full := provider.Message{To: "5511", Kind: provider.Text, Text: strings.Repeat("你", 4096)}
	if out := a.Send(context.Background(), full); out.Verdict != provider.Accepted {
		t.Errorf("4096 characters: %+v", out)
	}
}

func TestNewChecksItsConfiguration(t *testing.T) {
	for name, change := range map[string]func(*whatsapp.Config){
		"relative base": func(c *whatsapp.Config) { c.BaseURL = "graph" },
		"no number":     func(c *whatsapp.Config) { c.PhoneNumberID = "" },
		"no version":    func(c *whatsapp.Config) { c.Version = "" },
	} {
		cfg := config("https://graph.facebook.com")
		change(&cfg)
		if _, err := whatsapp.New(cfg); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	a := mustNew(t, whatsapp.Config{BaseURL: "http://x/", Version: "v1", PhoneNumberID: "1"})
	if p := a.Profile(); p.PerSecond != 80 || p.GroupSize != 8 || !p.InviteOnly || p.CanAdd || p.NoMarketingIn[0] != "US" {
		t.Errorf("profile %+v", p)
	}
}

func TestSendFollowsNoRedirect(t *testing.T) {
	target := mustServe(t, reply(200, accepted))
	s := mustServe(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, target.URL, http.StatusTemporaryRedirect)
	})
	out := mustAdapter(t, s.URL).Send(context.Background(), textTo("5511987654321"))
	if out.Verdict != provider.Unknown || target.calls() != 0 {
		t.Errorf("outcome %+v, %d calls at the target", out, target.calls())
	}
}

func TestSendTimeoutAfterTheRequestIsUnknown(t *testing.T) {
	release := make(chan struct{})
	s := mustServe(t, func(http.ResponseWriter, *http.Request) { <-release })
	defer close(release)
	cfg := config(s.URL)
	cfg.Client = whatsapp.NewHTTPClient(1)
	cfg.Client.Timeout = 20 * time.Millisecond
	out := mustNew(t, cfg).Send(context.Background(), textTo("5511987654321"))
	if out.Verdict != provider.Unknown {
		t.Errorf("outcome %+v", out)
	}
}

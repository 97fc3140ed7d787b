package whatsappsim_test

import (
	"context"
	"testing"

	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/provider"
)

func TestMessagesArePaged(t *testing.T) {
	w := mustWorld(t)
	all := recipients(25)
	w.mustSend(all...)
	w.script(whatsappsim.Rule{Suffix: "", Outcome: "not_whatsapp"})
	for _, to := range all[:15] {
		if a, err := w.send(to); err != nil || a.code() != 131026 {
			t.Fatalf("%v %v", a, err)
		}
	}
	for query, want := range map[string][4]int{ // first accepted, how many, first refused, how many
		"": {0, 25, 0, 15}, "?limit=10": {0, 10, 0, 10}, "?offset=10&limit=10": {10, 10, 10, 5}, "?offset=20": {20, 5, 0, 0}, "?limit=0": {0, 0, 0, 0}, "?offset=1000": {0, 0, 0, 0},
	} {
		accepted, refused := w.messages(query)
		if len(accepted) != want[1] || len(refused) != want[3] {
			t.Errorf("%s: %d accepted, %d refused", query, len(accepted), len(refused))
			continue
		}
		if want[1] > 0 && accepted[0].To != all[want[0]] || want[3] > 0 && refused[0].To != all[want[2]] {
			t.Errorf("%s begins with %+v, %+v", query, accepted[0], refused)
		}
	}
}

func TestControlRefusesNonsense(t *testing.T) {
	w := mustWorld(t)
	for name, c := range map[string]struct {
		path string
		body any
	}{
		"outcome":       {"script", map[string]any{"rules": []any{map[string]any{"suffix": "1", "outcome": "explode"}}}},
		"suffix":        {"script", map[string]any{"rules": []any{map[string]any{"suffix": "a", "outcome": "ok"}}}},
		"times":         {"script", map[string]any{"rules": []any{map[string]any{"outcome": "ok", "times": -1}}}},
		"script text":   {"script", "x"},
		"rate":          {"webhooks", map[string]any{"drop": 1.5}},
		"delay":         {"webhooks", map[string]any{"delayMs": -1}},
		"window":        {"config", map[string]any{"window": "sync"}},
		"readRate":      {"config", map[string]any{"readRate": -1}},
		"inbound":       {"inbound", map[string]any{"text": "x"}},
		"template name": {"templates", map[string]any{"language": "en"}},
	} {
		if a := w.must("POST", "/_sim/"+c.path, c.body); a.status != 400 || a.body["error"] == nil {
			t.Errorf("%s: %v", name, a)
		}
	}
	if a := w.must("GET", "/_sim/messages?limit=x", nil); a.status != 400 {
		t.Errorf("limit: %v", a)
	}
	if a := w.must("POST", "/_sim/nothing", nil); a.status != 404 {
		t.Errorf("nothing: %v", a)
	}
}

func TestStats(t *testing.T) {
	w := mustWorld(t)
	w.control("config", map[string]any{"deliveredRate": 0})
	w.mustSend(recipients(3)...)
	w.hook.await(func(got received) bool { return len(got.events.Receipts) == 3 })
	a := w.must("GET", "/_sim/stats", nil)
	if a.body["accepted"] != 3.0 || a.body["refused"] != 0.0 || a.body["webhooks"] == nil {
		t.Errorf("stats %v", a.body)
	}
}

// Every kind that the adapter can send passes the schema, and arrives as it was meant.
func TestAdapterSpeaksTheSchema(t *testing.T) {
	w := mustWorld(t)
	ctx := context.Background()
	media, err := w.adapter.UploadMedia(ctx, "a.jpg", "image/jpeg", []byte("\xff\xd8\xff"))
	if err != nil {
		t.Fatal(err)
	}
	video, err := w.adapter.UploadMedia(ctx, "a.mp4", "video/mp4", []byte("ftyp"))
	if err != nil {
		t.Fatal(err)
	}
	w.control("templates", whatsappsim.TemplateState{Name: "hi", Language: "pt_BR", Body: "Oi {{1}} {{2}} {{3}}"})
	link := &provider.LinkPart{URL: "https://example.com/?a=b&c=\"d\"", Button: "Öffnen", Header: "Kopf", Footer: "Fuß"}
	for name, c := range map[string]struct {
		m          provider.Message
		kind, body string
	}{
		"text":             {provider.Message{Kind: provider.Text, Text: "a \"b\" \\ \n\t\x02 你好 😀 </x>"}, "text", "a \"b\" \\ \n\t\x02 你好 😀 </x>"},
		"image":            {provider.Message{Kind: provider.Image, MediaID: media, Text: "caption"}, "image", "caption"},
		"image alone":      {provider.Message{Kind: provider.Image, MediaID: media}, "image", ""},
		"video":            {provider.Message{Kind: provider.Video, MediaID: video, Text: "caption"}, "video", "caption"},
		"link":             {provider.Message{Kind: provider.Link, Text: "words", Link: link}, "interactive", "words"},
		"link, image":      {provider.Message{Kind: provider.Link, Text: "words", MediaID: media, Link: link}, "interactive", "words"},
		"link, plain":      {provider.Message{Kind: provider.Link, Text: "words", Link: &provider.LinkPart{URL: "http://e.com", Button: "B"}}, "interactive", "words"},
		"template":         {provider.Message{Kind: provider.Template, Template: &provider.TemplatePart{Name: "hi", Language: "pt_BR", Values: []string{"1", "é\"", "😀"}}}, "template", "Oi 1 é\" 😀"},
		"without our mark": {provider.Message{Kind: provider.Text, Text: "x"}, "text", "x"},
	} {
		w.control("reset", nil)
		c.m.To = anna
		if name != "without our mark" {
			c.m.Reference = "order.1.2.3/é"
		}
		out := w.adapter.Send(ctx, c.m)
		accepted, _ := w.messages("")
		if out.Verdict != provider.Accepted || len(accepted) != 1 {
			t.Errorf("%s: %+v", name, out)
			continue
		}
		if m := accepted[0]; m.ID != out.ProviderID || m.Type != c.kind || m.Body != c.body || m.Reference != c.m.Reference || !m.Answered {
			t.Errorf("%s: %+v", name, m)
		}
	}
}

// What the scripted outcomes mean to the pipeline.
func TestAdapterUnderstandsEveryOutcome(t *testing.T) {
	w := mustWorld(t)
	for name, want := range map[string]provider.Outcome{
		"ok":               {Verdict: provider.Accepted},
		"undeliverable":    {Verdict: provider.Accepted},
		"never":            {Verdict: provider.Accepted},
		"not_whatsapp":     {Verdict: provider.Rejected, Code: 131026},
		"pair_rate":        {Verdict: provider.Retry, Code: 131056},
		"rate":             {Verdict: provider.Retry, Scope: provider.Sender, Code: 130429},
		"server_error":     {Verdict: provider.Retry, Code: 131000},
		"paused_template":  {Verdict: provider.Retry, Scope: provider.Content, Stop: true, Code: 132015},
		"cut_after_accept": {Verdict: provider.Unknown},
		"bare_500":         {Verdict: provider.Unknown},
		"garbled":          {Verdict: provider.Unknown},
	} {
		w.control("reset", nil)
		w.script(whatsappsim.Rule{Outcome: name})
		out := w.adapter.Send(context.Background(), provider.Message{To: anna, Reference: "r", Kind: provider.Text, Text: "x"})
		accepted, refused := w.messages("")
		if out.Verdict != want.Verdict || out.Scope != want.Scope || out.Stop != want.Stop || out.Code != want.Code {
			t.Errorf("%s: %+v", name, out)
		}
		if got := len(accepted); got != 1-len(refused) || (want.Verdict == provider.Accepted || want.Verdict == provider.Unknown) != (got == 1) {
			t.Errorf("%s: %d accepted, %d refused", name, got, len(refused))
		}
	}
}

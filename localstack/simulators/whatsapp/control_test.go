package whatsappsim_test

import (
	"context"
	"testing"
	"time"

	"herald/internal/testkit/film"
	"herald/localstack/simulators/sim"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/provider"
)

func TestControlRefusesNonsense(t *testing.T) {
	inBubble(t, func(w *world) {
		for name, c := range map[string]struct {
			path string
			body any
		}{
			"suffix":        {"script", map[string]any{"rules": []any{map[string]any{"suffix": "a", "outcome": "ok"}}}},
			"window":        {"config", map[string]any{"window": "sync"}},
			"readRate":      {"config", map[string]any{"readRate": -1}},
			"inbound":       {"inbound", map[string]any{"text": "x"}},
			"template name": {"templates", map[string]any{"language": "en"}},
		} {
			if a := w.must("POST", "/_sim/"+c.path, c.body); a.status != 400 || a.body["error"] == nil {
				t.Errorf("%s: %v", name, a)
			}
		}
	})
}

// Every kind that the adapter can send passes the schema, and arrives as it was meant.
func TestAdapterSpeaksTheSchema(t *testing.T) {
	inBubble(t, func(w *world) {
		ctx := context.Background()
		media, err := w.adapter.UploadMedia(ctx, "a.png", "image/png", sim.Picture())
		if err != nil {
			t.Fatal(err)
		}
		video, err := w.adapter.UploadMedia(ctx, "a.mp4", "video/mp4", film.Plain("isom", 0))
		if err != nil {
			t.Fatal(err)
		}
		w.control("templates", whatsappsim.TemplateState{Name: "hi", Language: "pt_BR", Body: "Oi {{1}} {{2}} {{3}}"})
		link := &provider.LinkPart{URL: "https://example.com/?a=b&c=\"d\"", Button: "Öffnen", Header: "Kopf", Footer: "Fuß"}
		for name, c := range map[string]struct {
			m          provider.Message
			kind, body string
		}{
			"text": {provider.Message{Kind: provider.Text, Text: "a \"b\" \\ \n\t\x02 你好 😀 </x>"}, "text",
				"a \"b\" \\ \n\t\x02 你好 😀 </x>"},
			"image":       {provider.Message{Kind: provider.Image, MediaID: media, Text: "caption"}, "image", "caption"},
			"image alone": {provider.Message{Kind: provider.Image, MediaID: media}, "image", ""},
			"video":       {provider.Message{Kind: provider.Video, MediaID: video, Text: "caption"}, "video", "caption"},
			"link":        {provider.Message{Kind: provider.Link, Text: "words", Link: link}, "interactive", "words"},
			"link, image": {provider.Message{Kind: provider.Link, Text: "words", MediaID: media, Link: link}, "interactive", "words"},
			"link, plain": {provider.Message{Kind: provider.Link, Text: "words", Link: &provider.LinkPart{URL: "http://e.com", Button: "B"}},
				"interactive", "words"},
			"template": {provider.Message{Kind: provider.Template,
				Template: &provider.TemplatePart{Name: "hi", Language: "pt_BR", Values: []string{"1", "é\"", "😀"}}}, "template", "Oi 1 é\" 😀"},
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
	})
}

// Each scripted outcome has its meaning for the pipeline.
func TestAdapterUnderstandsEveryOutcome(t *testing.T) {
	inBubble(t, func(w *world) {
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
	})
}

func TestPairLimitRefillsWithTime(t *testing.T) {
	inBubble(t, func(w *world) {
		burst := func() (n int) {
			for range 100 {
				if a, err := w.send(anna); err == nil && a.status == 200 {
					n++
				}
			}
			return n
		}
		for _, step := range []struct {
			wait time.Duration
			want int
		}{{0, 45}, {6 * time.Second, 1}, {5 * time.Second, 0}, {time.Minute, 10}, {time.Hour, 45}} {
			time.Sleep(step.wait)
			if n := burst(); n != step.want {
				t.Errorf("%d accepted after %v, want %d", n, step.wait, step.want)
			}
		}
	})
}

// The same seed gives the same fates, in any order of arrival.
func TestSeedDecides(t *testing.T) {
	fates := func(seed uint64, backwards bool) string {
		out := ""
		inBubble(t, func(w *world) {
			to := recipients(40)
			for i := range to {
				if backwards {
					i = len(to) - 1 - i
				}
				w.mustSend(to[i])
			}
			time.Sleep(time.Minute)
			for _, r := range to {
				out += w.hook.look().states(r) + " "
			}
		}, func(c *whatsappsim.Config) { c.Seed = seed })
		return out
	}
	if a, b := fates(7, false), fates(7, true); a != b {
		t.Errorf("the same seed:\n%s\n%s", a, b)
	}
	if a, b := fates(7, false), fates(8, false); a == b {
		t.Error("another seed gives the same fates")
	}
}

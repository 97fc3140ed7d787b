package whatsappsim_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"herald/internal/testkit/film"
	"herald/localstack/simulators/sim"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/provider"
)

var offer = provider.TemplateContent{Name: "offer_1", Language: "pt_BR", Category: "MARKETING", Header: "Oi {nome}",
	Body: "Oi {nome}, o seu código de hoje é {code}. Obrigado, {nome}!", Footer: "Loja",
	Buttons: []provider.TemplateButton{{Kind: "url", Text: "Abrir", Target: "https://example.com"},
		{Kind: "phone", Text: "Ligar", Target: "+5511987654321"}, {Kind: "reply", Text: "Parar"}},
	Samples: map[string]string{"nome": "Ana", "code": "X1"}}

func TestTemplateStore(t *testing.T) {
	inBubble(t, func(w *world) {
		ctx := context.Background()
		made, err := w.adapter.CreateTemplate(ctx, offer)
		if err != nil || made.Status != provider.TemplatePending || made.ID == "" {
			t.Fatalf("%+v %v", made, err)
		}
		found, ok, err := w.adapter.FindTemplate(ctx, "offer_1", "pt_BR")
		if err != nil || !ok || found.ID != made.ID {
			t.Fatalf("%+v %v %v", found, ok, err)
		}
		if _, ok, err := w.adapter.FindTemplate(ctx, "offer", "pt_BR"); ok || err != nil {
			t.Errorf("a part of the name was found: %v", err)
		}
		a := w.must("GET", "/v23.0/"+made.ID, nil)
		parts := a.body["components"].([]any)
		if len(parts) != 4 || parts[0].(map[string]any)["text"] != "Oi {{1}}" ||
			parts[1].(map[string]any)["text"] != "Oi {{1}}, o seu código de hoje é {{2}}. Obrigado, {{3}}!" {
			t.Errorf("registered as %v", parts)
		}
		time.Sleep(5 * time.Second)
		w.control("templates", whatsappsim.TemplateState{Name: "offer_1", Language: "pt_BR", Quality: "yellow"})
		w.control("templates", whatsappsim.TemplateState{Name: "offer_1", Language: "pt_BR", Status: "REJECTED", Reason: "PROMOTIONAL",
			Silent: true})
		state, err := w.adapter.Template(ctx, made.ID)
		if err != nil || state.Status != provider.TemplateRejected || state.Reason != provider.ReasonPromotional || state.Quality != "yellow" {
			t.Errorf("%+v %v", state, err)
		}
		if err := w.adapter.EditTemplate(ctx, made.ID, offer); err != nil {
			t.Error(err)
		}
		if state, err = w.adapter.Template(ctx, made.ID); err != nil || state.Status != provider.TemplatePending {
			t.Errorf("edited: %+v %v", state, err)
		}
		for range 2 { // a missing one is gone, and no error
			if err := w.adapter.DeleteTemplate(ctx, "offer_1", made.ID); err != nil {
				t.Error(err)
			}
		}
		if state, err = w.adapter.Template(ctx, made.ID); err != nil || state.Status != provider.TemplateGone {
			t.Errorf("deleted: %+v %v", state, err)
		}
	})
}

func TestATemplateWithAPicture(t *testing.T) {
	inBubble(t, func(w *world) {
		ctx := context.Background()
		c := offer
		c.Name, c.Header, c.Picture, c.Body = "pictured", "", "4::unknown", "Oi"
		var r *provider.Refusal
		if _, err := w.adapter.CreateTemplate(ctx, c); !errors.As(err, &r) || r.Outcome.Verdict != provider.Rejected || r.Outcome.Code != 100 {
			t.Errorf("an unknown handle: %v", err)
		}
		handle, err := w.adapter.UploadSample(ctx, "image/png", []byte("\x89PNG"))
		if err != nil {
			t.Fatal(err)
		}
		c.Picture = handle
		if _, err := w.adapter.CreateTemplate(ctx, c); err != nil {
			t.Fatal(err)
		}
		if _, err := w.adapter.UploadSample(ctx, "text/plain", []byte("x")); !errors.As(err, &r) || r.Outcome.Verdict != provider.Rejected {
			t.Errorf("a text as a picture: %v", err)
		}
		time.Sleep(5 * time.Second)
		media, err := w.adapter.UploadMedia(ctx, "a.png", "image/png", sim.Picture())
		if err != nil {
			t.Fatal(err)
		}
		m := provider.Message{To: anna, Kind: provider.Template, Template: &provider.TemplatePart{Name: "pictured", Language: "pt_BR"}}
		if out := w.adapter.Send(ctx, m); out.Code != 132012 {
			t.Errorf("without the picture: %+v", out)
		}
		m.Template.Picture = media
		if out := w.adapter.Send(ctx, m); out.Verdict != provider.Accepted {
			t.Errorf("with it: %+v", out)
		}
	})
}

func TestACreationWithoutAnAnswerIsInDoubt(t *testing.T) {
	inBubble(t, func(w *world) {
		ctx := context.Background()
		w.control("cutTemplates", map[string]any{"times": 1})
		var r *provider.Refusal
		if _, err := w.adapter.CreateTemplate(ctx, offer); !errors.As(err, &r) || r.Outcome.Verdict != provider.Unknown {
			t.Errorf("%v", err)
		}
		if _, ok, err := w.adapter.FindTemplate(ctx, "offer_1", "pt_BR"); !ok || err != nil {
			t.Errorf("it is not there: %v", err)
		}
		if _, err := w.adapter.CreateTemplate(ctx, offer); !errors.As(err, &r) || r.Outcome.Verdict != provider.Rejected {
			t.Errorf("a second one: %v", err)
		}
	})
}

func TestWebhooksAboutTemplates(t *testing.T) {
	inBubble(t, func(w *world) {
		w.control("templates", whatsappsim.TemplateState{Name: "hi", Language: "en", Body: "x", Status: "REJECTED", Reason: "SCAM"})
		w.control("templates", whatsappsim.TemplateState{Name: "hi", Language: "en", Quality: "RED"})
		got := w.hook.await(func(got received) bool { return len(got.bodies) == 2 })
		for _, body := range got.bodies {
			ev, err := w.adapter.Parse(t.Context(), &provider.Callback{Body: []byte(body)})
			if err != nil || len(ev.Templates) != 1 || ev.Unknown != 0 {
				t.Fatalf("%s: %+v %v", body, ev, err)
			}
			e := ev.Templates[0]
			if e.Name != "hi" || e.Language != "en" || strings.Contains(body, "REJECTED") &&
				(e.Status != provider.TemplateRejected || e.Reason != provider.ReasonScam) ||
				strings.Contains(body, "RED\"") && !strings.Contains(body, "event") && e.Quality != "red" {
				t.Errorf("%s: %+v", body, e)
			}
		}
	})
}

// The address of a button may end in a parameter, which each message fills.
func TestATemplateWithAnAddressThatIsFilled(t *testing.T) {
	inBubble(t, func(w *world) {
		ctx := context.Background()
		c := offer
		c.Name, c.Header, c.Body = "opens", "", "Oi"
		c.Buttons = []provider.TemplateButton{{Kind: "reply", Text: "Parar"},
			{Kind: "url", Text: "Abrir", Target: "https://example.com/o/{code}"}}
		made, err := w.adapter.CreateTemplate(ctx, c)
		if err != nil {
			t.Fatal(err)
		}
		a := w.must("GET", "/v23.0/"+made.ID, nil)
		parts := a.body["components"].([]any)
		if got := fmt.Sprint(parts[len(parts)-1]); !strings.Contains(got, "url:https://example.com/o/{{1}}") ||
			!strings.Contains(got, "example:[https://example.com/o/X1]") {
			t.Errorf("registered as %s", got)
		}
		time.Sleep(5 * time.Second)
		for name, try := range map[string]struct {
			buttons []provider.ButtonValue
			code    int
		}{
			"filled":              {[]provider.ButtonValue{{Index: 1, Value: "ana"}}, 0},
			"without a value":     {nil, 131008},
			"a value for another": {[]provider.ButtonValue{{Index: 0, Value: "x"}, {Index: 1, Value: "x"}}, 132000},
			"a button too many":   {[]provider.ButtonValue{{Index: 1, Value: "x"}, {Index: 2, Value: "x"}}, 132000},
		} {
			m := provider.Message{To: anna, Kind: provider.Template,
				Template: &provider.TemplatePart{Name: "opens", Language: "pt_BR", Buttons: try.buttons}}
			if out := w.adapter.Send(ctx, m); out.Code != try.code {
				t.Errorf("%s: %+v", name, out)
			}
		}
		for name, address := range map[string]string{"in the middle": "https://example.com/{code}/o", "two": "https://example.com/{code}{nome}"} {
			c.Name, c.Buttons[1].Target = "bad_address", address
			var r *provider.Refusal
			if _, err := w.adapter.CreateTemplate(ctx, c); !errors.As(err, &r) || r.Outcome.Code != 100 {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

func TestATemplateWithAVideo(t *testing.T) {
	inBubble(t, func(w *world) {
		ctx := context.Background()
		c := offer
		c.Name, c.Header, c.Body, c.Buttons = "filmed", "", "Oi", nil
		picture, err := w.adapter.UploadSample(ctx, "image/png", []byte("\x89PNG"))
		if err != nil {
			t.Fatal(err)
		}
		c.Video = picture
		var r *provider.Refusal
		if _, err := w.adapter.CreateTemplate(ctx, c); !errors.As(err, &r) || r.Outcome.Code != 100 {
			t.Errorf("a picture as a video: %v", err)
		}
		if c.Video, err = w.adapter.UploadSample(ctx, "video/mp4", []byte("ftyp")); err != nil {
			t.Fatal(err)
		}
		if _, err := w.adapter.CreateTemplate(ctx, c); err != nil {
			t.Fatal(err)
		}
		time.Sleep(5 * time.Second)
		media, err := w.adapter.UploadMedia(ctx, "a.mp4", "video/mp4", film.Plain("isom", 0))
		if err != nil {
			t.Fatal(err)
		}
		m := provider.Message{To: anna, Kind: provider.Template,
			Template: &provider.TemplatePart{Name: "filmed", Language: "pt_BR", Picture: media}}
		if out := w.adapter.Send(ctx, m); out.Code != 132012 {
			t.Errorf("with a picture: %+v", out)
		}
		m.Template.Picture, m.Template.Video = "", media
		if out := w.adapter.Send(ctx, m); out.Verdict != provider.Accepted {
			t.Errorf("with it: %+v", out)
		}
	})
}

func TestATemplateOfACodeAtTheProvider(t *testing.T) {
	inBubble(t, func(w *world) {
		ctx := context.Background()
		c := provider.TemplateContent{Name: "code", Language: "en_US", Category: "AUTHENTICATION",
			Code: &provider.TemplateCode{Security: true, Minutes: 5, Button: "Copy code"}}
		made, err := w.adapter.CreateTemplate(ctx, c)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(w.must("GET", "/v23.0/"+made.ID, nil).body["components"]); !strings.Contains(got, "do not share this code") ||
			!strings.Contains(got, "expires in 5 minutes") || !strings.Contains(got, "type:URL") {
			t.Errorf("registered as %s", got)
		}
		time.Sleep(5 * time.Second)
		long := strings.Repeat("1", 16)
		for name, try := range map[string]struct {
			body, button string
			code         int
		}{"the same code": {"123", "123", 0}, "another one on the button": {"123", "124", 132012}, "16 characters": {long, long, 132018}} {
			m := provider.Message{To: anna, Kind: provider.Template,
				Template: &provider.TemplatePart{Name: "code", Language: "en_US", Values: []string{try.body},
					Buttons: []provider.ButtonValue{{Value: try.button}}}}
			if out := w.adapter.Send(ctx, m); out.Code != try.code {
				t.Errorf("%s: %+v", name, out)
			}
		}
		for name, wrong := range map[string]*provider.TemplateCode{"91 minutes": {Minutes: 91, Button: "x"},
			"a long label": {Button: strings.Repeat("x", 26)}} {
			c.Name, c.Code = "wrong", wrong
			var r *provider.Refusal
			if _, err := w.adapter.CreateTemplate(ctx, c); !errors.As(err, &r) || r.Outcome.Code != 100 {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

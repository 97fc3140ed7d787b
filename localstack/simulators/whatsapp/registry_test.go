package whatsappsim_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"herald/localstack/simulators/sim"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/provider"
)

func TestMedia(t *testing.T) {
	inBubble(t, func(w *world) {
		data := sim.Picture()
		id, err := w.adapter.UploadMedia(context.Background(), "a.png", "image/png", data)
		if err != nil {
			t.Fatal(err)
		}
		a := w.must("GET", "/v23.0/"+id+"?phone_number_id="+number, nil)
		if a.body["mime_type"] != "image/png" || a.body["file_size"] != strconv.Itoa(len(data)) || len(a.body["sha256"].(string)) != 64 ||
			a.body["id"] != id {
			t.Errorf("media %v", a)
		}
		address := a.body["url"].(string)
		req, err := http.NewRequest("GET", address, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+token)
		res, err := w.client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		if got, err := io.ReadAll(res.Body); err != nil || !bytes.Equal(got, data) || res.Header.Get("Content-Type") != "image/png" {
			t.Errorf("downloaded %d bytes, %v", len(got), err)
		}
		req.Header.Del("Authorization")
		if a, err := w.do(req); err != nil || a.code() != 190 {
			t.Errorf("a download without the bearer: %v %v", a, err)
		}
		if a := w.must("GET", "/v23.0/"+id+"?phone_number_id=1", nil); a.code() != 100 {
			t.Errorf("another number: %v", a)
		}
		if a := w.must("DELETE", "/v23.0/"+id, nil); a.body["success"] != true {
			t.Errorf("delete: %v", a)
		}
		if a := w.must("GET", "/v23.0/"+id, nil); a.code() != 100 {
			t.Errorf("after delete: %v", a)
		}
	})
}

func TestMediaIsRefused(t *testing.T) {
	inBubble(t, func(w *world) {
		for name, c := range map[string]struct {
			kind string
			size int
			code int
		}{
			"a type that is not taken": {"application/zip", 10, 100},
			"an image above 5 MB":      {"image/jpeg", 5<<20 + 1, 131053},
			"an empty file":            {"image/jpeg", 0, 131053},
			"a video above 16 MB":      {"video/mp4", 16<<20 + 1, 131053},
			"a sticker above 500 kB":   {"image/webp", 500<<10 + 1, 131053},
			"a type with line breaks":  {"image/", 10, 100},
		} {
			_, err := w.adapter.UploadMedia(context.Background(), "f", c.kind, make([]byte, c.size))
			var r *provider.Refusal
			if c.code == 0 && err != nil || c.code != 0 && (!errors.As(err, &r) || r.Outcome.Code != c.code) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if a := w.must("POST", "/v23.0/"+number+"/media", "no form"); a.code() != 100 {
			t.Errorf("no form: %v", a)
		}
	})
}

func templateBody(name, text string) map[string]any {
	return map[string]any{"name": name, "language": "pt_BR", "category": "MARKETING",
		"components": []any{map[string]any{"type": "BODY", "text": text, "example": map[string]any{"body_text": []any{[]string{"a", "b"}}}}}}
}

const templatesPath = "/v23.0/" + waba + "/message_templates"

func TestTemplateLife(t *testing.T) {
	inBubble(t, func(w *world) {
		made := w.must("POST", templatesPath, templateBody("hello", "Oi {{1}}, hoje temos {{2}} para você!"))
		id, _ := made.body["id"].(string)
		if made.body["status"] != "PENDING" || made.body["category"] != "MARKETING" || id == "" {
			t.Fatalf("created %v", made)
		}
		m := provider.Message{To: anna, Kind: provider.Template,
			Template: &provider.TemplatePart{Name: "hello", Language: "pt_BR", Values: []string{"Ana", "{{1}} é"}}}
		if out := w.adapter.Send(context.Background(), m); out.Code != 132001 {
			t.Errorf("while pending: %+v", out)
		}
		got := w.hook.await(func(got received) bool { return len(got.bodies) == 1 })
		if !strings.Contains(got.bodies[0], `"event":"APPROVED"`) || !strings.Contains(got.bodies[0], `"message_template_name":"hello"`) {
			t.Errorf("webhook %s", got.bodies[0])
		}
		if out := w.adapter.Send(context.Background(), m); out.Verdict != provider.Accepted || out.Detail != "" {
			t.Errorf("approved: %+v", out)
		}
		if accepted, _ := w.messages(""); accepted[0].Body != "Oi Ana, hoje temos {{1}} é para você!" || accepted[0].Type != "template" {
			t.Errorf("accepted %+v", accepted[0])
		}
		m.Template.Values = []string{"Ana", strings.Repeat("x", 1024)}
		if out := w.adapter.Send(context.Background(), m); out.Code != 132005 || !out.Stop {
			t.Errorf("too long when filled: %+v", out)
		}
		for name, values := range map[string][]string{"too few": {"a"}, "too many": {"a", "b", "c"}, "none": nil} {
			m.Template.Values = values
			if out := w.adapter.Send(context.Background(), m); out.Code != 132000 || !out.Stop {
				t.Errorf("%s: %+v", name, out)
			}
		}
		if a := w.must("POST", "/v23.0/"+id,
			map[string]any{"components": []any{map[string]any{"type": "BODY", "text": "New"}}}); a.body["success"] != true {
			t.Errorf("edit: %v", a)
		}
		if a := w.must("GET", "/v23.0/"+id, nil); a.body["status"] != "PENDING" || a.body["name"] != "hello" {
			t.Errorf("read: %v", a)
		}
		if a := w.must("DELETE", templatesPath+"?name=hello", nil); a.body["success"] != true {
			t.Errorf("delete: %v", a)
		}
		if out := w.adapter.Send(context.Background(), m); out.Code != 132001 {
			t.Errorf("deleted: %+v", out)
		}
		time.Sleep(time.Minute) // the review of what was deleted says nothing
		if a := w.must("DELETE", templatesPath+"?name=hello", nil); a.code() != 100 {
			t.Errorf("deleted twice: %v", a)
		}
	})
}

func TestTemplateRefusals(t *testing.T) {
	inBubble(t, func(w *world) {
		if a := w.must("POST", templatesPath, templateBody("hello", "x")); a.status != 200 {
			t.Fatalf("%v", a)
		}
		bad := templateBody("ok_name", "x")
		delete(bad, "category")
		for name, body := range map[string]any{"a name in capitals": templateBody("Hello", "x"), "the same again": templateBody("hello", "y"),
			"no category": bad, "a long body": templateBody("long", strings.Repeat("x", 1025)), "no JSON": "x"} {
			if a := w.must("POST", templatesPath, body); a.code() != 100 {
				t.Errorf("%s: %v", name, a)
			}
		}
		w.must("POST", templatesPath, templateBody("reject_me", "x"))
		got := w.hook.await(func(got received) bool { return len(got.bodies) == 2 })
		if all := strings.Join(got.bodies, ""); !strings.Contains(all, `"event":"REJECTED"`) ||
			!strings.Contains(all, `"reason":"INVALID_FORMAT"`) {
			t.Errorf("webhooks %s", all)
		}
	})
}

func TestTemplateListPages(t *testing.T) {
	inBubble(t, func(w *world) {
		for _, name := range []string{"a1", "a2", "a3", "b1"} {
			w.control("templates", whatsappsim.TemplateState{Name: name, Language: "en", Body: "x"})
		}
		names, after := []string{}, ""
		for {
			a := w.must("GET", templatesPath+"?name=a&limit=2&after="+after, nil)
			for _, item := range a.body["data"].([]any) {
				names = append(names, item.(map[string]any)["name"].(string))
			}
			paging := a.body["paging"].(map[string]any)
			if paging["next"] == nil {
				break
			}
			after = paging["cursors"].(map[string]any)["after"].(string)
		}
		if strings.Join(names, ",") != "a1,a2,a3" {
			t.Errorf("names %v", names)
		}
	})
}

func TestTemplateStates(t *testing.T) {
	inBubble(t, func(w *world) {
		m := provider.Message{To: anna, Kind: provider.Template, Template: &provider.TemplatePart{Name: "hi", Language: "en"}}
		for status, code := range map[string]int{"PAUSED": 132015, "DISABLED": 132016, "REJECTED": 132001, "PENDING": 132001, "APPROVED": 0} {
			w.control("templates", whatsappsim.TemplateState{Name: "hi", Language: "en", Body: "x", Status: status})
			if out := w.adapter.Send(context.Background(), m); out.Code != code {
				t.Errorf("%s: %+v", status, out)
			}
		}
		if a := w.must("POST", "/_sim/templates", whatsappsim.TemplateState{Name: "hi", Language: "en", Status: "NEW"}); a.status != 400 {
			t.Errorf("an unknown status: %v", a)
		}
		m.Template.Language = "pt_BR"
		if out := w.adapter.Send(context.Background(), m); out.Code != 132001 || out.Scope != provider.Content {
			t.Errorf("another language: %+v", out)
		}
	})
}

func TestMessageHistory(t *testing.T) {
	inBubble(t, func(w *world) {
		w.control("config", map[string]any{"readRate": 1})
		w.script(whatsappsim.Rule{Suffix: "2", Outcome: "undeliverable"})
		w.mustSend(anna, "4915112345602")
		accepted, _ := w.messages("")
		states := func(id string) string {
			a := w.must("GET", "/v23.0/"+number+"/message_history?message_id="+url.QueryEscape(id), nil)
			var out []string
			for _, d := range a.body["data"].([]any) {
				for _, e := range d.(map[string]any)["events"].(map[string]any)["data"].([]any) {
					out = append(out, e.(map[string]any)["delivery_status"].(string))
				}
			}
			return strings.Join(out, " ")
		}
		if got := states(accepted[0].ID); got != "SENT" {
			t.Errorf("at once: %s", got)
		}
		time.Sleep(time.Minute)
		if got := states(accepted[0].ID); got != "SENT DELIVERED READ" {
			t.Errorf("later: %s", got)
		}
		if got := states(accepted[1].ID); got != "FAILED" {
			t.Errorf("failed: %s", got)
		}
		if got := states("wamid.other"); got != "" {
			t.Errorf("unknown: %s", got)
		}
		if a := w.must("GET", "/v23.0/"+number+"/message_history", nil); a.code() != 100 {
			t.Errorf("without an id: %v", a)
		}
	})
}

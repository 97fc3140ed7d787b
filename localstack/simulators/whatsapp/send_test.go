package whatsappsim_test

import (
	"net/http"
	"strings"
	"testing"

	whatsappsim "herald/localstack/simulators/whatsapp"
)

func TestCallsNeedTheBearer(t *testing.T) {
	inBubble(t, func(w *world) {
		for name, header := range map[string]string{"none": "", "wrong": "Bearer other", "not a bearer": "Basic " + token} {
			req, err := http.NewRequest("POST", w.base+"/v23.0/"+number+"/messages", strings.NewReader(textBody(anna)))
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("Authorization", header)
			a, err := w.do(req)
			if err != nil || a.status != 401 || a.code() != 190 {
				t.Errorf("%s: %v %v", name, a, err)
			}
		}
		if accepted, refused := w.messages(""); len(accepted) != 0 || len(refused) != 3 || refused[0].Code != "190" {
			t.Errorf("accepted %v, refused %v", accepted, refused)
		}
	})
}

func TestUnknownPaths(t *testing.T) {
	inBubble(t, func(w *world) {
		for path, code := range map[string]int{
			"/messages": 2500, "/23/" + number + "/messages": 2500, "/v23.0/" + number + "/nothing": 2500,
			"/v23.0/999/messages": 100, "/v23.0/" + number + "/flows": 2500,
		} {
			if a := w.must("POST", path, textBody(anna)); a.code() != code {
				t.Errorf("%s: %v", path, a)
			}
		}
	})
}

func TestSchemaIsChecked(t *testing.T) {
	inBubble(t, func(w *world) {
		head := `{"messaging_product":"whatsapp","to":"` + anna + `",`
		cases := map[string]struct {
			body string
			code int
		}{
			"not JSON":               {`hello`, 100},
			"a list":                 {`[]`, 100},
			"no type":                {head + `"text":{"body":"x"}}`, 100},
			"an unknown type":        {head + `"type":"poll","poll":{}}`, 100},
			"no product":             {`{"to":"` + anna + `","type":"text","text":{"body":"x"}}`, 100},
			"no recipient":           {`{"messaging_product":"whatsapp","type":"text","text":{"body":"x"}}`, 100},
			"a recipient of letters": {`{"messaging_product":"whatsapp","to":"anna","type":"text","text":{"body":"x"}}`, 131009},
			"an empty text":          {head + `"type":"text","text":{"body":""}}`, 100},
			"a long text":            {head + `"type":"text","text":{"body":"` + strings.Repeat("x", 4097) + `"}}`, 100},
			"a field too many":       {head + `"type":"text","text":{"body":"x"},"surprise":1}`, 100},
			"a long reference": {head + `"type":"text","text":{"body":"x"},"biz_opaque_callback_data":"` + strings.Repeat("r", 513) + `"}`,
				100},
			"media by word":           {head + `"type":"image","image":{"id":"abc"}}`, 100},
			"media twice":             {head + `"type":"image","image":{"id":"1","link":"https://x"}}`, 100},
			"media that is not there": {head + `"type":"image","image":{"id":"1"}}`, 131009},
			"a button too long": {head +
				`"type":"interactive","interactive":{"type":"cta_url","body":{"text":"b"},"action":{"name":"cta_url","parameters":{"display_text":"` +
				strings.Repeat("x", 21) + `","url":"https://x"}}}}`, 100},
			"a button without address": {head +
				`"type":"interactive","interactive":{"type":"cta_url","body":{"text":"b"},"action":{"name":"cta_url","parameters":{"display_text":"x"}}}}`, 100},
			"a template name in capital": {head + `"type":"template","template":{"name":"Hello","language":{"code":"en"}}}`, 100},
			"a template that is not":     {head + `"type":"template","template":{"name":"hello","language":{"code":"en"}}}`, 132001},
		}
		for name, c := range cases {
			if a := w.must("POST", "/v23.0/"+number+"/messages", c.body); a.code() != c.code {
				t.Errorf("%s: %v", name, a)
			}
		}
		if accepted, refused := w.messages(""); len(accepted) != 0 || len(refused) != len(cases) {
			t.Errorf("%d accepted, %d refused", len(accepted), len(refused))
		}
		for name, body := range map[string]string{
			"a link to a picture": head + `"type":"image","image":{"link":"https://x/y.png","caption":"c"}}`,
			"a user id":           `{"messaging_product":"whatsapp","recipient":"US.13491208655302741918","type":"text","text":{"body":"x"}}`,
			"a plus":              `{"messaging_product":"whatsapp","to":"+` + anna + `","type":"text","text":{"body":"x"}}`,
			"a reaction":          head + `"type":"reaction","reaction":{"message_id":"wamid.x","emoji":"x"}}`,
			"marked as read":      `{"messaging_product":"whatsapp","status":"read","message_id":"wamid.x"}`,
		} {
			if a := w.must("POST", "/v23.0/"+number+"/messages", body); a.status != 200 {
				t.Errorf("%s: %v", name, a)
			}
		}
	})
}

// The outcomes of decisions §10.
func TestScriptedOutcomes(t *testing.T) {
	type step struct {
		status, code int // status 0: any
	}
	ok := step{200, -1}
	cases := map[string]struct {
		rule     whatsappsim.Rule
		steps    []step
		accepted []bool // answered
		receipts string
	}{
		"undeliverable":   {whatsappsim.Rule{Outcome: "undeliverable"}, []step{ok}, []bool{true}, "f131026"},
		"not_whatsapp":    {whatsappsim.Rule{Outcome: "not_whatsapp"}, []step{{400, 131026}, {400, 131026}, {400, 131026}}, nil, ""},
		"pair_rate":       {whatsappsim.Rule{Outcome: "pair_rate"}, []step{{400, 131056}, {400, 131056}, ok, ok}, []bool{true, true}, ""},
		"rate":            {whatsappsim.Rule{Outcome: "rate", Times: 1}, []step{{0, 130429}, ok}, []bool{true}, "sar"},
		"server_error":    {whatsappsim.Rule{Outcome: "server_error"}, []step{{500, 131000}, {500, 131000}, ok}, []bool{true}, "sar"},
		"paused_template": {whatsappsim.Rule{Outcome: "paused_template"}, []step{{400, 132015}}, nil, ""},
		"refuse":          {whatsappsim.Rule{Outcome: "refuse", Code: "131031"}, []step{{403, 131031}}, nil, ""},
		"fail":            {whatsappsim.Rule{Outcome: "fail", Code: "131049"}, []step{ok}, []bool{true}, "f131049"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(w *world) {
				w.control("config", map[string]any{"readRate": 1})
				w.script(c.rule)
				for i, want := range c.steps {
					a, err := w.send(anna)
					if err != nil || a.code() != want.code || want.status != 0 && a.status != want.status {
						t.Fatalf("step %d: %v %v", i, a, err)
					}
				}
				accepted, refused := w.messages("")
				if len(accepted) != len(c.accepted) || len(accepted)+len(refused) != len(c.steps) {
					t.Fatalf("accepted %v, refused %v", accepted, refused)
				}
				for i, m := range accepted {
					if m.Answered != c.accepted[i] || m.To != anna || m.Type != "text" || m.Body != "hello" || m.Reference != "ref-"+anna ||
						m.AcceptedAt.IsZero() {
						t.Errorf("accepted %+v", m)
					}
				}
				if c.receipts != "" {
					w.hook.awaitStates(anna, c.receipts)
				}
			})
		})
	}
}

func TestScriptedLastDigits(t *testing.T) {
	inBubble(t, func(w *world) {
		w.control("config", map[string]any{"readRate": 1})
		const stem = "49151123456"
		for suffix, want := range map[string]string{"26": "f131026", "49": "f131049", "50": "f131050", "11": "sar"} {
			if a, err := w.send(stem + suffix); err != nil || a.status != 200 {
				t.Errorf("%s: %v %v", suffix, a, err)
			}
			w.hook.awaitStates(stem+suffix, want)
		}
		if _, err := w.send(stem + "97"); err == nil {
			t.Error("97 was answered")
		}
		for i, status := range []int{500, 500, 200} {
			if a, err := w.send(stem + "98"); err != nil || a.status != status {
				t.Errorf("98, %d: %v %v", i, a, err)
			}
		}
		if a, err := w.send(stem + "99"); err != nil || a.status != 200 {
			t.Errorf("99: %v %v", a, err)
		}
		w.hook.awaitStates(stem+"97", "sar")
		if got := w.hook.look().states(stem + "99"); got != "" {
			t.Errorf("99 has receipts: %s", got)
		}
	})
}

func TestThroughputLimit(t *testing.T) {
	inBubble(t, func(w *world) {
		codes := map[int]bool{}
		for range 5 {
			a, err := w.send(anna)
			if err != nil {
				t.Fatal(err)
			}
			codes[a.code()] = true
			if a.code() == 130429 && a.status != 400 && a.status != 429 {
				t.Errorf("status %d", a.status)
			}
		}
		if !codes[130429] || !codes[-1] {
			t.Errorf("codes %v", codes)
		}
		w.control("reset", nil)
		if a, err := w.send(anna); err != nil || a.status != 200 {
			t.Errorf("after a reset: %v %v", a, err)
		}
	}, func(c *whatsappsim.Config) { c.Rate = 1 })
}

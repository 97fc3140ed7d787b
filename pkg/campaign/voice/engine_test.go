package voice_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/campaign/voice"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// The key of an engine is stored and used, but never shown: no response, list, file, audit record, log line or row contains it.
func TestTheKeyOfAnEngineIsNeverShown(t *testing.T) {
	p, sim := apptest.NewVoiceFixture(t)
	const key = "AKIAGOOD:s3cr3t-of-the-engine"
	var logged strings.Builder
	p.Env.Log = func(line map[string]any) {
		for _, v := range line {
			if text, ok := v.(string); ok {
				logged.WriteString(text)
			}
		}
	}
	admin := p.Users.Admin
	answers := []*testkit.Answer{admin.With("Idempotency-Key", "one").Post("/call/engine",
		apptest.Object{"name": "Own", "provider": "polly", "speakerName": "Joanna", "feature": "standard", "languages": []string{"en-US"},
			"key": key})}
	e := testkit.Data[voice.Engine](answers[0])
	if e.Key != voice.Shown {
		t.Errorf("%+v", e)
	}
	test := func() voice.Test {
		a := admin.In("en_US").Post("/call/engine/"+e.ID+"/test", apptest.Object{"text": "Can you hear me?"})
		made := testkit.Data[voice.Test](a)
		p.RunJobs()
		b := admin.In("en_US").Get("/call/engine/" + e.ID + "/test/" + made.ID)
		answers = append(answers, a, b)
		return testkit.Data[voice.Test](b)
	}
	if got := test(); got.State != voice.Ready || got.URL == "" || got.Milliseconds < 1000 || len(got.Wave) == 0 {
		t.Errorf("%+v", got)
	}
	change := apptest.Object{"id": e.ID, "name": "Own", "provider": "polly", "speakerName": "Joanna", "feature": "standard",
		"languages": []string{"en-US"}}
	for _, shown := range []any{nil, voice.Shown} { // the masked value is no key: the stored one stays
		if shown != nil {
			change["key"] = shown
		}
		answers = append(answers, admin.Put("/call/engine", change))
		if got := test(); got.State != voice.Ready {
			t.Errorf("%+v", got)
		}
	}
	answers = append(answers, admin.Get("/call/engine/page"), admin.Get("/system/audit/page"), p.Users.Customer.Get("/call/engine/selector"),
		admin.Get("/call/engine/export"))
	for _, a := range answers {
		if strings.Contains(string(a.Raw), "s3cr3t") || strings.Contains(string(a.Raw), "AKIA") {
			t.Errorf("the key is shown: %s", a.Raw)
		}
	}
	if strings.Contains(logged.String(), "s3cr3t") {
		t.Error("the key is in the log")
	}
	for _, pk := range []string{"ENGINE#" + e.ID, "L#voiceengine#all"} {
		rows, err := store.Collect(store.Rows(p.Context(), p.Kit.DB, store.Query{Table: "campaign", PK: pk}))
		if err != nil || len(rows) == 0 {
			t.Fatalf("%s: %d rows (%v)", pk, len(rows), err)
		}
		for _, row := range rows {
			held := map[string]any{}
			if _, err := store.Decode(row, &held); err != nil || strings.Contains(fmt.Sprint(held), "s3cr3t") {
				t.Errorf("the key lies in the clear: %v (%v)", held, err)
			}
		}
	}
	change["key"] = "AKIABAD:other-secret"
	admin.Put("/call/engine", change).OK()
	if got := test(); got.State != voice.Failed || !strings.Contains(got.Reason, "isn't valid") {
		t.Errorf("%+v", got)
	}
	change["key"] = ""
	if got := testkit.Data[voice.Engine](admin.Put("/call/engine", change)); got.Key != "" {
		t.Errorf("%+v", got)
	}
	if got := test(); got.State != voice.Ready {
		t.Errorf("%+v", got)
	}
	for _, bad := range []string{"nocolon", ":x", "x:", "a b:c", "{a}:c"} {
		change["key"] = bad
		admin.Put("/call/engine", change).Bad("key")
	}
	if _, refused := sim.Messages(0, 100); len(refused) != 1 {
		t.Errorf("%+v", refused)
	}
}

// An engine can be disabled, enabled and deleted; its recordings remain.
func TestVoiceEngines(t *testing.T) {
	p, _ := apptest.NewVoiceFixture(t)
	admin, c := p.Users.Admin, p.Users.Customer
	admin.Put("/aty/customerinfo/activation/"+c.User.ID, nil).OK() // charged speech costs the platform
	e := p.NewEngine(apptest.Object{"charged": true})
	// 9,500 characters of SSML
	c.Post("/call/recording", apptest.Object{"name": "x", "language": "en-US", "engineId": e.ID,
		"content": strings.Repeat("&", 1900)}).Bad("content")
	one := testkit.Data[voice.Recording](c.Post("/call/recording",
		apptest.Object{"name": "x", "language": "en-US", "engineId": e.ID, "content": "Hello to all of you"}))
	p.RunJobs()
	if got := testkit.Data[voice.Engine](admin.Put("/call/engine/usable", apptest.Object{"id": e.ID, "usable": false})); got.Enabled {
		t.Errorf("%+v", got)
	}
	admin.Post("/call/engine/"+e.ID+"/test", apptest.Object{}).Want(http.StatusConflict, 409)
	if got := testkit.Data[web.Page[voice.EngineOption]](c.Get("/call/engine/selector")); got.Total != 0 {
		t.Errorf("%+v", got)
	}
	for query, want := range map[string]int64{"charged=true": 1, "charged=false": 0, "enabled=false": 1, "language=en-US": 1,
		"language=id-ID": 0, "provider=polly&feature=standard": 1} {
		if got := testkit.Data[web.Page[voice.Engine]](admin.Get("/call/engine/page?" + query)); int64(got.Total) != want {
			t.Errorf("%s: %d", query, got.Total)
		}
	}
	admin.Put("/call/engine/usable", apptest.Object{"id": e.ID, "usable": true}).OK()
	admin.Post("/call/engine/"+e.ID+"/test", apptest.Object{"language": "pt-BR"}).Bad("language")
	admin.Delete("/call/engine/"+e.ID, nil).OK()
	admin.Delete("/call/engine/"+e.ID, nil).Want(http.StatusNotFound, 404)
	if got := testkit.Data[voice.Recording](c.Get("/call/recording/" + one.ID)); got.State != voice.Ready {
		t.Errorf("%+v", got)
	}
}

// Languages ship with Indonesian first; shipped languages can be disabled and renamed, and others added (decisions §6).
func TestLanguagesOfRecordings(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	admin, c := p.Users.Admin, p.Users.Customer
	page := func() []voice.Language {
		return testkit.Data[web.Page[voice.Language]](admin.Get("/call/language/page?size=100")).Records
	}
	if all := page(); len(all) < 2 || all[0].Code != "id-ID" || !all[0].Enabled || !all[0].Shipped {
		t.Fatalf("%+v", all)
	}
	admin.Put("/call/language", apptest.Object{"id": "id-ID", "name": "Indonesia", "enabled": false}).OK()
	if all := page(); all[0].Name != "Indonesia" || all[0].Enabled {
		t.Errorf("%+v", all[0])
	}
	c.Post("/call/recording", apptest.Object{"name": "x", "language": "id-ID",
		"fileId": apptest.UploadSound(c, apptest.Tone(1))}).Bad("language")
	admin.Delete("/call/language/id-ID", nil).Want(http.StatusConflict, 409)
	admin.Post("/call/language", apptest.Object{"code": "id-ID", "name": "x"}).Want(http.StatusConflict, 409)
	admin.Post("/call/language", apptest.Object{"code": "Indonesian", "name": "x"}).Bad("code")
	admin.Post("/call/language", apptest.Object{"code": "ms-MY", "name": " "}).Bad("name")
	admin.Post("/call/language", apptest.Object{"code": "ms-MY", "name": "Bahasa Melayu"}).OK()
	admin.Post("/call/language", apptest.Object{"code": "ms-MY", "name": "x"}).Want(http.StatusConflict, 409)
	offered := testkit.Data[web.Page[voice.LanguageOption]](c.Get("/call/language/selector?size=100")).Records
	if len(offered) != len(page())-1 || offered[len(offered)-1].Code != "ms-MY" {
		t.Errorf("%+v", offered)
	}
	admin.Delete("/call/language/ms-MY", nil).OK()
	admin.Delete("/call/language/ms-MY", nil).Want(http.StatusNotFound, 404)
	c.Post("/call/language", apptest.Object{"code": "ms-MY", "name": "x"}).Want(http.StatusForbidden, 403)
}

// The voice-synthesis configuration has the columns of the specification, and a picker for them (business-domain §3;
// platform-services §4).
func TestTheVoiceSynthesisConfiguration(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	admin := p.Users.Admin
	v := testkit.Data[voice.Config](admin.Post("/call/voice",
		apptest.Object{"name": "Camila", "voiceKey": "Camila", "provider": "polly", "ttsLang": "pt-BR", "feature": "neural"}))
	if v.Speed != 100 || v.TTSLang != "pt-BR" {
		t.Errorf("%+v", v)
	}
	v = testkit.Data[voice.Config](admin.Put("/call/voice",
		apptest.Object{"id": v.ID, "name": "Camila", "voiceKey": "Camila", "provider": "polly", "ttsLang": "pt-BR", "feature": "standard",
			"speed": 90}))
	if v.Speed != 90 || v.Feature != "standard" {
		t.Errorf("%+v", v)
	}
	admin.Post("/call/voice", apptest.Object{"name": "x", "voiceKey": "x", "provider": "polly", "ttsLang": "xx-XX",
		"feature": "neural"}).Bad("language")
	admin.Post("/call/voice", apptest.Object{"name": "x", "voiceKey": "x", "provider": "other", "ttsLang": "pt-BR",
		"feature": "neural"}).Bad("provider")
	admin.Post("/call/voice", apptest.Object{"name": "x", "voiceKey": "x", "provider": "polly", "ttsLang": "pt-BR", "feature": "neural",
		"speed": 201}).Bad("speed")
	found := testkit.Data[struct {
		URL      string
		BodyList []struct{ Field string }
	}](admin.Get("/system/lov/data/voice"))
	var fields []string
	for _, f := range found.BodyList {
		fields = append(fields, f.Field)
	}
	if got := strings.Join(fields, " "); found.URL != "/call/voice/page" || got != "name voiceKey provider speed ttsLang feature" {
		t.Errorf("%s: %s", found.URL, got)
	}
	if got := testkit.Data[web.Page[voice.Config]](admin.Get("/call/voice/page?feature=standard&ttsLang=pt-BR&voiceKey=cam")); got.Total != 1 {
		t.Errorf("%+v", got)
	}
	admin.Delete("/call/voice/"+v.ID, nil).OK()
}

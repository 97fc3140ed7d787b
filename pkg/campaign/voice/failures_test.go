package voice_test

import (
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/localstack/simulators/sim"
	"herald/pkg/campaign/voice"
)

// The reason of a failed recording is shown in the reader's language. A new request succeeds once the cause is gone.
func TestWhyARecordingWasNotSpoken(t *testing.T) {
	p, at := apptest.NewVoiceFixture(t)
	c, admin := p.Users.Customer, p.Users.Admin
	e := p.NewEngine(nil)
	wish := apptest.Object{"name": "x", "language": "en-US", "engineId": e.ID, "content": "Hello to all of you"}
	script := func(rules ...sim.Rule) {
		t.Helper()
		if err := at.SetScript(rules); err != nil {
			t.Fatal(err)
		}
	}
	use := func(usable bool) { admin.Put("/call/engine/usable", apptest.Object{"id": e.ID, "usable": usable}).OK() }
	last := ""
	for name, one := range map[string]struct {
		before, after func()
		says          string
	}{
		"a text that it does not take": {func() { script(sim.Rule{Suffix: "Joanna", Outcome: "ssml"}) }, func() { script() },
			"doesn't accept this text or these values"},
		"an account that does not hold": {func() { script(sim.Rule{Suffix: "Joanna", Outcome: "denied"}) }, func() { script() },
			"The key or account of the voice engine Joanna isn't valid"},
		"an engine that was switched off": {func() { use(false) }, func() { use(true) }, "The voice engine Joanna is disabled"},
	} {
		made := testkit.Data[voice.Recording](c.Post("/call/recording", wish))
		one.before()
		p.RunJobs()
		told := map[string]bool{}
		for _, lang := range []string{"zh_CN", "en_US", "pt_BR", "zh_TW"} {
			got := testkit.Data[voice.Recording](c.In(lang).Get("/call/recording/" + made.ID))
			told[got.Reason] = true
			if got.State != voice.Failed || lang == "en_US" && !strings.Contains(got.Reason, one.says) {
				t.Errorf("%s: %+v", name, got)
			}
		}
		if len(told) != 4 {
			t.Errorf("%s is said in %d ways", name, len(told))
		}
		one.after()
		c.Put("/call/recording", apptest.Object{"id": made.ID, "name": "x", "language": "en-US", "content": "Hello to all of you"}).OK()
		p.RunJobs()
		if got := testkit.Data[voice.Recording](c.Get("/call/recording/" + made.ID)); got.State != voice.Ready || got.Reason != "" {
			t.Errorf("%s, asked again: %+v", name, got)
		}
		last = made.ID
	}
	made := testkit.Data[voice.Recording](c.Post("/call/recording", wish))
	admin.Delete("/call/engine/"+e.ID, nil).OK()
	p.RunJobs()
	if got := testkit.Data[voice.Recording](c.In("en_US").Get("/call/recording/" + made.ID)); got.State != voice.Failed ||
		got.Reason != "The voice engine was deleted" {
		t.Errorf("%+v", got)
	}
	c.Get("/call/recording/" + last + "/audio").OK() // the spoken sound stays
}

// Without a configured sealing key, an engine's key is refused, and no engine is stored.
func TestAKeyThatNothingSeals(t *testing.T) {
	p, _ := apptest.NewVoiceFixture(t)
	p.Env.Config.Adapters.Set(map[string]string{"speech/seal": ""})
	body := apptest.Object{"name": "Own", "provider": "polly", "speakerName": "Joanna", "feature": "standard", "languages": []string{"en-US"},
		"key": "AKIAGOOD:secret"}
	if a := p.Users.Admin.In("en_US").Post("/call/engine", body).Bad("key"); !strings.Contains(string(a.Raw),
		"no key to encrypt engine keys with") {
		t.Errorf("%s", a.Raw)
	}
	if n := testkit.Data[struct{ Total int }](p.Users.Admin.Get("/call/engine/page")).Total; n != 0 {
		t.Errorf("%d engines", n)
	}
}

// An engine that failed once is called again immediately, not in the next minute.
func TestAnEngineThatFailedOnceIsAskedAgainAtOnce(t *testing.T) {
	p, at := apptest.NewVoiceFixture(t)
	e := p.NewEngine(nil)
	if err := at.SetScript([]sim.Rule{{Suffix: "Joanna", Outcome: "down", Times: 1}}); err != nil {
		t.Fatal(err)
	}
	made := testkit.Data[voice.Recording](p.Users.Customer.Post("/call/recording",
		apptest.Object{"name": "x", "language": "en-US", "engineId": e.ID, "content": "Hello to all of you"}))
	p.RunJobs() // the clock stands, and nothing ticks
	if got := testkit.Data[voice.Recording](p.Users.Customer.Get("/call/recording/" + made.ID)); got.State != voice.Ready {
		t.Errorf("%+v", got)
	}
	if spoken, refused := at.Messages(0, 10); len(spoken) != 1 || len(refused) != 1 {
		t.Errorf("the engine spoke %d times and refused %d", len(spoken), len(refused))
	}
}

package voice

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"herald/pkg/campaign/allowance"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/provider"
)

// Test is a spoken sample of an engine for a user who tries it.
type Test struct {
	ID           string `dynamodbav:"id" json:"id"`
	State        string `dynamodbav:"s" json:"state" enum:"making,ready,failed"`
	Reason       string `dynamodbav:"r,omitempty" json:"reason" doc:"Reason of the failure."`
	URL          string `dynamodbav:"-" json:"url" doc:"URL, valid for one hour. Empty until it is ready."`
	Milliseconds int    `dynamodbav:"ms,omitempty" json:"milliseconds"`
	Wave         []int  `dynamodbav:"-" json:"wave"`
	Charged      bool   `dynamodbav:"c,omitempty" json:"charged" doc:"The provider charges for it."`

	Args     map[string]string `dynamodbav:"ra,omitempty" json:"-"`
	EngineID string            `dynamodbav:"e" json:"-"`
	Text     string            `dynamodbav:"t" json:"-"`
	Language string            `dynamodbav:"l" json:"-"`
	At       string            `dynamodbav:"f,omitempty" json:"-"`
	Peaks    []byte            `dynamodbav:"p,omitempty" json:"-"`
	Expires  int64             `dynamodbav:"ttl" json:"-"`
}

// testLife is how long a test can be played.
const testLife = 24 * time.Hour

// testKey is the key of a test by the name of its work, T/<engine>/<test>. It is not beside the engine's key, which the tick must not read.
func testKey(work string) store.Key {
	engine, test, _ := strings.Cut(strings.TrimPrefix(work, "T/"), "/")
	return store.Key{Table: table, PK: "SOUND#test." + engine, SK: "T#" + test}
}

func testWork(engine, test string) string { return "T/" + engine + "/" + test }

// greetings are what an engine says that is given no text.
var greetings = map[string]string{"zh": "您好，这是一次语音测试。", "pt": "Olá, este é um teste de voz.", "es": "Hola, esta es una prueba de voz.",
	"id": "Halo, ini adalah tes suara.", "hi": "नमस्ते, यह एक आवाज़ परीक्षण है।"}

const greeting = "Hello, this is a test of the voice."

// testRoute has an engine speak a short text; what came of it is asked for. Faults: 404, engine.off, recording.noVoice,
// allowance.customer (409) after so many tests of charged engines a day.
func (r *Service) testRoute(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Body struct {
		Text     string `json:"text,omitempty" maxLength:"200" doc:"Text to speak. Default: a greeting."`
		Language string `json:"language,omitempty" maxLength:"16" doc:"Default: the engine's first language."`
	}
}) (*Test, error) {
	e, err := r.engine(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	t := &Test{ID: r.NewID(ctx), State: Making, EngineID: e.ID, Charged: e.Charged, Language: cmp.Or(in.Body.Language, e.Languages[0]),
		Wave: []int{}, Expires: r.Now().Add(testLife).Unix()}
	if !slices.Contains(e.Languages, t.Language) {
		return nil, fault.Bad("language", "recording.noVoice", "engine", e.Name, "language", t.Language)
	}
	if e.Charged && r.Allowance != nil && !web.Repeated(ctx) {
		if err := r.Allowance.TakeStaff(ctx, allowance.EngineTest); err != nil {
			return nil, err
		}
	}
	short, _, _ := strings.Cut(t.Language, "-")
	t.Text = cmp.Or(strings.TrimSpace(in.Body.Text), greetings[short], greeting)
	work := testWork(e.ID, t.ID)
	ops := []store.Op{{Verb: store.Put, Key: testKey(work), Item: t, If: store.Missing("pk")},
		looks(r.DB).At(r.now().Add(lookAfter), work, "", nil)}
	err = store.TransactWithRetry(ctx, r.DB, tries, ops)
	again := store.ConditionFailed(err) != nil
	if err != nil && !again {
		return nil, err
	}
	auditlog.Note(ctx, e.ID, nil, map[string]any{"test": t.ID, "language": t.Language})
	auditlog.Subject(ctx, e.Name)
	r.post(ctx, auth.Must(ctx).Tenant, work)
	if again { // a repetition: what came of it meanwhile
		return r.test(ctx, e.ID, t.ID)
	}
	return t, nil
}

func (r *Service) testedRoute(ctx context.Context, in *struct {
	ID     string `path:"id"`
	TestID string `path:"testId"`
}) (*Test, error) {
	return r.test(ctx, in.ID, in.TestID)
}

func (r *Service) test(ctx context.Context, engine, test string) (*Test, error) {
	t, ok, err := store.Load[Test](ctx, r.DB, testKey(testWork(engine, test)), true)
	if err == nil && !ok {
		err = fault.Missing()
	}
	if err != nil {
		return nil, err
	}
	t.Wave = []int{}
	switch t.State {
	case Failed:
		t.Reason = r.Text(ctx, t.Reason, anyOf(t.Args))
	case Ready:
		p, err := r.playing(ctx, t.At, "test", t.Milliseconds, t.Peaks)
		if err != nil {
			return nil, err
		}
		t.URL, t.Wave = p.URL, p.Wave
	}
	return &t, nil
}

// workTest has a test spoken. It may be repeated.
func (r *Service) workTest(ctx context.Context, work string) error {
	t, ok, err := store.Load[Test](ctx, r.DB, testKey(work), true)
	if err != nil || !ok || t.State != Making {
		return err
	}
	e, err := r.engine(ctx, t.EngineID)
	if err == nil {
		var s *said
		if s, err = r.say(ctx, e, "v/test/"+t.ID, provider.SpeechText{Text: t.Text, Language: t.Language, Volume: 100, Speed: 100}); err == nil {
			t.State, t.At, t.Milliseconds, t.Peaks = Ready, s.at, s.info.Milliseconds, s.info.Wave
		}
	}
	if err != nil {
		r.Log(map[string]any{"warning": "voice: " + err.Error(), "id": work})
		t.State = Failed
		t.Reason, t.Args = reason(err)
	}
	_, err = r.DB.Write(ctx, store.Op{Verb: store.Put, Key: testKey(work), Item: t, If: store.Eq("s", Making)})
	if store.ConditionFailed(err) != nil {
		return nil
	}
	return err
}

package voice_test

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/campaign/voice"
	"herald/pkg/credit/price"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/money"
	"herald/pkg/kit/wav"
	"herald/pkg/kit/web"
)

// A WAV file is stored unchanged, measured, drawn, priced by its begun minutes and available to authorized users (business-domain §3, §5).
func TestAnUploadedRecording(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	c := p.Users.Customer
	one := apptest.NewRecording(c, "Promo", apptest.Tone(61.5))
	if one.State != voice.Ready || one.Source != voice.Uploaded || one.Seconds != 62 || one.Minutes != 2 || one.SampleRate != 8000 ||
		one.Channels != 1 || one.Bits != 16 || one.Encoding != wav.PCM || one.CustomerID != c.User.ID {
		t.Errorf("%+v", one)
	}
	if d := testkit.Data[voice.Detail](c.Get("/call/recording/" + one.ID)); d.Price != nil {
		t.Errorf("nobody has set a price, and it is %v", d.Price)
	}
	p.Users.Admin.Post("/aty/customerinfo/price/charge/save",
		apptest.Object{"userId": price.Platform, "service": voice.Call, "countryCode": "ID", "price": 0.5}).OK()
	if d := testkit.Data[voice.Detail](c.Get("/call/recording/" + one.ID)); d.Price == nil || *d.Price != 1*money.Credit {
		t.Errorf("two minutes cost %v", d.Price)
	}
	heard := testkit.Data[voice.PlayResponse](c.Get("/call/recording/" + one.ID + "/audio"))
	a, err := p.Kit.HTTP.Get(heard.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	got, err := io.ReadAll(a.Body)
	if err != nil || !bytes.Equal(got, apptest.Tone(61.5)) || len(heard.Wave) != wav.Peaks || heard.Milliseconds != 61500 {
		t.Errorf("%d bytes, %d peaks of %d ms (%v)", len(got), len(heard.Wave), heard.Milliseconds, err)
	}
	changed := testkit.Data[voice.Recording](c.Put("/call/recording",
		apptest.Object{"id": one.ID, "name": "Promo 2", "language": "en-US", "speakerName": "Ana", "content": "Halo"}))
	if changed.Name != "Promo 2" || changed.SpeakerName != "Ana" || changed.Milliseconds != 61500 {
		t.Errorf("%+v", changed)
	}
	for who, want := range map[*sessiontest.Actor]int64{c: 1, p.Users.Agent: 1, p.Users.Admin: 1, p.Users.Direct: 0} {
		if got := testkit.Data[web.Page[voice.Option]](who.Get("/call/recording/selector?name=promo")); int64(got.Total) != want {
			t.Errorf("%s is offered %d", who.User.Name, got.Total)
		}
	}
	played, err := p.Env.Voice().Recording(p.Context(), auth.UserScope(c.User.ID), one.ID)
	if err != nil || played.FileKey == "" || played.Seconds != 62 || played.State != voice.Ready || played.Owner.User != c.User.ID {
		t.Errorf("%+v (%v)", played, err)
	}
	c.Delete("/call/recording/"+one.ID, nil).OK()
	c.Delete("/call/recording/"+one.ID, nil).Want(http.StatusNotFound, 404)
	c.Get("/call/recording/"+one.ID+"/audio").Want(http.StatusNotFound, 404)
}

// A file that is not a recording is refused with its own message, and nothing of it is stored (issue: bad input).
func TestBadRecordings(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	c := p.Users.Customer.In("en_US")
	good := apptest.Tone(2)
	with := func(at int, value ...byte) []byte {
		b := bytes.Clone(good)
		copy(b[at:], value)
		return b
	}
	mp3 := append([]byte{0xff, 0xfb, 0x90, 0x64}, make([]byte, 4000)...)
	for name, file := range map[string][]byte{"an mp3 with another name": mp3, "a film in a RIFF": with(8, []byte("AVI ")...), "nothing": {}} {
		if a := c.Upload("/uf/uploadfile?kind=audio", "file", "a.wav", "audio/wav", file); a.Status != http.StatusBadRequest {
			t.Errorf("%s: %d %s", name, a.Status, a.Raw)
		}
	}
	for name, one := range map[string]struct {
		file []byte
		says string
	}{
		"cut off":            {good[:len(good)-1000], "ends in the middle"},
		"no samples":         {wav.Of(nil, 8000), "no sound"},
		"silent":             {wav.Of(make([]byte, 64000), 8000), "silent"},
		"compressed":         {with(20, 0x55, 0), "PCM or G.711"},
		"five channels":      {with(22, 5), "5 channels"},
		"a rate too low":     {with(24, 0xe8, 3, 0, 0), "1000 Hz"},
		"no format":          {with(12, []byte("junk")...), "isn't a wav"},
		"longer than is set": {apptest.Tone(6), "6 seconds long. The limit is 5 seconds"},
	} {
		if strings.HasPrefix(name, "longer") {
			p.Users.Admin.Put("/lop/system/config/recording.seconds", apptest.Object{"value": 5}).OK()
			p.Kit.Clock.Add(2_000_000_000)
		}
		a := c.Post("/call/recording", apptest.Object{"name": "x", "language": "id-ID",
			"fileId": apptest.UploadSound(p.Users.Customer, one.file)}).Bad("fileId")
		if !strings.Contains(string(a.Raw), one.says) {
			t.Errorf("%s: %s", name, a.Raw)
		}
	}
	sound := apptest.UploadSound(p.Users.Customer, good)
	for body, field := range map[*apptest.Object]string{
		{"name": " ", "language": "id-ID", "fileId": sound}: "name", {"name": "x", "language": "xx-XX", "fileId": sound}: "language",
		{"name": "x", "language": "id-ID"}:                                                 "fileId",
		{"name": "x", "language": "id-ID", "fileId": sound, "engineId": apptest.MissingID}: "fileId",
		{"name": "x", "language": "id-ID", "fileId": sound, "volume": 151}:                 "volume",
		{"name": "x", "language": "id-ID", "fileId": sound, "pitch": -51}:                  "pitch",
		{"name": "x", "language": "id-ID", "fileId": sound, "speed": 49}:                   "speed",
	} {
		c.Post("/call/recording", *body).Bad(field)
	}
	picture := testkit.Data[struct{ ID string }](p.Users.Customer.Upload("/uf/uploadfile", "file", "me.png", "image/png",
		apptest.SmallestPNG)).ID
	c.Post("/call/recording", apptest.Object{"name": "x", "language": "id-ID", "fileId": picture}).Bad("fileId")
	p.Users.Admin.Post("/call/recording", apptest.Object{"name": "x", "language": "id-ID", "fileId": sound}).Bad("customerId")
	if left := testkit.Data[web.Page[voice.Recording]](c.Get("/call/recording/page")); left.Total != 0 {
		t.Errorf("%d are left", left.Total)
	}
}

// A voice engine synthesizes a recording in the background, with the given volume, pitch and speed. A failure is reported, and a later try
// may succeed.
func TestASpokenRecording(t *testing.T) {
	p, sim := apptest.NewVoiceFixture(t)
	c := p.Users.Customer
	e := p.NewEngine(nil)
	text := strings.Repeat("Hello there, this is for you. ", 10)
	order := apptest.Object{"name": "Greeting", "language": "en-US", "engineId": e.ID, "content": text, "volume": 120, "pitch": -10,
		"speed": 200}
	one := testkit.Data[voice.Recording](c.Post("/call/recording", order))
	if one.State != voice.Making || one.SpeakerName != "Joanna" || one.EngineName != "Joanna" {
		t.Errorf("%+v", one)
	}
	c.Get("/call/recording/"+one.ID+"/audio").Want(http.StatusConflict, 409)
	c.Put("/call/recording", apptest.Object{"id": one.ID, "name": "x", "language": "en-US"}).Want(http.StatusConflict, 409)
	p.RunJobs()
	made := testkit.Data[voice.Detail](c.Get("/call/recording/" + one.ID))
	if made.State != voice.Ready || made.Seconds != 11 || made.SampleRate != 16000 || made.Encoding != wav.PCM {
		t.Errorf("%+v", made)
	}
	if all, _ := sim.Messages(0, 10); len(all) != 1 || !strings.Contains(all[0].Body, `volume="+1.6dB" pitch="-10%" rate="200%"`) {
		t.Errorf("%+v", all)
	}
	before, err := p.Env.Voice().Recording(p.Context(), auth.Everything, one.ID)
	if err != nil {
		t.Fatal(err)
	}
	if got := testkit.Data[voice.Recording](c.Put("/call/recording",
		apptest.Object{"id": one.ID, "name": "Slow", "language": "en-US", "content": text, "volume": 120, "pitch": -10,
			"speed": 200})); got.State != voice.Ready {
		t.Errorf("another name has nothing spoken again: %+v", got)
	}
	if got := testkit.Data[voice.Recording](c.Put("/call/recording",
		apptest.Object{"id": one.ID, "name": "Slow", "language": "en-US", "content": text})); got.State != voice.Making {
		t.Errorf("%+v", got)
	}
	p.RunJobs()
	after, err := p.Env.Voice().Recording(p.Context(), auth.Everything, one.ID)
	if err != nil || after.Seconds != 22 || after.FileKey == before.FileKey {
		t.Errorf("%+v (%v)", after, err)
	}
	// No server answers: the tick tries again, then gives up.
	p.Env.Config.Adapters.Set(map[string]string{"polly.url": "http://127.0.0.1:1"})
	lost := testkit.Data[voice.Recording](c.Post("/call/recording", order))
	for range 12 {
		p.RunJobs()
		p.Kit.Clock.Add(2 * 60_000_000_000)
		p.Tick()
	}
	if got := testkit.Data[voice.Recording](c.In("en_US").Get("/call/recording/" + lost.ID)); got.State != voice.Failed ||
		!strings.Contains(got.Reason, "can't be reached") {
		t.Errorf("%+v", got)
	}
}

// Requests that an engine cannot synthesize are refused before anything is stored, each with its message.
func TestWhatAnEngineCannotSpeak(t *testing.T) {
	p, _ := apptest.NewVoiceFixture(t)
	c := p.Users.Customer.In("en_US")
	neural := p.NewEngine(apptest.Object{"name": "Neural", "feature": "neural"})
	off := p.NewEngine(apptest.Object{"name": "Off", "enabled": false})
	say := func(more apptest.Object) apptest.Object {
		body := apptest.Object{"name": "x", "language": "en-US", "engineId": neural.ID, "content": "Hello"}
		for k, v := range more {
			body[k] = v
		}
		return body
	}
	c.Post("/call/recording", say(apptest.Object{"content": " "})).Bad("content")
	c.Post("/call/recording", say(apptest.Object{"content": strings.Repeat("a", 2001)})).Bad("content")
	c.Post("/call/recording", say(apptest.Object{"pitch": 5})).Bad("pitch")
	if a := c.Post("/call/recording", say(apptest.Object{"language": "id-ID"})); !strings.Contains(string(a.Bad("language").Raw),
		"upload a wav in this language") {
		t.Errorf("%s", a.Raw)
	}
	c.Post("/call/recording", say(apptest.Object{"engineId": apptest.MissingID})).Want(http.StatusNotFound, 404)
	if a := c.Post("/call/recording", say(apptest.Object{"engineId": off.ID})).Want(http.StatusConflict, 409); !strings.Contains(a.Message,
		"disabled") {
		t.Errorf("%s", a.Raw)
	}
	admin := p.Users.Admin.In("en_US")
	if a := admin.Post("/call/engine", apptest.Object{"name": "x", "provider": "polly", "speakerName": "x", "feature": "standard",
		"languages": []string{"id-ID"}}); !strings.Contains(string(a.Bad("languages").Raw), "no voice for id-ID") {
		t.Errorf("%s", a.Raw)
	}
	if got := testkit.Data[web.Page[voice.EngineOption]](c.Get("/call/engine/selector")); got.Total != 1 || got.Records[0].Pitch {
		t.Errorf("%+v", got)
	}
	c.Get("/call/engine/page").Want(http.StatusForbidden, 403)
}

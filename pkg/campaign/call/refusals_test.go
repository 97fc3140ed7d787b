package call_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/voice"
	"herald/pkg/credit/price"
	"herald/pkg/kit/wav"
	"herald/pkg/kit/web"
)

// narrow is a WAV file of some seconds with 8 bits a sample, so that a long one has few bytes.
func narrow(seconds int) []byte {
	file := wav.Of(bytes.Repeat([]byte{40, 128, 216, 128}, seconds*2000), 8000)
	file[34] = 8 // bits of a sample
	return file
}

// A recording of an hour is refused as a file that is too large. Where a limit permits the file, its length is refused (issue, bad input).
func TestARecordingOfAnHour(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	c := p.Users.Customer.In("en_US")
	a := c.Post("/uf/uploadfile/presign", apptest.Object{"name": "hour.wav", "size": 3600 * 8000}).Want(http.StatusBadRequest, 40031)
	if !strings.Contains(a.Message, "can't be larger than 10") {
		t.Errorf("%s", a.Raw)
	}
	a = c.Post("/call/recording", apptest.Object{"name": "x", "language": "id-ID",
		"fileId": apptest.UploadSound(p.Users.Customer, narrow(301))}).Bad("fileId")
	if !strings.Contains(string(a.Raw), "301 seconds long. The limit is 300 seconds") {
		t.Errorf("%s", a.Raw)
	}
	if one := apptest.NewRecording(p.Users.Customer, "five minutes", narrow(300)); one.Seconds != 300 || one.Minutes != 5 || one.Bits != 8 {
		t.Errorf("%+v", one)
	}
}

// An obstacle to a well-formed order of calls is reported in the reader's language, and nothing is stored or
// charged.
func TestWhatHindersAnOrderOfCalls(t *testing.T) {
	p := apptest.NewCallFixture(t, 20)
	who := p.Users.Direct
	e := testkit.Data[voice.Engine](p.Users.Admin.Post("/call/engine",
		apptest.Object{"name": "Joanna", "provider": "polly", "speakerName": "Joanna", "feature": "standard", "languages": []string{"en-US"}}))
	making := testkit.Data[voice.Recording](who.Post("/call/recording",
		apptest.Object{"name": "soon", "language": "en-US", "engineId": e.ID, "content": "Hello"}))
	base := p.Body(who, 2, nil, "01")
	refused := func(name string, body apptest.Object, field, says string) {
		t.Helper()
		told := map[string]bool{}
		for _, lang := range []string{"zh_CN", "en_US", "pt_BR", "zh_TW"} {
			a := who.In(lang).Post(apptest.CallOrder, body).Bad(field)
			told[string(a.Raw[bytes.Index(a.Raw, []byte(`"errors"`)):])] = true
			if lang == "en_US" && !strings.Contains(string(a.Raw), says) {
				t.Errorf("%s: %s", name, a.Raw)
			}
		}
		if len(told) != 4 {
			t.Errorf("%s is said in %d ways", name, len(told))
		}
	}
	with := func(change apptest.Object) apptest.Object {
		body := apptest.Object{}
		for k, v := range base {
			body[k] = v
		}
		for k, v := range change {
			body[k] = v
		}
		return body
	}
	refused("a recording that is being made", with(apptest.Object{"recordingId": making.ID}), "recordingId", "“soon” isn't ready")
	refused("a country that is not offered", with(apptest.Object{"countryCode": "BR"}), "countryCode", "only available for: ID")
	refused("a key of two intents",
		with(apptest.Object{"callType": "interactive", "intents": []apptest.Object{{"digit": "1", "label": "a"}, {"digit": "1", "label": "b"}}}),
		"intents",
		"“b” is already used")
	refused("a start in the past", with(apptest.Object{"startTime": p.Kit.Now().Add(-time.Hour)}), "startTime", "past")
	p.Users.Admin.Put("/conf/country", apptest.Object{"code": "ID", "blacklist": []string{"call"}}).OK()
	p.Kit.Clock.Add(time.Minute)
	refused("a country that is closed", base, "countryCode", "Group calls to the country ID aren't available")
	p.Users.Admin.Put("/conf/country", apptest.Object{"code": "ID", "blacklist": []string{}}).OK()
	p.Kit.Clock.Add(time.Minute)
	if told := testkit.Data[order.Estimate](who.In("en_US").Post(apptest.CallOrder+"/estimate",
		with(apptest.Object{"fileId": p.UploadMixedNumbers(who)}))); told.Targets != 1 || len(told.Refused) != 1 || told.Refused[0].Count != 2 ||
		told.Refused[0].Reason != "Invalid rows of the file" {
		t.Errorf("%+v", told)
	}
	if n := testkit.Data[web.Page[order.Row]](who.Get(apptest.CallOrder + "/page")).Total; n != 0 || p.Balance(who) != 1000 {
		t.Errorf("%d orders, balance %v", n, p.Balance(who))
	}
}

// Without a configured provider of telephone calls an order is refused with that reason, and is not saved as a draft
// either.
func TestCallsWithoutAProvider(t *testing.T) {
	k := testkit.Memory(t)
	e := apptest.NewApp(k)
	e.Config.Adapters.Set(map[string]string{"voice.url": ""})
	s := testkit.Serve(t, k, testkit.Parts{Authenticate: e.Sessions().Authenticate, Routes: func(a *web.API) { e.SetAPI(a); app.All(e, a) }})
	c := (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s)
	c.Admin.Post("/aty/customerinfo/price/charge/save",
		apptest.Object{"userId": price.Platform, "service": "call.voice", "countryCode": "*", "price": 1}).OK()
	file := testkit.Data[struct{ ID string }](c.Direct.Upload("/uf/uploadfile", "file", "n.csv", "text/csv",
		[]byte("phoneNumber\n6281234567801\n"))).ID
	a := c.Direct.In("en_US").Post(apptest.CallOrder,
		apptest.Object{"name": "x", "recordingId": apptest.NewRecording(c.Direct, "hum", apptest.Tone(2)).ID,
			"fileId": file}).Want(http.StatusConflict, 409)
	if !strings.Contains(a.Message, "Phone calls aren't set up yet") {
		t.Errorf("%s", a.Raw)
	}
	if n := testkit.Data[web.Page[struct{}]](c.Direct.Get(apptest.CallOrder + "/draft/page")).Total; n != 0 {
		t.Errorf("%d drafts", n)
	}
}

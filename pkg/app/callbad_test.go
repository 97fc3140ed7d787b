package app

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/campaign/voice"
	"herald/pkg/credit/price"
	"herald/pkg/kit/config"
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/wav"
	"herald/pkg/kit/web"
	"herald/pkg/platform/session/sessiontest"
)

// narrow is a hum of so many seconds in 8 bits: what is long has few bytes.
func narrow(seconds int) []byte {
	file := wav.Of(bytes.Repeat([]byte{40, 128, 216, 128}, seconds*2000), 8000)
	file[34] = 8 // bits of a sample
	return file
}

// A recording of an hour is refused twice: as a file that is too large, and where a limit lets it in, by its length (issue, bad input).
func TestARecordingOfAnHour(t *testing.T) {
	p := mustHouse(t)
	c := p.c.Customer.In("en_US")
	a := c.Post("/uf/uploadfile/presign", obj{"name": "hour.wav", "size": 3600 * 8000}).Want(http.StatusBadRequest, 40031)
	if !strings.Contains(a.Message, "must not be larger than 10") {
		t.Errorf("%s", a.Raw)
	}
	a = c.Post("/call/recording", obj{"name": "x", "language": "id-ID", "fileId": soundOf(p.c.Customer, narrow(301))}).Bad("fileId")
	if !strings.Contains(string(a.Raw), "301 seconds; it may have 300 at most") {
		t.Errorf("%s", a.Raw)
	}
	if one := recordingOf(p.c.Customer, "five minutes", narrow(300)); one.Seconds != 300 || one.Minutes != 5 || one.Bits != 8 {
		t.Errorf("%+v", one)
	}
}

// What hinders an order of calls though its form is right is said in the reader's language, and nothing is kept or charged.
func TestWhatHindersAnOrderOfCalls(t *testing.T) {
	p := mustCallers(t, 20)
	who := p.c.Direct
	e := testkit.Data[voice.Engine](p.c.Admin.Post("/call/engine",
		obj{"name": "Joanna", "provider": "polly", "speakerName": "Joanna", "feature": "standard", "languages": []string{"en-US"}}))
	making := testkit.Data[voice.Recording](who.Post("/call/recording",
		obj{"name": "soon", "language": "en-US", "engineId": e.ID, "content": "Hello"}))
	base := p.wish(who, 2, nil, "01")
	refused := func(name string, body obj, field, says string) {
		t.Helper()
		told := map[string]bool{}
		for _, lang := range []string{"zh_CN", "en_US", "pt_BR", "zh_TW"} {
			a := who.In(lang).Post(callOrder, body).Bad(field)
			told[string(a.Raw[bytes.Index(a.Raw, []byte(`"errors"`)):])] = true
			if lang == "en_US" && !strings.Contains(string(a.Raw), says) {
				t.Errorf("%s: %s", name, a.Raw)
			}
		}
		if len(told) != 4 {
			t.Errorf("%s is said in %d ways", name, len(told))
		}
	}
	with := func(change obj) obj {
		body := obj{}
		for k, v := range base {
			body[k] = v
		}
		for k, v := range change {
			body[k] = v
		}
		return body
	}
	refused("a recording that is being made", with(obj{"recordingId": making.ID}), "recordingId", "“soon” is not ready")
	refused("a country that is not offered", with(obj{"countryCode": "BR"}), "countryCode", "offered for these only: ID")
	refused("a key of two intents",
		with(obj{"callType": "interactive", "intents": []obj{{"digit": "1", "label": "a"}, {"digit": "1", "label": "b"}}}), "intents",
		"“b” is used twice")
	refused("a start in the past", with(obj{"startTime": p.k.Now().Add(-time.Hour)}), "startTime", "past")
	p.c.Admin.Put("/conf/country", obj{"code": "ID", "blacklist": []string{"call"}}).OK()
	p.k.Clock.Add(time.Minute)
	refused("a country that is closed", base, "countryCode", "The country ID is closed for group calls")
	p.c.Admin.Put("/conf/country", obj{"code": "ID", "blacklist": []string{}}).OK()
	p.k.Clock.Add(time.Minute)
	if told := testkit.Data[order.Estimate](who.In("en_US").Post(callOrder+"/estimate",
		with(obj{"fileId": p.mixed(who)}))); told.Targets != 1 || len(told.Refused) != 1 || told.Refused[0].Count != 2 ||
		told.Refused[0].Reason != "Rows of the file that are not valid" {
		t.Errorf("%+v", told)
	}
	if n := testkit.Data[web.Page[order.Row]](who.Get(callOrder + "/page")).Total; n != 0 || p.balance(who) != 1000 {
		t.Errorf("%d orders, balance %v", n, p.balance(who))
	}
}

// Where nobody has set up a provider of telephone calls an order says so, and is not kept as a draft either.
func TestCallsWithoutAProvider(t *testing.T) {
	k := testkit.Memory(t)
	e := onCloud(k)
	e.Config.Voice = config.Voice{}
	s := testkit.Serve(t, k, testkit.Parts{Authenticate: e.Sessions().Authenticate, Routes: func(a *web.API) { e.SetAPI(a); All(e, a) }})
	c := (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s)
	c.Admin.Post("/aty/customerinfo/price/charge/save",
		obj{"userId": price.Platform, "service": "call.voice", "countryCode": "*", "price": 1}).OK()
	file := testkit.Data[struct{ ID string }](c.Direct.Upload("/uf/uploadfile", "file", "n.csv", "text/csv",
		[]byte("phoneNumber\n6281234567801\n"))).ID
	a := c.Direct.In("en_US").Post(callOrder, obj{"name": "x", "recordingId": recordingOf(c.Direct, "hum", tone(2)).ID,
		"fileId": file}).Want(http.StatusConflict, 409)
	if !strings.Contains(a.Message, "No provider of telephone calls is set up yet") {
		t.Errorf("%s", a.Raw)
	}
	if n := testkit.Data[web.Page[struct{}]](c.Direct.Get(callOrder + "/draft/page")).Total; n != 0 {
		t.Errorf("%d drafts", n)
	}
}

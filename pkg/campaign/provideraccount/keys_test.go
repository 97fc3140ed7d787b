package provideraccount_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/provider"
)

// A new token is used at once where it was written, by another process as soon as the provider refuses the old one, and by every
// process within a minute. No message is lost, and none goes out twice.
func TestAnExchangedTokenIsUsedWithoutADeployment(t *testing.T) {
	f := newFixture(t)
	if a, b := f.send(f.env), f.send(f.other); a.Verdict != provider.Accepted || b.Verdict != provider.Accepted {
		t.Fatalf("%+v %+v", a, b)
	}
	f.put(apptest.Object{"keys": apptest.Object{"token": newToken}})
	if out := f.send(f.env); out.Verdict == provider.Accepted || out.Code != 190 {
		t.Errorf("the simulator took a token that is not its own yet: %+v", out)
	}
	f.exchange(whatsappsim.Keys{Token: newToken, AppSecret: oldSecret})
	if a, b := f.send(f.env), f.send(f.other); a.Verdict != provider.Accepted || b.Verdict != provider.Accepted {
		t.Errorf("%+v %+v", a, b)
	}
	if all, _ := f.sim.Messages(0, 100); len(all) != 4 {
		t.Errorf("%d messages", len(all))
	}
	f.put(apptest.Object{"keys": apptest.Object{"token": oldToken}})
	f.exchange(whatsappsim.Keys{Token: oldToken, AppSecret: oldSecret})
	quiet := f.process() // has no cache of its own yet
	before := f.other.Senders().Sender("1").Messenger.(*provider.LiveMessenger).Messenger
	f.kit.Clock.Add(time.Minute)
	after := f.other.Senders().Sender("1").Messenger.(*provider.LiveMessenger).Messenger
	if out := f.send(quiet); before == after || out.Verdict != provider.Accepted {
		t.Errorf("a minute later: %+v", out)
	}
}

// A token that the provider refuses and stays as it is, is refused once a message: the order then pauses.
func TestARefusedTokenIsNotTriedTwice(t *testing.T) {
	f := newFixture(t)
	f.exchange(whatsappsim.Keys{Token: newToken, AppSecret: oldSecret})
	if out := f.send(f.env); out.Verdict != provider.Retry || !out.Stop || out.Scope != provider.Sender {
		t.Errorf("%+v", out)
	}
	if _, refused := f.sim.Messages(0, 100); len(refused) != 1 {
		t.Errorf("%d calls", len(refused))
	}
}

// signed is a callback with its signature.
func signed(secret string) (body, header string) {
	body = `{"object":"whatsapp_business_account","entry":[]}`
	mac := hmac.New(sha256.New, []byte(secret))
	_, _ = io.WriteString(mac, body)
	return body, "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

func (f *fixture) callback(secret string) int {
	f.Helper()
	body, header := signed(secret)
	req, err := http.NewRequestWithContext(f.Context(), http.MethodPost, f.public+"/api/hook/whatsapp", strings.NewReader(body))
	if err != nil {
		f.Fatal(err)
	}
	req.Header.Set("X-Hub-Signature-256", header)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		f.Fatal(err)
	}
	defer res.Body.Close()
	return res.StatusCode
}

// Callbacks that were signed with the app secret before are accepted for a day: first that of the configuration, then one that staff
// wrote.
func TestCallbacksOfTheSecretBeforeAreAcceptedForADay(t *testing.T) {
	f := newFixture(t)
	want := func(what string, status map[string]int) {
		t.Helper()
		for secret, code := range status {
			if got := f.callback(secret); got != code {
				t.Errorf("%s: %s gives %d", what, secret, got)
			}
		}
	}
	want("at first", map[string]int{oldSecret: 200, newSecret: 401})
	v := f.put(apptest.Object{"keys": apptest.Object{"appSecret": newSecret}})
	if until := v.Keys["appSecret"].BeforeUntil; until == nil || until.Before(f.kit.Now().Add(24*time.Hour-time.Minute)) ||
		until.After(f.kit.Now().Add(24*time.Hour)) {
		t.Errorf("%v", until)
	}
	want("exchanged", map[string]int{oldSecret: 200, newSecret: 200, "another": 401})
	f.kit.Clock.Add(23 * time.Hour)
	want("before the day is over", map[string]int{oldSecret: 200, newSecret: 200})
	f.kit.Clock.Add(2 * time.Hour)
	want("after a day", map[string]int{oldSecret: 401, newSecret: 200})
}

// Of two exchanges on a day the secret before the first is valid no more after the second.
func TestTheSecretBeforeIsTheLastOne(t *testing.T) {
	f := newFixture(t)
	f.put(apptest.Object{"keys": apptest.Object{"appSecret": newSecret}})
	f.put(apptest.Object{"keys": apptest.Object{"appSecret": "third-secret"}})
	for secret, want := range map[string]int{oldSecret: 401, newSecret: 200, "third-secret": 200} {
		if got := f.callback(secret); got != want {
			t.Errorf("%s gives %d", secret, got)
		}
	}
	f.kit.Clock.Add(25 * time.Hour)
	if old, now := f.callback(newSecret), f.callback("third-secret"); old != 401 || now != 200 {
		t.Errorf("a day later %d and %d", old, now)
	}
}

// No answer, list, file, audit record, log line or row has a key. Each key is sealed for its own row.
func TestAKeyIsNeverShown(t *testing.T) {
	f := newFixture(t)
	v := f.put(apptest.Object{"values": apptest.Object{"wabaId": "2"},
		"keys": apptest.Object{"token": newToken, "appSecret": newSecret, "verifyToken": ""}})
	if k := v.Keys["token"]; !k.Set || k.Operator != "admin" || k.UpdateTime == nil || !v.Keys["verifyToken"].Configured ||
		v.Keys["verifyToken"].Set {
		t.Errorf("%+v", v.Keys)
	}
	f.put(apptest.Object{"keys": apptest.Object{"token": oldToken}})
	f.send(f.env)
	f.detail("whatsapp")
	f.users.Admin.Put("/lop/provider/account/whatsapp/check", nil).OK()
	f.work()
	f.detail("whatsapp")
	admin := f.users.Admin
	f.seen = append(f.seen, admin.Get("/lop/provider/page?size=100"), admin.Get("/lop/provider/export"), admin.Get("/gc/sender/page"),
		admin.Put("/lop/provider/account", apptest.Object{"id": "whatsapp", "keys": apptest.Object{"token": newToken + "\n" + newToken}}),
		admin.Put("/lop/provider/account", apptest.Object{"id": "whatsapp", "keys": apptest.Object{newToken: newToken}}),
		admin.Delete("/lop/provider/account/whatsapp", nil), admin.Get("/system/audit/page?size=100"))
	if log := string(f.seen[len(f.seen)-1].Raw); !strings.Contains(log, `"key.token":"changed"`) {
		t.Errorf("the audit log does not say that a key was changed: %s", log)
	}
	texts := []string{f.logged.String()}
	for _, a := range f.seen {
		texts = append(texts, string(a.Raw))
	}
	for _, pk := range []string{"PROVIDERACCOUNT", "PROVIDERSTATE", "PROVIDERKEY#whatsapp/token", "PROVIDERKEY#whatsapp/app-secret"} {
		texts = append(texts, f.rows(pk)...)
	}
	for _, text := range texts {
		for _, key := range []string{newToken, oldToken, newSecret} {
			if strings.Contains(text, key) && !strings.Contains(text, "keys."+newToken) { // a field's name is what the caller called it
				t.Errorf("%s is in %s", key, text)
			}
		}
	}
}

// A function opens only the keys that it reads as secrets of the configuration, too.
func TestAFunctionOpensItsOwnKeys(t *testing.T) {
	f := newFixture(t)
	f.put(apptest.Object{"keys": apptest.Object{"token": newToken, "appSecret": newSecret}})
	f.exchange(whatsappsim.Keys{Token: newToken, AppSecret: newSecret})
	for function, want := range map[string]struct{ sends, verifies bool }{"send": {sends: true}, "build": {sends: true}, "hook": {verifies: true},
		"gc": {}, "lop": {}} {
		e := f.process()
		c := *e.Config
		c.Name, c.Function = "herald", "herald-"+function
		e.Config = &c
		body, header := signed(newSecret)
		verifies := e.Senders().Webhook("whatsapp").Events.Verify(t.Context(), &provider.Callback{Body: []byte(body),
			Header: func(string) string { return header }})
		if sends := f.send(e).Verdict == provider.Accepted; sends != want.sends || verifies != want.verifies {
			t.Errorf("%s sends with the new token: %v, verifies with the new secret: %v", function, sends, verifies)
		}
	}
}

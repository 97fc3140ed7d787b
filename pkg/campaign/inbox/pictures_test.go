package inbox_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/localstack/simulators/sim"
	twiliosim "herald/localstack/simulators/twilio"
	"herald/pkg/app"
	"herald/pkg/campaign/inbox"
)

// Pictures in reply to a short message are fetched like those of WhatsApp. Each is a message of its own, and the first has the text.
func TestPicturesOfShortMessages(t *testing.T) {
	p := apptest.NewPictureFixture(t)
	p.Receive("look", "MMa", twiliosim.File{}, twiliosim.File{Type: "application/pdf", Data: []byte("%PDF-1.4 x")},
		twiliosim.File{Type: "text/vcard", Data: []byte("BEGIN:VCARD")})
	id, got := p.Thread()
	if len(got) != 3 || got[0].Kind != "image" || got[0].Text != "look" || got[0].File != "ready" || got[0].Type != "image/png" ||
		got[0].Size != int64(len(sim.Picture())) ||
		got[1].Kind != "document" || got[1].Text != "" || got[1].Type != "application/pdf" || got[2].Type != "application/octet-stream" ||
		got[2].File != "ready" {
		t.Fatalf("%+v", got)
	}
	for i, want := range []string{string(sim.Picture()), "%PDF-1.4 x", "BEGIN:VCARD"} {
		link := testkit.Data[inbox.Link](p.Owner.Get("/gc/inbox/" + id + "/messages/" + got[i].ID + "/file"))
		if body, header := fetched(t, p.Kit, link.URL); body != want || !strings.Contains(header.Get("Content-Disposition"), "attachment") {
			t.Errorf("%d: %d bytes, %v", i, len(body), header)
		}
	}
	// A callback whose answer was lost is repeated.
	p.Receive("look", "MMa", twiliosim.File{}, twiliosim.File{Type: "application/pdf"}, twiliosim.File{Type: "text/vcard"})
	if _, again := p.Thread(); len(again) != 3 || fmt.Sprint(again) != fmt.Sprint(got) {
		t.Errorf("%+v", again)
	}
	p.Receive("", "MMb", twiliosim.File{Type: "image/jpeg", Data: []byte("\xff\xd8\xff")})
	if _, got := p.Thread(); len(got) != 4 || got[3].Type != "image/jpeg" || got[3].Text != "" {
		t.Errorf("%+v", got)
	}
	p.Receive("STOP", "MMc", twiliosim.File{})
	if _, got := p.Thread(); len(got) != 5 || got[4].Word != "stop" || got[4].File != "ready" {
		t.Errorf("%+v", got)
	}
}

// A file is loaded from the gateway and the configured hosts only, for every sender of the link. A file that is not a
// picture is only saved, regardless of its declared type.
func TestPicturesOfElsewhereAndOfAnotherKind(t *testing.T) {
	p := apptest.NewPictureFixture(t)
	asked := 0
	foreign := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { asked++; w.WriteHeader(http.StatusOK) }))
	t.Cleanup(foreign.Close)
	self := p.Env.Config.Adapters.Text("twilio.url")
	for _, address := range []string{foreign.URL + "/a.png", "https://" + strings.TrimPrefix(self, "http://") + "/a.png",
		strings.Replace(self, "://", "://user:password@", 1) + "/a.png",
		"http://169.254.169.254/latest/meta-data", "file:///etc/passwd", "//" + strings.TrimPrefix(foreign.URL, "http://"), "no address",
		self + "/" + strings.Repeat("a", 600), self + "/2010-04-01/Accounts/AC1/Messages/MM/Media/MEnone"} {
		p.Receive("", "", twiliosim.File{URL: address, Type: "image/png"})
		if _, got := p.Thread(); got[len(got)-1].File != "lost" {
			t.Errorf("%s: %+v", address, got[len(got)-1])
		}
	}
	before := p.FileCalls()
	p.ConfigureStorage(twiliosim.Storage{Forward: foreign.URL})
	p.Receive("", "MMredirected", twiliosim.File{})
	p.ConfigureStorage(twiliosim.Storage{Forward: self + "/2010-04-01/Accounts/AC1/Messages/MM/Media/MEloop"})
	p.Receive("", "MMloop", twiliosim.File{})
	if _, got := p.Thread(); got[len(got)-2].File != "lost" || got[len(got)-1].File != "lost" || asked > 0 {
		t.Errorf("%+v, the foreign host was asked %d times", got[len(got)-2:], asked)
	}
	if n := p.FileCalls() - before; before == 0 || n > 5 {
		t.Errorf("%d calls for two files", n)
	}
	p.ConfigureStorage(twiliosim.Storage{})
	p.Receive("", "MMpage", twiliosim.File{Type: "text/html; charset=utf-8", Data: []byte("<script>")})
	_, got := p.Thread()
	if last := got[len(got)-1]; last.Kind != "document" || last.Type != "application/octet-stream" || last.File != "ready" {
		t.Errorf("%+v", last)
	}
	if len(p.FailedTasks) > 0 {
		t.Errorf("%d are tried again", len(p.FailedTasks))
	}
}

// A file over the limit is shown as too large and never stored, also when its length is not declared.
func TestPicturesThatAreTooLarge(t *testing.T) {
	p := apptest.NewPictureFixture(t)
	p.Users.Admin.Put("/lop/system/config/inbox.media.bytes", apptest.Object{"value": len(sim.Picture())}).OK()
	p.Kit.Clock.Add(time.Minute)
	p.Receive("", "MMfits", twiliosim.File{})
	p.Receive("", "MMmore", twiliosim.File{Type: "image/png", Data: append(sim.Picture(), 0)})
	id, got := p.Thread()
	if len(got) != 2 || got[0].File != "ready" || got[1].File != "tooLarge" {
		t.Errorf("%+v", got)
	}
	p.Owner.Get("/gc/inbox/"+id+"/messages/MMmore/file").Want(404, 0)
}

// While the gateway or its storage fails, cuts a response or refuses access, the queue retries a file; afterwards it is stored once.
func TestPicturesWhileTheirStoreFails(t *testing.T) {
	p := apptest.NewPictureFixture(t)
	for i, s := range []twiliosim.Storage{{Status: 503}, {Status: 401}, {Status: 429}, {Cut: true}} {
		p.ConfigureStorage(s)
		p.Receive("", fmt.Sprint("MM", i), twiliosim.File{})
		p.Retry()
		if _, got := p.Thread(); len(got) != i+1 || got[i].File != "waits" || len(p.FailedTasks) != 1 {
			t.Fatalf("%+v: %+v, %d fail", s, got[i], len(p.FailedTasks))
		}
		p.ConfigureStorage(twiliosim.Storage{})
		p.Retry()
		if _, got := p.Thread(); got[i].File != "ready" || got[i].Size != int64(len(sim.Picture())) || len(p.FailedTasks) > 0 {
			t.Errorf("%+v: %+v", s, got[i])
		}
	}
}

// A file that the queue gave up is fetched when its store is back, and lost after a week.
func TestPicturesThatTheQueueGaveUp(t *testing.T) {
	p := apptest.NewPictureFixture(t)
	p.ConfigureStorage(twiliosim.Storage{Status: 503})
	look := func(after time.Duration) inbox.Message {
		p.FailedTasks = nil
		p.Kit.Clock.Add(after)
		if err := app.Ticks(p.Env)["inbox"](t.Context()); err != nil {
			t.Fatal(err)
		}
		p.Retry()
		h := &sessiontest.Fixture{Env: p.Kit, Users: p.Env.Users(), Session: p.Env.Sessions()}
		p.Owner.Token = h.SignIn(t, p.Server, p.Owner.User.Login)
		_, got := p.Thread()
		return got[len(got)-1]
	}
	p.Receive("", "MM1", twiliosim.File{})
	if m := look(time.Hour); m.File != "waits" {
		t.Errorf("%+v", m)
	}
	p.ConfigureStorage(twiliosim.Storage{})
	if m := look(2 * time.Hour); m.File != "ready" {
		t.Errorf("%+v", m)
	}
	p.ConfigureStorage(twiliosim.Storage{Status: 503})
	p.Receive("", "MM2", twiliosim.File{})
	if m := look(7 * 24 * time.Hour); m.File != "lost" {
		t.Errorf("%+v", m)
	}
}

package app

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"herald/localstack/simulators/sim"
	twiliosim "herald/localstack/simulators/twilio"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/inbox"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/web"
	"herald/pkg/platform/session/sessiontest"
)

// album are texters whose recipients answer with pictures.
type album struct {
	*texters
	who    *sessiontest.Actor
	failed []queue.Message // that the queue comes back to
}

func mustAlbum(t *testing.T) *album {
	t.Helper()
	p := &album{mustTexters(t), nil, nil}
	p.who = p.c.Direct
	p.c.Admin.Put("/lop/system/config/order.review.auto", obj{"value": true}).OK()
	p.control(p.twilio, "script",
		`{"rules":[{"suffix":"1","outcome":"never"},{"suffix":"2","outcome":"never"},{"suffix":"3","outcome":"never"}]}`)
	p.who.Post("/gc/groupsendorder", p.wish(p.who, "Oi", obj{"provider": "twilio"})).OK()
	p.works()
	for len(p.told) > 0 {
		<-p.told
	}
	return p
}

// answers lets a recipient write with files, and does what follows; what fails is kept for later.
func (p *album) answers(text, id string, files ...twiliosim.File) {
	p.Helper()
	p.k.Clock.Add(2 * time.Second)
	body, err := json.Marshal(obj{"from": "+5511987654321", "text": text, "id": id, "media": files})
	if err != nil {
		p.Fatal(err)
	}
	p.control(p.twilio, "inbound", string(body))
	p.hears(1)
	p.fetches()
}

func (p *album) fetches() {
	p.Helper()
	words, jobs := InboundTasks(p.e), JobTasks(p.e)
	p.k.Work(p, dispatch.InboundQueue, func(ctx context.Context, m queue.Message) error { return words[m.Kind](ctx, m) })
	p.k.Work(p, order.JobQueue, func(ctx context.Context, m queue.Message) error {
		if err := jobs[m.Kind](ctx, m); err != nil {
			p.failed = append(p.failed, m)
		}
		return nil
	})
}

// again is the queue that comes back to what failed.
func (p *album) again() {
	p.Helper()
	if err := p.e.Queues.Send(p.Context(), order.JobQueue, p.failed...); err != nil {
		p.Fatal(err)
	}
	p.failed = nil
	p.fetches()
}

func (p *album) store(s twiliosim.Storage) {
	p.Helper()
	body, err := json.Marshal(s)
	if err != nil {
		p.Fatal(err)
	}
	p.control(p.twilio, "media", string(body))
}

// thread is the only conversation, the oldest message first.
func (p *album) thread() (id string, all []inbox.Message) {
	p.Helper()
	found := testkit.Data[web.Page[inbox.Conversation]](p.who.Get("/gc/inbox/page")).Records
	if len(found) != 1 {
		p.Fatalf("%+v", found)
	}
	for _, m := range testkit.Data[inbox.Thread](p.who.Get("/gc/inbox/" + found[0].ID + "/messages")).Records {
		all = append([]inbox.Message{m}, all...)
	}
	return found[0].ID, all
}

// calls is how often the gateway and its store were asked for files.
func (p *album) calls() int {
	p.Helper()
	rec := httptest.NewRecorder()
	p.twilio.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/_sim/stats", nil))
	var stats struct{ Calls map[string]int }
	if err := json.Unmarshal(rec.Body.Bytes(), &stats); err != nil {
		p.Fatal(err)
	}
	n := 0
	for route, times := range stats.Calls {
		if strings.Contains(route, "/Media/") || strings.Contains(route, "/files/") {
			n += times
		}
	}
	return n
}

// Pictures that answer a short message are fetched as those of WhatsApp are, each as a message of its own, the first with the words.
func TestPicturesOfShortMessages(t *testing.T) {
	p := mustAlbum(t)
	p.answers("look", "MMa", twiliosim.File{}, twiliosim.File{Type: "application/pdf", Data: []byte("%PDF-1.4 x")},
		twiliosim.File{Type: "text/vcard", Data: []byte("BEGIN:VCARD")})
	id, got := p.thread()
	if len(got) != 3 || got[0].Kind != "image" || got[0].Text != "look" || got[0].File != "ready" || got[0].Type != "image/png" ||
		got[0].Size != int64(len(sim.Picture())) ||
		got[1].Kind != "document" || got[1].Text != "" || got[1].Type != "application/pdf" || got[2].Type != "application/octet-stream" ||
		got[2].File != "ready" {
		t.Fatalf("%+v", got)
	}
	for i, want := range []string{string(sim.Picture()), "%PDF-1.4 x", "BEGIN:VCARD"} {
		link := testkit.Data[inbox.Link](p.who.Get("/gc/inbox/" + id + "/messages/" + got[i].ID + "/file"))
		if body, header := fetched(t, p.k, link.URL); body != want || !strings.Contains(header.Get("Content-Disposition"), "attachment") {
			t.Errorf("%d: %d bytes, %v", i, len(body), header)
		}
	}
	// A callback whose answer was lost is told again.
	p.answers("look", "MMa", twiliosim.File{}, twiliosim.File{Type: "application/pdf"}, twiliosim.File{Type: "text/vcard"})
	if _, again := p.thread(); len(again) != 3 || fmt.Sprint(again) != fmt.Sprint(got) {
		t.Errorf("%+v", again)
	}
	p.answers("", "MMb", twiliosim.File{Type: "image/jpeg", Data: []byte("\xff\xd8\xff")})
	if _, got := p.thread(); len(got) != 4 || got[3].Type != "image/jpeg" || got[3].Text != "" {
		t.Errorf("%+v", got)
	}
	p.answers("STOP", "MMc", twiliosim.File{})
	if _, got := p.thread(); len(got) != 5 || got[4].Word != "stop" || got[4].File != "ready" {
		t.Errorf("%+v", got)
	}
}

// A file is had from the gateway and the hosts of the configuration, and from nobody else, whoever names them; what is not a picture,
// whatever is said of it, is only saved.
func TestPicturesOfElsewhereAndOfAnotherKind(t *testing.T) {
	p := mustAlbum(t)
	asked := 0
	foreign := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { asked++; w.WriteHeader(http.StatusOK) }))
	t.Cleanup(foreign.Close)
	self := p.e.Config.SMS.Twilio.URL
	for _, address := range []string{foreign.URL + "/a.png", "https://" + strings.TrimPrefix(self, "http://") + "/a.png",
		strings.Replace(self, "://", "://user:password@", 1) + "/a.png",
		"http://169.254.169.254/latest/meta-data", "file:///etc/passwd", "//" + strings.TrimPrefix(foreign.URL, "http://"), "no address",
		self + "/" + strings.Repeat("a", 600), self + "/2010-04-01/Accounts/AC1/Messages/MM/Media/MEnone"} {
		p.answers("", "", twiliosim.File{URL: address, Type: "image/png"})
		if _, got := p.thread(); got[len(got)-1].File != "lost" {
			t.Errorf("%s: %+v", address, got[len(got)-1])
		}
	}
	before := p.calls()
	p.store(twiliosim.Storage{Forward: foreign.URL})
	p.answers("", "MMredirected", twiliosim.File{})
	p.store(twiliosim.Storage{Forward: self + "/2010-04-01/Accounts/AC1/Messages/MM/Media/MEloop"})
	p.answers("", "MMloop", twiliosim.File{})
	if _, got := p.thread(); got[len(got)-2].File != "lost" || got[len(got)-1].File != "lost" || asked > 0 {
		t.Errorf("%+v, the foreign host was asked %d times", got[len(got)-2:], asked)
	}
	if n := p.calls() - before; before == 0 || n > 5 {
		t.Errorf("%d calls for two files", n)
	}
	p.store(twiliosim.Storage{})
	p.answers("", "MMpage", twiliosim.File{Type: "text/html; charset=utf-8", Data: []byte("<script>")})
	_, got := p.thread()
	if last := got[len(got)-1]; last.Kind != "document" || last.Type != "application/octet-stream" || last.File != "ready" {
		t.Errorf("%+v", last)
	}
	if len(p.failed) > 0 {
		t.Errorf("%d are tried again", len(p.failed))
	}
}

// A file over the limit is shown as too large and never kept, also where its length is not told.
func TestPicturesThatAreTooLarge(t *testing.T) {
	p := mustAlbum(t)
	p.c.Admin.Put("/lop/system/config/inbox.media.bytes", obj{"value": len(sim.Picture())}).OK()
	p.k.Clock.Add(time.Minute)
	p.answers("", "MMfits", twiliosim.File{})
	p.answers("", "MMmore", twiliosim.File{Type: "image/png", Data: append(sim.Picture(), 0)})
	id, got := p.thread()
	if len(got) != 2 || got[0].File != "ready" || got[1].File != "tooLarge" {
		t.Errorf("%+v", got)
	}
	p.who.Get("/gc/inbox/"+id+"/messages/MMmore/file").Want(404, 0)
}

// While the gateway or its store fails, cuts or does not let us in, the queue comes back to a file; afterwards it is there, once.
func TestPicturesWhileTheirStoreFails(t *testing.T) {
	p := mustAlbum(t)
	for i, s := range []twiliosim.Storage{{Status: 503}, {Status: 401}, {Status: 429}, {Cut: true}} {
		p.store(s)
		p.answers("", fmt.Sprint("MM", i), twiliosim.File{})
		p.again()
		if _, got := p.thread(); len(got) != i+1 || got[i].File != "waits" || len(p.failed) != 1 {
			t.Fatalf("%+v: %+v, %d fail", s, got[i], len(p.failed))
		}
		p.store(twiliosim.Storage{})
		p.again()
		if _, got := p.thread(); got[i].File != "ready" || got[i].Size != int64(len(sim.Picture())) || len(p.failed) > 0 {
			t.Errorf("%+v: %+v", s, got[i])
		}
	}
}

package notice_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/kit/push"
	"herald/pkg/kit/web"
	"herald/pkg/platform/notice"
	"herald/pkg/platform/notice/clean"
	"herald/pkg/platform/setting"
)

type object = map[string]any

var ctx = context.Background()

type world struct {
	*sessiontest.Fixture
	*testkit.Server
	*sessiontest.SeededUsers
	book *notice.Store
}

// start returns a service with a shared database: other tests' posts for all users are visible, so tests look for their own posts.
func start(t *testing.T) *world {
	t.Helper()
	h := sessiontest.New(testkit.Memory(t))
	e := h.Env
	texts := testkit.Texts()
	book := &notice.Store{DB: e.DB, Hub: e.Hub, Settings: setting.New(e.DB, e.Now, setting.Define(testkit.ModuleParts()...)), Texts: texts,
		Now: e.Now, NewID: e.IDs.Next,
		Log: func(line map[string]any) { t.Log(line) }, Clean: clean.HTML(e.Config.PublicURL)}
	w := &world{Fixture: h, book: book}
	names := func(ctx context.Context, ids []string) (map[string]string, error) {
		out := map[string]string{}
		for _, id := range ids {
			if u, ok, err := h.Users.Load(ctx, id); err != nil {
				return nil, err
			} else if ok {
				out[id] = u.Name
			}
		}
		return out, nil
	}
	w.Server = h.Serve(t, func(a *web.API) {
		(&notice.Service{Store: book, Known: names, NewID: a.NewID}).Routes(a)
	})
	w.SeededUsers = h.SeedUsers(t, w.Server)
	return w
}

func (w *world) connect(t *testing.T, a *sessiontest.Actor, lang string) {
	t.Helper()
	if err := w.Env().Hub.Connect(ctx, push.Socket{User: a.User.ID, Type: int(a.User.Type), Connection: "c-" + a.User.ID,
		Lang: lang}); err != nil {
		t.Fatal(err)
	}
}

func (w *world) Env() *testkit.Env { return w.Fixture.Env }

// pushes returns the pushes to an actor about a post.
func pushes(list []testkit.Push, a *sessiontest.Actor, id string) []string {
	var out []string
	for _, p := range list {
		if p.Connection == "c-"+a.User.ID && strings.Contains(string(p.Data), id) {
			out = append(out, string(p.Data))
		}
	}
	return out
}

func wish(more object) object {
	w := object{"title": object{"zh_CN": "维护", "en_US": "Maintenance"}, "summary": object{"zh_CN": "今晚维护", "en_US": "Tonight"},
		"content": object{"zh_CN": "<p>今晚</p>", "en_US": "<p>Tonight <script>alert(1)</script>at ten</p>"}, "audience": object{"kind": "all"}}
	for k, v := range more {
		w[k] = v
	}
	return w
}

func (w *world) write(t *testing.T, kind string, more object) string {
	t.Helper()
	return testkit.Data[web.Created](w.Admin.Post("/im/"+kind, wish(more))).ID
}

func (w *world) publish(t *testing.T, kind, id string) {
	t.Helper()
	w.Admin.Put("/im/"+kind+"/publish/now?id="+id, nil).OK()
}

// ticker returns the ids of the announcements that a user sees, those of this test only.
func ticker(a *testkit.Client, ours ...string) []string {
	var out []string
	for _, b := range testkit.Data[[]notice.Bulletin](a.Get("/im/announcement/no/expire")) {
		if slices.Contains(ours, b.ID) {
			out = append(out, b.ID)
		}
	}
	return out
}

func messages(a *testkit.Client, query string) []notice.Message {
	return testkit.Data[web.Page[notice.Message]](a.Get("/im/notice/messages?size=100" + query)).Records
}

func find(list []notice.Message, id string) *notice.Message {
	for i := range list {
		if list[i].ID == id {
			return &list[i]
		}
	}
	return nil
}

func TestAnnouncementStory(t *testing.T) {
	w := start(t)
	w.write(t, "announcement", nil) // the list is there, whichever test ran before
	story := testkit.Tell(t, w.Env())
	story.Name(w.Admin.User.ID, "admin")
	story.Name(w.Customer.User.ID, "customer")
	made := testkit.Data[web.Created](story.Step("an admin writes a draft", w.Admin.Client, "POST", "/im/announcement",
		wish(object{"audience": object{"kind": "types", "types": []int{2}}})))
	story.Name(made.ID, "post")
	story.Step("publishes it", w.Admin.Client, "PUT", "/im/announcement/publish/now?id="+made.ID, nil)
	story.Step("twice", w.Admin.In("zh_CN"), "PUT", "/im/announcement/publish/now?id="+made.ID, nil).Want(409, 0)
	story.Step("a customer reads it", w.Customer.In("pt_BR"), "PUT", "/im/announcement/read/"+w.Customer.User.ID+"/"+made.ID, nil)
	story.Step("it is revoked", w.Admin.Client, "PUT", "/im/announcement/revoke?id="+made.ID, nil)
	story.Step("its history", w.Admin.Client, "GET", "/im/announcement/opt/record?id="+made.ID, nil)
	story.Step("it is deleted", w.Admin.Client, "DELETE", "/im/announcement/"+made.ID, nil)
	story.Step("and is gone", w.Admin.Client, "GET", "/im/announcement?id="+made.ID, nil).Want(404, 0)
}

func TestPublishingWritesNothingPerReader(t *testing.T) {
	w := start(t)
	id := w.write(t, "announcement", nil)
	w.Env().Meter.Take()
	w.publish(t, "announcement", id)
	if use := w.Env().Meter.Take(); use.WriteUnits > 40 {
		t.Errorf("publishing took %.0f write units", use.WriteUnits)
	}
	for _, a := range w.Callers() {
		if got := ticker(a.Client, id); len(got) != 1 {
			t.Errorf("%s sees %v", a.Name, got)
		}
	}
}

func TestAudiences(t *testing.T) {
	w := start(t)
	agents := w.write(t, "announcement", object{"audience": object{"kind": "types", "types": []int{11, 3}}})
	one := w.write(t, "announcement", object{"audience": object{"kind": "users", "userIds": []string{w.Customer.User.ID, w.Direct.User.ID}}})
	w.publish(t, "announcement", agents)
	w.publish(t, "announcement", one)
	for a, want := range map[*sessiontest.Actor][]string{w.Agent: {agents}, w.Secondary: {agents}, w.Customer: {one}, w.Direct: {one},
		w.OtherCustomer: nil, w.Admin: nil} {
		if got := ticker(a.Client, agents, one); !slices.Equal(got, want) {
			t.Errorf("%s sees %v, want %v", a.Name, got, want)
		}
	}
	w.OtherCustomer.Put("/im/announcement/read/"+w.OtherCustomer.User.ID+"/"+one, nil).Want(404, 0)
	w.Customer.Put("/im/announcement/read/"+w.OtherCustomer.User.ID+"/"+one, nil).Want(404, 0)
	w.Admin.Get("/im/notice/messages?userId="+w.Customer.User.ID).Want(404, 0)
	ghost := "01JD0000000000000000000000"
	w.Admin.Post("/im/announcement", wish(object{"audience": object{"kind": "users", "userIds": []string{ghost}}})).Want(404, 0)
}

func TestReadersSeeTheirLanguageAndNoScripts(t *testing.T) {
	w := start(t)
	id := w.write(t, "notice", nil)
	w.publish(t, "notice", id)
	for lang, want := range map[string][3]string{"en_US": {"Maintenance", "Tonight", "<p>Tonight at ten</p>"},
		"zh_TW": {"维护", "今晚维护", "<p>今晚</p>"}, "pt_BR": {"Maintenance", "Tonight", "<p>Tonight at ten</p>"}} {
		m := find(messages(w.Customer.In(lang), ""), id)
		if m == nil || m.Contents.Title != want[0] || m.Contents.Summary != want[1] || m.Content != want[2] {
			t.Errorf("%s: %+v", lang, m)
		}
	}
}

func TestNoticesAreReadClearedAndRemoved(t *testing.T) {
	w := start(t)
	me := w.Direct
	to := object{"kind": "users", "userIds": []string{me.User.ID}}
	var ids []string
	for range 7 {
		id := w.write(t, "notice", object{"audience": to})
		w.publish(t, "notice", id)
		ids = append(ids, id)
	}
	unread := func() notice.Unread { return testkit.Data[notice.Unread](me.Get("/im/notice/no/read")) }
	before := unread()
	if len(before.Records) != 5 || before.Counts["1"] < 7 || before.Records[0].ID != ids[6] {
		t.Fatalf("unread %+v", before)
	}
	me.Put("/im/notice/read?id="+ids[6]+"&userId="+me.User.ID, nil).OK()
	me.Put("/im/notice/read?id="+ids[6], nil).OK()
	me.Put("/im/notice/read?deleted=true&id="+ids[5], nil).OK()
	if u := unread(); u.Counts["1"] != before.Counts["1"]-2 || u.Records[0].ID != ids[4] {
		t.Errorf("after reading one and removing one: %+v", u)
	}
	if m := messages(me.Client, "&messageType=1"); find(m, ids[5]) != nil || find(m, ids[6]).IsReading != 2 || find(m, ids[4]).IsReading != 1 {
		t.Errorf("the list is %+v", m)
	}
	me.Get("/im/notice/detail?id="+ids[5]).Want(404, 0)
	me.Put("/im/notice/read/"+me.User.ID+"/1", nil).OK()
	if u := unread(); u.Counts["1"] != 0 {
		t.Errorf("after clearing: %+v", u)
	}
	again := w.write(t, "notice", object{"audience": to})
	w.publish(t, "notice", again)
	if u := unread(); u.Counts["1"] != 1 || u.Records[0].ID != again {
		t.Errorf("after a new one: %+v", u)
	}
	me.Put("/im/notice/read/"+w.Customer.User.ID+"/1", nil).Want(404, 0)
	me.Put("/im/notice/read/"+me.User.ID+"/3", nil).Want(400, 0)
}

func TestOpenConsolesGetOnePushInTheirLanguage(t *testing.T) {
	w := start(t)
	w.connect(t, w.Customer, "zh_CN")
	w.connect(t, w.Agent, "en_US")
	w.connect(t, w.Secondary, "en_US")
	id := w.write(t, "notice", object{"audience": object{"kind": "types", "types": []int{2, 11}}})
	w.Env().Pushed.Take()
	w.publish(t, "notice", id)
	got := w.Env().Pushed.Take()
	for a, title := range map[*sessiontest.Actor]string{w.Customer: "维护", w.Agent: "Maintenance"} {
		list := pushes(got, a, id)
		if len(list) != 1 || !strings.Contains(list[0], title) || !strings.HasPrefix(list[0], `{"type":"2"`) ||
			strings.Contains(list[0], "alert") {
			t.Errorf("%s got %v", a.Name, list)
		}
	}
	if list := pushes(got, w.Secondary, id); list != nil {
		t.Errorf("a secondary got %v", list)
	}
	w.Admin.Put("/im/notice/revoke?id="+id, nil).OK()
	if list := pushes(w.Env().Pushed.Take(), w.Agent, id); len(list) != 1 ||
		list[0] != fmt.Sprintf(`{"type":"revoke","data":{"id":"%s","type":2}}`, id) {
		t.Errorf("after the revocation: %v", list)
	}
	if find(messages(w.Agent.Client, ""), id) != nil {
		t.Error("it is still in the list")
	}
	w.Agent.Put("/im/notice/read?id="+id, nil).OK() // a console that had it open closes it
}

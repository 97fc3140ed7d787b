package contact_test

import (
	"bytes"
	"context"
	"net/url"
	"slices"
	"strings"
	"testing"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/audience/contact"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/sheet/excel"
	"herald/pkg/kit/web"
	"herald/pkg/platform/country"
	"herald/pkg/platform/setting"
	"herald/pkg/platform/upload"
)

type object = map[string]any

// stage is the contact module with the modules around it on the local cloud.
type stage struct {
	*sessiontest.Fixture
	*sessiontest.SeededUsers
	t      *testing.T
	room   *contact.Service
	server *testkit.Server
}

func newStage(t *testing.T) *stage {
	s := &stage{Fixture: sessiontest.New(testkit.Memory(t)), t: t}
	e := s.Env
	settings := setting.New(e.DB, e.Now, setting.Define(testkit.ModuleParts()...))
	texts := testkit.Texts()
	s.server = s.Serve(t, func(a *web.API) {
		files := &upload.Service{DB: e.DB, Blobs: e.Uploads, Settings: settings, Now: e.Now, NewID: a.NewID}
		s.room = &contact.Service{DB: e.DB, Sheets: excel.Engine{}, Files: files, Blobs: e.Files, Settings: settings, Queues: e.Queues,
			Country: country.Known, Texts: texts,
			Now: e.Now, NewID: a.NewID, Log: func(line map[string]any) { t.Logf("%v", line) }}
		files.Routes(a)
		s.room.Routes(a)
	})
	s.SeededUsers = s.Fixture.SeedUsers(t, s.server)
	return s
}

func (s *stage) upload(c *testkit.Client, lines ...string) string {
	s.t.Helper()
	a := c.Upload("/uf/uploadfile/contact", "file", "people.txt", "text/plain", []byte(strings.Join(lines, "\n")))
	return testkit.Data[upload.UploadResponse](a).ID
}

func (s *stage) collection(c *testkit.Client, name string) string {
	s.t.Helper()
	return testkit.Data[web.Created](c.Post("/aty/contactsgroup", object{"name": name, "countryCode": "BR", "remark": "of " + c.Name})).ID
}

func (s *stage) begin(c *testkit.Client, id string, lines ...string) string {
	s.t.Helper()
	return testkit.Data[contact.StartResponse](c.Post("/aty/contactsgroup/"+id+"/import", object{"fileId": s.upload(c, lines...)})).TaskID
}

// work handles everything in the job queue.
func (s *stage) work() {
	s.t.Helper()
	s.Env.Work(s.t, contact.FileQueue, func(ctx context.Context, m queue.Message) error { return handle(ctx, s.room, m) })
}

func (s *stage) imported(c *testkit.Client, id string, lines ...string) contact.ImportStatus {
	s.t.Helper()
	task := s.begin(c, id, lines...)
	s.work()
	return testkit.Data[contact.ImportStatus](c.Get("/aty/contactsgroup/" + id + "/import/" + task))
}

func TestCollectionStory(t *testing.T) {
	s := newStage(t)
	c := s.Customer.Client
	s.collection(s.Direct.Client, "before") // so that the list of all has rows, whichever test runs first
	story := testkit.Tell(t, s.Env)
	for _, a := range s.Callers() {
		story.Name(a.User.ID, a.Name)
	}
	created := story.Step("a customer creates a collection", c, "POST", "/aty/contactsgroup",
		object{"name": "Brazil", "countryCode": "BR", "remark": "newsletter"})
	id := testkit.Data[web.Created](created).ID
	story.Name(id, "collection")
	file := s.upload(c, "phoneNumber", "5511987654321", "+55 (11) 98765-4321", "", "14155552671", "5511987654322")
	story.Name(file, "file")
	story.Work("it uploads a file", "none", func() {})
	started := story.Step("and imports it", c, "POST", "/aty/contactsgroup/"+id+"/import", object{"fileId": file})
	task := testkit.Data[contact.StartResponse](started).TaskID
	story.Name(task, "task")
	story.Step("which is not done yet", c, "GET", "/aty/contactsgroup/"+id+"/import/"+task, nil)
	story.Step("as the list shows", c, "GET", "/aty/contactsgroup/page", nil)
	story.Work("the import", contact.FileQueue, s.work)
	done := testkit.Data[contact.ImportStatus](c.Get("/aty/contactsgroup/" + id + "/import/" + task))
	story.Name(done.ErrorFileURL, "presigned url")
	if raw := strings.ReplaceAll(done.ErrorFileURL, "&", `\u0026`); raw != done.ErrorFileURL {
		story.Name(raw, "presigned url")
	}
	story.Step("its agent reads the members", s.Agent.Client, "GET", "/aty/contactsgroup/"+id+"/member/page", nil)
	story.Step("and renames the collection", s.Agent.Client, "PUT", "/aty/contactsgroup", object{"id": id, "name": "Brasil"})
	story.Step("a member goes", c, "DELETE", "/aty/contactsgroup/"+id+"/member",
		object{"phoneNumbers": []string{"5511987654321", "5511900000000"}})
	story.Step("the collection as it is", c, "GET", "/aty/contactsgroup/"+id, nil)
	story.Step("and as an order finds it", c, "GET", "/aty/contactsgroup/lovPage", nil)
	story.Step("it is deleted", c, "DELETE", "/aty/contactsgroup/"+id, nil)
	story.Work("with all it had", contact.FileQueue, s.work)
	story.Step("a second time", c, "DELETE", "/aty/contactsgroup/"+id, nil)
	story.Step("its import is gone too", c, "GET", "/aty/contactsgroup/"+id+"/import/"+task, nil)
}

// TestErrorFileIsDownloaded through its presigned link.
func TestErrorFileIsDownloaded(t *testing.T) {
	s := newStage(t)
	id := s.collection(s.Customer.Client, "bad rows")
	got := s.imported(s.Customer.Client.In("zh_TW"), id, "5511987654321", "12", "abc")
	if got.Imported != 1 || got.Failed != 2 || len(got.Errors) != 2 || got.Total != 3 {
		t.Fatalf("%+v", got)
	}
	res, err := s.Env.HTTP.Get(got.ErrorFileURL)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var body bytes.Buffer
	if _, err := body.ReadFrom(res.Body); err != nil || res.StatusCode != 200 || !bytes.HasPrefix(body.Bytes(), []byte("PK")) {
		t.Fatalf("%d %v", res.StatusCode, err)
	}
}

// TestWhoSeesWhat: every route × user type × foreign id (decisions §3).
func TestWhoSeesWhat(t *testing.T) {
	s := newStage(t)
	for _, owner := range []*sessiontest.Actor{s.Customer, s.Secondary} {
		id := s.collection(owner.Client, "mine")
		task := s.begin(owner.Client, id, "5511987654321")
		s.work()
		sees := []*sessiontest.Actor{s.Admin, s.Agent, s.Customer}
		if owner == s.Secondary {
			sees = append(sees, s.Secondary)
		}
		for _, who := range []*sessiontest.Actor{s.Admin, s.Agent, s.Customer, s.Secondary, s.OtherAgent, s.OtherCustomer, s.OtherSecondary,
			s.Direct} {
			want := 404
			if slices.Contains(sees, who) {
				want = 200
			}
			base := "/aty/contactsgroup/" + id
			who.Get(base).Want(want, 0)
			who.Get(base+"/member/page").Want(want, 0)
			who.Get(base+"/import/"+task).Want(want, 0)
			who.Put("/aty/contactsgroup", object{"id": id, "name": "by " + strings.Fields(who.Name)[0]}).Want(want, 0)
			who.Delete(base+"/member", object{"phoneNumbers": []string{"5511900000000"}}).Want(want, 0)
			who.Post(base+"/import", object{"fileId": s.upload(who.Client, "5511987654321")}).Want(want, 0)
			found := testkit.Data[web.Page[contact.Collection]](who.Get("/aty/contactsgroup/page?name=by&customerId=" + owner.User.ID))
			if (len(found.Records) == 1) != (want == 200) {
				t.Errorf("%s sees %d collections of %s", who.Name, len(found.Records), owner.Name)
			}
			if want == 404 {
				who.Delete(base, nil).Want(404, 0)
			}
		}
		s.Customer.Post("/aty/contactsgroup/"+id+"/import", object{"fileId": s.upload(s.Direct.Client, "5511987654321")}).Want(404, 0)
		s.Customer.Get("/aty/contactsgroup/"+id+"/import/"+id).Want(404, 0)
		owner.Delete("/aty/contactsgroup/"+id, nil).OK()
		s.work()
	}
	for _, path := range []string{"/page", "/lovPage", "/x", "/x/member/page", "/x/import/y"} {
		s.server.Anonymous().Get("/aty/contactsgroup"+path).Want(401, 0)
	}
	for _, odd := range []string{"!", "!B", "nothing", "META"} {
		s.Customer.Get("/aty/contactsgroup/"+url.PathEscape(odd)).Want(404, 0)
		s.Customer.Get("/aty/contactsgroup/"+url.PathEscape(odd)+"/member/page").Want(404, 0)
		s.Customer.Get("/aty/contactsgroup/"+url.PathEscape(odd)+"/import/x").Want(404, 0)
		s.Customer.Delete("/aty/contactsgroup/"+url.PathEscape(odd), nil).Want(404, 0)
	}
}

// TestBadInput names the field (business-domain §5: name 20, remark 255, country).
func TestBadInput(t *testing.T) {
	s := newStage(t)
	c := s.Customer.Client
	good := func() object { return object{"name": "ok", "countryCode": "BR", "remark": "x"} }
	for field, values := range map[string][]any{
		"name":        {nil, "", "   ", strings.Repeat("名", 21), 5},
		"countryCode": {nil, "", "ZZ", "br", "BRA"},
		"remark":      {strings.Repeat("é", 256)},
	} {
		for _, v := range values {
			body := good()
			if body[field] = v; v == nil {
				delete(body, field)
			}
			c.Post("/aty/contactsgroup", body).Bad(field)
		}
	}
	body := good()
	body["name"], body["remark"] = strings.Repeat("名", 20), strings.Repeat("é", 255)
	id := testkit.Data[web.Created](c.Post("/aty/contactsgroup", body)).ID
	base := "/aty/contactsgroup/" + id
	c.Put("/aty/contactsgroup", object{"id": id, "name": strings.Repeat("x", 21)}).Bad("name")
	c.Put("/aty/contactsgroup", object{"id": id, "name": " "}).Bad("name")
	c.Put("/aty/contactsgroup", object{"name": "x"}).Bad("id")
	c.Post(base+"/import", object{}).Bad("fileId")
	c.Post(base+"/import", object{"fileId": "nothing"}).Want(404, 0)
	c.Delete(base+"/member", object{"phoneNumbers": []string{}}).Bad("phoneNumbers")
	c.Delete(base+"/member", object{"phoneNumbers": []string{"abc"}}).Bad("phoneNumbers")
	c.Delete(base+"/member", object{"phoneNumbers": []string{"5511987654321", "-1"}}).Bad("phoneNumbers")
	c.Delete(base+"/member", object{"phoneNumbers": mobiles(0, 1001)}).Bad("phoneNumbers")
	c.Get("/aty/contactsgroup/page?sortFields=remark").Bad("sortFields")
	c.Get("/aty/contactsgroup/page?createTimeStart=yesterday").Bad("createTimeStart")
	c.Get("/aty/contactsgroup/page?memberCount=many").Bad("memberCount")
	c.Get("/aty/contactsgroup/page?size=101").Bad("size")
	c.Get(base + "/member/page?sortFields=validity").Bad("sortFields")
	c.Get(base + "/member/page?current=0").Bad("current")
	c.Upload("/uf/uploadfile/contact", "file", "a.txt", "text/plain", nil).Want(400, 40041)
	c.Upload("/uf/uploadfile/contact", "file", "a.txt", "text/plain", bytes.Repeat([]byte("5511987654321\n"), 80_000)).Want(400, 40042)
	c.Upload("/uf/uploadfile/contact", "file", "a.xlsx", "", []byte("%PDF-1.7 ...")).Want(400, 40043)
	picture := testkit.Data[upload.UploadResponse](c.Upload("/uf/uploadfile", "file", "a.png", "", onePixel)).ID
	c.Post(base+"/import", object{"fileId": picture}).Want(400, 40043)
}

// onePixel is a png.
var onePixel = []byte(
	"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\b\x02\x00\x00\x00\x90wS\xde\x00\x00\x00\fIDATx\x9cc\xf8\xcf\xc0\x00\x00\x03\x01\x01\x00\xc9\xfe\x92\xef\x00\x00\x00\x00IEND\xaeB`\x82")

// TestLanguages: a failed import shows its reason in the reader's language.
func TestLanguages(t *testing.T) {
	s := newStage(t)
	c := s.Customer.Client
	id := s.collection(c, "languages")
	task := s.begin(c, id, "14155552671", "12")
	s.work()
	said := map[string]bool{}
	for _, lang := range i18n.Langs {
		got := testkit.Data[contact.ImportStatus](c.In(string(lang)).Get("/aty/contactsgroup/" + id + "/import/" + task))
		if got.Status != "failed" || got.Code == 0 || got.Message != got.Errors[0].Message && got.Message != got.Errors[1].Message {
			t.Fatalf("%+v", got)
		}
		said[got.Message] = true
	}
	if len(said) != 4 {
		t.Errorf("%d texts: %v", len(said), said)
	}
}

// TestOnce: a repeated call under its Idempotency-Key makes one collection and one import.
func TestOnce(t *testing.T) {
	s := newStage(t)
	c := s.Customer.Client
	create := func() string {
		return testkit.Data[web.Created](c.With("Idempotency-Key", "one").Post("/aty/contactsgroup",
			object{"name": "once", "countryCode": "BR"})).ID
	}
	id := create()
	file := s.upload(c, "5511987654321")
	begin := func() string {
		return testkit.Data[contact.StartResponse](c.With("Idempotency-Key", "two").Post("/aty/contactsgroup/"+id+"/import",
			object{"fileId": file})).TaskID
	}
	if task := begin(); create() != id || begin() != task {
		t.Error("made twice")
	}
	s.work()
	if got := testkit.Data[contact.Collection](c.Get("/aty/contactsgroup/" + id)); got.MemberCount != 1 || got.Status != contact.Ready {
		t.Errorf("%+v", got)
	}
}

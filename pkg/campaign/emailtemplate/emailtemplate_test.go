package emailtemplate_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/campaign/emaildesign"
	"herald/pkg/campaign/emailtemplate"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/web"
)

const base = "/edm/template"

type fixture struct {
	*testing.T
	*sessiontest.SeededUsers
	store *emailtemplate.Store
}

type poster interface {
	Post(path string, body any) *testkit.Answer
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	return &fixture{t, (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s),
		&emailtemplate.Store{DB: k.DB}}
}

func (f *fixture) add(who poster, body apptest.Object) emailtemplate.Detail {
	f.Helper()
	return testkit.Data[emailtemplate.Detail](who.Post(base, body))
}

func edited(d *emailtemplate.Detail, more apptest.Object) apptest.Object {
	w := apptest.EmailTemplateBody(d.Name)
	w["id"], w["version"] = d.ID, d.Version
	for k, v := range more {
		w[k] = v
	}
	return w
}

// A template is created, listed, read, changed, disabled and deleted, by its customer alone.
func TestEmailTemplateStory(t *testing.T) {
	f := newFixture(t)
	who := f.Customer
	made := f.add(who, apptest.EmailTemplateBody("  Summer sale "))
	if made.Name != "Summer sale" || made.Status != emailtemplate.Enabled || made.Version != 1 || !made.Finished || made.Format != "html" ||
		strings.Join(made.Placeholders, " ") != "name" || len(made.Problems) > 0 {
		t.Fatalf("%+v", made)
	}
	page := testkit.Data[web.Page[emailtemplate.Template]](who.Get(base + "/page?name=summer&status=enabled&sortFields=updateTime"))
	if page.Total != 1 || page.Records[0].ID != made.ID || page.Records[0].Subject != "Hello {name|you}" {
		t.Errorf("%+v", page)
	}
	if got := testkit.Data[emailtemplate.Detail](who.Get(base + "/" + made.ID)); got.Design.Blocks[0].Blocks[0].Text == nil ||
		got.UpdateTime != made.UpdateTime {
		t.Errorf("%+v", got)
	}
	for _, other := range []*sessiontest.Actor{f.OtherCustomer, f.OtherAgent} {
		other.Get(base+"/"+made.ID).Want(404, 404)
		if got := testkit.Data[web.Page[emailtemplate.Template]](other.Get(base + "/page")); got.Total != 0 {
			t.Errorf("%s sees %+v", other.Name, got)
		}
	}
	now := testkit.Data[emailtemplate.Detail](who.Put(base, edited(&made, apptest.Object{"name": "Autumn", "subject": "Now"})))
	if now.Version != 2 || now.Name != "Autumn" || now.Subject != "Now" {
		t.Errorf("%+v", now)
	}
	who.Put(base+"/status", apptest.Object{"id": made.ID, "status": "disabled"}).OK()
	if got := testkit.Data[web.Page[emailtemplate.Template]](who.Get(base + "/lovPage")); got.Total != 0 {
		t.Errorf("a picker shows what is disabled: %+v", got)
	}
	who.Put(base+"/status", apptest.Object{"id": made.ID, "status": "enabled"}).OK()
	if got := testkit.Data[web.Page[emailtemplate.Template]](who.Get(base + "/lovPage")); got.Total != 1 {
		t.Errorf("a picker shows %+v", got)
	}
	who.Delete(base+"/"+made.ID, nil).OK()
	who.Get(base+"/"+made.ID).Want(404, 404)
	who.Delete(base+"/"+made.ID, nil).Want(404, 404)
}

// An edit of what was changed meanwhile is refused, and so is a restoration.
func TestAnEditNamesTheVersionThatWasRead(t *testing.T) {
	f := newFixture(t)
	made := f.add(f.Customer, apptest.EmailTemplateBody("a"))
	f.Customer.Put(base, edited(&made, nil)).OK()
	f.Customer.Put(base, edited(&made, nil)).Want(http.StatusConflict, 409)
	f.Customer.Put(base+"/"+made.ID+"/restore", apptest.Object{"version": 1, "restore": 1}).Want(http.StatusConflict, 409)
}

// The last 20 versions are kept, can be read, and become the present one as a new version.
func TestVersionsAreKeptAndRestored(t *testing.T) {
	f := newFixture(t)
	d := f.add(f.Customer, apptest.EmailTemplateBody("a"))
	for n := 2; n <= 23; n++ {
		d = testkit.Data[emailtemplate.Detail](f.Customer.Put(base, edited(&d, apptest.Object{"subject": fmt.Sprint("version ", n)})))
	}
	lines := testkit.Data[[]emailtemplate.VersionLine](f.Customer.Get(base + "/" + d.ID + "/versions"))
	if len(lines) != 20 || lines[0].Version != 23 || lines[19].Version != 4 || lines[0].UserID != f.Customer.User.ID ||
		lines[0].Bytes < 1000 {
		t.Fatalf("%+v", lines)
	}
	if old := testkit.Data[emailtemplate.Detail](f.Customer.Get(base + "/" + d.ID + "/versions/4")); old.Subject != "version 4" ||
		old.Version != 4 {
		t.Errorf("%+v", old)
	}
	f.Customer.Get(base+"/"+d.ID+"/versions/3").Want(404, 404)
	f.Customer.Put(base+"/"+d.ID+"/restore", apptest.Object{"version": 23, "restore": 3}).Want(404, 404)
	now := testkit.Data[emailtemplate.Detail](f.Customer.Put(base+"/"+d.ID+"/restore", apptest.Object{"version": 23, "restore": 5}))
	if now.Version != 24 || now.Subject != "version 5" {
		t.Errorf("%+v", now)
	}
}

// What cannot be meant is refused, by block and field and in the caller's language. What is unfinished is stored, and disabled.
func TestProblemsOfATemplate(t *testing.T) {
	f := newFixture(t)
	body := apptest.EmailTemplateBody("a")
	body["design"] = apptest.EmailDesign(`<p><a href="javascript:alert(1)">x</a></p>`)
	answer := f.Customer.In("pt_BR").Post(base, body).Bad("design.words.text.html")
	if !strings.Contains(string(answer.Raw), "não é um link válido") {
		t.Errorf("%s", answer.Raw)
	}
	body["design"] = apptest.EmailDesign(" ")
	made := f.add(f.Customer.In("en_US"), body)
	if made.Status != emailtemplate.Disabled || made.Finished || len(made.Problems) == 0 || made.Problems[0].Key != "email.text" ||
		made.Problems[0].Block != "words" || made.Problems[0].Severity != "error" || made.Problems[0].Message != "Enter a text" {
		t.Errorf("%+v", made)
	}
	f.Customer.Put(base+"/status", apptest.Object{"id": made.ID, "status": "enabled"}).Want(http.StatusConflict, 409)
	finished := testkit.Data[emailtemplate.Detail](f.Customer.Put(base, edited(&made, nil)))
	if !finished.Finished || finished.Status != emailtemplate.Disabled {
		t.Errorf("%+v", finished)
	}
	f.Customer.Put(base+"/status", apptest.Object{"id": made.ID, "status": "enabled"}).OK()
	for field, value := range map[string]any{"name": " ", "subject": strings.Repeat("x", 201), "design": apptest.Object{"version": 1,
		"blocks": []any{
			apptest.Object{"id": "a", "type": "video"}}}} {
		w := apptest.EmailTemplateBody("a")
		w[field] = value
		f.Customer.Post(base, w).Want(400, 400)
	}
	w := apptest.EmailTemplateBody("a")
	w["design"] = apptest.EmailDesign("<p>{a} {b} {c} {d}</p>")
	f.Customer.Post(base, w).Bad("design.placeholders")
	w["design"] = apptest.EmailDesign("<p>" + strings.Repeat("a word ", 2500) + "</p>")
	blocks := w["design"].(apptest.Object)["blocks"].([]apptest.Object)[0]
	for i := range 6 {
		blocks["blocks"] = append(blocks["blocks"].([]apptest.Object), apptest.Object{"id": fmt.Sprint("x", i), "type": "text",
			"text": apptest.Object{"html": "<p>" + strings.Repeat("a word ", 2700) + "</p>"}})
	}
	f.Customer.Post(base, w).Bad("design.blocks")
}

// Scripts are removed before a design is stored.
func TestADesignIsSanitised(t *testing.T) {
	f := newFixture(t)
	w := apptest.EmailTemplateBody("a")
	w["design"] = apptest.EmailDesign(`<p onclick="x()">Hello {name}, read on</p><script>alert(1)</script>`)
	made := f.add(f.Customer, w)
	got := testkit.Data[emailtemplate.Detail](f.Customer.Get(base + "/" + made.ID))
	if html := got.Design.Blocks[0].Blocks[0].Text.HTML; html != "<p>Hello {name}, read on</p>" || made.Problems[0].Key != "email.removed" {
		t.Errorf("%s %+v", html, made.Problems)
	}
}

// A customer keeps as many templates as the setting says; a deletion lowers the count.
func TestEmailTemplatesOfACustomer(t *testing.T) {
	f := newFixture(t)
	f.Admin.Put("/lop/system/config/emailtemplate.max", apptest.Object{"value": 1}).OK()
	one := f.add(f.Customer, apptest.EmailTemplateBody("a"))
	f.Secondary.Post(base, apptest.EmailTemplateBody("b")).Want(http.StatusConflict, 409)
	f.add(f.OtherCustomer, apptest.EmailTemplateBody("c"))
	f.Customer.Delete(base+"/"+one.ID, nil).OK()
	f.add(f.Secondary, apptest.EmailTemplateBody("b"))
}

// Staff and agents make templates for a customer that they see.
func TestATemplateForACustomer(t *testing.T) {
	f := newFixture(t)
	f.Admin.Post(base, apptest.EmailTemplateBody("a")).Bad("customerId")
	w := apptest.EmailTemplateBody("a")
	w["customerId"] = f.Customer.User.ID
	if made := f.add(f.Agent, w); made.CustomerID != f.Customer.User.ID {
		t.Errorf("%+v", made)
	}
	f.OtherAgent.Post(base, w).Want(404, 404)
	if got := testkit.Data[web.Page[emailtemplate.Template]](f.Customer.Get(base + "/page")); got.Total != 1 {
		t.Errorf("%+v", got)
	}
}

// A preview shows an email for given values with its links, pictures, size and problems, and stores nothing.
func TestPreview(t *testing.T) {
	f := newFixture(t)
	design := apptest.EmailDesign(`<p>Hello {name|you}, see <a href="https://shop.example/?c={code}">our shop</a> with many things ` +
		`for you.</p>`)
	got := testkit.Data[emailtemplate.Preview](f.Customer.In("zh_CN").Post(base+"/preview", apptest.Object{"subject": "{name|You}!",
		"design": design,
		"values": apptest.Object{"name": "Ana <i>", "code": "7&8"}}))
	if got.Subject != "Ana <i>!" || got.Preheader != "News" || !strings.Contains(got.HTML, "Hello Ana &lt;i&gt;") ||
		!strings.Contains(got.HTML, "https://shop.example/?c=7%268") || !strings.Contains(got.Text,
		"our shop: https://shop.example/?c=7%268") ||
		len(got.Links) != 1 || got.Links[0].URL != "https://shop.example/?c={code}" || got.Links[0].Block != "words" || got.Bytes < 2000 ||
		strings.Join(got.Fields, " ") != "name code" || len(got.Problems) > 0 {
		t.Errorf("%+v", got)
	}
	got = testkit.Data[emailtemplate.Preview](f.Customer.In("zh_CN").Post(base+"/preview", apptest.Object{"subject": "BUY NOW TODAY!!",
		"design": apptest.Object{
			"version": 1, "style": apptest.Object{}, "blocks": []apptest.Object{{"id": "a", "type": "text",
				"text": apptest.Object{"html": "x"}}}}}))
	if got.HTML != "" || len(got.Problems) == 0 || got.Problems[0].Message != "内容块必须放在容器中" {
		t.Errorf("%+v", got)
	}
	if page := testkit.Data[web.Page[emailtemplate.Template]](f.Customer.Get(base + "/page")); page.Total != 0 {
		t.Errorf("%+v", page)
	}
}

// A preview whose values would make it many times larger than any email is not written: it says that it is too large.
func TestAPreviewOfHugeValues(t *testing.T) {
	f := newFixture(t)
	for count, value := range map[int]int{1: 100_000, 40: 1} {
		var blocks []apptest.Object
		for i := range count {
			blocks = append(blocks, apptest.Object{"id": fmt.Sprint(i), "type": "text",
				"text": apptest.Object{"html": strings.Repeat("{a}", 6000)}})
		}
		design := apptest.Object{"version": 1, "style": apptest.Object{}, "blocks": []apptest.Object{{"id": "c", "type": "container",
			"blocks": append(blocks, apptest.Object{"id": "f", "type": "footer"})}}}
		got := testkit.Data[emailtemplate.Preview](f.Customer.In("en_US").Post(base+"/preview", apptest.Object{"subject": "Hi", "design": design,
			"values": apptest.Object{"a": strings.Repeat("v", value)}}))
		told := slices.ContainsFunc(got.Problems, func(p emailtemplate.Problem) bool { return p.Key == "email.tooLarge" })
		if got.HTML != "" || got.Text != "" || !told {
			t.Errorf("%d blocks: %d bytes, %+v", count, len(got.HTML), got.Problems)
		}
	}
}

// HTML of another product is read as a design that can be stored.
func TestImport(t *testing.T) {
	f := newFixture(t)
	got := testkit.Data[emailtemplate.Imported](f.Customer.In("en_US").Post(base+"/import", apptest.Object{
		"html": `<style>p{color:#ff0000}</style><p>Hello {{name}}</p><script>x</script><img src="https://a.example/x.png">`}))
	if len(got.Design.Blocks) != 1 || got.Design.Blocks[0].Blocks[0].Text.HTML != `<p style="color: #ff0000">Hello {name}</p>` ||
		len(got.Problems) != 2 || !strings.Contains(got.Problems[0].Message+got.Problems[1].Message, "unsubscribe") {
		t.Errorf("%+v", got)
	}
	f.Customer.Post(base, apptest.Object{"name": "imported", "subject": "s", "design": got.Design}).OK()
	f.Customer.Post(base+"/import", apptest.Object{"html": "<p></p>"}).Bad("html")
	f.Customer.Post(base+"/import", apptest.Object{"html": strings.Repeat("<p>x</p>", 80_000)}).Want(http.StatusRequestEntityTooLarge, 413)
}

// Each starter is a finished design in each language, with all of its texts.
func TestGallery(t *testing.T) {
	f := newFixture(t)
	for _, lang := range []string{"zh_CN", "en_US", "pt_BR", "zh_TW"} {
		all := testkit.Data[[]emailtemplate.Starter](f.Customer.In(lang).Get(base + "/gallery"))
		if len(all) != 6 {
			t.Fatalf("%d starters", len(all))
		}
		for i := range all {
			s := &all[i]
			if s.Name == "" || s.Description == "" || s.Subject == "" || s.Design.Preheader == "" {
				t.Errorf("%s %s: %+v", lang, s.Key, s)
			}
			if problems := (emaildesign.Rules{Subject: s.Subject}).Check(&s.Design); len(problems) > 0 {
				t.Errorf("%s %s: %+v", lang, s.Key, problems)
			}
			p, err := emaildesign.Compile(&s.Design, emaildesign.Options{Subject: s.Subject})
			if err != nil {
				t.Fatal(err)
			}
			if hints := emaildesign.Hints(&s.Design, p); len(hints) > 0 {
				t.Errorf("%s %s: %+v", lang, s.Key, hints)
			}
			if text := p.Text(nil, nil); strings.Contains(text, "@") || strings.Contains(p.HTML(nil, nil), "><p></p>") {
				t.Errorf("%s %s: %s", lang, s.Key, text)
			}
			made := f.add(f.Customer, apptest.Object{"name": s.Name, "subject": s.Subject, "design": s.Design})
			if !made.Finished {
				t.Errorf("%s %s: %+v", lang, s.Key, made.Problems)
			}
		}
	}
}

// An order loads what is enabled in its scope, with the design of the present version.
func TestOrdersLoadATemplate(t *testing.T) {
	f := newFixture(t)
	made := f.add(f.Customer, apptest.EmailTemplateBody("a"))
	scope := auth.UserScope(f.Customer.User.ID)
	got, err := f.store.Load(t.Context(), scope, made.ID)
	if err != nil || got.Version != 1 || got.Subject != "Hello {name|you}" || len(got.Design.Blocks) != 1 {
		t.Fatalf("%+v %v", got, err)
	}
	for _, id := range []string{made.ID[:25], apptest.MissingID} {
		if _, err := f.store.Load(t.Context(), scope, id); fault.As(err) == nil || fault.As(err).Kind != fault.NotFound {
			t.Errorf("%s: %v", id, err)
		}
	}
	if _, err := f.store.Load(t.Context(), auth.UserScope(f.OtherCustomer.User.ID), made.ID); fault.As(err) == nil ||
		fault.As(err).Kind != fault.NotFound {
		t.Errorf("%v", err)
	}
	f.Customer.Put(base+"/status", apptest.Object{"id": made.ID, "status": "disabled"}).OK()
	if _, err := f.store.Load(t.Context(), scope, made.ID); fault.As(err) == nil || fault.As(err).Key != "emailtemplate.disabled" {
		t.Errorf("%v", err)
	}
}

package apptest

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/campaign/comment"
	"herald/pkg/campaign/commentitem"
	"herald/pkg/campaign/commenttemplate"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/price"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/user"
	"herald/pkg/provider"
	"herald/pkg/provider/partner"
)

// Paths of comment orders, their templates and their work.
const (
	CommentOrders    = "/comment/order"
	CommentTemplates = "/comment/template"
	CommentItems     = "/comment/item"
	CommentPartner   = "/comment/partner"
)

// PartnerSecret signs the calls of the partners acme and zenith.
const PartnerSecret = "partner-secret"

// CommentFixture is the product with two partners that fulfil comments, and two members of staff.
type CommentFixture struct {
	*testing.T
	Kit    *testkit.Env
	Env    *app.Env
	Server *testkit.Server
	Users  *sessiontest.SeededUsers
	Second *sessiontest.Actor // of staff
	signIn *sessiontest.Fixture
}

// NewCommentFixture makes a fixture in which the direct customer and the agent's customer may order comments.
func NewCommentFixture(t *testing.T) *CommentFixture {
	t.Helper()
	p := &CommentFixture{T: t, Kit: testkit.Memory(t)}
	p.Env = NewApp(p.Kit)
	p.Env.Config.Adapters.Set(map[string]string{
		"partner/work": Secret(Object{"secrets": Object{"acme": []string{"old", PartnerSecret}, "zenith": []string{PartnerSecret}}})})
	p.Server = testkit.Serve(t, p.Kit, testkit.Parts{Authenticate: p.Env.Sessions().Authenticate, Signed: p.Env.AppKeys().Verify,
		Routes: func(a *web.API) { p.Env.SetAPI(a); app.All(p.Env, a) }})
	p.signIn = &sessiontest.Fixture{Env: p.Kit, Users: p.Env.Users(), Session: p.Env.Sessions()}
	p.Users = p.signIn.SeedUsers(t, p.Server)
	p.Second = p.signIn.Actor(t, p.Server, "second", user.New{User: user.User{Type: auth.Admin}})
	admin := p.Users.Admin
	admin.Post("/aty/customerinfo/price/charge/save",
		Object{"userId": price.Platform, "service": "comment", "countryCode": "*", "price": 2.5}).OK()
	for key, value := range map[string]any{"order.review.auto": true, "comment.template.review.auto": true, "order.settle.minutes": 60,
		"order.unknown.minutes": 60} {
		admin.Put("/lop/system/config/"+key, Object{"value": value}).OK()
	}
	for _, who := range []*sessiontest.Actor{p.Users.Direct, p.Users.Customer} {
		admin.Put("/aty/customerinfo/recharge", Object{"userId": who.User.ID, "amount": 1000}).OK()
	}
	p.Kit.Clock.Add(time.Minute)
	return p
}

// SignInAgain gives the users new sessions, after hours.
func (p *CommentFixture) SignInAgain() {
	p.Helper()
	for _, who := range []*sessiontest.Actor{p.Users.Admin, p.Second, p.Users.Direct, p.Users.Customer, p.Users.Agent} {
		who.Client = p.Server.As(who.Name, p.signIn.SignIn(p, p.Server, who.User.Login))
	}
}

// CommentBody is a request for comments by instructions.
func CommentBody(more Object) Object {
	return Merge(Object{"name": "launch", "countryCode": "BR", "platform": "facebook", "targetUrl": "https://www.facebook.com/shop/posts/1",
		"quantity": 3, "instructions": "Say what you like about the shop", "owned": true}, more)
}

// CommentTemplateBody is a template with two texts.
func CommentTemplateBody(name string) Object {
	return Object{"name": name, "platform": "facebook", "texts": []string{"Great shop!", "Fast delivery."}}
}

// RunQueues consumes the queue of jobs.
func (p *CommentFixture) RunQueues() {
	p.Helper()
	jobs := app.JobTasks(p.Env)
	for p.Kit.Work(p, order.JobQueue, func(ctx context.Context, m queue.Message) error { return jobs[m.Kind](ctx, m) }) > 0 {
	}
}

// PassMinutes runs the ticks of all modules once a minute for n minutes and consumes the queues.
func (p *CommentFixture) PassMinutes(n int) {
	p.Helper()
	for range n {
		p.Kit.Clock.Add(time.Minute)
		for name, tick := range app.Ticks(p.Env) {
			if err := tick(p.Context()); err != nil {
				p.Errorf("%s: %v", name, err)
			}
		}
		p.RunQueues()
	}
}

// Template makes a template that orders can use.
func (p *CommentFixture) Template(who *sessiontest.Actor, body Object) string {
	p.Helper()
	return testkit.Data[commenttemplate.Template](who.Post(CommentTemplates, body)).ID
}

// Submit places an order, consumes the queues and returns the order's id.
func (p *CommentFixture) Submit(who *sessiontest.Actor, body Object) string {
	p.Helper()
	id := testkit.Data[order.SubmitResponse](who.Post(CommentOrders, body)).ID
	p.Kit.Clock.Add(time.Second)
	p.RunQueues()
	return id
}

// CommentDetail is the page of a comment order.
type CommentDetail struct {
	comment.Detail
	ActualCost *float64 `json:"actualCost"`
}

// Detail reads the page of an order.
func (p *CommentFixture) Detail(id string) CommentDetail {
	p.Helper()
	return testkit.Data[CommentDetail](p.Users.Admin.In("en_US").Get(CommentOrders + "/" + id))
}

// Items lists the items of an order as its customer sees them.
func (p *CommentFixture) Items(who *sessiontest.Actor, id string) []commentitem.OwnItem {
	p.Helper()
	return testkit.Data[web.Page[commentitem.OwnItem]](who.In("en_US").Get(CommentOrders + "/" + id + "/item/page?size=100")).Records
}

// Balance is the available credit of a user.
func (p *CommentFixture) Balance(who *sessiontest.Actor) float64 {
	p.Helper()
	return testkit.Data[struct{ Balance float64 }](who.Get("/pi/personal/info")).Balance
}

// EvidencePicture is a picture; another n is another one.
func EvidencePicture(n int) []byte {
	m := image.NewRGBA(image.Rect(0, 0, 8, 8))
	m.Set(n%8, n/8%8, color.RGBA{uint8(n), 90, 200, 255})
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		panic(err) // of a picture in memory
	}
	return b.Bytes()
}

// Upload uploads a picture and returns its id.
func (p *CommentFixture) Upload(who *sessiontest.Actor, content []byte) string {
	p.Helper()
	return testkit.Data[struct{ ID string }](who.Upload("/uf/uploadfile?kind=image", "file", "e.png", "image/png", content)).ID
}

// Fulfil lets a member of staff take an item and hand in a picture.
func (p *CommentFixture) Fulfil(who *sessiontest.Actor, item string, n int) {
	p.Helper()
	who.Put(CommentItems+"/"+item+"/take", nil).OK()
	who.Put(CommentItems+"/"+item+"/evidence", Object{"fileId": p.Upload(who, EvidencePicture(n))}).OK()
}

// Review lets a member of staff who has just read an item accept or reject its evidence.
func (p *CommentFixture) Review(who *sessiontest.Actor, item string, body Object) *testkit.Answer {
	p.Helper()
	if _, told := body["version"]; !told {
		if it := who.Get(CommentItems + "/" + item); it.Code == http.StatusOK {
			body = maps.Clone(body)
			body["version"] = testkit.Data[commentitem.Detail](it).Version
		}
	}
	a := who.In("en_US").Put(CommentItems+"/"+item+"/review", body)
	p.RunQueues()
	return a
}

// Partner makes a signed call of a partner and returns the status and the data of the answer.
func (p *CommentFixture) Partner(name, method, path string, body any) (int, json.RawMessage) {
	p.Helper()
	var raw []byte
	if body != nil {
		raw, _ = json.Marshal(body) // of texts and bytes
	}
	return p.SignedCall(name, PartnerSecret, method, path, raw, p.Kit.Now())
}

// SignedCall makes a call that is signed with a secret at a time.
func (p *CommentFixture) SignedCall(name, secret, method, path string, body []byte, at time.Time) (int, json.RawMessage) {
	p.Helper()
	u, err := url.Parse(p.Server.URL + "/api" + CommentPartner + path)
	if err != nil {
		p.Fatal(err)
	}
	req, err := http.NewRequestWithContext(p.Context(), method, u.String(), bytes.NewReader(body))
	if err != nil {
		p.Fatal(err)
	}
	stamp := strconv.FormatInt(at.Unix(), 10)
	req.Header.Set("X-Partner-Id", name)
	req.Header.Set("X-Partner-Timestamp", stamp)
	req.Header.Set("X-Partner-Signature", partner.SignCall(secret, stamp, provider.WorkCall{Method: method, Target: u.RequestURI(), Body: body}))
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		p.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		p.Fatal(err)
	}
	var answer struct{ Data json.RawMessage }
	if err := json.Unmarshal(text, &answer); err != nil {
		p.Fatalf("%s: %v", text, err)
	}
	return res.StatusCode, answer.Data
}

// seedComments makes a template, an order with its items, and a draft as a customer.
func (v *OtherTenant) seedComments(t *testing.T, e *app.Env, users *sessiontest.SeededUsers) {
	t.Helper()
	type created struct{ ID string }
	c := users.Customer
	if _, err := e.Prices().Set(context.Background(), price.Line{Owner: price.Platform, Service: "comment", Country: "*", Price: 100}); err != nil {
		t.Fatal(err)
	}
	v.CommentTemplate = testkit.Data[created](c.Post(CommentTemplates, CommentTemplateBody("mine"))).ID
	v.Commenting = testkit.Data[created](c.Post(CommentOrders, CommentBody(nil))).ID
	v.CommentDraft = testkit.Data[created](c.Post(CommentOrders+"/draft", CommentBody(nil))).ID
	v.CommentItem = v.Commenting + "-00000"
}

// comments orders comments and works on them.
func (w *LossScenario) comments() {
	admin, direct := w.Users.Admin, w.Users.Direct
	const templates, orders, items = CommentTemplates, CommentOrders, CommentItems
	const by = `"countryCode":"BR","platform":"facebook","targetUrl":"https://www.facebook.com/shop/1","quantity":3,"owned":true,"instructions":"i"`
	w.call(admin, "POST /aty/customerinfo/price/charge/save", "/aty/customerinfo/price/charge/save",
		`{"userId":"platform","service":"comment","countryCode":"*","price":1}`)
	for _, name := range []string{"ct1", "ct2"} {
		w.create(name, direct, "POST "+templates, templates, `{"name":"`+name+`","platform":"facebook","texts":["a","b"]}`)
	}
	w.call(direct, "PUT "+templates, templates, `{"id":"{ct1}","name":"c","platform":"facebook","texts":["a","c"]}`)
	w.call(admin, "PUT "+templates+"/review", templates+"/review", `{"ids":["{ct1}","{ct2}"],"versions":{"{ct1}":2},"pass":true}`)
	w.call(direct, "PUT "+templates+"/status", templates+"/status", `{"id":"{ct1}","enabled":false}`)
	w.call(direct, "DELETE "+templates+"/{id}", templates+"/{ct1}", "")
	for _, name := range []string{"cm1", "cm2", "cm3"} {
		w.create(name, direct, "POST "+orders, orders, `{"name":"`+name+`",`+by+`}`)
	}
	w.call(direct, "PUT "+orders, orders, `{"id":"{cm1}","name":"1",`+strings.Replace(by, `"i"`, `"other"`, 1)+`}`)
	w.call(admin, "PUT "+orders+"/review", orders+"/review", `{"ids":["{cm1}","{cm2}"],"versions":{"{cm1}":2},"pass":true}`)
	w.call(admin, "PUT "+orders+"/review", orders+"/review", `{"ids":["{cm3}"],"pass":false,"reason":"no"}`)
	w.dealComments(w.ids["cm1"])
	w.create("evidence", admin, "POST /uf/uploadfile/picture", "/uf/uploadfile/picture", string(EvidencePicture(1)))
	step := func(who *sessiontest.Actor, verb, body string) {
		w.call(who, "PUT "+items+"/{id}/"+verb, items+"/{cm1}-00000/"+verb, body)
	}
	step(admin, "take", "")
	step(admin, "giveback", `{"reason":"r"}`)
	step(admin, "take", "")
	step(admin, "evidence", `{"fileId":"{evidence}"}`)
	w.byAnother(w.ids["cm1"] + "-00000")
	step(admin, "review", `{"pass":true}`)
	w.call(direct, "PUT "+orders+"/{id}/item/{n}/complain", orders+"/{cm1}/item/1/complain", `{"reason":"r"}`)
	for _, verb := range []string{"pause", "start", "stop"} {
		w.call(direct, "PUT "+orders+"/{id}/"+verb, orders+"/{cm1}/"+verb, "")
	}
	w.call(direct, "PUT "+orders+"/{id}/pause", orders+"/{cm2}/pause", "")
	w.call(direct, "PUT "+orders+"/{id}/cancel", orders+"/{cm2}/cancel", "")
	w.call(direct, "DELETE "+orders+"/{id}", orders+"/{cm2}", "")
	w.create("draft", direct, "POST "+orders+"/draft", orders+"/draft", `{"name":"d",`+by+`}`)
	w.call(direct, "PUT "+orders+"/draft", orders+"/draft", `{"id":"{draft}","name":"d2",`+by+`}`)
	w.create("cm4", direct, "POST "+orders+"/draft/commit", orders+"/draft/commit", `{"id":"{draft}"}`)
	w.create("draft", direct, "POST "+orders+"/draft", orders+"/draft", `{"name":"e",`+by+`}`)
	w.call(direct, "DELETE "+orders+"/draft/{id}", orders+"/draft/{draft}", "")
}

// dealComments makes the items of an order.
func (w *LossScenario) dealComments(id string) {
	w.Helper()
	o, _, err := w.Env.Orders().Get(w.Context(), id)
	if err == nil {
		err = app.Comments(w.Env).Items.Deal(w.Context(), o)
	}
	if err != nil {
		w.Error(err)
	}
}

// byAnother lets another worker have fulfilled an item.
func (w *LossScenario) byAnother(item string) {
	w.Helper()
	order, n, _ := strings.Cut(item, "-")
	key := store.Key{Table: "campaign", PK: "O#" + order, SK: "ITEM#" + n}
	if _, err := w.Env.DB.Write(w.Context(), store.Op{Verb: store.Update, Key: key, Set: map[string]any{"w": "another"}}); err != nil {
		w.Error(err)
	}
}

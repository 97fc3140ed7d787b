package comment_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/web"
)

type object = apptest.Object

// A request that breaks a rule is refused with its field and a text in the caller's language. Nothing is reserved.
func TestRefusalsInFourLanguages(t *testing.T) {
	p := apptest.NewCommentFixture(t)
	who := p.Users.Direct
	other := p.Template(who, object{"name": "x", "platform": "x", "texts": []string{"a"}})
	off := p.Template(who, apptest.CommentTemplateBody("off"))
	who.Put(apptest.CommentTemplates+"/status", object{"id": off, "enabled": false}).OK()
	text := ""
	for _, c := range []struct {
		field string
		body  object
	}{
		{"platform", object{"platform": "myspace"}},
		{"targetUrl", object{"targetUrl": "http://www.facebook.com/shop"}},
		{"targetUrl", object{"targetUrl": "https://facebook.com.evil.example/shop"}},
		{"targetUrl", object{"targetUrl": "https://user@facebook.com/shop"}},
		{"targetUrl", object{"targetUrl": "https://www.facebook.com/"}},
		{"targetUrl", object{"platform": "instagram"}},
		{"quantity", object{"quantity": 0}},
		{"quantity", object{"quantity": -1}},
		{"quantity", object{"quantity": 1.5}},
		{"quantity", object{"quantity": 1_000_000_000}},
		{"owned", object{"owned": false}},
		{"templateId", object{"instructions": ""}},
		{"templateId", object{"templateId": off}},
		{"templateId", object{"templateId": other, "instructions": ""}},
		{"templateId", object{"templateId": off, "instructions": ""}},
		{"instructions", object{"instructions": strings.Repeat("x", 1001)}},
		{"deadline", object{"deadline": p.Kit.Now().Add(-time.Hour).Format(time.RFC3339)}},
		{"deadline", object{"deadline": p.Kit.Now().Add(8 * 24 * time.Hour).Format(time.RFC3339)}},
		{"startTime", object{"startTime": p.Kit.Now().Add(-time.Hour).Format(time.RFC3339)}},
		{"countryCode", object{"countryCode": "XX"}},
		{"name", object{"name": " "}},
	} {
		for _, lang := range i18n.Langs {
			for _, path := range []string{"", "/estimate"} {
				if path != "" && c.field == "name" {
					continue
				}
				a := who.In(string(lang)).Post(apptest.CommentOrders+path, apptest.CommentBody(c.body)).Bad(c.field)
				if path == "" {
					raw := string(a.Raw)
					text += raw[strings.Index(raw, `"errors"`):] + "\n"
				}
			}
		}
	}
	testkit.Golden(t, t.Name(), text)
	if got := p.Balance(who); got != 1000 {
		t.Errorf("%v left", got)
	}
	who.Post(apptest.CommentOrders, apptest.CommentBody(object{"quantity": 1000})).Want(402, 40201) // above the balance: a draft
	if n := testkit.Data[web.Page[object]](who.Get(apptest.CommentOrders + "/draft/page")).Total; n != 1 {
		t.Errorf("%d drafts", n)
	}
	who.Post(apptest.CommentOrders, apptest.CommentBody(object{"expectedCost": 7})).Want(409, 40922)
	p.Users.Admin.Put("/lop/system/config/comment.quantity.max", object{"value": 2}).OK()
	p.Kit.Clock.Add(2 * time.Minute)
	who.Post(apptest.CommentOrders, apptest.CommentBody(nil)).Bad("quantity")
}

// An order is drafted, edited, reviewed in the version that was read, and shows who declared what.
func TestAnOrderIsReviewed(t *testing.T) {
	p := apptest.NewCommentFixture(t)
	p.Users.Admin.Put("/lop/system/config/order.review.auto", object{"value": false}).OK()
	who := p.Users.Customer
	p.Kit.Clock.Add(2 * time.Minute)
	draft := testkit.Data[struct{ ID string }](who.Post(apptest.CommentOrders+"/draft", apptest.CommentBody(object{"name": "d"}))).ID
	id := testkit.Data[order.SubmitResponse](who.Post(apptest.CommentOrders+"/draft/commit", object{"id": draft})).ID
	p.RunQueues()
	who.Put(apptest.CommentOrders, apptest.CommentBody(object{"id": id, "quantity": 5})).OK()
	if got := p.Balance(who); got != 987.5 {
		t.Errorf("%v left of 1000 after an edit to 5 at 2.50", got)
	}
	line := func(version int) order.ReviewLine {
		return testkit.Data[[]order.ReviewLine](p.Second.Put(apptest.CommentOrders+"/review",
			object{"ids": []string{id}, "versions": map[string]int{id: version}, "pass": true}))[0]
	}
	if l := line(1); l.Code != 40921 {
		t.Errorf("%+v", l)
	}
	if l := line(2); !l.OK {
		t.Errorf("%+v", l)
	}
	p.RunQueues()
	d := p.Detail(id)
	if d.Status != order.Sending || d.Declared.UserID != who.User.ID || d.Declared.Time.IsZero() || d.Declared.URL != d.Content.TargetURL ||
		d.Deadline == nil || d.Deadline.Sub(*d.BeginTime).Round(time.Minute).Hours() != 168 || d.Texts[0] != d.Content.Instructions || d.Total != 5 {
		t.Errorf("%+v", d)
	}
	who.Put(apptest.CommentOrders, apptest.CommentBody(object{"id": id, "quantity": 2})).Want(409, 409) // it runs
	who.Put(apptest.CommentOrders+"/"+id+"/pause", nil).OK()
	who.Put(apptest.CommentOrders+"/"+id+"/cancel", nil).OK() // nothing was begun
	if got := p.Balance(who); got != 1000 {
		t.Errorf("%v left after a cancellation", got)
	}
	began := testkit.Data[order.SubmitResponse](who.Post(apptest.CommentOrders, apptest.CommentBody(nil))).ID
	p.Second.Put(apptest.CommentOrders+"/review", object{"ids": []string{began}, "pass": true}).OK()
	p.RunQueues()
	p.Users.Admin.Put(apptest.CommentItems+"/"+began+"-00000/take", nil).OK()
	who.Put(apptest.CommentOrders+"/"+began+"/pause", nil).OK()
	who.Put(apptest.CommentOrders+"/"+began+"/cancel", nil).Want(409, 409) // an item is in work
}

// An agent orders for its customer at the customer's price, and is the one who declares.
func TestAnAgentOrdersForACustomer(t *testing.T) {
	p := apptest.NewCommentFixture(t)
	id := testkit.Data[order.SubmitResponse](p.Users.Agent.Post(apptest.CommentOrders,
		apptest.CommentBody(object{"userId": p.Users.Customer.User.ID}))).ID
	p.RunQueues()
	if d := p.Detail(id); d.Declared.UserID != p.Users.Agent.User.ID || d.CustomerID != p.Users.Customer.User.ID || d.Operator == "" {
		t.Errorf("%+v", d)
	}
	if got := p.Balance(p.Users.Customer); got != 992.5 {
		t.Errorf("%v left", got)
	}
	p.Users.Agent.Post(apptest.CommentOrders, apptest.CommentBody(object{"userId": p.Users.Direct.User.ID})).Want(404, 404)
	p.Users.Admin.Post(apptest.CommentOrders, apptest.CommentBody(nil)).Bad("userId")
}

// A country that is closed for comments gets none.
func TestAClosedCountry(t *testing.T) {
	p := apptest.NewCommentFixture(t)
	p.Users.Admin.Put("/conf/country", object{"code": "BR", "blacklist": []string{"comment"}}).OK()
	p.Kit.Clock.Add(2 * time.Minute)
	p.Users.Direct.Post(apptest.CommentOrders, apptest.CommentBody(nil)).Bad("countryCode")
}

// An order keeps the texts of its template when it is edited, also after the template was disabled or deleted.
func TestAnEditKeepsTheTextsOfADeletedTemplate(t *testing.T) {
	p := apptest.NewCommentFixture(t)
	p.Users.Admin.Put("/lop/system/config/order.review.auto", object{"value": false}).OK()
	who := p.Users.Direct
	p.Kit.Clock.Add(2 * time.Minute)
	template, other := p.Template(who, apptest.CommentTemplateBody("spring")), p.Template(who, apptest.CommentTemplateBody("autumn"))
	for _, id := range []string{template, other} {
		p.Users.Admin.Put(apptest.CommentTemplates+"/review", object{"ids": []string{id}, "versions": map[string]int{id: 1}, "pass": true}).OK()
	}
	body := apptest.CommentBody(object{"templateId": template, "instructions": ""})
	id := testkit.Data[order.SubmitResponse](who.Post(apptest.CommentOrders, body)).ID
	texts := p.Detail(id).Texts
	for _, end := range []func(string){
		func(id string) { who.Put(apptest.CommentTemplates+"/status", object{"id": id, "enabled": false}).OK() },
		func(id string) { who.Delete(apptest.CommentTemplates+"/"+id, nil).OK() },
	} {
		end(template)
		end(other)
		body["id"], body["quantity"] = id, body["quantity"].(int)+1
		price := func(change object) *testkit.Answer { return who.Post(apptest.CommentOrders+"/estimate", change) }
		own, foreign := maps.Clone(body), maps.Clone(body)
		own["orderId"], foreign["orderId"], foreign["templateId"] = id, id, other
		if e := testkit.Data[order.Estimate](price(own)); e.Targets != body["quantity"] {
			t.Errorf("an estimate of %d", e.Targets)
		}
		if price(body).Code == 200 || price(foreign).Code == 200 {
			t.Error("an estimate with an unusable template")
		}
		p.Users.Customer.Post(apptest.CommentOrders+"/estimate", own).Want(404, 404)
		who.Put(apptest.CommentOrders, body).OK()
		if d := p.Detail(id); d.Total != body["quantity"] || d.Template != "spring" || !slices.Equal(d.Texts, texts) {
			t.Errorf("%d of %q: %q", d.Total, d.Template, d.Texts)
		}
		change := apptest.CommentBody(object{"id": id, "templateId": other, "instructions": ""})
		if a := who.Put(apptest.CommentOrders, change); a.Code == 200 {
			t.Error("an unusable template was taken")
		}
	}
}

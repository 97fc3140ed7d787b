package commenttemplate_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/campaign/commenttemplate"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/web"
)

type object = apptest.Object

const path = apptest.CommentTemplates

// A template that breaks a rule is refused with its field and a text in the caller's language.
func TestRefusalsInFourLanguages(t *testing.T) {
	p := apptest.NewCommentFixture(t)
	who := p.Users.Direct
	text := ""
	for _, c := range []struct {
		field string
		body  object
	}{
		{"name", object{"name": " "}},
		{"name", object{"name": strings.Repeat("x", 21)}},
		{"platform", object{"platform": ""}},
		{"texts", object{"texts": []string{}}},
		{"texts", object{"texts": strings.Split(strings.Repeat("x,", 10)+"x", ",")}},
		{"texts[1]", object{"texts": []string{"a", " \n"}}},
		{"texts[0]", object{"texts": []string{"Hello {name}"}}},
		{"texts[0]", object{"texts": []string{"a\x00b"}}},
		{"texts[1]", object{"texts": []string{"Great  shop!", "great shop!"}}},
		{"texts[1]", object{"texts": []string{"café", "CAFE\u0301"}}},
		{"texts[0]", object{"platform": "tiktok", "texts": []string{strings.Repeat("é", 151)}}},
	} {
		for _, lang := range i18n.Langs {
			a := who.In(string(lang)).Post(path, apptest.Merge(apptest.CommentTemplateBody("t"), c.body)).Bad(c.field)
			raw := string(a.Raw)
			text += raw[strings.Index(raw, `"errors"`):] + "\n"
		}
	}
	testkit.Golden(t, t.Name(), text)
	who.Post(path, object{"name": strings.Repeat("é", 20), "platform": "tiktok", "texts": []string{strings.Repeat("é", 150)}}).OK()
	p.Users.Admin.Post(path, apptest.CommentTemplateBody("t")).Bad("customerId")
	p.Users.Admin.Put("/lop/system/config/comment.templates.max", object{"value": 1}).OK()
	p.Kit.Clock.Add(2 * time.Minute)
	who.Post(path, apptest.CommentTemplateBody("t")).Want(409, 409)
	p.Users.Secondary.Post(path, apptest.CommentTemplateBody("t")).OK() // of another customer
	p.Users.Customer.Post(path, apptest.CommentTemplateBody("t")).Want(409, 409)
}

// Staff approve a template in the version that was read; orders can use it while it is approved and enabled.
func TestReview(t *testing.T) {
	p := apptest.NewCommentFixture(t)
	p.Users.Admin.Put("/lop/system/config/comment.template.review.auto", object{"value": false}).OK()
	p.Kit.Clock.Add(2 * time.Minute)
	who := p.Users.Direct
	id := p.Template(who, apptest.CommentTemplateBody("t"))
	usable := func() int { return testkit.Data[web.Page[object]](who.Get(path + "/lovPage")).Total }
	review := func(body object) commenttemplate.Line {
		return testkit.Data[[]commenttemplate.Line](p.Second.Put(path+"/review", apptest.Merge(object{"ids": []string{id}}, body)))[0]
	}
	order := func() int {
		return who.Post(apptest.CommentOrders, apptest.CommentBody(object{"templateId": id, "instructions": ""})).Status
	}
	if usable() != 0 || order() != 400 {
		t.Error("usable before its review")
	}
	who.Put(path+"/status", object{"id": id, "enabled": false}).Want(409, 409)
	p.Second.Put(path+"/review", object{"ids": []string{id}, "pass": false}).Bad("reason")
	who.Put(path, apptest.Merge(apptest.CommentTemplateBody("t2"), object{"id": id})).OK()
	for _, versions := range []map[string]int{nil, {id: 1}} {
		if l := review(object{"pass": true, "versions": versions}); l.Code != 40921 {
			t.Errorf("%v: %+v", versions, l)
		}
	}
	if l := review(object{"pass": true, "versions": map[string]int{id: 2}}); !l.OK || l.Status != "approved" {
		t.Errorf("%+v", l)
	}
	if l := review(object{"pass": true}); l.Code != 409 {
		t.Errorf("twice: %+v", l)
	}
	if usable() != 1 || order() != 200 {
		t.Error("not usable after its review")
	}
	who.Put(path+"/status", object{"id": id, "enabled": false}).OK()
	if usable() != 0 || order() != 400 {
		t.Error("usable although it is disabled")
	}
	who.Put(path+"/status", object{"id": id, "enabled": true}).OK()
	who.Put(path, apptest.Merge(apptest.CommentTemplateBody("t3"), object{"id": id})).OK()
	if l := review(object{"pass": false, "reason": "Not true"}); !l.OK || l.Status != "refused" {
		t.Errorf("%+v", l)
	}
	if got := testkit.Data[commenttemplate.Template](who.Get(path + "/" + id)); got.Reason != "Not true" || got.Version != 3 {
		t.Errorf("%+v", got)
	}
	for i, other := range []string{apptest.MissingID, "x"} {
		who.Get(fmt.Sprintf("%s/%s", path, other)).Want(404, 404)
		if i == 0 {
			p.Users.Customer.Get(path+"/"+id).Want(404, 404)
		}
	}
	who.Delete(path+"/"+id, nil).OK()
	who.Get(path+"/"+id).Want(404, 404)
	if n := testkit.Data[web.Page[object]](who.Get(path + "/page")).Total; n != 0 {
		t.Errorf("%d left", n)
	}
}

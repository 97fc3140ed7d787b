package review_test

import (
	"fmt"
	"net/http"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/template"
	"herald/pkg/kit/web"
)

// versioned is an item that a review names.
type versioned struct {
	ID      string
	Version int
}

// An approval names the version that was read. An order of any kind, or a template, that its customer edits during the review is approved
// in no other version. A changed line affects no other.
func TestAPassNamesTheVersionThatWasRead(t *testing.T) {
	type kind struct {
		admin, who *sessiontest.Actor
		path       string
		wish, edit apptest.Object
	}
	for name, make := range map[string]func(t *testing.T) kind{
		"bulk": func(t *testing.T) kind {
			p := apptest.NewSendingFixture(t)
			p.Users.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": p.Users.Direct.User.ID, "amount": 1000}).OK()
			file := testkit.Data[struct{ ID string }](p.Users.Direct.Upload("/uf/uploadfile", "file", "n.txt", "text/plain",
				[]byte("phoneNumber\n5511987654321\n"))).ID
			request := apptest.Object{"name": "May", "fileId": file, "channel": "whatsapp", "countryCode": "BR",
				"message": apptest.Object{"type": "text", "text": "Olá!"}}
			return kind{p.Users.Admin, p.Users.Direct, "/gc/groupsendorder", request,
				apptest.Object{"message": apptest.Object{"type": "text", "text": "Free coins: http://evil.example"}}}
		},
		"group": func(t *testing.T) kind {
			p := apptest.NewGroupFixture(t)
			return kind{p.Users.Admin, p.Users.Direct, apptest.GroupOrdersPath, p.Body(3, nil), apptest.Object{"groupName": "Free coins"}}
		},
		"call": func(t *testing.T) kind {
			p := apptest.NewCallFixture(t, 5)
			return kind{p.Users.Admin, p.Users.Direct, apptest.CallOrder, p.Body(p.Users.Direct, 5, nil, "1"),
				apptest.Object{"recordingId": apptest.NewRecording(p.Users.Direct, "coins", apptest.Tone(3)).ID}}
		},
	} {
		t.Run(name, func(t *testing.T) {
			k := make(t)
			k.admin.Put("/lop/system/config/order.review.auto", apptest.Object{"value": false}).OK()
			ordered := func(i int) string {
				return testkit.Data[order.SubmitResponse](k.who.Post(k.path, apptest.Merge(k.wish, apptest.Object{"name": fmt.Sprint("order ", i)}))).ID
			}
			pass := func(versions map[string]int, ids ...string) []order.ReviewLine {
				return testkit.Data[[]order.ReviewLine](k.admin.In("en_US").Put(k.path+"/review",
					apptest.Object{"ids": ids, "versions": versions, "pass": true}))
			}
			id, other := ordered(1), ordered(2)
			told := func() []int {
				listed := 0
				for _, row := range testkit.Data[web.Page[versioned]](k.admin.Get(k.path + "/page")).Records {
					if row.ID == id {
						listed = row.Version
					}
				}
				return []int{listed, testkit.Data[versioned](k.admin.Get(k.path + "/" + id)).Version,
					testkit.Data[versioned](k.admin.Get(k.path + "/" + id + "/review")).Version}
			}
			if got := told(); fmt.Sprint(got) != "[1 1 1]" {
				t.Fatalf("as submitted: %v", got)
			}
			k.who.Put(k.path, apptest.Merge(apptest.Merge(k.wish, k.edit), apptest.Object{"id": id, "name": "order 1"})).OK()
			if got := told(); fmt.Sprint(got) != "[2 2 2]" {
				t.Fatalf("after an edit: %v", got)
			}
			for _, read := range []map[string]int{nil, {id: 1}, {id: 3}, {other: 2}} {
				lines := pass(read, id)
				if lines[0].OK || lines[0].Code != 40921 || lines[0].Message != "This was changed since you read it. Reload it and review it again" {
					t.Errorf("read %v: %+v", read, lines)
				}
			}
			lines := pass(map[string]int{id: 1, other: 1}, id, other)
			if lines[0].OK || lines[0].Code != 40921 || !lines[1].OK {
				t.Errorf("one of two was changed: %+v", lines)
			}
			if row := testkit.Data[order.Row](k.admin.Get(k.path + "/" + id)); row.Status != order.Review {
				t.Errorf("it is in state %d", row.Status)
			}
			if lines := pass(map[string]int{id: 2}, id); !lines[0].OK {
				t.Errorf("as it was read: %+v", lines)
			}
			if lines := pass(nil, id); lines[0].Code != http.StatusConflict {
				t.Errorf("twice: %+v", lines)
			}
			// A template that was never changed is approved by its id alone, and a refusal names no version.
			if lines := pass(nil, ordered(3)); !lines[0].OK {
				t.Errorf("by its id: %+v", lines)
			}
			id = ordered(4)
			k.who.Put(k.path, apptest.Merge(apptest.Merge(k.wish, k.edit), apptest.Object{"id": id})).OK()
			k.admin.Put(k.path+"/review", apptest.Object{"ids": []string{id}, "pass": false, "reason": "no"}).OK()
			if row := testkit.Data[order.Row](k.admin.Get(k.path + "/" + id)); row.Status != order.Refused {
				t.Errorf("refused, and in state %d", row.Status)
			}
		})
	}
}

func TestAPassNamesTheVersionOfATemplate(t *testing.T) {
	p := apptest.NewTemplateFixture(t)
	who, admin := p.Users.Direct, p.Users.Admin.In("en_US")
	made := testkit.Data[versioned](who.Post("/gc/template", apptest.TemplateBody("sale")))
	if made.Version != 1 {
		t.Errorf("as submitted: %d", made.Version)
	}
	pass := func(versions map[string]int) template.Line {
		return testkit.Data[[]template.Line](admin.Put("/gc/template/review",
			apptest.Object{"ids": []string{made.ID}, "versions": versions, "pass": true}))[0]
	}
	edit := apptest.Merge(apptest.TemplateBody("sale"), apptest.Object{"id": made.ID, "content": "Free coins for all today, {nome}: {code}!"})
	if now := testkit.Data[versioned](who.Put("/gc/template", edit)); now.Version != 2 {
		t.Errorf("after an edit: %d", now.Version)
	}
	for _, read := range []map[string]int{nil, {made.ID: 1}} {
		if line := pass(read); line.OK || line.Code != 40921 {
			t.Errorf("read %v: %+v", read, line)
		}
	}
	if listed := testkit.Data[web.Page[versioned]](admin.Get("/gc/template/page")).Records; len(listed) != 1 || listed[0].Version != 2 ||
		p.Template(made.ID).Status != template.Review {
		t.Errorf("%+v", listed)
	}
	if line := pass(map[string]int{made.ID: 2}); !line.OK || line.Status != template.Submitting {
		t.Errorf("as it was read: %+v", line)
	}
	// A refused template that is written anew is a new submission.
	made = testkit.Data[versioned](who.Post("/gc/template", apptest.TemplateBody("other")))
	admin.Put("/gc/template/review", apptest.Object{"ids": []string{made.ID}, "pass": false, "reason": "no"}).OK()
	who.Put("/gc/template", apptest.Merge(apptest.TemplateBody("other"), apptest.Object{"id": made.ID})).OK()
	if line := pass(map[string]int{made.ID: 1}); line.Code != 40921 {
		t.Errorf("the version before the refusal: %+v", line)
	}
	if line := pass(nil); !line.OK {
		t.Errorf("by its id: %+v", line)
	} // A template that was a draft in between counts as changed since its first submission.
	made = testkit.Data[versioned](who.Post("/gc/template", apptest.TemplateBody("third")))
	for _, draft := range []bool{true, false} {
		who.Put("/gc/template", apptest.Merge(apptest.TemplateBody("third"), apptest.Object{"id": made.ID, "draft": draft})).OK()
	}
	if line := pass(nil); line.Code != 40921 {
		t.Errorf("through a draft: %+v", line)
	}
	if line := pass(map[string]int{made.ID: 3}); !line.OK {
		t.Errorf("as it was read: %+v", line)
	}
}

package e2e_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"herald/localstack/client"
	"herald/pkg/kit/apiclient"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/money"
)

// An order that the balance does not cover is kept as a draft and said so; nothing is charged until it is committed.
func TestShortBalanceKeepsADraft(t *testing.T) {
	p, ctx := running(t)
	t.Parallel()
	c := p.customer(t, 10)
	wish := client.Text("short", collection(t, c, mobiles(t, 30)), "BR", "Olá!")
	if e := must(c.Estimate(ctx, wish))(t); e.Enough || e.Balance != 10*money.Credit {
		t.Errorf("%+v", e)
	}
	f := refused(t, second(c.Submit(ctx, wish)), 402, 40201)
	var kept struct{ DraftID string }
	if err := json.Unmarshal(f.Data, &kept); err != nil || kept.DraftID == "" {
		t.Fatalf("data %s", f.Data)
	}
	commit := map[string]string{"id": kept.DraftID}
	drafts := func() []struct{ ID, Name string } {
		return must(apiclient.All[struct{ ID, Name string }](ctx, &c.Client, "/gc/groupsendorder/draft/page", ""))(t)
	}
	if got := drafts(); len(got) != 1 || got[0].ID != kept.DraftID || got[0].Name != "short" {
		t.Errorf("drafts %+v", got)
	}
	refused(t, second(client.Post[client.Order](ctx, c, "/gc/groupsendorder/draft/commit", commit)), 402, 40201)
	if me := must(c.Me(ctx))(t); me.Balance != 10*money.Credit || me.Reserved != 0 {
		t.Errorf("charged for a draft: %+v", me)
	}
	if page := must(client.Get[client.Page[client.Order]](ctx, c, "/gc/groupsendorder/page"))(t); page.Total != 0 {
		t.Errorf("a draft is an order: %+v", page)
	}
	check(t, p.admin.Recharge(ctx, c.UserID, 1000, ""))
	o := must(client.Post[client.Order](ctx, c, "/gc/groupsendorder/draft/commit", commit))(t)
	if o.Status != client.Review || len(drafts()) != 0 {
		t.Errorf("%+v, drafts %+v", o, drafts())
	}
	o = must(c.Act(ctx, o.ID, "cancel"))(t)
	p.books(t, c, o)
}

// Another customer's things are as unknown as those that never were.
func TestForeignIDsAreUnknown(t *testing.T) {
	p, ctx := running(t)
	t.Parallel()
	owner, stranger := p.customer(t, 100), p.customer(t, 100)
	group := collection(t, owner, mobiles(t, 5))
	file := must(owner.Upload(ctx, "more.txt", []byte("phoneNumber\n"+mobiles(t, 1)[0])))(t)
	o := must(owner.Submit(ctx, client.Text("mine", group, "BR", "Olá!")))(t)
	own := must(stranger.AddCollection(ctx, "own", "BR"))(t)
	type call struct {
		method, path string
		body         any
	}
	calls := func(order, group, file, user string) []call {
		return []call{
			{"GET", "/gc/groupsendorder/" + order, nil},
			{"GET", "/gc/groupsendorder/" + order + "/stat", nil},
			{"GET", "/gc/groupsendorder/" + order + "/targets/page", nil},
			{"PUT", "/gc/groupsendorder/" + order + "/pause", nil},
			{"PUT", "/gc/groupsendorder/" + order + "/start", nil},
			{"PUT", "/gc/groupsendorder/" + order + "/cancel", nil},
			{"PUT", "/gc/groupsendorder/" + order + "/stop", nil},
			{"DELETE", "/gc/groupsendorder/" + order, nil},
			{"POST", "/gc/groupsendorder", client.Text("theirs", group, "BR", "Olá!")},
			{"POST", "/gc/groupsendorder/estimate", client.Text("theirs", group, "BR", "Olá!")},
			{"POST", "/gc/groupsendorder/draft/commit", map[string]string{"id": order}},
			{"GET", "/aty/contactsgroup/" + group, nil},
			{"GET", "/aty/contactsgroup/" + group + "/member/page", nil},
			{"PUT", "/aty/contactsgroup", map[string]string{"id": group, "name": "mine now"}},
			{"DELETE", "/aty/contactsgroup/" + group, nil},
			{"POST", "/aty/contactsgroup/" + group + "/import", map[string]string{"fileId": file}},
			{"POST", "/aty/contactsgroup/" + own + "/import", map[string]string{"fileId": file}},
			{"GET", "/aty/accountstatement/page?userId=" + user, nil},
		}
	}
	never := "01JD0000000000000000000000"
	foreign, unknown := calls(o.ID, group, file.ID, owner.UserID), calls(never, never, never, never)
	for i, call := range foreign {
		theirs := refused(t, stranger.Tell(ctx, call.method, call.path, call.body), 404, 0)
		none := refused(t, stranger.Tell(ctx, unknown[i].method, unknown[i].path, unknown[i].body), 404, 0)
		if theirs.Code != none.Code || theirs.Message != none.Message {
			t.Errorf("%s %s: foreign %d %q, unknown %d %q", call.method, call.path, theirs.Code, theirs.Message, none.Code, none.Message)
		}
	}
	if now := must(owner.Order(ctx, o.ID))(t); now.Status != client.Review {
		t.Errorf("a stranger changed the order: %+v", now)
	}
	if page := must(client.Get[client.Page[client.Order]](ctx, stranger, "/gc/groupsendorder/page"))(t); page.Total != 0 {
		t.Errorf("a stranger's list: %+v", page)
	}
	refused(t, second(stranger.Reconcile(ctx)), 403, 0)
	refused(t, stranger.Recharge(ctx, stranger.UserID, 100, ""), 403, 0)
}

// Tokens that are forged, expired, of another kind or of an ended session are refused.
func TestBadTokens(t *testing.T) {
	p, ctx := running(t)
	t.Parallel()
	c := p.customer(t, 0)
	var secrets map[string]string
	text := must(os.ReadFile(filepath.Join(p.Folder, "secrets.json")))(t)
	check(t, json.Unmarshal(text, &secrets))
	then := func() time.Time { return time.Now().Add(-auth.AccessLife - time.Minute) }
	old, _ := auth.NewSigner([]byte(secrets["auth/key"]), then).Sign(c.UserID, "session")
	forged, _ := auth.NewSigner([]byte("another key of thirty-two bytes!"), time.Now).Sign(c.UserID, "session")
	gone, _ := auth.NewSigner([]byte(secrets["auth/key"]), time.Now).Sign(c.UserID, "session")
	signedOut := must(c.SignIn(ctx, client.Login{Username: must(client.Get[struct{ Phone string }](ctx, c, "/oauth/getUser"))(t).Phone,
		Password: password}))(t)
	check(t, signedOut.Tell(ctx, http.MethodDelete, "/oauth/logout", nil))
	for name, token := range map[string]string{
		"nothing": "", "nonsense": "nonsense", "an expired one": old, "a forged one": forged, "one without a session": gone,
		"one that was signed out": signedOut.Token,
		"one without a signature": "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJzdWIiOiJ4In0.",
	} {
		other := *c
		other.Token = token
		for _, path := range []string{"/pi/personal/info", "/gc/groupsendorder/page", "/aty/contactsgroup/page",
			"/lop/system/config/ws.ping.seconds"} {
			f := refused(t, other.Tell(ctx, http.MethodGet, path, nil), 401, 0)
			if f.Data != nil {
				t.Errorf("%s: data for %s: %s", path, name, f.Data)
			}
		}
	}
	must(c.Me(ctx))(t) // the real one still works
}

// A path without group or route is answered in the envelope too.
func TestUnknownPaths(t *testing.T) {
	p, ctx := running(t)
	t.Parallel()
	for _, path := range []string{"/nosuchgroup/thing", "/nosuchgroup", "/gc/nosuchroute", "/gc", "/"} {
		refused(t, p.admin.Tell(ctx, http.MethodGet, path, nil), 404, 0)
	}
}

// One error in four languages: lang wins, then Accept-Language, then English.
func TestLanguages(t *testing.T) {
	p, ctx := running(t)
	t.Parallel()
	c := p.customer(t, 100)
	wish := client.Text("past", collection(t, c, mobiles(t, 2)), "BR", "Olá!")
	wish["startTime"] = "2020-01-01T00:00:00Z"
	say := func(lang, accept string) string {
		caller := &c.Client
		if lang != "" {
			caller = caller.With("lang", lang)
		}
		if accept != "" {
			caller = caller.With("Accept-Language", accept)
		}
		f := refused(t, must(caller.Do(ctx, http.MethodPost, "/gc/groupsendorder", wish))(t).Into(nil), 400, 0)
		if len(f.Errors) != 1 || f.Errors[0].Field != "startTime" || f.Errors[0].Message == "" {
			t.Errorf("errors %+v", f.Errors)
		}
		return f.Message
	}
	var all []string
	for _, lang := range []string{"zh_CN", "en_US", "pt_BR", "zh_TW"} {
		text := say(lang, "")
		if slices.Contains(all, text) {
			t.Errorf("%s: %q is another language's", lang, text)
		}
		all = append(all, text)
	}
	for _, c := range []struct{ lang, accept, want string }{
		{"pt_BR", "zh-CN", all[2]}, {"xx", "pt-BR,en;q=0.5", all[2]}, {"", "zh-TW", all[3]}, {"", "zh-Hans", all[0]}, {"", "", all[1]},
		{"", "fi", all[1]},
	} {
		if got := say(c.lang, c.accept); got != c.want {
			t.Errorf("lang %q, Accept-Language %q: %q, wanted %q", c.lang, c.accept, got, c.want)
		}
	}
}

// A key makes a creation repeatable: the same body gets the first answer, another body is refused.
func TestIdempotencyKey(t *testing.T) {
	p, ctx := running(t)
	t.Parallel()
	c := p.customer(t, 100)
	group := collection(t, c, mobiles(t, 4))
	post := func(key string, wish map[string]any) (client.Order, error) {
		return apiclient.Call[client.Order](ctx, c.With("Idempotency-Key", key), http.MethodPost, "/gc/groupsendorder", wish)
	}
	one := must(post("first", client.Text("once", group, "BR", "Olá!")))(t)
	two := must(post("first", client.Text("once", group, "BR", "Olá!")))(t)
	if one.ID != two.ID || one.OrderNo != two.OrderNo {
		t.Errorf("two orders: %+v %+v", one, two)
	}
	refused(t, second(post("first", client.Text("other", group, "BR", "Olá!"))), 409, 0)
	if other := must(post("second", client.Text("once", group, "BR", "Olá!")))(t); other.ID == one.ID {
		t.Error("another key gives the same order")
	}
	if page := must(client.Get[client.Page[client.Order]](ctx, c, "/gc/groupsendorder/page"))(t); page.Total != 2 {
		t.Errorf("%d orders", page.Total)
	}
	if me := must(c.Me(ctx))(t); me.Reserved != one.EstimatedCost*2 {
		t.Errorf("reserved %s for two orders of %s", me.Reserved, one.EstimatedCost)
	}
	for range 2 {
		check(t, p.admin.Recharge(ctx, c.UserID, 50, "top-up-"+c.UserID))
	}
	if me := must(c.Me(ctx))(t); me.Balance != 150*money.Credit-me.Reserved {
		t.Errorf("recharged twice: %+v", me)
	}
}

// At the same time too: of many calls with one key exactly one makes something.
func TestIdempotencyKeyAtTheSameTime(t *testing.T) {
	p, ctx := running(t)
	t.Parallel()
	c := p.customer(t, 0)
	body := []byte(`{"name":"once","countryCode":"BR"}`)
	answers := make(chan int)
	for range 8 {
		go func() {
			a, err := c.With("Idempotency-Key", "race").Do(ctx, http.MethodPost, "/aty/contactsgroup", body)
			if err != nil {
				answers <- 0
				return
			}
			answers <- a.Status
		}()
	}
	made := 0
	for range 8 {
		switch status := <-answers; status {
		case 200:
			made++
		case 409:
		default:
			t.Errorf("status %d", status)
		}
	}
	if page := must(client.Get[client.Page[client.Any]](ctx, c, "/aty/contactsgroup/page"))(t); made == 0 || page.Total != 1 {
		t.Errorf("%d answers, %d collections", made, page.Total)
	}
}

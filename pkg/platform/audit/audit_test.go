package audit_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	log "herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/web"
	"herald/pkg/platform/audit"
)

func TestTheLogIsFoundByTimeUserAndObject(t *testing.T) {
	h := sessiontest.New(testkit.Memory(t))
	s := h.Serve(t, func(a *web.API) { (&audit.Service{DB: h.Env.DB, Now: h.Env.Now}).Routes(a) })
	c := h.SeedUsers(t, s)
	ask := func(query string) audit.Page {
		t.Helper()
		return testkit.Data[audit.Page](c.Admin.Get("/system/audit/page?size=100" + query))
	}
	lock := func(on bool) {
		c.Agent.Put("/blacklistuserinfo/lockOrUnlock", map[string]any{"userId": c.Customer.User.ID, "lock": on, "reason": "unpaid"}).OK()
	}
	lock(true)
	lock(false)
	by := ask("&object=" + c.Customer.User.ID)
	if by.Total != 2 || by.Records[0].User != c.Agent.User.ID || by.Records[0].Action != "PUT /api/blacklistuserinfo/lockOrUnlock" ||
		by.Records[0].Address != h.Env.Address {
		t.Fatalf("%+v", by)
	}
	if got := by.Records[0].Users; len(got) != 1 || got[0] != (audit.User{ID: c.Customer.User.ID, Name: c.Customer.User.Name, Type: auth.First}) {
		t.Errorf("the locked user: %+v", got)
	}
	before, after := by.Records[1].Before.(map[string]any), by.Records[1].After.(map[string]any)
	if before["locked"] != false || after["locked"] != true {
		t.Errorf("%v → %v", before, after)
	}
	if got := ask("&userId=" + c.Agent.User.ID + "&action=lockorunlock"); got.Total != 2 {
		t.Errorf("%+v", got)
	}
	if got := ask("&userId=" + c.Agent.User.ID + "&operator=AGEN&status=200"); got.Total != 3 { // with its sign-in
		t.Errorf("%+v", got)
	}
	if got := ask("&object=" + c.Customer.User.ID + ",nothing"); got.Total != 2 {
		t.Errorf("%+v", got)
	}
	if got := ask("&object=" + c.Customer.User.ID + "&status=500"); got.Total != 0 || got.Records == nil {
		t.Errorf("%+v", got)
	}
	// By time: a window of the future, eight days on, holds nothing; the window of now everything, in order.
	start, end := h.Env.Now().Add(-time.Hour).Format(time.RFC3339), h.Env.Now().Add(time.Hour).Format(time.RFC3339)
	all := ask("&createTimeStart=" + start + "&createTimeEnd=" + end)
	if all.Total < 10 || all.More {
		t.Errorf("%d records, more %t", all.Total, all.More)
	}
	for i := 1; i < len(all.Records); i++ {
		if all.Records[i].ID > all.Records[i-1].ID {
			t.Fatal("not the newest first")
		}
	}
	two := testkit.Data[audit.Page](c.Admin.Get("/system/audit/page?size=2&current=2&createTimeStart=" + start + "&createTimeEnd=" + end))
	if len(two.Records) != 2 || two.Records[0].ID != all.Records[2].ID {
		t.Errorf("%+v", two)
	}
	h.Env.Clock.Add(8 * 24 * time.Hour)
	c.Admin.Get("/system/audit/page").Want(401, 0)
	token := h.SignIn(t, s, c.Admin.User.Login)
	if got := testkit.Data[audit.Page](s.As("admin", token).Get("/system/audit/page")); got.Total != 1 {
		t.Errorf("a week later: %+v", got)
	}
}

// The log can be sorted by status within the rows that one query examines. The response reports that older records were left out (found by
// clients 15).
func TestTheLogIsSortedByStatus(t *testing.T) {
	h := sessiontest.New(testkit.Memory(t))
	s := h.Serve(t, func(a *web.API) { (&audit.Service{DB: h.Env.DB, Now: h.Env.Now}).Routes(a) })
	c := h.SeedUsers(t, s)
	for _, status := range []int{200, 202, 200} {
		r := &log.Record{ID: h.Env.IDs.Next(), At: h.Env.Now(), User: c.Agent.User.ID, Tenant: c.Agent.User.Tenant, Action: "POST /api/lock",
			Status: status}
		if err := h.Env.Audit.Write(context.Background(), r); err != nil {
			t.Fatal(err)
		}
	}
	order := func(query string) (statuses []int) {
		t.Helper()
		page := testkit.Data[audit.Page](c.Admin.Get("/system/audit/page?size=100&userId=" + c.Agent.User.ID + "&action=lock" + query))
		for i, r := range page.Records {
			statuses = append(statuses, r.Status)
			if i > 0 && r.Status == page.Records[i-1].Status &&
				(r.ID > page.Records[i-1].ID) != strings.HasSuffix(query, "createTime&sortOrders=ascend") {
				t.Errorf("%q: %s behind %s", query, r.ID, page.Records[i-1].ID)
			}
		}
		return statuses
	}
	for query, want := range map[string][]int{
		"&sortFields=status": {202, 200, 200}, "&sortFields=status&sortOrders=ascend": {200, 200, 202}, "": {200, 202, 200},
		"&sortFields=status&sortOrders=ascend&sortFields=createTime&sortOrders=ascend": {200, 200, 202},
	} {
		if got := order(query); !slices.Equal(got, want) {
			t.Errorf("%q: %v instead of %v", query, got, want)
		}
	}
	c.Admin.Get("/system/audit/page?sortFields=status&sortOrders=ascend&sortOrders=descend").Bad("sortOrders")
}

// A record keeps the name of its object, and names the users of its fields, deleted ones too.
func TestRecordsNameObjectsAndUsers(t *testing.T) {
	h := sessiontest.New(testkit.Memory(t))
	s := h.Serve(t, func(a *web.API) { (&audit.Service{DB: h.Env.DB, Now: h.Env.Now}).Routes(a) })
	c := h.SeedUsers(t, s)
	gone := c.OtherCustomer.User
	if err := h.Users.DeleteIf(context.Background(), gone, func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	r := &log.Record{ID: h.Env.IDs.Next(), At: h.Env.Now(), Action: "POST /api/toy", Status: 200, Object: "toy"}
	ctx := log.Into(context.Background(), r)
	log.WithAction(ctx, c.Admin.User.Named(""))
	log.Note(ctx, "toy", map[string]any{"from": gone.ID}, map[string]any{"assigneeId": c.Agent.User.ID, "user": "no id"})
	log.Subject(ctx, "Ball")
	if err := h.Env.Audit.Write(ctx, r); err != nil {
		t.Fatal(err)
	}
	got := testkit.Data[audit.Page](c.Admin.Get("/system/audit/page?object=toy")).Records[0]
	want := []audit.User{{ID: gone.ID, Name: gone.Name, Type: auth.First, Deleted: true},
		{ID: c.Agent.User.ID, Name: c.Agent.User.Name, Type: auth.Agent}}
	slices.SortFunc(want, func(a, b audit.User) int { return strings.Compare(a.ID, b.ID) })
	if got.Subject != "Ball" || !slices.Equal(got.Users, want) {
		t.Errorf("%q %+v", got.Subject, got.Users)
	}
}

func TestWhoMayReadTheLog(t *testing.T) {
	h := sessiontest.New(testkit.Memory(t))
	s := h.Serve(t, func(a *web.API) { (&audit.Service{DB: h.Env.DB, Now: h.Env.Now}).Routes(a) })
	c := h.SeedUsers(t, s)
	for _, who := range []*sessiontest.Actor{c.Agent, c.Customer, c.Secondary} {
		who.Get("/system/audit/page").Want(403, 0)
	}
	for query, field := range map[string]string{"createTimeStart=yesterday": "createTimeStart", "createTimeEnd=x": "createTimeEnd",
		"status=good": "status", "sortFields=action": "sortFields"} {
		c.Admin.Get("/system/audit/page?" + query).Bad(field)
	}
	if got := testkit.Data[audit.Page](c.Admin.Get("/system/audit/page?userId=nobody")); got.Total != 0 {
		t.Errorf("%+v", got)
	}
}

// A record has three rows, one for each index; a record without object has two.
func TestOps(t *testing.T) {
	r := &log.Record{ID: "01JD0000000000000000000007", At: time.Date(2026, 11, 21, 1, 2, 3, 0, time.UTC), Tenant: "t", Before: 1}
	r.By(&auth.Principal{UserID: "u", Tenant: "t"})
	if ops := log.Ops(r); len(ops) != 2 || ops[1].Key.PK != "T#2026-11-21#3" || ops[1].Item.(log.Record).Before != nil {
		t.Errorf("%+v", ops)
	}
	r.Object = "o"
	if ops := log.Ops(r); len(ops) != 3 || ops[2].Key.PK != "O#o" {
		t.Errorf("%+v", ops)
	}
}

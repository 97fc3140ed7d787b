package riskgroup_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/audience/contact"
	"herald/pkg/audience/riskgroup"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/web"
)

// riskFile imports numbers into a risk-control collection and returns the result.
func riskFile(who *sessiontest.Actor, id, text string) contact.ImportStatus {
	file := testkit.Data[struct{ ID string }](who.Upload("/uf/uploadfile", "file", "n.txt", "text/plain", []byte(text))).ID
	task := testkit.Data[contact.StartResponse](who.Post(apptest.RiskPath+"/"+id+"/import", apptest.Object{"fileId": file})).TaskID
	return testkit.Data[contact.ImportStatus](who.In("en_US").Get(apptest.RiskPath + "/" + id + "/import/" + task))
}

func numbered(from, n int) string {
	var out strings.Builder
	out.WriteString("phoneNumber\n")
	for i := range n {
		fmt.Fprintf(&out, "%d\n", 5511987650000+from+i)
	}
	return out.String()
}

// A number in a risk group of the customer's tenant or of staff is blocked, whenever it was added, and costs nothing. Another customer's
// risk group blocks nothing. The estimate shows the number of blocked recipients.
func TestRiskCollectionsHoldBackSends(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	c, admin := p.Users.Customer, p.Users.Admin
	admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": c.User.ID, "amount": 500_000}).OK()
	mine, late, staffs, others := apptest.NewRiskList(c, nil), apptest.NewRiskList(p.Users.Secondary, apptest.Object{"name": "Later"}),
		apptest.NewRiskList(admin, nil), apptest.NewRiskList(p.Users.Direct, nil)
	if got := riskFile(c, mine, numbered(0, 3)); got.Status != "done" || got.Imported != 3 {
		t.Fatalf("%+v", got)
	}
	admin.Post(apptest.RiskPath+"/"+staffs+"/member", apptest.Object{"phoneNumbers": []string{"+5511987650001", "5511987650010"}}).OK()
	p.Users.Direct.Post(apptest.RiskPath+"/"+others+"/member", apptest.Object{"phoneNumbers": []string{"5511987650020"}}).OK()

	file := testkit.Data[struct{ ID string }](c.Upload("/uf/uploadfile", "file", "n.txt", "text/plain", []byte(numbered(0, 250)))).ID
	wish := apptest.Object{"name": "x", "fileId": file, "channel": "whatsapp", "countryCode": "BR",
		"message": apptest.Object{"type": "text", "text": "Olá!"}}
	est := testkit.Data[order.Estimate](c.In("en_US").Post("/gc/groupsendorder/estimate", wish))
	told := false
	for _, r := range est.Refused {
		told = told || r.Count == 4 && strings.Contains(r.Reason, "risk-control")
	}
	if !told || est.Targets != 250 {
		t.Errorf("the estimate says %+v", est)
	}
	id := p.SubmitBulk(c, "x", 250, nil)
	p.DuringMessage(30, func() { // by a secondary of the tenant, while the order runs
		p.Kit.Clock.Add(2 * time.Second)
		p.Users.Secondary.Post(apptest.RiskPath+"/"+late+"/member", apptest.Object{"phoneNumbers": []string{"5511987650249"}}).OK()
	})
	p.RunQueues()
	got := p.MessageCounts()
	for i := range 250 {
		want := 1
		if i < 3 || i == 10 || i == 249 {
			want = 0
		}
		if n := got[strconv.Itoa(5511987650000+i)]; n != want {
			t.Errorf("recipient %d got %d messages", i, n)
		}
	}
	o := testkit.Data[struct{ HeldBack []dispatch.Blocked }](c.Get("/gc/groupsendorder/" + id))
	if len(o.HeldBack) != 1 || o.HeldBack[0] != (dispatch.Blocked{Reason: "riskControl", Count: 5}) {
		t.Errorf("held back %+v", o.HeldBack)
	}
	held := testkit.Data[web.Page[dispatch.Target]](c.In("en_US").Get("/gc/groupsendorder/" + id + "/targets/page?reason=riskControl"))
	if held.Total != 5 || held.Records[0].Reason != "On a risk-control list, not sent" {
		t.Errorf("%+v", held)
	}
	for range 30 {
		p.Kit.Clock.Add(2 * time.Hour)
		p.Tick()
		p.RunQueues()
	}
	p.SignIn(c)
	end := testkit.Data[struct {
		Status     order.Status
		ActualCost *float64
	}](c.Get("/gc/groupsendorder/" + id))
	if end.ActualCost == nil || *end.ActualCost != 245 {
		t.Errorf("ended %+v", end)
	}
	if me := testkit.Data[struct{ Balance, Reserved float64 }](c.Get("/pi/personal/info")); me.Balance != 500_000-245 || me.Reserved != 0 {
		t.Errorf("%+v", me)
	}

	// Taken out of one collection, a number stays held by another; out of both it is sent to.
	c.Delete(apptest.RiskPath+"/"+mine+"/member", apptest.Object{"phoneNumbers": []string{"5511987650000", "5511987650001"}}).OK()
	second := p.SubmitBulk(c, "y", 2, nil)
	p.RunQueues()
	if got := p.MessageCounts(); got["5511987650000"] != 1 || got["5511987650001"] != 0 {
		t.Errorf("%s: %v", second, got)
	}
	p.SignIn(admin)
	admin.Delete(apptest.RiskPath+"/"+staffs, nil).OK()
	p.SubmitBulk(c, "z", 3, nil)
	p.RunQueues()
	if got := p.MessageCounts(); got["5511987650001"] != 1 || got["5511987650002"] != 0 {
		t.Errorf("after the deletion: %v", got)
	}
}

// Limits and messages of a risk-control collection (business-domain §5, §8): 100 numbers for each import, its country, its name and remark.
func TestLimitsOfARiskCollection(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	c := p.Users.Customer
	id := apptest.NewRiskList(c, nil)
	for name, bad := range map[string]apptest.Object{"name": {"name": strings.Repeat("n", 21), "countryCode": "BR"},
		"remark": {"name": "n", "countryCode": "BR", "remark": strings.Repeat("r", 256)}} {
		c.Post(apptest.RiskPath, bad).Bad(name)
	}
	c.Post(apptest.RiskPath, apptest.Object{"name": " ", "countryCode": "BR"}).Bad("name")
	c.Post(apptest.RiskPath, apptest.Object{"name": "n", "countryCode": "ZZ"}).Bad("countryCode")
	c.Post(apptest.RiskPath, apptest.Object{"name": "n"}).Bad("countryCode")
	c.Post(apptest.RiskPath+"/"+id+"/member", apptest.Object{"phoneNumbers": []string{"12025550123"}}).Bad("phoneNumbers")
	if got := riskFile(c, id, numbered(0, 101)); got.Status != "failed" || got.Code != 40047 || got.Imported != 0 ||
		!strings.Contains(got.Message, "100") {
		t.Errorf("101 numbers: %+v", got)
	}
	if got := riskFile(c, id, numbered(0, 100)); got.Status != "done" || got.Imported != 100 {
		t.Errorf("100 numbers: %+v", got)
	}
	if got := riskFile(c, id, numbered(99, 2)+"12025550123\n5511987650100\n"); got.Imported != 1 || got.Duplicated != 2 || got.Failed != 1 ||
		got.Total != 4 || got.Errors[0].Line != 4 || got.ErrorFileURL == "" {
		t.Errorf("mixed: %+v", got)
	}
	if got := riskFile(c, id, "phoneNumber\n12025550123\n"); got.Status != "failed" || got.Failed != 1 || got.Message == "" {
		t.Errorf("another country's: %+v", got)
	}
	p.Users.Admin.Put("/lop/system/config/risk.import.rows", apptest.Object{"value": 2}).OK()
	p.Kit.Clock.Add(2 * time.Minute)
	if got := riskFile(c, id, numbered(0, 3)); got.Code != 40047 {
		t.Errorf("the setting: %+v", got)
	}
	members := testkit.Data[web.Page[riskgroup.Member]](c.Get(apptest.RiskPath + "/" + id +
		"/member/page?size=100&phoneNumber=%2B55119876501"))
	if members.Total != 1 || members.Records[0].PhoneNumber != "5511987650100" {
		t.Errorf("%+v", members)
	}
	if got := testkit.Data[riskgroup.Collection](c.Get(apptest.RiskPath + "/" + id)); got.MemberCount != 101 || got.Scope != "tenant" ||
		got.CustomerID != c.User.ID {
		t.Errorf("%+v", got)
	}
}

// All users of a tenant edit its risk groups. Its agent and staff see them, other users do not, and only staff block
// numbers for all tenants.
func TestWhoKeepsRiskCollections(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	c := p.Users
	bySecondary, ofAgent, ofAll := apptest.NewRiskList(c.Secondary, nil),
		apptest.NewRiskList(c.Agent, apptest.Object{"customerId": c.Customer.User.ID}), apptest.NewRiskList(c.Admin, nil)
	for _, who := range []*sessiontest.Actor{c.Customer, c.Secondary, c.Agent, c.Admin} {
		who.Get(apptest.RiskPath + "/" + bySecondary).OK()
		who.Get(apptest.RiskPath + "/" + ofAgent).OK()
	}
	for _, who := range []*sessiontest.Actor{c.Customer, c.Agent, c.Direct} {
		who.Get(apptest.RiskPath+"/"+ofAll).Want(http.StatusNotFound, 0)
		who.Delete(apptest.RiskPath+"/"+ofAll, nil).Want(http.StatusNotFound, 0)
	}
	c.Direct.Get(apptest.RiskPath+"/"+ofAgent).Want(http.StatusNotFound, 0)
	c.Direct.Post(apptest.RiskPath, apptest.Object{"name": "n", "countryCode": "BR",
		"customerId": c.Customer.User.ID}).Want(http.StatusNotFound, 0)
	if got := testkit.Data[riskgroup.Collection](c.Admin.Get(apptest.RiskPath + "/" + ofAll)); got.Scope != "global" || got.CustomerID != "" {
		t.Errorf("%+v", got)
	}
	c.Customer.Put(apptest.RiskPath, apptest.Object{"id": bySecondary, "name": "Renamed", "remark": "why"}).OK()
	if got := testkit.Data[web.Page[riskgroup.Collection]](c.Secondary.Get(apptest.RiskPath + "/page?name=renamed")); got.Total != 1 ||
		got.Records[0].Remark != "why" {
		t.Errorf("%+v", got)
	}
}

package joined_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/money"
	"herald/pkg/kit/web"
)

// An order that the balance does not cover goes on after the payment: the estimate says what is missing, the refused order is kept as a
// draft with all that was asked for, what is missing is paid at a provider, and the draft becomes one order with the same contents,
// however many commit it at once.
func TestADraftGoesOnAfterThePayment(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	who := p.Users.Direct
	p.Users.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": who.User.ID, "amount": 50}).OK()
	var text strings.Builder
	text.WriteString("phoneNumber\n")
	for i := range 350 {
		fmt.Fprintf(&text, "%d\n", 5511987650000+i)
	}
	file := testkit.Data[struct{ ID string }](who.Upload("/uf/uploadfile", "file", "n.txt", "text/plain", []byte(text.String()))).ID
	start := p.Kit.Now().Add(2 * time.Hour).UTC().Truncate(time.Second)
	wanted := apptest.Object{"name": "Goes on", "fileId": file, "channel": "whatsapp", "countryCode": "BR", "remark": "as it was",
		"startTime": start.Format(time.RFC3339),
		"message":   apptest.Object{"type": "text", "text": "Olá, até já!"}}
	const path = "/gc/groupsendorder"
	cost := testkit.Data[struct{ Cost, Balance money.Amount }](who.Post(path+"/estimate", wanted))
	missing := cost.Cost - cost.Balance
	if missing != 300*money.Credit {
		t.Fatalf("%+v", cost)
	}
	id := draftOf(t, who.Post(path, wanted).Want(http.StatusPaymentRequired, 40201))
	draft := func() (kept []json.RawMessage) {
		return testkit.Data[web.Page[json.RawMessage]](who.Get(path + "/draft/page")).Records
	}
	before := draft()
	if again := draftOf(t, who.Post(path+"/draft/commit", apptest.Object{"id": id}).Want(http.StatusPaymentRequired, 40201)); again != id ||
		len(before) != 1 || !reflect.DeepEqual(before, draft()) {
		t.Fatalf("%s instead of %s: %s, then %s", again, id, before, draft())
	}
	p.PaidOrder(who, 1, int(missing/money.Credit), p.WeChatPay.Ledger)
	if got := p.Balance(who); got != "350" {
		t.Fatalf("%s credits", got)
	}

	var mu sync.Mutex
	made := map[string]int{}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			a := who.Post(path+"/draft/commit", apptest.Object{"id": id})
			mu.Lock()
			defer mu.Unlock()
			if a.Status == http.StatusOK {
				made[testkit.Data[order.SubmitResponse](a).ID]++
				return
			}
			if a.Status != http.StatusNotFound {
				t.Errorf("%d %s", a.Status, a.Raw)
			}
		})
	}
	all.Wait()
	page := testkit.Data[web.Page[order.Row]](who.Get(path + "/page"))
	if len(made) != 1 || page.Total != 1 || made[page.Records[0].ID] == 0 || len(draft()) != 0 {
		t.Fatalf("orders %v, listed %+v, drafts %s", made, page, draft())
	}
	o := testkit.Data[struct {
		Name, Remark, FileID, CountryCode string
		StartTime                         time.Time
		Total                             int
		EstimatedCost                     money.Amount
		Message                           struct{ Type, Text string }
	}](who.Get(path + "/" + page.Records[0].ID))
	if o.Name != "Goes on" || o.Remark != "as it was" || o.CountryCode != "BR" || !o.StartTime.Equal(start) || o.Total != 350 ||
		o.EstimatedCost != cost.Cost || o.Message.Text != "Olá, até já!" {
		t.Errorf("%+v", o)
	}
	if got := p.Balance(who); got != "0" {
		t.Errorf("%s credits are left", got)
	}
	p.Kit.Clock.Add(3 * time.Hour)
	for range 2 {
		p.Tick()
		p.RunQueues()
	}
	sent := p.MessageCounts()
	for number, n := range sent {
		if n != 1 {
			t.Errorf("%s got %d messages", number, n)
		}
	}
	if len(sent) != 350 {
		t.Errorf("%d numbers got a message", len(sent))
	}
	p.SignIn(who)
	pays := 0
	for _, l := range testkit.Data[web.Page[ledger.Line]](who.Get("/pi/personal/info/statement/page")).Records {
		if l.BusinessType == ledger.Pay {
			pays++
		}
	}
	if pays != 1 {
		t.Errorf("%d charges", pays)
	}
	p.CheckLedger()
}

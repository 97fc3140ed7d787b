package ordertest

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/sender"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
	"herald/pkg/platform/setting"
)

// lines are the numbers of the account that are not as usual.
func (s *System) lines() (all []whatsappsim.Number) {
	for _, n := range s.Numbers {
		all = append(all, whatsappsim.Number{ID: n.ID, Shown: n.Shown, Rate: n.PerSecond})
	}
	return all
}

// Settle waits until orders are settled, and resumes those that were paused.
func (q *CalmSystem) Settle(ids []string) {
	q.T.Helper()
	for _, id := range ids {
		for range 200 {
			d := q.MustCall(q.Ana, "GET", "/gc/groupsendorder/"+id, nil)
			if d["actualCost"] != nil {
				break
			}
			if order.Status(d["status"].(float64)) == order.Paused {
				q.Await(q.Ana, Request{"PUT", "/gc/groupsendorder/" + id + "/start", nil, ""})
			}
			q.Sleep(time.Minute)
		}
	}
}

// CheckCap compares orders with the counts of the frequency cap, and the balance with the orders. It returns how many recipients were
// skipped.
func (q *CalmSystem) CheckCap(ids []string) (capped int) {
	q.T.Helper()
	charged := 0.0
	for _, id := range ids {
		d := q.MustCall(q.Ana, "GET", "/gc/groupsendorder/"+id, nil)
		counts := d["counts"].(Object)
		paid, _ := d["actualCost"].(float64)
		charged += paid
		if want := 4 * (counts["sent"].(float64) + counts["arrived"].(float64) + counts["read"].(float64)); d["actualCost"] == nil ||
			paid != want {
			q.T.Errorf("%s costs %v, counts %v", id, d["actualCost"], counts)
		}
		for _, r := range q.MustCall(q.Ana, "GET", "/gc/groupsendorder/"+id+"/targets/page?size=100&reason=capped", nil)["records"].([]any) {
			var n uint64
			capped++
			if _, err := fmt.Sscan(r.(Object)["phoneNumber"].(string), &n); err != nil {
				q.T.Fatal(err)
			}
			it, err := q.System.DB.Get(q.Context, store.Key{Table: "audience", PK: "K#" + q.Ana.ID, SK: fmt.Sprint(phone.Normal(n))}, true)
			if err != nil {
				q.T.Fatal(err)
			}
			var row struct {
				Orders []string `dynamodbav:"o"`
			}
			if _, err := store.Decode(it, &row); err != nil || len(row.Orders) != 1 || strings.Contains(row.Orders[0], id) {
				q.T.Errorf("%s is capped for %d by %v, %v", id, n, row.Orders, err)
			}
		}
	}
	available, reserved, err := (&ledger.Ledger{DB: q.System.DB, Now: time.Now}).Balance(q.Context, q.Ana.ID)
	if err != nil || reserved != 0 || available.String() != fmt.Sprintf("%.2f", FirstFunds-charged) &&
		available.String() != fmt.Sprint(FirstFunds-charged) {
		q.T.Errorf("%v left, %v reserved after %v, %v", available, reserved, charged, err)
	}
	return capped
}

// IndexRows counts the rows of a part of the recipient index.
func (q *CalmSystem) IndexRows(part string) int {
	q.T.Helper()
	rows, err := q.DB.Query(q.Context, store.Query{Table: "campaign", PK: part, Limit: 1000})
	if err != nil {
		q.T.Fatal(err)
	}
	return len(rows)
}

// SenderRow returns the sender of the account as the console lists it.
func (q *CalmSystem) SenderRow() (row sender.Row) {
	q.T.Helper()
	var page struct{ Records []sender.Row }
	if err := json.Unmarshal(q.Await(q.Admin, Request{"GET", "/gc/sender/page", nil, ""}).Data, &page); err != nil || len(page.Records) != 1 {
		q.T.Fatal(page, err)
	}
	return page.Records[0]
}

// SetSettings changes settings.
func (q *CalmSystem) SetSettings(values map[string]string) {
	q.T.Helper()
	settings := setting.New(q.System.DB, time.Now, definitions())
	for key, value := range values {
		if err := settings.Set(q.Context, key, value, "admin"); err != nil {
			q.T.Fatal(err)
		}
	}
}

// SubmitTo submits an order of Ana to n new numbers and returns its id.
func (q *CalmSystem) SubmitTo(n int) string {
	q.T.Helper()
	var to []uint64
	for i := range n {
		to = append(to, 5511977700000+uint64(i))
	}
	file := q.Must(q.Ana, Request{"POST", "/uf/uploadfile/contact", &Form{File: ContactFile(to)}, ""}).ID()
	return q.MustCall(q.Ana, "POST", BulkPath, NamedOrderBody("halts", "", file))["id"].(string)
}

// State returns the status of an order, its reason in English and the number of recipients that were tried.
func (q *CalmSystem) State(id string) (s order.Status, reason string, tried int) {
	q.T.Helper()
	var d struct {
		Status order.Status
		Reason string
		Total  int
		Counts map[string]int
	}
	if err := json.Unmarshal(q.Await(q.Ana, Request{"GET", BulkPath + "/" + id, nil, ""}).Data, &d); err != nil {
		q.T.Fatal(err)
	}
	return d.Status, d.Reason, d.Total - d.Counts["toSend"]
}

// Complain makes the first n recipients of a message tell the provider to stop.
func (q *CalmSystem) Complain(n int) {
	q.T.Helper()
	accepted, _ := q.Sim.Messages(0, n)
	var changes []any
	for _, a := range accepted {
		changes = append(changes, PreferenceEvent(a.To, "stop", time.Now()))
	}
	q.DeliverWebhook(changes...)
}

// MemberRows returns the members of a contact list by number.
func (q *CalmSystem) MemberRows(group string) map[string]Object {
	q.T.Helper()
	out := map[string]Object{}
	for _, m := range q.MustCall(q.Ana, "GET", "/aty/contactsgroup/"+group+"/member/page?size=100", nil)["records"].([]any) {
		out[m.(Object)["phoneNumber"].(string)] = m.(Object)
	}
	return out
}

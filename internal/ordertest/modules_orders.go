package ordertest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/price"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/platform/setting"
	"herald/pkg/provider"
)

// EditBody is the JSON body of an edit of an order.
func EditBody(id string, body map[string]any, with ...any) map[string]any {
	out := map[string]any{"id": id}
	for k, v := range body {
		out[k] = v
	}
	for i := 0; i < len(with); i += 2 {
		out[with[i].(string)] = with[i+1]
	}
	return out
}

// OrdersPath is the path of bulk orders.
const OrdersPath = "/gc/groupsendorder"

// RequireReview makes orders wait for a review.
func (j *Modules) RequireReview() {
	j.T.Helper()
	if err := j.Service.Engine.Flow.Settings.Set(j.Context, "order.review.auto", "false", "admin"); err != nil {
		j.T.Fatal(err)
	}
	time.Sleep(2 * time.Minute)
}

// Approve approves orders as a reviewer who has just read them.
func (j *Modules) Approve(ids ...string) {
	j.T.Helper()
	versions := map[string]int{}
	for _, id := range ids {
		versions[id] = int(j.MustCall("admin", "GET", OrdersPath+"/"+id, nil)["version"].(float64))
	}
	j.MustCall("admin", "PUT", OrdersPath+"/review", map[string]any{"ids": ids, "versions": versions, "pass": true})
}

// CheckBooks fails the test unless the ledger adds up.
func (j *Modules) CheckBooks() {
	j.T.Helper()
	if r, err := j.Service.Engine.Flow.Credit.Ledger.Reconcile(j.Context); err != nil || r.Found > 0 {
		j.T.Errorf("the books: %+v, %v", r, err)
	}
}

// RowCount counts the rows of a list.
func (j *Modules) RowCount(path string) int {
	j.T.Helper()
	return int(j.MustCall("customer", "GET", path, nil)["total"].(float64))
}

// LoseRecord leaves the idempotency record of a call as it is when its function dies after its work.
func (j *Modules) LoseRecord(method, path, key string) {
	j.T.Helper()
	sum := sha256.Sum256([]byte(method + " /api" + path + "\n" + key))
	at := store.Key{Table: "platform", PK: "IDEM#" + CustomerID + "#" + hex.EncodeToString(sum[:16]), SK: "IDEM"}
	if _, err := j.DB.Write(j.Context, store.Op{Verb: store.Update, Key: at, Set: map[string]any{"l": 1}, Remove: []string{"s", "a"},
		If: store.Exists("pk")}); err != nil {
		j.T.Fatal(err)
	}
}

// SendHalfFailed sends an order of which the numbers that end in 1 fail, and settles it.
func (j *Modules) SendHalfFailed(n int) (id string) {
	j.T.Helper()
	j.Control("script", `{"rules":[{"suffix":"1","outcome":"not_whatsapp"},{"suffix":"99999999999","outcome":"ok"}]}`)
	id, plan := j.Submit(OrderBody("groupId", j.Collection(Numbers(0, n), Numbers(1000, n))))
	j.Plan(plan)
	j.Send()
	j.Settle(id)
	return id
}

// Settle waits until an order is settled.
func (j *Modules) Settle(id string) {
	j.T.Helper()
	time.Sleep(50 * time.Hour)
	if err := j.Service.Engine.Flow.Settlement().Settle(j.Context, id); err != nil {
		j.T.Fatal(err)
	}
	j.Queue.Take(order.JobQueue)
}

// RunRetry plans and sends a requested retry.
func (j *Modules) RunRetry() {
	j.T.Helper()
	for _, m := range j.Queue.Take(order.JobQueue) {
		if err := Handle(j.Service, j.Context, order.JobQueue, m); err != nil {
			j.T.Fatal(err)
		}
	}
	j.Send()
}

// RetryPath is the path that retries the failed recipients of an order.
func RetryPath(id string) string { return "/gc/groupsendorder/" + id + "/retry" }

// CheckTargetsOnce reads the recipients of an order page by page and fails the test unless each is listed once.
func (j *Modules) CheckTargetsOnce(id string, want int) {
	j.T.Helper()
	got := map[string]bool{}
	for page := 1; page <= want/10+1; page++ {
		data := j.MustCall("customer", "GET", fmt.Sprintf("/gc/groupsendorder/%s/targets/page?current=%d", id, page), nil)
		if data["total"] != float64(want) {
			j.T.Errorf("total %v", data["total"])
		}
		for _, r := range data["records"].([]any) {
			number := r.(map[string]any)["phoneNumber"].(string)
			if got[number] {
				j.T.Errorf("%s stands twice", number)
			}
			got[number] = true
		}
	}
	if len(got) != want {
		j.T.Errorf("%d of %d recipients", len(got), want)
	}
	states := map[string]int{}
	for c := range j.Order(id).Pieces() {
		targets, err := j.Service.Engine.Statistics().TargetsOf(j.Context, j.Order(id), c)
		if err != nil {
			j.T.Fatal(err)
		}
		for _, t := range targets {
			states[string(t.State)]++
		}
	}
	for state, n := range j.MustCall("customer", "GET", "/gc/groupsendorder/"+id, nil)["counts"].(map[string]any) {
		if float64(states[state]) != n {
			j.T.Errorf("%d are %s, counted %v", states[state], state, n)
		}
	}
}

// Setting changes a setting and waits until it takes effect.
func (j *Modules) Setting(key string, n int) {
	j.T.Helper()
	if err := setting.New(j.DB, time.Now, definitions()).Set(j.Context, key, fmt.Sprint(n), "admin"); err != nil {
		j.T.Fatal(err)
	}
	time.Sleep(time.Minute)
}

// SubOrderSizes returns the sizes of the sub-orders of an order, after it checks that their counts add up.
func (j *Modules) SubOrderSizes(id string) (sizes []int) {
	j.T.Helper()
	detail := j.MustCall("customer", "GET", OrdersPath+"/"+id, nil)
	all, _ := detail["subOrders"].([]any)
	for i, each := range all {
		one := each.(map[string]any)
		n := 0.0
		for _, count := range one["counts"].(map[string]any) {
			n += count.(float64)
		}
		if n != one["total"] || one["orderNo"] != fmt.Sprintf("%s-%d", detail["orderNo"], i+1) {
			j.T.Errorf("%v", one)
		}
		sizes = append(sizes, int(n))
	}
	return sizes
}

// SubmitFile submits an order to a file.
func (j *Modules) SubmitFile(file string) (int, map[string]any) {
	body := OrderBody("fileId", file)
	delete(body, "name")
	return j.Call("customer", "POST", OrdersPath+"/test", "", body)
}

// Received returns the texts that each number was sent, in order.
func (j *Modules) Received() map[string][]string {
	out := map[string][]string{}
	all, _ := j.Sim.Messages(0, 1<<30)
	for _, a := range all {
		out[a.To] = append(out[a.To], a.Body)
	}
	return out
}

// ReceivedMessages counts the recipients of each message. It fails the test when a number got several.
func (j *Modules) ReceivedMessages() map[string]int {
	j.T.Helper()
	out := map[string]int{}
	for to, bodies := range j.Received() {
		if len(bodies) != 1 {
			j.T.Errorf("%s got %v", to, bodies)
		}
		out[bodies[0]]++
	}
	return out
}

// ABResult returns the comparison of the two messages of an order.
func (j *Modules) ABResult(id string) map[string]any {
	j.T.Helper()
	ab, _ := j.MustCall("customer", "GET", OrdersPath+"/"+id, nil)["ab"].(map[string]any)
	return ab
}

// SubmitTest submits an order of two messages, sends its sample and returns its id and its plan task.
func (j *Modules) SubmitTest(body map[string]any) (id string, plan queue.Message) {
	j.T.Helper()
	id, plan = j.Submit(body)
	j.Plan(plan)
	j.Send()
	return id, plan
}

// UseShortMessages sends orders as short messages, from the given stock of each day.
func (j *Modules) UseShortMessages(stock map[time.Time]int) {
	j.T.Helper()
	first := j.Service.Engine.Senders.For("whatsapp")
	second := *first
	second.Messenger = SecondChannel{first.Messenger}
	j.Service.Engine.Senders = provider.NewRegistry(first, &second)
	if _, err := j.Service.Engine.Flow.Credit.Prices.Set(j.Context,
		price.Line{Owner: price.Platform, Service: "bulk.sms", Country: "*", Price: 100}); err != nil {
		j.T.Fatal(err)
	}
	for day, n := range stock {
		row := store.Op{Verb: store.Put, Key: dayKey(day),
			Item: map[string]any{"id": dayOf(day) + ".BR", "c": "BR", "d": dayOf(day), "n": n, "ca": time.Now()}}
		if _, err := j.DB.Write(j.Context, row); err != nil {
			j.T.Fatal(err)
		}
	}
}

func dayOf(at time.Time) string {
	return at.In(clock.China).Format(time.DateOnly)
}

func dayKey(at time.Time) store.Key {
	return store.Key{Table: "campaign", PK: "STOCKSMS#" + dayOf(at), SK: "BR"}
}

// StockLeft returns the remaining stock of a day.
func (j *Modules) StockLeft(day time.Time) (n int) {
	j.T.Helper()
	row, _, err := store.Load[struct {
		N int `dynamodbav:"n"`
	}](j.Context, j.DB, dayKey(day), true)
	if err != nil {
		j.T.Fatal(err)
	}
	return row.N
}

// MarkAccounts records for every member of a contact list whether it has an account.
func (j *Modules) MarkAccounts(group string, packs [][]uint64, at time.Time, valid func(pack, i int) bool) {
	j.T.Helper()
	found := map[int]map[uint64]contact.Proof{}
	for pack, all := range packs {
		found[pack] = map[uint64]contact.Proof{}
		for i, n := range all {
			var p contact.Proof
			p.Say(contact.ByPartner, valid(pack, i), at)
			found[pack][n] = p
		}
	}
	if _, err := j.Service.Contacts.Prove(j.Context, group, found, contact.Screening{}); err != nil {
		j.T.Fatal(err)
	}
}

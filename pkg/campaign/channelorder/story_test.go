package channelorder_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/resource"
	"herald/pkg/credit/reconcile"
	"herald/pkg/kit/web"
)

type object = apptest.Object

const first = 5511987650000

// An order of numbers from its estimate to its numbers: reserved at the submission, reviewed, handed out, charged for each, and the
// statement says so. Staff see the numbers with their order.
func TestAnOrderOfNumbers(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	batch := p.AddBatch("B1", apptest.Digits(first, 30), nil)
	who := p.Users.Direct
	e := testkit.Data[order.Estimate](who.Post(apptest.ChannelOrder+"/estimate", p.Request(5, nil)))
	if e.Targets != 5 || e.Stock == nil || *e.Stock != 30 || e.Price != 200 || e.Cost != 1000 || !e.Enough {
		t.Errorf("%+v", e)
	}
	id := p.Submit(who, 5, nil)
	if a, r := p.Balance(who); a != 990 || r != 10 {
		t.Errorf("%v available, %v reserved", a, r)
	}
	if b := p.Batch(batch.ID); b.Free != 25 || b.Reserved != 5 || b.Assigned != 0 {
		t.Errorf("%+v", b.Counters)
	}
	p.Approve(id)
	o := p.Order(who, id)
	if o.Status != order.Completed || o.Counts["assigned"] != 5 || o.ActualCost == nil || *o.ActualCost != 1000 {
		t.Errorf("%+v", o)
	}
	if a, r := p.Balance(who); a != 990 || r != 0 {
		t.Errorf("%v available, %v reserved", a, r)
	}
	if b := p.Batch(batch.ID); b.Free != 25 || b.Reserved != 0 || b.Assigned != 5 {
		t.Errorf("%+v", b.Counters)
	}
	mine := p.Entries(who, id)
	if len(mine) != 5 || mine[0].State != "assigned" || mine[0].ReturnUntil == nil || mine[0].OrderNo != o.OrderNo {
		t.Errorf("%+v", mine)
	}
	if other := p.Entries(p.Users.Customer, id); len(other) != 0 {
		t.Errorf("another customer sees %+v", other)
	}
	rows := apptest.ReadTable(t, who.In("en_US").Get(apptest.ChannelNumber+"/export").Raw, "Phone number")
	if len(rows) != 5 || rows[0]["Batch number"] != "B1" || rows[0]["State"]+rows[0]["Status"] != "In use" {
		t.Errorf("the file says %v", rows)
	}
	all := testkit.Data[web.Page[resource.Number]](p.Users.Admin.Get("/channel/resource/page?state=assigned&orderId=" + id))
	if all.Total != 5 || all.Records[0].CustomerName == "" || all.Records[0].DealerName != "Sunrise Cards" {
		t.Errorf("%+v", all)
	}
	who.Get("/channel/resource/page").Want(http.StatusForbidden, 403)
	lines := testkit.Data[web.Page[struct {
		BusinessType string
		Amount       float64
	}]](who.Get("/pi/personal/info/statement/page")).Records
	if len(lines) != 2 || lines[0].BusinessType != "pay" || lines[0].Amount != -10 {
		t.Errorf("%+v", lines)
	}
	reconciled(t, p)
}

// draftOf wants the answer of an order that is short of stock, and gives its draft.
func draftOf(t *testing.T, a *testkit.Answer) (ref order.DraftRef) {
	t.Helper()
	if err := json.Unmarshal(a.Want(http.StatusPaymentRequired, 40202).Data, &ref); err != nil || ref.DraftID == "" {
		t.Errorf("%s: %v", a.Raw, err)
	}
	return ref
}

// reconciled checks the books.
func reconciled(t *testing.T, p *apptest.NumberFixture) {
	t.Helper()
	const path = "/aty/accountstatement/reconcile"
	run := testkit.Data[reconcile.RunDetail](p.Users.Admin.Post(path, nil))
	p.RunQueues()
	if run = testkit.Data[reconcile.RunDetail](p.Users.Admin.Get(path + "/runs/books/" + run.ID)); run.Status != "done" || len(run.Items) > 0 {
		t.Errorf("%+v", run)
	}
}

// More numbers than there are: a draft, and nothing changes. The draft can be ordered when there are enough.
func TestShortStockIsADraft(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	batch := p.AddBatch("B1", apptest.Digits(first, 3), nil)
	who := p.Users.Direct
	draft := draftOf(t, who.Post(apptest.ChannelOrder, p.Request(4, nil)))
	if a, r := p.Balance(who); a != 1000 || r != 0 {
		t.Errorf("%v available, %v reserved", a, r)
	}
	if b := p.Batch(batch.ID); b.Free != 3 {
		t.Errorf("%+v", b.Counters)
	}
	for _, more := range []object{{"quality": "low"}, {"age": "old"}, {"type": "sms"}, {"countryCode": "ID"}, {"batchNo": "B9"},
		{"startTime": p.Kit.Now().AddDate(0, 0, -400)}} {
		if r := who.Post(apptest.ChannelOrder+"/estimate", p.Request(1, more)); more["startTime"] == nil {
			if e := testkit.Data[order.Estimate](r); e.Stock == nil || *e.Stock != 0 || e.Enough {
				t.Errorf("%v: %+v", more, e)
			}
		} else {
			r.Bad("startTime")
		}
	}
	p.AddBatch("B2", apptest.Digits(first+100, 3), nil)
	made := testkit.Data[order.SubmitResponse](who.Post(apptest.ChannelOrder+"/draft/commit", object{"id": draft.DraftID}))
	p.RunQueues()
	p.Approve(made.ID)
	if mine := p.Entries(who, made.ID); len(mine) != 4 {
		t.Errorf("%+v", mine)
	}
}

// What an order may not say, each with its field and a text in four languages.
func TestBadOrders(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	p.AddBatch("B1", apptest.Digits(first, 30), nil)
	who := p.Users.Direct
	segment := func(text string) object { return object{"pick": "segment", "segment": text} }
	for name, c := range map[string]struct {
		more  object
		field string
	}{
		"nothing": {object{"amount": 0}, "amount"}, "half": {object{"amount": 1.5}, "amount"}, "less": {object{"amount": -1}, "amount"},
		"a billion": {object{"amount": 1_000_000_000}, "amount"}, "above the setting": {object{"amount": 1001}, "amount"},
		"a text": {object{"amount": "five"}, "amount"},
		"type":   {object{"type": "carrier pigeon"}, "type"}, "quality": {object{"quality": "best"}, "quality"},
		"age": {object{"age": "middle"}, "age"}, "pick": {object{"pick": "nicest"}, "pick"},
		"country": {object{"countryCode": "XX"}, "countryCode"}, "no name": {object{"name": " "}, "name"},
		"six administrators": {object{"admins": []string{"1", "2", "3", "4", "5", "6"}}, "admins"},
		"twice":              {object{"admins": []string{"1", "1"}}, "admins"},
		"plus":               {segment("+5511987"), "segment"}, "letters": {segment("55119a7"), "segment"}, "short": {segment("551198"), "segment"},
		"long": {segment("551198765000"), "segment"}, "six stars": {segment("5511******9"), "segment"}, "star in the code": {segment("5*11987"), "segment"},
		"another country": {segment("6281987"), "segment"}, "no segment": {segment(""), "segment"},
	} {
		t.Run(name, func(t *testing.T) {
			var said []string
			for _, lang := range []string{"zh_CN", "en_US", "pt_BR", "zh_TW"} {
				r := who.In(lang).Post(apptest.ChannelOrder, p.Request(5, c.more))
				r.Bad(c.field)
				said = append(said, string(r.Raw))
			}
			slices.Sort(said)
			if len(slices.Compact(said)) != 4 {
				t.Errorf("%q", said)
			}
		})
	}
	who.Post(apptest.ChannelOrder, p.Request(5, object{"admins": []string{apptest.MissingID}})).Want(http.StatusNotFound, 404)
	p.Users.Admin.Put("/lop/system/config/segment.digits.max", object{"value": 15}).OK()
	who.Post(apptest.ChannelOrder, p.Request(1, segment("551198765000"))).OK()
	p.Users.Admin.Put("/lop/system/config/segment.stars.template", object{"value": 4}).OK()
	who.Post(apptest.ChannelOrder, p.Request(1, segment("5511*****00"))).Bad("segment")
	who.Post(apptest.ChannelOrder, p.Request(2, object{"expectedCost": 3})).Want(http.StatusConflict, 40922)
}

// Numbers are picked at random, one after the other, or by what they begin with.
func TestPicks(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	// runs of 3, 5 and 4
	p.AddBatch("B1", slices.Concat(apptest.Digits(first, 3), apptest.Digits(first+10, 5), apptest.Digits(first+2000, 4)), nil)
	who := p.Users.Direct
	stock := func(more object) int {
		return *testkit.Data[order.Estimate](who.Post(apptest.ChannelOrder+"/estimate", p.Request(1, more))).Stock
	}
	digits := func(id string) (all []string) {
		p.Approve(id)
		for _, e := range p.Entries(who, id) {
			all = append(all, e.PhoneNumber)
		}
		slices.Sort(all)
		return all
	}
	if n := stock(object{"pick": "consecutive"}); n != 5 {
		t.Errorf("the longest run has %d numbers", n)
	}
	if got := digits(p.Submit(who, 4, object{"pick": "consecutive"})); !slices.Equal(got, apptest.Digits(first+2000, 4)) {
		t.Errorf("%v: the shortest run that is long enough leaves the others whole", got)
	}
	draftOf(t, who.Post(apptest.ChannelOrder, p.Request(6, object{"pick": "consecutive"})))
	by := object{"pick": "segment", "segment": "55119*76500"}
	if n := stock(by); n != 8 {
		t.Errorf("%d numbers begin with the segment", n)
	}
	if got := digits(p.Submit(who, 8, by)); !slices.Equal(got, slices.Concat(apptest.Digits(first, 3), apptest.Digits(first+10, 5))) {
		t.Errorf("%v", got)
	}
	if n := stock(nil); n != 0 {
		t.Errorf("%d are left", n)
	}
}

// Many orders at once want the same numbers: each number goes to one of them, and an order that has not enough fails and costs nothing.
func TestOneNumberBelongsToOneOrder(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	batch := p.AddBatch("B1", apptest.Digits(first, 30), nil)
	who := p.Users.Direct
	ids := make([]string, 8)
	var all sync.WaitGroup
	for i := range ids {
		all.Go(func() {
			ids[i] = testkit.Data[order.SubmitResponse](who.Post(apptest.ChannelOrder, p.Request(5, object{"pick": []string{"random", "consecutive"}[i%2]}))).ID
		})
	}
	all.Wait()
	r := app.ChannelOrders(p.Env)
	for i := range ids {
		all.Go(func() {
			for range 5 { // a queue repeats what lost
				o, _, err := r.Flow.Orders.Get(t.Context(), ids[i])
				if err == nil {
					err = r.Plan(t.Context(), o)
				}
				if err == nil {
					return
				}
			}
		})
	}
	all.Wait()
	p.RunQueues()
	seen, done := map[string]bool{}, 0
	for _, id := range ids {
		if p.Order(who, id).Status == order.Review {
			p.Approve(id)
		}
		o := p.Order(who, id)
		mine := p.Entries(who, id)
		switch {
		case o.Status == order.Completed && len(mine) == 5:
			done++
		case o.Status != order.Failed || len(mine) != 0 || o.Reason == "":
			t.Errorf("state %d with %d numbers: %s", o.Status, len(mine), o.Reason)
		}
		for _, e := range mine {
			if seen[e.PhoneNumber] {
				t.Errorf("%s was handed out twice", e.PhoneNumber)
			}
			seen[e.PhoneNumber] = true
		}
	}
	p.PassMinute()
	b := p.Batch(batch.ID)
	if a, r := p.Balance(who); done < 4 || a != 1000-float64(10*done) || r != 0 || b.Assigned != int64(5*done) || b.Free != 30-b.Assigned {
		t.Errorf("%d orders, %v available, %v reserved, %+v", done, a, r, b.Counters)
	}
}

// What is refused, cancelled or stopped before its time frees its numbers and its credit.
func TestRefusedOrdersFreeTheirNumbers(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	batch := p.AddBatch("B1", apptest.Digits(first, 30), nil)
	who := p.Users.Direct
	refused, cancelled := p.Submit(who, 5, nil), p.Submit(who, 20, nil)
	p.Users.Admin.Put(apptest.ChannelOrder+"/review", object{"ids": []string{refused}, "pass": false, "reason": "no"}).OK()
	who.Put(apptest.ChannelOrder+"/"+cancelled+"/cancel", nil).OK()
	p.RunQueues()
	p.PassMinute()
	if b := p.Batch(batch.ID); b.Free != 30 || b.Reserved != 0 {
		t.Errorf("%+v", b.Counters)
	}
	if a, r := p.Balance(who); a != 1000 || r != 0 {
		t.Errorf("%v available, %v reserved", a, r)
	}
	edited := p.Submit(who, 20, nil)
	who.Put(apptest.ChannelOrder, p.Request(6, object{"id": edited})).OK()
	p.RunQueues()
	p.PassMinute()
	if b := p.Batch(batch.ID); b.Free != 24 || b.Reserved != 6 {
		t.Errorf("after an edit %+v", b.Counters)
	}
	line := testkit.Data[[]order.ReviewLine](p.Users.Admin.Put(apptest.ChannelOrder+"/review",
		object{"ids": []string{edited}, "pass": true, "versions": object{edited: 1}}))[0]
	if line.OK || line.Code != 40921 {
		t.Errorf("%+v", line)
	}
}

// An order for a day to come takes numbers of that day, and hands them out then.
func TestNumbersOfADayToCome(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	day := func(n int) string { return resource.DayOf(p.Kit.Now().AddDate(0, 0, n)) }
	p.AddBatch("NOW", apptest.Digits(first, 2), object{"until": day(1)})
	p.AddBatch("LATER", apptest.Digits(first+100, 3), object{"from": day(2)})
	who := p.Users.Direct
	days := testkit.Data[[]struct {
		Date             string
		Total, Available int
	}](p.Users.Admin.Get("/kfsms/repertory/days?countryCode=BR&days=4"))
	if len(days) != 4 || days[0].Available != 2 || days[1].Available != 2 || days[2].Available != 3 || days[3].Total != 3 {
		t.Errorf("%+v", days)
	}
	at := p.Kit.Now().AddDate(0, 0, 2)
	draftOf(t, who.Post(apptest.ChannelOrder, p.Request(3, nil)))
	id := p.Submit(who, 3, object{"startTime": at})
	p.Approve(id)
	if o := p.Order(who, id); o.Status != order.Waiting {
		t.Errorf("%d", o.Status)
	}
	page := testkit.Data[web.Page[struct {
		CountryCode                string
		RepertoryNum               *int
		Total, Assigned, Available int
	}]](p.Users.Admin.Get("/kfsms/repertory/page?date=" + day(2)))
	if page.Total != 1 || page.Records[0].Total != 3 || page.Records[0].Assigned != 3 || page.Records[0].Available != 0 ||
		page.Records[0].RepertoryNum != nil {
		t.Errorf("%+v", page)
	}
	p.Kit.Clock.Add(48 * time.Hour)
	p.PassMinute()
	if o, _, err := p.Env.Orders().Get(t.Context(), id); err != nil || o.Status != order.Completed {
		t.Errorf("state %d, %v", o.Status, err)
	}
}

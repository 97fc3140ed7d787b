package apptest

import (
	"context"
	"strconv"
	"testing"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/campaign/channelorder"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/resource"
	"herald/pkg/credit/price"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// stockNumbers makes n WhatsApp numbers of Brazil that can be ordered, and their price.
func stockNumbers(t *testing.T, e *app.Env, from uint64, n int) {
	t.Helper()
	ctx := context.Background()
	if _, err := e.Prices().Set(ctx, price.Line{Owner: price.Platform, Service: "channel.whatsapp", Country: "*", Price: 10}); err != nil {
		t.Fatal(err)
	}
	s, l := &resource.Store{DB: e.DB, Now: e.Now}, &resource.Lot{ID: e.IDs.Next(), BatchNo: "B", Country: "BR", Type: "whatsapp",
		Quality: "high", Age: "new", From: "2000-01-01", Lowest: from, Highest: from + uint64(n)}
	if err := e.DB.Transact(ctx, resource.NewLot(l)); err != nil {
		t.Fatal(err)
	}
	var all []uint64
	for i := range n {
		all = append(all, from+uint64(i))
	}
	if _, err := s.Add(ctx, l, e.IDs.Next(), 0, all); err != nil {
		t.Fatal(err)
	}
	if err := e.DB.Transact(ctx, []store.Op{resource.Close(l, true)}); err != nil {
		t.Fatal(err)
	}
}

// handNumbersOut carries an order of numbers out that staff have passed or are to pass.
func handNumbersOut(t *testing.T, e *app.Env, admin *sessiontest.Actor, id string) {
	t.Helper()
	ctx, r := context.Background(), app.ChannelOrders(e)
	step := func(do func(context.Context, *order.Order) error) {
		t.Helper()
		o, _, err := r.Flow.Orders.Get(ctx, id)
		if err == nil {
			err = do(ctx, o)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	step(r.Plan)
	admin.Put(ChannelOrder+"/review", Object{"ids": []string{id}, "pass": true}).OK()
	step(func(ctx context.Context, o *order.Order) error { return r.Work(ctx, o, order.Begins) })
}

const numberFields = `"countryCode":"BR","type":"whatsapp","quality":"high","age":"new","pick":"random"`

// NumbersBody is an order of one number.
func NumbersBody(more Object) Object {
	b := Object{"name": "x", "countryCode": "BR", "type": "whatsapp", "quality": "high", "age": "new", "pick": "random", "amount": 1}
	for k, v := range more {
		b[k] = v
	}
	return b
}

// seedNumbers makes an order of a user with a number, and a draft.
func (v *OtherTenant) seedNumbers(t *testing.T, e *app.Env, users *sessiontest.SeededUsers) {
	t.Helper()
	stockNumbers(t, e, 5511912340000, 20)
	v.Ordering = testkit.Data[web.Created](users.Customer.Post(ChannelOrder, NumbersBody(nil))).ID
	v.OrderDraft = testkit.Data[web.Created](users.Customer.Post(ChannelOrder+"/draft", NumbersBody(nil))).ID
	handed := testkit.Data[web.Created](users.Customer.Post(ChannelOrder, NumbersBody(nil))).ID
	handNumbersOut(t, e, users.Admin, handed)
	v.Number = testkit.Data[web.Page[channelorder.Entry]](users.Customer.Get(ChannelNumber + "/page")).Records[0].ID
}

func (w *LossScenario) numbers() {
	admin, direct := w.Users.Admin, w.Users.Direct
	stockNumbers(w.T, w.Env, 5511912340000, 100)
	const dealer, batch, orders, what = "/kfsms/dealer", NumberBatch, ChannelOrder, numberFields
	w.create("dealer", admin, "POST "+dealer, dealer, `{"name":"d"}`)
	w.call(admin, "PUT "+dealer, dealer, `{"id":"{dealer}","name":"e"}`)
	w.create("gone", admin, "POST "+dealer, dealer, `{"name":"d"}`)
	w.call(admin, "DELETE "+dealer+"/{id}", dealer+"/{gone}", "")
	w.create("numberFile", admin, "POST /uf/uploadfile", "/uf/uploadfile", "phoneNumber\n5511987654321\n")
	w.create("batch", admin, "POST "+batch, batch,
		`{"batchNo":"B1","dealerId":"{dealer}","fileId":"{numberFile}","countryCode":"BR","type":"sms","quality":"low","age":"old"}`)
	w.call(admin, "PUT "+batch, batch, `{"id":"{batch}","remark":"r"}`)
	for i, amount := range []int{3, 2, 1} {
		w.create("n"+strconv.Itoa(i+1), direct, "POST "+orders, orders, `{"name":"n","amount":`+strconv.Itoa(amount)+`,`+what+`}`)
	}
	w.call(direct, "PUT "+orders, orders, `{"id":"{n1}","name":"1","amount":4,`+what+`}`)
	w.call(admin, "PUT "+orders+"/review", orders+"/review", `{"ids":["{n1}","{n2}"],"versions":{"{n1}":2},"pass":true}`)
	w.call(admin, "PUT "+orders+"/review", orders+"/review", `{"ids":["{n3}"],"pass":false,"reason":"no"}`)
	w.call(direct, "PUT "+orders+"/{id}/pause", orders+"/{n1}/pause", "")
	w.call(direct, "PUT "+orders+"/{id}/start", orders+"/{n1}/start", "")
	w.call(direct, "PUT "+orders+"/{id}/stop", orders+"/{n1}/stop", "")
	w.call(direct, "PUT "+orders+"/{id}/pause", orders+"/{n2}/pause", "")
	w.call(direct, "PUT "+orders+"/{id}/cancel", orders+"/{n2}/cancel", "")
	w.call(direct, "DELETE "+orders+"/{id}", orders+"/{n2}", "")
	w.create("draft", direct, "POST "+orders+"/draft", orders+"/draft", `{"name":"d","amount":1,`+what+`}`)
	w.call(direct, "PUT "+orders+"/draft", orders+"/draft", `{"id":"{draft}","name":"d2","amount":1,`+what+`}`)
	w.create("n4", direct, "POST "+orders+"/draft/commit", orders+"/draft/commit", `{"id":"{draft}"}`)
	w.create("draft", direct, "POST "+orders+"/draft", orders+"/draft", `{"name":"e","amount":1,`+what+`}`)
	w.call(direct, "DELETE "+orders+"/draft/{id}", orders+"/draft/{draft}", "")
	handNumbersOut(w.T, w.Env, admin, w.ids["n4"])
	w.ids["entry"] = testkit.Data[web.Page[channelorder.Entry]](direct.Get(ChannelNumber + "/page")).Records[0].ID
	w.call(admin, "PUT "+ChannelNumber+"/replace", ChannelNumber+"/replace", `{"ids":["{entry}"]}`)
	w.ids["entry"] = testkit.Data[web.Page[channelorder.Entry]](direct.Get(ChannelNumber + "/page?state=assigned")).Records[0].ID
	w.call(direct, "PUT "+ChannelNumber+"/return", ChannelNumber+"/return", `{"ids":["{entry}"]}`)
	w.ids["returned"] = testkit.Data[web.Page[resource.Number]](admin.Get("/channel/resource/page?state=returned")).Records[0].ID
	w.call(admin, "PUT /channel/resource/status", "/channel/resource/status", `{"ids":["{returned}"],"state":"broken"}`)
	numbers := &resource.Store{DB: w.Env.DB, Now: w.Env.Now}
	row, err := numbers.Find(w.Context(), w.ids["returned"])
	if err == nil {
		err = numbers.RefuseReturn(w.Context(), row.Lot, row.PhoneNumber, "IN_USE")
	}
	if err != nil {
		w.Fatal(err)
	}
	w.call(admin, "PUT /channel/resource/return", "/channel/resource/return", `{"ids":["{returned}"],"again":false}`)
}

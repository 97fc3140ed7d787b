package apptest

import (
	"herald/pkg/app"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

func (w *LossScenario) orders() {
	admin, direct := w.Users.Admin, w.Users.Direct
	const orders, stock, card = "/gc/groupsendorder", "/gc/bulksendstock", "/kfsms/repertory"
	w.keep("stock", admin, "POST "+stock, stock, `{"countryCode":"BR","sendTotal":100}`)
	w.tell(admin, "PUT "+stock, stock, `{"id":"{stock}","countryCode":"BR","sendTotal":90}`)
	for _, name := range []string{"one", "two", "three"} {
		w.keep(name, direct, "POST "+orders, orders, `{"name":"`+name+`","fileId":"{file}",`+Message+`}`)
	}
	w.tell(direct, "PUT "+orders, orders,
		`{"id":"{one}","name":"1","fileId":"{file}","channel":"whatsapp","countryCode":"BR","message":{"type":"text","text":"hello"}}`)
	w.tell(admin, "PUT "+orders+"/review", orders+"/review", `{"ids":["{one}","{two}"],"versions":{"{one}":2},"pass":true}`)
	w.tell(admin, "PUT "+orders+"/review", orders+"/review", `{"ids":["{three}"],"pass":false,"reason":"no"}`)
	for _, verb := range []string{"pause", "start", "stop"} {
		w.tell(direct, "PUT "+orders+"/{id}/"+verb, orders+"/{one}/"+verb, "")
	}
	w.tell(direct, "PUT "+orders+"/{id}/pause", orders+"/{two}/pause", "")
	w.tell(direct, "PUT "+orders+"/{id}/cancel", orders+"/{two}/cancel", "")
	w.tell(direct, "DELETE "+orders+"/{id}", orders+"/{two}", "")
	w.keep("sent", direct, "POST "+orders, orders, `{"name":"sent","fileId":"{file}",`+Message+`}`)
	w.failed(w.ids["sent"])
	w.tell(direct, "POST "+orders+"/test", orders+"/test", `{"fileId":"{file}",`+Message+`}`)
	w.tell(admin, "PUT "+orders+"/{id}/refund", orders+"/{sent}/refund", `{"amount":1,"reason":"r"}`)
	w.tell(direct, "PUT "+orders+"/{id}/retry", orders+"/{sent}/retry", "")
	w.keep("four", direct, "POST /uf/uploadfile", "/uf/uploadfile",
		"phoneNumber\n5511987654321\n5511987654322\n5511987654323\n5511987654324\n")
	w.keep("both", direct, "POST "+orders, orders, `{"name":"both","fileId":"{four}",`+
		Message+`,"ab":{"message":{"type":"text","text":"hello"},"share":50,"by":"read","waitMinutes":10}}`)
	w.tell(admin, "PUT "+orders+"/review", orders+"/review", `{"ids":["{both}"],"pass":true}`)
	w.tell(direct, "PUT "+orders+"/{id}/variant", orders+"/{both}/variant", `{"variant":"b"}`)
	w.keep("draft", direct, "POST "+orders+"/draft", orders+"/draft", `{"name":"d","fileId":"{file}",`+Message+`}`)
	w.tell(direct, "PUT "+orders+"/draft", orders+"/draft", `{"id":"{draft}","name":"d2","fileId":"{file}",`+Message+`}`)
	w.keep("four", direct, "POST "+orders+"/draft/commit", orders+"/draft/commit", `{"id":"{draft}"}`)
	w.keep("draft", direct, "POST "+orders+"/draft", orders+"/draft", `{"name":"e","fileId":"{file}",`+Message+`}`)
	w.tell(direct, "DELETE "+orders+"/draft/{id}", orders+"/draft/{draft}", "")
	w.tell(admin, "DELETE "+stock+"/{id}", stock+"/{stock}", "")
	w.keep("card", admin, "POST "+card, card, `{"countryCode":"BR","repertoryNum":3,"date":"2026-11-22"}`)
	w.tell(admin, "PUT "+card, card, `{"id":"{card}","countryCode":"BR","repertoryNum":4}`)
	w.tell(admin, "DELETE "+card+"/{id}", card+"/{card}", "")
	w.tell(admin, "PUT /gc/sender", "/gc/sender", `{"id":"`+w.Env.Senders().All()[0].Profile().Sender+`","weight":50,"warmUp":100}`)
	w.tell(admin, "PUT /bgo/buildgroup/resource/num/{id}", "/bgo/buildgroup/resource/num/today", `{"num":12}`)
}

func (w *LossScenario) team() {
	direct := w.Users.Direct
	const people, numbers = "/aty/customerservicer", "/aty/customerserviceraccount"
	w.keep("servicer", direct, "POST "+people, people, `{"name":"Bia","phone":"5511987654321"}`)
	w.tell(direct, "PUT "+people, people, `{"id":"{servicer}","name":"Ana","phone":"5511987654321"}`)
	w.keep("number", direct, "POST "+numbers, numbers, `{"phoneNumber":"5511987650000","countryCode":"BR"}`)
	w.tell(direct, "PUT "+numbers, numbers, `{"id":"{number}","servicerId":"{servicer}"}`)
	w.tell(direct, "PUT "+numbers+"/usable", numbers+"/usable", `{"id":"{number}","usable":false}`)
	w.tell(direct, "DELETE "+numbers+"/{id}", numbers+"/{number}", "")
	w.tell(direct, "DELETE "+people+"/{id}", people+"/{servicer}", "")
}

// failed lets an order reach one recipient and fail with another, and settles it.
func (w *LossScenario) failed(id string) {
	w.Helper()
	rooms, ctx := w.Env.Bulk(), auth.Into(w.Context(),
		&auth.Principal{UserID: w.ids["admin"], Type: auth.Admin, Perms: map[string]bool{"*": true}})
	steps := []func() error{
		func() error { _, err := rooms.Review(ctx, id, &order.Verdict{Pass: true}); return err },
		func() error {
			return app.JobTasks(w.Env)["bulk.plan"](ctx, order.Task("bulk.plan", &order.Order{ID: id, Gen: 1}))
		},
		func() error { // the first of its chunk is accepted, all others are refused; what was accepted arrives
			sent := map[string]any{"b": []byte{0xa9, 0xaa}, "d": true}
			_, err := w.Env.DB.Write(ctx, store.Op{Verb: store.Update, Key: order.Part(id, "S#1#00000"), Set: sent})
			return err
		},
		func() error {
			arrived := map[string]any{"q": 1, "b": []byte{byte(provider.ReceiptArrived), 0, 0}}
			_, err := w.Env.DB.Write(ctx, store.Op{Verb: store.Put, Key: order.Part(id, "P#1#00000"), Item: arrived})
			return err
		},
		func() error { return rooms.Complete(ctx, id) },
	}
	for i, step := range steps {
		if err := step(); err != nil {
			w.Errorf("step %d: %v", i, err)
		}
	}
}

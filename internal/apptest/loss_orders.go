package apptest

import (
	"testing"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/campaign/inbox"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/provider"
)

func (w *LossScenario) orders() {
	admin, direct := w.Users.Admin, w.Users.Direct
	const orders, stock, card = "/gc/groupsendorder", "/gc/bulksendstock", "/kfsms/repertory"
	w.create("stock", admin, "POST "+stock, stock, `{"countryCode":"BR","sendTotal":100}`)
	w.call(admin, "PUT "+stock, stock, `{"id":"{stock}","countryCode":"BR","sendTotal":90}`)
	for _, name := range []string{"one", "two", "three"} {
		w.create(name, direct, "POST "+orders, orders, `{"name":"`+name+`","fileId":"{file}",`+MessageFields+`}`)
	}
	w.call(direct, "PUT "+orders, orders,
		`{"id":"{one}","name":"1","fileId":"{file}","channel":"whatsapp","countryCode":"BR","message":{"type":"text","text":"hello"}}`)
	w.call(admin, "PUT "+orders+"/review", orders+"/review", `{"ids":["{one}","{two}"],"versions":{"{one}":2},"pass":true}`)
	w.call(admin, "PUT "+orders+"/review", orders+"/review", `{"ids":["{three}"],"pass":false,"reason":"no"}`)
	for _, verb := range []string{"pause", "start", "stop"} {
		w.call(direct, "PUT "+orders+"/{id}/"+verb, orders+"/{one}/"+verb, "")
	}
	w.call(direct, "PUT "+orders+"/{id}/pause", orders+"/{two}/pause", "")
	w.call(direct, "PUT "+orders+"/{id}/cancel", orders+"/{two}/cancel", "")
	w.call(direct, "DELETE "+orders+"/{id}", orders+"/{two}", "")
	w.create("sent", direct, "POST "+orders, orders, `{"name":"sent","fileId":"{file}",`+MessageFields+`}`)
	w.partlyFailed(w.ids["sent"])
	w.call(direct, "POST "+orders+"/test", orders+"/test", `{"fileId":"{file}",`+MessageFields+`}`)
	w.call(admin, "PUT "+orders+"/{id}/refund", orders+"/{sent}/refund", `{"amount":1,"reason":"r"}`)
	w.call(direct, "PUT "+orders+"/{id}/retry", orders+"/{sent}/retry", "")
	w.create("four", direct, "POST /uf/uploadfile", "/uf/uploadfile",
		"phoneNumber\n5511987654321\n5511987654322\n5511987654323\n5511987654324\n")
	w.create("both", direct, "POST "+orders, orders, `{"name":"both","fileId":"{four}",`+
		MessageFields+`,"ab":{"message":{"type":"text","text":"hello"},"share":50,"by":"read","waitMinutes":10}}`)
	w.call(admin, "PUT "+orders+"/review", orders+"/review", `{"ids":["{both}"],"pass":true}`)
	w.call(direct, "PUT "+orders+"/{id}/variant", orders+"/{both}/variant", `{"variant":"b"}`)
	w.create("draft", direct, "POST "+orders+"/draft", orders+"/draft", `{"name":"d","fileId":"{file}",`+MessageFields+`}`)
	w.call(direct, "PUT "+orders+"/draft", orders+"/draft", `{"id":"{draft}","name":"d2","fileId":"{file}",`+MessageFields+`}`)
	w.create("four", direct, "POST "+orders+"/draft/commit", orders+"/draft/commit", `{"id":"{draft}"}`)
	w.create("draft", direct, "POST "+orders+"/draft", orders+"/draft", `{"name":"e","fileId":"{file}",`+MessageFields+`}`)
	w.call(direct, "DELETE "+orders+"/draft/{id}", orders+"/draft/{draft}", "")
	w.call(admin, "DELETE "+stock+"/{id}", stock+"/{stock}", "")
	w.create("card", admin, "POST "+card, card, `{"countryCode":"BR","repertoryNum":3,"date":"2026-11-22"}`)
	w.call(admin, "PUT "+card, card, `{"id":"{card}","countryCode":"BR","repertoryNum":4}`)
	w.call(admin, "DELETE "+card+"/{id}", card+"/{card}", "")
	w.call(admin, "PUT /gc/sender", "/gc/sender", `{"id":"`+w.Env.Senders().All()[0].Profile().Sender+`","weight":50,"warmUp":100}`)
	w.call(admin, "PUT /bgo/buildgroup/resource/num/{id}", "/bgo/buildgroup/resource/num/today", `{"num":12}`)
}

func (w *LossScenario) servicers() {
	direct := w.Users.Direct
	const people, numbers = "/aty/customerservicer", "/aty/customerserviceraccount"
	w.create("servicer", direct, "POST "+people, people, `{"name":"Bia","phone":"5511987654321"}`)
	w.call(direct, "PUT "+people, people, `{"id":"{servicer}","name":"Ana","phone":"5511987654321"}`)
	w.create("number", direct, "POST "+numbers, numbers, `{"phoneNumber":"5511987650000","countryCode":"BR"}`)
	w.call(direct, "PUT "+numbers, numbers, `{"id":"{number}","servicerId":"{servicer}"}`)
	w.call(direct, "PUT "+numbers+"/usable", numbers+"/usable", `{"id":"{number}","usable":false}`)
	w.call(direct, "DELETE "+numbers+"/{id}", numbers+"/{number}", "")
	w.call(direct, "DELETE "+people+"/{id}", people+"/{servicer}", "")
}

// partlyFailed lets an order reach one recipient and fail with another, and settles it.
func (w *LossScenario) partlyFailed(id string) {
	w.Helper()
	rooms, ctx := w.Env.Bulk(), auth.Into(w.Context(),
		&auth.Principal{UserID: w.ids["admin"], Type: auth.Admin, Perms: map[string]bool{"*": true}})
	steps := []func() error{
		func() error {
			_, err := rooms.Engine.Flow.Reviews().Review(ctx, id, &order.Verdict{Pass: true})
			return err
		},
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
		func() error { return rooms.Engine.Flow.Complete(ctx, id) },
	}
	for i, step := range steps {
		if err := step(); err != nil {
			w.Errorf("step %d: %v", i, err)
		}
	}
}

// groups orders groups.
func (w *LossScenario) groups() {
	admin, direct := w.Users.Admin, w.Users.Direct
	const orders = GroupOrdersPath
	const groups = `"countryCode":"BR","provider":"whatsapp","sizeMin":1,"sizeMax":8,"groupName":"Friends"`
	w.call(admin, "POST /aty/customerinfo/price/charge/save", "/aty/customerinfo/price/charge/save",
		`{"userId":"platform","service":"group","countryCode":"*","price":0.1}`)
	w.call(admin, "PUT "+orders+"/resource/num/{id}", orders+"/resource/num/today", `{"num":12}`)
	w.call(admin, "DELETE "+orders+"/resource/num/{id}", orders+"/resource/num/today", "")
	for _, name := range []string{"g1", "g2", "g3"} {
		w.create(name, direct, "POST "+orders, orders, `{"name":"`+name+`","fileId":"{file}",`+groups+`}`)
	}
	w.call(direct, "PUT "+orders, orders, `{"id":"{g1}","name":"1","fileId":"{file}",`+groups+`,"description":"d"}`)
	w.call(admin, "PUT "+orders+"/review", orders+"/review", `{"ids":["{g1}","{g2}"],"versions":{"{g1}":2},"pass":true}`)
	w.call(admin, "PUT "+orders+"/review", orders+"/review", `{"ids":["{g3}"],"pass":false,"reason":"no"}`)
	w.unknownGroup(w.ids["g1"], "G#2#00000")
	w.call(direct, "PUT "+orders+"/{id}/pause", orders+"/{g1}/pause", "")
	w.call(admin, "PUT "+orders+"/{id}/group/{n}/settle", orders+"/{g1}/group/1/settle",
		`{"made":true,"link":"https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv"}`)
	w.call(direct, "PUT "+orders+"/{id}/start", orders+"/{g1}/start", "")
	w.call(direct, "PUT "+orders+"/{id}/stop", orders+"/{g1}/stop", "")
	w.call(direct, "PUT "+orders+"/{id}/pause", orders+"/{g2}/pause", "")
	w.call(direct, "PUT "+orders+"/{id}/cancel", orders+"/{g2}/cancel", "")
	w.call(direct, "DELETE "+orders+"/{id}", orders+"/{g2}", "")
	w.create("draft", direct, "POST "+orders+"/draft", orders+"/draft", `{"name":"d","fileId":"{file}",`+groups+`}`)
	w.call(direct, "PUT "+orders+"/draft", orders+"/draft", `{"id":"{draft}","name":"d2","fileId":"{file}",`+groups+`}`)
	w.create("g4", direct, "POST "+orders+"/draft/commit", orders+"/draft/commit", `{"id":"{draft}"}`)
	w.create("draft", direct, "POST "+orders+"/draft", orders+"/draft", `{"name":"e","fileId":"{file}",`+groups+`}`)
	w.call(direct, "DELETE "+orders+"/draft/{id}", orders+"/draft/{draft}", "")
}

// unknownGroup gives an order a group of unknown outcome.
func (w *LossScenario) unknownGroup(id, group string) {
	w.Helper()
	row := map[string]any{"n": 0, "g": 2, "t": 1, "s": "unknown", "nm": "Friends", "st": 1, "p": []byte{}, "e": []byte{}, "v": 1}
	if _, err := w.Env.DB.Write(w.Context(), store.Op{Verb: store.Put, Key: order.Part(id, group), Item: row}); err != nil {
		w.Error(err)
	}
}

// calls orders calls that play a recording.
func (w *LossScenario) calls() {
	w.Helper()
	admin, direct := w.Users.Admin, w.Users.Direct
	const orders, what = CallOrder, `"countryCode":"BR","fileId":"{file}","recordingId":"{recording}"`
	w.call(admin, "PUT /lop/system/config/{key}", "/lop/system/config/call.countries", `{"value":"ID,BR"}`)
	w.call(admin, "POST /aty/customerinfo/price/charge/save", "/aty/customerinfo/price/charge/save",
		`{"userId":"platform","service":"call.voice","countryCode":"*","price":0.1}`)
	for _, name := range []string{"c1", "c2", "c3"} {
		w.create(name, direct, "POST "+orders, orders, `{"name":"`+name+`","apiOrderId":"`+name+`",`+what+`}`)
	}
	w.call(direct, "PUT "+orders, orders, `{"id":"{c1}","name":"1","apiOrderId":"c1",`+
		what+`,"callType":"interactive","intents":[{"digit":"1","label":"yes"}]}`)
	w.call(admin, "PUT "+orders+"/review", orders+"/review", `{"ids":["{c1}","{c2}"],"versions":{"{c1}":2},"pass":true}`)
	w.call(admin, "PUT "+orders+"/review", orders+"/review", `{"ids":["{c3}"],"pass":false,"reason":"no"}`)
	w.call(direct, "PUT "+orders+"/{id}/pause", orders+"/{c1}/pause", "")
	w.call(direct, "PUT "+orders+"/{id}/start", orders+"/{c1}/start", "")
	w.call(direct, "PUT "+orders+"/{id}/stop", orders+"/{c1}/stop", "")
	w.call(direct, "PUT "+orders+"/{id}/pause", orders+"/{c2}/pause", "")
	w.call(direct, "PUT "+orders+"/{id}/cancel", orders+"/{c2}/cancel", "")
	w.call(direct, "DELETE "+orders+"/{id}", orders+"/{c2}", "")
	w.create("draft", direct, "POST "+orders+"/draft", orders+"/draft", `{"name":"d",`+what+`}`)
	w.call(direct, "PUT "+orders+"/draft", orders+"/draft", `{"id":"{draft}","name":"d2",`+what+`}`)
	w.create("c4", direct, "POST "+orders+"/draft/commit", orders+"/draft/commit", `{"id":"{draft}"}`)
	w.create("draft", direct, "POST "+orders+"/draft", orders+"/draft", `{"name":"e",`+what+`}`)
	w.call(direct, "DELETE "+orders+"/draft/{id}", orders+"/draft/{draft}", "")
}

// recordings makes recordings, engines, languages and voices.
func (w *LossScenario) recordings() {
	w.Helper()
	admin, direct := w.Users.Admin, w.Users.Direct
	const recordings, engines, languages, voices = "/call/recording", "/call/engine", "/call/language", "/call/voice"
	w.ids["sound"] = testkit.Data[struct{ ID string }](direct.Upload("/uf/uploadfile?kind=audio", "file", "a.wav", "audio/wav", Tone(2))).ID
	w.create("recording", direct, "POST "+recordings, recordings, `{"name":"Halo","language":"id-ID","fileId":"{sound}"}`)
	w.call(direct, "PUT "+recordings, recordings, `{"id":"{recording}","name":"Halo lagi","language":"id-ID"}`)
	w.calls()
	w.create("engine", admin, "POST "+engines, engines,
		`{"name":"Joanna","provider":"polly","speakerName":"Joanna","feature":"standard","languages":["en-US"],"charged":true}`)
	w.call(admin, "PUT "+engines, engines,
		`{"id":"{engine}","name":"Jo","provider":"polly","speakerName":"Joanna","feature":"neural","languages":["en-US"]}`)
	w.call(admin, "POST "+engines+"/{id}/test", engines+"/{engine}/test", `{}`)
	w.call(admin, "PUT "+engines+"/usable", engines+"/usable", `{"id":"{engine}","usable":false}`)
	w.create("language", admin, "POST "+languages, languages, `{"code":"ms-MY","name":"Bahasa Melayu"}`)
	w.call(admin, "PUT "+languages, languages, `{"id":"ms-MY","name":"Melayu","enabled":false}`)
	w.call(admin, "DELETE "+languages+"/{id}", languages+"/ms-MY", "")
	w.create("voice", admin, "POST "+voices, voices,
		`{"name":"Camila","voiceKey":"Camila","provider":"polly","ttsLang":"pt-BR","feature":"neural"}`)
	w.call(admin, "PUT "+voices, voices,
		`{"id":"{voice}","name":"Camila","voiceKey":"Camila","provider":"polly","ttsLang":"pt-BR","feature":"standard","speed":90}`)
	w.call(admin, "DELETE "+voices+"/{id}", voices+"/{voice}", "")
	w.call(admin, "DELETE "+engines+"/{id}", engines+"/{engine}", "")
	w.ids["sound"] = testkit.Data[struct{ ID string }](direct.Upload("/uf/uploadfile?kind=audio", "file", "b.wav", "audio/wav", Tone(2))).ID
	// an order plays the other one
	w.create("unplayed", direct, "POST "+recordings, recordings, `{"name":"Lagi","language":"id-ID","fileId":"{sound}"}`)
	w.call(direct, "DELETE "+recordings+"/{id}", recordings+"/{unplayed}", "")
}

func (w *LossScenario) templates() {
	admin, direct := w.Users.Admin, w.Users.Direct
	const template, texts = "/gc/template", `"name":"t","language":"pt_BR","category":"MARKETING","content":"Hi"`
	w.create("template", direct, "POST "+template, template, `{`+texts+`}`)
	w.call(direct, "PUT "+template, template, `{"id":"{template}",`+texts+`}`)
	w.call(admin, "PUT "+template+"/review", template+"/review", `{"ids":["{template}"],"versions":{"{template}":2},"pass":true}`)
	w.call(direct, "DELETE "+template+"/{id}", template+"/{template}", "")
}

func (w *LossScenario) emailTemplates() {
	const base, more = "/edm/template", `"subject":"s","design":{"version":1,"style":{},"blocks":[{"id":"a","type":"container","blocks":[` +
		`{"id":"b","type":"text","text":{"html":"<p>Hi</p>"}},{"id":"c","type":"footer"}]}]}`
	direct := w.Users.Direct
	w.create("email", direct, "POST "+base, base, `{"name":"t",`+more+`}`)
	w.call(direct, "PUT "+base, base, `{"id":"{email}","version":1,"name":"u",`+more+`}`)
	w.call(direct, "PUT "+base+"/{id}/restore", base+"/{email}/restore", `{"version":2,"restore":1}`)
	w.call(direct, "PUT "+base+"/status", base+"/status", `{"id":"{email}","status":"disabled"}`)
	w.call(direct, "DELETE "+base+"/{id}", base+"/{email}", "")
}

// inbox lets a recipient of the direct customer write, and the customer handle the conversation.
func (w *LossScenario) inbox() {
	direct := w.Users.Direct
	w.ids["conversation"] = NewConversation(w.T, w.Env, direct)
	const path = "/gc/inbox/{id}"
	const one = "/gc/inbox/{conversation}"
	w.call(direct, "PUT "+path+"/read", one+"/read", "")
	w.call(direct, "PUT "+path+"/assign", one+"/assign", `{"userId":"{direct}"}`)
	w.call(direct, "POST "+path+"/messages", one+"/messages", `{"type":"text","text":"hi"}`)
	w.call(direct, "PUT "+path+"/contact", one+"/contact", `{"name":"Ana"}`)
	w.call(direct, "PUT "+path+"/tags", one+"/tags", `{"tags":["vip"]}`)
	w.create("note", direct, "POST "+path+"/notes", one+"/notes", `{"text":"kept"}`)
	w.create("note", direct, "POST "+path+"/notes", one+"/notes", `{"text":"deleted"}`)
	w.call(direct, "DELETE "+path+"/notes/{note}", one+"/notes/{note}", "")
	w.call(direct, "PUT "+path+"/status", one+"/status", `{"status":"closed"}`)
	const quick = "/gc/quickreply"
	w.create("quick", direct, "POST "+quick, quick, `{"shortcut":"price","text":"Hello"}`)
	w.call(direct, "PUT "+quick, quick, `{"id":"{quick}","shortcut":"prices"}`)
	w.create("quick", direct, "POST "+quick, quick, `{"shortcut":"price","text":"x"}`)
	w.call(direct, "DELETE "+quick+"/{id}", quick+"/{quick}", "")
}

// NewConversation lets a recipient of a user's order write and returns the conversation's id.
func NewConversation(t *testing.T, e *app.Env, who *sessiontest.Actor) string {
	t.Helper()
	answer := inbox.Answer{ID: "wamid.x", Number: 5511987654329, Kind: "text", Text: "hi", At: e.Now().UnixMilli(), Sender: "1",
		Channel: "whatsapp", Owner: who.User.Owner(), Customer: "c", OrderID: MissingID, OrderNo: "n", Order: "o"}
	if err := e.Inbox().Tasks()[inbox.TaskAnswers](t.Context(), queue.New(inbox.TaskAnswers, "", []inbox.Answer{answer})); err != nil {
		t.Fatal(err)
	}
	return testkit.Data[web.Page[inbox.Conversation]](who.Get("/gc/inbox/page")).Records[0].ID
}

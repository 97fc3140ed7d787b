package apptest

import (
	"herald/pkg/campaign/order"
	"herald/pkg/kit/store"
)

// groups orders groups, as the official API makes them.
func (w *LossScenario) groups() {
	admin, direct := w.Users.Admin, w.Users.Direct
	const orders = GroupOrdersPath
	const groups = `"countryCode":"BR","provider":"whatsapp","sizeMin":1,"sizeMax":8,"groupName":"Friends"`
	w.tell(admin, "POST /aty/customerinfo/price/charge/save", "/aty/customerinfo/price/charge/save",
		`{"userId":"platform","service":"group","countryCode":"*","price":0.1}`)
	w.tell(admin, "PUT "+orders+"/resource/num/{id}", orders+"/resource/num/today", `{"num":12}`)
	w.tell(admin, "DELETE "+orders+"/resource/num/{id}", orders+"/resource/num/today", "")
	for _, name := range []string{"g1", "g2", "g3"} {
		w.keep(name, direct, "POST "+orders, orders, `{"name":"`+name+`","fileId":"{file}",`+groups+`}`)
	}
	w.tell(direct, "PUT "+orders, orders, `{"id":"{g1}","name":"1","fileId":"{file}",`+groups+`,"description":"d"}`)
	w.tell(admin, "PUT "+orders+"/review", orders+"/review", `{"ids":["{g1}","{g2}"],"versions":{"{g1}":2},"pass":true}`)
	w.tell(admin, "PUT "+orders+"/review", orders+"/review", `{"ids":["{g3}"],"pass":false,"reason":"no"}`)
	w.doubt(w.ids["g1"], "G#2#00000")
	w.tell(direct, "PUT "+orders+"/{id}/pause", orders+"/{g1}/pause", "")
	w.tell(admin, "PUT "+orders+"/{id}/group/{n}/settle", orders+"/{g1}/group/1/settle",
		`{"made":true,"link":"https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv"}`)
	w.tell(direct, "PUT "+orders+"/{id}/start", orders+"/{g1}/start", "")
	w.tell(direct, "PUT "+orders+"/{id}/stop", orders+"/{g1}/stop", "")
	w.tell(direct, "PUT "+orders+"/{id}/pause", orders+"/{g2}/pause", "")
	w.tell(direct, "PUT "+orders+"/{id}/cancel", orders+"/{g2}/cancel", "")
	w.tell(direct, "DELETE "+orders+"/{id}", orders+"/{g2}", "")
	w.keep("draft", direct, "POST "+orders+"/draft", orders+"/draft", `{"name":"d","fileId":"{file}",`+groups+`}`)
	w.tell(direct, "PUT "+orders+"/draft", orders+"/draft", `{"id":"{draft}","name":"d2","fileId":"{file}",`+groups+`}`)
	w.keep("g4", direct, "POST "+orders+"/draft/commit", orders+"/draft/commit", `{"id":"{draft}"}`)
	w.keep("draft", direct, "POST "+orders+"/draft", orders+"/draft", `{"name":"e","fileId":"{file}",`+groups+`}`)
	w.tell(direct, "DELETE "+orders+"/draft/{id}", orders+"/draft/{draft}", "")
}

// doubt makes a group of an order one of unknown outcome.
func (w *LossScenario) doubt(id, group string) {
	w.Helper()
	row := map[string]any{"n": 0, "g": 2, "t": 1, "s": "unknown", "nm": "Friends", "st": 1, "p": []byte{}, "e": []byte{}, "v": 1}
	if _, err := w.Env.DB.Write(w.Context(), store.Op{Verb: store.Put, Key: order.Part(id, group), Item: row}); err != nil {
		w.Error(err)
	}
}

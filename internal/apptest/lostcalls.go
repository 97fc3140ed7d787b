package apptest

// calls orders calls that play a recording.
func (w *LossScenario) calls() {
	w.Helper()
	admin, direct := w.Users.Admin, w.Users.Direct
	const orders, what = CallOrder, `"countryCode":"BR","fileId":"{file}","recordingId":"{recording}"`
	w.tell(admin, "PUT /lop/system/config/{key}", "/lop/system/config/call.countries", `{"value":"ID,BR"}`)
	w.tell(admin, "POST /aty/customerinfo/price/charge/save", "/aty/customerinfo/price/charge/save",
		`{"userId":"platform","service":"call.voice","countryCode":"*","price":0.1}`)
	for _, name := range []string{"c1", "c2", "c3"} {
		w.keep(name, direct, "POST "+orders, orders, `{"name":"`+name+`","apiOrderId":"`+name+`",`+what+`}`)
	}
	w.tell(direct, "PUT "+orders, orders, `{"id":"{c1}","name":"1","apiOrderId":"c1",`+
		what+`,"callType":"interactive","intents":[{"digit":"1","label":"yes"}]}`)
	w.tell(admin, "PUT "+orders+"/review", orders+"/review", `{"ids":["{c1}","{c2}"],"versions":{"{c1}":2},"pass":true}`)
	w.tell(admin, "PUT "+orders+"/review", orders+"/review", `{"ids":["{c3}"],"pass":false,"reason":"no"}`)
	w.tell(direct, "PUT "+orders+"/{id}/pause", orders+"/{c1}/pause", "")
	w.tell(direct, "PUT "+orders+"/{id}/start", orders+"/{c1}/start", "")
	w.tell(direct, "PUT "+orders+"/{id}/stop", orders+"/{c1}/stop", "")
	w.tell(direct, "PUT "+orders+"/{id}/pause", orders+"/{c2}/pause", "")
	w.tell(direct, "PUT "+orders+"/{id}/cancel", orders+"/{c2}/cancel", "")
	w.tell(direct, "DELETE "+orders+"/{id}", orders+"/{c2}", "")
	w.keep("draft", direct, "POST "+orders+"/draft", orders+"/draft", `{"name":"d",`+what+`}`)
	w.tell(direct, "PUT "+orders+"/draft", orders+"/draft", `{"id":"{draft}","name":"d2",`+what+`}`)
	w.keep("c4", direct, "POST "+orders+"/draft/commit", orders+"/draft/commit", `{"id":"{draft}"}`)
	w.keep("draft", direct, "POST "+orders+"/draft", orders+"/draft", `{"name":"e",`+what+`}`)
	w.tell(direct, "DELETE "+orders+"/draft/{id}", orders+"/draft/{draft}", "")
}

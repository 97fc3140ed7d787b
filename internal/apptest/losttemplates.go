package apptest

func (w *LossScenario) templates() {
	admin, direct := w.Users.Admin, w.Users.Direct
	const template, texts = "/gc/template", `"name":"t","language":"pt_BR","category":"MARKETING","content":"Hi"`
	w.keep("template", direct, "POST "+template, template, `{`+texts+`}`)
	w.tell(direct, "PUT "+template, template, `{"id":"{template}",`+texts+`}`)
	w.tell(admin, "PUT "+template+"/review", template+"/review", `{"ids":["{template}"],"versions":{"{template}":2},"pass":true}`)
	w.tell(direct, "DELETE "+template+"/{id}", template+"/{template}", "")
}

package apptest

import (
	"herald/internal/sessiontest"
	"herald/internal/testkit"
)

// seedLeads adds a sales channel of a user with a lead.
func (v *OtherTenant) seedLeads(who *sessiontest.Actor) {
	type created struct{ ID string }
	v.SalesChannel = testkit.Data[created](who.Post("/channel/sales", Object{"name": "mine", "kind": "other"})).ID
	v.Lead = testkit.Data[created](who.Post("/channel/lead", Object{"channelId": v.SalesChannel, "name": "Ada", "phoneNumber": "5511987654321"})).ID
}

func (w *LossScenario) leads() {
	who, agent := w.Users.Direct, w.Users.Agent
	w.create("salesChannel", who, "POST /channel/sales", "/channel/sales", `{"name":"n","kind":"event"}`)
	w.call(who, "PUT /channel/sales", "/channel/sales", `{"id":"{salesChannel}","name":"m","kind":"other"}`)
	w.call(who, "PUT /channel/sales/status", "/channel/sales/status", `{"id":"{salesChannel}","status":"disabled"}`)
	w.create("lead", who, "POST /channel/lead", "/channel/lead", `{"channelId":"{salesChannel}","name":"Ada","phoneNumber":"5511987654321"}`)
	w.call(who, "PUT /channel/lead", "/channel/lead", `{"id":"{lead}","name":"Bia","phoneNumber":"5511987654322"}`)
	w.call(who, "PUT /channel/lead/{id}/assign", "/channel/lead/{lead}/assign", `{"userId":"{direct}"}`)
	w.call(who, "POST /channel/lead/{id}/note", "/channel/lead/{lead}/note", `{"text":"n"}`)
	w.call(who, "PUT /channel/lead/{id}/next", "/channel/lead/{lead}/next", `{}`)
	w.call(who, "PUT /channel/lead/status", "/channel/lead/status", `{"id":"{lead}","status":"qualified"}`)
	w.call(who, "PUT /channel/lead/{id}/erase", "/channel/lead/{lead}/erase", "")
	w.create("emptyChannel", who, "POST /channel/sales", "/channel/sales", `{"name":"e","kind":"event"}`)
	w.call(who, "DELETE /channel/sales/{id}", "/channel/sales/{emptyChannel}", "")
	w.create("agentChannel", agent, "POST /channel/sales", "/channel/sales", `{"name":"n","kind":"event"}`)
	w.create("agentLead", agent, "POST /channel/lead", "/channel/lead", `{"channelId":"{agentChannel}","name":"Ada","phoneNumber":"5511987654321"}`)
	w.create("convertedLead", agent, "POST /channel/lead/{id}/convert", "/channel/lead/{agentLead}/convert",
		`{"name":"Ada","phone":"13712345678",`+ProfileFields+`}`)
}

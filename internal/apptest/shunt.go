package apptest

import (
	"herald/internal/sessiontest"
	"herald/internal/testkit"
)

// Invite is an invite link of a WhatsApp group.
const Invite = "https://chat.whatsapp.com/BxY7cDeFgHiJkLmNoPqRsT"

// seedShunt adds shunting links of a user, one with a number and one with a group.
func (v *OtherTenant) seedShunt(who *sessiontest.Actor) {
	type created struct{ ID string }
	add := func(path string, body Object) string { return testkit.Data[created](who.Post(path, body)).ID }
	v.ShuntLink = add("/shunt/link", Object{"name": "mine", "kind": "number", "countryCode": "BR"})
	v.ShuntGroups = add("/shunt/link", Object{"name": "mine", "kind": "group", "countryCode": "BR"})
	v.ShuntNumber = add("/shunt/number", Object{"linkId": v.ShuntLink, "phoneNumber": "5511987654321"})
	v.ShuntGroup = add("/shunt/group", Object{"linkId": v.ShuntGroups, "url": Invite})
}

func (w *LossScenario) shunt() {
	who := w.Users.Direct
	w.create("shuntLink", who, "POST /shunt/link", "/shunt/link", `{"name":"n","kind":"number","countryCode":"BR"}`)
	w.call(who, "PUT /shunt/link", "/shunt/link", `{"id":"{shuntLink}","name":"m"}`)
	w.create("shuntNumber", who, "POST /shunt/number", "/shunt/number", `{"linkId":"{shuntLink}","phoneNumber":"5511987654321"}`)
	w.call(who, "PUT /shunt/number", "/shunt/number", `{"id":"{shuntNumber}","weight":2}`)
	w.call(who, "PUT /shunt/number/status", "/shunt/number/status", `{"id":"{shuntNumber}","status":"disabled"}`)
	w.call(who, "POST /shunt/number/import", "/shunt/number/import", `{"linkId":"{shuntLink}","text":"5511987654322\n5511987654323"}`)
	w.call(who, "DELETE /shunt/number/{id}", "/shunt/number/{shuntNumber}", "")
	w.create("shuntGroups", who, "POST /shunt/link", "/shunt/link", `{"name":"g","kind":"group","countryCode":"BR"}`)
	w.create("shuntGroup", who, "POST /shunt/group", "/shunt/group", `{"linkId":"{shuntGroups}","url":"`+Invite+`"}`)
	w.call(who, "PUT /shunt/group", "/shunt/group", `{"id":"{shuntGroup}","url":"`+Invite+`","full":true}`)
	w.call(who, "PUT /shunt/group/status", "/shunt/group/status", `{"id":"{shuntGroup}","status":"disabled"}`)
	w.call(who, "DELETE /shunt/group/{id}", "/shunt/group/{shuntGroup}", "")
	w.call(who, "PUT /shunt/link/status", "/shunt/link/status", `{"id":"{shuntLink}","status":"disabled"}`)
	w.call(who, "DELETE /shunt/link/{id}", "/shunt/link/{shuntLink}", "")
}

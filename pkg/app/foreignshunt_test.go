package app_test

import "herald/internal/apptest"

func init() {
	for _, verb := range []string{"GET", "DELETE"} {
		named[verb+" /shunt/link/{id}"] = func(v apptest.OtherTenant) theft { return theft{"/shunt/link/" + v.ShuntLink, nil} }
		named[verb+" /shunt/number/{id}"] = func(v apptest.OtherTenant) theft { return theft{"/shunt/number/" + v.ShuntNumber, nil} }
		named[verb+" /shunt/group/{id}"] = func(v apptest.OtherTenant) theft { return theft{"/shunt/group/" + v.ShuntGroup, nil} }
	}
	named["GET /shunt/link/{id}/stat"] = func(v apptest.OtherTenant) theft { return theft{"/shunt/link/" + v.ShuntLink + "/stat", nil} }
	for _, format := range []string{"png", "svg"} {
		named["GET /shunt/link/{id}/qr/"+format] = func(v apptest.OtherTenant) theft {
			return theft{"/shunt/link/" + v.ShuntLink + "/qr/" + format, nil}
		}
	}
	named["POST /shunt/link"] = func(v apptest.OtherTenant) theft {
		return theft{"/shunt/link", apptest.Object{"name": "stolen", "kind": "number", "countryCode": "BR", "customerId": v.User}}
	}
	named["PUT /shunt/link"] = func(v apptest.OtherTenant) theft {
		return theft{"/shunt/link", apptest.Object{"id": v.ShuntLink, "name": "stolen"}}
	}
	named["POST /shunt/number"] = func(v apptest.OtherTenant) theft {
		return theft{"/shunt/number", apptest.Object{"linkId": v.ShuntLink, "phoneNumber": "5511987654329"}}
	}
	named["PUT /shunt/number"] = func(v apptest.OtherTenant) theft {
		return theft{"/shunt/number", apptest.Object{"id": v.ShuntNumber, "weight": 9}}
	}
	named["POST /shunt/number/import"] = func(v apptest.OtherTenant) theft {
		return theft{"/shunt/number/import", apptest.Object{"linkId": v.ShuntLink, "text": "5511987654329"}}
	}
	named["POST /shunt/group"] = func(v apptest.OtherTenant) theft {
		return theft{"/shunt/group", apptest.Object{"linkId": v.ShuntGroups, "url": apptest.Invite}}
	}
	named["PUT /shunt/group"] = func(v apptest.OtherTenant) theft {
		return theft{"/shunt/group", apptest.Object{"id": v.ShuntGroup, "url": apptest.Invite}}
	}
	for _, noun := range []string{"link", "number", "group"} {
		named["PUT /shunt/"+noun+"/status"] = func(v apptest.OtherTenant) theft {
			id := map[string]string{"link": v.ShuntLink, "number": v.ShuntNumber, "group": v.ShuntGroup}[noun]
			return theft{"/shunt/" + noun + "/status", apptest.Object{"id": id, "status": "disabled"}}
		}
		harmless = append(harmless, "GET:/shunt/"+noun+"/page", "GET:/shunt/"+noun+"/export")
	}
	harmless = append(harmless, "GET:/shunt/link/selector")
}

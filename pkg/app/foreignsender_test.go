package app_test

import "herald/internal/apptest"

func init() {
	for _, route := range []string{"GET /domain/{id}", "DELETE /domain/{id}"} {
		named[route] = func(v apptest.OtherTenant) theft { return theft{"/domain/" + v.Domain, nil} }
	}
	for _, verb := range []string{"check", "default"} {
		named["PUT /domain/{id}/"+verb] = func(v apptest.OtherTenant) theft { return theft{"/domain/" + v.Domain + "/" + verb, nil} }
	}
	named["PUT /domain"] = func(v apptest.OtherTenant) theft {
		return theft{"/domain", apptest.Object{"id": v.Domain, "uses": []string{"link"}}}
	}
	named["POST /domain"] = func(v apptest.OtherTenant) theft {
		return theft{"/domain", apptest.Object{"name": "stolen.example", "uses": []string{"link"}, "customerId": v.User}}
	}
	for _, route := range []string{"GET /edm/sender/{id}", "DELETE /edm/sender/{id}"} {
		named[route] = func(v apptest.OtherTenant) theft { return theft{"/edm/sender/" + v.EmailSender, nil} }
	}
	named["PUT /edm/sender"] = func(v apptest.OtherTenant) theft {
		return theft{"/edm/sender", apptest.Object{"id": v.EmailSender, "name": "stolen", "mailbox": "news", "domainId": v.Domain}}
	}
	named["PUT /edm/sender/status"] = func(v apptest.OtherTenant) theft {
		return theft{"/edm/sender/status", apptest.Object{"id": v.EmailSender, "enabled": false}}
	}
	named["POST /edm/sender"] = func(v apptest.OtherTenant) theft {
		return theft{"/edm/sender", apptest.Object{"name": "stolen", "mailbox": "news", "domainId": v.Domain}}
	}
	harmless = append(harmless, "GET:/domain/page", "GET:/domain/selector", "GET:/domain/export", "GET:/edm/sender/page",
		"GET:/edm/sender/selector", "GET:/edm/sender/export")
}

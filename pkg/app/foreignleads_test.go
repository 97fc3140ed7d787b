package app_test

import (
	"strings"

	"herald/internal/apptest"
)

func init() {
	for _, verb := range []string{"GET", "DELETE"} {
		named[verb+" /channel/sales/{id}"] = func(v apptest.OtherTenant) theft { return theft{"/channel/sales/" + v.SalesChannel, nil} }
	}
	named["POST /channel/sales"] = func(v apptest.OtherTenant) theft {
		return theft{"/channel/sales", apptest.Object{"name": "stolen", "kind": "other", "customerId": v.User}}
	}
	named["PUT /channel/sales"] = func(v apptest.OtherTenant) theft {
		return theft{"/channel/sales", apptest.Object{"id": v.SalesChannel, "name": "stolen", "kind": "other"}}
	}
	named["PUT /channel/sales/status"] = func(v apptest.OtherTenant) theft {
		return theft{"/channel/sales/status", apptest.Object{"id": v.SalesChannel, "status": "disabled"}}
	}
	for _, path := range []string{"/channel/sales/funnel", "/channel/own/funnel"} {
		named["GET "+path] = func(v apptest.OtherTenant) theft { return theft{path + "?channelId=" + v.SalesChannel, nil} }
	}
	named["GET /channel/visitor/page"] = func(v apptest.OtherTenant) theft { return theft{"/channel/visitor/page?customerId=" + v.User, nil} }
	named["GET /channel/visitor/export"] = func(v apptest.OtherTenant) theft { return theft{"/channel/visitor/export?customerId=" + v.User, nil} }
	named["GET /channel/lead/{id}"] = func(v apptest.OtherTenant) theft { return theft{"/channel/lead/" + v.Lead, nil} }
	named["POST /channel/lead"] = func(v apptest.OtherTenant) theft {
		return theft{"/channel/lead", apptest.Object{"channelId": v.SalesChannel, "name": "stolen", "email": "a@b.com"}}
	}
	named["PUT /channel/lead"] = func(v apptest.OtherTenant) theft {
		return theft{"/channel/lead", apptest.Object{"id": v.Lead, "name": "stolen", "email": "a@b.com"}}
	}
	named["PUT /channel/lead/status"] = func(v apptest.OtherTenant) theft {
		return theft{"/channel/lead/status", apptest.Object{"id": v.Lead, "status": "contacted"}}
	}
	for route, body := range map[string]apptest.Object{"PUT assign": {}, "POST note": {"text": "n"}, "PUT next": {}, "PUT erase": nil,
		"POST convert": {"name": "n", "phone": "13712345678", "email": "a@b.com", "countryCode": "BR", "customerType": "person"}} {
		verb, below, _ := strings.Cut(route, " ")
		named[verb+" /channel/lead/{id}/"+below] = func(v apptest.OtherTenant) theft {
			if body == nil {
				return theft{"/channel/lead/" + v.Lead + "/" + below, nil}
			}
			return theft{"/channel/lead/" + v.Lead + "/" + below, body}
		}
	}
	harmless = append(harmless, strings.Fields(`GET:/channel/sales/page GET:/channel/sales/export GET:/channel/sales/selector
		GET:/channel/sales/owner/selector GET:/channel/own/channel/page GET:/channel/own/lead/page GET:/channel/own/earning
		GET:/channel/lead/page GET:/channel/lead/export`)...)
}

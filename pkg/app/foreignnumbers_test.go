package app_test

import "herald/internal/apptest"

func init() {
	order := func(route, rest string, body any) {
		named[route] = func(v apptest.OtherTenant) theft { return theft{apptest.ChannelOrder + "/" + v.Ordering + rest, body} }
	}
	for rest, methods := range map[string][]string{"": {"GET", "DELETE"}, "/review": {"GET"}, "/pause": {"PUT"}, "/start": {"PUT"},
		"/cancel": {"PUT"}, "/stop": {"GET", "PUT"}, "/retry": {"GET", "PUT"}} {
		for _, method := range methods {
			order(method+" "+apptest.ChannelOrder+"/{id}"+rest, rest, nil)
		}
	}
	order("PUT "+apptest.ChannelOrder+"/{id}/refund", "/refund", apptest.Object{"reason": "x"})
	body := func(method, path string, of func(v apptest.OtherTenant) apptest.Object) {
		named[method+" "+path] = func(v apptest.OtherTenant) theft { return theft{path, of(v)} }
	}
	for _, path := range []string{"", "/estimate"} {
		body("POST", apptest.ChannelOrder+path, func(v apptest.OtherTenant) apptest.Object {
			return apptest.NumbersBody(apptest.Object{"userId": v.User})
		})
	}
	body("PUT", apptest.ChannelOrder, func(v apptest.OtherTenant) apptest.Object {
		return apptest.NumbersBody(apptest.Object{"id": v.Ordering})
	})
	body("PUT", apptest.ChannelOrder+"/draft", func(v apptest.OtherTenant) apptest.Object {
		return apptest.NumbersBody(apptest.Object{"id": v.OrderDraft})
	})
	body("POST", apptest.ChannelOrder+"/draft/commit", func(v apptest.OtherTenant) apptest.Object {
		return apptest.Object{"id": v.OrderDraft}
	})
	named["DELETE "+apptest.ChannelOrder+"/draft/{id}"] = func(v apptest.OtherTenant) theft {
		return theft{apptest.ChannelOrder + "/draft/" + v.OrderDraft, nil}
	}
	body("PUT", apptest.ChannelOrder+"/review", func(v apptest.OtherTenant) apptest.Object {
		return apptest.Object{"ids": []string{v.Ordering}, "pass": true}
	})
	// a foreign number is the 404 of its line: TestReturns, TestReplacements
	harmless = append(harmless, "PUT:/channel/number/return", "PUT:/channel/number/replace", "POST:/channel/order/draft", "GET:/channel/order/page", "GET:/channel/order/export", "GET:/channel/order/draft/page",
		"GET:/channel/number/page", "GET:/channel/number/export", "GET:/channel/resource/page", "GET:/channel/resource/export",
		"PUT:/channel/resource/status", "PUT:/channel/resource/return", "GET:/kfsms/dealer/page", "GET:/kfsms/dealer/export", "GET:/kfsms/dealer/selector", "POST:/kfsms/dealer",
		"PUT:/kfsms/dealer", "DELETE:/kfsms/dealer/{id}", "GET:/kfsms/batch/page", "GET:/kfsms/batch/export", "GET:/kfsms/batch/{id}",
		"POST:/kfsms/batch", "POST:/kfsms/batch/{id}/import", "PUT:/kfsms/batch", "DELETE:/kfsms/batch/{id}", "GET:/kfsms/batch/partner",
		"GET:/kfsms/repertory/days")
}

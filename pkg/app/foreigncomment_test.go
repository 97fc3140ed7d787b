package app_test

import (
	"strings"

	"herald/internal/apptest"
)

func init() {
	const orders, templates, items = apptest.CommentOrders, apptest.CommentTemplates, apptest.CommentItems
	order := func(route, rest string, body any) {
		named[route] = func(v apptest.OtherTenant) theft { return theft{orders + "/" + v.Commenting + rest, body} }
	}
	for _, route := range []string{"GET", "DELETE", "PUT /cancel", "PUT /pause", "PUT /start", "GET /stop", "PUT /stop", "GET /retry",
		"PUT /retry", "GET /review", "GET /export", "GET /item/page"} {
		method, rest, _ := strings.Cut(route, " ")
		order(method+" "+orders+"/{id}"+rest, rest, nil)
	}
	order("PUT "+orders+"/{id}/refund", "/refund", apptest.Object{"reason": "x"})
	order("PUT "+orders+"/{id}/item/{n}/complain", "/item/1/complain", apptest.Object{"reason": "x"})
	body := func(v apptest.OtherTenant) apptest.Object {
		return apptest.CommentBody(apptest.Object{"templateId": v.CommentTemplate, "instructions": ""})
	}
	for _, path := range []string{"", "/estimate"} {
		named["POST "+orders+path] = func(v apptest.OtherTenant) theft { return theft{orders + path, body(v)} }
	}
	named["PUT "+orders] = func(v apptest.OtherTenant) theft {
		return theft{orders, apptest.CommentBody(apptest.Object{"id": v.Commenting})}
	}
	named["PUT "+orders+"/draft"] = func(v apptest.OtherTenant) theft {
		return theft{orders + "/draft", apptest.CommentBody(apptest.Object{"id": v.CommentDraft})}
	}
	named["POST "+orders+"/draft/commit"] = func(v apptest.OtherTenant) theft {
		return theft{orders + "/draft/commit", apptest.Object{"id": v.CommentDraft}}
	}
	named["DELETE "+orders+"/draft/{id}"] = func(v apptest.OtherTenant) theft { return theft{orders + "/draft/" + v.CommentDraft, nil} }
	named["PUT "+orders+"/review"] = func(v apptest.OtherTenant) theft {
		return theft{orders + "/review", apptest.Object{"ids": []string{v.Commenting}, "pass": true}}
	}
	for _, verb := range []string{"GET", "DELETE"} {
		named[verb+" "+templates+"/{id}"] = func(v apptest.OtherTenant) theft { return theft{templates + "/" + v.CommentTemplate, nil} }
	}
	named["POST "+templates] = func(v apptest.OtherTenant) theft {
		return theft{templates, apptest.Merge(apptest.CommentTemplateBody("stolen"), apptest.Object{"customerId": v.User})}
	}
	named["PUT "+templates] = func(v apptest.OtherTenant) theft {
		return theft{templates, apptest.Merge(apptest.CommentTemplateBody("stolen"), apptest.Object{"id": v.CommentTemplate})}
	}
	named["PUT "+templates+"/status"] = func(v apptest.OtherTenant) theft {
		return theft{templates + "/status", apptest.Object{"id": v.CommentTemplate, "enabled": false}}
	}
	named["PUT "+templates+"/review"] = func(v apptest.OtherTenant) theft {
		return theft{templates + "/review", apptest.Object{"ids": []string{v.CommentTemplate}, "pass": true}}
	}
	for _, step := range []string{"GET", "PUT /take", "PUT /giveback", "PUT /evidence", "PUT /review"} {
		method, rest, _ := strings.Cut(step, " ")
		named[method+" "+items+"/{id}"+rest] = func(v apptest.OtherTenant) theft {
			return theft{items + "/" + v.CommentItem + rest, apptest.Object{"pass": true, "fileId": v.File}}
		}
	}
	harmless = append(harmless, "POST:"+orders+"/draft", "GET:"+orders+"/draft/page", "GET:"+orders+"/page", "GET:"+orders+"/export",
		"GET:"+templates+"/page", "GET:"+templates+"/lovPage", "GET:"+templates+"/export", "GET:"+items+"/page", "GET:"+items+"/work")
}

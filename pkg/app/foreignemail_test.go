package app_test

import (
	"strings"

	"herald/internal/apptest"
)

func init() {
	const base = apptest.EmailOrder
	order := func(route, rest string, body any) {
		named[route] = func(v apptest.OtherTenant) theft { return theft{base + "/" + v.Campaign + rest, body} }
	}
	for _, route := range []string{"GET", "DELETE", "PUT /cancel", "PUT /pause", "PUT /start", "GET /stop", "PUT /stop", "GET /retry",
		"PUT /retry", "GET /review", "GET /export", "GET /stat", "GET /cost", "GET /targets/page", "GET /preview", "GET /links", "GET /activity",
		"GET /mailboxes"} {
		method, rest, _ := strings.Cut(route, " ")
		order(method+" "+base+"/{id}"+rest, rest, nil)
	}
	order("PUT "+base+"/{id}/refund", "/refund", apptest.Object{"reason": "x"})
	order("PUT "+base+"/{id}/variant", "/variant", apptest.Object{"variant": "a"})
	for _, path := range []string{"", "/estimate"} {
		named["POST "+base+path] = func(v apptest.OtherTenant) theft {
			return theft{base + path, apptest.EmailBody(apptest.Object{"groupId": v.Group})}
		}
	}
	named["POST "+base+"/test"] = func(v apptest.OtherTenant) theft {
		return theft{base + "/test", apptest.Object{"countryCode": "BR", "subject": "Hi", "templateId": v.EmailTemplate,
			"addresses": []string{"ana@example.com"}}}
	}
	named["PUT "+base] = func(v apptest.OtherTenant) theft {
		return theft{base, apptest.EmailBody(apptest.Object{"id": v.Campaign, "fileId": v.File})}
	}
	named["PUT "+base+"/draft"] = func(v apptest.OtherTenant) theft {
		return theft{base + "/draft", apptest.EmailBody(apptest.Object{"id": v.EmailDraft})}
	}
	named["POST "+base+"/draft/commit"] = func(v apptest.OtherTenant) theft {
		return theft{base + "/draft/commit", apptest.Object{"id": v.EmailDraft}}
	}
	named["DELETE "+base+"/draft/{id}"] = func(v apptest.OtherTenant) theft { return theft{base + "/draft/" + v.EmailDraft, nil} }
	named["PUT "+base+"/review"] = func(v apptest.OtherTenant) theft {
		return theft{base + "/review", apptest.Object{"ids": []string{v.Campaign}, "pass": true}}
	}
	harmless = append(harmless, "POST:"+base+"/draft", "GET:"+base+"/draft/page", "GET:"+base+"/page", "GET:"+base+"/export")
}

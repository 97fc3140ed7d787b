package app_test

import (
	"strings"

	"herald/internal/apptest"
)

func init() {
	order := func(route, rest string, body any) {
		named[route] = func(v apptest.OtherTenant) theft { return theft{apptest.CallOrder + "/" + v.Calling + rest, body} }
	}
	for _, route := range []string{"GET", "DELETE", "PUT /cancel", "PUT /pause", "PUT /start", "GET /stop", "PUT /stop", "GET /retry",
		"PUT /retry", "GET /review", "GET /export", "GET /stat", "GET /cost", "GET /targets/page"} {
		method, rest, _ := strings.Cut(route, " ")
		order(method+" "+apptest.CallOrder+"/{id}"+rest, rest, nil)
	}
	order("PUT "+apptest.CallOrder+"/{id}/refund", "/refund", apptest.Object{"reason": "x"})
	for _, path := range []string{"", "/estimate"} {
		named["POST "+apptest.CallOrder+path] = func(v apptest.OtherTenant) theft {
			return theft{apptest.CallOrder + path, apptest.CallBody(apptest.Object{"groupId": v.Group, "recordingId": v.Recording})}
		}
	}
	named["PUT "+apptest.CallOrder] = func(v apptest.OtherTenant) theft {
		return theft{apptest.CallOrder, apptest.CallBody(apptest.Object{"id": v.Calling, "fileId": v.File, "recordingId": v.Recording})}
	}
	named["PUT "+apptest.CallOrder+"/draft"] = func(v apptest.OtherTenant) theft {
		return theft{apptest.CallOrder + "/draft", apptest.CallBody(apptest.Object{"id": v.Script, "recordingId": v.Recording})}
	}
	named["POST "+apptest.CallOrder+"/draft/commit"] = func(v apptest.OtherTenant) theft {
		return theft{apptest.CallOrder + "/draft/commit", apptest.Object{"id": v.Script}}
	}
	named["DELETE "+apptest.CallOrder+"/draft/{id}"] = func(v apptest.OtherTenant) theft {
		return theft{apptest.CallOrder + "/draft/" +
			v.Script, nil}
	}
	named["PUT "+apptest.CallOrder+"/review"] = func(v apptest.OtherTenant) theft {
		return theft{apptest.CallOrder + "/review", apptest.Object{"ids": []string{v.Calling}, "pass": true}}
	}
	harmless = append(harmless, "POST:"+apptest.CallOrder+"/draft", "GET:"+apptest.CallOrder+"/draft/page", "GET:"+apptest.CallOrder+"/page",
		"GET:"+apptest.CallOrder+"/export")
}

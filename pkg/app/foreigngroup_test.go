package app_test

import (
	"strings"

	"herald/internal/apptest"
)

func init() {
	order := func(route, rest string, body any) {
		named[route] = func(v apptest.OtherTenant) theft {
			return theft{apptest.GroupOrdersPath + "/" + v.Building + rest, body}
		}
	}
	for _, route := range []string{"GET", "DELETE", "PUT /cancel", "PUT /pause", "PUT /start", "GET /stop", "PUT /stop", "GET /retry",
		"PUT /retry", "GET /review", "GET /export", "GET /group/page"} {
		method, rest, _ := strings.Cut(route, " ")
		order(method+" "+apptest.GroupOrdersPath+"/{id}"+rest, rest, nil)
	}
	order("PUT "+apptest.GroupOrdersPath+"/{id}/refund", "/refund", apptest.Object{"reason": "x"})
	order("GET "+apptest.GroupOrdersPath+"/{id}/group/{n}/member/page", "/group/1/member/page", nil)
	order("PUT "+apptest.GroupOrdersPath+"/{id}/group/{n}/settle", "/group/1/settle", apptest.Object{"made": false})
	for _, path := range []string{"", "/estimate", "/check/money"} {
		named["POST "+apptest.GroupOrdersPath+path] = func(v apptest.OtherTenant) theft {
			return theft{apptest.GroupOrdersPath + path, apptest.GroupBody(apptest.Object{"groupId": v.Group})}
		}
	}
	named["PUT "+apptest.GroupOrdersPath] = func(v apptest.OtherTenant) theft {
		return theft{apptest.GroupOrdersPath, apptest.GroupBody(apptest.Object{"id": v.Building})}
	}
	named["PUT "+apptest.GroupOrdersPath+"/draft"] = func(v apptest.OtherTenant) theft {
		return theft{apptest.GroupOrdersPath + "/draft", apptest.GroupBody(apptest.Object{"id": v.Plan})}
	}
	named["POST "+apptest.GroupOrdersPath+"/draft/commit"] = func(v apptest.OtherTenant) theft {
		return theft{apptest.GroupOrdersPath + "/draft/commit", apptest.Object{"id": v.Plan}}
	}
	named["DELETE "+apptest.GroupOrdersPath+"/draft/{id}"] = func(v apptest.OtherTenant) theft {
		return theft{apptest.GroupOrdersPath +
			"/draft/" + v.Plan, nil}
	}
	named["PUT "+apptest.GroupOrdersPath+"/review"] = func(v apptest.OtherTenant) theft {
		return theft{apptest.GroupOrdersPath + "/review", apptest.Object{"ids": []string{v.Building}, "pass": true}}
	}
}

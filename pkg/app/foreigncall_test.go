package app

import (
	"context"
	"strings"
	"testing"

	"herald/pkg/credit/price"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/session/sessiontest"
)

// callWish is an order of calls that play a recording.
func callWish(who obj) obj {
	w := obj{"name": "x", "countryCode": "BR"}
	for k, v := range who {
		w[k] = v
	}
	return w
}

func init() {
	order := func(route, rest string, body any) {
		named[route] = func(v victim) theft { return theft{callOrder + "/" + v.calling + rest, body} }
	}
	for _, route := range []string{"GET", "DELETE", "PUT /cancel", "PUT /pause", "PUT /start", "GET /stop", "PUT /stop", "GET /retry",
		"PUT /retry", "GET /review", "GET /export", "GET /stat", "GET /cost", "GET /targets/page"} {
		method, rest, _ := strings.Cut(route, " ")
		order(method+" "+callOrder+"/{id}"+rest, rest, nil)
	}
	order("PUT "+callOrder+"/{id}/refund", "/refund", obj{"reason": "x"})
	for _, path := range []string{"", "/estimate"} {
		named["POST "+callOrder+path] = func(v victim) theft {
			return theft{callOrder + path, callWish(obj{"groupId": v.group, "recordingId": v.recording})}
		}
	}
	named["PUT "+callOrder] = func(v victim) theft {
		return theft{callOrder, callWish(obj{"id": v.calling, "fileId": v.file, "recordingId": v.recording})}
	}
	named["PUT "+callOrder+"/draft"] = func(v victim) theft {
		return theft{callOrder + "/draft", callWish(obj{"id": v.script, "recordingId": v.recording})}
	}
	named["POST "+callOrder+"/draft/commit"] = func(v victim) theft { return theft{callOrder + "/draft/commit", obj{"id": v.script}} }
	named["DELETE "+callOrder+"/draft/{id}"] = func(v victim) theft { return theft{callOrder + "/draft/" + v.script, nil} }
	named["PUT "+callOrder+"/review"] = func(v victim) theft {
		return theft{callOrder + "/review", obj{"ids": []string{v.calling}, "pass": true}}
	}
	harmless = append(harmless, "POST:"+callOrder+"/draft", "GET:"+callOrder+"/draft/page", "GET:"+callOrder+"/page",
		"GET:"+callOrder+"/export")
}

// robCalls makes an order of calls and a draft of the victim's.
func robCalls(t *testing.T, e *Env, cast *sessiontest.SeededUsers, v victim) (calling, script string) {
	t.Helper()
	if _, err := e.Prices().Set(context.Background(),
		price.Line{Owner: price.Platform, Service: "call.voice", Country: "*", Price: 10}); err != nil {
		t.Fatal(err)
	}
	cast.Admin.Put("/lop/system/config/call.countries", obj{"value": "ID,BR"}).OK()
	type created struct{ ID string }
	script = testkit.Data[created](cast.Customer.Post(callOrder+"/draft", callWish(obj{"groupId": v.group, "recordingId": v.recording}))).ID
	return testkit.Data[created](cast.Customer.Post(callOrder, callWish(obj{"fileId": v.file, "recordingId": v.recording}))).ID, script
}

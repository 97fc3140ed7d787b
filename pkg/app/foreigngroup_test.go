package app

import (
	"context"
	"strings"
	"testing"

	"herald/pkg/credit/price"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/session/sessiontest"
)

const groupOrders = "/bgo/buildgroup"

// groupWish is an order of small groups, as the official API makes them.
func groupWish(who obj) obj {
	w := obj{"name": "x", "countryCode": "BR", "provider": "whatsapp", "sizeMin": 1, "sizeMax": 8, "groupName": "Friends"}
	for k, v := range who {
		w[k] = v
	}
	return w
}

func init() {
	order := func(route, rest string, body any) {
		named[route] = func(v victim) theft { return theft{groupOrders + "/" + v.building + rest, body} }
	}
	for _, route := range []string{"GET", "DELETE", "PUT /cancel", "PUT /pause", "PUT /start", "GET /stop", "PUT /stop", "GET /retry",
		"PUT /retry", "GET /review", "GET /export", "GET /group/page"} {
		method, rest, _ := strings.Cut(route, " ")
		order(method+" "+groupOrders+"/{id}"+rest, rest, nil)
	}
	order("PUT "+groupOrders+"/{id}/refund", "/refund", obj{"reason": "x"})
	order("GET "+groupOrders+"/{id}/group/{n}/member/page", "/group/1/member/page", nil)
	order("PUT "+groupOrders+"/{id}/group/{n}/settle", "/group/1/settle", obj{"made": false})
	for _, path := range []string{"", "/estimate", "/check/money"} {
		named["POST "+groupOrders+path] = func(v victim) theft { return theft{groupOrders + path, groupWish(obj{"groupId": v.group})} }
	}
	named["PUT "+groupOrders] = func(v victim) theft { return theft{groupOrders, groupWish(obj{"id": v.building})} }
	named["PUT "+groupOrders+"/draft"] = func(v victim) theft { return theft{groupOrders + "/draft", groupWish(obj{"id": v.plan})} }
	named["POST "+groupOrders+"/draft/commit"] = func(v victim) theft { return theft{groupOrders + "/draft/commit", obj{"id": v.plan}} }
	named["DELETE "+groupOrders+"/draft/{id}"] = func(v victim) theft { return theft{groupOrders + "/draft/" + v.plan, nil} }
	named["PUT "+groupOrders+"/review"] = func(v victim) theft {
		return theft{groupOrders + "/review", obj{"ids": []string{v.building}, "pass": true}}
	}
}

// robGroups makes an order of groups and a draft of the victim's.
func robGroups(t *testing.T, e *Env, cast *sessiontest.SeededUsers, v victim) (building, plan string) {
	t.Helper()
	if _, err := e.Prices().Set(context.Background(),
		price.Line{Owner: price.Platform, Service: "group", Country: "*", Price: 10}); err != nil {
		t.Fatal(err)
	}
	cast.Admin.Put(groupOrders+"/resource/num/today", obj{"num": 50}).OK()
	type created struct{ ID string }
	plan = testkit.Data[created](cast.Customer.Post(groupOrders+"/draft", groupWish(obj{"groupId": v.group}))).ID
	return testkit.Data[created](cast.Customer.Post(groupOrders, groupWish(obj{"fileId": v.file}))).ID, plan
}

package apptest

import (
	"context"
	"testing"

	"herald/pkg/app"
	"herald/pkg/credit/price"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/session/sessiontest"
)

const GroupOrdersPath = "/bgo/buildgroup"

// GroupBody is an order of small groups, as the official API makes them.
func GroupBody(who Object) Object {
	w := Object{"name": "x", "countryCode": "BR", "provider": "whatsapp", "sizeMin": 1, "sizeMax": 8, "groupName": "Friends"}
	for k, v := range who {
		w[k] = v
	}
	return w
}

// SeedGroups makes an order of groups and a draft of the victim's.
func SeedGroups(t *testing.T, e *app.Env, cast *sessiontest.SeededUsers, v OtherTenant) (building, plan string) {
	t.Helper()
	if _, err := e.Prices().Set(context.Background(),
		price.Line{Owner: price.Platform, Service: "group", Country: "*", Price: 10}); err != nil {
		t.Fatal(err)
	}
	cast.Admin.Put(GroupOrdersPath+"/resource/num/today", Object{"num": 50}).OK()
	type created struct{ ID string }
	plan = testkit.Data[created](cast.Customer.Post(GroupOrdersPath+"/draft", GroupBody(Object{"groupId": v.Group}))).ID
	return testkit.Data[created](cast.Customer.Post(GroupOrdersPath, GroupBody(Object{"fileId": v.File}))).ID, plan
}

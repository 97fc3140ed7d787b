package apptest

import (
	"context"
	"testing"

	"herald/pkg/app"
	"herald/pkg/credit/price"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/session/sessiontest"
)

// CallBody is an order of calls that play a recording.
func CallBody(who Object) Object {
	w := Object{"name": "x", "countryCode": "BR"}
	for k, v := range who {
		w[k] = v
	}
	return w
}

// SeedCalls makes an order of calls and a draft of the victim's.
func SeedCalls(t *testing.T, e *app.Env, cast *sessiontest.SeededUsers, v OtherTenant) (calling, script string) {
	t.Helper()
	if _, err := e.Prices().Set(context.Background(),
		price.Line{Owner: price.Platform, Service: "call.voice", Country: "*", Price: 10}); err != nil {
		t.Fatal(err)
	}
	cast.Admin.Put("/lop/system/config/call.countries", Object{"value": "ID,BR"}).OK()
	type created struct{ ID string }
	script = testkit.Data[created](cast.Customer.Post(CallOrder+"/draft", CallBody(Object{"groupId": v.Group, "recordingId": v.Recording}))).ID
	return testkit.Data[created](cast.Customer.Post(CallOrder, CallBody(Object{"fileId": v.File, "recordingId": v.Recording}))).ID, script
}

package webhook_test

import (
	"context"
	"reflect"
	"testing"

	"herald/pkg/campaign/webhook"
	"herald/pkg/provider"
)

// Every list of provider.Events has a kind of its own.
func TestEveryListIsAKind(t *testing.T) {
	seen := map[webhook.Kind]bool{}
	all := reflect.TypeFor[provider.Events]()
	for i := range all.NumField() {
		if all.Field(i).Type.Kind() != reflect.Slice {
			continue
		}
		var call provider.Events
		list := reflect.ValueOf(&call).Elem().Field(i)
		list.Set(reflect.MakeSlice(list.Type(), 1, 1))
		kinds := webhook.Kinds(&call)
		if len(kinds) != 1 || seen[kinds[0]] {
			t.Errorf("%s has the kinds %v", all.Field(i).Name, kinds)
			continue
		}
		seen[kinds[0]] = true
	}
}

// Events without a receiver are an error, so that the provider repeats the call.
func TestEventsNeedAReceiver(t *testing.T) {
	from := provider.Account{Hook: "a"}
	if err := (&webhook.Router{}).Dispatch(context.Background(), &from, &provider.Events{Users: []provider.User{{}}}); err == nil {
		t.Error("events without a receiver were accepted")
	}
	if err := (&webhook.Router{}).Dispatch(context.Background(), &from, &provider.Events{Unknown: 1}); err != nil {
		t.Errorf("a call without events: %v", err)
	}
}

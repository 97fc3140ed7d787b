package notice

import (
	"context"
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"herald/pkg/kit/fault"
)

// PublishWithoutDelivery simulates a publisher that dies after its first write.
func PublishWithoutDelivery(b *Store, k Kind, id string) error {
	_, _, err := b.publish(context.Background(), k, id, nil)
	return err
}

// The console's buttons match the server's table of actions.
func TestConsoleMirrorsTheActions(t *testing.T) {
	raw, err := os.ReadFile("../../../web/src/features/notice/actions.json")
	if err != nil {
		t.Fatal(err)
	}
	var mirror map[Action][]Status
	if err := json.Unmarshal(raw, &mirror); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(mirror, Actions) {
		t.Errorf("web/src/features/notice/actions.json is %v, the server says %v", mirror, Actions)
	}
}

// Each action is tested in each state.
func TestActionsByState(t *testing.T) {
	allowed := map[Status]string{Draft: "edit publish delete", Scheduled: "edit publish cancel", Published: "revoke", Revoked: "delete",
		Cancelled: "edit publish delete", Expired: "delete"}
	for status, want := range allowed {
		got := ""
		for _, a := range []Action{Edit, Publish, Cancel, Revoke, Delete} {
			err := Allowed(a, status)
			if err == nil {
				got += " " + string(a)
			} else if e := fault.As(err); e.Kind != fault.Conflict || e.Key != "notice.state."+string(a) {
				t.Errorf("%s in %d: %v", a, status, err)
			}
		}
		if got[1:] != want {
			t.Errorf("in state %d: %q, want %q", status, got, want)
		}
	}
}

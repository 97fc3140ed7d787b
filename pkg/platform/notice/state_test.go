package notice_test

import (
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"herald/pkg/kit/fault"
	"herald/pkg/platform/notice"
)

// The console's buttons match the server's table of actions.
func TestConsoleMirrorsTheActions(t *testing.T) {
	raw, err := os.ReadFile("../../../web/src/features/notice/actions.json")
	if err != nil {
		t.Fatal(err)
	}
	var mirror map[notice.Action][]notice.Status
	if err := json.Unmarshal(raw, &mirror); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(mirror, notice.Actions) {
		t.Errorf("web/src/features/notice/actions.json is %v, the server says %v", mirror, notice.Actions)
	}
}

// Each action is tested in each state.
func TestActionsByState(t *testing.T) {
	allowed := map[notice.Status]string{notice.Draft: "edit publish delete", notice.Scheduled: "edit publish cancel",
		notice.Published: "revoke", notice.Revoked: "delete", notice.Cancelled: "edit publish delete", notice.Expired: "delete"}
	for status, want := range allowed {
		got := ""
		for _, a := range []notice.Action{notice.Edit, notice.Publish, notice.Cancel, notice.Revoke, notice.Delete} {
			err := notice.Allowed(a, status)
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

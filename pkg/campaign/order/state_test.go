package order

import (
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"herald/pkg/kit/fault"
)

// The console's buttons come from the same table.
func TestConsoleMirrorsTheActions(t *testing.T) {
	raw, err := os.ReadFile("../../../web/src/ordering/actions.json")
	if err != nil {
		t.Fatal(err)
	}
	var mirror map[Action][]Status
	if err := json.Unmarshal(raw, &mirror); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(mirror, Actions) {
		t.Errorf("web/src/ordering/actions.json is %v, the server says %v", mirror, Actions)
	}
}

// Every state × every action (decisions §7).
func TestActionsByState(t *testing.T) {
	allowed := map[Status]string{Review: "approve refuse cancel edit", Waiting: "pause cancel edit", Sending: "pause stop",
		Paused: "start cancel stop", Cancelled: "delete",
		Completed: "retry refund delete", Settling: "", Stopped: "retry refund", Refused: "delete", Failed: "delete"}
	for status, want := range allowed {
		got := ""
		for _, a := range []Action{Approve, Refuse, Pause, Start, Cancel, Stop, Edit, Resend, Repay, Delete} {
			err := Allowed(a, status)
			if err == nil {
				got += " " + string(a)
			} else if e := fault.As(err); e.Kind != fault.Conflict || e.Key != "order.state."+string(a) {
				t.Errorf("%s in %d: %v", a, status, err)
			}
		}
		if got != "" {
			got = got[1:]
		}
		if got != want {
			t.Errorf("in state %d: %q, want %q", status, got, want)
		}
	}
}

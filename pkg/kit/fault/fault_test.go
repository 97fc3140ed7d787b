package fault_test

import (
	"errors"
	"fmt"
	"maps"
	"testing"
	"time"

	"herald/pkg/kit/fault"
)

// A fault is found in a chain of errors with everything that was added to it, and its original stays unchanged.
func TestAFaultIsFoundInItsChain(t *testing.T) {
	cause := errors.New("the disk is full")
	plain := fault.New(fault.Conflict, 40912, "order.state", "state", "paused")
	full := plain.With(cause).WithData("a draft").Wait(time.Minute).LeaveOpen()
	err := error(full)
	fault.Wrap(&err, "order %d", 7)
	got := fault.As(err)
	switch {
	case got == nil || got.Kind != fault.Conflict || got.Code != 40912 || got.Data != "a draft" || got.RetryAfter != time.Minute || !got.Open:
		t.Errorf("%+v", got)
	case !errors.Is(err, cause) || !fault.Is(err, "order.state") || fault.Is(err, "order.other"):
		t.Errorf("%v", err)
	case err.Error() != "order 7: order.state (40912): the disk is full":
		t.Error(err)
	case plain.Data != nil || plain.RetryAfter != 0 || plain.Open || plain.Unwrap() != nil:
		t.Errorf("the source was changed: %+v", plain)
	}
	if fault.As(cause) != nil || fault.Is(nil, "order.state") {
		t.Error("another error is taken for a fault")
	}
}

func TestAFaultOfAField(t *testing.T) {
	e := fault.Bad("name", "web.tooLong", "max", 5)
	if e.Kind != fault.Invalid || e.Code != 400 || len(e.Fields) != 1 || e.Fields[0].Name != "name" || e.Fields[0].Args["max"] != 5 {
		t.Errorf("%+v", e)
	}
	other := e.WithArgs(map[string]any{"max": 9})
	if other.Fields[0].Args["max"] != 9 || e.Fields[0].Args["max"] != 5 || e.Args["max"] != 5 {
		t.Errorf("%+v and %+v", e, other)
	}
}

// An unknown id and a foreign one give the same response; a failed read returns its error.
func TestMissing(t *testing.T) {
	broken := fmt.Errorf("no connection")
	if e := fault.As(fault.OrMissing(nil)); e == nil || e.Kind != fault.NotFound || e.Code != 404 {
		t.Errorf("%+v", e)
	}
	if err := fault.OrMissing(broken); !errors.Is(err, broken) {
		t.Error(err)
	}
}

func TestArgs(t *testing.T) {
	if got := fault.Args("a", 1, "b", "x"); !maps.Equal(got, map[string]any{"a": 1, "b": "x"}) {
		t.Error(got)
	}
	if fault.Args() != nil || len(fault.Args("a")) != 0 {
		t.Error("no arguments, or a name without a value, give some")
	}
	err := error(nil)
	if fault.Wrap(&err, "x"); err != nil {
		t.Error(err)
	}
}

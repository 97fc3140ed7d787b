package sheet_test

import (
	"reflect"
	"testing"

	"github.com/tiendc/go-deepcopy"
)

type column struct {
	Width *float64
	Names []string
	By    map[string]*int
	Min   int
	own   string
}

func TestDeepCopy(t *testing.T) {
	w, n := 2.5, 7
	from := column{&w, []string{"a"}, map[string]*int{"x": &n}, 3, "y"}
	var to, through column
	if err := deepcopy.Copy(&to, from); err != nil || !reflect.DeepEqual(to, from) {
		t.Fatalf("%v %+v", err, to)
	}
	if err := deepcopy.Copy(&through, &from); err != nil || !reflect.DeepEqual(through, from) {
		t.Fatalf("%v %+v", err, through)
	}
	w, n, from.Names[0] = 0, 0, ""
	if *to.Width != 2.5 || *to.By["x"] != 7 || to.Names[0] != "a" || to.own != "y" {
		t.Errorf("%+v shares with its source", to)
	}
	for _, bad := range [][2]any{{to, from}, {&to, 1}, {&to, nil}, {&to, (*column)(nil)}, {(*column)(nil), from}} {
		if deepcopy.Copy(bad[0], bad[1]) == nil {
			t.Errorf("%T is copied to %T", bad[1], bad[0])
		}
	}
}

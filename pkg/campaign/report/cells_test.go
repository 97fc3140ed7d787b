package report

import (
	"maps"
	"testing"

	"herald/pkg/kit/store"
)

// Every counter of a row is read into its figure: a missing one would count as 0 in the views by day.
func TestCellsReadWhatIsWritten(t *testing.T) {
	want := Figures{Orders: 1, Targets: 2, Sent: 3, Arrived: 4, Read: 5, Failed: 6, HeldBack: 7, Complained: 8, Unknown: 9, Cost: 10}
	row, err := store.Encode(store.Key{PK: "p", SK: "s"}, want.counters())
	if err != nil {
		t.Fatal(err)
	}
	var c Cell
	if err := c.read(row); err != nil || !maps.Equal(c.Figures.counters(), want.counters()) {
		t.Errorf("%v, %v", c.Figures.counters(), err)
	}
}

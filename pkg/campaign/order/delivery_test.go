package order

import (
	"encoding/json"
	"os"
	"testing"
)

// The delivery rate of the server and that of the console are one: both hold to the same table.
func TestDeliveryRate(t *testing.T) {
	raw, err := os.ReadFile("testdata/delivery.json")
	if err != nil {
		t.Fatal(err)
	}
	var table []struct {
		Name         string
		Counts, Held map[string]int
		Called       int
		Rate         float64
	}
	if err := json.Unmarshal(raw, &table); err != nil || len(table) == 0 {
		t.Fatal(err)
	}
	for _, c := range table {
		if r := ReachOf(c.Counts, c.Held); r.Called() != c.Called || r.DeliveryRate() != c.Rate {
			t.Errorf("%s: %v of %d, want %v of %d", c.Name, r.DeliveryRate(), r.Called(), c.Rate, c.Called)
		}
	}
}

// The rate of several orders is that of their sums, not the mean of their rates.
func TestDeliveryRateOfSeveralOrders(t *testing.T) {
	var all Reach
	all.Add(ReachOf(map[string]int{"arrived": 1}, nil))
	all.Add(ReachOf(map[string]int{"arrived": 2, "failed": 7}, map[string]int{"suppressed": 1}))
	if all.Called() != 9 || all.DeliveryRate() != 0.3333 {
		t.Errorf("%+v: %v of %d", all, all.DeliveryRate(), all.Called())
	}
}

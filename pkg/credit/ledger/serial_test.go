package ledger

import (
	"strings"
	"testing"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// A serial number contains the console's date (+08:00), like an order number, and finds its line even where the two dates are in different
// months.
func TestSerialsCarryTheDateOfTheConsole(t *testing.T) {
	for at, want := range map[time.Time]string{
		time.Date(2030, 11, 13, 15, 59, 59, 0, time.UTC): "AF20301113235959",
		time.Date(2030, 11, 13, 23, 30, 0, 0, time.UTC):  "AF20301114073000",
		time.Date(2030, 12, 31, 23, 30, 0, 0, time.UTC):  "AF20310101073000",
	} {
		b := &Ledger{DB: store.NewMemory(nil), Now: func() time.Time { return at }}
		entries, err := b.Post(t.Context(), Movement{ID: "m", Operator: System, Contra: []Leg{{Gifts, -money.Credit}},
			Changes: []Change{{Account: "a", Type: Gift, Available: money.Credit}}})
		if err != nil {
			t.Fatal(err)
		}
		serial := entries[0].Serial("a")
		if !strings.HasPrefix(serial, want) || len(serial) != len(want)+6 {
			t.Errorf("%v: %s, want %s and six digits", at, serial, want)
		}
		if of, err := b.bySerial(t.Context(), auth.Everything, serial); err != nil || of.serial != serial {
			t.Errorf("%s is not found: %v", serial, err)
		}
	}
}

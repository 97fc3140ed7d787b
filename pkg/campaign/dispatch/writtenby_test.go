package dispatch_test

import (
	"encoding/json"
	"testing"
	"time"

	"herald/internal/ordertest"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
)

// Each recipient shows the number that wrote to it, and the order shows the sum. A recipient that another number
// wrote to again shows that one.
func TestTheSendingNumberIsShown(t *testing.T) {
	crowded(t, 100, func(c *crowd) {
		c.number(ordertest.Object{"id": "12", "refuse": "130429"})
		c.orders(c.town.Ana, "a", 1000)
		c.Sleep(time.Minute)
		read := func(path string, into any) {
			t.Helper()
			if err := json.Unmarshal(c.Must(c.town.Ana, ordertest.NewRequest("GET", ordertest.BulkPath+path, nil)).Data, into); err != nil {
				t.Fatal(err)
			}
		}
		var page struct{ Records []order.Row }
		read("/page", &page)
		id := page.Records[0].ID
		shown := map[string]string{"11": "15550000011", "12": "15550000012", "13": "15550000013"}
		by, want := c.wroteTo(1000), map[string]int{}
		for n := 1; n <= 10; n++ {
			var some struct{ Records []dispatch.Target }
			read("/"+id+"/targets/page?size=100&current="+string(rune('0'+n/10))+string(rune('0'+n%10)), &some)
			for _, one := range some.Records {
				var to uint64
				if err := json.Unmarshal([]byte(one.PhoneNumber), &to); err != nil {
					t.Fatal(err)
				}
				want[shown[by[to]]]++
				if one.From != shown[by[to]] || one.From == "" {
					t.Fatalf("%s was written to by %q, told %q", one.PhoneNumber, by[to], one.From)
				}
			}
		}
		var stat dispatch.Stat
		read("/"+id+"/stat", &stat)
		got := map[string]int{}
		for _, s := range stat.Senders {
			got[s.From] = s.Sent
		}
		if len(got) != 2 || got["15550000011"] != want["15550000011"] || got["15550000013"] != want["15550000013"] || want["15550000012"] != 0 {
			t.Errorf("%v, %v", got, want)
		}
	}, three...)
}

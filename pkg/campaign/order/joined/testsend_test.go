package joined_test

import (
	"sync"
	"testing"
	"time"

	"herald/internal/ordertest"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
)

// A test goes to the few numbers of a txt file, costs nothing however it ends, and tells what became of each; it needs no review.
func TestATestIsFree(t *testing.T) {
	ordertest.RunModules(t, 10*money.Credit, func(j *ordertest.Modules) {
		j.RequireReview()
		j.Control("script", `{"rules":[{"suffix":"1","outcome":"not_whatsapp"},{"suffix":"99999999999","outcome":"ok"}]}`)
		if code, out := j.SubmitFile(j.Upload("people.csv", "contact", ordertest.NumberLines(ordertest.Numbers(0, 3)))); code != 400 {
			t.Errorf("a csv file: %d %v", code, out)
		}
		if code, out := j.SubmitFile(j.Upload("many.txt", "contact", ordertest.NumberLines(ordertest.Numbers(0, 21)))); code != 400 {
			t.Errorf("21 numbers: %d %v", code, out)
		}
		code, out := j.SubmitFile(j.Upload("people.TXT", "contact", ordertest.NumberLines(ordertest.Numbers(0, 3))))
		if code != 200 {
			t.Fatalf("%d %v", code, out)
		}
		id := out["data"].(map[string]any)["id"].(string)
		j.RunRetry()
		if o := j.Order(id); !o.Test || o.Price != 0 || o.Cost != 0 || o.Total != 3 {
			t.Errorf("%+v", o)
		}
		records := j.MustCall("customer", "GET", ordertest.OrdersPath+"/"+id+"/targets/page", nil)["records"].([]any)
		if len(records) != 3 || records[1].(map[string]any)["state"] != "failed" {
			t.Errorf("%v", records)
		}
		j.Settle(id)
		if o := j.Order(id); o.Status != order.Completed || *o.Actual != 0 {
			t.Errorf("%+v", o)
		}
		if code, _ := j.Call("customer", "PUT", ordertest.RetryPath(id), "", nil); code != 409 { // which would be charged
			t.Errorf("a retry of a test: %d", code)
		}
		if available, reserved := j.Balance(); available != 10*money.Credit || reserved != 0 || len(j.Accepted()) != 2 {
			t.Errorf("available %s, reserved %s, %d sent", available, reserved, len(j.Accepted()))
		}
		if page := j.MustCall("admin", "GET", ordertest.OrdersPath+"/page", nil); page["total"] != 1.0 ||
			page["records"].([]any)[0].(map[string]any)["test"] != true {
			t.Errorf("%v", page)
		}
		j.CheckBooks()
	})
}

// Of many tests at once no more than the day's are made; the next day is another.
func TestTestsOfADayAreCounted(t *testing.T) {
	ordertest.RunModules(t, 10*money.Credit, func(j *ordertest.Modules) {
		file := j.Upload("few.txt", "contact", ordertest.NumberLines(ordertest.Numbers(0, 2)))
		many := func() (made int) {
			var all sync.WaitGroup
			var mu sync.Mutex
			for range 9 {
				all.Go(func() {
					code, out := j.SubmitFile(file)
					mu.Lock()
					defer mu.Unlock()
					if code == 200 {
						made++
					} else if code != 409 {
						t.Errorf("%d %v", code, out)
					}
				})
			}
			all.Wait()
			return made
		}
		if n := many(); n != 5 {
			t.Errorf("%d tests of 5 were made", n)
		}
		time.Sleep(24 * time.Hour)
		if n := many(); n != 5 {
			t.Errorf("%d tests of 5 were made the next day", n)
		}
	})
}

package dispatch_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"herald/internal/ordertest"
	"herald/localstack/simulators/sim"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/sender"
)

// three numbers of one account, of different rates.
var three = []ordertest.Number{{ID: "11", Shown: "15550000011", PerSecond: 120}, {ID: "12", Shown: "15550000012", PerSecond: 60},
	{ID: "13", Shown: "15550000013", PerSecond: 40}}

// wroteTo is by which number each of the last n recipients was written to.
func (c *crowd) wroteTo(n int) map[uint64]string {
	by := map[uint64]string{}
	for to := c.from - uint64(n) + 1; to <= c.from; to++ {
		if id := c.Sim.WroteTo(fmt.Sprint(to)); id != "" {
			by[to] = id
		}
	}
	return by
}

func counted(by map[uint64]string) map[string]int {
	n := map[string]int{}
	for _, id := range by {
		n[id]++
	}
	return n
}

// An order goes out by all the numbers of the account, as much by each as its rate is of all; with fifty workers no second has more
// messages of a number than it may send, nearly all that the numbers may is used, and who is written to again is by the same number.
func TestAnOrderGoesOutByAllNumbers(t *testing.T) {
	crowded(t, 100, func(c *crowd) {
		began := time.Now()
		for i := range 12 {
			c.orders(c.town.Ana, fmt.Sprint("a", i), 1000)
		}
		c.Sleep(48 * time.Second)
		all := c.sent(5511900000000, c.from)
		// 0.952 as a rule, 0.945 on a machine that has other work; the figure itself is the bench's
		if used := float64(between(all, began.Add(5*time.Second), began.Add(45*time.Second))) / 220 / 40; used < 0.94 {
			t.Errorf("%.3f of what the numbers may send is used", used)
		}
		c.Sleep(30 * time.Second)
		by := c.wroteTo(12_000)
		if len(by) != 12_000 {
			t.Errorf("%d were written to", len(by))
		}
		for _, n := range three {
			used := c.Sim.Used()[n.ID]
			if used.Peak > n.PerSecond || used.TooFast > 0 {
				t.Errorf("%s: %d in a second, %d may be; %d too fast", n.ID, used.Peak, n.PerSecond, used.TooFast)
			}
			if part, fair := float64(counted(by)[n.ID])/12_000, float64(n.PerSecond)/220; part < 0.85*fair || part > 1.15*fair {
				t.Errorf("%s sent %.2f of all, %.2f is its rate", n.ID, part, fair)
			}
		}
		c.from -= 500
		c.orders(c.town.Bob, "again", 500)
		c.Sleep(10 * time.Second)
		for to, id := range c.wroteTo(500) {
			if id != by[to] {
				t.Fatalf("%d was written to by %s, then by %s", to, by[to], id)
			}
		}
	}, three...)
}

func (c *crowd) number(body ordertest.Object) { c.Control("numbers", body) }

// rows are the senders as staff see them, by id.
func (c *crowd) rows(t *testing.T) map[string]sender.Row {
	t.Helper()
	var page struct{ Records []sender.Row }
	if err := json.Unmarshal(c.Must(c.town.Admin, ordertest.NewRequest("GET", "/gc/sender/page", nil)).Data, &page); err != nil {
		t.Fatal(err)
	}
	out := map[string]sender.Row{}
	for _, r := range page.Records {
		out[r.ID] = r
	}
	return out
}

// The limit of a day that the provider sets is the account's: all its numbers together keep it, and what does not fit waits for the next.
func TestTheNumbersOfAnAccountShareItsDay(t *testing.T) {
	crowded(t, 100, func(c *crowd) {
		c.number(ordertest.Object{"id": "12", "tier": "TIER_250"})
		c.Sleep(3 * time.Second)
		c.orders(c.town.Ana, "a", 400)
		c.Sleep(10 * time.Minute)
		if n := len(c.wroteTo(400)); n != 250 {
			t.Errorf("%d were written to at a tier of 250", n)
		}
		for id, r := range c.rows(t) {
			if r.State != sender.Full || r.AccountTier != 250 || r.AccountUsed != 250 {
				t.Errorf("%s: %+v", id, r)
			}
		}
		c.Sleep(25*time.Hour + 30*time.Minute)
		if n := len(c.wroteTo(400)); n != 400 {
			t.Errorf("%d were on the next day", n)
		}
	}, three...)
}

// What staff allow one number is kept by that one; what it may not send goes out by the others, at once.
func TestANumbersOwnDayLeavesTheRestToOthers(t *testing.T) {
	crowded(t, 100, func(c *crowd) {
		c.Must(c.town.Admin, ordertest.NewRequest("PUT", "/gc/sender", ordertest.Object{"id": "11", "daily": 50}))
		c.Must(c.town.Admin, ordertest.NewRequest("PUT", "/gc/sender", ordertest.Object{"id": "13", "off": true}))
		c.Sleep(2 * time.Second)
		c.orders(c.town.Ana, "a", 600)
		c.Sleep(30 * time.Second)
		if by := counted(c.wroteTo(600)); by["11"] != 50 || by["12"] != 550 || by["13"] != 0 {
			t.Errorf("%v", by)
		}
	}, three...)
}

// A number that the provider refuses is suspended while the others take over its messages. No recipient is left out
// or written to twice, and the number returns by itself. The order is not stopped.
func TestANumberThatFailsRests(t *testing.T) {
	crowded(t, 100, func(c *crowd) {
		c.number(ordertest.Object{"id": "11", "refuse": "131031"})
		c.orders(c.town.Ana, "a", 1000)
		c.Sleep(30 * time.Second)
		if by := counted(c.wroteTo(1000)); by["11"] != 0 || by["12"]+by["13"] != 1000 {
			t.Errorf("%v", by)
		}
		if r := c.rows(t)["11"]; r.State != sender.Rests || r.RestsUntil == nil {
			t.Errorf("%+v", r)
		}
		if all, _ := c.Sim.Messages(0, 1<<30); len(all) != 1000 {
			t.Errorf("%d messages", len(all))
		}
		c.number(ordertest.Object{"id": "11", "refuse": "0"})
		c.Sleep(20 * time.Minute)
		c.orders(c.town.Ana, "b", 1000)
		c.Sleep(30 * time.Second)
		if by := counted(c.wroteTo(1000)); by["11"] < 400 {
			t.Errorf("after its rest: %v", by)
		}
		if r := c.rows(t)["11"]; r.State != sender.Ready {
			t.Errorf("%+v", r)
		}
		if alarms := strings.Join(c.Alarms, " "); !strings.Contains(alarms, "sender rests") || strings.Contains(alarms, "paused") {
			t.Errorf("%s", alarms)
		}
	}, three...)
}

// A number that is throttled or out of order at its provider is suspended likewise. Its messages go by the others, no
// recipient fails because of it, and few calls are made in vain.
func TestANumberThatIsThrottledRests(t *testing.T) {
	for _, code := range []string{"130429", "131016"} {
		crowded(t, 100, func(c *crowd) {
			c.number(ordertest.Object{"id": "11", "refuse": code})
			c.orders(c.town.Ana, "a", 1000)
			c.Sleep(time.Minute)
			if by := counted(c.wroteTo(1000)); by["11"] != 0 || by["12"]+by["13"] != 1000 {
				t.Errorf("%s: %v", code, by)
			}
			if all, refused := c.Sim.Messages(0, 1<<30); len(all) != 1000 || len(refused) > 900 {
				t.Errorf("%s: %d messages, %d refused", code, len(all), len(refused))
			}
			c.number(ordertest.Object{"id": "11", "refuse": "0"})
			c.Sleep(20 * time.Minute)
			c.orders(c.town.Ana, "b", 1000)
			c.Sleep(30 * time.Second)
			if by := counted(c.wroteTo(1000)); by["11"] < 400 {
				t.Errorf("%s, after its rest: %v", code, by)
			}
			if len(c.Alarms) > 0 {
				t.Errorf("%s: %v", code, c.Alarms)
			}
		}, three...)
	}
}

// An order whose only number is throttled for long waits for it, shows that, and ends without a failed recipient.
func TestAnOrderWaitsForANumberThatIsThrottled(t *testing.T) {
	crowded(t, 100, func(c *crowd) {
		c.number(ordertest.Object{"id": "11", "refuse": "130429"})
		c.orders(c.town.Ana, "a", 300)
		c.Sleep(10 * time.Minute)
		if r := c.rows(t)["11"]; r.State != sender.Rests {
			t.Errorf("%+v", r)
		}
		sent := func() int {
			all, refused := c.Sim.Messages(0, 1<<30)
			if len(refused) > 1000 {
				t.Errorf("%d calls in vain", len(refused))
			}
			return len(all)
		}
		if n := sent(); n != 0 {
			t.Errorf("%d messages", n)
		}
		c.number(ordertest.Object{"id": "11", "refuse": "0"})
		c.Sleep(40 * time.Minute)
		if n := sent(); n != 300 {
			t.Errorf("%d of 300", n)
		}
	}, three[0])
}

// A number of poor quality is given less.
func TestANumberOfPoorQualityIsGivenLess(t *testing.T) {
	crowded(t, 100, func(c *crowd) {
		c.number(ordertest.Object{"id": "11", "quality": "red"})
		c.Sleep(5 * time.Second)
		if r := c.rows(t); r["11"].Quality != "red" || r["12"].Quality != "" {
			t.Errorf("%+v", r)
		}
		c.orders(c.town.Ana, "a", 1000)
		c.Sleep(40 * time.Second)
		if by := counted(c.wroteTo(1000)); by["11"] < 50 || by["11"] > 180 || len(c.wroteTo(1000)) != 1000 {
			t.Errorf("%v", by) // 12 of 112 shares
		}
	}, three...)
}

// Who answers is answered by the number that it was written to by, and knows no other.
func TestAConversationKeepsItsNumber(t *testing.T) {
	crowded(t, 100, func(c *crowd) {
		c.orders(c.town.Ana, "a", 60)
		c.Sleep(10 * time.Second)
		of := map[string]uint64{}
		for to, id := range c.wroteTo(60) {
			of[id] = to
		}
		for _, n := range three {
			if err := c.Sim.Receive(whatsappsim.Inbound{From: fmt.Sprint(of[n.ID]), Text: "Oi"}); err != nil {
				t.Fatal(err)
			}
		}
		c.Sleep(5 * time.Second)
		var page struct {
			Records []struct{ ID, PhoneNumber string }
		}
		if err := json.Unmarshal(c.Must(c.town.Ana, ordertest.NewRequest("GET", "/gc/inbox/page", nil)).Data, &page); err != nil ||
			len(page.Records) != 3 {
			t.Fatal(page, err)
		}
		for _, r := range page.Records {
			var d struct{ Sender string }
			if err := json.Unmarshal(c.Must(c.town.Ana, ordertest.NewRequest("GET", "/gc/inbox/"+r.ID, nil)).Data, &d); err != nil {
				t.Fatal(err)
			}
			if fmt.Sprint(of[d.Sender]) != r.PhoneNumber {
				t.Errorf("%s wrote to another number than %s", r.PhoneNumber, d.Sender)
			}
			before := c.Sim.Used()[d.Sender].Accepted
			c.Must(c.town.Ana, ordertest.NewRequest("POST", "/gc/inbox/"+r.ID+"/messages", ordertest.Object{"type": "text", "text": "Olá"}))
			c.Sleep(3 * time.Second)
			if n := c.Sim.Used()[d.Sender].Accepted; n != before+1 {
				t.Errorf("the reply went out by another number than %s", d.Sender)
			}
		}
	}, three...)
}

// A picture is brought to every number: the provider knows a file under the number alone that brought it.
func TestAPictureGoesOutByAllNumbers(t *testing.T) {
	crowded(t, 100, func(c *crowd) {
		var to []uint64
		for range 200 {
			c.from++
			to = append(to, c.from)
		}
		picture := c.Must(c.town.Ana, ordertest.NewRequest("POST", "/uf/uploadfile", &ordertest.Form{File: sim.Picture(), Name: "p.png"})).ID()
		wish := ordertest.NamedOrderBody("p", "",
			c.Must(c.town.Ana, ordertest.NewRequest("POST", "/uf/uploadfile/contact", &ordertest.Form{File: ordertest.ContactFile(to)})).ID())
		wish["message"] = ordertest.Object{"type": "image", "mediaId": picture}
		c.Must(c.town.Ana, ordertest.NewRequest("POST", ordertest.BulkPath, wish))
		c.Sleep(30 * time.Second)
		if by := counted(c.wroteTo(200)); by["11"]+by["12"]+by["13"] != 200 || by["11"] == 0 || by["12"] == 0 || by["13"] == 0 {
			t.Errorf("%v", by)
		}
	}, three...)
}

package ledger_test

import (
	"fmt"
	"testing"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/credit/ledger"
)

func (d *desk) statistics(who *sessiontest.Actor, query string) ledger.Statistics {
	d.t.Helper()
	return testkit.Data[ledger.Statistics](who.Get(statement + "/statistics" + query))
}

// Days add up by business type, for a scope and for a user; the stored sums of a past day equal its lines.
func TestStatisticsByDay(t *testing.T) {
	d := open(t)
	agent, id := d.Agent.User.ID, d.Customer.User.ID
	d.recharge(d.Admin, agent, 500)
	d.recharge(d.Agent, id, 200)
	d.later(72*time.Hour, d.Admin)
	d.recharge(d.Admin, id, 30)
	d.Admin.Put("/aty/customerinfo/withdrawal", object{"userId": id, "amount": 10}).OK()
	d.later(3*time.Hour, d.Agent)
	for range 2 { // the second time from what is kept
		all := d.statistics(d.Agent, "")
		if len(all.Days) != 30 || all.In != 73000 || all.Out != -21000 ||
			fmt.Sprint(all.Types) != "[{platformRecharge 730 3} {withdrawal -210 2}]" || all.More {
			t.Errorf("%+v", all)
		}
		first, last := all.Days[26], all.Days[29]
		if first.In != 70000 && all.Days[25].In != 70000 || last.In+all.Days[28].In != 3000 || len(all.Days[10].Types) != 0 {
			t.Errorf("%+v … %+v", first, last)
		}
	}
	if one := d.statistics(d.Agent, "?userId="+id); one.In != 23000 || one.Out != -1000 || len(one.Days) != 30 {
		t.Errorf("%+v", one)
	}
	d.later(0, d.Admin)
	if other := d.statistics(d.Admin, "?userId="+d.Direct.User.ID); other.In != 0 || len(other.Types) != 0 {
		t.Errorf("%+v", other)
	}
	d.later(0, d.Customer)
	d.Customer.Get(statement+"/statistics?userId="+agent).Want(404, 0)
	for query, field := range map[string]string{"?from=2026-02-30": "from", "?to=x": "to", "?from=2025-01-01&to=2026-01-02": "from",
		"?from=2026-03-02&to=2026-03-01": "from"} {
		d.Agent.Get(statement + "/statistics" + query).Bad(field)
	}
}

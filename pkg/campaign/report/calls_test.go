package report_test

import (
	"testing"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/localstack/simulators/sim"
	"herald/pkg/campaign/report"
)

// Statistics count called people instead of minutes, while an order runs, after its settlement and after a retry; the cost is that of the
// minutes.
func TestStatisticsOfCallsCountPeople(t *testing.T) {
	p := apptest.NewCallFixture(t, 20)
	who := p.Users.Direct
	figures := func(query string) *report.Sending {
		t.Helper()
		s := testkit.Data[report.Sending](who.Get("/dmp/sending" + query))
		return &s
	}
	count := func(id string) {
		t.Helper()
		if err := p.Env.Report().Count(p.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	p.Script(sim.Rule{Suffix: "3", Outcome: "busy"})
	id := p.Submit(who, p.Body(who, 170, nil, "11", "12", "13"))
	p.RunQueues()
	p.AwaitCallbacks(3 + 3 + 1)
	p.RunQueues()
	count(id)
	p.PassMinute()
	count(id)
	s := figures("")
	if f := s.Total; f.Orders != 1 || f.Targets != 3 || f.Sent != 2 || f.Arrived != 2 || f.Read != 2 || f.Failed != 1 ||
		f.Cost.String() != "3" {
		t.Errorf("%+v", f)
	}
	if len(s.Channels) != 1 || s.Channels[0].Key != "voice" || s.Channels[0].Figures != s.Total {
		t.Errorf("%+v", s.Channels)
	}
	if of, others := figures("?channel=voice").Total, figures("?channel=sms").Total; of != s.Total || others.Orders != 0 {
		t.Errorf("by channel: %+v, %+v", of, others)
	}
	o := testkit.Data[report.Overview](who.Get("/dmp/overview"))
	if day := o.Days[len(o.Days)-1]; o.Sent != 2 || o.Read != 2 || o.Failed != 1 || day.Cost.String() != "3" || o.ReadRate != 1 ||
		o.Countries[0].Sent != 2 {
		t.Errorf("%+v", o)
	}
	p.Script()
	who.Put(apptest.CallOrder+"/"+id+"/retry", nil).OK()
	p.RunQueues()
	p.AwaitCallbacks(3)
	p.RunQueues()
	p.PassMinute()
	count(id)
	if f := figures("").Total; f.Orders != 1 || f.Targets != 3 || f.Sent != 3 || f.Read != 3 || f.Failed != 0 || f.Cost.String() != "4.5" {
		t.Errorf("after the retry: %+v", f)
	}
	if again := p.Detail(who, id); len(again.Earlier) != 1 || again.Earlier[0].Targets != 3 || again.Earlier[0].Paid != 6 {
		t.Errorf("the first round: %+v", again.Earlier)
	}
}

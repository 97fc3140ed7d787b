package bulk_test

import (
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/localstack/simulators/sim"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
)

var textSims = map[string]func(*apptest.SMSFixture) *sim.Sim{"aws": func(p *apptest.SMSFixture) *sim.Sim { return p.AWS.Sim },
	"twilio": func(p *apptest.SMSFixture) *sim.Sim { return p.Twilio.Sim }}

// An order of short messages from its estimate to its settlement, through each gateway. Receipts come twice and in any order, and one
// telephone is off. Each of the others is charged two parts.
func TestShortMessagesAreSettledByTheirParts(t *testing.T) {
	for name, of := range textSims {
		t.Run(name, func(t *testing.T) {
			p := apptest.NewSMSFixture(t)
			who, gateway := p.Users.Direct, of(p)
			if err := gateway.SetScript([]sim.Rule{{Suffix: "2", Outcome: "undeliverable"}}); err != nil {
				t.Fatal(err)
			}
			p.Control(gateway, "webhooks", `{"duplicate":1}`)
			text := strings.Repeat("a", 161)
			id := p.Submit(who, p.Body(who, text, apptest.Object{"provider": name}))
			if o := p.Detail(who, id); o.EstimatedCost != 12 || *o.Price != 2 || o.Parts != 2 || o.Channel != "sms" || o.Provider != name ||
				o.SenderID == "" {
				t.Errorf("ordered: %+v", o)
			}
			p.RunQueues()
			accepted, refused := gateway.Messages(0, 10)
			if len(accepted) != 3 || len(refused) > 0 || accepted[0].Body != text {
				t.Fatalf("%+v %+v", accepted, refused)
			}
			if from := accepted[0].Type; from != map[string]string{"aws": "HERALD", "twilio": "28765"}[name] {
				t.Errorf("sent as %q", from)
			}
			p.AwaitCallbacks(12) // sent, and arrived or failed, each twice
			p.RunQueues()
			p.Kit.Clock.Add(time.Minute)
			p.RunQueues()
			if o := p.Detail(who, id); o.Status != order.Completed || o.ActualCost == nil || *o.ActualCost != 8 || o.Counts["arrived"] != 2 ||
				o.Counts["failed"] != 1 {
				t.Errorf("settled: %+v", o)
			}
			reasons := testkit.Data[dispatch.Stat](who.In("en_US").Get("/gc/groupsendorder/" + id + "/stat")).Reasons
			if len(reasons) != 1 || !strings.Contains(reasons[0].Reason, "can't be reached") {
				t.Errorf("%+v", reasons)
			}
			if balance := testkit.Data[struct{ Balance float64 }](who.Get("/pi/personal/info")).Balance; balance != 992 {
				t.Errorf("balance %v", balance)
			}
		})
	}
}

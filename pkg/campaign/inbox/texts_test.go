package inbox_test

import (
	"net/http"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/campaign/inbox"
	"herald/pkg/kit/money"
	"herald/pkg/kit/web"
)

// Replies to short messages of any gateway appear in the inbox. A reply is sent through the same gateway, without a window, and each part
// costs the price of a message.
func TestAnswersToShortMessages(t *testing.T) {
	for _, gateway := range []string{"aws", "twilio"} {
		t.Run(gateway, func(t *testing.T) {
			p := apptest.NewSMSFixture(t)
			var sim http.Handler = p.AWS
			if gateway == "twilio" {
				sim = p.Twilio
			}
			p.Users.Admin.Put("/lop/system/config/order.review.auto", apptest.Object{"value": true}).OK()
			p.Control(sim, "script",
				`{"rules":[{"suffix":"1","outcome":"never"},{"suffix":"2","outcome":"never"},{"suffix":"3","outcome":"never"}]}`)
			who := p.Users.Direct
			who.Post("/gc/groupsendorder", p.Body(who, "Oi", apptest.Object{"provider": gateway})).OK()
			p.RunQueues()
			for len(p.Callbacks) > 0 {
				<-p.Callbacks
			}
			p.Control(sim, "inbound", `{"from":"+5511987654321","text":"Quanto?"}`)
			p.AwaitCallbacks(1)
			p.RunQueues()
			all := testkit.Data[web.Page[inbox.Conversation]](who.Get("/gc/inbox/page")).Records
			if len(all) != 1 || all[0].Channel != "sms" || all[0].LastMessage != "Quanto?" || all[0].OrderName != "May" ||
				all[0].WindowUntil != nil {
				t.Fatalf("%+v", all)
			}
			d := testkit.Data[inbox.Detail](who.Get("/gc/inbox/" + all[0].ID))
			if len(d.Kinds) != 1 || d.Kinds[0] != "text" || d.Free || d.Price != 2*money.Credit {
				t.Errorf("%+v", d)
			}
			m := testkit.Data[inbox.Message](who.Post("/gc/inbox/"+all[0].ID+"/messages",
				apptest.Object{"type": "text", "text": strings.Repeat("x", 161)}))
			p.RunQueues()
			if m.Cost != 4*money.Credit {
				t.Errorf("two parts cost %s", m.Cost)
			}
			got := testkit.Data[inbox.Thread](who.Get("/gc/inbox/" + all[0].ID + "/messages")).Records
			if len(got) != 2 || got[0].State != "sent" {
				t.Errorf("%+v", got)
			}
			who.Post("/gc/inbox/"+all[0].ID+"/messages", apptest.Object{"type": "template", "templateId": apptest.MissingID}).Want(409, 0)
		})
	}
}

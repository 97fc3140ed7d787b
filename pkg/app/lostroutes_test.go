package app_test

import (
	"flag"
	"net/http"
	"slices"
	"strings"
	"testing"

	"herald/internal/apptest"
)

var breaks = flag.Bool("breaks", false, "break every write of every route in every way, not the first that a route makes alone")

// unlost are write routes that the scenario leaves out: they only read, or have idempotency of their own with its own test.
var unlost = strings.Fields(`
POST:/pay/saas/order POST:/aty/recharge/{orderId}/refund POST:/oauth/check_token POST:/oauth/crash POST:/oauth/login POST:/oauth/refresh POST:/oauth/subUser POST:/oauth/ticket POST:/oauth/register
POST:/oauth/login/code POST:/oauth/login/enrol POST:/oauth/login/enrol/confirm POST:/oauth/twofactor/start PUT:/oauth/twofactor/confirm PUT:/oauth/twofactor/codes PUT:/oauth/twofactor/off DELETE:/oauth/twofactor/{id} PUT:/oauth/reset/{id} POST:/oauth/forgot POST:/oauth/reset
POST:/edm/order/estimate PUT:/edm/order/{id}/refund PUT:/edm/order/{id}/retry PUT:/edm/order/{id}/variant POST:/hook/ses POST:/u/{token} POST:/f/{code} POST:/edm/template/preview POST:/edm/template/import
POST:/system/dict/invalid-hash POST:/system/lov/check POST:/gc/groupsendorder/countrys POST:/gc/groupsendorder/estimate POST:/bgo/buildgroup/estimate POST:/bgo/buildgroup/check/money PUT:/bgo/buildgroup/{id}/refund PUT:/bgo/buildgroup/{id}/retry POST:/gc/gcAlternateOrder/readFile POST:/hook/whatsapp POST:/hook/partner POST:/hook/partnergroup POST:/hook/partnernumber POST:/channel/order/estimate PUT:/channel/order/{id}/refund PUT:/channel/order/{id}/retry POST:/kfsms/batch/{id}/import DELETE:/kfsms/batch/{id} POST:/hook/voice POST:/hook/voice/answer POST:/hook/voice/gather POST:/call/order/estimate PUT:/call/order/{id}/refund PUT:/call/order/{id}/retry POST:/aty/contactsgroup/{id}/screen PUT:/aty/contactsgroup/{id}/screen/stop POST:/aty/contactsgroup/{id}/activetime POST:/aty/riskgroup/{id}/screen PUT:/aty/riskgroup/{id}/screen/stop POST:/aty/riskgroup/{id}/activetime PUT:/gc/template/status PUT:/gc/template/{id}/sync POST:/gc/template/sync POST:/pay/notify/{provider} POST:/hook/aws-sms POST:/hook/twilio POST:/hook/smtp
POST:/comment/order/estimate PUT:/comment/order/{id}/refund PUT:/comment/order/{id}/retry PUT:/comment/partner/item/{id}/lease DELETE:/comment/partner/item/{id}/lease PUT:/comment/partner/item/{id}/evidence
POST:/system/deadletter/collect POST:/system/deadletter/redrive POST:/system/deadletter/discard POST:/system/status/incident PUT:/system/status/incident POST:/system/status/incident/update DELETE:/system/status/incident/{id}
PUT:/im/notice/topics PUT:/virtual/currency/order/recharge/submit/hash POST:/virtual/currency/order/recharge/retry/{id}`)

// Any write of a call fails in any way. A repetition under the same key gets the outcome of a call without a fault: no second order, no
// second movement, no "exists already" and no 404.
func TestEveryWriteBreaks(t *testing.T) {
	calm := apptest.NewLossScenario(t, 0, apptest.AnswerLost)
	calm.Run()
	for _, r := range calm.Server.API.Routes() {
		name := r.Method + " " + r.Path
		if r.Method != http.MethodGet && calm.Called[name] == slices.Contains(unlost, strings.Replace(name, " ", ":", 1)) {
			t.Errorf("%s must stand in the tale, or else in the list of what it leaves out", name)
		}
	}
	calm.CheckSecrets()
	want := calm.FinalState()
	if t.Failed() {
		return
	}
	fates, from, to := map[string]apptest.Failure{"killed": apptest.ProcessKilled}, 2, 2 // the first write is the key's
	if *breaks {
		fates, from, to = map[string]apptest.Failure{"late": apptest.AnswerLost, "never": apptest.NotReached, "killed": apptest.ProcessKilled},
			1, 40
	}
	for name, f := range fates {
		t.Run(name, func(t *testing.T) {
			for at := from; at <= to; at++ {
				w := apptest.NewLossScenario(t, at, f)
				w.Run()
				if got := w.FinalState(); got != want {
					t.Errorf("write %d: at the end\n%sinstead of\n%s", at, got, want)
				}
				t.Logf("write %d of %d calls broke", at, w.Broken)
				if w.Broken == 0 {
					break
				}
			}
		})
	}
}

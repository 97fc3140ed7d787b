package app_test

import (
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/campaign/sender"
	"herald/pkg/kit/web"
)

// Staff find senders of every channel, each by the number that recipients see, where one is configured.
func TestSendersAreKnownByTheirNumbers(t *testing.T) {
	k := testkit.Memory(t)
	e := apptest.NewApp(k)
	e.Config.Adapters.Set(map[string]string{"whatsapp.phoneNumberId": "106540352242922/15550783881/80,206540352242933//80"})
	s := testkit.Serve(t, k, testkit.Parts{Authenticate: e.Sessions().Authenticate, Signed: e.AppKeys().Verify,
		Routes: func(a *web.API) { e.SetAPI(a); app.All(e, a) }})
	c := (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s)
	const numbers = "voice 12065550102 12065550102,whatsapp 106540352242922 15550783881,whatsapp 206540352242933 ,"
	for query, want := range map[string]string{
		"channel=voice":                     "voice 12065550102 12065550102",
		"channel=whatsapp":                  "whatsapp 106540352242922 15550783881,whatsapp 206540352242933 ",
		"channel=sms":                       "",
		"name=%2B15550783881":               "whatsapp 106540352242922 15550783881",
		"name=5550783":                      "whatsapp 106540352242922 15550783881",
		"name=2065":                         "voice 12065550102 12065550102,whatsapp 206540352242933 ",
		"channel=email":                     "email ses ",
		"sortFields=name&sortOrders=ascend": numbers + "email ses ",
	} {
		var got []string
		for _, r := range testkit.Data[web.Page[sender.Row]](c.Admin.Get("/gc/sender/page?" + query)).Records {
			got = append(got, r.Channel+" "+r.ID+" "+r.Number)
		}
		if strings.Join(got, ",") != want {
			t.Errorf("%s: %s", query, strings.Join(got, ","))
		}
	}
	c.Admin.Get("/gc/sender/page?channel=pigeon").Bad("channel")
}

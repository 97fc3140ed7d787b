package e2e_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"herald/localstack/client"
	"herald/pkg/kit/auth"
)

// A customer's program makes an order and reads its state with signed requests, through the gateway; a request that
// is late, altered, sent again or signed with another key is refused.
func TestASignedProgramMakesAnOrder(t *testing.T) {
	p, ctx := running(t)
	t.Parallel()
	c := p.customer(t, 1000)
	fresh := must(client.Put[struct{ AppKey, AppSecret string }](ctx, p.admin, "/aty/customerinfo/gen/appkey/security/"+c.UserID, nil))(t)
	program := &client.Program{API: p.API, Key: fresh.AppKey, Secret: fresh.AppSecret}
	wish := must(json.Marshal(client.Text("signed", collection(t, c, mobiles(t, 3)), "BR", "Olá!")))(t)
	send := func(r *http.Request, want int) json.RawMessage {
		t.Helper()
		code, data, err := program.Send(r)
		if err != nil || code != want {
			t.Fatalf("%s %s: code %d, want %d: %s %v", r.Method, r.URL, code, want, data, err)
		}
		return data
	}
	sign := func(p *client.Program, method, path string, body []byte) *http.Request {
		t.Helper()
		return must(p.Sign(ctx, method, path, body))(t)
	}
	var o client.Order
	check(t, json.Unmarshal(send(sign(program, "POST", "/gc/groupsendorder", wish), 200), &o))
	send(sign(program, "GET", "/gc/groupsendorder/"+o.ID, nil), 200)
	page := sign(program, "GET", "/gc/groupsendorder/page?size=1&name=a%20b", nil)
	send(page, 200)
	again := sign(program, "GET", "/gc/groupsendorder/page?size=1&name=a%20b", nil)
	again.Header = page.Header
	send(again, 40115)
	altered := sign(program, "POST", "/gc/groupsendorder", wish)
	altered.Header = sign(program, "POST", "/gc/groupsendorder", []byte(`{}`)).Header
	send(altered, 40114)
	late := sign(program, "GET", "/gc/groupsendorder/page", nil)
	late.Header.Set(auth.TimeHeader, "1700000000")
	send(late, 40112)
	send(sign(&client.Program{API: p.API, Key: fresh.AppKey, Secret: "somebody else's"}, "GET", "/gc/groupsendorder/page", nil), 40114)
	send(sign(program, "GET", "/pi/personal/info", nil), 403)
	must(c.Act(ctx, o.ID, "cancel"))(t)
}

package e2e_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"herald/localstack/client"
	"herald/pkg/app/manifest"
)

// C14: with review on, a registration is whole although the function behind it may write neither the ledger nor orders: the
// account is locked, staff unlock it, and it works. The roles' policies are checked meanwhile.
func TestRegistrationUnderReview(t *testing.T) {
	p, ctx := running(t)
	t.Parallel()
	p.patient()
	check(t, p.admin.Set(ctx, "register.review", "true"))
	check(t, p.admin.Set(ctx, "register.open", "true"))
	t.Cleanup(func() {
		for _, key := range []string{"register.review", "register.open"} {
			if err := p.admin.Unset(context.Background(), key); err != nil {
				t.Error(err)
			}
		}
	})
	var who struct{ UserID, Status string }
	var login client.Login
	for { // the function may remember the settings for a minute
		login = client.Login{Username: fmt.Sprintf("2%010d", time.Now().UnixMicro()%1e10), Password: password}
		answer := must(p.Client().Do(ctx, http.MethodPost, "/oauth/register", map[string]string{
			"username": login.Username, "password": password, "confirmPass": password, "name": "Under Review", "email": "review@herald.test",
			"countryCode": "BR",
		}))(t)
		switch {
		case answer.Status == http.StatusOK:
			check(t, answer.Into(&who))
		case answer.Code != 40305: // not open yet
			t.Fatalf("registration: %d %s", answer.Status, answer.Raw)
		}
		if who.Status == "locked" {
			break
		}
		select {
		case <-ctx.Done():
			t.Fatal(ctx.Err())
		case <-time.After(10 * time.Second): // an address may register only so often
		}
	}
	order := func(c *client.Client) int {
		return must(c.Do(ctx, http.MethodPost, "/gc/groupsendorder", []byte("{}")))(t).Status
	}
	if status := order(must(p.Client().SignIn(ctx, login))(t)); status != http.StatusForbidden {
		t.Errorf("who waits for review orders: %d", status)
	}
	check(t, second(client.Put[client.Any](ctx, p.admin, "/blacklistuserinfo/lockOrUnlock",
		map[string]any{"userId": who.UserID, "lock": false})))
	c := must(p.Client().SignIn(ctx, login))(t)
	check(t, p.admin.Recharge(ctx, who.UserID, 10, ""))
	if me := must(c.Me(ctx))(t); me.Balance == 0 || order(c) != http.StatusBadRequest {
		t.Errorf("after the review: %+v", me)
	}
}

// D1: the gateway's own addresses refuse all callers, with or without a valid token, but for the provider's signed
// calls.
func TestTheGatewayAnswersOnlyWhatComesByTheFrontDoor(t *testing.T) {
	p, ctx := running(t)
	t.Parallel()
	p.patient()
	call := func(method, address, service string, header http.Header) (int, string) {
		t.Helper()
		r := must(http.NewRequestWithContext(ctx, method, address, nil))(t)
		r.Header = header
		if service != "" {
			r.Header.Set("Authorization", "AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/"+service+
				"/aws4_request, SignedHeaders=host, Signature=0")
		}
		answer := must(http.DefaultClient.Do(r))(t)
		defer answer.Body.Close()
		return answer.StatusCode, string(must(io.ReadAll(answer.Body))(t))
	}
	_, text := call(http.MethodGet, p.Cloud.Endpoint+"/v2/apis", "apigateway", http.Header{})
	var apis struct {
		Items []struct{ APIID, Name, ProtocolType string }
	}
	check(t, json.Unmarshal([]byte(text), &apis))
	gateway := ""
	for _, a := range apis.Items {
		if a.Name == "herald" && a.ProtocolType == "HTTP" {
			gateway = p.Cloud.Endpoint + "/_aws/execute-api/" + a.APIID + "/$default/api"
		}
	}
	if gateway == "" {
		t.Fatalf("no gateway among %s", text)
	}
	for _, path := range []string{"/oauth/getUser", "/openapi.json", "/gc/groupsendorder/page", "/nothing"} {
		for _, key := range []string{"", "a guess"} {
			header := http.Header{"Authorization": {"Bearer " + p.admin.Token}, "X-Forwarded-For": {"203.0.113.9"}}
			if key != "" {
				header.Set(manifest.OriginHeader, key)
			}
			if status, text := call(http.MethodGet, gateway+path, "", header); status != http.StatusForbidden ||
				!strings.Contains(text, `"code":403`) {
				t.Errorf("%s with key %q: %d %.200s", path, key, status, text)
			}
		}
	}
	if status, text := call(http.MethodGet, gateway+"/hook/whatsapp?hub.mode=subscribe&hub.challenge=42&hub.verify_token="+
		p.WhatsApp.VerifyToken, "", http.Header{}); status != http.StatusOK || text != "42" {
		t.Errorf("the provider's check: %d %s", status, text)
	}
}

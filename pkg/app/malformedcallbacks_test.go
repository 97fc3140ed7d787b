package app_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/localstack/simulators/paymentledger/paymentledgertest"
	"herald/pkg/app"
	"herald/pkg/kit/web"
)

// providers configures every provider that calls us; none of them can be reached.
func providers(e *app.Env) {
	const nowhere = "http://127.0.0.1:1"
	keys, others := paymentledgertest.Keys(), paymentledgertest.Others()
	e.Config.PublicURL = "http://herald.test"
	e.Config.Adapters.Set(map[string]string{
		"awssms.url": nowhere, "awssms.region": "us-east-1", "awssms.from": "+12065550100", "awssms.topics": apptest.SMSTopic,
		"awssms.certificates": nowhere, "awssms.rate": "1",
		"ses.url": nowhere, "ses.region": "us-east-1", "ses.configurationSet": "herald", "ses.topics": apptest.SMSTopic,
		"ses.certificates": nowhere, "ses.rate": "1",
		"smtp.address": "127.0.0.1:1", "smtp.returnDomain": "bounce.herald.test", "mail/smtp": `{"secrets":["s",""]}`,
		"twilio.url": nowhere, "twilio.account": "AC1", "twilio.from": "12065550101", "twilio.rate": "1",
		"sms/twilio":  `{"authTokens":["s"]}`,
		"partner.url": nowhere, "partner.groups": nowhere, "partner.numbers": nowhere, "partner/key": `{"token":"t","secrets":["s",""]}`,
		"wechatpay.url": nowhere, "wechatpay.appId": "wx1", "wechatpay.merchantId": "1900", "wechatpay.serial": "5F",
		"pay/wechatpay": apptest.Secret(apptest.Object{"key": keys.Private, "apiv3Key": apptest.WeChatAPIKey}),
		"alipay.url":    nowhere, "alipay.appId": "2021", "alipay.sellerId": "2088",
		"pay/alipay": apptest.Secret(apptest.Object{"key": keys.Private, "publicKeys": []string{others.Public}})})
}

// A malformed callback is the caller's fault: 400, or 401 where only a signature decides. It never raises an alarm.
func TestJunkCallbacksAreBadRequests(t *testing.T) {
	k := testkit.Memory(t)
	e := apptest.NewApp(k)
	providers(e)
	s := testkit.Serve(t, k, testkit.Parts{Authenticate: e.Sessions().Authenticate, Signed: e.AppKeys().Verify,
		Routes: func(a *web.API) { e.SetAPI(a); app.All(e, a) }})
	var hooks []string
	for _, r := range s.API.Routes() {
		if r.Method == http.MethodPost && strings.HasPrefix(r.Path, "/hook/") {
			hooks = append(hooks, r.Path)
		}
	}
	for _, provider := range []string{"wechatpay", "alipay", "gateway"} {
		hooks = append(hooks, "/pay/notify/"+provider)
	}
	for _, want := range []string{"/hook/whatsapp", "/hook/twilio", "/hook/aws-sms", "/hook/ses", "/hook/smtp", "/hook/voice", "/hook/voice/answer", "/hook/voice/gather",
		"/hook/partner", "/hook/partnergroup", "/hook/partnernumber"} {
		if !slices.Contains(hooks, want) {
			t.Errorf("%s is not served", want)
		}
	}
	now := strconv.FormatInt(k.Now().Unix(), 10)
	headers := map[string]map[string]string{
		"none": {},
		"junk": {"X-Hub-Signature-256": "sha256=zz", "X-Twilio-Signature": "?", "X-Partner-Signature": "v1=", "X-Partner-Timestamp": "soon",
			"Wechatpay-Timestamp": "soon", "Wechatpay-Signature": "?",
			"X-Herald-Timestamp": "soon", "X-Herald-Signature": "v1=", "X-Amz-Sns-Message-Type": "Nothing", "Content-Encoding": "br"},
		"plausible": {"X-Hub-Signature-256": "sha256=00", "X-Twilio-Signature": "eA==", "X-Partner-Signature": "v1=00",
			"X-Partner-Timestamp": now, "X-Herald-Timestamp": now, "X-Herald-Signature": "v1=00", "Wechatpay-Timestamp": now, "Wechatpay-Nonce": "n",
			"Wechatpay-Serial": "7A", "Wechatpay-Signature": "eA=="},
	}
	bodies := []string{"", "junk", "{", "{}", "[]", "null", `"x"`, "0", "a=b", "a=b&a=c", "%zz", "sign=x&sign_type=RSA2", "sign_type=RSA",
		"<xml/>", "\xff\xfe\x00", `{"Type":1}`, `{"Type":"Notification"}`,
		`{"reference":7}`, `{"reference":""}`, `{"id":"1","resource":{}}`, strings.Repeat("[", 10_000), strings.Repeat(`{"entry":`, 5_000)}
	for _, path := range hooks {
		for name, with := range headers {
			for _, body := range bodies {
				status := raw(t, s.URL+"/api"+path, body, with)
				if status != http.StatusBadRequest && !(path == "/hook/whatsapp" && status == http.StatusUnauthorized) {
					t.Errorf("%s with headers %s, body %.30q: %d", path, name, body, status)
				}
			}
		}
		if status := raw(t, s.URL+"/api"+path, strings.Repeat("x", 8<<20), headers["plausible"]); status/100 != 4 {
			t.Errorf("%s with 8 MB: %d", path, status)
		}
	}
	if status := raw(t, s.URL+"/api/pay/notify/nobody", "junk", nil); status != http.StatusNotFound {
		t.Errorf("a provider that is not there: %d", status)
	}
}

// A callback with the provider's format but not its signature is not authorized.
func TestForgedCallbacksAreUnauthorized(t *testing.T) {
	k := testkit.Memory(t)
	e := apptest.NewApp(k)
	providers(e)
	s := testkit.Serve(t, k, testkit.Parts{Authenticate: e.Sessions().Authenticate, Signed: e.AppKeys().Verify,
		Routes: func(a *web.API) { e.SetAPI(a); app.All(e, a) }})
	now := strconv.FormatInt(k.Now().Unix(), 10)
	// "v1=…" is the HMAC of the empty key, which an empty entry among the secrets must not become.
	empty := map[string]string{"X-Partner-Timestamp": now, "X-Partner-Signature": emptyKey(now, `{"reference":"x"}`),
		"X-Twilio-Signature": "eA=="}
	for path, body := range map[string]string{
		"/hook/whatsapp": `{"object":"whatsapp_business_account"}`, "/hook/twilio": "MessageSid=SM1&MessageStatus=failed",
		"/hook/voice":        "CallSid=CA1&CallStatus=completed",
		"/hook/voice/answer": "CallSid=CA1", "/hook/voice/gather": "CallSid=CA1&Digits=1", "/hook/partner": `{"reference":"x"}`,
		"/hook/partnergroup": `{"reference":"x"}`, "/hook/partnernumber": `{"reference":"x"}`,
		"/hook/aws-sms": forgedEvent, "/hook/ses": forgedEvent,
		"/hook/smtp": "From: <>\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b--\r\n",
	} {
		if status := raw(t, s.URL+"/api"+path, body, empty); status != http.StatusUnauthorized {
			t.Errorf("%s: %d", path, status)
		}
	}
}

// forgedEvent is a notification of a topic of ours that SNS did not sign.
const forgedEvent = `{"Type":"Notification","TopicArn":"` + apptest.SMSTopic +
	`","SignatureVersion":"2","Signature":"eA==","SigningCertURL":"https://evil.example/x.pem","Message":"{}"}`

func raw(t *testing.T, address, body string, headers map[string]string) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range headers {
		req.Header.Set(name, value)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	return res.StatusCode
}

// emptyKey is the partner's signature with a key of no bytes.
func emptyKey(at, body string) string {
	mac := hmac.New(sha256.New, nil)
	mac.Write([]byte(at + "." + body))
	return "v1=" + hex.EncodeToString(mac.Sum(nil))
}

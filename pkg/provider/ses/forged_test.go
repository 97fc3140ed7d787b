package ses_test

import (
	"bufio"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"herald/pkg/kit/outbound"
	"herald/pkg/provider"
	"herald/pkg/provider/ses"
)

// SNS signs notifications of all its users: only those of our topics are accepted, and none that was changed on its
// way. A repeated one says the same again.
func TestForgedNotificationsAreRefused(t *testing.T) {
	w := mustWire(t)
	w.adapter.Send(t.Context(), letter("bounce@mail.example"))
	w.until("the bounce", func() bool { return len(w.events.Receipts) == 2 })
	real := string(w.last.Body)
	header := func(string) string { return "" }
	call := func(body string) *provider.Callback { return &provider.Callback{Body: []byte(body), Header: header} }
	if !w.adapter.Verify(t.Context(), call(real)) {
		t.Fatal("the real one is refused")
	}
	for name, body := range map[string]string{
		"another recipient":          strings.Replace(real, "bounce@mail.example", "ana@mail.example", 1),
		"another topic":              strings.Replace(real, topic, topic+"-2", 1),
		"version 1":                  strings.Replace(real, `"SignatureVersion":"2"`, `"SignatureVersion":"1"`, 1),
		"a certificate of one's own": strings.Replace(real, `"SigningCertURL":"`+w.server.URL, `"SigningCertURL":"http://127.0.0.1:1`, 1),
		"a query for a certificate":  strings.Replace(real, "/SimpleNotificationService-", "/x?SimpleNotificationService-", 1),
		"no signature":               strings.Replace(real, `"Signature":"`, `"Signature":"","x":"`, 1),
		"nothing":                    "", "no JSON": "<xml/>",
	} {
		if body == real {
			t.Fatalf("%s: nothing was changed", name)
		}
		if w.adapter.Verify(t.Context(), call(body)) {
			t.Errorf("%s was believed", name)
		}
	}
	stranger := ses.New(ses.Config{Certificates: w.server.URL + "/ses", Outside: must(outbound.New(w.server.URL, nil))})
	if stranger.Verify(t.Context(), call(real)) {
		t.Error("without a topic nothing may be believed")
	}
	again, err := w.adapter.Parse(t.Context(), call(real))
	if err != nil || len(again.Receipts) != 1 || again.Receipts[0] != w.events.Receipts[1] {
		t.Errorf("%+v %v", again, err)
	}
}

// A malformed event of a verified notification is counted and nothing else.
func TestMalformedEventsAreCounted(t *testing.T) {
	a := ses.New(ses.Config{})
	for name, c := range map[string]struct {
		message  string
		receipts int
	}{
		"no JSON":                 {"hello", 0},
		"a list":                  {"[]", 0},
		"no type":                 {"{}", 0},
		"a notification":          {`{"notificationType":"Bounce","bounce":{},"mail":{}}`, 0},
		"an unknown type":         {`{"eventType":"Telepathy","mail":{}}`, 0},
		"a delay":                 {`{"eventType":"DeliveryDelay","deliveryDelay":{"delayType":"MailboxFull"},"mail":{}}`, 0},
		"a click without a link":  {`{"eventType":"Click","click":{},"mail":{}}`, 0},
		"another's email":         {`{"eventType":"Delivery","mail":{"messageId":"m","tags":{}}}`, 1},
		"a reference that is not": {`{"eventType":"Delivery","mail":{"messageId":"m","tags":{"ref":["%%"]}}}`, 1},
		"several references":      {`{"eventType":"Delivery","mail":{"messageId":"m","tags":{"ref":["YQ","Yg"]}}}`, 1},
		"several recipients": {`{"eventType":"Bounce","mail":{},` +
			`"bounce":{"bounceType":"Permanent","bouncedRecipients":[{},{"status":"5.1.1"}]}}`, 1},
		"a bounce without recipients": {`{"eventType":"Bounce","bounce":{"bounceType":"Permanent"},"mail":{}}`, 1},
	} {
		body := must(json.Marshal(map[string]string{"Type": "Notification", "Message": c.message}))
		ev, err := a.Parse(t.Context(), &provider.Callback{Body: body})
		if err != nil || len(ev.Receipts) != c.receipts || ev.Unknown != 1-c.receipts || len(ev.Actions) > 0 {
			t.Errorf("%s: %+v %v", name, ev, err)
		}
		for _, r := range ev.Receipts {
			if r.Reference != "" || r.At.IsZero() {
				t.Errorf("%s: %+v", name, r)
			}
		}
	}
}

// A recipient who ends all subscriptions of the service's own page is suppressed; another choice is of no interest.
func TestTheServicesOwnUnsubscribePageSuppresses(t *testing.T) {
	a := ses.New(ses.Config{})
	for now, want := range map[string]int{`{"unsubscribeAll":true}`: 1, `{"unsubscribeAll":false}`: 0} {
		body := must(json.Marshal(map[string]string{"Type": "Notification",
			"Message": `{"eventType":"Subscription","mail":{"tags":{"ref":["YQ"]}},"subscription":{"newTopicPreferences":` + now + `}}`}))
		ev, err := a.Parse(t.Context(), &provider.Callback{Body: body})
		if err != nil || len(ev.Receipts) != want || want > 0 && (!ev.Receipts[0].Suppress || ev.Receipts[0].Reference != "a") {
			t.Errorf("%s: %+v %v", now, ev, err)
		}
	}
}

const accepted = `{"MessageId":"m-1"}`

// cutServer accepts every email but answers only so many on each connection; then it cuts it. It returns its address and the number
// of complete requests that it has read.
func cutServer(t *testing.T, answers int) (string, *atomic.Int64) {
	t.Helper()
	l := must(net.Listen("tcp", "127.0.0.1:0"))
	var requests atomic.Int64
	var open sync.WaitGroup
	open.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return // closed at the end of the test
			}
			open.Go(func() {
				defer c.Close()
				r := bufio.NewReader(c)
				for i := 0; ; i++ {
					req, err := http.ReadRequest(r)
					if err != nil {
						return
					}
					if _, err := io.Copy(io.Discard, req.Body); err != nil {
						return
					}
					requests.Add(1)
					if i == answers {
						return
					}
					io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 19\r\n\r\n"+accepted)
				}
			})
		}
	})
	t.Cleanup(func() { l.Close(); open.Wait() })
	return "http://" + l.Addr().String(), &requests
}

// A cut connection leaves a doubt and is never a reason to send again, not even for the SDK or net/http.
func TestACutAnswerIsADoubtAndNeverReplayed(t *testing.T) {
	for answers, want := range map[int][]provider.Verdict{0: {provider.Unknown}, 1: {provider.Accepted, provider.Unknown}} {
		base, requests := cutServer(t, answers)
		transport := outbound.Transport(1)
		t.Cleanup(transport.CloseIdleConnections)
		a := ses.New(ses.Config{API: apiBy(base, transport)})
		for i, verdict := range want {
			if out := a.Send(t.Context(), letter("ana@mail.example")); out.Verdict != verdict {
				t.Errorf("%d of %d answers: %+v", i, answers, out)
			}
		}
		if n := requests.Load(); n != int64(len(want)) {
			t.Errorf("the server read %d requests for %d emails", n, len(want))
		}
	}
}

// An answer that ends too early, or has no id, is a doubt.
func TestAnUnreadableAnswerIsADoubt(t *testing.T) {
	for name, answer := range map[string]string{
		"too short":      "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + accepted,
		"without an id":  "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
		"a proxy's page": "HTTP/1.1 503 Busy\r\nContent-Type: text/html\r\nContent-Length: 4\r\n\r\n<p/>",
	} {
		l := must(net.Listen("tcp", "127.0.0.1:0"))
		var done sync.WaitGroup
		done.Go(func() {
			c, err := l.Accept()
			if err != nil {
				return
			}
			defer c.Close()
			if req, err := http.ReadRequest(bufio.NewReader(c)); err == nil {
				_, _ = io.Copy(io.Discard, req.Body)
			}
			_, _ = io.WriteString(c, answer)
		})
		a := ses.New(ses.Config{API: api("http://"+l.Addr().String(), "secret")})
		if out := a.Send(t.Context(), letter("ana@mail.example")); out.Verdict != provider.Unknown {
			t.Errorf("%s: %+v", name, out)
		}
		l.Close()
		done.Wait()
	}
}

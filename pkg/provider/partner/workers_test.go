package partner

import (
	"strconv"
	"testing"
	"time"

	"herald/pkg/provider"
)

// A call belongs to the partner whose secret signed exactly its method, path, query and body a short time ago.
func TestCallsOfWorkers(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	w := &Workers{Secrets: map[string][]string{"acme": {"old", "new"}, "blank": {""}}, Now: func() time.Time { return now }}
	call := func(name, secret string, at time.Time, change func(*provider.WorkCall)) (string, error) {
		c := provider.WorkCall{Method: "PUT", Target: "/api/comment/partner/item/1/lease?a=b", Body: []byte("{}")}
		stamp := strconv.FormatInt(at.Unix(), 10)
		signature := SignCall(secret, stamp, c)
		change(&c)
		c.Header = func(h string) string {
			return map[string]string{"X-Partner-Id": name, "X-Partner-Timestamp": stamp, "X-Partner-Signature": signature}[h]
		}
		return w.Caller(c)
	}
	same := func(*provider.WorkCall) {}
	for _, secret := range []string{"old", "new"} {
		if name, err := call("acme", secret, now.Add(-5*time.Minute), same); err != nil || name != "acme" {
			t.Errorf("%s: %q, %v", secret, name, err)
		}
	}
	for what, try := range map[string]func() (string, error){
		"another secret":  func() (string, error) { return call("acme", "x", now, same) },
		"an empty secret": func() (string, error) { return call("blank", "", now, same) },
		"no partner":      func() (string, error) { return call("zenith", "new", now, same) },
		"no name":         func() (string, error) { return call("", "", now, same) },
		"late":            func() (string, error) { return call("acme", "new", now.Add(-301*time.Second), same) },
		"early":           func() (string, error) { return call("acme", "new", now.Add(301*time.Second), same) },
		"another method": func() (string, error) {
			return call("acme", "new", now, func(c *provider.WorkCall) { c.Method = "DELETE" })
		},
		"another item": func() (string, error) {
			return call("acme", "new", now, func(c *provider.WorkCall) { c.Target += "c" })
		},
		"another body": func() (string, error) { return call("acme", "new", now, func(c *provider.WorkCall) { c.Body = nil }) },
	} {
		if name, err := try(); err == nil {
			t.Errorf("%s is taken for %q", what, name)
		}
	}
}

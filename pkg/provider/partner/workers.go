package partner

import (
	"crypto/hmac"
	"strconv"
	"strings"
	"time"

	"herald/pkg/provider"
)

// Workers knows the partners that fulfil work items, by the signatures of their calls (items.json beside this file).
type Workers struct {
	Secrets map[string][]string // by the partner's name: all are believed, two while they rotate
	Now     func() time.Time
}

var _ provider.WorkPartners = (*Workers)(nil)

// Caller gives the partner of a call that is signed with a secret of its own and not older than five minutes. The signature covers time,
// method, path with query, and body.
func (w *Workers) Caller(c provider.WorkCall) (string, error) {
	name, at := c.Header("X-Partner-Id"), c.Header("X-Partner-Timestamp")
	seconds, err := strconv.ParseInt(at, 10, 64)
	if err != nil || w.Now().Sub(time.Unix(seconds, 0)).Abs() > mostAge {
		return "", provider.Later(provider.Forged, "timestamp %.40q", at)
	}
	for _, secret := range w.Secrets[name] {
		if secret != "" && hmac.Equal([]byte(SignCall(secret, at, c)), []byte(c.Header("X-Partner-Signature"))) {
			return name, nil
		}
	}
	return "", provider.Later(provider.Forged, "signature of %.40q", name)
}

// SignCall is the signature of a call of a partner.
func SignCall(secret, timestamp string, c provider.WorkCall) string {
	return sign(secret, strings.Join([]string{timestamp, c.Method, c.Target}, "."), c.Body)
}

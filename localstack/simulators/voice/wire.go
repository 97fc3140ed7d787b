package voicesim

import (
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// about is what each call to the client tells.
func (t *talker) about(status string) url.Values {
	t.mu.Lock()
	defer t.mu.Unlock()
	f := url.Values{"CallSid": {t.c.id}, "AccountSid": {t.cfg.AccountSID}, "From": {t.c.from}, "To": {t.c.to}, "CallStatus": {status},
		"ApiVersion": {"2010-04-01"}, "Direction": {"outbound-api"}}
	if t.c.detect {
		f.Set("AnsweredBy", t.c.by)
	}
	return f
}

// fetch makes a signed call to the client; form is nil for a recording.
func (t *talker) fetch(address, method string, form url.Values) ([]byte, error) {
	body := form.Encode()
	if method == http.MethodGet && form != nil {
		u, err := url.Parse(address)
		if err != nil {
			return nil, err
		}
		q := u.Query()
		for name := range form {
			q.Set(name, form.Get(name))
		}
		u.RawQuery = q.Encode()
		address, body = u.String(), ""
	}
	if method != http.MethodGet {
		method = http.MethodPost
	}
	r, err := http.NewRequestWithContext(t.ctx, method, address, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	if form != nil {
		t.sign(r, []byte(body))
	}
	status, answer, err := t.Call(r)
	if err != nil {
		return nil, fmt.Errorf("11200 HTTP retrieval failure: %w", err)
	}
	if status/100 != 2 {
		return nil, fmt.Errorf("11200 HTTP retrieval failure: %d of %s", status, r.URL.Path)
	}
	return answer, nil
}

// sign is the provider's signature: of the whole address and the fields of the form, sorted by name.
func (s *Sim) sign(r *http.Request, body []byte) {
	f, err := url.ParseQuery(string(body))
	if err != nil {
		panic("voicesim: " + err.Error()) // we wrote it
	}
	text := r.URL.String()
	names := make([]string, 0, len(f))
	for name := range f {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		text += name + f.Get(name)
	}
	mac := hmac.New(sha1.New, []byte(s.cfg.AuthToken))
	mac.Write([]byte(text))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
	r.Header.Set("User-Agent", "TwilioProxy/1.1")
	r.Header.Set("X-Twilio-Signature", base64.StdEncoding.EncodeToString(mac.Sum(nil)))
}

package wechatpay

import (
	"context"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/wechatpay-apiv3/wechatpay-go/utils"

	"herald/pkg/provider"
)

// platform has the platform's certificates of its last answer. During a rotation there are two, and both are valid.
// A certificate that is no longer listed or is out of its time is not.
type platform struct {
	asked time.Time
	keys  map[string]platformKey // by serial, in capitals
}

type platformKey struct {
	key         *rsa.PublicKey
	from, until time.Time
}

// verify checks a signature by the key that it names. An unknown serial may be a new certificate: the platform is
// queried, at most once a minute, so that forged ones cause a bounded number of queries. It gives Retry where that
// was not possible.
func (a *Adapter) verify(ctx context.Context, s *signed) error {
	if key := a.fixed[s.serial]; key != nil {
		return s.verify(key)
	}
	if len(a.fixed) > 0 && strings.HasPrefix(s.serial, "PUB_KEY_ID_") {
		return provider.Refuse(provider.Forged, "public key %.60q is not configured", s.serial)
	}
	known, err := a.platform(ctx, s.serial)
	if err != nil {
		return err
	}
	k, ok := known.keys[strings.ToUpper(s.serial)]
	if !ok || a.now().Before(k.from) || a.now().After(k.until) {
		return provider.Refuse(provider.Forged, "no valid certificate %.60q", s.serial)
	}
	return s.verify(k.key)
}

// platform gives the certificates, asked for anew when they are old or lack the serial.
func (a *Adapter) platform(ctx context.Context, serial string) (*platform, error) {
	if p := a.known.Load(); a.enough(p, serial) {
		return p, nil
	}
	select {
	case a.asking <- struct{}{}:
		defer func() { <-a.asking }()
	case <-ctx.Done():
		return nil, provider.Later(provider.Unreachable, "certificates: %v", ctx.Err())
	}
	old := a.known.Load()
	if a.enough(old, serial) {
		return old, nil // another call asked meanwhile
	}
	err := a.failed
	var p *platform
	if err == nil || a.now().Sub(a.failedAt) >= failedWait {
		if p, err = a.fetch(ctx); err == nil {
			a.failed = nil
			a.known.Store(p)
			return p, nil
		}
		a.failed, a.failedAt = err, a.now()
	}
	if old != nil && old.has(serial) {
		return old, nil // the certificates we have hold until their own end
	}
	return nil, err
}

func (a *Adapter) enough(p *platform, serial string) bool {
	if p == nil {
		return false
	}
	wait := unknownWait
	if p.has(serial) {
		wait = certificate
	}
	return a.now().Sub(p.asked) < wait
}

func (p *platform) has(serial string) bool {
	_, ok := p.keys[strings.ToUpper(serial)]
	return ok
}

// fetch asks for the certificates. They are sealed with our key, so they are the platform's; the answer is signed by one of them.
func (a *Adapter) fetch(ctx context.Context) (*platform, error) {
	answer, err := a.send(ctx, http.MethodGet, "/v3/certificates", nil)
	if err != nil {
		return nil, provider.Unanswered(err, false, true)
	}
	var list struct {
		Data []struct {
			Serial string    `json:"serial_no"`
			From   time.Time `json:"effective_time"`
			Until  time.Time `json:"expire_time"`
			Sealed sealed    `json:"encrypt_certificate"`
		} `json:"data"`
	}
	if answer.Status != http.StatusOK {
		return nil, refusal(answer, true)
	}
	if json.Unmarshal(answer.Body, &list) != nil || len(list.Data) == 0 {
		return nil, provider.Later(provider.Unreadable, "certificates: %.200s", answer.Body)
	}
	p := &platform{asked: a.now(), keys: map[string]platformKey{}}
	for _, c := range list.Data {
		text, err := a.open(c.Sealed)
		if err != nil {
			return nil, provider.Later(provider.BadAccount, "certificate %s: %v", c.Serial, err)
		}
		key, err := certificateKey(text)
		if err != nil {
			return nil, provider.Later(provider.Unreadable, "certificate %s: %v", c.Serial, err)
		}
		p.keys[strings.ToUpper(c.Serial)] = platformKey{key, c.From, c.Until}
	}
	s, err := a.readSignature(answer.Body, answer.Header.Get)
	if err == nil {
		k, ok := p.keys[strings.ToUpper(s.serial)]
		if !ok {
			return nil, provider.Later(provider.Forged, "certificates are signed by %.60q, which is none of them", s.serial)
		}
		err = s.verify(k.key)
	}
	if err != nil {
		return nil, provider.Later(provider.Forged, "certificates: %v", err)
	}
	return p, nil
}

func certificateKey(text []byte) (*rsa.PublicKey, error) {
	c, err := utils.LoadCertificate(string(text))
	if err != nil {
		return nil, err
	}
	key, ok := c.PublicKey.(*rsa.PublicKey)
	if !ok {
		return nil, x509.ErrUnsupportedAlgorithm
	}
	return key, nil
}

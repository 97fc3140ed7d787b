package wechatpaysim

import (
	"crypto"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"math/big"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"herald/localstack/simulators/paymentledger"
	"herald/localstack/simulators/sim"
)

// certificate is one of the platform's.
type certificate struct {
	serial      string
	pem         []byte
	key         *rsa.PrivateKey
	from, until time.Time
}

// Rotate makes a certificate that signs from now on; the ones before stay listed, unless they are dropped.
func (s *Sim) Rotate(drop bool) error {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return err
	}
	return s.certify(key, drop)
}

// begin makes the first certificate.
func (s *Sim) begin() error {
	if s.cfg.PlatformKey == "" {
		return s.Rotate(false)
	}
	block, _ := pem.Decode([]byte(s.cfg.PlatformKey))
	if block == nil {
		return errors.New("wechatpaysim: the platform's key is not PEM")
	}
	any, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return err
	}
	key, ok := any.(*rsa.PrivateKey)
	if !ok {
		return errors.New("wechatpaysim: the platform's key is not RSA")
	}
	return s.certify(key, false)
}

func (s *Sim) certify(key *rsa.PrivateKey, drop bool) error {
	number, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 159))
	if err != nil {
		return err
	}
	c := &certificate{key: key, serial: strings.ToUpper(number.Text(16)), from: s.cfg.Now().Add(-time.Hour),
		until: s.cfg.Now().AddDate(5, 0, 0)}
	t := &x509.Certificate{SerialNumber: number, Subject: pkix.Name{CommonName: "Tenpay.com sign"}, NotBefore: c.from, NotAfter: c.until}
	der, err := x509.CreateCertificate(rand.Reader, t, t, &key.PublicKey, key)
	if err != nil {
		return err
	}
	c.pem = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	s.mu.Lock()
	defer s.mu.Unlock()
	if drop {
		s.certificates = nil
	}
	s.certificates = append(s.certificates, c)
	return nil
}

func (s *Sim) signer() *certificate {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.certificates[len(s.certificates)-1]
}

// PublicKey is the key that signs now, PEM.
func (s *Sim) PublicKey() string {
	der, err := x509.MarshalPKIXPublicKey(&s.signer().key.PublicKey)
	if err != nil {
		panic("wechatpaysim: " + err.Error()) // a key that was just made
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}))
}

// sign writes the four headers.
func (s *Sim) sign(h http.Header, body []byte, at time.Time) {
	c := s.signer()
	nonce, stamp := rand.Text(), strconv.FormatInt(at.Unix(), 10)
	sum := sha256.Sum256([]byte(stamp + "\n" + nonce + "\n" + string(body) + "\n"))
	signature, err := rsa.SignPKCS1v15(rand.Reader, c.key, crypto.SHA256, sum[:])
	if err != nil {
		panic("wechatpaysim: " + err.Error())
	}
	serial := c.serial
	if s.cfg.PublicKeyID != "" {
		serial = s.cfg.PublicKeyID
	}
	h.Set("Wechatpay-Serial", serial)
	h.Set("Wechatpay-Timestamp", stamp)
	h.Set("Wechatpay-Nonce", nonce)
	h.Set("Wechatpay-Signature", base64.StdEncoding.EncodeToString(signature))
	h.Set("Wechatpay-Signature-Type", "WECHATPAY2-SHA256-RSA2048")
}

// signCallback signs a callback as its mode says.
func (s *Sim) signCallback(r *http.Request, body []byte) {
	s.mu.Lock()
	how := s.modes[string(body)]
	s.mu.Unlock()
	at := s.Now()
	if how == paymentledger.Stale {
		at = at.Add(-10 * time.Minute)
	}
	s.sign(r.Header, body, at)
	switch how {
	case paymentledger.Forged:
		r.Header.Set("Wechatpay-Signature", base64.StdEncoding.EncodeToString(make([]byte, 256)))
	case paymentledger.Probe:
		r.Header.Set("Wechatpay-Signature", "WECHATPAY/SIGNTEST/"+r.Header.Get("Wechatpay-Signature")[19:])
	}
}

// seal encrypts for the merchant.
func (s *Sim) seal(text []byte, about string) map[string]any {
	block, err := aes.NewCipher([]byte(s.cfg.APIv3Key))
	if err != nil {
		panic("wechatpaysim: " + err.Error())
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		panic("wechatpaysim: " + err.Error())
	}
	nonce := rand.Text()[:12]
	return map[string]any{"algorithm": "AEAD_AES_256_GCM", "nonce": nonce, "associated_data": about,
		"ciphertext": base64.StdEncoding.EncodeToString(gcm.Seal(nil, []byte(nonce), text, []byte(about)))}
}

var authorization = regexp.MustCompile(
	`^WECHATPAY2-SHA256-RSA2048 mchid="([^"]*)",nonce_str="([^"]{1,32})",timestamp="(\d+)",serial_no="([^"]*)",signature="([^"]*)"$`)

// authentic checks a request's signature; the error is a refusal.
func (s *Sim) authentic(r *http.Request, body []byte) error {
	m := authorization.FindStringSubmatch(r.Header.Get("Authorization"))
	if m == nil {
		return sim.Refuse("SIGN_ERROR", "Http头Authorization值格式错误，请参考《微信支付商户REST API签名规则》")
	}
	at, err := strconv.ParseInt(m[3], 10, 64)
	if err != nil || s.Now().Sub(time.Unix(at, 0)).Abs() > 5*time.Minute {
		return sim.Refuse("SIGN_ERROR", "timestamp %s", m[3])
	}
	if m[1] != s.cfg.MerchantID || m[4] != s.cfg.Serial {
		return sim.Refuse("SIGN_ERROR", "商户证书序列号有误 %s %s", m[1], m[4])
	}
	signature, err := base64.StdEncoding.DecodeString(m[5])
	sum := sha256.Sum256([]byte(r.Method + "\n" + r.RequestURI + "\n" + m[3] + "\n" + m[2] + "\n" + string(body) + "\n"))
	if err != nil || rsa.VerifyPKCS1v15(s.key, crypto.SHA256, sum[:], signature) != nil {
		return sim.Refuse("SIGN_ERROR", "错误的签名，验签失败")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.nonces[m[2]] {
		return sim.Refuse("SIGN_ERROR", "nonce %s was used", m[2])
	}
	s.nonces[m[2]] = true
	return nil
}

func token(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}

// list answers GET /v3/certificates.
func (s *Sim) list(*request) (any, error) {
	s.mu.Lock()
	all := append([]*certificate(nil), s.certificates...)
	s.mu.Unlock()
	data := []any{}
	for _, c := range all {
		data = append(data, map[string]any{"serial_no": c.serial, "effective_time": c.from.Format(time.RFC3339),
			"expire_time": c.until.Format(time.RFC3339), "encrypt_certificate": s.seal(c.pem, "certificate")})
	}
	return map[string]any{"data": data}, nil
}

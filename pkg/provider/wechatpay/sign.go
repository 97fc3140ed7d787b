package wechatpay

import (
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"strconv"
	"time"

	"github.com/wechatpay-apiv3/wechatpay-go/utils"

	"herald/pkg/provider"
)

const (
	scheme       = "WECHATPAY2-SHA256-RSA2048"
	aeadName     = "AEAD_AES_256_GCM"
	headSerial   = "Wechatpay-Serial"
	headTime     = "Wechatpay-Timestamp"
	headNonce    = "Wechatpay-Nonce"
	headSign     = "Wechatpay-Signature"
	aeadNonce    = 12
	aeadKeyBytes = 32
)

// authorize is the value of the header Authorization: path as it is sent, with its query (facts 5.1).
func (a *Adapter) authorize(method, path string, body []byte) (string, error) {
	nonce, err := utils.GenerateNonce()
	if err != nil {
		return "", err
	}
	at := strconv.FormatInt(a.now().Unix(), 10)
	signature, err := utils.SignSHA256WithRSA(method+"\n"+path+"\n"+at+"\n"+nonce+"\n"+string(body)+"\n", a.key)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf(`%s mchid="%s",nonce_str="%s",timestamp="%s",serial_no="%s",signature="%s"`, scheme,
		a.cfg.MerchantID, nonce, at, a.cfg.Serial, signature), nil
}

// signed is the content of a platform's signature: its key, the signed text, the time.
type signed struct {
	serial    string
	message   []byte
	signature []byte
}

// readSignature takes the four headers of an answer or a callback; one that is missing, malformed or of another time is Forged.
func (a *Adapter) readSignature(body []byte, header func(string) string) (*signed, error) {
	at, err := strconv.ParseInt(header(headTime), 10, 64)
	if err != nil {
		return nil, provider.Refuse(provider.Forged, "timestamp %.40q", header(headTime))
	}
	if age := a.now().Sub(time.Unix(at, 0)); age >= skew || age <= -skew {
		return nil, provider.Refuse(provider.Forged, "signed %s ago", age.Round(time.Second))
	}
	s := &signed{serial: header(headSerial)}
	if s.signature, err = base64.StdEncoding.DecodeString(header(headSign)); err != nil || len(s.signature) == 0 || s.serial == "" {
		return nil, provider.Refuse(provider.Forged, "signature %.20q of %.60q", header(headSign), s.serial)
	}
	s.message = []byte(header(headTime) + "\n" + header(headNonce) + "\n" + string(body) + "\n")
	return s, nil
}

func (s *signed) verify(key *rsa.PublicKey) error {
	sum := sha256.Sum256(s.message)
	if rsa.VerifyPKCS1v15(key, crypto.SHA256, sum[:], s.signature) != nil {
		return provider.Refuse(provider.Forged, "the signature is not that of %s", s.serial)
	}
	return nil
}

// sealed is an encrypted part of a callback or a certificate.
type sealed struct {
	Algorithm  string `json:"algorithm"`
	Ciphertext string `json:"ciphertext"`
	Associated string `json:"associated_data"`
	Nonce      string `json:"nonce"`
}

// open decrypts; content that cannot be decrypted is Forged, as only the platform has the key.
func (a *Adapter) open(s sealed) ([]byte, error) {
	if s.Algorithm != aeadName || len(s.Nonce) != aeadNonce {
		return nil, provider.Refuse(provider.Forged, "sealed with %.40q and a nonce of %d bytes", s.Algorithm, len(s.Nonce))
	}
	text, err := utils.DecryptAES256GCM(a.cfg.APIv3Key, s.Associated, s.Nonce, s.Ciphertext)
	if err != nil {
		return nil, provider.Refuse(provider.Forged, "not sealed with our key: %v", err)
	}
	return []byte(text), nil
}

// privateKey reads a merchant's key in PKCS #8, as the platform gives it, or in PKCS #1.
func privateKey(text string) (*rsa.PrivateKey, error) {
	if block, _ := pem.Decode([]byte(text)); block != nil {
		if key, err := x509.ParsePKCS1PrivateKey(block.Bytes); err == nil {
			return key, nil
		}
	}
	key, err := utils.LoadPrivateKey(text)
	if err != nil {
		return nil, fmt.Errorf("wechatpay: the merchant's private key: %w", err)
	}
	return key, nil
}

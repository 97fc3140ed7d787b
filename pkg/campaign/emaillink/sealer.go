package emaillink

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"hash"
	"sync"
)

// minKey is the least length of a key in bytes.
const minKey = 32

// ErrToken is the error of a token that is forged, damaged, of another purpose or of a key that is gone.
var ErrToken = errors.New("emaillink: no token of ours")

// ErrNoKey is the error of a process without a key.
var ErrNoKey = errors.New("emaillink: link/key needs keys of at least 32 characters")

// Sealer seals tokens. It is deterministic authenticated encryption with a synthetic initialisation vector, as AES-SIV (RFC 5297): the
// vector is a keyed hash of purpose and content. Equal content gives an equal token, and there is no nonce whose repetition would break
// it: an order of a million emails with twenty links seals 2e7 tokens, and a random 96-bit nonce allows 2^32 per key.
type Sealer struct{ keys []sealKey }

type sealKey struct {
	macs  *sync.Pool // of hash.Hash
	block cipher.Block
}

// purpose distinguishes tokens. It is part of the hash, so that a token of one purpose never opens as another.
type purpose byte

const (
	unsubscribing purpose = 'u'
	clicking      purpose = 'l'
	loading       purpose = 'o'
)

// vectorBytes is the size of the synthetic vector. A forger hits it with a chance of 2^-128.
const vectorBytes = 16

var encoding = base64.RawURLEncoding.Strict() // one spelling of a token

// NewSealer makes a sealer. The first key seals, all open. It fails without a key, and with one that is too short.
func NewSealer(keys [][]byte) (*Sealer, error) {
	s := &Sealer{}
	for _, key := range keys {
		if len(key) < minKey {
			return nil, ErrNoKey
		}
		mac, err := hkdf.Key(sha256.New, key, nil, "herald link mac", 32)
		if err != nil {
			return nil, err
		}
		enc, err := hkdf.Key(sha256.New, key, nil, "herald link enc", 32)
		if err != nil {
			return nil, err
		}
		block, err := aes.NewCipher(enc)
		if err != nil {
			return nil, err
		}
		s.keys = append(s.keys, sealKey{&sync.Pool{New: func() any { return hmac.New(sha256.New, mac) }}, block})
	}
	if len(s.keys) == 0 {
		return nil, ErrNoKey
	}
	return s, nil
}

func (k *sealKey) vector(p purpose, content []byte) []byte {
	h := k.macs.Get().(hash.Hash)
	defer k.macs.Put(h)
	h.Reset()
	h.Write([]byte{byte(p)})
	h.Write(content)
	return h.Sum(nil)[:vectorBytes]
}

func (s *Sealer) seal(p purpose, content []byte) string {
	k := &s.keys[0]
	out := make([]byte, vectorBytes+len(content))
	copy(out, k.vector(p, content))
	cipher.NewCTR(k.block, out[:vectorBytes]).XORKeyStream(out[vectorBytes:], content)
	return encoding.EncodeToString(out)
}

// longestToken bounds what is decoded.
const longestToken = 8 << 10

func (s *Sealer) open(p purpose, token string) ([]byte, error) {
	if len(token) > longestToken {
		return nil, ErrToken
	}
	sealed, err := encoding.DecodeString(token)
	if err != nil || len(sealed) <= vectorBytes {
		return nil, ErrToken
	}
	content := make([]byte, len(sealed)-vectorBytes)
	for i := range s.keys {
		k := &s.keys[i]
		cipher.NewCTR(k.block, sealed[:vectorBytes]).XORKeyStream(content, sealed[vectorBytes:])
		if subtle.ConstantTimeCompare(k.vector(p, content), sealed[:vectorBytes]) == 1 {
			return content, nil
		}
	}
	return nil, ErrToken
}

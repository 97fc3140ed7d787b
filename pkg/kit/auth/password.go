package auth

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"
)

// Cost of argon2id.
type Cost struct{ MemoryKiB, Passes uint32 }

// Product is the cost of every password: 19 MiB, two passes, parallelism 1 (decisions §3, OWASP ASVS 5.0 appendix
// C). Cheap is for the passwords of tests, which keep nothing secret.
var (
	Product = Cost{19456, 2}
	Cheap   = Cost{8, 1}
)

const (
	lanes     = 1
	keyLength = 32
)

// Hash gives a PHC string with its parameters and a fresh salt. No cost at all is that of the product.
func (c Cost) Hash(password string) string {
	if c == (Cost{}) {
		c = Product
	}
	salt := make([]byte, 16)
	if _, err := rand.Read(salt); err != nil {
		panic(err)
	}
	key := argon2.IDKey([]byte(password), salt, c.Passes, c.MemoryKiB, lanes, keyLength)
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s", c.MemoryKiB, c.Passes, lanes, b64.EncodeToString(salt), b64.EncodeToString(key))
}

// CheckPassword compares in constant time. An empty or broken hash costs the same time and never matches, so that an
// unknown name cannot be distinguished from a wrong password.
func CheckPassword(hash, password string) bool {
	m, t, p, salt, want, ok := parseHash(hash)
	if !ok {
		m, t, p, salt, want = Product.MemoryKiB, Product.Passes, lanes, make([]byte, 16), make([]byte, keyLength)
	}
	have := argon2.IDKey([]byte(password), salt, t, m, p, uint32(len(want)))
	return subtle.ConstantTimeCompare(have, want) == 1 && ok
}

func parseHash(hash string) (m, t uint32, p uint8, salt, key []byte, ok bool) {
	parts := strings.Split(hash, "$")
	if len(parts) != 6 || parts[1] != "argon2id" || parts[2] != "v=19" {
		return
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &m, &t, &p); err != nil {
		return
	}
	salt, err1 := base64.RawStdEncoding.DecodeString(parts[4])
	key, err2 := base64.RawStdEncoding.DecodeString(parts[5])
	return m, t, p, salt, key, err1 == nil && err2 == nil && len(key) > 0
}

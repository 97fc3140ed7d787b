package shunt

import (
	"crypto/rand"
	"strings"
)

// Codes have eight of these characters, which no reader takes for each other: 2^46 codes.
const (
	codeAlphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	codeLength   = 8
)

// NewCode draws an unguessable code of a link.
func NewCode() string {
	code := make([]byte, 0, codeLength)
	var some [2 * codeLength]byte
	for {
		_, _ = rand.Read(some[:]) // never fails
		for _, b := range some {
			if b &= 63; int(b) < len(codeAlphabet) {
				if code = append(code, codeAlphabet[b]); len(code) == codeLength {
					return string(code)
				}
			}
		}
	}
}

// ValidCode reports text that can be a code.
func ValidCode(text string) bool {
	return len(text) == codeLength && !strings.ContainsFunc(text, func(c rune) bool { return !strings.ContainsRune(codeAlphabet, c) })
}

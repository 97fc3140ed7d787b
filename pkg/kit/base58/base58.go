// Package base58 reads and writes addresses with a checksum, as TRON and Bitcoin have them.
package base58

import (
	"crypto/sha256"
	"errors"
	"math/big"
	"strings"
)

const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

// ErrAddress is the error of Decode.
var ErrAddress = errors.New("base58: not an address, or a digit of it is wrong")

// longest address that is read.
const longest = 64

// Encode writes version and content with their checksum.
func Encode(payload []byte) string {
	full := append(append([]byte(nil), payload...), check(payload)...)
	n, mod, base := new(big.Int).SetBytes(full), new(big.Int), big.NewInt(58)
	var digits []byte
	for n.Sign() > 0 {
		n.DivMod(n, base, mod)
		digits = append(digits, alphabet[mod.Int64()])
	}
	for _, b := range full {
		if b != 0 {
			break
		}
		digits = append(digits, alphabet[0])
	}
	for i, j := 0, len(digits)-1; i < j; i, j = i+1, j-1 {
		digits[i], digits[j] = digits[j], digits[i]
	}
	return string(digits)
}

// Decode gives version and content of an address whose checksum is right.
func Decode(text string) ([]byte, error) {
	if len(text) == 0 || len(text) > longest {
		return nil, ErrAddress
	}
	n, base := new(big.Int), big.NewInt(58)
	for i := range len(text) {
		digit := strings.IndexByte(alphabet, text[i])
		if digit < 0 {
			return nil, ErrAddress
		}
		n.Add(n.Mul(n, base), big.NewInt(int64(digit)))
	}
	zeros := len(text) - len(strings.TrimLeft(text, alphabet[:1]))
	full := append(make([]byte, zeros), n.Bytes()...)
	if len(full) < 5 {
		return nil, ErrAddress
	}
	payload, sum := full[:len(full)-4], full[len(full)-4:]
	if string(check(payload)) != string(sum) {
		return nil, ErrAddress
	}
	return payload, nil
}

func check(payload []byte) []byte {
	once := sha256.Sum256(payload)
	twice := sha256.Sum256(once[:])
	return twice[:4]
}

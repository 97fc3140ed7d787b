package email

import (
	"crypto/sha256"
	"encoding/binary"
	"strings"

	"golang.org/x/net/idna"
)

// codeBits are the bits of a recipient code that come from the address. With the tag above them a code has 58 bits, so it fits beside
// the channel and source of a suppression, and no phone number (at most 15 digits) is as large.
const codeBits = 57

const tag = 1 << codeBits

// Normalise gives the form of an address in which recipients are compared and written to: lower case, the domain in ASCII (IDNA 2008).
// ok is false for a text that is no address.
func Normalise(text string) (address string, ok bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	at := strings.LastIndexByte(text, '@')
	if at < 1 {
		return "", false
	}
	domain, err := idna.Lookup.ToASCII(text[at+1:])
	if err != nil {
		return "", false
	}
	address = text[:at] + "@" + domain
	return address, Valid(address, LongestEnding)
}

// Domain is the part of a normalised address after its @.
func Domain(address string) string { return address[strings.LastIndexByte(address, '@')+1:] }

// Code is the number that stands for a normalised address wherever a recipient is a number: in packs of contact lists, chunks,
// suppressions, caps and indexes. It is a hash, so the address lies beside it where it is needed. Two addresses of a list of 70,000
// share a code with a probability of 2e-8.
func Code(address string) uint64 {
	sum := sha256.Sum256([]byte("herald email\x00" + address))
	return tag | binary.BigEndian.Uint64(sum[:])>>(64-codeBits)
}

// SenderCode is the code by which a recipient is suppressed for the emails of one sender alone, made of the recipient's own code.
func SenderCode(code uint64, sender string) uint64 {
	sum := sha256.Sum256(append(binary.BigEndian.AppendUint64([]byte("herald email sender\x00"), code), sender...))
	return tag | binary.BigEndian.Uint64(sum[:])>>(64-codeBits)
}

// IsCode tells a code from a phone number.
func IsCode(recipient uint64) bool { return recipient >= tag }

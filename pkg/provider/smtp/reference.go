package smtp

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// marker writes our reference into the Message-ID and the return path of an email, and reads it from what comes back. A mark bears
// a part of an HMAC, so that a stranger cannot report a bounce of an email that the stranger has not received.
type marker struct {
	domain  string
	secrets []string // the first marks, all are believed
}

const (
	markSize      = 10 // hexadecimal digits
	pathPrefix    = "b-"
	longestLocal  = 64 // characters of a local part (RFC 5321 §4.5.3.1.1)
	defaultBounce = "bounces"
)

// token is the reference with its mark.
func (m marker) token(reference string) string {
	return reference + "." + m.sum(m.secrets[0], reference)
}

// sum covers the reference in lower case: some mail servers write the local part of an address in lower case.
func (m marker) sum(secret, reference string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte("return path\x00" + strings.ToLower(reference)))
	return hex.EncodeToString(mac.Sum(nil))[:markSize]
}

// messageID has the reference; without brackets.
func (m marker) messageID(reference string) string { return m.token(reference) + "@" + m.domain }

// returnPath has the reference too, unless it is too long, or the message names a local part of its own.
func (m marker) returnPath(reference, local string) string {
	if local == "" {
		if local = pathPrefix + m.token(reference); len(local) > longestLocal {
			local = defaultBounce
		}
	}
	return local + "@" + m.domain
}

// reference reads a Message-ID or a return path; empty for what is not ours.
func (m marker) reference(address string) string {
	address = strings.Trim(strings.TrimSpace(address), "<>")
	at := strings.LastIndexByte(address, '@')
	if at < 0 || !strings.EqualFold(address[at+1:], m.domain) {
		return ""
	}
	token := address[:at]
	if len(token) >= len(pathPrefix) && strings.EqualFold(token[:len(pathPrefix)], pathPrefix) {
		token = token[len(pathPrefix):]
	}
	dot := strings.LastIndexByte(token, '.')
	if dot < 1 {
		return ""
	}
	reference, given := token[:dot], strings.ToLower(token[dot+1:])
	for _, secret := range m.secrets {
		if secret != "" && hmac.Equal([]byte(m.sum(secret, reference)), []byte(given)) {
			return restored(reference)
		}
	}
	return ""
}

// restored is a reference as it was, when a mail server wrote it in lower case: its first part, the id of an order, is in capitals.
func restored(reference string) string {
	order, rest, more := strings.Cut(reference, ".")
	if !more || strings.ToLower(reference) != reference {
		return reference
	}
	return strings.ToUpper(order) + "." + rest
}

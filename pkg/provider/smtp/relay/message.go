package relay

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/emersion/go-msgauth/dkim"
	"github.com/wneessen/go-mail"

	"herald/pkg/provider/smtp"
)

// write is an email in the form of RFC 5322.
func write(m smtp.Mail) ([]byte, error) {
	msg := mail.NewMsg(mail.WithNoDefaultUserAgent())
	if err := msg.FromFormat(m.FromName, m.From); err != nil {
		return nil, err
	}
	if err := msg.To(m.To); err != nil {
		return nil, err
	}
	if m.ReplyTo != "" {
		if err := msg.ReplyToFormat(m.ReplyToName, m.ReplyTo); err != nil {
			return nil, err
		}
	}
	msg.Subject(m.Subject)
	msg.SetMessageIDWithValue(m.MessageID)
	msg.SetDate()
	if m.Unsubscribe != "" {
		msg.SetGenHeaderPreformatted("List-Unsubscribe", "<"+m.Unsubscribe+">")
		msg.SetGenHeaderPreformatted("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	if m.FeedbackID != "" {
		msg.SetGenHeader("Feedback-ID", m.FeedbackID)
	}
	switch {
	case m.HTML == "":
		msg.SetBodyString(mail.TypeTextPlain, m.Text)
	case m.Text == "":
		msg.SetBodyString(mail.TypeTextHTML, m.HTML)
	default:
		msg.SetBodyString(mail.TypeTextPlain, m.Text)
		msg.AddAlternativeString(mail.TypeTextHTML, m.HTML)
	}
	var text bytes.Buffer
	_, err := msg.WriteTo(&text)
	return text.Bytes(), err
}

// Key signs the emails of a domain.
type Key struct {
	Domain, Selector string
	Signer           crypto.Signer
}

// Keys are those of all domains. Keys of RSA stand before others: a mailbox provider that knows no Ed25519 sees the first signature.
type Keys []Key

// ReadKeys reads keys by the names of their DNS records: "<selector>._domainkey.<domain>" to a private key of RSA or Ed25519 in PEM.
func ReadKeys(records map[string]string) (all Keys, err error) {
	for name, text := range records {
		selector, domain, ok := strings.Cut(strings.ToLower(name), "._domainkey.")
		if !ok || selector == "" || domain == "" {
			return nil, fmt.Errorf("smtp: %q is not the name of a DKIM record", name)
		}
		signer, err := readKey(text)
		if err != nil {
			return nil, fmt.Errorf("smtp: the DKIM key of %s: %w", name, err)
		}
		all = append(all, Key{domain, selector, signer})
	}
	slices.SortFunc(all, func(a, b Key) int {
		if n := strings.Compare(a.Domain, b.Domain); n != 0 {
			return n
		}
		if _, is := a.Signer.(*rsa.PrivateKey); is {
			if _, both := b.Signer.(*rsa.PrivateKey); !both {
				return -1
			}
		} else if _, other := b.Signer.(*rsa.PrivateKey); other {
			return 1
		}
		return strings.Compare(a.Selector, b.Selector)
	})
	return all, nil
}

const leastBits = 1024 // of a key of RSA; mailbox providers refuse smaller ones

func readKey(text string) (crypto.Signer, error) {
	block, _ := pem.Decode([]byte(text))
	if block == nil {
		return nil, errors.New("no PEM")
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		old, bad := x509.ParsePKCS1PrivateKey(block.Bytes)
		if bad != nil {
			return nil, errors.New("no private key")
		}
		key = old
	}
	switch key := key.(type) {
	case *rsa.PrivateKey:
		if key.N.BitLen() < leastBits {
			return nil, fmt.Errorf("%d bits", key.N.BitLen())
		}
		return key, nil
	case ed25519.PrivateKey:
		return key, nil
	}
	return nil, errors.New("neither RSA nor Ed25519")
}

// signedHeaders are the headers of a signature. From stands twice, and headers that an email lacks stand too, so that none can
// be added.
var signedHeaders = []string{"From", "From", "To", "Subject", "Date", "Message-ID", "Reply-To", "MIME-Version", "Content-Type",
	"List-Unsubscribe", "List-Unsubscribe-Post", "Feedback-ID"}

// of gives the keys of an address: those of its domain, or of the nearest domain above that has one.
func (k Keys) of(address string) (found Keys) {
	domain := strings.ToLower(address[strings.LastIndexByte(address, '@')+1:])
	for ; domain != "" && len(found) == 0; _, domain, _ = strings.Cut(domain, ".") {
		for _, one := range k {
			if one.Domain == domain {
				found = append(found, one)
			}
		}
	}
	return found
}

// sign puts the signatures of the sender's domain in front of an email, the one of RSA first. Without a key the email stays as it
// is, and the relay may sign it.
func (k Keys) sign(from string, text []byte) ([]byte, error) {
	var head bytes.Buffer
	for _, key := range k.of(from) {
		s, err := dkim.NewSigner(&dkim.SignOptions{Domain: key.Domain, Selector: key.Selector, Signer: key.Signer,
			HeaderCanonicalization: dkim.CanonicalizationRelaxed, BodyCanonicalization: dkim.CanonicalizationRelaxed,
			HeaderKeys: signedHeaders})
		if err != nil {
			return nil, err
		}
		if _, err := s.Write(text); err != nil {
			return nil, err
		}
		if err := s.Close(); err != nil {
			return nil, err
		}
		head.WriteString(s.Signature())
	}
	return append(head.Bytes(), text...), nil
}

// has reports a word of a list that blanks divide.
func has(list, word string) bool {
	return slices.Contains(strings.Fields(strings.ToUpper(list)), word)
}

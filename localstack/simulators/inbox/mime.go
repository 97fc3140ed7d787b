package inbox

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"strings"

	"github.com/emersion/go-message"
)

// Parse reads an email as it went over the wire.
func Parse(via string, raw []byte) *Message {
	m := &Message{Via: via, Raw: string(raw)}
	e, err := message.Read(bytes.NewReader(raw))
	if err != nil && !message.IsUnknownCharset(err) && !message.IsUnknownEncoding(err) {
		m.Text = string(raw)
		return m
	}
	for f := e.Header.Fields(); f.Next(); {
		m.Headers = append(m.Headers, Field{f.Key(), f.Value()})
	}
	m.From, m.To, m.ReplyTo = decoded(m.Header("From")), decoded(m.Header("To")), decoded(m.Header("Reply-To"))
	m.Subject = decoded(m.Header("Subject"))
	read(m, e)
	return m
}

// read collects the first text and the first HTML part.
func read(m *Message, e *message.Entity) {
	if parts := e.MultipartReader(); parts != nil {
		for {
			p, err := parts.NextPart()
			if err != nil && !message.IsUnknownCharset(err) {
				return // the end, or a part that cannot be read
			}
			read(m, p)
		}
	}
	kind, _, _ := e.Header.ContentType()
	body, err := io.ReadAll(e.Body)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return
	}
	switch {
	case kind == "text/html" && m.HTML == "":
		m.HTML = string(body)
	case strings.HasPrefix(kind, "text/") && kind != "text/html" && m.Text == "":
		m.Text = string(body)
	}
}

func decoded(header string) string {
	text, err := new(mime.WordDecoder).DecodeHeader(header)
	if err != nil {
		return header
	}
	return text
}

// Write is a message in the form of RFC 5322, for emails that came in another form.
func Write(m *Message) string {
	var b bytes.Buffer
	for _, h := range m.Headers {
		value := h.Value
		if h.Name == "Subject" {
			value = mime.QEncoding.Encode("utf-8", value)
		}
		b.WriteString(h.Name + ": " + value + "\r\n")
	}
	b.WriteString("MIME-Version: 1.0\r\n")
	parts := multipart.NewWriter(&b)
	b.WriteString("Content-Type: multipart/alternative; boundary=" + parts.Boundary() + "\r\n\r\n")
	for _, p := range []struct{ kind, text string }{{"text/plain", m.Text}, {"text/html", m.HTML}} {
		if p.text == "" {
			continue
		}
		w, err := parts.CreatePart(textproto.MIMEHeader{"Content-Type": {p.kind + "; charset=utf-8"},
			"Content-Transfer-Encoding": {"quoted-printable"}})
		if err == nil {
			q := quotedprintable.NewWriter(w)
			_, err = q.Write([]byte(p.text))
			err = errors.Join(err, q.Close())
		}
		if err != nil {
			panic("inbox: " + err.Error()) // writing to memory does not fail
		}
	}
	if err := parts.Close(); err != nil {
		panic("inbox: " + err.Error())
	}
	return b.String()
}

// Addresses are the bare addresses of a header.
func Addresses(header string) (all []string) {
	list, err := mail.ParseAddressList(header)
	if err != nil {
		return nil
	}
	for _, a := range list {
		all = append(all, a.Address)
	}
	return all
}

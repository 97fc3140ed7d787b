package whatsappsim

import (
	"encoding/base64"
	"encoding/binary"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"herald/localstack/simulators/sim"
)

// change is something that a webhook call tells.
type change struct {
	field string
	value []byte
}

// envelope wraps the value of one change.
func (s *Sim) envelope(field string, value []byte) []byte { return s.envelopes(change{field, value}) }

// envelopes wraps changes into one call.
func (s *Sim) envelopes(all ...change) []byte {
	b := make([]byte, 0, len(all[0].value)+160)
	b = append(b, `{"object":"whatsapp_business_account","entry":[{"id":`...)
	b = appendEscaped(b, s.cfg.WABAID)
	b = append(b, `,"changes":[`...)
	for i, c := range all {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(append(b, `{"value":`...), c.value...), `,"field":`...)
		b = append(appendEscaped(b, c.field), '}')
	}
	return append(b, `]}]}`...)
}

// receiptBody is a webhook call with the statuses of messages, and of groups that are made.
func (s *Sim) receiptBody(receipts []sim.Receipt) []byte {
	var all []change
	messages := make([]sim.Receipt, 0, len(receipts))
	for _, r := range receipts {
		if r.Message.Type != "group" {
			messages = append(messages, r)
		} else if value := s.lifecycle(r); value != nil {
			all = append(all, change{"group_lifecycle_update", value})
		}
	}
	if len(messages) > 0 {
		all = append(all, change{"messages", s.statuses(messages)})
	}
	if len(all) == 0 {
		return nil
	}
	return s.envelopes(all...)
}

// metadata begins the value of a change of the field "messages".
func (s *Sim) metadata(l *line) []byte {
	b := append(make([]byte, 0, 1024), `{"messaging_product":"whatsapp","metadata":{"display_phone_number":`...)
	b = append(appendEscaped(b, l.Shown), `,"phone_number_id":`...)
	b = appendEscaped(b, l.ID)
	return append(b, '}')
}

// statuses is the value of a change with the statuses of messages.
func (s *Sim) statuses(receipts []sim.Receipt) []byte {
	s.mu.Lock()
	l := s.writer("", waID(receipts[0].Message.To)) // a call about several numbers' messages names one: it is not read
	s.mu.Unlock()
	b := append(s.metadata(l), `,"statuses":[`...)
	for i, r := range receipts {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendStatus(b, r)
	}
	return append(b, `]}`...)
}

func appendStatus(b []byte, r sim.Receipt) []byte {
	b = append(b, `{"id":"`...)
	b = append(b, r.Message.ID...)
	b = append(b, `","status":"`...)
	b = append(b, r.Status...)
	b = append(b, `","timestamp":"`...)
	b = strconv.AppendInt(b, r.At.Unix(), 10)
	b = append(b, `","recipient_id":`...)
	b = appendEscaped(b, waID(r.Message.To))
	if r.Message.Reference != "" {
		b = append(b, `,"biz_opaque_callback_data":`...)
		b = appendEscaped(b, r.Message.Reference)
	}
	switch {
	case r.Status == failed.Status:
		b = appendErrors(b, number(r.Code))
	case r.Message.Type == "template":
		b = append(b, `,"pricing":{"billable":true,"pricing_model":"PMP","type":"regular","category":"marketing"}`...)
	default:
		b = append(b, `,"pricing":{"billable":false,"pricing_model":"PMP","type":"free_customer_service","category":"service"}`...)
	}
	return append(b, '}')
}

func appendErrors(b []byte, code int) []byte {
	b = append(b, `,"errors":[{"code":`...)
	b = strconv.AppendInt(b, int64(code), 10)
	b = append(b, `,"title":`...)
	b = appendEscaped(b, titleOf(code))
	b = append(b, `,"message":`...)
	b = appendEscaped(b, titleOf(code))
	b = append(b, `,"error_data":{"details":`...)
	b = appendEscaped(b, titleOf(code))
	b = append(b, `},"href":`...)
	b = appendEscaped(b, "https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/")
	return append(b, `}]`...)
}

const hexDigits = "0123456789abcdef"

// appendEscaped appends a JSON string the way Meta serialises: only ASCII, with \u escapes in lower case and \/ for a slash.
// The signature is over these bytes.
func appendEscaped(b []byte, s string) []byte {
	b = append(b, '"')
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			switch {
			case c == '"' || c == '\\' || c == '/':
				b = append(b, '\\', c)
			case c == '\n':
				b = append(b, '\\', 'n')
			case c < ' ':
				b = appendUnit(b, uint16(c))
			default:
				b = append(b, c)
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if r > 0xffff {
			high, low := utf16.EncodeRune(r)
			b = appendUnit(appendUnit(b, uint16(high)), uint16(low))
		} else {
			b = appendUnit(b, uint16(r))
		}
		i += size
	}
	return append(b, '"')
}

func appendUnit(b []byte, u uint16) []byte {
	return append(b, '\\', 'u', hexDigits[u>>12], hexDigits[u>>8&15], hexDigits[u>>4&15], hexDigits[u&15])
}

const idPrefix = "wamid."

// messageID names the n-th message of a generation.
func messageID(generation uint64, n int) string {
	raw := [18]byte{0x1c, 0x18}
	binary.BigEndian.PutUint64(raw[2:], generation)
	binary.BigEndian.PutUint64(raw[10:], uint64(n))
	return idPrefix + base64.StdEncoding.EncodeToString(raw[:])
}

// messageIndex finds a message by its id; ok is false for an id of another generation.
func messageIndex(generation uint64, id string) (n int, ok bool) {
	raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(id, idPrefix))
	if err != nil || len(raw) != 18 || binary.BigEndian.Uint64(raw[2:]) != generation {
		return 0, false
	}
	return int(binary.BigEndian.Uint64(raw[10:])), true
}

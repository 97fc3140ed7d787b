package awssmssim

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"herald/localstack/simulators/sim"
	"herald/localstack/simulators/sms"
)

// event is the notification of a delivery event. The EventBridge form has no destination; this one does.
func (s *Sim) event(receipts []sim.Receipt) []byte {
	r := receipts[0]
	kind := r.Status
	if kind == failed {
		kind = string(r.Code)
	}
	encoding, parts := sms.Parts(r.Message.Body)
	var context map[string]string
	if err := json.Unmarshal([]byte(r.Message.Reference), &context); err != nil {
		context = nil // the message had none
	}
	status := strings.TrimPrefix(kind, "TEXT_")
	return s.topic.Event(map[string]any{
		"eventType": kind, "eventVersion": "1.0", "eventTimestamp": r.At.UnixMilli(), "isFinal": kind != "TEXT_SENT",
		"originationPhoneNumber": r.Message.Type,
		"destinationPhoneNumber": "+" + r.Message.To, "messageId": r.Message.ID, "messageRequestTimestamp": r.Message.AcceptedAt.UnixMilli(),
		"messageEncoding": encoding,
		"messageType":     "PROMOTIONAL", "messageStatus": status, "messageStatusDescription": "Message is " + strings.ToLower(status),
		"context":           context,
		"totalMessageParts": parts, "totalMessagePrice": 0.00645 * float64(parts), "totalCarrierFee": 0}, r.At)
}

// inbound lets a person answer.
func (s *Sim) inbound(r *http.Request) (any, error) {
	var in sms.Inbound
	if err := sim.Read(r, &in); err != nil {
		return nil, err
	}
	from := strings.TrimPrefix(in.From, "+")
	if from == "" || in.Text == "" {
		return nil, errors.New("from and text are needed")
	}
	keyword := s.opted.Receive(from, in.Text)
	if keyword == "" {
		keyword = "KEYWORD_DEFAULT"
	}
	s.Send("", s.topic.Event(map[string]string{"originationNumber": "+" + from, "destinationNumber": s.cfg.Number,
		"messageKeyword": keyword, "messageBody": in.Text, "inboundMessageId": fmt.Sprint(s.Next()), "previousPublishedMessageId": ""}, s.Now()))
	return nil, nil
}

// subscribe asks the address of the notifications whether it wants any.
func (s *Sim) subscribe(*http.Request) (any, error) {
	s.Send("", s.topic.Subscription(s.Now()))
	return nil, nil
}

// SetSelf tells the simulator its own address, where it is known only when it is served.
func (s *Sim) SetSelf(address string) { s.topic.SetSelf(address) }

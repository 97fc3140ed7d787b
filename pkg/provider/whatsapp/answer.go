package whatsapp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"herald/pkg/provider"
)

// classify reads a complete answer. Only a message id is an acceptance and only a Graph error body is a refusal;
// everything else is in doubt with any status (facts 1.11).
func classify(status int, body []byte) provider.Outcome {
	success := status >= 200 && status < 300
	if success {
		if id, ok := acceptedID(body); ok {
			return provider.Outcome{Verdict: provider.Accepted, ProviderID: id}
		}
	}
	var a struct {
		Messages []struct {
			ID     string `json:"id"`
			Status string `json:"message_status"`
		} `json:"messages"`
		Error *graphError `json:"error"`
	}
	doubt := provider.Outcome{Verdict: provider.Unknown, Detail: provider.Clip(fmt.Sprintf("HTTP %d: %s", status, body))}
	if err := json.Unmarshal(body, &a); err != nil {
		return doubt
	}
	if success && len(a.Messages) == 1 && a.Messages[0].ID != "" {
		return provider.Outcome{Verdict: provider.Accepted, ProviderID: a.Messages[0].ID, Detail: provider.Clip(a.Messages[0].Status)}
	}
	if a.Error.real() {
		return refusal(status, a.Error)
	}
	return doubt
}

var (
	messagesPrefix = []byte(`"messages":[{"id":"`)
	errorKey       = []byte(`"error"`)
)

// acceptedID takes the id out of an answer of the usual shape without decoding it. The prefix cannot stand inside
// a string, because its quotes would be escaped there. ok is false for every other shape: decode it then.
func acceptedID(body []byte) (id string, ok bool) {
	if len(body) < 2 || body[0] != '{' || body[len(body)-1] != '}' {
		return "", false
	}
	_, rest, ok := bytes.Cut(body, messagesPrefix)
	if !ok || bytes.Contains(body, errorKey) {
		return "", false
	}
	end := bytes.IndexByte(rest, '"')
	if end <= 0 || bytes.IndexByte(rest[:end], '\\') >= 0 {
		return "", false
	}
	// `"}]}` or `","message_status":"accepted"}]}` must follow: one message, nothing that asks for a closer look.
	switch string(rest[end:]) {
	case `"}]}`, `","message_status":"accepted"}]}`:
		return string(rest[:end]), true
	}
	return "", false
}

// graphError is the error object of the Graph API; code and details come in several forms.
type graphError struct {
	Message   string          `json:"message"`
	Type      string          `json:"type"`
	Code      *number         `json:"code"`
	Transient bool            `json:"is_transient"`
	TraceID   string          `json:"fbtrace_id"`
	Data      json.RawMessage `json:"error_data"`
	Title     string          `json:"error_user_title"` // of refusals that are shown to people, with its text
	Text      string          `json:"error_user_msg"`
}

// real reports whether the error is the API's own and not that of a proxy with a similar shape.
func (e *graphError) real() bool {
	return e != nil && e.Code != nil && (e.Type != "" || e.TraceID != "" || len(e.Data) > 0)
}

func (e *graphError) detail() string {
	var data struct {
		Details string `json:"details"`
	}
	// error_data is a plain string in some Graph errors; the message has to do then.
	if json.Unmarshal(e.Data, &data) == nil && data.Details != "" {
		return e.Message + ": " + data.Details
	}
	if e.Text != "" {
		return e.Message + ": " + e.Title + ": " + e.Text
	}
	return e.Message
}

// number is an integer that may be written as a string.
type number int64

func (n *number) UnmarshalJSON(b []byte) error {
	v, err := strconv.ParseInt(string(bytes.Trim(b, `"`)), 10, 64)
	if err != nil {
		return fmt.Errorf("whatsapp: %q is not an integer", b)
	}
	*n = number(v)
	return nil
}

package wire

import (
	"cmp"
	"crypto/md5" //nolint:gosec // SQS answers with it and the SDK checks it
	"encoding/hex"
	"encoding/json"
	"net/http"
	"path"
	"strconv"
	"time"
)

// lookAgain is how long a receive call that waits leaves an empty queue alone.
const lookAgain = 5 * time.Millisecond

func (s *Server) receive(req *http.Request, body []byte) (*http.Response, error) {
	var in struct {
		QueueURL string `json:"QueueUrl"`
		Most     int    `json:"MaxNumberOfMessages"`
		Wait     int    `json:"WaitTimeSeconds"`
	}
	if err := json.Unmarshal(body, &in); err != nil || in.Most < 1 || in.Most > 10 || in.Wait > 20 {
		return Refuse(req, http.StatusBadRequest, "com.amazonaws.sqs#InvalidParameterValue", string(body)), nil
	}
	type message struct {
		ID         string `json:"MessageId"`
		Receipt    string `json:"ReceiptHandle"`
		Body       string
		Digest     string `json:"MD5OfBody"`
		Attributes map[string]string
	}
	out := struct{ Messages []message }{Messages: []message{}}
	for end := time.Now().Add(time.Duration(in.Wait) * time.Second); ; {
		for _, m := range s.Receive(path.Base(in.QueueURL), in.Most) {
			text, err := json.Marshal(m.Message)
			if err != nil {
				return nil, err
			}
			sum := md5.Sum(text) //nolint:gosec // see above
			out.Messages = append(out.Messages, message{cmp.Or(m.ID, "wire"), m.Handle, string(text), hex.EncodeToString(sum[:]),
				attributesOf(&m)})
		}
		if len(out.Messages) > 0 || !time.Now().Before(end) {
			return answer(req, http.StatusOK, out), nil
		}
		select {
		case <-req.Context().Done():
			return nil, req.Context().Err()
		case <-time.After(lookAgain):
		}
	}
}

// attributesOf are the system attributes that package queue asks for.
func attributesOf(m *Received) map[string]string {
	all := map[string]string{"ApproximateReceiveCount": strconv.Itoa(m.Deliveries), "SentTimestamp": strconv.FormatInt(m.Sent.UnixMilli(), 10)}
	if m.Group != "" {
		all["MessageGroupId"] = m.Group
	}
	return all
}

func (s *Server) attributes(req *http.Request, body []byte) (*http.Response, error) {
	var in struct {
		QueueURL string `json:"QueueUrl"`
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return Refuse(req, http.StatusBadRequest, "com.amazonaws.sqs#InvalidAttributeName", string(body)), nil
	}
	visible, hidden, delayed := s.Depth(path.Base(in.QueueURL))
	return answer(req, http.StatusOK, map[string]any{"Attributes": map[string]string{"ApproximateNumberOfMessages": strconv.Itoa(visible),
		"ApproximateNumberOfMessagesNotVisible": strconv.Itoa(hidden), "ApproximateNumberOfMessagesDelayed": strconv.Itoa(delayed)}}), nil
}

func (s *Server) delete(req *http.Request, body []byte) (*http.Response, error) {
	var in struct {
		QueueURL string `json:"QueueUrl"`
		Entries  []struct {
			ID     string `json:"Id"`
			Handle string `json:"ReceiptHandle"`
		}
	}
	if err := json.Unmarshal(body, &in); err != nil || len(in.Entries) == 0 || len(in.Entries) > 10 {
		return Refuse(req, http.StatusBadRequest, "com.amazonaws.sqs#TooManyEntriesInBatchRequest", string(body)), nil
	}
	out := struct {
		Successful []map[string]string
		Failed     []refused
	}{Failed: []refused{}}
	for _, e := range in.Entries {
		s.Delete(path.Base(in.QueueURL), e.Handle)
		out.Successful = append(out.Successful, map[string]string{"Id": e.ID})
	}
	return answer(req, http.StatusOK, out), nil
}

package whatsapp

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"strings"

	"herald/pkg/provider"
)

// UploadMedia stores a file under the sending number; the id is good for 30 days (facts 1.2). A failure is a
// *provider.Refusal. With any verdict, an upload may be repeated without harm.
func (a *Adapter) UploadMedia(ctx context.Context, name, contentType string, body []byte) (string, error) {
	form, formType, err := mediaForm(name, contentType, body)
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, a.timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, a.mediaURL, form)
	if err != nil {
		return "", err
	}
	req.GetBody = nil
	req.Header.Set("Authorization", a.bearer)
	req.Header.Set("Content-Type", formType)
	res, err := a.transport.RoundTrip(req)
	if err != nil {
		return "", unreadable(err)
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(res.Body, answerLimit))
	if err != nil {
		return "", unreadable(err)
	}
	var media struct {
		ID string `json:"id"`
	}
	if res.StatusCode == http.StatusOK && json.Unmarshal(answer, &media) == nil && digits(media.ID, 32) {
		return media.ID, nil
	}
	return "", &provider.Refusal{Outcome: classify(res.StatusCode, answer)}
}

// unreadable is an upload whose answer was not seen. It is Retry and not Unknown: a stray copy does no harm.
func unreadable(err error) error {
	return &provider.Refusal{Outcome: provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender,
		After: unreachable, Detail: provider.Clip(err.Error())}}
}

func mediaForm(name, contentType string, body []byte) (form *bytes.Buffer, formType string, err error) {
	form = bytes.NewBuffer(make([]byte, 0, len(body)+1024))
	w := multipart.NewWriter(form)
	if err := w.WriteField("messaging_product", "whatsapp"); err != nil {
		return nil, "", err
	}
	if err := w.WriteField("type", contentType); err != nil {
		return nil, "", err
	}
	// CreateFormFile would call every file application/octet-stream, which the API refuses.
	quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r", "", "\n", "").Replace(name)
	part, err := w.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {`form-data; name="file"; filename="` + quoted + `"`},
		"Content-Type":        {contentType},
	})
	if err != nil {
		return nil, "", err
	}
	if _, err := part.Write(body); err != nil {
		return nil, "", err
	}
	return form, w.FormDataContentType(), w.Close()
}

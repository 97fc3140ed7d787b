package pgblob

import (
	"context"
	_ "embed"
	"encoding/hex"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"
	"time"

	"herald/pkg/kit/blob"
	"herald/pkg/kit/i18n"
)

//go:embed messages.json
var messages []byte

var texts = i18n.Later(func() (*i18n.Catalogue, error) { return i18n.Load(messages) })

// transferTime bounds an upload or download: slow connections need longer than requests of the API.
const transferTime = 15 * time.Minute

// maxFields bounds the fields of a form before its file.
const maxFields = 64 << 10

// What a request is refused for, beside errLink.
var (
	errForm  = errors.New("blob: a form that cannot be read")
	errEmpty = errors.New("blob: the file is empty")
	errLarge = errors.New("blob: the file is larger than the form allows")
)

// ServeHTTP serves signed links: GET sends a file, in parts where the browser asks for them, and POST takes one.
func (f *Files) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), transferTime)
	defer cancel()
	until, _ := ctx.Deadline()
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(until) // the writer of a test may have none
	_ = control.SetWriteDeadline(until)
	harden(w.Header())
	var err error
	switch r.Method {
	case http.MethodGet:
		err = f.send(ctx, w, r)
	case http.MethodPost:
		err = f.receive(ctx, w, r)
	default:
		w.Header().Set("Allow", "GET, POST")
		w.WriteHeader(http.StatusMethodNotAllowed)
	}
	if err != nil {
		f.refuse(w, r, err)
	}
}

// harden keeps a file that a user uploaded from acting in the console's origin, also where it is opened instead of saved.
func harden(h http.Header) {
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "private, max-age=3600")
}

// send serves a download.
func (f *Files) send(ctx context.Context, w http.ResponseWriter, r *http.Request) error {
	allowed, err := f.checkLink(r)
	if err != nil {
		return err
	}
	found, err := f.find(ctx, allowed.place)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", found.contentType)
	w.Header().Set("ETag", `"`+hex.EncodeToString(found.content[:])+`"`)
	w.Header().Set("Content-Disposition", saveAs(allowed.saveAs))
	http.ServeContent(w, r, "", found.made, f.open(ctx, found))
	return nil
}

// saveAs has a browser save a file under a name, with letters of any language.
func saveAs(name string) string {
	if text := mime.FormatMediaType("attachment", map[string]string{"filename": name}); text != "" {
		return text
	}
	return "attachment"
}

// receive serves an upload by a form.
func (f *Files) receive(ctx context.Context, w http.ResponseWriter, r *http.Request) error {
	form, err := r.MultipartReader()
	if err != nil {
		return errForm
	}
	fields, content, err := readFields(form)
	if err != nil {
		return err
	}
	allowed, err := f.checkForm(strings.Trim(strings.TrimPrefix(r.URL.Path, Path), "/"), fields)
	if err != nil {
		return err
	}
	if err := f.write(ctx, place{allowed.Bucket, allowed.Key}, allowed.Type, &bounded{from: content, limit: allowed.Limit}); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// readFields reads the fields of a form up to its file. What follows the file is not read.
func readFields(form *multipart.Reader) (fields map[string]string, content io.Reader, err error) {
	fields = map[string]string{}
	for left := int64(maxFields); ; {
		part, err := form.NextPart()
		if err != nil {
			return nil, nil, errForm
		}
		if part.FormName() == "file" {
			return fields, part, nil
		}
		value, err := io.ReadAll(io.LimitReader(part, left+1))
		if left -= int64(len(value)) + int64(len(part.FormName())); err != nil || left < 0 {
			return nil, nil, errForm
		}
		fields[part.FormName()] = string(value)
	}
}

// bounded reads a content of 1 to limit bytes.
type bounded struct {
	from  io.Reader
	read  int64
	limit int64
}

func (b *bounded) Read(into []byte) (int, error) {
	n, err := b.from.Read(into)
	switch b.read += int64(n); {
	case b.read > b.limit:
		return 0, errLarge
	case err == io.EOF && b.read == 0:
		return 0, errEmpty
	case err != nil && err != io.EOF:
		return n, errors.Join(errForm, err) // the client is gone
	}
	return n, err
}

// refuse answers a request that is not served.
func (f *Files) refuse(w http.ResponseWriter, r *http.Request, err error) {
	status, key := http.StatusServiceUnavailable, "blob.unavailable"
	for _, known := range []struct {
		err    error
		status int
		key    string
	}{{errLink, http.StatusForbidden, "blob.link"}, {blob.ErrMissing, http.StatusNotFound, "blob.missing"},
		{errForm, http.StatusBadRequest, "blob.form"}, {errEmpty, http.StatusBadRequest, "blob.empty"},
		{errLarge, http.StatusBadRequest, "blob.large"}} {
		if errors.Is(err, known.err) {
			status, key = known.status, known.key
			break
		}
	}
	if status >= http.StatusInternalServerError {
		f.Log(map[string]any{"error": "files: " + err.Error()})
	}
	lang := i18n.Choose("", strings.Join(r.Header.Values("Accept-Language"), ","))
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Content-Language", strings.ReplaceAll(string(lang), "_", "-"))
	if r.Method == http.MethodPost {
		w.Header().Set("Connection", "close") // the rest of the file is not read
	}
	w.WriteHeader(status)
	_, _ = io.WriteString(w, texts.Text(lang, key, nil)) // the client is gone when this fails
}

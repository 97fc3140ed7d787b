package pgblob

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"herald/pkg/kit/blob"
)

// Path is where links lead. A download is at <Path><bucket>/<key>, and a form is posted to <Path><bucket>.
const Path = "/files/"

// Fields of a form beside those of its file.
const (
	fieldKey, fieldType         = "key", "Content-Type"
	fieldPolicy, fieldSignature = "policy", "signature"
	paramExpires, paramName     = "expires", "name"
	paramSignature              = fieldSignature
)

// errLink: a link or form has expired or is not one that was signed.
var errLink = errors.New("blob: the link has expired or was changed")

// sign gives the signature of a list of texts.
func sign(key []byte, parts ...string) string {
	mac := hmac.New(sha256.New, key)
	for _, p := range parts {
		mac.Write(binary.BigEndian.AppendUint32(nil, uint32(len(p))))
		mac.Write([]byte(p))
	}
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// signed reports whether one of the keys made a signature.
func (f *Files) signed(signature string, parts ...string) bool {
	valid := false
	for _, key := range f.Keys {
		valid = hmac.Equal([]byte(signature), []byte(sign(key, parts...))) || valid
	}
	return valid
}

// Link implements blob.Store.
func (b *Bucket) Link(_ context.Context, key, name string, life time.Duration) (string, error) {
	f := b.files
	expires := strconv.FormatInt(f.Now().Add(life).Unix(), 10)
	query := url.Values{paramExpires: {expires}, paramName: {name},
		paramSignature: {sign(f.Keys[0], http.MethodGet, b.name, key, expires, name)}}
	return f.Public + (&url.URL{Path: Path + b.name + "/" + key, RawQuery: query.Encode()}).String(), nil
}

// download is what a link allows.
type download struct {
	place
	saveAs string
}

// checkLink gives what the link of a request allows, or errLink.
func (f *Files) checkLink(r *http.Request) (d download, err error) {
	var found bool
	d.bucket, d.name, found = strings.Cut(strings.TrimPrefix(r.URL.Path, Path), "/")
	query := r.URL.Query()
	expires := query.Get(paramExpires)
	d.saveAs = query.Get(paramName)
	if !found || !f.signed(query.Get(paramSignature), r.Method, d.bucket, d.name, expires, d.saveAs) || f.over(expires) {
		return d, errLink
	}
	return d, nil
}

// over reports a Unix time that has passed, or none.
func (f *Files) over(unix string) bool {
	at, err := strconv.ParseInt(unix, 10, 64)
	return err != nil || f.Now().Unix() >= at
}

// policy is what a form allows.
type policy struct {
	Bucket  string `json:"bucket"`
	Key     string `json:"key"`
	Type    string `json:"type"`
	Limit   int64  `json:"limit"`
	Expires string `json:"expires"`
}

// UploadForm implements blob.Store.
func (b *Bucket) UploadForm(_ context.Context, key, contentType string, limit int64, life time.Duration) (blob.Form, error) {
	f := b.files
	text, err := json.Marshal(policy{b.name, key, contentType, limit, strconv.FormatInt(f.Now().Add(life).Unix(), 10)})
	if err != nil {
		return blob.Form{}, err
	}
	allowed := base64.RawURLEncoding.EncodeToString(text)
	return blob.Form{URL: f.Public + Path + b.name, Fields: map[string]string{fieldKey: key, fieldType: contentType, fieldPolicy: allowed,
		fieldSignature: sign(f.Keys[0], http.MethodPost, allowed)}}, nil
}

// checkForm gives what the fields of a form that was posted for a bucket allow, or errLink.
func (f *Files) checkForm(bucket string, fields map[string]string) (p policy, err error) {
	if !f.signed(fields[fieldSignature], http.MethodPost, fields[fieldPolicy]) {
		return p, errLink
	}
	text, err := base64.RawURLEncoding.DecodeString(fields[fieldPolicy])
	if err == nil {
		err = json.Unmarshal(text, &p)
	}
	if err != nil || p.Bucket != bucket || p.Key != fields[fieldKey] || p.Type != fields[fieldType] || f.over(p.Expires) {
		return p, errLink
	}
	return p, nil
}

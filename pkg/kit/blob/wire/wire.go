// Package wire is S3's protocol in memory, as an http.RoundTripper. The real SDK client talks to it without a
// network, so tests break calls where they break in production, below the SDK. It knows the calls of package blob
// (an object is put, read and deleted, path style) and the upload of a browser with a form of blob.
package wire

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"
	"sync"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

type object struct {
	contentType string
	body        []byte
}

// Server keeps objects by path, /<bucket>/<key>.
type Server struct {
	mu      sync.Mutex
	objects map[string]object
}

// New makes an empty one.
func New() *Server { return &Server{objects: map[string]object{}} }

// Clone is a copy that changes by itself.
func (s *Server) Clone() *Server {
	s.mu.Lock()
	defer s.mu.Unlock()
	return &Server{objects: maps.Clone(s.objects)}
}

// Client is the SDK's client over a transport that ends at a Server. Options set it up as production does.
func Client(transport http.RoundTripper, options ...func(*s3.Options)) *s3.Client {
	return s3.New(s3.Options{
		Region: "us-east-1", BaseEndpoint: aws.String("http://s3.wire"), UsePathStyle: true, HTTPClient: &http.Client{Transport: transport},
		Credentials:                credentials.NewStaticCredentialsProvider("key", "secret", ""),
		RequestChecksumCalculation: aws.RequestChecksumCalculationWhenRequired,
		ResponseChecksumValidation: aws.ResponseChecksumValidationWhenRequired,
	}, options...)
}

// RoundTrip is http.RoundTripper.
func (s *Server) RoundTrip(req *http.Request) (*http.Response, error) {
	var body []byte
	if req.Body != nil {
		var err error
		if body, err = io.ReadAll(req.Body); err != nil {
			return nil, err
		}
		_ = req.Body.Close()
	}
	if err := context.Cause(req.Context()); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch req.Method {
	case http.MethodPut:
		s.objects[req.URL.Path] = object{req.Header.Get("Content-Type"), body}
		return answer(req, http.StatusOK, "", nil), nil
	case http.MethodGet:
		o, ok := s.objects[req.URL.Path]
		if !ok {
			return Refuse(req, http.StatusNotFound, "NoSuchKey"), nil
		}
		res := answer(req, http.StatusOK, o.contentType, o.body)
		if as := req.URL.Query().Get("response-content-disposition"); as != "" {
			res.Header.Set("Content-Disposition", as)
		}
		return res, nil
	case http.MethodDelete:
		delete(s.objects, req.URL.Path) // a missing one is no error (API reference, DeleteObject)
		return answer(req, http.StatusNoContent, "", nil), nil
	case http.MethodPost:
		return s.form(req, body)
	}
	return Refuse(req, http.StatusMethodNotAllowed, "MethodNotAllowed"), nil
}

// form is a browser's upload. Its signature and conditions are not looked at: the local cloud checks them.
func (s *Server) form(req *http.Request, body []byte) (*http.Response, error) {
	_, params, err := mime.ParseMediaType(req.Header.Get("Content-Type"))
	if err != nil {
		return Refuse(req, http.StatusBadRequest, "MalformedPOSTRequest"), nil
	}
	fields := map[string]string{}
	for r := multipart.NewReader(bytes.NewReader(body), params["boundary"]); ; {
		part, err := r.NextPart()
		if err != nil {
			return Refuse(req, http.StatusBadRequest, "MalformedPOSTRequest"), nil
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return nil, err
		}
		if part.FormName() == "file" { // later parts are not read
			s.objects[strings.TrimSuffix(req.URL.Path, "/")+"/"+fields["key"]] = object{fields["Content-Type"], data}
			return answer(req, http.StatusNoContent, "", nil), nil
		}
		fields[part.FormName()] = string(data)
	}
}

// Refuse is an error answer of S3, e.g. 503 SlowDown or 500 InternalError.
func Refuse(req *http.Request, status int, code string) *http.Response {
	return answer(req, status, "application/xml", fmt.Appendf(nil, "<Error><Code>%s</Code><Message>%s</Message></Error>", code, code))
}

func answer(req *http.Request, status int, contentType string, body []byte) *http.Response {
	header := http.Header{"X-Amz-Request-Id": {"WIRE"}}
	if contentType != "" {
		header.Set("Content-Type", contentType)
	}
	return &http.Response{Status: fmt.Sprintf("%d %s", status, http.StatusText(status)), StatusCode: status, Proto: "HTTP/1.1", ProtoMajor: 1,
		ProtoMinor: 1,
		Header:     header, ContentLength: int64(len(body)), Body: io.NopCloser(bytes.NewReader(body)), Request: req}
}

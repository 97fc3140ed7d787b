// Package blob keeps files: contact files and media that users upload, results and exports that they download. They lie in S3, or where
// another Store keeps them.
package blob

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
)

// patience bounds a call with its whole body and its repetitions: package config bounds the tries of other services only.
const patience = 25 * time.Second

// ErrMissing: there is no such object.
var ErrMissing = errors.New("blob: no such object")

// Store keeps objects of one bucket.
type Store interface {
	// Put writes an object.
	Put(ctx context.Context, key, contentType string, body []byte) error
	// PutFile writes an object from a file, without reading it into memory.
	PutFile(ctx context.Context, key, contentType string, body io.ReadSeeker) error
	// Get reads an object of at most limit bytes; ErrMissing for none.
	Get(ctx context.Context, key string, limit int64) ([]byte, error)
	// Delete removes an object; a missing one is fine.
	Delete(ctx context.Context, key string) error
	// Link is a signed address that saves an object under a name. It holds for its life.
	Link(ctx context.Context, key, name string, life time.Duration) (string, error)
	// UploadForm allows uploads of at most limit bytes of one content type under the key, for its life.
	UploadForm(ctx context.Context, key, contentType string, limit int64, life time.Duration) (Form, error)
}

// Form is a signed POST: the browser sends Fields, then the file, to URL.
type Form struct {
	URL    string            `json:"url"`
	Fields map[string]string `json:"fields"`
}

// S3 keeps objects in a bucket of S3.
type S3 struct {
	client  *s3.Client
	presign *s3.PresignClient
	bucket  string
}

// New makes a store. public signs the links given to browsers; its endpoint is the one that browsers reach.
func New(client, public *s3.Client, bucket string) *S3 {
	return &S3{client: client, presign: s3.NewPresignClient(public), bucket: bucket}
}

// Put implements Store.
func (s *S3) Put(ctx context.Context, key, contentType string, body []byte) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	_, err := s.client.PutObject(ctx, &s3.PutObjectInput{Bucket: &s.bucket, Key: &key, Body: bytes.NewReader(body), ContentType: &contentType})
	if err != nil {
		return fmt.Errorf("blob put %s: %w", key, err)
	}
	return nil
}

// PutFile implements Store.
func (s *S3) PutFile(ctx context.Context, key, contentType string, body io.ReadSeeker) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	_, err := s.client.PutObject(ctx, &s3.PutObjectInput{Bucket: &s.bucket, Key: &key, Body: body, ContentType: &contentType})
	if err != nil {
		return fmt.Errorf("blob put %s: %w", key, err)
	}
	return nil
}

// Get implements Store.
func (s *S3) Get(ctx context.Context, key string, limit int64) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	out, err := s.client.GetObject(ctx, &s3.GetObjectInput{Bucket: &s.bucket, Key: &key})
	var none *types.NoSuchKey
	if errors.As(err, &none) {
		return nil, ErrMissing
	}
	if err != nil {
		return nil, fmt.Errorf("blob get %s: %w", key, err)
	}
	defer out.Body.Close()
	b, err := io.ReadAll(io.LimitReader(out.Body, limit+1))
	if err != nil {
		return nil, fmt.Errorf("blob get %s: %w", key, err)
	}
	if int64(len(b)) > limit {
		return nil, fmt.Errorf("blob get %s: larger than %d bytes", key, limit)
	}
	return b, nil
}

// Delete implements Store.
func (s *S3) Delete(ctx context.Context, key string) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if _, err := s.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &s.bucket, Key: &key}); err != nil {
		return fmt.Errorf("blob delete %s: %w", key, err)
	}
	return nil
}

// Link implements Store.
func (s *S3) Link(ctx context.Context, key, name string, life time.Duration) (string, error) {
	out, err := s.presign.PresignGetObject(ctx, &s3.GetObjectInput{
		Bucket: &s.bucket, Key: &key, ResponseContentDisposition: aws.String(fmt.Sprintf("attachment; filename=%q", name)),
	}, s3.WithPresignExpires(life))
	if err != nil {
		return "", fmt.Errorf("blob link %s: %w", key, err)
	}
	return out.URL, nil
}

// UploadForm implements Store.
func (s *S3) UploadForm(ctx context.Context, key, contentType string, limit int64, life time.Duration) (Form, error) {
	out, err := s.presign.PresignPostObject(ctx, &s3.PutObjectInput{Bucket: &s.bucket, Key: &key}, func(o *s3.PresignPostOptions) {
		o.Expires = life
		o.Conditions = []any{
			[]any{"content-length-range", 1, limit},
			map[string]string{"Content-Type": contentType},
		}
	})
	if err != nil {
		return Form{}, fmt.Errorf("blob form %s: %w", key, err)
	}
	fields := out.Values
	fields["Content-Type"] = contentType
	return Form{URL: out.URL, Fields: fields}, nil
}

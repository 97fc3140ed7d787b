// Package blob keeps files in S3: contact files and media that users upload, results and exports that they download.
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
type Store struct {
	client  *s3.Client
	presign *s3.PresignClient
	bucket  string
}

// New makes a store. public signs the links given to browsers; its endpoint is the one that browsers reach.
func New(client, public *s3.Client, bucket string) *Store {
	return &Store{client: client, presign: s3.NewPresignClient(public), bucket: bucket}
}

// Put writes an object.
func (s *Store) Put(ctx context.Context, key, contentType string, body []byte) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	_, err := s.client.PutObject(ctx, &s3.PutObjectInput{Bucket: &s.bucket, Key: &key, Body: bytes.NewReader(body), ContentType: &contentType})
	if err != nil {
		return fmt.Errorf("blob put %s: %w", key, err)
	}
	return nil
}

// PutFile writes an object from a file, without reading it into memory.
func (s *Store) PutFile(ctx context.Context, key, contentType string, body io.ReadSeeker) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	_, err := s.client.PutObject(ctx, &s3.PutObjectInput{Bucket: &s.bucket, Key: &key, Body: body, ContentType: &contentType})
	if err != nil {
		return fmt.Errorf("blob put %s: %w", key, err)
	}
	return nil
}

// Get reads an object of at most limit bytes; ErrMissing for none.
func (s *Store) Get(ctx context.Context, key string, limit int64) ([]byte, error) {
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

// Delete removes an object; a missing one is fine.
func (s *Store) Delete(ctx context.Context, key string) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if _, err := s.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &s.bucket, Key: &key}); err != nil {
		return fmt.Errorf("blob delete %s: %w", key, err)
	}
	return nil
}

// Link is a presigned GET that saves under a name.
func (s *Store) Link(ctx context.Context, key, name string, life time.Duration) (string, error) {
	out, err := s.presign.PresignGetObject(ctx, &s3.GetObjectInput{
		Bucket: &s.bucket, Key: &key, ResponseContentDisposition: aws.String(fmt.Sprintf("attachment; filename=%q", name)),
	}, s3.WithPresignExpires(life))
	if err != nil {
		return "", fmt.Errorf("blob link %s: %w", key, err)
	}
	return out.URL, nil
}

// Form is a presigned POST: the browser sends Fields, then the file, to URL.
type Form struct {
	URL    string            `json:"url"`
	Fields map[string]string `json:"fields"`
}

// UploadForm allows one upload of at most limit bytes of one content type under the key.
func (s *Store) UploadForm(ctx context.Context, key, contentType string, limit int64, life time.Duration) (Form, error) {
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

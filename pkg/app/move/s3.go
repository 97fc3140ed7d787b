package move

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
)

// S3Files are files in S3. Older versions of a file stay behind. Herald gives files a content type and no other metadata.
type S3Files struct {
	Client  *s3.Client
	Buckets map[string]string // names by the manifest's
}

// Each implements Files.
func (s S3Files) Each(ctx context.Context, bucket string, each func(f File, body io.Reader) error) error {
	name := s.Buckets[bucket]
	pages := s3.NewListObjectsV2Paginator(s.Client, &s3.ListObjectsV2Input{Bucket: &name})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return fmt.Errorf("read all of bucket %s: %w", bucket, err)
		}
		for _, o := range page.Contents {
			if err := s.read(ctx, name, *o.Key, each); err != nil {
				return fmt.Errorf("read %s of bucket %s: %w", *o.Key, bucket, err)
			}
		}
	}
	return nil
}

// read gives one file. One that was removed since the list was made is passed over.
func (s S3Files) read(ctx context.Context, bucket, key string, each func(f File, body io.Reader) error) error {
	out, err := s.Client.GetObject(ctx, &s3.GetObjectInput{Bucket: &bucket, Key: &key})
	var none *types.NoSuchKey
	if errors.As(err, &none) {
		return nil
	}
	if err != nil {
		return err
	}
	defer out.Body.Close()
	return each(File{key, aws.ToString(out.ContentType), aws.ToInt64(out.ContentLength), aws.ToTime(out.LastModified).UTC()}, out.Body)
}

// Put implements Files. S3 counts the age of a file from now on.
func (s S3Files) Put(ctx context.Context, bucket string, f File, body io.ReadSeeker) error {
	name := s.Buckets[bucket]
	_, err := s.Client.PutObject(ctx, &s3.PutObjectInput{Bucket: &name, Key: &f.Key, ContentType: &f.Type, Body: body})
	if err != nil {
		return fmt.Errorf("write %s to bucket %s: %w", f.Key, bucket, err)
	}
	return nil
}

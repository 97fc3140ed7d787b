package main

import (
	"bytes"
	"context"
	"crypto/md5"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"mime"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/cloudfront"
	front "github.com/aws/aws-sdk-go-v2/service/cloudfront/types"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
)

// keep is how long files of an earlier release stay: a tab that is open loads parts of its pages later.
const keep = 7 * 24 * time.Hour

// releasesKey is the object that says which files each release has.
const releasesKey = "releases.json"

// How long a viewer keeps a file. Names below immutableFolder have a hash of the content.
const (
	immutableFolder = "_next/static/"
	immutable       = "public,max-age=31536000,immutable"
	askAgain        = "no-cache"
)

// released is a release of the console: when it began to be served, and its files.
type released struct {
	At    time.Time
	Files []string
}

// contentTypes are those that a machine's own table may lack or name in another way.
var contentTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8", ".json": "application/json", ".txt": "text/plain; charset=utf-8", ".svg": "image/svg+xml",
	".webmanifest": "application/manifest+json", ".woff2": "font/woff2", ".ico": "image/x-icon", ".map": "application/json",
	".xml": "application/xml", ".wasm": "application/wasm",
}

func contentType(name string) string {
	ending := strings.ToLower(path.Ext(name))
	if known := contentTypes[ending]; known != "" {
		return known
	}
	if known := mime.TypeByExtension(ending); known != "" {
		return known
	}
	return "application/octet-stream"
}

func cacheControl(name string) string {
	if strings.HasPrefix(name, immutableFolder) {
		return immutable
	}
	return askAgain
}

// filesOf lists the files below a folder in the order in which they are uploaded: what pages name comes before the pages, and the index last.
func filesOf(folder string) (names []string, err error) {
	err = filepath.WalkDir(folder, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		name, err := filepath.Rel(folder, file)
		names = append(names, filepath.ToSlash(name))
		return err
	})
	order := func(name string) int {
		switch {
		case name == "index.html":
			return 3
		case strings.HasSuffix(name, ".html"):
			return 2
		case strings.HasPrefix(name, immutableFolder):
			return 0
		}
		return 1
	}
	slices.SortFunc(names, func(a, b string) int {
		if d := order(a) - order(b); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	return names, err
}

// upload brings the built console into its bucket, and removes files of releases that ended a week ago.
func (r *run) upload(ctx context.Context, outputs map[string]string) (string, error) {
	return r.uploadTo(ctx, outputs["WebBucket"], filepath.Join(r.root, "web", "out"), time.Now())
}

func (r *run) uploadTo(ctx context.Context, bucket, folder string, now time.Time) (string, error) {
	names, err := filesOf(folder)
	if err != nil || !slices.Contains(names, "index.html") {
		return "", errors.Join(err, fmt.Errorf("%s has no index.html", folder))
	}
	there, err := r.listed(ctx, bucket)
	if err != nil {
		return "", err
	}
	all, err := r.releases(ctx, bucket, there, now)
	if err != nil {
		return "", err
	}
	sent := 0
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)))
		if err != nil {
			return "", err
		}
		if sum := md5.Sum(text); there[name] == hex.EncodeToString(sum[:]) {
			continue // as it is there already
		}
		if err := r.put(ctx, bucket, name, text); err != nil {
			return "", err
		}
		sent++
	}
	all, gone := expired(append(all, released{At: now, Files: names}), there, now)
	text, err := json.Marshal(all)
	if err != nil {
		return "", err
	}
	if err := r.put(ctx, bucket, releasesKey, text); err != nil {
		return "", err
	}
	return fmt.Sprintf("%d of %d files sent, %d old ones removed", sent, len(names), len(gone)), r.remove(ctx, bucket, gone)
}

func (r *run) put(ctx context.Context, bucket, name string, text []byte) error {
	_, err := r.aws.s3.PutObject(ctx, &s3.PutObjectInput{Bucket: &bucket, Key: &name, Body: bytes.NewReader(text),
		ContentType: aws.String(contentType(name)), CacheControl: aws.String(cacheControl(name))})
	if err != nil {
		return fmt.Errorf("upload of %s: %w", name, err)
	}
	return nil
}

// listed are the objects of a bucket with the MD5 of their content, which is their entity tag.
func (r *run) listed(ctx context.Context, bucket string) (map[string]string, error) {
	all := map[string]string{}
	pages := s3.NewListObjectsV2Paginator(r.aws.s3, &s3.ListObjectsV2Input{Bucket: &bucket})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return nil, err
		}
		for _, o := range page.Contents {
			all[aws.ToString(o.Key)] = strings.Trim(aws.ToString(o.ETag), `"`)
		}
	}
	return all, nil
}

// releases reads the list. A bucket without one has a release that this list does not know: what is there.
func (r *run) releases(ctx context.Context, bucket string, there map[string]string, now time.Time) (all []released, err error) {
	text, err := r.object(ctx, bucket, releasesKey)
	if err != nil {
		return nil, err
	}
	if text == nil {
		if len(there) == 0 {
			return nil, nil
		}
		return []released{{At: now, Files: slices.Sorted(maps.Keys(there))}}, nil
	}
	return all, json.Unmarshal(text, &all)
}

// expired drops releases whose successor began longer ago than keep, and names the objects that belong to no other one.
func expired(all []released, there map[string]string, now time.Time) (left []released, gone []string) {
	wanted := map[string]bool{releasesKey: true}
	for i, one := range all {
		if i+1 < len(all) && now.Sub(all[i+1].At) > keep {
			continue
		}
		left = append(left, one)
		for _, name := range one.Files {
			wanted[name] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(there)) {
		if !wanted[name] {
			gone = append(gone, name)
		}
	}
	return left, gone
}

func (r *run) remove(ctx context.Context, bucket string, names []string) error {
	for some := range slices.Chunk(names, 1000) { // the most of one call
		var ids []types.ObjectIdentifier
		for _, name := range some {
			ids = append(ids, types.ObjectIdentifier{Key: aws.String(name)})
		}
		got, err := r.aws.s3.DeleteObjects(ctx, &s3.DeleteObjectsInput{Bucket: &bucket, Delete: &types.Delete{Objects: ids, Quiet: aws.Bool(true)}})
		if err != nil {
			return err
		}
		if len(got.Errors) > 0 {
			return fmt.Errorf("%s was not removed: %s", aws.ToString(got.Errors[0].Key), aws.ToString(got.Errors[0].Message))
		}
	}
	return nil
}

// invalidate has the distribution ask for every page anew, and waits for it.
func (r *run) invalidate(ctx context.Context, outputs map[string]string) (string, error) {
	distribution := outputs["WebDistribution"]
	made, err := r.aws.front.CreateInvalidation(ctx, &cloudfront.CreateInvalidationInput{DistributionId: &distribution,
		InvalidationBatch: &front.InvalidationBatch{CallerReference: aws.String(time.Now().UTC().Format(time.RFC3339Nano)),
			Paths: &front.Paths{Quantity: aws.Int32(1), Items: []string{"/*"}}}})
	if err != nil {
		return "", err
	}
	if made.Invalidation == nil {
		return "", errors.New("CloudFront names no invalidation")
	}
	return "done at every edge", cloudfront.NewInvalidationCompletedWaiter(r.aws.front).Wait(ctx,
		&cloudfront.GetInvalidationInput{DistributionId: &distribution, Id: made.Invalidation.Id}, 15*time.Minute)
}

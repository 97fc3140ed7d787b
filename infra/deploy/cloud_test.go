//go:build cloud

package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/cloudfront"
	front "github.com/aws/aws-sdk-go-v2/service/cloudfront/types"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/ssm"
	"github.com/aws/aws-sdk-go-v2/service/ssm/types"

	"herald/infra/stage"
)

// cloudRun is a run against the local cloud, with names of its own.
func cloudRun(t *testing.T) *run {
	t.Helper()
	endpoint := os.Getenv("HERALD_TEST_CLOUD")
	if endpoint == "" {
		t.Fatal("HERALD_TEST_CLOUD must name the endpoint of the local cloud")
	}
	r, _ := newRun(t, endpoint)
	r.Context["name"] = "deploy" + time.Now().Format("150405")
	return r
}

// The account, what the CDK needs of it, and every secret are checked before anything is built.
func TestPreflight(t *testing.T) {
	ctx, r := context.Background(), cloudRun(t)
	r.Account = "111111111111"
	if _, err := r.checkAccount(ctx); err == nil || !strings.Contains(err.Error(), "are those of account 000000000000") {
		t.Errorf("the wrong account is taken: %v", err)
	}
	r.Account = "000000000000"
	if _, err := r.checkAccount(ctx); err != nil || !r.connected {
		t.Fatal(err)
	}
	if _, err := r.checkQuotas(ctx); err != nil {
		t.Error(err)
	}
	_, err := r.checkSecrets(ctx)
	for _, name := range stage.Secrets() {
		if err == nil || !strings.Contains(err.Error(), "missing: "+r.HowToPut(name)) {
			t.Errorf("%s is not missed: %v", name, err)
		}
	}
	put := func(name, value string) {
		t.Helper()
		if _, err := r.aws.ssm.PutParameter(ctx, &ssm.PutParameterInput{Name: aws.String(r.Prefix() + name), Value: &value,
			Type: types.ParameterTypeSecureString, Overwrite: aws.Bool(true)}); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range stage.Secrets() {
		put(name, "{}")
	}
	if _, err := r.checkSecrets(ctx); err == nil || !strings.Contains(err.Error(), "1 secrets") || !strings.Contains(err.Error(), "auth/key") {
		t.Errorf("only the key of tokens cannot be left out: %v", err)
	}
	put("auth/key", strings.Repeat("k", 48))
	if _, err := r.checkSecrets(ctx); err != nil {
		t.Error(err)
	}
	if got, err := r.checkNames(ctx, stage.Secrets()); err != nil || !strings.Contains(got, "may not read them") {
		t.Errorf("%q %v", got, err)
	}
	if _, err := r.checkNames(ctx, append(stage.Secrets(), "whatsapp/none")); err == nil || !strings.Contains(err.Error(), "1 secrets are missing") {
		t.Errorf("a missing secret is not missed: %v", err)
	}
	put("provider/seal", "short")
	if _, err := r.checkSecrets(ctx); err == nil || !strings.Contains(err.Error(), "at least 32 characters") || !strings.Contains(err.Error(), "--overwrite") {
		t.Errorf("a short secret is taken: %v", err)
	}
}

// A release is uploaded with its headers, and an earlier one goes a week after it ended.
func TestUpload(t *testing.T) {
	ctx, r := context.Background(), cloudRun(t)
	bucket, folder := r.Context["name"]+"-web", t.TempDir()
	if _, err := r.aws.s3.CreateBucket(ctx, &s3.CreateBucketInput{Bucket: &bucket}); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		t.Helper()
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	send := func(at time.Time, want string) {
		t.Helper()
		if got, err := r.uploadTo(ctx, bucket, folder, at); err != nil || got != want {
			t.Errorf("%q %v, want %q", got, err, want)
		}
	}
	begin := time.Now()
	write("index.html", "first")
	write("_next/static/first.js", "1")
	send(begin, "2 of 2 files sent, 0 old ones removed")
	send(begin, "0 of 2 files sent, 0 old ones removed")
	head, err := r.aws.s3.HeadObject(ctx, &s3.HeadObjectInput{Bucket: &bucket, Key: aws.String("_next/static/first.js")})
	if err != nil || aws.ToString(head.CacheControl) != immutable || aws.ToString(head.ContentType) != "text/javascript; charset=utf-8" {
		t.Errorf("%+v %v", head, err)
	}
	if err := os.Remove(filepath.Join(folder, "_next/static/first.js")); err != nil {
		t.Fatal(err)
	}
	write("index.html", "second")
	write("_next/static/second.js", "2")
	send(begin.Add(time.Hour), "2 of 2 files sent, 0 old ones removed")
	send(begin.Add(8*24*time.Hour), "0 of 2 files sent, 1 old ones removed")
	if text, err := r.object(ctx, bucket, "_next/static/first.js"); text != nil || err != nil {
		t.Errorf("%q %v", text, err)
	}
	if text, err := r.object(ctx, bucket, "index.html"); string(text) != "second" || err != nil {
		t.Errorf("%q %v", text, err)
	}
	if text, err := r.object(ctx, "no-"+bucket, "index.html"); text != nil || err != nil {
		t.Errorf("%q %v", text, err)
	}
}

// An invalidation is waited for.
func TestInvalidate(t *testing.T) {
	ctx, r := context.Background(), cloudRun(t)
	made, err := r.aws.front.CreateDistribution(ctx, &cloudfront.CreateDistributionInput{DistributionConfig: &front.DistributionConfig{
		CallerReference: aws.String(r.Context["name"]), Comment: aws.String(""), Enabled: aws.Bool(true),
		Origins: &front.Origins{Quantity: aws.Int32(1), Items: []front.Origin{{Id: aws.String("web"), DomainName: aws.String("web.s3.amazonaws.com")}}},
		DefaultCacheBehavior: &front.DefaultCacheBehavior{TargetOriginId: aws.String("web"),
			ViewerProtocolPolicy: front.ViewerProtocolPolicyHttpsOnly},
	}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.invalidate(ctx, map[string]string{"WebDistribution": aws.ToString(made.Distribution.Id)}); err != nil {
		t.Error(err)
	}
}

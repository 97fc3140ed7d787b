package container

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
	"github.com/aws/smithy-go"

	"herald/pkg/app"
	"herald/pkg/app/manifest"
	"herald/pkg/app/move"
	"herald/pkg/kit/parallel"
)

// lookTime bounds how long the start waits for the answers: the client of the queues is patient.
const lookTime = 10 * time.Second

// lacking names the first table, queue or bucket on AWS that is not there. What does not answer, and what the credentials may not look at,
// is not judged.
func lacking(ctx context.Context, env *app.Env, queues *sqs.Client) error {
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	cfg := env.Config
	var looks []func() error
	for _, t := range manifest.Tables {
		looks = append(looks, func() error {
			key := move.Local
			key.Table, key.SK = t.Name, "MARK"
			_, err := env.DB.Get(ctx, key, false)
			return unless(err, "AWS has no table %s-%s in %s: make the tables of pkg/app/manifest, or correct HERALD_NAME or AWS_REGION",
				cfg.Name, t.Name, cfg.Region)
		})
	}
	for _, c := range manifest.Consumers {
		looks = append(looks, func() error {
			url := cfg.Queues[c.Name]
			_, err := queues.GetQueueAttributes(ctx, &sqs.GetQueueAttributesInput{QueueUrl: &url,
				AttributeNames: []types.QueueAttributeName{types.QueueAttributeNameQueueArn}})
			return unless(err, "AWS has no queue %s: make it, or correct HERALD_QUEUE_%s", url, strings.ToUpper(c.Name))
		})
	}
	if !cfg.Container.Files {
		files := s3.NewFromConfig(env.AWS, func(o *s3.Options) {
			o.BaseEndpoint = cfg.EndpointOf("s3", o.BaseEndpoint)
			o.UsePathStyle = o.BaseEndpoint != nil
		})
		for _, name := range []string{"upload", "file"} {
			looks = append(looks, func() error {
				bucket := cfg.Buckets[name]
				_, err := files.HeadBucket(ctx, &s3.HeadBucketInput{Bucket: &bucket})
				return unless(err, "there is no bucket %s: make it, or correct HERALD_BUCKET_%s", bucket, strings.ToUpper(name))
			})
		}
	}
	for _, err := range parallel.Each(len(looks), len(looks), func(i int) error { return looks[i]() }) {
		if err != nil {
			return err
		}
	}
	return nil
}

// unknownTo are the codes by which DynamoDB, SQS and S3 say that something is not there.
var unknownTo = []string{"ResourceNotFoundException", "AWS.SimpleQueueService.NonExistentQueue", "QueueDoesNotExist", "NotFound",
	"NoSuchBucket"}

// unless gives the sentence when an error says that something is not there.
func unless(err error, format string, args ...any) error {
	var answer smithy.APIError
	if errors.As(err, &answer) && slices.Contains(unknownTo, answer.ErrorCode()) {
		return fmt.Errorf(format, args...)
	}
	return nil
}

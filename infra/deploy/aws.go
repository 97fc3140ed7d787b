package main

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/cloudformation"
	"github.com/aws/aws-sdk-go-v2/service/cloudfront"
	"github.com/aws/aws-sdk-go-v2/service/lambda"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/ssm"
	"github.com/aws/aws-sdk-go-v2/service/sts"
	"github.com/aws/smithy-go/logging"
)

// clients are those of the services that a deployment asks itself. CloudFormation deploys through the CDK's command line.
type clients struct {
	config aws.Config
	sts    *sts.Client
	ssm    *ssm.Client
	s3     *s3.Client
	front  *cloudfront.Client
	stacks *cloudformation.Client
	lambda *lambda.Client
}

// identityTimeout is how long the first call may take: without credentials the SDK asks the machine's metadata service, which may not be there.
const identityTimeout = 5 * time.Second

// connect takes credentials as every tool of AWS does: environment, profile, single sign-on, or a web identity in a pipeline.
func connect(ctx context.Context, region string) (*clients, error) {
	c, err := config.LoadDefaultConfig(ctx, config.WithRegion(region), config.WithLogger(logging.Nop{}), config.WithRetryer(func() aws.Retryer {
		return retry.NewStandard(func(o *retry.StandardOptions) { o.MaxAttempts = 6 })
	}))
	if err != nil {
		return nil, err
	}
	return &clients{
		config: c, sts: sts.NewFromConfig(c), ssm: ssm.NewFromConfig(c), front: cloudfront.NewFromConfig(c),
		stacks: cloudformation.NewFromConfig(c), lambda: lambda.NewFromConfig(c),
		// An endpoint of a test has no names for buckets.
		s3: s3.NewFromConfig(c, func(o *s3.Options) { o.UsePathStyle = c.BaseEndpoint != nil }),
	}, nil
}

package main

import (
	"herald/pkg/app/manifest"
	"maps"
	"slices"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsdynamodb"
	"github.com/aws/aws-cdk-go/awscdk/v2/awss3"
	"github.com/aws/jsii-runtime-go"
)

func (s *System) addTables() {
	for _, t := range manifest.Tables {
		props := &awsdynamodb.TableProps{
			TableName:     jsii.String(s.Name + "-" + t.Name),
			PartitionKey:  &awsdynamodb.Attribute{Name: jsii.String("pk"), Type: awsdynamodb.AttributeType_STRING},
			SortKey:       &awsdynamodb.Attribute{Name: jsii.String("sk"), Type: awsdynamodb.AttributeType_STRING},
			BillingMode:   awsdynamodb.BillingMode_PAY_PER_REQUEST,
			RemovalPolicy: s.removal(),
		}
		if !s.Local {
			props.Encryption, props.EncryptionKey = awsdynamodb.TableEncryption_CUSTOMER_MANAGED, s.key
			props.DeletionProtection = jsii.Bool(true)
			props.PointInTimeRecoverySpecification = &awsdynamodb.PointInTimeRecoverySpecification{
				PointInTimeRecoveryEnabled: jsii.Bool(true),
			}
		}
		if t.Expires {
			props.TimeToLiveAttribute = jsii.String("ttl")
		}
		s.tables[t.Name] = awsdynamodb.NewTable(s.Stack, jsii.String("Table-"+t.Name), props)
	}
}

// addBuckets creates the buckets; public is the origin from which browsers post and fetch presigned.
func (s *System) addBuckets(public string) {
	for _, b := range manifest.Buckets {
		if s.buckets[b.Name] != nil {
			continue // the console's own, made with its distribution
		}
		s.buckets[b.Name] = s.newBucket(b, public)
	}
}

// bucketName is known before the bucket is made: the content policy of the console names it.
func (s *System) bucketName(name string) string {
	return *jsii.Sprintf("%s-%s-%s-%s", s.Name, name, *s.Account(), *s.Region())
}

func (s *System) newBucket(b manifest.Bucket, public string) awss3.Bucket {
	props := &awss3.BucketProps{
		BucketName:        jsii.String(s.bucketName(b.Name)),
		BlockPublicAccess: awss3.BlockPublicAccess_BLOCK_ALL(),
		Encryption:        awss3.BucketEncryption_S3_MANAGED,
		EnforceSSL:        jsii.Bool(!s.Local), // the local cloud speaks plain HTTP
		LifecycleRules:    lifecycle(b),
		Versioned:         jsii.Bool(b.Versioned),
		RemovalPolicy:     s.removal(),
	}
	if !s.Local {
		props.ServerAccessLogsBucket, props.ServerAccessLogsPrefix = s.accessLog(), jsii.String(b.Name+"/")
		if b.Private {
			props.Encryption, props.EncryptionKey, props.BucketKeyEnabled = awss3.BucketEncryption_KMS, s.key, jsii.Bool(true)
		}
	}
	if public != "" {
		origin := public
		if s.Local {
			origin = "*" // localhost and 127.0.0.1 are two origins to a browser
		}
		props.Cors = &[]*awss3.CorsRule{{
			AllowedOrigins: jsii.Strings(origin),
			AllowedMethods: &[]awss3.HttpMethods{awss3.HttpMethods_GET, awss3.HttpMethods_PUT, awss3.HttpMethods_POST, awss3.HttpMethods_HEAD},
			AllowedHeaders: jsii.Strings("*"),
			ExposedHeaders: jsii.Strings("ETag"),
			MaxAge:         jsii.Number(3600),
		}}
	}
	return awss3.NewBucket(s.Stack, jsii.String("Bucket-"+b.Name), props)
}

func lifecycle(b manifest.Bucket) *[]*awss3.LifecycleRule {
	rule := &awss3.LifecycleRule{AbortIncompleteMultipartUploadAfter: awscdk.Duration_Days(jsii.Number(1))}
	if b.ExpireDays > 0 {
		rule.Expiration = awscdk.Duration_Days(jsii.Number(b.ExpireDays))
	}
	if b.Versioned {
		rule.NoncurrentVersionExpiration = awscdk.Duration_Days(jsii.Number(b.KeepDays))
	}
	rules := []*awss3.LifecycleRule{rule}
	for _, prefix := range slices.Sorted(maps.Keys(b.Prefixes)) {
		days := b.Prefixes[prefix]
		rules = append(rules, &awss3.LifecycleRule{Prefix: jsii.String(prefix), Expiration: awscdk.Duration_Days(jsii.Number(days)),
			NoncurrentVersionExpiration: awscdk.Duration_Days(jsii.Number(days))})
	}
	return &rules
}

// accessLog is the bucket with the log of reads: a presigned link is audited when it is made, its use here.
func (s *System) accessLog() awss3.Bucket {
	if s.log == nil {
		s.log = awss3.NewBucket(s.Stack, jsii.String("Bucket-accesslog"), &awss3.BucketProps{
			BucketName:        jsii.String(s.bucketName("accesslog")),
			BlockPublicAccess: awss3.BlockPublicAccess_BLOCK_ALL(),
			Encryption:        awss3.BucketEncryption_S3_MANAGED, // the service that writes it can use no key of ours
			EnforceSSL:        jsii.Bool(true),
			LifecycleRules:    &[]*awss3.LifecycleRule{{Expiration: awscdk.Duration_Days(jsii.Number(180))}},
			RemovalPolicy:     s.removal(),
		})
	}
	return s.log
}

package main

import (
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/assertions"
	"github.com/aws/jsii-runtime-go"
	"github.com/cdklabs/cdk-nag-go/cdknag/v2"
)

// accepted are the findings that stay, each with the reason why.
var accepted = map[string]string{
	"AwsSolutions-APIG1": "the websocket API can only log with a role for the whole account; its function logs what matters",
	"AwsSolutions-APIG4": "the handlers authorise: every route has its permission, held by a golden test of the whole table",
	"AwsSolutions-CFR1":  "the product is sold in every country",
	"AwsSolutions-CFR2":  "the firewall comes with a flat-rate plan of the distribution, which is chosen outside the stack",
	"AwsSolutions-CFR3":  "the gateway logs every request of the API; the files of the console are public",
	"AwsSolutions-CFR4":  "the protocol of the viewers can be set only with an own certificate; the default one ends TLS at 1.0",
	"AwsSolutions-IAM5":  "wildcards stand only for objects of our own buckets, connections of our own API and versions of the janitor",
	"AwsSolutions-S1":    "objects are reached by presigned links alone, whose making is in the audit log",
	"AwsSolutions-SNS2":  "alarms carry no data of customers, and CloudWatch cannot publish to a topic under the default key",
}

// The stack for AWS passes the AwsSolutions checks of cdk-nag, but for what is accepted above.
func TestNag(t *testing.T) {
	system, _ := synth(t, Settings{Arm: true})
	var suppressions []*cdknag.NagPackSuppression
	for id, reason := range accepted {
		suppressions = append(suppressions, &cdknag.NagPackSuppression{Id: jsii.String(id), Reason: jsii.String(reason)})
	}
	cdknag.NagSuppressions_AddStackSuppressions(system.Stack, &suppressions, nil)
	awscdk.Aspects_Of(system.Stack).Add(cdknag.NewAwsSolutionsChecks(nil), nil)
	findings := assertions.Annotations_FromStack(system.Stack)
	for _, f := range *findings.FindError(jsii.String("*"), assertions.Match_AnyValue()) {
		t.Errorf("%s: %v", *f.Id, f.Entry.Data)
	}
	for _, f := range *findings.FindWarning(jsii.String("*"), assertions.Match_AnyValue()) {
		t.Errorf("%s: %v", *f.Id, f.Entry.Data)
	}
}

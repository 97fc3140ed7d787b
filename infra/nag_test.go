package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"herald/pkg/app/manifest"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/assertions"
	"github.com/aws/jsii-runtime-go"
	"github.com/cdklabs/cdk-nag-go/cdknag/v2"
)

// Reasons for accepted findings. A finding is accepted for one resource and one rule, so that a new finding of the
// same rule is seen.
const (
	ownAuthority = "the handler authorises: every route has its permission, held by a golden test of the whole table; only what the " +
		"distribution sends is served"
	gatewayAnswer = "ping is answered by the gateway with a constant, on a connection that was authorised when it was opened"
	signedCalls   = "the provider signs what it sends, and the function checks the signature before anything else"
	sealedLinks   = "public links of emails: what a link may do is sealed in it, and the function opens the seal before anything else"
	ownObjects    = "objects of one bucket of ours, which has no other tenants than Herald's; keys are made by the functions"
	ownSockets    = "connections of our own websocket API: their ids are made by the gateway"
	deployer      = "the policy that AWS keeps for CodeDeploy: it moves aliases, and reads alarms and deployment hooks"
	ownVersions   = "versions of one function; the schedule calls it without naming one"
)

func accepted() map[string]string {
	a := map[string]string{
		"Stage-Socket APIG1": "access logs of a websocket API need a role for the whole account, and its query carries the ticket; the " +
			"function logs what matters",
		"Web CFR1": "the product is sold in every country",
		"Web CFR3": "the gateway logs every request of the API, and the bucket those of the console's files, which are public",
		"Release/Deployer IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]": deployer,
		"OriginKey SMG4":           "it is exchanged by hand (RUNBOOK.md): a distribution takes a new one only when it is deployed",
		"LinkKey SMG4":             "it is exchanged by hand (RUNBOOK.md): links of a key that is gone are dead",
		"Route-Http-openapi APIG4": "the description of the API is public",
		"Route-Http-default APIG4": "answers 404 in the envelope",
		"Route-Socket-ping APIG4":  gatewayAnswer,
		"SchedulerRoleForTarget-b9503c IAM5[Resource::<FunctionjanitorD873CF9F.Arn>:*]": ownVersions,
	}
	for _, route := range []string{"connect", "default", "disconnect"} {
		a["Route-Socket-"+route+" APIG4"] = ownAuthority
	}
	for _, g := range manifest.Groups {
		if len(g.Outside) == 0 {
			a["Route-Http-"+g.Name+" APIG4"] = ownAuthority
		}
		if g.Bare {
			a["Route-Http-"+g.Name+"-bare APIG4"] = ownAuthority
		}
		for _, prefix := range g.Outside {
			a["Route-Http-"+g.Name+"-"+prefix+" APIG4"] = sealedLinks
		}
	}
	a["Route-Http-"+manifest.Webhook+" APIG4"] = signedCalls
	a["Role-job IAM5[Resource::*]"] = "Amazon Polly speaks with its own voices: there is no resource to name"
	for _, name := range []string{"dmp", manifest.Janitor} {
		a["Role-"+name+" IAM5[Resource::*]"] = "metrics of CloudWatch are read without naming a resource"
	}
	for name, n := range grants {
		for b := range n.buckets {
			id := map[string]string{"upload": "Bucketupload025D002E", "file": "Bucketfile529BC876"}[b]
			a["Role-"+name+" IAM5[Resource::<"+id+".Arn>/*]"] = ownObjects
		}
		if n.push {
			for _, method := range []string{"POST", "DELETE"} {
				a["Role-"+name+" IAM5[Resource::arn:<AWS::Partition>:execute-api:<AWS::Region>:<AWS::AccountId>:<Socket>/ws/"+method+
					"/@connections/*]"] = ownSockets
			}
		}
	}
	return a
}

// policy ends the name of a role's policy; what one cannot hold overflows into the next.
var policy = regexp.MustCompile(`/(DefaultPolicy|OverflowPolicy\d+)$`)

// The stack for AWS passes the AwsSolutions checks of cdk-nag, but for the accepted findings, all of which occur.
func TestNag(t *testing.T) {
	system, _ := describe(t, production()) // an aspect changes it
	awscdk.Aspects_Of(system.Stack).Add(cdknag.NewAwsSolutionsChecks(nil), nil)
	annotations, reasons := assertions.Annotations_FromStack(system.Stack), accepted()
	all := slices.Concat(*annotations.FindError(jsii.String("*"), assertions.Match_AnyValue()),
		*annotations.FindWarning(jsii.String("*"), assertions.Match_AnyValue()))
	seen := map[string]bool{}
	for _, f := range all {
		resource := policy.ReplaceAllString(strings.TrimSuffix(strings.TrimPrefix(*f.Id, "/Stack/"), "/Resource"), "")
		rule, _, _ := strings.Cut(f.Entry.Data.(string), ": ")
		finding := resource + " " + strings.TrimPrefix(rule, "AwsSolutions-")
		seen[finding] = true
		if reasons[finding] == "" {
			t.Errorf("%s: %v", finding, f.Entry.Data)
		}
	}
	for finding := range reasons {
		if !seen[finding] {
			t.Errorf("accepted, but not found: %s", finding)
		}
	}
}

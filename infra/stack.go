package main

import (
	"herald/pkg/app/manifest"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsdynamodb"
	"github.com/aws/aws-cdk-go/awscdk/v2/awskms"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/aws-cdk-go/awscdk/v2/awss3"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssecretsmanager"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssqs"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
)

// System is the stack while it is put together: every part by the name that the manifest gives it.
type System struct {
	Settings
	awscdk.Stack
	tables    map[string]awsdynamodb.Table
	queues    map[string]awssqs.Queue
	dead      map[string]awssqs.Queue // queues of dead letters, by their consumer
	buckets   map[string]awss3.Bucket
	functions map[string]awslambda.Function
	live      map[string]awslambda.IFunction // what callers of a function invoke: its alias
	release   *release                       // nil in the local cloud
	alarms    *alarms
	key       awskms.Key                          // nil in the local cloud
	made      map[string]awssecretsmanager.Secret // likewise; by the names of the secrets
	log       awss3.Bucket                        // likewise
}

// NewStack describes the whole system. The manifest says what there is; the files of this package say how each kind is built.
func NewStack(scope constructs.Construct, settings Settings) (*System, error) {
	stack := awscdk.NewStack(scope, jsii.String("Stack"), &awscdk.StackProps{
		StackName:   jsii.String(settings.Name),
		Description: jsii.String("Herald: bulk messaging"),
		// CloudFormation takes templates of 1 MB, and a third of one is indentation.
		SuppressTemplateIndentation: jsii.Bool(true),
	})
	s := &System{
		Settings: settings, Stack: stack,
		tables: map[string]awsdynamodb.Table{}, queues: map[string]awssqs.Queue{}, dead: map[string]awssqs.Queue{},
		buckets: map[string]awss3.Bucket{}, functions: map[string]awslambda.Function{},
		live: map[string]awslambda.IFunction{},
	}
	s.addKey()
	s.addKeys()
	s.alarms = newAlarms(s)
	s.release = newRelease(s)
	s.addTables()
	s.addQueues()
	http, sockets := newHTTPAPI(s), newSocketAPI(s)
	public := settings.Public
	if !settings.Local {
		var err error
		if public, err = s.addWeb(http, sockets); err != nil {
			return nil, err
		}
	}
	s.addBuckets(public)
	s.addFunctions(public, sockets)
	http.addRoutes(s)
	sockets.addRoutes(s)
	s.addConsumers()
	s.addJanitor()
	s.release.watch(s.alarms.ofReleases...)
	s.addCosts()
	awscdk.Tags_Of(stack).Add(jsii.String("product"), jsii.String(settings.Name), nil)
	return s, nil
}

// functionNames are all functions of the system, in the order of the manifest.
func functionNames() []string {
	var names []string
	for _, g := range manifest.Groups {
		names = append(names, g.Name)
	}
	for _, c := range manifest.Consumers {
		names = append(names, c.Name)
	}
	return append(names, manifest.Sockets, manifest.Janitor)
}

func (s *System) output(name string, value *string) {
	awscdk.NewCfnOutput(s.Stack, jsii.String(name), &awscdk.CfnOutputProps{Value: value})
}

// removal keeps what holds data when the stack is deleted from AWS.
func (s *System) removal() awscdk.RemovalPolicy {
	if s.Local {
		return awscdk.RemovalPolicy_DESTROY
	}
	return awscdk.RemovalPolicy_RETAIN
}

package main

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awskms"
	"github.com/aws/jsii-runtime-go"
)

// addKey makes the key of everything that holds data of customers or what is said about them: tables, uploads, exports and
// the topic of the alarms. It costs a dollar a month and, because both services keep what it gives them for minutes,
// next to nothing for its use. The local cloud encrypts nothing.
func (s *System) addKey() {
	if s.Local {
		return
	}
	s.key = awskms.NewKey(s.Stack, jsii.String("Key"), &awskms.KeyProps{
		Alias: jsii.String("alias/" + s.Name), Description: jsii.String("Data at rest of " + s.Name),
		EnableKeyRotation: jsii.Bool(true), RemovalPolicy: awscdk.RemovalPolicy_RETAIN,
	})
	s.key.AddToResourcePolicy(awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
		Sid: jsii.String("Alarms"), Actions: jsii.Strings("kms:Decrypt", "kms:GenerateDataKey*"), Resources: jsii.Strings("*"),
		Principals: &[]awsiam.IPrincipal{awsiam.NewServicePrincipal(jsii.String("cloudwatch.amazonaws.com"), nil)},
		Conditions: &map[string]any{"StringEquals": map[string]any{"aws:SourceAccount": s.Account()}},
	}), nil)
}

// grantKey lets a function use the key, only through the services that keep its data: what it may read there, its other
// grants say.
func (s *System) grantKey(role awsiam.Role) {
	if s.key == nil {
		return
	}
	var services []*string
	for _, service := range []string{"dynamodb", "s3", "secretsmanager"} {
		services = append(services, jsii.Sprintf("%s.%s.%s", service, *s.Region(), *s.UrlSuffix()))
	}
	statement := allow(jsii.Strings("kms:Decrypt", "kms:Encrypt", "kms:GenerateDataKey"), s.key.KeyArn())
	statement.AddCondition(jsii.String("StringEquals"), map[string]any{"kms:ViaService": services})
	role.AddToPolicy(statement)
}

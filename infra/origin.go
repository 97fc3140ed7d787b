package main

import (
	"herald/pkg/app/manifest"

	"github.com/aws/aws-cdk-go/awscdk/v2/awssecretsmanager"
	"github.com/aws/jsii-runtime-go"
)

// originKey is the secret that the distribution sends with every request and the functions look for, so that the addresses
// of the APIs themselves are of no use. On AWS the stack makes it, in the secrets manager: CloudFormation can write no secure
// parameter, and resolves no secure parameter for a distribution. The functions read it through the parameter store
// like the others. It is {"send":…,"also":…}; RUNBOOK.md says how it is exchanged.
const originKey = "origin/key"

func (s *System) addOrigin() {
	if s.Local {
		return // the front door of the local cloud has one of its own
	}
	s.origin = awssecretsmanager.NewSecret(s.Stack, jsii.String("OriginKey"), &awssecretsmanager.SecretProps{
		SecretName:  jsii.String(s.Name + "/" + s.Stage + "/" + originKey),
		Description: jsii.String("What the distribution sends with every request, so that nothing gets around it"),
		GenerateSecretString: &awssecretsmanager.SecretStringGenerator{
			SecretStringTemplate: jsii.String(`{"also":""}`), GenerateStringKey: jsii.String("send"),
			PasswordLength: jsii.Number(48), ExcludePunctuation: jsii.Bool(true),
		},
		EncryptionKey: s.key,
	})
}

// originHeaders are what the distribution adds; the template holds a reference, not the key.
func (s *System) originHeaders() *map[string]*string {
	return &map[string]*string{manifest.OriginHeader: s.origin.SecretValueFromJson(jsii.String("send")).UnsafeUnwrap()}
}

// parameter is the full name of a secret in the parameter store.
func (s *System) parameter(secret string) string {
	if secret == originKey && s.origin != nil {
		return "/aws/reference/secretsmanager/" + s.Name + "/" + s.Stage + "/" + originKey
	}
	return s.Secrets() + secret
}

package main

import (
	"herald/pkg/app/manifest"

	"github.com/aws/aws-cdk-go/awscdk/v2/awssecretsmanager"
	"github.com/aws/jsii-runtime-go"
)

// originKey is the secret that the distribution sends with every request and the functions look for, so that the addresses
// of the APIs themselves are of no use. It is {"send":…,"also":…}; RUNBOOK.md says how it is exchanged.
const originKey = "origin/key"

// addKeys makes the keys that the deployment itself makes: of the origin, and of the links of emails ({"seal":…,"open":[…]}). On AWS
// they lie in the secrets manager: CloudFormation can write no secure parameter, and resolves no secure parameter for a distribution.
// The functions read them through the parameter store like the others.
func (s *System) addKeys() {
	if s.Local {
		return // the local cloud has keys of its own
	}
	s.made = map[string]awssecretsmanager.Secret{
		originKey: s.generated("OriginKey", originKey, "What the distribution sends with every request, so that nothing gets around it",
			&awssecretsmanager.SecretStringGenerator{
				SecretStringTemplate: jsii.String(`{"also":""}`), GenerateStringKey: jsii.String("send"),
				PasswordLength: jsii.Number(48), ExcludePunctuation: jsii.Bool(true),
			}),
		manifest.LinkKey: s.generated("LinkKey", manifest.LinkKey, "What seals the links of emails, so that none can be guessed",
			&awssecretsmanager.SecretStringGenerator{
				SecretStringTemplate: jsii.String(`{"open":[]}`), GenerateStringKey: jsii.String("seal"),
				PasswordLength: jsii.Number(48), ExcludePunctuation: jsii.Bool(true),
			}),
	}
}

func (s *System) generated(id, name, description string, how *awssecretsmanager.SecretStringGenerator) awssecretsmanager.Secret {
	return awssecretsmanager.NewSecret(s.Stack, jsii.String(id), &awssecretsmanager.SecretProps{
		SecretName: jsii.String(s.Name + "/" + s.Stage + "/" + name), Description: jsii.String(description),
		GenerateSecretString: how, EncryptionKey: s.key,
	})
}

// originHeaders are what the distribution adds; the template holds a reference, not the key.
func (s *System) originHeaders() *map[string]*string {
	return &map[string]*string{manifest.OriginHeader: s.made[originKey].SecretValueFromJson(jsii.String("send")).UnsafeUnwrap()}
}

// parameter is the full name of a secret in the parameter store.
func (s *System) parameter(secret string) string {
	if s.made[secret] != nil {
		return "/aws/reference/secretsmanager/" + s.Name + "/" + s.Stage + "/" + secret
	}
	return s.Secrets() + secret
}

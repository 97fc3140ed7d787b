package main

import (
	"net/url"
	"strings"

	"herald/pkg/app/manifest"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscertificatemanager"
	"github.com/aws/aws-cdk-go/awscdk/v2/awswafv2"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
)

// edge has the parts of a distribution that AWS keeps in us-east-1 alone: the firewall, and the certificate of an
// own domain.
type edge struct {
	firewall *string                            // ARN
	domain   string                             // empty: the distribution's own
	cert     awscertificatemanager.ICertificate // nil without a domain
}

// Bounds of one address over five minutes. Offices share an address, so they are wide; what a sign-in may try is counted
// per account by the product itself.
const (
	anyRate  = 10_000  // requests of the API
	pageRate = 100_000 // public pages and pictures of emails: a proxy of a mailbox provider is one address
	doorRate = 300     // sign-ins and registrations: each costs a tenth of a second of a core
)

// doors are the paths that need no sign-in and make us work.
const doors = `^/api/oauth/(login|subuser|register|refresh)`

// pages matches the public pages outside of /api.
func pages() string { return "^/(" + strings.Join(manifest.Pages(), "|") + ")/" }

// newEdge makes both, or takes those that the settings name: a stack outside us-east-1 can make neither.
func newEdge(scope constructs.Construct, s Settings) (e edge, err error) {
	if s.Public != "" {
		origin, err := url.Parse(s.Public)
		if err != nil {
			return e, err
		}
		e.domain = origin.Hostname()
	}
	switch {
	case e.domain != "" && s.Certificate != "":
		e.cert = awscertificatemanager.Certificate_FromCertificateArn(scope, jsii.String("Certificate"), &s.Certificate)
	case e.domain != "":
		e.cert = awscertificatemanager.NewCertificate(scope, jsii.String("Certificate"), &awscertificatemanager.CertificateProps{
			DomainName: &e.domain, Validation: awscertificatemanager.CertificateValidation_FromDns(nil),
		})
	}
	if e.firewall = &s.Firewall; s.Firewall == "" {
		e.firewall = newFirewall(scope, s.Name).AttrArn()
	}
	return e, nil
}

// NewEdgeStack makes them in a stack of their own, for a system in another region (-c part=edge). Its outputs are what that
// system's deployment is given.
func NewEdgeStack(scope constructs.Construct, s Settings) error {
	stack := awscdk.NewStack(scope, jsii.String("Edge"), &awscdk.StackProps{
		StackName: jsii.String(s.Name + "-edge"), Description: jsii.String("Herald: firewall and certificate of the distribution"),
		Env: &awscdk.Environment{Region: jsii.String("us-east-1")},
	})
	e, err := newEdge(stack, s)
	if err != nil {
		return err
	}
	awscdk.NewCfnOutput(stack, jsii.String("FirewallArn"), &awscdk.CfnOutputProps{Value: e.firewall})
	if e.cert != nil {
		awscdk.NewCfnOutput(stack, jsii.String("CertificateArn"), &awscdk.CfnOutputProps{Value: e.cert.CertificateArn()})
	}
	return nil
}

func newFirewall(scope constructs.Construct, name string) awswafv2.CfnWebACL {
	rules := []any{
		bounded(1, "doors", doorRate, path("REGEX", doors)),
		bounded(2, "requests", anyRate, &awswafv2.CfnWebACL_StatementProperty{AndStatement: &awswafv2.CfnWebACL_AndStatementProperty{
			Statements: []any{
				path("STARTS_WITH", "/api/"),
				// The provider's receipts come in bursts from few addresses, each signed.
				&awswafv2.CfnWebACL_StatementProperty{NotStatement: &awswafv2.CfnWebACL_NotStatementProperty{Statement: path("STARTS_WITH",
					"/api/hook/")}},
			},
		}}),
		// The picture proxies of mailbox providers and their one-click unsubscribes come in bursts from few addresses, each sealed.
		bounded(3, "pages", pageRate, path("REGEX", pages())),
		managed(4, "AWSManagedRulesAmazonIpReputationList"),
	}
	return awswafv2.NewCfnWebACL(scope, jsii.String("Firewall"), &awswafv2.CfnWebACLProps{
		Name: jsii.String(name), Scope: jsii.String("CLOUDFRONT"), Rules: rules,
		DefaultAction:    &awswafv2.CfnWebACL_DefaultActionProperty{Allow: map[string]any{}},
		VisibilityConfig: visible(name),
	})
}

func visible(metric string) *awswafv2.CfnWebACL_VisibilityConfigProperty {
	return &awswafv2.CfnWebACL_VisibilityConfigProperty{
		CloudWatchMetricsEnabled: jsii.Bool(true), MetricName: &metric, SampledRequestsEnabled: jsii.Bool(true),
	}
}

// bounded blocks an address while it calls more often than the limit in five minutes; it is answered 429.
func bounded(priority int, name string, limit int, of *awswafv2.CfnWebACL_StatementProperty) *awswafv2.CfnWebACL_RuleProperty {
	return &awswafv2.CfnWebACL_RuleProperty{
		Name: &name, Priority: jsii.Number(priority), VisibilityConfig: visible(name),
		Action: &awswafv2.CfnWebACL_RuleActionProperty{Block: &awswafv2.CfnWebACL_BlockActionProperty{
			CustomResponse: &awswafv2.CfnWebACL_CustomResponseProperty{ResponseCode: jsii.Number(429)},
		}},
		Statement: &awswafv2.CfnWebACL_StatementProperty{RateBasedStatement: &awswafv2.CfnWebACL_RateBasedStatementProperty{
			AggregateKeyType: jsii.String("IP"), Limit: jsii.Number(limit), ScopeDownStatement: of,
		}},
	}
}

// path compares the path of a request, in lower case and decoded, as the gateway will read it.
func path(how, with string) *awswafv2.CfnWebACL_StatementProperty {
	field := &awswafv2.CfnWebACL_FieldToMatchProperty{UriPath: map[string]any{}}
	as := []any{
		&awswafv2.CfnWebACL_TextTransformationProperty{Priority: jsii.Number(0), Type: jsii.String("URL_DECODE")},
		&awswafv2.CfnWebACL_TextTransformationProperty{Priority: jsii.Number(1), Type: jsii.String("LOWERCASE")},
	}
	if how == "REGEX" {
		return &awswafv2.CfnWebACL_StatementProperty{RegexMatchStatement: &awswafv2.CfnWebACL_RegexMatchStatementProperty{
			FieldToMatch: field, RegexString: &with, TextTransformations: as,
		}}
	}
	return &awswafv2.CfnWebACL_StatementProperty{ByteMatchStatement: &awswafv2.CfnWebACL_ByteMatchStatementProperty{
		FieldToMatch: field, PositionalConstraint: &how, SearchString: &with, TextTransformations: as,
	}}
}

// managed is a group of rules of AWS, one that does not look into bodies: they are files and texts of customers.
func managed(priority int, name string) *awswafv2.CfnWebACL_RuleProperty {
	return &awswafv2.CfnWebACL_RuleProperty{
		Name: &name, Priority: jsii.Number(priority), VisibilityConfig: visible(name),
		OverrideAction: &awswafv2.CfnWebACL_OverrideActionProperty{None: map[string]any{}},
		Statement: &awswafv2.CfnWebACL_StatementProperty{ManagedRuleGroupStatement: &awswafv2.CfnWebACL_ManagedRuleGroupStatementProperty{
			VendorName: jsii.String("AWS"), Name: &name,
		}},
	}
}

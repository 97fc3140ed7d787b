package ses

import (
	"cmp"

	"github.com/aws/aws-sdk-go-v2/aws"

	"herald/pkg/kit/outbound"
	"herald/pkg/provider"
)

// Descriptor builds the account of emails. NewClient makes the SDK's client; it is nil in programs that neither send nor manage
// domains.
type Descriptor struct {
	NewClient func(cfg aws.Config, endpoint string, once outbound.SingleAttempt) API
}

var _ provider.SenderDescriptor = Descriptor{}

// Name is the name in descriptor.json.
func (Descriptor) Name() string { return "ses" }

// NewSenders makes the account.
func (d Descriptor) NewSenders(s provider.Setup) ([]*provider.Account, error) {
	region := cmp.Or(s.Settings.Text("ses.region"), s.Region)
	certificates := cmp.Or(s.Settings.Text("ses.certificates"), "https://sns."+region+"."+s.Domain)
	outside, err := outbound.New(certificates, s.Client())
	if err != nil {
		return nil, err
	}
	var api API
	if d.NewClient != nil {
		api = d.NewClient(s.AWSOf(region), s.Settings.Text("ses.url"), outbound.SingleAttempt{Transport: s.ParallelTransport()})
	}
	a := New(Config{API: api, ConfigurationSet: s.Settings.Text("ses.configurationSet"), Tenant: s.Settings.Text("ses.tenant"),
		Topics: s.Settings.List("ses.topics"), Certificates: certificates, Outside: outside, PerSecond: s.Settings.Number("ses.rate"),
		Now: s.Now})
	return []*provider.Account{a.Account()}, nil
}

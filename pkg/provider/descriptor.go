package provider

import (
	"net/http"

	"github.com/aws/aws-sdk-go-v2/aws"

	"herald/pkg/kit/clock"
	"herald/pkg/kit/config"
	"herald/pkg/kit/metric"
	"herald/pkg/kit/outbound"
)

// Descriptor builds the adapters of one provider. Its data lies beside it in descriptor.json. It also implements the interface of each
// capability that the data names. The linker drops the constructors of capabilities that a program does not ask for.
type Descriptor interface {
	// Name is the name in descriptor.json.
	Name() string
}

// SenderDescriptor has accounts that send messages or make calls (capability "messages").
type SenderDescriptor interface {
	Descriptor
	NewSenders(s Setup) ([]*Account, error)
}

// PaymentDescriptor has a provider of payments (capability "payments").
type PaymentDescriptor interface {
	Descriptor
	// PaymentProfile is known without secrets.
	PaymentProfile() PaymentProfile
	// Merchant is the account that staff see; a part of it is hidden.
	Merchant(a config.Adapters) string
	NewPayments(s Setup) (PaymentProvider, error)
}

// ChainDescriptor reads a chain (capability "chain").
type ChainDescriptor interface {
	Descriptor
	NewChain(s Setup) (Chain, error)
}

// RateDescriptor gives exchange rates (capability "rates").
type RateDescriptor interface {
	Descriptor
	NewQuoter(s Setup) (Quoter, error)
}

// ScreenDescriptor has a partner that screens numbers (capability "screening").
type ScreenDescriptor interface {
	Descriptor
	Screens(a config.Adapters) bool
	NewScreener(s Setup) (Screener, error)
}

// GroupDescriptor has a partner that makes groups (capability "groups").
type GroupDescriptor interface {
	Descriptor
	// GroupProfile is known without secrets; false when no groups are made.
	GroupProfile(a config.Adapters) (Profile, bool)
	NewGroupPartner(s Setup) (GroupPartner, error)
}

// GroupPartner makes groups and reads its callbacks.
type GroupPartner interface {
	GroupBuilder
	GroupCallbackParser
}

// WorkDescriptor knows partners that fulfil work items (capability "work").
type WorkDescriptor interface {
	Descriptor
	// NewWorkPartners is nil without an error where there are none.
	NewWorkPartners(s Setup) (WorkPartners, error)
}

// SpeechDescriptor has a provider of voices (capability "speech").
type SpeechDescriptor interface {
	Descriptor
	NewSpeech(s Setup) Speech
}

// SettingsChecker is a Descriptor that checks more about its settings than their kinds. An error stops the start.
type SettingsChecker interface {
	Descriptor
	CheckSettings(a config.Adapters) error
}

// Capabilities names the interfaces that a descriptor implements, as descriptor.json does.
func Capabilities(d Descriptor) (all []string) {
	add := func(name string, has bool) {
		if has {
			all = append(all, name)
		}
	}
	_, is := d.(SenderDescriptor)
	add("messages", is)
	_, is = d.(PaymentDescriptor)
	add("payments", is)
	_, is = d.(ChainDescriptor)
	add("chain", is)
	_, is = d.(RateDescriptor)
	add("rates", is)
	_, is = d.(ScreenDescriptor)
	add("screening", is)
	_, is = d.(GroupDescriptor)
	add("groups", is)
	_, is = d.(WorkDescriptor)
	add("work", is)
	_, is = d.(NumberDescriptor)
	add("numbers", is)
	_, is = d.(SpeechDescriptor)
	add("speech", is)
	return all
}

// Setup is what a descriptor builds an adapter from.
type Setup struct {
	Settings  config.Adapters
	PublicURL string                                    // origin of the platform
	Region    string                                    // of the function
	Domain    string                                    // of the services of AWS
	AWS       aws.Config                                // of the function
	Transport http.RoundTripper                         // to all providers; nil: the network
	Outbound  func(http.RoundTripper) http.RoundTripper // wraps the transport; nil: it stays as it is
	Guard     *outbound.Guard                           // of hosts that people typed; nil: all are of the configuration
	Parallel  int                                       // calls that a worker makes at a time
	Metrics   *metric.Set                               // counts the calls; nil: they are not counted
	Now       clock.Clock
}

// SetupOf is a setup from a configuration.
func SetupOf(c *config.Config) Setup {
	return Setup{Settings: c.Adapters, PublicURL: c.PublicURL, Region: c.Region, Domain: c.Domain}
}

// Client is for adapters that make few calls; nil: the adapter makes its own.
func (s Setup) Client() *http.Client {
	if s.Transport == nil && s.Guard == nil {
		return nil
	}
	if s.Transport == nil {
		return &http.Client{Transport: s.counted(s.Guard.Transport(4))}
	}
	return &http.Client{Transport: s.counted(s.Transport)}
}

// counted counts the calls of a transport.
func (s Setup) counted(via http.RoundTripper) http.RoundTripper {
	if s.Outbound != nil {
		via = s.Outbound(via)
	}
	if s.Metrics == nil {
		return via
	}
	return &metric.Transport{Set: s.Metrics, Via: via, Now: s.Now}
}

// ParallelTransport is for adapters to which a worker makes many calls at a time.
func (s Setup) ParallelTransport() http.RoundTripper {
	if s.Transport != nil {
		return s.counted(s.Transport)
	}
	if s.Guard != nil {
		return s.counted(s.Guard.Transport(s.Parallel))
	}
	return s.counted(outbound.Transport(s.Parallel))
}

// Callback is the address of a path below /api, as a provider calls it.
func (s Setup) Callback(path string) string { return s.PublicURL + "/api" + path }

// AWSOf is the configuration of a client of an AWS service in a region, or in that of the function. Its calls are not metered.
func (s Setup) AWSOf(region string) aws.Config {
	c := s.AWS
	c.Region, c.BaseEndpoint, c.APIOptions = region, nil, nil
	return c
}

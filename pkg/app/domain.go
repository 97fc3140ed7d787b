package app

import (
	"crypto/rand"

	"herald/pkg/campaign/domain"
	"herald/pkg/campaign/emailsender"
	"herald/pkg/kit/certificate"
	"herald/pkg/kit/dns"
	"herald/pkg/provider"
)

// MailDomains is the module of domains.
func MailDomains(e *Env) *domain.Service {
	return &domain.Service{DB: e.DB, Names: dns.New(e.Config.DNSServer),
		Certificates: certificate.New(e.Config.TLSServer, e.Config.TLSRoots, e.Now), Settings: e.Settings(), Notices: e.Notifier(),
		Queues: e.Queues, Now: e.Now, NewID: e.NewID, NewToken: rand.Text, Log: e.Log, Text: e.words, Customer: e.tenant,
		Account: func() *provider.Account { return e.Senders().For(provider.ChannelEmail) }}
}

// EmailSenders is the module of email senders.
func EmailSenders(e *Env) *emailsender.Service {
	return &emailsender.Service{DB: e.DB, Domains: MailDomains(e), Settings: e.Settings(), Accounts: e.numbers(), Now: e.Now, NewID: e.NewID,
		Customer: e.tenant}
}

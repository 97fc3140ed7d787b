package twilio

import (
	"context"
	"net/http"
	"net/url"

	"herald/pkg/kit/outbound"
	"herald/pkg/provider"
)

// Check reads the account (provider.Checker).
func (a *Adapter) Check(ctx context.Context) error {
	answer, err := a.http.Do(ctx, outbound.Call{Method: http.MethodGet, Header: a.header,
		Path: "/2010-04-01/Accounts/" + url.PathEscape(a.cfg.AccountSID) + ".json"})
	if err != nil {
		return &provider.Refusal{Outcome: provider.CallFailed(err)}
	}
	if out := classify(answer.Status, answer.Body); out.Verdict != provider.Accepted || out.ProviderID != a.cfg.AccountSID {
		return &provider.Refusal{Outcome: out}
	}
	return nil
}

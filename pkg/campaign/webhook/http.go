package webhook

import (
	"context"
	"io"
	"net/http"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/web"
	"herald/pkg/provider"
)

// maxBody is the most that Meta sends in one call (facts §1.11).
const maxBody = 4 << 20

// HookRoutes are the providers' callbacks, two routes for each webhook of the accounts.
func (r *Router) HookRoutes(a *web.API) {
	for _, name := range r.Hooks {
		web.HandleRaw(a, web.Route{Method: "GET", Path: "/hook/" + name, Perm: web.Public,
			Summary: "Answer the provider's subscription check"},
			func(w http.ResponseWriter, req *http.Request) {
				for _, by := range r.Accounts.Signers(name) {
					if answer, ok := by.Events.Challenge(req.URL.Query().Get); ok {
						_, _ = io.WriteString(w, answer) // the caller is gone when this fails
						return
					}
				}
				a.Fail(w, req, fault.New(fault.Forbidden, 0, "web.forbidden"))
			})
		web.HandleRaw(a, web.Route{Method: "POST", Path: "/hook/" + name, Perm: web.Public,
			Summary: "Receive signed receipts and messages from the provider"}, func(w http.ResponseWriter, req *http.Request) {
			body, err := io.ReadAll(http.MaxBytesReader(w, req.Body, maxBody))
			if err != nil {
				a.Fail(w, req, fault.New(fault.TooLarge, 0, "web.tooLarge"))
				return
			}
			call := &provider.Callback{Query: req.URL.RawQuery, Header: req.Header.Get, Body: body}
			from, err := r.signer(req.Context(), name, call)
			if err != nil {
				a.Fail(w, req, err)
				return
			}
			if err := r.Accept(req.Context(), from, call); err != nil {
				a.Fail(w, req, err)
				return
			}
			w.WriteHeader(http.StatusOK)
		})
	}
}

// signer is the account that a call was signed for. Faults: 404 without an account, and those of Authentic.
func (r *Router) signer(ctx context.Context, name string, call *provider.Callback) (*provider.Account, error) {
	err := error(fault.Missing())
	for i, by := range r.Accounts.Signers(name) {
		if by.Events.Verify(ctx, call) {
			return by, nil
		}
		if i == 0 {
			err = Authentic(by.Events, call, false)
		}
	}
	return nil, err
}

// Authentic is nil for a verified callback of a provider. Junk is bad input (400), and a callback without the
// provider's signature is not authorized (401).
func Authentic(by provider.Webhook, call *provider.Callback, verified bool) error {
	switch {
	case verified:
		return nil
	case !by.Wellformed(call):
		return fault.New(fault.Invalid, 0, "web.badRequest")
	}
	return fault.New(fault.Unauthorized, 0, "dispatch.signature")
}

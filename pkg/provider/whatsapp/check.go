package whatsapp

import (
	"context"
	"net/http"
)

// Check reads the sending number (provider.Checker).
func (a *Adapter) Check(ctx context.Context) error {
	return a.call(ctx, http.MethodGet, a.cfg.PhoneNumberID+"?fields=id", nil, nil)
}

package email

import (
	"context"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
)

// Submit orders a request as its route does.
func (r *Service) Submit(ctx context.Context, p *auth.Principal, w *Request) (*order.SubmitResponse, error) {
	return r.intake().Submit(ctx, p, w)
}

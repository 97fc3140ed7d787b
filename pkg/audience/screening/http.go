package screening

import (
	"context"
	"io"
	"net/http"

	"herald/pkg/credit/price"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/module"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/web"
	"herald/pkg/provider"
)

type byID struct {
	ID string `path:"id"`
}

// startRequest starts a screening. It may have no body.
type startRequest struct {
	ID   string `path:"id"`
	Body *price.Expected
}

var (
	_ module.Module = (*Service)(nil)
	_ module.Worker = (*Service)(nil)
	_ module.Ticker = (*Service)(nil)
)

// Routes of the module (decisions §2).
func (r *Service) Routes(a *web.API) {
	for _, k := range r.kinds() {
		r.routesOf(a, k)
	}
}

func (r *Service) routesOf(a *web.API, k kind) {
	route := func(method, path, summary string) web.Route {
		return web.Route{Method: method, Path: k.base + path, Perm: k.perm, Summary: summary, Spends: method == "POST"}
	}
	web.Handle(a, route("GET", "/{id}/screen", "Estimate the cost of screening a contact list"),
		func(ctx context.Context, in *byID) (*Quote, error) {
			return r.quote(ctx, k, in.ID)
		})
	web.Handle(a, route("POST", "/{id}/screen", "Screen the members of a contact list in the background. 40201: the balance is too low"),
		func(ctx context.Context, in *startRequest) (*StartResponse, error) {
			return r.start(ctx, k, in.ID, whole, price.ExpectedIn(in.Body))
		})
	web.Handle(a, route("PUT", "/{id}/screen/stop", "Stop a screening. Results so far are stored and charged"),
		func(ctx context.Context, in *byID) (*StartResponse, error) {
			return r.stop(ctx, k, in.ID)
		})
	web.Handle(a, route("POST", "/{id}/activetime",
		"Screen the members for their last activity, in the background. 40201: the balance is too low"),
		func(ctx context.Context, in *startRequest) (*StartResponse, error) {
			return r.start(ctx, k, in.ID, active, price.ExpectedIn(in.Body))
		})
}

const maxCallback = 64 << 10

// CallbackHandler hears the partner. It is apart from the module, so that the webhook's function carries nothing else.
type CallbackHandler struct {
	Queues  queue.Queues
	Partner func() (provider.Screener, error) // nil without an error where there is none
}

// HookRoutes are the partner's callbacks.
func (r *CallbackHandler) HookRoutes(a *web.API) {
	web.HandleRaw(a, web.Route{Method: "POST", Path: "/hook/partner", Perm: web.Public,
		Summary: "Receive signed results of a batch from the partner"}, func(w http.ResponseWriter, req *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, req.Body, maxCallback))
		if err != nil {
			a.Fail(w, req, fault.New(fault.TooLarge, 0, "web.tooLarge"))
			return
		}
		partner, err := r.Partner()
		if err != nil {
			a.Fail(w, req, err)
			return
		}
		if partner == nil {
			a.Fail(w, req, fault.Missing())
			return
		}
		reference, err := partner.ParseNotification(body, req.Header.Get)
		if provider.CauseOf(err) == provider.Unreadable {
			a.Fail(w, req, fault.Bad("reference", "screening.reference"))
			return
		}
		if err != nil {
			a.Fail(w, req, fault.New(fault.Unauthorized, 0, "screening.signature"))
			return
		}
		if err := r.Queues.Send(req.Context(), CallbackQueue, queue.New(TaskCallback, "partner", reference)); err != nil {
			a.Fail(w, req, err)
			return
		}
		w.WriteHeader(http.StatusOK)
	})
}

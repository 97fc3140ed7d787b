package app

import (
	"context"

	"herald/pkg/campaign/email"
	"herald/pkg/campaign/emaillink"
	"herald/pkg/campaign/emaillink/linkactivity"
	"herald/pkg/campaign/emaillink/linkpage"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/web"
)

// EmailLinks make the links of emails. The manifest names the functions that read link/key; in others a link cannot be made, and the
// try panics.
func EmailLinks(e *Env) *emaillink.Service {
	return e.singletons.links.get(func() *emaillink.Service {
		s := &emaillink.Service{Public: e.Config.PublicURL}
		if len(e.Config.LinkKeys) == 0 {
			return s
		}
		var err error
		if s.Sealer, err = emaillink.NewSealer(e.Config.LinkKeys); err != nil {
			panic(err) // config refuses such keys
		}
		return s
	})
}

// Links serves the links of emails, outside of /api.
func Links(e *Env, a *web.API) {
	// company is the owner of a tenant's rows, and the tenant's name. One that was deleted has no name.
	company := func(ctx context.Context, tenant string) (auth.Owner, string, error) {
		owner := auth.Owner{User: tenant, Tenant: tenant}
		u, ok, err := e.Users().Load(ctx, tenant)
		if err != nil || !ok {
			return owner, "", err
		}
		owner.Agent = u.Agent
		return owner, u.Name, nil
	}
	(&linkpage.Service{Links: EmailLinks(e), Stored: &emaillink.Store{DB: e.DB}, DB: e.DB, Suppressed: e.suppressed(), Queues: e.Queues,
		Company: company, Window: e.setting("receipt.window.seconds"),
		Tracking: e.Settings().Flag(emaillink.TrackingSetting), Texts: e.ownParts().texts(), Now: e.Now, Log: e.Log}).Routes(a)
}

// linkActivity writes what recipients do with emails, and shows it in the console.
func linkActivity(e *Env) *linkactivity.Service {
	return &linkactivity.Service{DB: e.DB, Links: &emaillink.Store{DB: e.DB}, NewID: e.NewID, Log: e.Log,
		Changed: e.Pipeline().Engine.Flow.Listing().Progress}
}

// emailActivity reads what recipients did with emails.
func emailActivity(e *Env) *linkactivity.Reader {
	return e.singletons.activity.get(func() *linkactivity.Reader { return &linkactivity.Reader{DB: e.DB, Now: e.Now} })
}

// EmailActivity serves what recipients did with the emails of an order.
func EmailActivity(e *Env) *linkactivity.Handler {
	emails := kindOf[*email.Service](e.kinds())
	return &linkactivity.Handler{Reader: emailActivity(e), Links: &emaillink.Store{DB: e.DB}, Chunks: emails.Engine.Chunks(),
		Orders: e.Orders(), Spec: emails.Spec()}
}

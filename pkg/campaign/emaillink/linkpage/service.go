// Package linkpage serves the links of emails to the public: the unsubscribe page, the redirect of a click, the picture of a load.
//
// The requests have no caller and no cookie. What a link may do is sealed in its token. GET and HEAD change nothing, because mail
// gateways open every link. Only a POST with the body of RFC 8058, or of the page's own form, unsubscribes.
package linkpage

import (
	"context"
	"net/http"
	"time"

	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/emaillink"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Service serves the pages.
type Service struct {
	Links      *emaillink.Service
	Stored     *emaillink.Store
	DB         store.DB
	Suppressed *suppression.Store
	Queues     queue.Queues
	// Company gives the owner of a tenant's suppressions and the tenant's name. A deleted tenant has no name and is no error.
	Company func(ctx context.Context, tenant string) (auth.Owner, string, error)
	// Window is how many seconds events wait for others of their chunk, 0: they do not wait.
	Window func(ctx context.Context) (int, error)
	// Tracking tells whether loads and clicks are counted: setting email.tracking. Links work without it.
	Tracking func(ctx context.Context) (bool, error)

	Texts *i18n.Catalogue
	Now   func() time.Time
	Log   func(line map[string]any)
}

// Routes of the module.
func (s *Service) Routes(a *web.API) {
	page := func(method, path, summary string, serve http.HandlerFunc) {
		web.HandlePage(a, web.Route{Method: method, Path: path, Summary: summary}, serve)
	}
	page("GET", emaillink.UnsubscribePath+"{token}", "Show the unsubscribe page. It changes nothing", s.show)
	page("POST", emaillink.UnsubscribePath+"{token}", "Unsubscribe with one click (RFC 8058), or by the page's form", s.submit)
	page("GET", emaillink.ClickPath+"{token}", "Count a click and redirect to the link of the email", s.click)
	page("GET", emaillink.LoadPath+"{token}", "Count a load and answer a picture of one pixel", s.load)
}

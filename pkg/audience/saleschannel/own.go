package saleschannel

import (
	"cmp"
	"context"
	"slices"

	"herald/pkg/audience/saleschannel/funnel"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/list"
	"herald/pkg/kit/web"
)

// What a promoter sees: its own channels and what came through them, wherever the channels' customers belong. The key of what it reads
// is its own scope.
const (
	OwnBase = "/channel/own"
	OwnPerm = "channel:own:page"
)

// OwnScope is the scope of what came through the caller's channels.
func OwnScope(p *auth.Principal) string { return PromoterScope(p.UserID) }

func (r *Service) promoterRoutes(a *web.API) {
	own := r.list()
	own.Path, own.Perm, own.Scope = OwnBase+"/channel", OwnPerm, OwnScope
	own.Summary = "List the caller's own sales channels"
	list.MountAs(a, own, ownOf)
	web.Handle(a, web.Route{Method: "GET", Path: OwnBase + "/funnel", Perm: OwnPerm,
		Summary: "Count visitors, leads, qualified leads and customers of the caller's own channels"}, r.ownFunnelRoute)
}

// Own is a channel as its promoter sees it.
type Own struct {
	ID      string        `json:"id"`
	Name    string        `json:"name"`
	Kind    string        `json:"kind"`
	Status  string        `json:"status"`
	URL     string        `json:"url"`
	LinkURL string        `json:"linkUrl"`
	Counts  funnel.Counts `json:"counts"`
}

func ownOf(c *Channel) Own { return Own{c.ID, c.Name, c.Kind, c.Status, c.URL, c.LinkURL, c.Counts} }

func (r *Service) ownFunnelRoute(ctx context.Context, in *Period) (*Funnel, error) {
	return r.funnelOf(ctx, OwnScope(auth.Must(ctx)), in)
}

func byLeads(all []ChannelCounts) {
	slices.SortFunc(all, func(a, b ChannelCounts) int {
		return cmp.Or(cmp.Compare(b.Leads, a.Leads), cmp.Compare(b.Visitors, a.Visitors), cmp.Compare(a.Name, b.Name))
	})
}

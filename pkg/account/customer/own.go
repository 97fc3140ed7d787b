package customer

import (
	"context"
	"strings"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/web"
)

// ownRoutes are those of the caller's own account.
func (r *Service) ownRoutes(a *web.API) {
	web.Handle(a, web.Route{Method: "GET", Path: "/pi/personal/info", Perm: web.SignedIn,
		Summary: "Get the caller's account with its balance"}, r.own)
	web.Handle(a, web.Route{Method: "PUT", Path: "/pi/personal/info", Perm: web.SignedIn,
		Summary: "Change the caller's profile. Missing fields stay unchanged"}, r.putOwn)
	web.Handle(a, web.Route{Method: "POST", Path: "/pi/personal/info/verification", Perm: web.SignedIn,
		Summary: "Request verification of the caller's account, for customers and agents. Repeating has no effect"}, r.requestVerification)
}

func (r *Service) own(ctx context.Context, _ *struct{}) (*Detail, error) {
	u, err := r.Users.Self(ctx, auth.Must(ctx))
	return r.shown(ctx, u, err)
}

// Personal is what a user says about itself.
type Personal struct {
	Name        string `json:"name,omitempty"`
	Nickname    string `json:"nickname,omitempty" maxLength:"50"`
	Email       string `json:"email,omitempty"`
	CompanyName string `json:"companyName,omitempty"`
	Avatar      string `json:"avatar,omitempty" maxLength:"26" pattern:"^([0-9A-HJKMNP-TV-Z]{26})?$" doc:"Id of an uploaded picture."`
	Language    string `json:"language,omitempty" enum:"zh_CN,en_US,pt_BR,zh_TW"`
	Segment     string `json:"segment,omitempty" maxLength:"200" doc:"The user's own number segments, separated by commas. A segment has at most segment.stars.filter characters *."`
}

func (r *Service) putOwn(ctx context.Context, in *struct{ Body web.Patch[Personal] }) (*Detail, error) {
	p := auth.Must(ctx)
	u, err := r.Users.Self(ctx, p)
	if err != nil {
		return nil, err
	}
	if a := in.Body.Value.Avatar; a != "" && a != u.Avatar {
		if err := r.keepAvatar(ctx, p, a); err != nil {
			return nil, err
		}
	}
	before, after, err := r.change(ctx, u, func(c *Customer) error { return r.personal(ctx, c, &in.Body) })
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, u.ID, snapshotOf(&before), snapshotOf(&after))
	return r.detail(ctx, &after)
}

// personal lays a change over a user; staff have no country and no phone, so only what changes is checked.
func (r *Service) personal(ctx context.Context, c *Customer, change *web.Patch[Personal]) error {
	company := &c.CompanyName
	if c.Type == auth.Admin {
		company = &c.Company
	}
	says := Personal{c.Name, c.Nickname, c.Email, *company, c.Avatar, c.Language, c.Segment}
	if err := change.Into(&says); err != nil {
		return err
	}
	w := c.profile()
	w.Name, w.Email, w.CompanyName = says.Name, says.Email, says.CompanyName
	w.normalize()
	if err := only(r.check(ctx, &w, c.Email != ""), change.Has); err != nil {
		return err
	}
	says.Segment = strings.TrimSpace(says.Segment)
	if r.Segment != nil && says.Segment != c.Segment {
		if err := r.Segment(ctx, says.Segment); err != nil {
			return err
		}
	}
	c.Name, c.Email, *company = w.Name, w.Email, w.CompanyName
	c.Nickname, c.Avatar, c.Language, c.Segment = says.Nickname, says.Avatar, says.Language, says.Segment
	return nil
}

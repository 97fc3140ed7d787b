package notice

import (
	"context"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/web"
)

// Service is the routes.
type Service struct {
	Store *Store
	Known Known
	NewID func(ctx context.Context) string
}

// Tick is the janitor's minute.
func (r *Service) Tick(ctx context.Context) error { return r.Store.Tick(ctx) }

func perm(k Kind, verb string) string { return "im:" + string(k) + ":" + verb }

var (
	_ module.Module = (*Service)(nil)
	_ module.Worker = (*Service)(nil)
	_ module.Ticker = (*Service)(nil)
)

// Routes of the module.
func (r *Service) Routes(a *web.API) {
	r.manage(a, Announcement, "an announcement")
	r.manage(a, Notice, "a notice")
	r.reading(a)
}

// manage mounts what staff do with a kind.
func (r *Service) manage(a *web.API, k Kind, noun string) {
	base := "/im/" + string(k)
	line := func(method, path, verb, summary string) web.Route {
		return web.Route{Method: method, Path: base + path, Perm: perm(k, verb), Summary: summary}
	}
	list.Mount(a, list.List[Item]{List: listOf(k), DB: r.Store.DB, Scope: func(*auth.Principal) string { return allPosts }, Show: inLanguage,
		Path: base, Perm: perm(k, "page"), Summary: "List " + string(k) + "s"})
	web.Handle(a, line("GET", "", "page", "Get "+noun+" with its content"), r.one(k))
	web.Handle(a, line("POST", "", "add", "Create "+noun+" as a draft, or scheduled with publishTime"), r.write(k))
	web.Handle(a, line("PUT", "", "edit", "Change "+noun+" that is not published"), r.edit(k))
	web.Handle(a, line("DELETE", "/{id}", "del", "Delete "+noun+" that is not published"), r.drop(k))
	web.Handle(a, line("PUT", "/publish/now", "publish", "Publish "+noun+" now"), r.publish(k))
	web.Handle(a, line("PUT", "/revoke", "revoke", "Revoke "+noun+" that is published"), r.act(k, r.Store.revoke))
	web.Handle(a, line("PUT", "/cancel", "cancel", "Cancel the schedule of "+noun), r.act(k, r.Store.cancel))
	web.Handle(a, line("GET", "/opt/record", "page", "List actions on "+noun+", newest first"), r.history(k))
}

// ByID names a post or a notice.
type ByID struct {
	ID string `query:"id" required:"true" maxLength:"26"`
}

// PostDetail is a post as its author sees it.
type PostDetail struct {
	Item
	Content  Text     `json:"content" doc:"Content as HTML."`
	Audience Audience `json:"audience"`
	Users    []Person `json:"users" doc:"Users of an audience of kind users."`
}

// Person of an audience.
type Person struct {
	UserID string `json:"userId"`
	Name   string `json:"name"`
}

func (r *Service) whole(ctx context.Context, p *Post) (*PostDetail, error) {
	html, err := r.Store.html(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	lang := web.LangOf(ctx)
	w := &PostDetail{Item: itemOf(p), Content: html, Audience: p.Audience, Users: []Person{}}
	w.Contents = &Contents{p.Title.In(lang), p.Summary.In(lang)}
	for _, u := range p.Audience.UserIDs {
		w.Users = append(w.Users, Person{u, p.Names[u]})
	}
	return w, nil
}

func (r *Service) one(k Kind) func(context.Context, *ByID) (*PostDetail, error) {
	return func(ctx context.Context, in *ByID) (*PostDetail, error) {
		p, ok, err := r.Store.load(ctx, k, in.ID)
		if err == nil && !ok {
			err = fault.Missing()
		}
		if err != nil {
			return nil, err
		}
		return r.whole(ctx, p)
	}
}

type postBody struct{ Body Request }

func (r *Service) write(k Kind) func(context.Context, *postBody) (*PostDetail, error) {
	return func(ctx context.Context, in *postBody) (*PostDetail, error) {
		names, err := r.prepare(ctx, k, &in.Body)
		if err != nil {
			return nil, err
		}
		caller, now := auth.Must(ctx), r.Store.Now()
		p := &Post{ID: r.NewID(ctx), Kind: k, By: caller.Name, Created: now, Updated: now}
		in.Body.into(p, names)
		if err := r.Store.add(ctx, p, in.Body.Content, caller); err != nil {
			return nil, err
		}
		auditlog.Note(ctx, p.ID, nil, noted(p))
		return r.whole(ctx, p)
	}
}

func (r *Service) edit(k Kind) func(context.Context, *postBody) (*PostDetail, error) {
	return func(ctx context.Context, in *postBody) (*PostDetail, error) {
		if _, ok, err := r.Store.load(ctx, k, in.Body.ID); err != nil || !ok {
			return nil, fault.OrMissing(err)
		}
		names, err := r.prepare(ctx, k, &in.Body)
		if err != nil {
			return nil, err
		}
		before, p, err := r.Store.act(ctx, change{kind: k, post: in.Body.ID, action: Edit, by: auth.Must(ctx), html: in.Body.Content},
			func(p *Post) error {
				in.Body.into(p, names)
				return nil
			})
		if err != nil {
			return nil, err
		}
		auditlog.Note(ctx, p.ID, noted(before), noted(p))
		return r.whole(ctx, p)
	}
}

// noted is what the audit log keeps of a post.
func noted(p *Post) map[string]any {
	return map[string]any{"title": p.Title, "status": p.Status, "audience": p.Audience.Kind, "publishTime": p.PublishAt}
}

// publish changes the state, then its readers' rows, then tells open consoles.
func (r *Service) publish(k Kind) func(context.Context, *ByID) (*PostDetail, error) {
	return r.act(k, r.Store.Publish)
}

type action func(ctx context.Context, k Kind, postID string, by *auth.Principal) (before, after *Post, err error)

func (r *Service) act(k Kind, do action) func(context.Context, *ByID) (*PostDetail, error) {
	return func(ctx context.Context, in *ByID) (*PostDetail, error) {
		before, p, err := do(ctx, k, in.ID, auth.Must(ctx))
		if err != nil {
			return nil, err
		}
		auditlog.Note(ctx, p.ID, noted(before), noted(p))
		if err := r.Store.deliver(ctx, p); err != nil {
			return nil, err
		}
		return r.whole(ctx, p)
	}
}

func (r *Service) drop(k Kind) func(context.Context, *struct {
	ID string `path:"id"`
}) (*web.Done, error) {
	return func(ctx context.Context, in *struct {
		ID string `path:"id"`
	}) (*web.Done, error) {
		p, err := r.Store.remove(ctx, k, in.ID)
		if err != nil {
			return nil, err
		}
		auditlog.Note(ctx, p.ID, noted(p), nil)
		return &web.Done{}, nil
	}
}

func (r *Service) history(k Kind) func(context.Context, *ByID) ([]Record, error) {
	return func(ctx context.Context, in *ByID) ([]Record, error) {
		p, ok, err := r.Store.load(ctx, k, in.ID)
		if err != nil || !ok {
			return nil, fault.OrMissing(err)
		}
		return r.Store.records(ctx, p)
	}
}

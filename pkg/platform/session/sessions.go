package session

import (
	"context"
	"slices"
	"time"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/role"
	"herald/pkg/platform/user"
)

// Permissions over the sessions of others.
const (
	seeOthers = "oauth:session:page"
	endOthers = "oauth:session:del"
)

// touch is how exactly the last use of a session is known: writing it at every request would double what a request costs.
const touch = 15 * time.Minute

// used notes that a session is in use. A session that has ended meanwhile stays ended.
func (r *Service) used(ctx context.Context, userID, sid string, s *session) error {
	now := r.Now()
	if now.Sub(s.Last) < touch {
		return nil
	}
	_, err := r.DB.Write(ctx, store.Op{Verb: store.Update, Key: sessionKey(userID, sid), Set: map[string]any{"last": now},
		If: store.Exists("pk")})
	if store.ConditionFailed(err) != nil {
		return ended()
	}
	return err
}

// Row is a session in the list.
type Row struct {
	ID         string    `json:"id"`
	UserID     string    `json:"userId"`
	Name       string    `json:"name"`
	Address    string    `json:"address" doc:"IP address at sign-in."`
	Agent      string    `json:"agent" doc:"User agent at sign-in."`
	CreateTime time.Time `json:"createTime"`
	LastTime   time.Time `json:"lastTime" doc:"Last use, rounded to 15 minutes."`
	Current    bool      `json:"current" doc:"The session of this request."`
}

// userWith gives the user whose sessions the caller asks for: itself, or with the permission a user in its scope.
func (r *Service) userWith(ctx context.Context, userID, permission string) (user.User, error) {
	p := auth.Must(ctx)
	switch {
	case userID == "" || userID == p.UserID:
		return r.Users.Self(ctx, p)
	case !p.Can(permission):
		return user.User{}, fault.New(fault.Forbidden, 0, "web.forbidden")
	}
	return r.Users.Find(ctx, p.Scope(), userID)
}

// sessions of a user that have not ended, last used first.
func (r *Service) sessions(ctx context.Context, u *user.User) ([]Row, error) {
	items, err := store.Collect(store.Rows(ctx, r.DB, store.Query{Table: table, PK: sessionKey(u.ID, "").PK, Consistent: true}))
	if err != nil {
		return nil, err
	}
	all, err := store.DecodeAll[session](items)
	rows := []Row{}
	for i, s := range all {
		if s.Epoch != u.Epoch || s.Until <= r.Now().UnixMilli() {
			continue
		}
		sid := store.SortKey(items[i])
		rows = append(rows, Row{ID: sid, UserID: u.ID, Name: u.Name, Address: s.Address, Agent: s.Agent, CreateTime: s.Created, LastTime: s.Last,
			Current: sid == auth.Must(ctx).SessionID})
	}
	slices.SortStableFunc(rows, func(a, b Row) int { return b.LastTime.Compare(a.LastTime) })
	return rows, err
}

func (r *Service) sessionPage(ctx context.Context, in *struct {
	web.Paging
	UserID string `query:"userId" doc:"Id of another user, with the permission oauth:session:page. Default: the caller."`
}) (web.Page[Row], error) {
	u, err := r.userWith(ctx, in.UserID, seeOthers)
	if err != nil {
		return web.Page[Row]{}, err
	}
	rows, err := r.sessions(ctx, &u)
	return web.Cut(in.Paging, rows), err
}

func (r *Service) endSession(ctx context.Context, in *struct {
	ID     string `path:"id"`
	UserID string `query:"userId" doc:"Id of another user, with the permission oauth:session:del."`
}) (*web.Done, error) {
	u, err := r.userWith(ctx, in.UserID, endOthers)
	if err == nil {
		err = r.within(ctx, &u)
	}
	if err != nil {
		return nil, err
	}
	_, err = r.DB.Write(ctx, store.Op{Verb: store.Delete, Key: sessionKey(u.ID, in.ID), If: store.Exists("pk")})
	if store.ConditionFailed(err) != nil {
		return nil, fault.Missing()
	}
	if err == nil {
		r.tellEnded(ctx, u.ID, in.ID)
	}
	auditlog.Note(ctx, u.ID, map[string]any{"session": in.ID}, nil)
	return &web.Done{}, err
}

// within refuses staff the sessions of staff with permissions that the caller lacks. Fault role.beyond (40306).
func (r *Service) within(ctx context.Context, u *user.User) error {
	p := auth.Must(ctx)
	if u.Type != auth.Admin || u.ID == p.UserID {
		return nil
	}
	kept, err := r.Roles.Load(ctx, role.Custom(u.Roles))
	if err != nil {
		return err
	}
	return role.Within(p, role.List(r.Roles.Grants.Effective(u.Type, u.Roles, kept)))
}

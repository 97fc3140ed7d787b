package session

import (
	"context"
	"crypto/subtle"
	"strings"
	"time"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/id"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/user"
)

// resetLife is how long a link to a new password is valid.
const resetLife = 30 * time.Minute

// resetLink is a link to a new password. A user has one that staff or an agent created and one that was sent by email; a newer one
// replaces that of the same kind alone, so that requests of strangers do not end what was handed out.
type resetLink struct {
	Hash    string `dynamodbav:"hash"`
	Epoch   int64  `dynamodbav:"epoch"` // of the user; another one now ends the link
	Until   int64  `dynamodbav:"until"` // unix ms
	Expires int64  `dynamodbav:"ttl"`
}

// resetRoutes are those of a forgotten password.
func (r *Service) resetRoutes(a *web.API) {
	web.Handle(a, web.Route{Method: "PUT", Path: "/oauth/reset/{id}", Perm: "oauth:reset:add", Spends: true, Secret: true,
		Summary: "Create a link by which a customer or agent chooses a new password. It is returned only once, and replaces earlier ones"},
		r.createReset)
	web.Handle(a, web.Route{Method: "GET", Path: "/oauth/forgot", Perm: web.Public,
		Summary: "Check whether links to a new password are sent by email"}, r.forgotten)
	web.Handle(a, web.Route{Method: "POST", Path: "/oauth/forgot", Perm: web.Public, Asks: true,
		Summary: "Send a link to a new password to the account's email address. The answer is the same for every account"}, r.forgot)
	web.Handle(a, web.Route{Method: "POST", Path: "/oauth/reset", Perm: web.Public,
		Summary: "Choose a new password by a link and end all sessions. Two-factor sign-in stays on"}, r.reset)
}

// ResetToken is a link to a new password.
type ResetToken struct {
	Token string    `json:"token" doc:"Shown only once. The console's page is /user/reset#<token>."`
	Until time.Time `json:"until"`
}

// createReset makes a link for a user in the caller's scope, not for itself and not for staff. Faults: 404; user.self (40303),
// user.staff (40304).
func (r *Service) createReset(ctx context.Context, in *struct {
	ID string `path:"id"`
}) (*ResetToken, error) {
	p := auth.Must(ctx)
	u, err := r.Users.Find(ctx, p.Scope(), in.ID)
	switch {
	case err != nil:
		return nil, err
	case u.ID == p.UserID:
		return nil, fault.New(fault.Forbidden, 40303, "user.self")
	case u.Type == auth.Admin:
		return nil, fault.New(fault.Forbidden, 40304, "user.staff")
	}
	token, until, put := r.newLink(&u, resetKey(u.ID))
	with, deliver := r.Notify.Prepare(ctx, u.ID, "session.tell.link")
	if err := r.DB.Transact(ctx, append([]store.Op{put}, with...)); err != nil {
		return nil, err
	}
	auditlog.Note(ctx, u.ID, nil, map[string]any{"password": "link"})
	deliver()
	return &ResetToken{token, until}, nil
}

// newLink gives a link's token, and the operation that stores it.
func (r *Service) newLink(u *user.User, key store.Key) (token string, until time.Time, put store.Op) {
	secret := newSecret()
	until = r.Now().Add(resetLife)
	link := resetLink{Hash: digest(secret), Epoch: u.Epoch, Until: until.UnixMilli(), Expires: until.Unix() + 1}
	return u.ID + "." + secret, until, store.Op{Verb: store.Put, Key: key, Item: link}
}

func resetEnded() error { return fault.Bad("token", "session.resetEnded") }

// linked gives the user of a link, with the operation that uses the link up. Fault session.resetEnded.
func (r *Service) linked(ctx context.Context, token string) (u user.User, use store.Op, err error) {
	userID, secret, ok := strings.Cut(token, ".")
	if !ok || !id.Valid(userID) {
		return u, use, resetEnded()
	}
	keys := []store.Key{user.Key(userID), resetKey(userID), mailedKey(userID)}
	rows, err := r.DB.GetMany(ctx, keys, true)
	if err != nil {
		return u, use, err
	}
	known, err := store.Decode(rows[0], &u)
	if err != nil || !known || u.Deleted {
		return u, use, firstError(err, resetEnded())
	}
	for i, row := range rows[1:] {
		var link resetLink
		there, err := store.Decode(row, &link)
		switch {
		case err != nil:
			return u, use, err
		case there && link.opens(&u, secret, r.Now()):
			return u, store.Op{Verb: store.Delete, Key: keys[i+1], If: store.Eq("hash", link.Hash)}, nil
		}
	}
	return u, use, resetEnded()
}

// opens reports a link of the secret that is valid for the user.
func (l *resetLink) opens(u *user.User, secret string, now time.Time) bool {
	return l.Epoch == u.Epoch && l.Until > now.UnixMilli() && subtle.ConstantTimeCompare([]byte(l.Hash), []byte(digest(secret))) == 1
}

// reset gives a user the password that it chose by a link. The link is used up in the same transaction. Faults: session.resetEnded, those
// of user.Check, session.confirm, session.backOff (42901).
func (r *Service) reset(ctx context.Context, in *struct {
	Body struct {
		Token       string `json:"token" minLength:"1" maxLength:"128"`
		NewPass     string `json:"newPass" maxLength:"1024"`
		ConfirmPass string `json:"confirmPass" maxLength:"1024"`
	}
}) (*web.Done, error) {
	if err := r.CheckRateLimit(ctx, "reset", web.Address(ctx)); err != nil {
		return nil, err
	}
	u, use, err := r.linked(ctx, in.Body.Token)
	if err == nil {
		err = r.Users.Check(ctx, &u, in.Body.NewPass)
	}
	if err == nil && in.Body.NewPass != in.Body.ConfirmPass {
		err = fault.Bad("confirmPass", "session.confirm")
	}
	if err != nil {
		return nil, err
	}
	err = r.Users.SetPassword(ctx, u, in.Body.NewPass, use)
	if store.ConditionFailed(err) != nil {
		err = resetEnded()
	}
	if err != nil {
		return nil, err
	}
	auditlog.WithAction(ctx, u.Named(""))
	auditlog.Note(ctx, u.ID, nil, map[string]any{"password": "changed"})
	return &web.Done{}, nil
}

package session

import (
	"context"
	"time"

	"herald/pkg/kit/email"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/session/resetmail"
	"herald/pkg/platform/user"
)

const (
	// mailedLinks is how many links a login name gets by email in each hour.
	mailedLinks = 3
	mailedSlot  = time.Hour
	// newAddress is how long a changed email address gets no links, so that a session left open does not become an account by two calls.
	newAddress = 24 * time.Hour
)

// Forgotten tells whether links to a new password are sent by email.
type Forgotten struct {
	Email bool `json:"email" doc:"Links to a new password are sent by email. Otherwise those who manage the account create them."`
}

// mailFrom is the sender of links; empty: they are not sent.
func (r *Service) mailFrom(ctx context.Context) (string, error) {
	if r.Settings == nil || r.Queues == nil || r.Public == "" {
		return "", nil
	}
	from, err := r.Settings.String(ctx, "session.mail.from")
	if err != nil {
		return "", err
	}
	address, ok := email.Normalise(from)
	if !ok {
		return "", nil
	}
	return address, nil
}

func (r *Service) forgotten(ctx context.Context, _ *struct{}) (*Forgotten, error) {
	from, err := r.mailFrom(ctx)
	return &Forgotten{from != ""}, err
}

// forgot sends the owner of a login name a link to a new password. Its answer, and what it reads, writes and queues, do not depend on
// the account. Faults: session.backOff (42901) for an address, session.mailOff (409).
func (r *Service) forgot(ctx context.Context, in *struct {
	Body struct {
		Username string `json:"username" minLength:"1" maxLength:"64" example:"13800000000"`
	}
}) (*web.Done, error) {
	if err := r.CheckRateLimit(ctx, "forgot", web.Address(ctx)); err != nil {
		return nil, err
	}
	from, err := r.mailFrom(ctx)
	switch {
	case err != nil:
		return nil, err
	case from == "":
		return nil, fault.State("session.mailOff")
	}
	login := user.LoginName(in.Body.Username)
	within, err := r.countMailed(ctx, login)
	if err != nil {
		return nil, err
	}
	u, err := r.mailedUser(ctx, login)
	if err != nil {
		return nil, err
	}
	to, ok := r.mailTo(&u)
	if !ok || !within {
		u, to = user.User{ID: r.NewID(), Login: login}, "" // the same work for a user that does not exist
	}
	token, until, put := r.newLink(&u, mailedKey(u.ID))
	if _, err := r.DB.Write(ctx, put); err != nil {
		return nil, err
	}
	w := resetmail.Request{ID: r.NewID(), To: to, From: from, Lang: u.Language, Login: u.Login, Link: r.Public + "/user/reset#" + token,
		Address: web.Address(ctx), At: until.Add(-resetLife), Until: until}
	return &web.Done{}, r.Queues.Send(ctx, resetmail.Queue, w.Message())
}

// countMailed counts a request for a login name, known or not; false for one too many.
func (r *Service) countMailed(ctx context.Context, login string) (bool, error) {
	at := r.Now().Truncate(mailedSlot)
	_, err := r.DB.Write(ctx, store.Op{Verb: store.Update, Key: addressKey("mail#"+digest(login)[:32], at), Add: map[string]int64{"n": 1},
		Set: map[string]any{"ttl": at.Add(2 * mailedSlot).Unix()}, If: store.Or(store.Missing("n"), store.Lt("n", mailedLinks))})
	if store.ConditionFailed(err) != nil {
		return false, nil
	}
	return err == nil, err
}

// mailedUser reads the user of a login name in two reads, whether there is one or not; the zero user when there is none.
func (r *Service) mailedUser(ctx context.Context, login string) (user.User, error) {
	p, known, err := store.Load[user.Pointer](ctx, r.DB, user.LoginKey(login), true)
	if err != nil {
		return user.User{}, err
	}
	if !known {
		p.User = r.NewID()
	}
	u, ok, err := r.Users.Load(ctx, p.User)
	if !ok {
		u = user.User{}
	}
	return u, err
}

// mailTo is the address that links of a user go to; false when there is none, or it is new.
func (r *Service) mailTo(u *user.User) (string, bool) {
	if u.EmailAt != nil && r.Now().Sub(*u.EmailAt) < newAddress {
		return "", false
	}
	return email.Normalise(u.Email)
}

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

// removeFactor is the permission to remove the second factor of another user.
const removeFactor = "oauth:twofactor:del"

// factorRoutes are those of two-factor sign-in.
func (r *Service) factorRoutes(a *web.API) {
	open := func(path, summary string) web.Route {
		return web.Route{Method: "POST", Path: "/oauth/login/" + path, Perm: web.Public, Asks: true, Secret: true, Summary: summary}
	}
	own := func(method, path, summary string) web.Route {
		return web.Route{Method: method, Path: "/oauth/twofactor" + path, Perm: web.SignedIn, Secret: true, Summary: summary}
	}
	web.Handle(a, open("code", "Finish a sign-in with a code of the app or a recovery code"), r.loginByCode)
	web.Handle(a, open("enrol", "Begin to set up two-factor sign-in with the ticket of a sign-in that requires it"), r.loginEnrol)
	web.Handle(a, open("enrol/confirm", "Set up two-factor sign-in with the first code, and sign in"), r.loginEnrolConfirm)
	web.Handle(a, own("GET", "", "Get the state of the caller's two-factor sign-in"), r.factorState)
	begin := own("POST", "/start", "Get a new secret for two-factor sign-in. It is switched on by its first code")
	begin.Asks = true
	web.Handle(a, begin, r.startFactor)
	web.Handle(a, own("PUT", "/confirm", "Switch two-factor sign-in on with the first code. Recovery codes are returned only once"),
		r.confirmFactor)
	web.Handle(a, own("PUT", "/codes", "Replace the recovery codes. They are returned only once"), r.renewCodes)
	web.Handle(a, own("PUT", "/off", "Switch two-factor sign-in off"), r.factorOff)
	web.Handle(a, web.Route{Method: "DELETE", Path: "/oauth/twofactor/{id}", Perm: removeFactor, Spends: true,
		Summary: "Remove the two-factor sign-in of another user who lost the device"}, r.dropFactor)
}

// CodeRequest is a ticket with a code.
type CodeRequest struct {
	Ticket string `json:"ticket" minLength:"1" maxLength:"128"`
	Code   string `json:"code" minLength:"1" maxLength:"64" doc:"Code of the app, or a recovery code." example:"123456"`
}

func (r *Service) loginByCode(ctx context.Context, in *struct{ Body CodeRequest }) (*Session, error) {
	u, opened, err := r.openByCode(ctx, in.Body.Ticket, in.Body.Code, web.Address(ctx))
	if err != nil {
		return nil, err
	}
	return r.answer(ctx, u, opened)
}

func (r *Service) loginEnrol(ctx context.Context, in *struct {
	Body struct {
		Ticket string `json:"ticket" minLength:"1" maxLength:"128"`
	}
}) (*Enrolment, error) {
	return r.beginEnrolment(ctx, in.Body.Ticket)
}

// EnrolledSession is a session with the recovery codes of the two-factor sign-in that was set up for it.
type EnrolledSession struct {
	Session
	RecoveryCodes []string `json:"recoveryCodes" doc:"Shown only once."`
}

func (r *Service) loginEnrolConfirm(ctx context.Context, in *struct{ Body CodeRequest }) (*EnrolledSession, error) {
	u, t, codes, err := r.openByEnrolment(ctx, in.Body.Ticket, in.Body.Code, web.Address(ctx))
	if err != nil {
		return nil, err
	}
	s, err := r.answer(ctx, u, func() (tokens, error) { return t, nil })
	return &EnrolledSession{*s, codes}, err
}

// FactorState is the state of two-factor sign-in.
type FactorState struct {
	Enabled       bool       `json:"enabled"`
	Since         *time.Time `json:"since,omitempty"`
	RecoveryCodes int        `json:"recoveryCodes" doc:"Recovery codes that were not used."`
	Required      bool       `json:"required" doc:"Staff cannot sign in without it (setting session.twofactor.staff)."`
}

func (r *Service) factorState(ctx context.Context, _ *struct{}) (*FactorState, error) {
	p := auth.Must(ctx)
	f, err := r.factor(ctx, p.UserID)
	if err != nil {
		return nil, err
	}
	needed, err := r.factorNeeded(ctx, &user.User{Type: p.Type})
	return &FactorState{f.on(), f.Since, len(f.Codes), needed}, err
}

// judged counts an attempt of the caller with its own password or code as a failure to sign in, and takes that back when check gives no
// error. Faults: session.backOff (42901) and those of check.
func (r *Service) judged(ctx context.Context, check func(u *user.User, f *factor) error) error {
	u, err := r.Users.Self(ctx, auth.Must(ctx))
	if err != nil {
		return err
	}
	var f factor
	g, err := r.take(ctx, u.Login, web.Address(ctx), factorKey(u.ID), func(row store.Item) error {
		_, err := store.Decode(row, &f)
		return err
	})
	if err != nil {
		return err
	}
	if err = check(&u, &f); isGuess(err) {
		return err
	}
	return firstError(r.uncount(ctx, g), err)
}

// isGuess reports the refusal of a wrong password or code. Other refusals say nothing about it and do not count.
func isGuess(err error) bool {
	return fault.Is(err, "session.codeWrong") || fault.Is(err, "session.oldWrong")
}

func (r *Service) startFactor(ctx context.Context, in *struct {
	Body struct {
		Password string `json:"password" minLength:"1" maxLength:"128" doc:"The caller's current password."`
	}
}) (*Enrolment, error) {
	var me user.User
	err := r.judged(ctx, func(u *user.User, _ *factor) error {
		if me = *u; right(u, in.Body.Password) != nil {
			return fault.Bad("password", "session.oldWrong")
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	e, sealed, err := r.newFactorSecret(me.ID, me.Login)
	if err != nil {
		return nil, err
	}
	return e, r.changeFactor(ctx, me.ID, func(f *factor) error {
		if f.on() {
			return fault.State("session.factorOn")
		}
		f.Next, f.Until = sealed, r.Now().Add(enrolLife).UnixMilli()
		return nil
	})
}

// Code is a code of the app or a recovery code.
type Code struct {
	Body struct {
		Code string `json:"code" minLength:"1" maxLength:"64" example:"123456"`
	}
}

// RecoveryCodes are new recovery codes.
type RecoveryCodes struct {
	Codes []string `json:"codes" doc:"Shown only once. Each is valid for one sign-in."`
}

func (r *Service) confirmFactor(ctx context.Context, in *Code) (*RecoveryCodes, error) {
	p := auth.Must(ctx)
	codes, hashes := newRecoveryCodes(p.UserID)
	err := r.changeFactor(ctx, p.UserID, func(f *factor) error {
		switch {
		case f.on():
			return fault.State("session.factorOn")
		case f.Next == "" || f.Until <= r.Now().UnixMilli():
			return fault.State("session.factorStart")
		}
		step, ok, err := r.stepOf(f.Next, p.UserID, tidy(in.Body.Code))
		if err == nil && !ok {
			err = wrongCode()
		}
		if err == nil {
			r.enable(f, f.Next, step, hashes)
		}
		return err
	})
	auditlog.Note(ctx, p.UserID, nil, map[string]any{"twoFactor": "on"})
	return &RecoveryCodes{codes}, err
}

// byCode changes the caller's factor after a code, which is used up. Faults: session.factorOff (409), session.codeWrong (400),
// session.backOff (42901).
func (r *Service) byCode(ctx context.Context, code string, change func(*factor)) error {
	return r.judged(ctx, func(u *user.User, _ *factor) error {
		return r.changeFactor(ctx, u.ID, func(f *factor) error {
			if !f.on() {
				return fault.State("session.factorOff")
			}
			err := r.spend(f, u.ID, code)
			if err == nil {
				change(f)
			}
			return err
		})
	})
}

func (r *Service) renewCodes(ctx context.Context, in *Code) (*RecoveryCodes, error) {
	p := auth.Must(ctx)
	codes, hashes := newRecoveryCodes(p.UserID)
	err := r.byCode(ctx, in.Body.Code, func(f *factor) { f.Codes = hashes })
	auditlog.Note(ctx, p.UserID, nil, map[string]any{"recoveryCodes": recoveryCodes})
	return &RecoveryCodes{codes}, err
}

// off removes secret and codes.
func (f *factor) off() { *f = factor{Version: f.Version} }

func (r *Service) factorOff(ctx context.Context, in *Code) (*web.Done, error) {
	err := r.byCode(ctx, in.Body.Code, (*factor).off)
	auditlog.Note(ctx, auth.Must(ctx).UserID, map[string]any{"twoFactor": "on"}, map[string]any{"twoFactor": "off"})
	return &web.Done{}, err
}

// dropFactor removes the factor of a user in the caller's scope who is not the caller. Of staff it removes that of users who may do nothing
// that the caller may not; administrators are for administrators. Faults: 404; user.self (40303), session.factorAdmin (40304),
// role.beyond (40306), session.factorOff (409).
func (r *Service) dropFactor(ctx context.Context, in *struct {
	ID string `path:"id"`
}) (*web.Done, error) {
	p := auth.Must(ctx)
	u, err := r.Users.Find(ctx, p.Scope(), in.ID)
	switch {
	case err != nil:
		return nil, err
	case u.ID == p.UserID:
		return nil, fault.New(fault.Forbidden, 40303, "user.self")
	case slices.Contains(u.Roles, role.Admin) && !slices.Contains(p.Roles, role.Admin):
		return nil, fault.New(fault.Forbidden, 40304, "session.factorAdmin")
	}
	if err := r.within(ctx, &u); err != nil {
		return nil, err
	}
	with, deliver := r.Notify.Prepare(ctx, u.ID, "session.tell.factor")
	err = r.changeFactor(ctx, u.ID, func(f *factor) error {
		if !f.on() {
			return fault.State("session.factorOff")
		}
		f.off()
		return nil
	}, with...)
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, u.ID, map[string]any{"twoFactor": "on"}, map[string]any{"twoFactor": "off"})
	deliver()
	return &web.Done{}, nil
}

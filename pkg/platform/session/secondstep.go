package session

import (
	"context"
	"time"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/platform/user"
)

// The second step of a sign-in follows a right password. A ticket joins the two: it names the user, is good for one kind of step, and is
// used up by the session that it opens. It is no token: no other route takes it.

// stepLife is how long a ticket is valid.
const stepLife = 5 * time.Minute

// Kinds of second steps.
const (
	askCode  = "code"  // a code of the app, or a recovery code
	askEnrol = "enrol" // the user has to switch two-factor sign-in on first
)

type stepTicket struct {
	User    string `dynamodbav:"user"`
	Epoch   int64  `dynamodbav:"epoch"` // of the user when the password was right; another one now ends the ticket
	Kind    string `dynamodbav:"kind"`
	Secret  string `dynamodbav:"secret,omitempty"` // sealed, of an enrolment that has begun
	Until   int64  `dynamodbav:"until"`            // unix ms
	Expires int64  `dynamodbav:"ttl"`
}

// SecondStep is the data of the refusal that asks for a second step.
type SecondStep struct {
	Ticket    string `json:"ticket" doc:"Proof of the password for the second step. It opens one session and is no token."`
	Kind      string `json:"kind" doc:"code: needs a code. enrol: two-factor sign-in has to be set up first."`
	ExpiresIn int    `json:"expires_in" doc:"Lifetime of the ticket in seconds."`
}

// secondStep tells which step must follow the right password; empty for none.
func (r *Service) secondStep(ctx context.Context, a *account) (string, error) {
	if a.factor.on() {
		return askCode, nil
	}
	needed, err := r.factorNeeded(ctx, &a.user)
	if needed {
		return askEnrol, err
	}
	return "", err
}

// factorNeeded reports staff that may not sign in without a second factor.
func (r *Service) factorNeeded(ctx context.Context, u *user.User) (bool, error) {
	if r.Settings == nil || u.Type != auth.Admin {
		return false, nil
	}
	return r.Settings.Bool(ctx, "session.twofactor.staff")
}

// ask refuses a sign-in that needs a second step, and gives the ticket for it. The right password is no failure, but it does not end
// the failures in a row either: else wrong codes could be tried without end. Faults: session.codeNeeded (40103),
// session.enrolNeeded (40104).
func (r *Service) ask(ctx context.Context, u *user.User, g guess, kind string) error {
	life := stepLife
	if kind == askEnrol {
		life = enrolLife // an app may have to be installed first
	}
	secret, until := newSecret(), r.Now().Add(life)
	err := parallel.Do(
		func() error {
			_, err := r.DB.Write(ctx, store.Op{Verb: store.Put, Key: stepKey(secret), Item: stepTicket{User: u.ID, Epoch: u.Epoch, Kind: kind,
				Until: until.UnixMilli(), Expires: until.Unix() + 1}})
			return err
		},
		func() error { return r.uncount(ctx, g) })
	if err != nil {
		return err
	}
	code, key := 40103, "session.codeNeeded"
	if kind == askEnrol {
		code, key = 40104, "session.enrolNeeded"
	}
	return fault.New(fault.Unauthorized, code, key).WithData(SecondStep{secret, kind, int(life.Seconds())})
}

func stepEnded() error { return fault.New(fault.Unauthorized, 40105, "session.stepEnded") }

// claim gives the ticket of a secret with its user and the user's factor. Fault session.stepEnded (40105) for a ticket that is unknown,
// used, too old, of another kind, or of a user whose password, role or factor changed since.
func (r *Service) claim(ctx context.Context, secret, kind string) (stepTicket, account, error) {
	t, ok, err := store.Load[stepTicket](ctx, r.DB, stepKey(secret), true)
	if err == nil && (!ok || t.Kind != kind || t.Until <= r.Now().UnixMilli()) {
		err = stepEnded()
	}
	if err != nil {
		return t, account{}, err
	}
	a, err := r.account(ctx, user.Key(t.User), t.User)
	if err == nil && (a.user.ID == "" || a.user.Deleted || a.user.Epoch != t.Epoch || a.factor.on() != (kind == askCode)) {
		err = stepEnded()
	}
	return t, a, err
}

// openByCode opens the session of a ticket and uses up ticket and code in the same transaction: of several calls with one code, or with one
// ticket, one succeeds. Faults: session.codeWrong (400), session.backOff (42901), session.stepEnded (40105).
func (r *Service) openByCode(ctx context.Context, secret, code, address string) (*user.User, func() (tokens, error), error) {
	_, a, err := r.claim(ctx, secret, askCode)
	if err != nil {
		return nil, nil, err
	}
	u := &a.user
	var f factor
	g, err := r.take(ctx, u.Login, address, factorKey(u.ID), func(row store.Item) error {
		_, err := store.Decode(row, &f)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	t, err := r.openBySpending(ctx, u, f, spending{secret, code, address})
	switch {
	case err == nil:
		return u, func() (tokens, error) { return t, r.passed(ctx, g, false) }, nil
	case isGuess(err):
		return nil, nil, err
	}
	return nil, nil, firstError(r.uncount(ctx, g), err)
}

// spending is what a second step uses up, and where it came from.
type spending struct{ secret, code, address string }

// openBySpending is openByCode without the counting of attempts.
func (r *Service) openBySpending(ctx context.Context, u *user.User, f factor, s spending) (t tokens, err error) {
	for range tries {
		if !f.on() {
			return t, stepEnded()
		}
		next := f
		if err := r.spend(&next, u.ID, s.code); err != nil {
			return t, err
		}
		next.Last = r.NewID()
		t, err = r.open(ctx, u, opening{s.address, "POST /api/oauth/login/code"}, spent(s.secret), next.put(u.ID))
		failed := store.ConditionFailed(err)
		switch {
		case failed == nil:
			return t, err
		case failed.Index == 0:
			return t, stepEnded()
		}
		if f, err = r.factor(ctx, u.ID); err != nil {
			return t, err
		}
	}
	return t, store.ErrConflict
}

// spent is the operation that uses a ticket up.
func spent(secret string) store.Op {
	return store.Op{Verb: store.Delete, Key: stepKey(secret), If: store.Exists("pk")}
}

// beginEnrolment gives a ticket its secret; another call replaces it. Fault session.stepEnded (40105).
func (r *Service) beginEnrolment(ctx context.Context, secret string) (*Enrolment, error) {
	_, a, err := r.claim(ctx, secret, askEnrol)
	if err != nil {
		return nil, err
	}
	e, sealed, err := r.newFactorSecret(a.user.ID, a.user.Login)
	if err != nil {
		return nil, err
	}
	_, err = r.DB.Write(ctx, store.Op{Verb: store.Update, Key: stepKey(secret), Set: map[string]any{"secret": sealed}, If: store.Exists("pk")})
	if store.ConditionFailed(err) != nil {
		err = stepEnded()
	}
	return e, err
}

// openByEnrolment switches two-factor sign-in on and opens the session of a ticket, in one transaction. It gives the recovery codes.
// Faults: session.codeWrong (400), session.stepEnded (40105).
func (r *Service) openByEnrolment(ctx context.Context, secret, code, address string) (*user.User, tokens, []string, error) {
	ticket, a, err := r.claim(ctx, secret, askEnrol)
	if err == nil && ticket.Secret == "" {
		err = stepEnded()
	}
	if err != nil {
		return nil, tokens{}, nil, err
	}
	u := &a.user
	step, ok, err := r.stepOf(ticket.Secret, u.ID, tidy(code))
	if err == nil && !ok {
		err = wrongCode()
	}
	if err != nil {
		return nil, tokens{}, nil, err
	}
	codes, hashes := newRecoveryCodes(u.ID)
	f := a.factor
	r.enable(&f, ticket.Secret, step, hashes)
	f.Last = r.NewID()
	use := spent(secret)
	use.If = store.Eq("secret", ticket.Secret)
	t, err := r.open(ctx, u, opening{address, "POST /api/oauth/login/enrol/confirm"}, use, f.put(u.ID))
	if store.ConditionFailed(err) != nil {
		err = stepEnded()
	}
	return u, t, codes, err
}

// opening is how a session is opened, for the audit log.
type opening struct{ address, action string }

// record is the line of the audit log about it.
func (r *Service) record(u *user.User, sid string, o opening) *auditlog.Record {
	line := &auditlog.Record{ID: r.NewID(), At: r.Now(), Address: o.address, Action: o.action, Object: sid, Status: 200}
	line.By(u.Named(sid))
	return line
}

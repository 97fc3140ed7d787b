package user

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"time"

	"herald/pkg/kit/store"
)

// InitialRule is how initial passwords are made and how long they are valid (decisions §14).
type InitialRule struct {
	Random bool          // random and shown once; else the last six digits of the phone
	Life   time.Duration // after it the password is refused until another one is given
}

// defaultLife is the default of the setting password.initial.hours.
const defaultLife = 72 * time.Hour

func (b *Store) initialRule(ctx context.Context) (InitialRule, error) {
	if b.InitialRule == nil {
		return InitialRule{Life: defaultLife}, nil
	}
	return b.InitialRule(ctx)
}

// giveInitial gives a user an initial password, which must be changed. A random one is in u.GeneratedPassword, for its giver, and
// kept nowhere.
func (b *Store) giveInitial(ctx context.Context, u *User) error {
	rule, err := b.initialRule(ctx)
	if err != nil {
		return err
	}
	now := b.Now()
	password := u.InitialPassword()
	u.Initial, u.InitialAt, u.GeneratedPassword = true, &now, ""
	if rule.Random {
		password = randomPassword()
		u.GeneratedPassword = password
	}
	if password == "" {
		return fmt.Errorf("user %s has neither a password nor a phone", u.Login)
	}
	u.Hash = b.Cost.Hash(password)
	return nil
}

// randomPassword gives 60 bits as three groups of lower-case letters and the digits 2 to 7.
func randomPassword() string {
	text := strings.ToLower(rand.Text())
	return text[:4] + "-" + text[4:8] + "-" + text[8:12]
}

// InitialExpired tells whether a user's initial password is valid no more.
func (b *Store) InitialExpired(ctx context.Context, u *User) (bool, error) {
	if !u.Initial {
		return false, nil
	}
	rule, err := b.initialRule(ctx)
	since := u.Updated // of a row that is older than the rule
	if u.InitialAt != nil {
		since = *u.InitialAt
	}
	return err == nil && b.Now().After(since.Add(rule.Life)), err
}

// ResetPassword gives a user an initial password again and ends its sessions. A random one is in GeneratedPassword of the user that
// it gives. with is written in the same transaction.
func (b *Store) ResetPassword(ctx context.Context, u User, with ...store.Op) (User, error) {
	fresh := u
	if err := b.giveInitial(ctx, &fresh); err != nil {
		return u, err
	}
	_, after, err := b.edit(ctx, u, func(u *User) error {
		u.Hash, u.Initial, u.InitialAt = fresh.Hash, true, fresh.InitialAt
		u.Epoch++
		return nil
	}, with)
	after.GeneratedPassword = fresh.GeneratedPassword
	return after, err
}

// SetPassword gives a user a new password and ends its sessions. The caller has checked the password with Check. with is written in
// the same transaction; a condition of it that does not hold is a *store.Failed with its index there.
func (b *Store) SetPassword(ctx context.Context, u User, password string, with ...store.Op) error {
	hash := b.Cost.Hash(password)
	_, _, err := b.edit(ctx, u, func(u *User) error {
		u.Hash, u.Initial, u.InitialAt = hash, false, nil
		u.Epoch++
		return nil
	}, with)
	return err
}

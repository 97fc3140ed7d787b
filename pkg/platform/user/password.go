package user

import (
	"context"
	_ "embed"
	"strings"
	"sync"
	"unicode/utf8"

	"herald/pkg/kit/fault"
)

// common.txt holds the 3,000 most common passwords of at least six characters, most common first, from the frequency list
// of zxcvbn (github.com/dropbox/zxcvbn, MIT licence).
//
//go:embed common.txt
var commonText string

var common = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for _, line := range strings.Fields(commonText) {
		set[line] = true
	}
	return set
})

const (
	defaultMinLength = 6
	maxPassword      = 128 // characters; longer ones only cost time
)

// Check refuses a new password of the user (decisions §3; platform-services §5): user.passwordEmpty, user.passwordShort,
// user.passwordLong, user.passwordInitial, user.passwordCommon, each about the field newPass.
func (b *Store) Check(ctx context.Context, u *User, password string) error {
	shortest := defaultMinLength
	if b.MinLength != nil {
		n, err := b.MinLength(ctx)
		if err != nil {
			return err
		}
		shortest = n
	}
	const field = "newPass"
	n := utf8.RuneCountInString(password)
	switch {
	case strings.TrimSpace(password) == "":
		return fault.Bad(field, "user.passwordEmpty")
	case n < shortest:
		return fault.Bad(field, "user.passwordShort", "n", shortest)
	case n > maxPassword:
		return fault.Bad(field, "user.passwordLong", "n", maxPassword)
	case password == u.InitialPassword():
		return fault.Bad(field, "user.passwordInitial")
	case common()[strings.ToLower(password)]:
		return fault.Bad(field, "user.passwordCommon")
	}
	return nil
}

package session

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
	"github.com/pquerna/otp/totp"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
)

// Two-factor sign-in (RFC 6238): six digits of SHA-1, a new code every 30 seconds.
const (
	period        = 30 * time.Second
	recoveryCodes = 10
	enrolLife     = 15 * time.Minute // of a secret that waits for its first code
	issuer        = "Herald"         // as apps for codes show it
)

var codeForm = hotp.ValidateOpts{Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1}

// factor is the second factor of a user. Its row stays when the factor is switched off, so that its version never repeats.
type factor struct {
	Secret  string     `dynamodbav:"secret,omitempty"` // sealed; empty: switched off
	Step    int64      `dynamodbav:"step,omitempty"`   // period of the last code that was used; neither it nor an earlier one is taken again
	Codes   []string   `dynamodbav:"codes,omitempty"`  // hashes of the recovery codes that were not used
	Since   *time.Time `dynamodbav:"since,omitempty"`
	Next    string     `dynamodbav:"next,omitempty"`  // sealed secret that waits for its first code
	Until   int64      `dynamodbav:"until,omitempty"` // unix ms: end of Next
	Version int64      `dynamodbav:"version"`
	Last    string     `dynamodbav:"i"` // id of the last change, so that a change of unknown outcome is recognized
}

func (f *factor) on() bool { return f.Secret != "" }

// put gives the operation that replaces the factor that was read.
func (f *factor) put(userID string) store.Op {
	cond := store.Missing("pk")
	if f.Version > 0 {
		cond = store.Eq("version", f.Version)
	}
	fresh := *f
	fresh.Version++
	return store.Op{Verb: store.Put, Key: factorKey(userID), Item: fresh, If: cond}
}

func (r *Service) factor(ctx context.Context, userID string) (factor, error) {
	f, _, err := store.Load[factor](ctx, r.DB, factorKey(userID), true)
	return f, err
}

// changeFactor changes a user's factor. change is called again when another writer was faster. with is written in the same
// transaction. Faults: those of change.
func (r *Service) changeFactor(ctx context.Context, userID string, change func(*factor) error, with ...store.Op) error {
	own := r.NewID()
	return store.Decide(ctx, tries, func() error {
		f, err := r.factor(ctx, userID)
		if err != nil || f.Last == own {
			return err
		}
		if err := change(&f); err != nil {
			return err
		}
		f.Last = own
		if len(with) == 0 {
			_, err = r.DB.Write(ctx, f.put(userID))
			return err
		}
		return r.DB.Transact(ctx, append([]store.Op{f.put(userID)}, with...))
	})
}

// Enrolment is what an app for codes is given.
type Enrolment struct {
	Secret string `json:"secret" doc:"Secret in base32, to type into an app for codes."`
	URI    string `json:"uri" doc:"The same as an otpauth URI, to be drawn as a QR code."`
}

// newFactorSecret gives a new secret, also sealed for the user.
func (r *Service) newFactorSecret(userID, login string) (*Enrolment, string, error) {
	key, err := totp.Generate(totp.GenerateOpts{Issuer: issuer, AccountName: login})
	if err != nil {
		return nil, "", err
	}
	return &Enrolment{key.Secret(), key.String()}, r.Sealer.Seal(key.Secret(), userID), nil
}

// stepOf gives the period in which a code of a sealed secret is valid: the running one, the one before, or the next; false for a wrong
// code. Every period is compared in constant time.
func (r *Service) stepOf(sealed, userID, code string) (int64, bool, error) {
	secret, err := r.Sealer.Open(sealed, userID)
	if err != nil {
		return 0, false, err
	}
	found, now := int64(0), r.Now().Unix()/int64(period.Seconds())
	for step := now - 1; step <= now+1; step++ {
		ok, err := hotp.ValidateCustom(code, uint64(step), secret, codeForm)
		if err != nil && !errors.Is(err, otp.ErrValidateInputInvalidLength) {
			return 0, false, err
		}
		if ok {
			found = step
		}
	}
	return found, found > 0, nil
}

// tidy removes what people type or paste into a code.
func tidy(code string) string {
	return strings.ToLower(strings.NewReplacer(" ", "", "-", "", "\u00a0", "").Replace(strings.TrimSpace(code)))
}

func wrongCode() error { return fault.Bad("code", "session.codeWrong") }

// spend uses a code of the app or a recovery code up: the factor that is written afterwards takes it no more. Fault session.codeWrong.
func (r *Service) spend(f *factor, userID, code string) error {
	code = tidy(code)
	if len(code) != int(otp.DigitsSix) {
		i := slices.Index(f.Codes, recoveryHash(userID, code))
		if i < 0 {
			return wrongCode()
		}
		f.Codes = slices.Delete(slices.Clone(f.Codes), i, i+1)
		return nil
	}
	step, ok, err := r.stepOf(f.Secret, userID, code)
	if err != nil {
		return err
	}
	if !ok || step <= f.Step {
		return wrongCode()
	}
	f.Step = step
	return nil
}

// recoveryHash is what is kept of a recovery code: of 80 random bits a plain hash tells nothing.
func recoveryHash(userID, code string) string { return digest("recovery " + userID + " " + tidy(code)) }

// newRecoveryCodes gives ten codes with their hashes.
func newRecoveryCodes(userID string) (codes, hashes []string) {
	for range recoveryCodes {
		t := strings.ToLower(rand.Text())
		code := strings.Join([]string{t[:4], t[4:8], t[8:12], t[12:16]}, "-")
		codes, hashes = append(codes, code), append(hashes, recoveryHash(userID, code))
	}
	return codes, hashes
}

// enable switches the factor on with a secret whose first code was right.
func (r *Service) enable(f *factor, sealed string, step int64, hashes []string) {
	now := r.Now()
	*f = factor{Secret: sealed, Step: step, Codes: hashes, Since: &now, Version: f.Version}
}

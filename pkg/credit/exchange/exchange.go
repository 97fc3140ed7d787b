// Package exchange has the prices of USDT, dollar and euro in yuan. They are set by staff or fetched from a source,
// with a history, and with guards against rates that are stale or jump (decisions §5).
package exchange

import (
	"context"
	"errors"
	"time"

	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// RMB is the currency in which rates are stated; its own is 1.
const RMB = "RMB"

// Codes are the currencies with a rate.
var Codes = []string{"USDT", "USD", "EUR"}

// Errors of reading a rate.
var (
	// ErrUnknown: the platform does not support that currency.
	ErrUnknown = errors.New("exchange: unknown currency")
	// ErrNone: no rate was set or fetched yet.
	ErrNone = errors.New("exchange: no rate")
	// ErrStale: the last rate that was fetched is too old to reckon with.
	ErrStale = errors.New("exchange: the rate is stale")
	// ErrRange: a rate of 0 or less, or beyond Most.
	ErrRange = errors.New("exchange: rate out of range")
	// ErrDecimals: a rate with more than eight decimals.
	ErrDecimals = errors.New("exchange: more than eight decimals")
)

// Most is the highest rate that may be set: 10,000 yuan.
const Most = 10_000 * provider.RateOne

// Staff is the source of a rate that staff have set.
const Staff = "staff"

// Limits of what is believed.
type Limits struct {
	Stale     time.Duration // a fetched rate older than this is neither taken nor reckoned with
	Ahead     time.Duration // a time so far in the future is the source's mistake
	Deviation int64         // 1/1000 by which a fetched rate may differ from the one in force
}

// DefaultLimits apply where no others are set.
func DefaultLimits() Limits {
	return Limits{Stale: 30 * time.Minute, Ahead: 2 * time.Minute, Deviation: 50}
}

// Entry is a rate at a time. Held ones were fetched and not believed; staff decide about them by setting a rate.
type Entry struct {
	Code    string        `dynamodbav:"co"`
	Version int64         `dynamodbav:"vn"` // of the currency: 1, 2, 3 … without a gap
	Rate    provider.Rate `dynamodbav:"ra"`
	Source  string        `dynamodbav:"so"` // Staff, or the source's name
	By      string        `dynamodbav:"by,omitempty"`
	Pinned  bool          `dynamodbav:"pi,omitempty"` // by staff: what is fetched does not replace it
	At      time.Time     `dynamodbav:"at"`           // by the source's clock
	Made    time.Time     `dynamodbav:"md"`
	Held    Judgement     `dynamodbav:"he,omitempty"` // why it was not taken; empty: it was
	Op      string        `dynamodbav:"op,omitempty"` // the call by which staff set it
}

// current is the row of a currency: the entry in force, and how far the history goes.
type current struct {
	Entry
	Last   int64     `dynamodbav:"lv"`           // version of the newest entry, held ones included
	HeldAt time.Time `dynamodbav:"ha,omitempty"` // when one was last noted as held
}

// Store keeps the rates. Keys: table credit, FX#<code> / C the rate in force, FX#<code> / H#<version> the history.
type Store struct {
	DB     store.DB
	Limits Limits
	// Settings are the limits of the moment; nil: Limits hold.
	Settings func(ctx context.Context) (Limits, error)
	Now      func() time.Time
}

// limits that hold now.
func (b *Store) limits(ctx context.Context) (Limits, error) {
	if b.Settings == nil {
		return b.Limits, nil
	}
	return b.Settings(ctx)
}

// Of gives the rate to reckon with now: staff's stands, a fetched one holds until it is stale.
func (b *Store) Of(ctx context.Context, code string) (Entry, error) {
	if code == RMB {
		return Entry{Code: RMB, Rate: provider.RateOne, Source: Staff, At: b.Now(), Made: b.Now()}, nil
	}
	row, err := b.read(ctx, code, false)
	switch {
	case err != nil:
		return Entry{}, err
	case row.Version == 0:
		return Entry{}, ErrNone
	case row.Source == Staff:
		return row.Entry, nil
	}
	limits, err := b.limits(ctx)
	if err == nil && b.Now().Sub(row.At) > limits.Stale {
		err = ErrStale
	}
	return row.Entry, err
}

// Set puts a rate into force by hand. A pinned one stays until another is set by hand. An unpinned one stays until
// the next fetched rate, which is compared with it. The same rate set again is another entry: a confirmation.
func (b *Store) Set(ctx context.Context, code string, rate provider.Rate, by string, pinned bool) (Entry, error) {
	return b.set(ctx, Entry{Code: code, Rate: rate, By: by, Pinned: pinned})
}

func (b *Store) set(ctx context.Context, made Entry) (Entry, error) {
	if made.Rate <= 0 || made.Rate > Most {
		return Entry{}, ErrRange
	}
	err := store.Retry(ctx, tries, func() error {
		row, err := b.read(ctx, made.Code, true)
		if err != nil {
			return err
		}
		if made.Op != "" && row.Op == made.Op { // it was done, and the answer was lost
			made = row.Entry
			return nil
		}
		made.Source, made.At, made.Made, made.Version = Staff, b.Now(), b.Now(), row.Last+1
		return b.write(ctx, row, made)
	})
	return made, err
}

// Page is a page of the history, so many entries after the newest, and how many there are: the versions have no gap.
func (b *Store) Page(ctx context.Context, code string, skip, size int) ([]Entry, int, error) {
	row, err := b.read(ctx, code, false)
	if err != nil || int64(skip) >= row.Last {
		return nil, int(row.Last), err
	}
	entries, err := b.History(ctx, code, row.Last-int64(skip)+1, size)
	return entries, int(row.Last), err
}

// History lists the entries of a currency below a version, the newest first; below 0 begins with the newest of all.
func (b *Store) History(ctx context.Context, code string, below int64, limit int) ([]Entry, error) {
	if !known(code) {
		return nil, ErrUnknown
	}
	q := store.Query{Table: table, PK: "FX#" + code, From: "H#", To: "H#~", Desc: true, Limit: limit}
	if below > 0 {
		q.After = historyKey(code, below).SK
	}
	rows, err := b.DB.Query(ctx, q)
	if err != nil {
		return nil, err
	}
	return store.DecodeAll[Entry](rows)
}

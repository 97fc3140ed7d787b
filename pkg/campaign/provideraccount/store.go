package provideraccount

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/config"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
)

// Keys, all in table campaign:
//
//	PROVIDERACCOUNT / <id>                        an account, without its keys
//	PROVIDERKEY#<secret> / <id>#<field>#<version>  a key, sealed; one that another replaced expires
//	PROVIDERSTATE / <id>                          the last success and failure, and the last check
const (
	table   = "campaign"
	rowsPK  = "PROVIDERACCOUNT"
	statePK = "PROVIDERSTATE"
)

func rowKey(id string) store.Key   { return store.Key{Table: table, PK: rowsPK, SK: id} }
func stateKey(id string) store.Key { return store.Key{Table: table, PK: statePK, SK: id} }

func keyKey(secret, id, field, version string) store.Key {
	return store.Key{Table: table, PK: "PROVIDERKEY#" + secret, SK: id + "#" + field + "#" + version}
}

// SealPurpose is what a key is derived for that seals keys of accounts.
const SealPurpose = "provider accounts"

const (
	maxAge   = 20 * time.Second // of what a process knows: a change holds everywhere within a minute
	readTime = 3 * time.Second
	wait     = 8 * time.Second // for the first read: without it a process can do nothing, and a start may take 10 seconds (Lambda)
	again    = 2 * time.Second // after a failed read
	tries    = 16
)

// row is an account as it lies.
type row struct {
	ID       string            `dynamodbav:"id"`
	Provider string            `dynamodbav:"p"` // name of the adapter
	Name     string            `dynamodbav:"n"`
	Values   map[string]string `dynamodbav:"v"`
	Keys     map[string]keyOf  `dynamodbav:"k"`
	Off      bool              `dynamodbav:"x,omitempty"`
	Rev      int64             `dynamodbav:"r"`
	By       string            `dynamodbav:"b"`
	At       time.Time         `dynamodbav:"t"`
	Made     time.Time         `dynamodbav:"c"`
}

// keyOf tells of a key without the key.
type keyOf struct {
	Version string    `dynamodbav:"v"`
	By      string    `dynamodbav:"b"`
	At      time.Time `dynamodbav:"t"`
	Before  string    `dynamodbav:"o,omitempty"` // version that is valid beside it; empty: that of the configuration
	Until   time.Time `dynamodbav:"u,omitzero"`  // and until when
}

// sealedKey is a key as it lies.
type sealedKey struct {
	Sealed string `dynamodbav:"k"`
}

// owner is what a key is sealed for: it opens nowhere else.
func owner(k store.Key) string { return k.PK + "/" + k.SK }

// Store knows the accounts as they are now.
type Store struct {
	DB   store.DB // nil: there is the configuration alone
	Now  clock.Clock
	Base *config.Adapters // the configuration
	// Function is the function that this is; empty: all in one.
	Function string
	Sealer   func() *auth.Sealer // nil where nothing is sealed or opened
	Log      func(line map[string]any)

	mu    sync.Mutex // of a read
	kept  atomic.Pointer[Snapshot]
	due   atomic.Int64 // unix ms of the next read
	begun atomic.Int64 // number of the last read that began
	done  atomic.Int64 // number of the last read that ended well
}

// Current gives the accounts, as of 20 seconds ago at most. Without an answer of the database it gives what was known. A process that
// knows nothing ends the call: by the configuration alone it might send with keys that were exchanged.
func (s *Store) Current() *Snapshot {
	known := s.kept.Load()
	if now := s.Now().UnixMilli(); known != nil && now < s.due.Load() && now >= s.due.Load()-maxAge.Milliseconds() {
		return known
	}
	if known != nil {
		if !s.mu.TryLock() {
			return known // another one reads
		}
	} else if s.mu.Lock(); s.kept.Load() != nil {
		s.mu.Unlock()
		return s.kept.Load()
	}
	defer s.mu.Unlock()
	if err := s.read(); err != nil {
		if known == nil {
			panic(fault.New(fault.Unavailable, 0, "web.busy").With(err))
		}
		s.Log(map[string]any{"warning": "provider accounts: " + err.Error()})
		s.due.Store(s.Now().Add(again).UnixMilli())
		return known
	}
	return s.kept.Load()
}

// Renew reads the accounts again and reports whether any changed. Of many callers at once the first reads for all. A read that had begun
// before the call may lack what the call is about, so it does not count.
func (s *Store) Renew() bool {
	known, seen := s.kept.Load(), s.begun.Load()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.done.Load() <= seen {
		if err := s.read(); err != nil {
			s.Log(map[string]any{"warning": "provider accounts: " + err.Error()})
			return false
		}
	}
	return s.kept.Load() != known
}

// Forget makes the next use read the accounts again: this process changed them.
func (s *Store) Forget() { s.due.Store(0) }

func (s *Store) read() error {
	limit := readTime
	if s.kept.Load() == nil {
		limit = wait
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	n := s.begun.Add(1)
	rows, err := s.rows(ctx)
	if err != nil {
		return err
	}
	now := s.Now()
	next, err := s.build(ctx, rows, now)
	if err != nil {
		return err
	}
	s.done.Store(n)
	if known := s.kept.Load(); known == nil || !known.same(next) {
		s.kept.Store(next)
	}
	s.due.Store(min(now.Add(maxAge).UnixMilli(), next.until))
	return nil
}

// rows reads the few accounts that there are.
func (s *Store) rows(ctx context.Context) ([]row, error) {
	if s.DB == nil {
		return nil, nil
	}
	found, err := store.Collect(store.Rows(ctx, s.DB, store.Query{Table: table, PK: rowsPK, Consistent: true}))
	if err != nil {
		return nil, err
	}
	return store.DecodeAll[row](found)
}

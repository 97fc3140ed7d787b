package store_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"herald/pkg/kit/store"
	"herald/pkg/kit/store/wire"
)

// fault is the network's effect on one request.
type fault func(server http.RoundTripper, r *http.Request) (*http.Response, error)

// faults are the ways in which a request can end without a known outcome. All but the last two have carried it out.
var faults = map[string]fault{
	"cut answer": func(s http.RoundTripper, r *http.Request) (*http.Response, error) {
		if _, err := s.RoundTrip(r); err != nil {
			return nil, err
		}
		return nil, io.ErrUnexpectedEOF
	},
	"late answer": func(s http.RoundTripper, r *http.Request) (*http.Response, error) {
		if _, err := s.RoundTrip(r); err != nil {
			return nil, err
		}
		return nil, errors.New("net/http: timeout awaiting response headers")
	},
	"truncated answer": func(s http.RoundTripper, r *http.Request) (*http.Response, error) {
		res, err := s.RoundTrip(r)
		if err == nil {
			res.Body = io.NopCloser(io.MultiReader(strings.NewReader(`{"Attr`), broken{}))
		}
		return res, err
	},
	"500 after the commit": func(s http.RoundTripper, r *http.Request) (*http.Response, error) {
		if _, err := s.RoundTrip(r); err != nil {
			return nil, err
		}
		return wire.Refuse(r, 500, "InternalServerError", "try again"), nil
	},
	"500 before it": func(_ http.RoundTripper, r *http.Request) (*http.Response, error) {
		return wire.Refuse(r, 500, "InternalServerError", "try again"), nil
	},
	"cut request": func(http.RoundTripper, *http.Request) (*http.Response, error) {
		return nil, io.ErrUnexpectedEOF
	},
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

var refusedDial fault = func(http.RoundTripper, *http.Request) (*http.Response, error) {
	return nil, &net.OpError{Op: "dial", Net: "tcp", Err: errors.New("connection refused")}
}

// network applies its faults to the requests in turn, and none to later ones.
type network struct {
	server *wire.Server
	faults []fault
	calls  int
}

func (n *network) RoundTrip(r *http.Request) (*http.Response, error) {
	n.calls++
	if len(n.faults) == 0 {
		return n.server.RoundTrip(r)
	}
	f := n.faults[0]
	n.faults = n.faults[1:]
	return f(n.server, r)
}

func dynamoOver(faults ...fault) (*store.Dynamo, *store.Memory, *network) {
	memory := store.NewMemory(nil)
	n := &network{server: wire.New(memory, "herald", time.Now), faults: faults}
	return store.NewDynamo(wire.Client(n), "herald", nil), memory, n
}

type counted struct {
	N int    `dynamodbav:"n"`
	S string `dynamodbav:"s"`
}

var rowKey = store.Key{Table: "campaign", PK: "P", SK: "S"}

// writes are the kinds of writes that must be done once, with the row they find and the row they leave.
var writes = []struct {
	name        string
	before      *counted
	do          func(db store.DB) error
	after       *counted
	conditional bool
}{
	{"create", nil, func(db store.DB) error {
		_, err := db.Write(ctx, store.Op{Verb: store.Put, Key: rowKey, Item: counted{1, "a"}, If: store.Missing("pk")})
		return err
	}, &counted{1, "a"}, true},
	{"replace", &counted{1, "a"}, func(db store.DB) error {
		_, err := db.Write(ctx, store.Op{Verb: store.Put, Key: rowKey, Item: counted{2, "b"}, If: store.Eq("n", 1)})
		return err
	}, &counted{2, "b"}, true},
	{"change", &counted{1, "a"}, func(db store.DB) error {
		it, err := db.Write(ctx, store.Op{Verb: store.Update, Key: rowKey, Set: map[string]any{"s": "b"}, Add: map[string]int64{"n": 2},
			If: store.Eq("s", "a")})
		return answered(it, err, "b", 3)
	}, &counted{3, "b"}, true},
	{"change under a condition that goes on holding", &counted{1, "a"}, func(db store.DB) error {
		it, err := db.Write(ctx, store.Op{Verb: store.Update, Key: rowKey, Add: map[string]int64{"n": 2}, If: store.Exists("pk")})
		return answered(it, err, "a", 3)
	}, &counted{3, "a"}, true},
	{"count", &counted{1, "a"}, func(db store.DB) error {
		it, err := db.Write(ctx, store.Op{Verb: store.Update, Key: rowKey, Add: map[string]int64{"n": 2}})
		return answered(it, err, "a", 3)
	}, &counted{3, "a"}, false},
	{"delete", &counted{1, "a"}, func(db store.DB) error {
		_, err := db.Write(ctx, store.Op{Verb: store.Delete, Key: rowKey, If: store.Exists("pk")})
		return err
	}, nil, true},
	{"transact", &counted{1, "a"}, func(db store.DB) error {
		return db.Transact(ctx, []store.Op{{Verb: store.Update, Key: rowKey, Add: map[string]int64{"n": 2}, Set: map[string]any{"s": "b"},
			If: store.Eq("s", "a")},
			{Verb: store.Put, Key: store.Key{Table: "campaign", PK: "P", SK: "T"}, Item: counted{}, If: store.Missing("pk")}})
	}, &counted{3, "b"}, true},
	{"batch", nil, func(db store.DB) error {
		return db.WriteAll(ctx, []store.Op{{Verb: store.Put, Key: rowKey, Item: counted{1, "a"}}})
	}, &counted{1, "a"}, false},
}

func answered(it store.Item, err error, s string, n int) error {
	var c counted
	if _, e := store.Decode(it, &c); err == nil && (e != nil || c != counted{n, s} || it["~"] != nil) {
		return fmt.Errorf("the new row was told as %v (%w)", plain(it), e)
	}
	return err
}

func check(t *testing.T, memory *store.Memory, want *counted) {
	t.Helper()
	row, ok, err := store.Load[counted](ctx, memory, rowKey, true)
	if err != nil || ok != (want != nil) || ok && row != *want {
		t.Errorf("left behind: %+v (%v, %v), wanted %+v", row, ok, err, want)
	}
}

func seed(t *testing.T, memory *store.Memory, row *counted) {
	t.Helper()
	if row != nil {
		if _, err := memory.Write(ctx, store.Op{Verb: store.Put, Key: rowKey, Item: *row}); err != nil {
			t.Fatal(err)
		}
	}
}

// Every combination of faults in the first and second try ends with one write, and the caller learns that it succeeded.
func TestARepeatedWriteIsOurOwn(t *testing.T) {
	for _, w := range writes {
		for first, f := range faults {
			for second, g := range faults {
				t.Run(w.name+"/"+first+"/"+second, func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) {
						db, memory, n := dynamoOver(f, g)
						seed(t, memory, w.before)
						if err := w.do(db); err != nil {
							t.Errorf("after %d calls: %v", n.calls, err)
						}
						check(t, memory, w.after)
					})
				})
			}
		}
	}
}

// When no try is answered, the outcome is reported as unknown, never as a failed condition or a plain error. A write that certainly failed,
// because its request was never sent or was refused, is not reported as unknown.
func TestUnknownOutcomesAreUnclear(t *testing.T) {
	for _, w := range writes {
		for name, f := range faults {
			t.Run(w.name+"/"+name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					db, memory, n := dynamoOver(f, f, f, f, f)
					seed(t, memory, w.before)
					err := w.do(db)
					if !errors.Is(err, store.ErrUnclear) || store.ConditionFailed(err) != nil {
						t.Errorf("after %d calls: %v", n.calls, err)
					}
				})
			})
		}
		t.Run(w.name+"/clear", func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				refuse := func(code string) fault {
					return func(_ http.RoundTripper, r *http.Request) (*http.Response, error) {
						return wire.Refuse(r, 400, code, "no"), nil
					}
				}
				for _, f := range []fault{refusedDial, refuse("ValidationException"), refuse("ThrottlingException"),
					refuse("ProvisionedThroughputExceededException")} {
					db, memory, _ := dynamoOver(f, f, f)
					seed(t, memory, w.before)
					if err := w.do(db); err == nil || errors.Is(err, store.ErrUnclear) {
						t.Error(err)
					}
					check(t, memory, w.before)
				}
				db, memory, _ := dynamoOver(refusedDial, refuse("ThrottlingException"))
				seed(t, memory, w.before)
				if err := w.do(db); err != nil {
					t.Error(err)
				}
				check(t, memory, w.after)
			})
		})
	}
}

// A context that ends during a call leaves the outcome unknown; one that had ended before does not.
func TestAnEndedContextIsUnclear(t *testing.T) {
	for _, w := range writes {
		outer := ctx
		t.Run(w.name, func(t *testing.T) {
			defer func() { ctx = outer }()
			var cancel func()
			ctx, cancel = context.WithCancel(outer)
			db, memory, _ := dynamoOver(func(s http.RoundTripper, r *http.Request) (*http.Response, error) {
				if _, err := s.RoundTrip(r); err != nil {
					return nil, err
				}
				cancel()
				return nil, r.Context().Err()
			})
			seed(t, memory, w.before)
			if err := w.do(db); !errors.Is(err, store.ErrUnclear) || !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			if err := w.do(db); errors.Is(err, store.ErrUnclear) || !errors.Is(err, context.Canceled) {
				t.Errorf("never sent: %v", err)
			}
		})
	}
}

// A write of another process between our tries is not hidden. A condition that fails on a row which may be our own write is unknown. A
// conflict that certainly changed nothing is retried and then reported.
func TestAConcurrentWriterBetweenTries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var memory *store.Memory
		theirs := func(s http.RoundTripper, r *http.Request) (*http.Response, error) {
			if _, err := s.RoundTrip(r); err != nil {
				return nil, err
			}
			_, err := memory.Write(ctx, store.Op{Verb: store.Put, Key: rowKey, Item: counted{7, "theirs"}})
			return nil, errors.Join(err, io.ErrUnexpectedEOF)
		}
		db, m, _ := dynamoOver(theirs)
		memory = m
		if _, err := db.Write(ctx, store.Op{Verb: store.Put, Key: rowKey, Item: counted{1, "a"}, If: store.Missing("pk")}); !errors.Is(err,
			store.ErrUnclear) {
			t.Error(err)
		}
		check(t, memory, &counted{7, "theirs"})

		db, memory, _ = dynamoOver(faults["500 before it"])
		_, err := db.Write(ctx, store.Op{Verb: store.Update, Key: rowKey, Set: map[string]any{"n": 1}, If: store.Exists("pk")})
		if f := store.ConditionFailed(err); f == nil || f.Old != nil {
			t.Errorf("there is no row: %v", err)
		}
	})
}

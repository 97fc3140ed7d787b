// Package setting holds what an operator may change without touching code: typed, with default, bounds and description.
package setting

import (
	"context"
	"regexp"
	"strconv"
	"sync"
	"time"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
)

// Kind of a value.
type Kind string

const (
	Int    Kind = "int"
	Bool   Kind = "bool"
	String Kind = "string"
)

// Definition of a setting. Public ones may be read by every signed-in user.
type Definition struct {
	Key     string
	Kind    Kind
	Default string
	Min     int    // Int
	Max     int    // Int
	Pattern string // String
	Public  bool
	About   string // message key
}

const window = `^$|^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-4]):[0-5]\d( [A-Za-z_]+/[A-Za-z_/]+(,[A-Za-z_]+/[A-Za-z_/]+)*)?$`

// Definitions are all settings. Where the specifications have two readings, the first is the default (decisions §8).
var Definitions = []Definition{
	{Key: "password.min.length", Kind: Int, Default: "6", Min: 6, Max: 64, Public: true},
	{Key: "order.review.auto", Kind: Bool, Default: "false"},
	{Key: "order.settle.minutes", Kind: Int, Default: "1440", Min: 1, Max: 2880},
	{Key: "order.unknown.minutes", Kind: Int, Default: "1440", Min: 1, Max: 2880},
	{Key: "order.appointment.days", Kind: Int, Default: "3", Min: 1, Max: 30, Public: true},
	{Key: "contact.file.bytes", Kind: Int, Default: "1048576", Min: 1024, Max: 4 << 20, Public: true},
	{Key: "contact.file.rows", Kind: Int, Default: "70000", Min: 1, Max: 200000, Public: true},
	{Key: "image.bytes", Kind: Int, Default: "1024000", Min: 1024, Max: 4 << 20, Public: true},
	{Key: "image.bulk.bytes", Kind: Int, Default: "512000", Min: 1024, Max: 4 << 20, Public: true},
	{Key: "video.bytes", Kind: Int, Default: "5242880", Min: 1024, Max: 20 << 20, Public: true},
	{Key: "topup.min", Kind: Int, Default: "300", Min: 1, Max: 1_000_000, Public: true},
	{Key: "ws.ping.seconds", Kind: Int, Default: "25", Min: 3, Max: 300, Public: true},
	{Key: "receipt.window.seconds", Kind: Int, Default: "5", Min: 0, Max: 60},
	{Key: "window.IN", Kind: String, Default: "10:30-20:30", Pattern: window, Public: true},
	{Key: "window.US", Kind: String, Default: "08:00-21:00", Pattern: window, Public: true},
}

// define finds a setting; any country may have a sending window.
func define(key string) (Definition, bool) {
	for _, d := range Definitions {
		if d.Key == key {
			return d, true
		}
	}
	if countryWindow.MatchString(key) {
		return Definition{Key: key, Kind: String, Pattern: window, Public: true}, true
	}
	return Definition{}, false
}

var countryWindow = regexp.MustCompile(`^window\.[A-Z]{2}$`)

// check refuses a value of the wrong kind or outside the bounds (40021).
func (d Definition) check(value string) error {
	bad := fault.New(fault.Invalid, 40021, "setting.string")
	switch d.Kind {
	case Int:
		n, err := strconv.Atoi(value)
		if err != nil || n < d.Min || n > d.Max {
			bad = fault.New(fault.Invalid, 40021, "setting.int", "min", d.Min, "max", d.Max)
			break
		}
		return nil
	case Bool:
		if value == "true" || value == "false" {
			return nil
		}
		bad = fault.New(fault.Invalid, 40021, "setting.bool")
	case String:
		if d.Pattern == "" || regexp.MustCompile(d.Pattern).MatchString(value) {
			return nil
		}
	}
	bad.Fields = []fault.Field{{Name: "value", Key: bad.Key, Args: bad.Args}}
	return bad
}

// row is a value that somebody set. Keys: table platform, SETTING / <key>: a handful of rows that are read as one.
type row struct {
	Value   string    `dynamodbav:"va"`
	By      string    `dynamodbav:"by"`
	Updated time.Time `dynamodbav:"at"`
}

const partition = "SETTING"

func key(k string) store.Key { return store.Key{Table: "platform", PK: partition, SK: k} }

// fresh is how long a process may go by what it read: hot paths ask for settings at every step.
const fresh = 2 * time.Second

// Book reads and writes settings.
type Book struct {
	db  store.DB
	now func() time.Time

	mu   sync.Mutex
	read time.Time
	set  map[string]row
}

// New makes a book without a cache of what others read.
func New(db store.DB, now func() time.Time) *Book { return &Book{db: db, now: now} }

// String gives a value; an unknown key is an error of the program.
func (b *Book) String(ctx context.Context, k string) (string, error) {
	d, ok := define(k)
	if !ok {
		return "", fault.Missing()
	}
	set, err := b.all(ctx)
	if err != nil {
		return "", err
	}
	if r, ok := set[k]; ok && d.check(r.Value) == nil {
		return r.Value, nil
	}
	return d.Default, nil
}

// Int gives a whole number.
func (b *Book) Int(ctx context.Context, k string) (int, error) {
	v, err := b.String(ctx, k)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(v)
}

// Bool gives a switch.
func (b *Book) Bool(ctx context.Context, k string) (bool, error) {
	v, err := b.String(ctx, k)
	return v == "true", err
}

// all gives the values that were set, at most fresh old.
func (b *Book) all(ctx context.Context) (map[string]row, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.set != nil && b.now().Sub(b.read) < fresh {
		return b.set, nil
	}
	items, err := b.db.Query(ctx, store.Query{Table: "platform", PK: partition, Consistent: true})
	if err != nil {
		return nil, err
	}
	set := map[string]row{}
	for _, it := range items {
		var r row
		if _, err := store.Decode(it, &r); err != nil {
			return nil, err
		}
		set[store.SortKey(it)] = r
	}
	b.set, b.read = set, b.now()
	return set, nil
}

// Set changes a value; every process goes by it within two seconds.
func (b *Book) Set(ctx context.Context, k, value, by string) error {
	d, ok := define(k)
	if !ok {
		return fault.Missing()
	}
	if err := d.check(value); err != nil {
		return err
	}
	_, err := b.db.Write(ctx, store.Op{Verb: store.Put, Key: key(k), Item: row{Value: value, By: by, Updated: b.now()}})
	b.forget()
	return err
}

// Reset goes back to the default.
func (b *Book) Reset(ctx context.Context, k string) error {
	if _, ok := define(k); !ok {
		return fault.Missing()
	}
	_, err := b.db.Write(ctx, store.Op{Verb: store.Delete, Key: key(k)})
	b.forget()
	return err
}

func (b *Book) forget() {
	b.mu.Lock()
	b.set = nil
	b.mu.Unlock()
}

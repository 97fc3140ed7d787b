// Package setting has the settings that an admin may change at run time (decisions §8, §12). The settings, with
// default, bounds and meaning, are data of the modules that read them: their settings.json. This module's own
// settings.json has those of modules to come.
package setting

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/moduleparts"
	"herald/pkg/kit/store"
	"herald/pkg/platform/country"
)

// Types of a setting.
const (
	Integer   = "integer"
	Boolean   = "boolean"
	Decimal   = "decimal"   // at most two decimals, by money
	Enum      = "enum"      // one of the options
	Text      = "string"    // at most Max characters
	Countries = "countries" // codes of countries with commas between them, in the order of the alphabet; empty for none
	Window    = "window"    // hours of a day, 10:30-20:30, with time zones behind them where they are not the country's; empty for any hour
)

// Definition of a setting.
type Definition struct {
	Key     string               `json:"key"`
	Group   string               `json:"group"` // of the page; the dictionary setting_group names it
	Type    string               `json:"type"`
	Default string               `json:"default"`
	Min     int                  `json:"min"`
	Max     int                  `json:"max"`
	Options []string             `json:"options"` // the only values, where the specification has several readings (decisions §8)
	Pending bool                 `json:"pending"` // of a module that is not built yet: nothing reads it
	Open    bool                 `json:"open"`    // harmless: every signed-in user may read it
	Text    map[i18n.Lang]string `json:"text"`
}

// Definitions are the settings that exist.
type Definitions []Definition

// Define reads the definitions of modules, in the order of their keys. It panics when a file is damaged: the files are part of the program.
func Define(rooms ...moduleparts.Parts) Definitions {
	var all Definitions
	for _, file := range moduleparts.All(rooms, "settings.json") {
		var some Definitions
		if err := json.Unmarshal(file, &some); err != nil {
			panic(err)
		}
		all = append(all, some...)
	}
	slices.SortFunc(all, func(a, b Definition) int { return strings.Compare(a.Key, b.Key) })
	return all
}

const windows, anyWindow = "window.", "window.*"

// find gives the definition of a key; a window exists for every country. False for no such key.
func (all Definitions) find(key string) (Definition, bool) {
	named := func(key string) int { return slices.IndexFunc(all, func(d Definition) bool { return d.Key == key }) }
	if i := named(key); i >= 0 && key != anyWindow {
		return all[i], true
	}
	code, ok := strings.CutPrefix(key, windows)
	if i := named(anyWindow); ok && i >= 0 {
		d := all[i]
		d.Key = key
		_, known := country.Find(code)
		return d, known && code == strings.ToUpper(code)
	}
	return Definition{}, false
}

// storedValue is a value that an admin has set.
type storedValue struct {
	Value string    `dynamodbav:"v"`
	At    time.Time `dynamodbav:"at"`
	By    string    `dynamodbav:"by"`
}

// Key: table platform, CFG / CFG, with an attribute for every setting that was changed. One row for all, so that a
// process reads them in half a unit; it is read once a second at most, at any traffic.
var row = store.Key{Table: "platform", PK: "CFG", SK: "CFG"}

// Fresh is how long a process believes what it read: a change holds everywhere within it.
const Fresh = time.Second

// Store reads and writes settings.
type Store struct {
	db   store.DB
	now  func() time.Time
	defs Definitions

	turn  store.Mutex
	at    time.Time
	known map[string]storedValue
}

// New makes a book; a process has one.
func New(db store.DB, now func() time.Time, defs Definitions) *Store {
	return &Store{db: db, now: now, defs: defs, turn: store.NewMutex()}
}

// Number reads one setting at every use.
func (b *Store) Number(key string) func(context.Context) (int, error) {
	return func(ctx context.Context) (int, error) { return b.Int(ctx, key) }
}

// Int, Bool and String give a setting's value, or its default. A key that is not defined is an error of the program.
func (b *Store) Int(ctx context.Context, key string) (int, error) {
	text, err := b.text(ctx, key, Integer)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(text)
}

// Flag gives a setting that is true or false, as a module asks for it.
func (b *Store) Flag(key string) func(context.Context) (bool, error) {
	return func(ctx context.Context) (bool, error) { return b.Bool(ctx, key) }
}

func (b *Store) Bool(ctx context.Context, key string) (bool, error) {
	text, err := b.text(ctx, key, Boolean)
	return text == "true", err
}

// String gives a window, a text, an option or a decimal number as it is kept; empty for none.
func (b *Store) String(ctx context.Context, key string) (string, error) {
	return b.text(ctx, key, Window, Text, Enum, Decimal, Countries)
}

func (b *Store) text(ctx context.Context, key string, kinds ...string) (string, error) {
	d, ok := b.defs.find(key)
	if !ok || !slices.Contains(kinds, d.Type) {
		return "", fmt.Errorf("setting: no %s %q", strings.Join(kinds, " or "), key)
	}
	all, err := b.all(ctx)
	if v, set := all[key]; set {
		return v.Value, err
	}
	return d.Default, err
}

// all gives the values that were changed, as of a second ago at most.
func (b *Store) all(ctx context.Context) (map[string]storedValue, error) {
	if err := b.turn.Lock(ctx); err != nil {
		return nil, err
	}
	defer b.turn.Unlock()
	now := b.now()
	if b.known != nil && now.Sub(b.at) < Fresh && !now.Before(b.at) {
		return b.known, nil
	}
	it, err := b.db.Get(ctx, row, true)
	if err != nil {
		return nil, err
	}
	known := map[string]storedValue{}
	for key, av := range it {
		if key == "pk" || key == "sk" {
			continue
		}
		var v storedValue
		if err := attributevalue.Unmarshal(av, &v); err != nil {
			return nil, fmt.Errorf("setting %s: %w", key, err)
		}
		known[key] = v
	}
	b.at, b.known = now, known
	return known, nil
}

// Set changes a setting; value is typed or text. Faults: 404 for no such key, and what parse refuses.
func (b *Store) Set(ctx context.Context, key string, value any, by string) error {
	d, ok := b.defs.find(key)
	if !ok {
		return fault.Missing()
	}
	text, err := d.parse(value)
	if err == nil && d.Type == Window {
		err = common(strings.TrimPrefix(key, windows), text, b.now())
	}
	if err != nil {
		return err
	}
	return b.write(ctx, store.Op{Verb: store.Update, Key: row, Set: map[string]any{key: storedValue{text, b.now(), by}}})
}

// Reset gives a setting its default again.
func (b *Store) Reset(ctx context.Context, key string) error {
	if _, ok := b.defs.find(key); !ok {
		return fault.Missing()
	}
	return b.write(ctx, store.Op{Verb: store.Update, Key: row, Remove: []string{key}})
}

func (b *Store) write(ctx context.Context, op store.Op) error {
	_, err := b.db.Write(ctx, op)
	b.renew()
	return err
}

// renew lets the next read ask the table. It serves the page of a user who changed a setting a moment ago in another
// process.
func (b *Store) renew() {
	_ = b.turn.Lock(context.Background()) // it never ends
	defer b.turn.Unlock()
	b.known = nil
}

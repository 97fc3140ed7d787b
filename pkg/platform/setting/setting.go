// Package setting is what an admin may turn while the house runs (decisions §8, §12). The settings that exist, with default,
// bounds and meaning, are data: definitions.json.
package setting

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/store"
	"herald/pkg/platform/country"
)

//go:embed definitions.json
var definitionsFile []byte

// Types of a setting.
const (
	Integer = "integer"
	Boolean = "boolean"
	Window  = "window" // hours of a day, 10:30-20:30, with time zones behind them where they are not the country's; empty for any hour
)

// Definition of a setting.
type Definition struct {
	Key     string               `json:"key"`
	Type    string               `json:"type"`
	Default string               `json:"default"`
	Min     int                  `json:"min"`
	Max     int                  `json:"max"`
	Open    bool                 `json:"open"` // harmless: every signed-in user may read it
	Text    map[i18n.Lang]string `json:"text"`
}

var definitions = sync.OnceValues(func() ([]Definition, error) {
	var all []Definition
	return all, json.Unmarshal(definitionsFile, &all)
})

const windows, anyWindow = "window.", "window.*"

// Define gives the definition of a key; a window exists for every country. False for no such key.
func Define(key string) (Definition, bool) {
	all, err := definitions()
	if err != nil {
		panic(err) // the file is part of the program
	}
	for _, d := range all {
		if d.Key == key && key != anyWindow {
			return d, true
		}
		if code, ok := strings.CutPrefix(key, windows); ok && d.Key == anyWindow {
			d.Key = key
			_, known := country.Find(code)
			return d, known && code == strings.ToUpper(code)
		}
	}
	return Definition{}, false
}

var windowForm = regexp.MustCompile(`^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$`)

// parse brings a value of the wire, typed or as text, into its kept form. Faults, all about the field value:
// setting.integer with the bounds, setting.boolean, setting.window.
func (d Definition) parse(value any) (string, error) {
	text, isText := value.(string)
	switch d.Type {
	case Integer:
		if f, ok := value.(float64); ok && f == math.Trunc(f) && math.Abs(f) < 1e15 {
			text, isText = strconv.FormatInt(int64(f), 10), true
		}
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if !isText || err != nil || n < d.Min || n > d.Max {
			return "", fault.Bad("value", "setting.integer", "min", d.Min, "max", d.Max)
		}
		return strconv.Itoa(n), nil
	case Boolean:
		if b, ok := value.(bool); ok {
			text = strconv.FormatBool(b)
		}
		if text != "true" && text != "false" {
			return "", fault.Bad("value", "setting.boolean")
		}
		return text, nil
	}
	if !isText || !isWindow(text) {
		return "", fault.Bad("value", "setting.window")
	}
	return text, nil
}

// isWindow reports whether a window can be kept: hours that end after they begin, and zones that a country has.
func isWindow(text string) bool {
	hours, zones, named := strings.Cut(text, " ")
	if text == "" {
		return true
	}
	if !windowForm.MatchString(hours) || hours[:5] >= hours[6:] {
		return false
	}
	known := func(zone string) bool {
		return slices.ContainsFunc(country.All(), func(c country.Country) bool { return slices.Contains(c.TimeZones, zone) })
	}
	return !named || !slices.ContainsFunc(strings.Split(zones, ","), func(zone string) bool { return !known(zone) })
}

// typed is a kept value as the wire shows it.
func (d Definition) typed(text string) any {
	switch d.Type {
	case Integer:
		if n, err := strconv.Atoi(text); err == nil {
			return n
		}
	case Boolean:
		return text == "true"
	}
	return text
}

// kept is a value that an admin has set.
type kept struct {
	Value string    `dynamodbav:"v"`
	At    time.Time `dynamodbav:"at"`
	By    string    `dynamodbav:"by"`
}

// Key: table platform, CFG / CFG, with an attribute for every setting that was changed. One row for all, so that a process
// reads them in half a unit; it is read once a second at most, whatever the traffic.
var row = store.Key{Table: "platform", PK: "CFG", SK: "CFG"}

// Fresh is how long a process believes what it read: a change holds everywhere within it.
const Fresh = time.Second

// Book reads and writes settings.
type Book struct {
	db  store.DB
	now func() time.Time

	mu    sync.Mutex
	at    time.Time
	known map[string]kept
}

// New makes a book; a process has one.
func New(db store.DB, now func() time.Time) *Book { return &Book{db: db, now: now} }

// Int, Bool and String give a setting's value, or its default. A key that is not defined is an error of the program.
func (b *Book) Int(ctx context.Context, key string) (int, error) {
	text, err := b.text(ctx, key, Integer)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(text)
}

func (b *Book) Bool(ctx context.Context, key string) (bool, error) {
	text, err := b.text(ctx, key, Boolean)
	return text == "true", err
}

// String gives a window; empty for none.
func (b *Book) String(ctx context.Context, key string) (string, error) {
	return b.text(ctx, key, Window)
}

func (b *Book) text(ctx context.Context, key, kind string) (string, error) {
	d, ok := Define(key)
	if !ok || d.Type != kind {
		return "", fmt.Errorf("setting: no %s %q", kind, key)
	}
	all, err := b.all(ctx)
	if v, set := all[key]; set {
		return v.Value, err
	}
	return d.Default, err
}

// all gives the values that were changed, as of a second ago at most.
func (b *Book) all(ctx context.Context) (map[string]kept, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.now()
	if b.known != nil && now.Sub(b.at) < Fresh && !now.Before(b.at) {
		return b.known, nil
	}
	it, err := b.db.Get(ctx, row, true)
	if err != nil {
		return nil, err
	}
	known := map[string]kept{}
	for key, av := range it {
		if key == "pk" || key == "sk" {
			continue
		}
		var v kept
		if err := attributevalue.Unmarshal(av, &v); err != nil {
			return nil, fmt.Errorf("setting %s: %w", key, err)
		}
		known[key] = v
	}
	b.at, b.known = now, known
	return known, nil
}

// Set changes a setting; value is typed or text. Faults: 404 for no such key, and what parse refuses.
func (b *Book) Set(ctx context.Context, key string, value any, by string) error {
	d, ok := Define(key)
	if !ok {
		return fault.Missing()
	}
	text, err := d.parse(value)
	if err != nil {
		return err
	}
	return b.write(ctx, store.Op{Verb: store.Update, Key: row, Set: map[string]any{key: kept{text, b.now(), by}}})
}

// Reset gives a setting its default again.
func (b *Book) Reset(ctx context.Context, key string) error {
	if _, ok := Define(key); !ok {
		return fault.Missing()
	}
	return b.write(ctx, store.Op{Verb: store.Update, Key: row, Remove: []string{key}})
}

func (b *Book) write(ctx context.Context, op store.Op) error {
	_, err := b.db.Write(ctx, op)
	b.mu.Lock()
	b.known = nil
	b.mu.Unlock()
	return err
}

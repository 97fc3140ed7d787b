// Package stock is how much may still be sent: per country for bulk sends, per country and day for card-dealer SMS, and per day
// for groups (platform-services §2, §7; decisions §10, §12, §14). A day or a country without a figure is without limit.
package stock

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"herald/pkg/kit/catalogue"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/platform/setting"
)

// Keys, all in table campaign. There is a row for a country at most, so each of these partitions stays small.
//
//	STOCK / <country>            what may still be sent to a country
//	STOCKSMS#<day> / <country>   card-dealer SMS of a day
//	STOCKGROUP#<month> / <day>   groups that can be made on a day
const table = "campaign"

func countryKey(code string) store.Key { return store.Key{Table: table, PK: "STOCK", SK: code} }
func smsKey(day, code string) store.Key {
	return store.Key{Table: table, PK: "STOCKSMS#" + day, SK: code}
}
func groupKey(day string) store.Key {
	return store.Key{Table: table, PK: "STOCKGROUP#" + day[:7], SK: day}
}

// Country is the stock of one country. Orders take from it when they are submitted and give back what was not charged.
type Country struct {
	ID        string    `dynamodbav:"c" json:"id" doc:"Country code."`
	Code      string    `dynamodbav:"-" json:"countryCode"`
	Name      string    `dynamodbav:"-" json:"country" doc:"Text in the caller's language."`
	SendTotal int64     `dynamodbav:"n" json:"sendTotal" doc:"Messages that can still be sent."`
	Remark    string    `dynamodbav:"r,omitempty" json:"remark"`
	Gone      bool      `dynamodbav:"de,omitempty" json:"-"` // deleted; the row stays for what running orders give back
	Operator  string    `dynamodbav:"by,omitempty" json:"operator"`
	Created   time.Time `dynamodbav:"ca" json:"createTime"`
	Updated   time.Time `dynamodbav:"ua" json:"updateTime"`
	Op        string    `dynamodbav:"i,omitempty" json:"-"` // operation that set the figure last
}

// again gives what stands where an operation has been carried out before: nil for any other failure.
func (c *Country) again(failed *store.Failed) (*Country, error) {
	var stands Country
	if ok, err := store.Decode(failed.Old, &stands); err != nil || !ok || c.Op == "" || stands.Op != c.Op || stands.Gone {
		return nil, err
	}
	return &stands, nil
}

// Store keeps stock.
type Store struct {
	DB  store.DB
	Now func() time.Time
	// Settings say what a country without a figure gets with its first order (stock.default; 0: no limit); nil: nothing.
	Settings *setting.Store
}

// OnDay names what orders of card-dealer SMS take from, of a country and the day on which they begin; orders of anything else take
// from what the country's code names.
func OnDay(begin time.Time, code string) string {
	return begin.In(clock.China).Format(time.DateOnly) + "." + code
}

// groupsPrefix is before the day of what GroupsOn names.
const groupsPrefix = "groups."

// GroupsOn names what orders of groups take from, of the day on which they begin.
func GroupsOn(begin time.Time) string { return groupsPrefix + DayOf(begin) }

// DayOf returns the platform's day of a moment.
func DayOf(at time.Time) string { return at.In(clock.China).Format(time.DateOnly) }

// stockKey is the row of a country's code, or of what OnDay or GroupsOn names.
func stockKey(shelf string) store.Key {
	if day, ok := strings.CutPrefix(shelf, groupsPrefix); ok {
		return groupKey(day)
	}
	if day, code, ok := strings.Cut(shelf, "."); ok {
		return smsKey(day, code)
	}
	return countryKey(shelf)
}

// Remaining returns what may still be sent of a stock; nil without a limit.
func (b *Store) Remaining(ctx context.Context, shelf string) (*int, error) {
	if day, ok := strings.CutPrefix(shelf, groupsPrefix); ok {
		row, _, err := store.Load[GroupDay](ctx, b.DB, groupKey(day), true)
		return row.remaining(), err
	}
	c, ok, err := store.Load[Country](ctx, b.DB, stockKey(shelf), true)
	if err == nil && !ok && stockKey(shelf) == countryKey(shelf) {
		if c, err = b.first(ctx, shelf); err != nil {
			return nil, err
		}
		ok = true
	}
	ok = ok && c.ID != "" // a figure that was deleted, and given back to since
	if err != nil || !ok || c.Gone {
		return nil, err
	}
	n := int(max(0, c.SendTotal))
	return &n, nil
}

// unlisted is what a country without a figure gets with its first order; 0: no limit.
func (b *Store) unlisted(ctx context.Context) (int, error) {
	if b.Settings == nil {
		return 0, nil
	}
	return b.Settings.Int(ctx, "stock.default")
}

// first gives a country without a row the figure of the setting stock.default; the zero value where there is no such figure.
func (b *Store) first(ctx context.Context, code string) (Country, error) {
	n, err := b.unlisted(ctx)
	if err != nil || n == 0 {
		return Country{}, err
	}
	now := b.Now()
	c := Country{ID: code, SendTotal: int64(n), Created: now, Updated: now}
	_, err = b.DB.Write(ctx, store.Op{Verb: store.Put, Key: countryKey(code), Item: c, If: store.Missing("pk")})
	if store.ConditionFailed(err) != nil { // another order, or an admin, was first
		c, _, err = store.Load[Country](ctx, b.DB, countryKey(code), true)
	}
	return c, err
}

// Take returns the operation that takes from a stock; its condition fails when less is left.
func (b *Store) Take(shelf string, n int) store.Op {
	if strings.HasPrefix(shelf, groupsPrefix) {
		return store.Op{Verb: store.Update, Key: stockKey(shelf), Add: map[string]int64{"n": -int64(n)},
			If: store.And(store.Ge("n", n), store.Missing("de"))}
	}
	return store.Op{Verb: store.Update, Key: stockKey(shelf), Add: map[string]int64{"n": -int64(n)},
		If: store.And(store.Ge("n", n), store.Missing("de"), store.Exists("c"))}
}

// Give gives the operation that gives back to a stock that Take took from. It has no condition: a settlement never fails for it.
func (b *Store) Give(shelf string, n int) store.Op {
	return store.Op{Verb: store.Update, Key: stockKey(shelf), Add: map[string]int64{"n": int64(n)}}
}

// Countries that have a limit, by code.
func (b *Store) Countries(ctx context.Context) ([]Country, error) {
	items, err := store.Collect(store.Rows(ctx, b.DB, store.Query{Table: table, PK: countryKey("").PK, Consistent: true}))
	if err != nil {
		return nil, err
	}
	all, err := store.DecodeAll[Country](items)
	all = slices.DeleteFunc(all, func(c Country) bool { return c.Gone })
	for i := range all {
		all[i].Code = all[i].ID
	}
	return all, err
}

// add limits a country; the same operation again gives what stands. Fault: stock.exists (409).
func (b *Store) add(ctx context.Context, c Country) (Country, error) {
	c.Created = b.Now()
	c.Updated = c.Created
	_, err := b.DB.Write(ctx, store.Op{Verb: store.Put, Key: countryKey(c.ID), Item: c, If: store.Or(store.Missing("pk"), store.Exists("de"))})
	if failed := store.ConditionFailed(err); failed != nil {
		if stands, err := c.again(failed); err != nil || stands != nil {
			return *cmp.Or(stands, &c), err
		}
		err = fault.State("stock.exists", "country", c.ID)
	}
	return c, err
}

// set changes the figure of a country, once for an operation: what orders take meanwhile is taken from the new one. The 404
// fault for none.
func (b *Store) set(ctx context.Context, c Country) (Country, error) {
	set := map[string]any{"n": c.SendTotal, "r": c.Remark, "by": c.Operator, "ua": b.Now()}
	cond := store.And(store.Exists("c"), store.Missing("de"))
	if c.Op != "" {
		set["i"], cond = c.Op, store.And(cond, store.Ne("i", c.Op))
	}
	it, err := b.DB.Write(ctx, store.Op{Verb: store.Update, Key: countryKey(c.ID), Set: set, If: cond})
	if failed := store.ConditionFailed(err); failed != nil {
		if stands, err := c.again(failed); err != nil || stands != nil {
			return *cmp.Or(stands, &c), err
		}
		return c, fault.Missing()
	}
	if err != nil {
		return c, err
	}
	_, err = store.Decode(it, &c)
	return c, err
}

// drop lifts the limit of a country. The 404 fault for none.
func (b *Store) drop(ctx context.Context, code string) error {
	_, err := b.DB.Write(ctx, store.Op{Verb: store.Update, Key: countryKey(code), Set: map[string]any{"de": true},
		If: store.And(store.Exists("c"), store.Missing("de"))})
	if store.ConditionFailed(err) != nil {
		return fault.Missing()
	}
	return err
}

// Card is the card-dealer SMS of a country on a day.
type Card struct {
	ID           string    `dynamodbav:"id" json:"id" doc:"Id: <day>.<country>."`
	Code         string    `dynamodbav:"c" json:"countryCode"`
	Name         string    `dynamodbav:"-" json:"country" doc:"Text in the caller's language."`
	Date         string    `dynamodbav:"d" json:"date"`
	RepertoryNum *int64    `dynamodbav:"n" json:"repertoryNum" nullable:"true" doc:"SMS that can still be sent. Null: no limit."`
	Total        *int64    `dynamodbav:"-" json:"total,omitempty" doc:"Numbers that card dealers have for the day, for staff."`
	Assigned     *int64    `dynamodbav:"-" json:"assigned,omitempty" doc:"Of these, numbers that are reserved for or assigned to orders, for staff."`
	Available    int64     `dynamodbav:"-" json:"available" doc:"Numbers that can be ordered for the day."`
	Operator     string    `dynamodbav:"by,omitempty" json:"operator"`
	Created      time.Time `dynamodbav:"ca" json:"createTime"`
	Op           string    `dynamodbav:"i,omitempty" json:"-"` // operation that made it
	catalogue.Revision
}

// cards of a day.
func (b *Store) cards(ctx context.Context, day string) ([]Card, error) {
	items, err := store.Collect(store.Rows(ctx, b.DB, store.Query{Table: table, PK: smsKey(day, "").PK}))
	if err != nil {
		return nil, err
	}
	all, err := store.DecodeAll[Card](items)
	return slices.DeleteFunc(all, func(c Card) bool { return c.Code == "" }), err // deleted, and given back to since
}

// cardKey of an id, <day>.<country>.
func cardKey(id string) (store.Key, bool) {
	day, code, ok := strings.Cut(id, ".")
	return smsKey(day, code), ok && isDay(day) && code != ""
}

func isDay(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

// day is a day of the wire; today where it is empty or says so. Fault: stock.date.
func (b *Store) day(field, text string) (string, error) {
	if text == "" || text == "today" {
		return b.Now().In(clock.China).Format(time.DateOnly), nil
	}
	if !isDay(text) {
		return "", fault.Bad(field, "stock.date")
	}
	return text, nil
}

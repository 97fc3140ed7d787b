package resource

import (
	"context"
	"slices"
	"strconv"
	"time"

	"herald/pkg/kit/clock"
	"herald/pkg/kit/store"
)

// Kind is what an order says of the numbers that it wants.
type Kind struct {
	Country string
	Type    string
	Quality string
	Age     string
	BatchNo string // empty: of any batch
}

// Lot is a batch as stock.
type Lot struct {
	ID         string `dynamodbav:"id"`
	BatchNo    string `dynamodbav:"no"`
	Country    string `dynamodbav:"co"`
	Type       string `dynamodbav:"ty"`
	Quality    string `dynamodbav:"qu"`
	Age        string `dynamodbav:"ag"`
	DealerID   string `dynamodbav:"di"`
	DealerName string `dynamodbav:"dn"`
	From       string `dynamodbav:"fr"`           // first day on which its numbers may be ordered, yyyy-mm-dd
	Until      string `dynamodbav:"un,omitempty"` // the last one; empty: no end
	Open       bool   `dynamodbav:"op"`           // its numbers may be ordered at all
	Partner    bool   `dynamodbav:"pr,omitempty"` // its numbers come from the partner, which takes them back
	Lowest     uint64 `dynamodbav:"lo,omitempty"`
	Highest    uint64 `dynamodbav:"hi,omitempty"`
	Counters
}

// Counters are how many numbers of a lot are in each state.
type Counters struct {
	Free     int64 `dynamodbav:"nf" json:"available" doc:"Numbers that can be ordered."`
	Reserved int64 `dynamodbav:"nr" json:"reserved" doc:"Numbers that orders hold until they are reviewed."`
	Assigned int64 `dynamodbav:"na" json:"assigned"`
	Returned int64 `dynamodbav:"nx" json:"returned"`
	Broken   int64 `dynamodbav:"nb" json:"broken"`
}

// Total is how many numbers there are.
func (c *Counters) Total() int64 { return c.Free + c.Reserved + c.Assigned + c.Returned + c.Broken }

// counters are the attributes of the counters by state.
var counters = map[string]string{Free: "nf", Reserved: "nr", Assigned: "na", Returned: "nx", Broken: "nb"}

// LotKey is the row of a lot.
func LotKey(country, id string) store.Key {
	return store.Key{Table: table, PK: "NUMLOT#" + country, SK: id}
}

func countryKey(code string) store.Key { return store.Key{Table: table, PK: "NUMLOTS", SK: code} }

// NewLot gives the operations that write a new lot without numbers.
func NewLot(l *Lot) []store.Op {
	return []store.Op{{Verb: store.Put, Key: LotKey(l.Country, l.ID), Item: l, If: store.Missing("pk")},
		{Verb: store.Put, Key: countryKey(l.Country), Item: map[string]any{}}}
}

// on tells whether the numbers of a lot may be ordered for a day.
func (l *Lot) on(day string) bool {
	return l.Open && l.From <= day && !l.Ended(day)
}

// Ended tells whether the last day of a lot is before a day: its numbers are not handed out any more.
func (l *Lot) Ended(day string) bool { return l.Until != "" && l.Until < day }

// of tells whether a lot has what an order wants.
func (l *Lot) of(k *Kind) bool {
	return l.Country == k.Country && l.Type == k.Type && l.Quality == k.Quality && l.Age == k.Age &&
		(k.BatchNo == "" || l.BatchNo == k.BatchNo)
}

// Lots are those of a country.
func (r *Store) Lots(ctx context.Context, country string) ([]Lot, error) {
	items, err := store.Collect(store.Rows(ctx, r.DB, store.Query{Table: table, PK: LotKey(country, "").PK, Consistent: true}))
	if err != nil {
		return nil, err
	}
	return store.DecodeAll[Lot](items)
}

// sold are the lots that have what an order wants on a day, also those without free numbers.
func (r *Store) sold(ctx context.Context, w *Need) ([]Lot, error) {
	all, err := r.Lots(ctx, w.Country)
	return slices.DeleteFunc(all, func(l Lot) bool { return !l.of(&w.Kind) || !l.on(w.Day) }), err
}

// fitting are the sold lots that have some free numbers, or some of the given ones.
func (r *Store) fitting(ctx context.Context, w *Need, also []Number) ([]Lot, error) {
	all, err := r.sold(ctx, w)
	return slices.DeleteFunc(all, func(l Lot) bool {
		return l.Free <= 0 && !slices.ContainsFunc(also, func(n Number) bool { return n.Lot == l.ID })
	}), err
}

// Countries that have lots.
func (r *Store) Countries(ctx context.Context) (codes []string, err error) {
	for it, err := range store.Rows(ctx, r.DB, store.Query{Table: table, PK: countryKey("").PK}) {
		if err != nil {
			return nil, err
		}
		codes = append(codes, store.SortKey(it))
	}
	return codes, nil
}

// Figure is the numbers of a country on a day.
type Figure struct{ Total, Assigned, Available int64 }

// Days gives the numbers by day and country: of one country, or of all when it is empty. Numbers that are reserved count as assigned,
// returned and broken ones not at all. Numbers that are assigned after today are unknown, so a day to come shows what is known now.
func (r *Store) Days(ctx context.Context, country string, days []string) (map[string]map[string]Figure, error) {
	codes := []string{country}
	if country == "" {
		var err error
		if codes, err = r.Countries(ctx); err != nil {
			return nil, err
		}
	}
	out := map[string]map[string]Figure{}
	for _, day := range days {
		out[day] = map[string]Figure{}
	}
	for _, code := range codes {
		lots, err := r.Lots(ctx, code)
		if err != nil {
			return nil, err
		}
		for _, l := range lots {
			for _, day := range days {
				if !l.on(day) {
					continue
				}
				f := out[day][code]
				f.Available += l.Free
				f.Assigned += l.Reserved + l.Assigned
				f.Total += l.Free + l.Reserved + l.Assigned
				out[day][code] = f
			}
		}
	}
	return out, nil
}

// DayOf is the platform's day of a moment.
func DayOf(at time.Time) string { return at.In(clock.China).Format(time.DateOnly) }

// Bounds are the lowest and the highest number of a lot; 0 of one without numbers.
func (r *Store) Bounds(ctx context.Context, lot string) (lowest, highest uint64, err error) {
	for _, desc := range []bool{false, true} {
		rows, err := r.DB.Query(ctx, store.Query{Table: table, PK: numberKey(lot, "").PK, Desc: desc, Limit: 1, Consistent: true})
		if err != nil || len(rows) == 0 {
			return 0, 0, err
		}
		n, err := strconv.ParseUint(store.SortKey(rows[0]), 10, 64)
		if err != nil {
			return 0, 0, err
		}
		if desc {
			highest = n
		} else {
			lowest = n
		}
	}
	return min(lowest, highest), max(lowest, highest), nil
}

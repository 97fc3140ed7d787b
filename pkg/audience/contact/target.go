package contact

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
)

// Targets are the recipients that a file brings.
type Targets struct {
	Numbers []uint64
	Columns []string   // names of the values
	Values  [][]string // by recipient, in the order of Columns; nil without columns
	Bad     int        // rows that are no number of the country
	Sum     string     // of the file's content (SHA-256, hex): what was priced is known again when it is planned
}

// File reads an uploaded contact file for an order that is sent to it directly: numbers of the country in the file's
// order, each once, with what stands in the further columns of its first row. Faults: 404 for a file that the scope does
// not see, 400 for one that is no contact file or has no number of the country (with the most frequent reason).
func (r *Room) File(ctx context.Context, scope auth.Scope, fileID, country string) (Targets, error) {
	_, data, err := r.Files.Open(ctx, scope, fileID)
	if err != nil {
		return Targets{}, err
	}
	f, err := r.scan(ctx, data, country, Way{}, nil)
	if err != nil {
		return Targets{}, err
	}
	if len(f.numbers) == 0 {
		return Targets{}, f.reason().Fault()
	}
	sum := sha256.Sum256(data)
	return Targets{f.numbers, f.columns, f.values, len(f.bad), hex.EncodeToString(sum[:])}, nil
}

// Group is a collection as an order sees it.
type Group struct {
	ID      string
	Name    string
	Country string
	Members int
	Packs   int // packs of members as of now; later imports add behind them
}

// Group in the scope; the 404 fault for any other id.
func (r *Room) Group(ctx context.Context, scope auth.Scope, id string) (Group, error) {
	m, err := r.find(ctx, scope, id)
	if err != nil {
		return Group{}, err
	}
	packs, err := decodePacks(m.Packs)
	return Group{m.ID, m.Name, m.CountryCode, m.MemberCount, len(packs)}, err
}

// readAhead is how many packs are read in one call.
const readAhead = 50

// Members calls yield with the place and the numbers of each of the first packs of a collection, in the order of places: a
// pack keeps its place for ever, and within it numbers ascend. A deletion takes numbers out of their pack; one that has none
// left is yielded all the same. A collection that was deleted has no packs. It is not scoped.
func (r *Room) Members(ctx context.Context, id string, packs int, yield func(place int, numbers []uint64) error) error {
	for from := 0; from < packs; from += readAhead {
		got, err := r.stretch(ctx, id, from, min(from+readAhead, packs))
		if err != nil {
			return err
		}
		for i, m := range got {
			if err := yield(from+i, m.numbers); err != nil {
				return err
			}
		}
	}
	return nil
}

// stretch reads packs from…to, as they are now.
func (r *Room) stretch(ctx context.Context, id string, from, to int) ([]members, error) {
	var out []members
	get := func() (*meta, error) {
		m, ok, err := store.Load[meta](ctx, r.DB, metaKey(id), true)
		if err == nil && !ok {
			err = fault.Missing()
		}
		return &m, err
	}
	err := still(get, func(_ *meta, packs []pack) error {
		var places []int
		for n := from; n < min(to, len(packs)); n++ {
			places = append(places, n)
		}
		got, err := r.read(ctx, id, packs, places)
		out = got
		return err
	})
	if fault.Is(err, "web.notFound") {
		return nil, nil
	}
	return out, err
}

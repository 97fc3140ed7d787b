package contact

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
)

// Targets are the recipients that a file brings.
type Targets struct {
	Numbers []uint64
	Columns []string   // names of the values, "" for a column that is none
	Values  [][]string // by recipient, in the order of Columns; nil without columns
	Bad     int        // rows that are no number of the country
	Sum     string     // of the file's content (SHA-256, hex): what was priced is known again when it is planned
}

// File reads an uploaded contact file for an order that is sent to it directly: numbers of the country in the file's
// order, each once, with what stands in the further columns of its first row. Faults: 404 for a file that the scope does
// not see, 400 for one that is no contact file or has no number of the country (with the most frequent reason).
func (r *Service) File(ctx context.Context, scope auth.Scope, fileID, country string) (Targets, error) {
	_, data, err := r.Files.Open(ctx, scope, fileID)
	if err != nil {
		return Targets{}, err
	}
	f, err := r.scan(ctx, data, country, ImportOptions{}, nil)
	if err != nil {
		return Targets{}, err
	}
	if len(f.numbers) == 0 {
		return Targets{}, f.reason().Fault()
	}
	sum := sha256.Sum256(data)
	return Targets{f.numbers, f.names, f.values, len(f.bad), hex.EncodeToString(sum[:])}, nil
}

// EmailFile is File for a file of addresses: Numbers are their codes, the first of Columns is ColumnEmail and has the addresses. It
// asks no name server, so that each call gives the same recipients. The skipped domain is part of Sum.
func (r *Service) EmailFile(ctx context.Context, scope auth.Scope, fileID string) (Targets, error) {
	_, data, err := r.Files.Open(ctx, scope, fileID)
	if err != nil {
		return Targets{}, err
	}
	f, err := r.scan(ctx, data, "", ImportOptions{Type: TypeEmail, Offline: true}, nil)
	if err != nil {
		return Targets{}, err
	}
	if len(f.numbers) == 0 {
		return Targets{}, f.reason().Fault()
	}
	sum := sha256.Sum256(append(slices.Clone(data), f.skipped...))
	return Targets{f.numbers, f.names, f.values, len(f.bad), hex.EncodeToString(sum[:])}, nil
}

// Within gives the recipients whose numbers begin with one segment of each list.
func (t Targets) Within(limits [][]string) Targets {
	if len(limits) == 0 {
		return t
	}
	numbers, values := t.Numbers, t.Values
	t.Numbers, t.Values = nil, nil
	for i, number := range numbers {
		if !within(phone.Format(number), limits) {
			continue
		}
		t.Numbers = append(t.Numbers, number)
		if i < len(values) {
			t.Values = append(t.Values, values[i])
		}
	}
	return t
}

// Group is a collection as an order sees it.
type Group struct {
	ID      string
	Name    string
	Type    string // TypePhone or TypeEmail; the first column of an email list is ColumnEmail
	Country string
	Members int
	Packs   int      // packs of members as of now; later imports add behind them
	Columns []string // names of the values that members have
}

// Group in the scope; the 404 fault for any other id.
func (r *Service) Group(ctx context.Context, scope auth.Scope, id string) (Group, error) {
	m, err := r.find(ctx, scope, id)
	if err != nil {
		return Group{}, err
	}
	packs, err := decodePacks(m.Packs)
	return Group{m.ID, m.Name, m.kind(), m.CountryCode, m.MemberCount, len(packs), m.Columns}, err
}

// readAhead is how many packs are read in one call.
const readAhead = 50

// Pack is one of a collection's, in the order of its places.
type Pack struct {
	Place   int
	Numbers []uint64
	of      members
}

// Values gives what is known of each number under some names; nil when nothing is.
func (p *Pack) Values(names []string) [][]string { return p.of.values.rows(names, len(p.Numbers)) }

// MemberFilter is which members of a collection an order reaches; the zero MemberFilter takes all. Who has no evidence has neither
// an account nor shown a sign of life.
type MemberFilter struct {
	Segments []string   // how a number begins, of which one is enough; checked by Segments
	Limits   [][]string // further lists of segments; a number begins with one of each
	WhatsApp bool       // with an account there
	Since    time.Time  // with a sign of life since; zero: whenever
	EmailFilter
}

// Only gives the part of a pack that is meant.
func (p *Pack) Only(which MemberFilter) *Pack {
	s := compiledFilter{segments: which.Segments, limits: which.Limits, wa: which.WhatsApp, since: which.Since, email: which.EmailFilter}
	if s.all() {
		return p
	}
	of := p.of.pick(s.some(&p.of))
	return &Pack{p.Place, of.numbers, of}
}

// Members calls yield with each of the first packs of a collection, in the order of places: a
// pack keeps its place for ever, and within it numbers ascend. A deletion takes numbers out of their pack; one that has none
// left is yielded all the same. A collection that was deleted has no packs. It is not scoped.
func (r *Service) Members(ctx context.Context, id string, packs int, yield func(p *Pack) error) error {
	for from := 0; from < packs; from += readAhead {
		got, err := r.stretch(ctx, id, from, min(from+readAhead, packs))
		if err != nil {
			return err
		}
		for i, m := range got {
			if err := yield(&Pack{from + i, m.numbers, m}); err != nil {
				return err
			}
		}
	}
	return nil
}

// stretch reads packs from…to, as they are now.
func (r *Service) stretch(ctx context.Context, id string, from, to int) ([]members, error) {
	var out []members
	get := func() (*meta, error) {
		m, ok, err := store.Load[meta](ctx, r.DB, metaKey(id), true)
		if err == nil && !ok {
			err = fault.Missing()
		}
		return &m, err
	}
	err := still(ctx, get, func(_ *meta, packs []pack) error {
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

// PackAt gives the numbers of a pack, as they are now; none for a place that has none. It is not scoped.
func (r *Service) PackAt(ctx context.Context, id string, place int) ([]uint64, error) {
	got, err := r.stretch(ctx, id, place, place+1)
	if err != nil || len(got) == 0 {
		return nil, err
	}
	return got[0].numbers, nil
}

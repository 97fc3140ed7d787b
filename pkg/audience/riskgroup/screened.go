package riskgroup

import (
	"context"
	"fmt"
	"maps"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
)

// What a screening finds out about members stands in rows beside their collection's (package screening). A member belongs to one of
// places, which its number alone decides, so adding and removing other members does not move it.

const places = 16 // 2^4: placeOf takes the upper four bits

// placeOf spreads numbers by a multiplicative hash (Knuth, TAOCP 6.4). The remainder alone would put a list of numbers at regular
// distances into one place, which is then larger than a batch of the partner may be.
func placeOf(number uint64) int {
	const golden = 0x9E3779B97F4A7C15 // 2^64 divided by the golden ratio
	return int(phone.Normal(number) * golden >> 60)
}

func proofKey(id string, place int) store.Key {
	return store.Key{Table: table, PK: "RISK#" + id, SK: fmt.Sprintf("E#%02d", place)}
}

type proofRow struct {
	Proofs []byte `dynamodbav:"p"` // contact.PackProofs
}

// proofs is what is known of members, by their numbers, and the place at which it is kept.
type proofs [places]map[uint64]contact.Proof

// of a number; nothing known gives an empty one.
func (p *proofs) of(number uint64) contact.Proof { return p[placeOf(number)][number] }

// screened tells whether a screening found out anything.
func (m *meta) screened() bool { return m.Screened || m.ActiveHad }

// proven is a collection with its members and what is known of them.
type proven struct {
	*meta
	all   []cachedSet
	known *proofs
}

// proven reads a collection of any scope. Fault: 404 for one that is gone.
func (r *Service) proven(ctx context.Context, id string) (*proven, error) {
	keys := []store.Key{metaKey(id)}
	for place := range places {
		keys = append(keys, proofKey(id, place))
	}
	rows, err := r.DB.GetMany(ctx, keys, true)
	if err != nil {
		return nil, err
	}
	if rows[0] == nil {
		return nil, fault.Missing()
	}
	m, known := &meta{}, &proofs{}
	if _, err := store.Decode(rows[0], m); err != nil {
		return nil, err
	}
	for place, it := range rows[1:] {
		var row proofRow
		if _, err := store.Decode(it, &row); err != nil {
			return nil, err
		}
		if known[place], err = contact.UnpackProofs(row.Proofs); err != nil {
			return nil, err
		}
	}
	members, err := m.members()
	return &proven{m, members, known}, err
}

// Subject of a screening that the caller sees; the 404 fault for any other id.
func (r *Service) Subject(ctx context.Context, id string) (*contact.Subject, error) {
	m, err := r.find(ctx, id)
	if err != nil {
		return nil, err
	}
	group := contact.Group{ID: m.ID, Name: m.Name, Type: contact.TypePhone, Country: m.CountryCode, Members: m.MemberCount, Packs: places}
	return &contact.Subject{Group: group, Owner: m.Owner, Active: m.ActiveCount, Screening: m.Screening}, nil
}

// Standing gives the operations that tell on the collection's row and in its lists how a screening stands, while was is its run, ""
// for none. They make a revision, so that a change of the collection that was read before is decided anew.
func Standing(owner auth.Owner, id, was string, s contact.Screening) []store.Op {
	cond := store.And(store.Exists("pk"), store.Eq("sr", was))
	if was == "" {
		cond = store.And(store.Exists("pk"), store.Missing("sr"))
	}
	m := meta{Owner: owner, Collection: Collection{ID: id}}
	return m.show(s.Set(), cond)
}

// show gives the operations that set attributes of the collection and of its list rows; the collection's condition guards all.
func (m *meta) show(set map[string]any, cond store.Cond) []store.Op {
	ops := []store.Op{{Verb: store.Update, Key: metaKey(m.ID), Set: set, Add: map[string]int64{"v": 1}, If: cond}}
	for _, s := range m.scopes() {
		ops = append(ops, store.Op{Verb: store.Update, Key: collections.Key(s, m.ID), Set: set})
		ops = append(ops, collections.Changed(s, m.ID)...)
	}
	return ops
}

// PackAt gives the numbers of a place that were members at a time and still are, ascending. It is not scoped.
func (r *Service) PackAt(ctx context.Context, id string, place int, at time.Time) ([]uint64, error) {
	m, ok, err := store.Load[meta](ctx, r.DB, metaKey(id), true)
	if err != nil || !ok {
		return nil, err
	}
	members, err := m.members()
	var out []uint64
	for _, one := range members {
		if placeOf(one.number) == place && one.at <= at.Unix() {
			out = append(out, one.number)
		}
	}
	return out, err
}

// Prove keeps what was found out about members of some places and how their screening stands, together with other writes; done is
// false when a condition of those did not hold. What was known of who is no member any more is forgotten. Fault: 404 for a collection
// that is gone.
func (r *Service) Prove(ctx context.Context, id string, found map[int]map[uint64]contact.Proof, stands contact.Screening,
	with ...store.Op) (done bool, err error) {
	err = store.Retry(ctx, tries, func() error {
		m, err := r.proven(ctx, id)
		if err != nil {
			return err
		}
		ops := append([]store.Op{}, with...)
		for place, said := range found {
			kept := map[uint64]contact.Proof{}
			for _, one := range m.all {
				if was, had := m.known[place][one.number]; had {
					kept[one.number] = was
				}
				if now, told := said[one.number]; told {
					kept[one.number] = kept[one.number].Merge(now)
				}
			}
			m.known[place] = kept
			packed, err := contact.PackProofs(kept)
			if err != nil {
				return err
			}
			ops = append(ops, store.Op{Verb: store.Put, Key: proofKey(id, place), Item: proofRow{packed}})
		}
		set := stands.Set()
		maps.Copy(set, m.tally(m.all, m.known))
		err = r.DB.Transact(ctx, append(ops, m.show(set, store.Eq("v", m.Rev))...))
		if failed := store.ConditionFailed(err); failed != nil && failed.Index < len(with) {
			return nil
		}
		done = err == nil
		return err
	})
	return done, err
}

// Recount counts anew how many members have WhatsApp and how many showed a sign of life, and gives both.
func (r *Service) Recount(ctx context.Context, id string) (wa, active int, err error) {
	err = store.Retry(ctx, tries, func() error {
		m, err := r.proven(ctx, id)
		if err != nil {
			return err
		}
		was := [2]int{m.WACount, m.ActiveCount}
		set := m.tally(m.all, m.known)
		if wa, active = m.WACount, m.ActiveCount; was == [2]int{wa, active} {
			return nil
		}
		return r.DB.Transact(ctx, m.show(set, store.Eq("v", m.Rev)))
	})
	return wa, active, err
}

// tally counts who of the members has WhatsApp and who showed a sign of life, and gives both as attributes.
func (m *meta) tally(members []cachedSet, known *proofs) map[string]any {
	m.WACount, m.ActiveCount = 0, 0
	for _, one := range members {
		p := known.of(one.number)
		if p.WhatsApp() {
			m.WACount++
		}
		if p.Active() != nil {
			m.ActiveCount++
		}
	}
	return map[string]any{"wc": m.WACount, "ac": m.ActiveCount}
}

// mostRuns of a collection are deleted with it, in its transaction.
const mostRuns = 60

// forget gives the operations that delete what is known of members, and the screenings, with their collection.
func (r *Service) forget(ctx context.Context, m *meta) (ops []store.Op, err error) {
	if m.State == "" {
		return nil, nil
	}
	runs, err := r.DB.Query(ctx, store.Query{Table: table, PK: metaKey(m.ID).PK, Prefix: "S#", Limit: mostRuns, Consistent: true})
	if err != nil {
		return nil, err
	}
	for _, it := range runs {
		ops = append(ops, store.Op{Verb: store.Delete, Key: store.Key{Table: table, PK: metaKey(m.ID).PK, SK: store.SortKey(it)}})
	}
	for place := range places {
		ops = append(ops, store.Op{Verb: store.Delete, Key: proofKey(m.ID, place)})
	}
	return ops, nil
}

// counted counts who of the members has WhatsApp and who showed a sign of life, before the collection is written.
func (r *Service) counted(ctx context.Context, m *meta) error {
	p, err := r.proven(ctx, m.ID)
	if err != nil {
		return err
	}
	members, err := m.members()
	if err == nil {
		m.tally(members, p.known)
	}
	return err
}

package contact

import (
	"context"
	"errors"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// Screening is how the screening of a collection stands, as its row tells; package screening keeps it.
type Screening struct {
	State     string `dynamodbav:"ss,omitempty" json:"screenStatus" enum:"waiting,queued,screening,stopping,stopped,failed,completed," doc:"Status of the screening. Empty: never screened."`
	Run       string `dynamodbav:"sr,omitempty" json:"-"`
	Done      int    `dynamodbav:"sn,omitempty" json:"screenDone" doc:"Members checked so far."`
	All       int    `dynamodbav:"st,omitempty" json:"screenTotal"`
	Screened  bool   `dynamodbav:"sd,omitempty" json:"screened"`
	ActiveHad bool   `dynamodbav:"sa,omitempty" json:"activeInfo" doc:"The screening obtained times of activity."`
}

// Busy reports a screening that has not ended.
func (s *Screening) Busy() bool {
	switch s.State {
	case "waiting", "queued", "screening", "stopping":
		return true
	}
	return false
}

// Subject is a collection as a screening sees it.
type Subject struct {
	Group
	Owner  auth.Owner
	Active int
	Screening
}

// Subject of a screening in the scope; the 404 fault for any other id, 400 contact.type.email for a list of addresses.
func (r *Service) Subject(ctx context.Context, scope auth.Scope, id string) (*Subject, error) {
	m, err := r.find(ctx, scope, id)
	if err != nil {
		return nil, err
	}
	if m.kind() == TypeEmail {
		return nil, fault.Bad("id", "contact.type.email")
	}
	packs, err := decodePacks(m.Packs)
	group := Group{m.ID, m.Name, m.kind(), m.CountryCode, m.MemberCount, len(packs), m.Columns}
	return &Subject{group, m.Owner, m.ActiveCount, m.Screening}, err
}

// ScreeningOps gives the operations that tell on the collection's row and in its lists how a screening stands. The first one's
// condition holds while the run is the collection's: was is the run that stood there before, "" for none.
func ScreeningOps(owner auth.Owner, id, was string, s Screening) []store.Op {
	cond := store.And(store.Exists("pk"), store.Eq("sr", was))
	if was == "" {
		cond = store.And(store.Exists("pk"), store.Missing("sr"))
	}
	m := meta{Owner: owner, Collection: Collection{ID: id}}
	return m.change(s.Set(), nil, cond)
}

// Set gives the attributes of a row that shows it.
func (s *Screening) Set() map[string]any {
	return map[string]any{"ss": s.State, "sr": s.Run, "sn": s.Done, "st": s.All, "sd": s.Screened, "sa": s.ActiveHad}
}

// Prove keeps what was found out about members of some packs and how their screening stands, together with other changes; done is
// false when a condition of those did not hold. What is known of who is no member any more is passed over. Fault: 404 for a
// collection that is gone.
func (r *Service) Prove(ctx context.Context, id string, found map[int]map[uint64]Proof, stands Screening, with ...store.Op) (done bool,
	err error) {
	err = store.Retry(ctx, tries, func() error {
		c, err := r.claimSome(ctx, id, found)
		if err != nil {
			return err
		}
		if c == nil {
			return fault.Missing()
		}
		rows, err := c.prove(found, c.place)
		if err != nil {
			return err
		}
		if err := r.DB.WriteAll(ctx, rows); err != nil {
			return err
		}
		c.shown = stands.Set()
		err = r.commit(ctx, c, nil, with...)
		failed := store.ConditionFailed(err)
		if failed != nil && failed.Index < len(with) {
			return nil
		}
		done = err == nil
		return err
	})
	return done, err
}

// Learn stores the outcome of messages to members of some packs, beside a partner's evidence (decisions §6). Numbers
// that are no longer members, and a deleted list, are skipped.
func (r *Service) Learn(ctx context.Context, id string, found map[int]map[uint64]Proof) error {
	return store.Retry(ctx, tries, func() error {
		c, err := r.claimSome(ctx, id, found)
		if err != nil || c == nil {
			return err
		}
		rows, err := c.prove(found, c.learn)
		if err != nil || len(rows) == 0 {
			return err
		}
		// The rows are written before the commit, and are right whether it succeeds or not. The commit fails when the
		// pack was rewritten meanwhile, and each row's condition when another writer added evidence.
		if err := c.writeLearned(ctx, r.DB, rows); err != nil {
			return err
		}
		return r.commit(ctx, c, nil)
	})
}

// writeLearned writes evidence, each row over the version that was read. A *store.Failed when another writer was
// faster.
func (c *content) writeLearned(ctx context.Context, db store.DB, rows []store.Op) error {
	return errors.Join(parallel.Each(len(rows), 8, func(i int) error {
		_, err := db.Write(ctx, rows[i])
		if failed := store.ConditionFailed(err); failed != nil {
			var stands learnedRow
			if _, err := store.Decode(failed.Old, &stands); err != nil {
				return err
			}
			if stands.By == c.Attempts { // it was done, and the answer was lost
				return nil
			}
		}
		return err
	})...)
}

// learn keeps what is known of a pack's members beside the pack.
func (c *content) learn(n int, m members) ([]store.Op, error) {
	packed, err := deflated(m.proofs)
	if err != nil {
		return nil, err
	}
	cond := store.Missing("q")
	if m.by != 0 {
		cond = store.Eq("q", m.by)
	}
	m.learned, m.by = true, c.Attempts
	c.members[n] = m
	return []store.Op{{Verb: store.Put, Key: learnedKey(c.ID, n, c.packs[n].attempt), Item: learnedRow{packed, c.Attempts}, If: cond}}, nil
}

// prove adds what was found out about members of packs, kept by place or learn, and gives the rows to be written.
func (c *content) prove(found map[int]map[uint64]Proof, keep func(n int, m members) ([]store.Op, error)) (rows []store.Op, err error) {
	for n, said := range found {
		if n >= len(c.packs) || c.packs[n].count == 0 {
			continue
		}
		told, any := c.members[n].proved(said)
		if !any {
			continue
		}
		row, err := keep(n, told)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row...)
	}
	return rows, nil
}

// claimSome is claim with the members of some packs alone.
func (r *Service) claimSome(ctx context.Context, id string, places map[int]map[uint64]Proof) (c *content, err error) {
	err = untilStill(ctx, func() error {
		c = nil
		m, err := r.number(ctx, id)
		if m == nil || err != nil {
			return err
		}
		packs, err := decodePacks(m.Packs)
		if err != nil {
			return err
		}
		var wanted []int
		for n := range places {
			if n < len(packs) {
				wanted = append(wanted, n)
			}
		}
		got, err := r.read(ctx, id, packs, wanted)
		if err != nil {
			return err
		}
		c = &content{meta: m, packs: packs, members: make([]members, len(packs)), part: true}
		for i, n := range wanted {
			c.members[n] = got[i]
		}
		return nil
	})
	return c, err
}

// Recount counts anew how many members have WhatsApp and how many showed a sign of life, and gives both.
func (r *Service) Recount(ctx context.Context, id string) (wa, active int, err error) {
	err = store.Retry(ctx, tries, func() error {
		c, err := r.claim(ctx, id)
		if err != nil {
			return err
		}
		if c == nil {
			return fault.Missing()
		}
		if wa, active = c.tally(); wa == c.WACount && active == c.ActiveCount {
			return nil
		}
		return r.commit(ctx, c, nil)
	})
	return wa, active, err
}

func (c *content) tally() (wa, active int) {
	for i := range c.members {
		w, a := c.members[i].tally()
		wa, active = wa+w, active+a
	}
	return wa, active
}

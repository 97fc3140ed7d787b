package store

import (
	"errors"
	"fmt"
)

// valid refuses what DynamoDB refuses regardless of the rows, so that every DB behaves the same.
func (op Op) valid() error {
	if op.Verb == Check {
		return errors.New("store: a check alone is no write")
	}
	if err := op.part(); err != nil {
		return err
	}
	return possible([]Op{op})
}

// part is valid for a member of a transaction.
func (op Op) part() error {
	switch {
	case op.Verb == Check && op.If == nil:
		return fmt.Errorf("store: a check of %s without a condition", op.Key)
	case op.Verb == Update:
		return op.update()
	}
	return nil
}

func (op Op) update() error {
	seen := map[string]bool{"pk": true, "sk": true}
	names := append(append(sorted(op.Set), sorted(op.Add)...), op.Remove...)
	if len(names) == 0 {
		return fmt.Errorf("store: an update of %s that changes nothing", op.Key)
	}
	for _, name := range names {
		if seen[name] {
			return fmt.Errorf("store: an update of %s changes %q twice, or the key", op.Key, name)
		}
		seen[name] = true
	}
	return nil
}

func validBatch(ops []Op) error {
	for _, op := range ops {
		if op.If != nil || op.Verb == Update || op.Verb == Check {
			return errors.New("store: a batch takes unconditional puts and deletes only")
		}
	}
	if err := once(ops); err != nil {
		return err
	}
	return possible(ops)
}

func validTransaction(ops []Op) error {
	if len(ops) == 0 || len(ops) > 100 {
		return fmt.Errorf("store: %d operations in a transaction", len(ops))
	}
	for _, op := range ops {
		if err := op.part(); err != nil {
			return err
		}
	}
	if err := once(ops); err != nil {
		return err
	}
	return possible(ops)
}

func once(ops []Op) error {
	seen := make(map[Key]bool, len(ops))
	for _, op := range ops {
		if seen[op.Key] {
			return fmt.Errorf("store: one call writes %s twice", op.Key)
		}
		seen[op.Key] = true
	}
	return nil
}

// Limits of a key in bytes (developer guide, naming rules and data types).
const (
	maxPK = 2048
	maxSK = 1024
)

// possible reports whether a row with the key can exist. A client's names become a part of keys: an impossible row
// is a missing one, so that a read finds nothing and a condition on it fails.
func (k Key) possible() bool {
	return k.PK != "" && len(k.PK) <= maxPK && k.SK != "" && len(k.SK) <= maxSK
}

// valid refuses a query without a bound: what is read of a partition that grew would be anything.
func (q Query) valid() error {
	if q.Limit <= 0 {
		return fmt.Errorf("store: a query of %s/%.100s without a limit", q.Table, q.PK)
	}
	return nil
}

// possible tells whether a query can find anything.
func (q Query) possible() bool {
	return q.PK != "" && len(q.PK) <= maxPK && len(q.Prefix) <= maxSK && len(q.From) <= maxSK && len(q.To) <= maxSK && len(q.After) <= maxSK
}

// possible refuses a write of a row that cannot be: as a failed condition when it needs a row that is there.
func possible(ops []Op) error {
	for i, op := range ops {
		if op.Key.possible() {
			continue
		}
		if op.If != nil && !op.If.holds(nil) {
			return &Failed{Index: i}
		}
		return fmt.Errorf("store: %.100s has an empty or too long key", op.Key)
	}
	return nil
}

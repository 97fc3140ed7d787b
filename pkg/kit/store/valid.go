package store

import (
	"errors"
	"fmt"
)

// valid refuses what DynamoDB refuses whatever the rows are, so that every DB says the same.
func (op Op) valid() error {
	if op.Verb == Check {
		return errors.New("store: a check alone is no write")
	}
	return op.part()
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
	return once(ops)
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
	return once(ops)
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

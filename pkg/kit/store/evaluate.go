package store

import "fmt"

// ExpiryAttribute holds the second of Unix time after which a row may be removed.
const ExpiryAttribute = "ttl"

// maxRow is DynamoDB's limit of a row in bytes, which holds on every database.
const maxRow = 400 << 10

// Evaluate returns the rows that operations leave behind, given the rows that they find; nil is no row. All conditions are checked first:
// one that does not hold is a *Failed. Every DB that evaluates conditions itself uses it, so that all decide alike.
func Evaluate(ops []Op, old []Item) ([]Item, error) {
	for i, op := range ops {
		if op.If != nil && !op.If.holds(old[i]) {
			return nil, &Failed{Index: i, Old: clone(old[i])}
		}
	}
	rows := make([]Item, len(ops))
	for i, op := range ops {
		now, err := after(old[i], op)
		if err != nil {
			return nil, err
		}
		if max(Size(old[i]), Size(now)) > maxRow {
			return nil, fmt.Errorf("%w: %s", ErrTooLarge, op.Key.String())
		}
		rows[i] = now
	}
	return rows, nil
}

// CheckWrite refuses a single write that DynamoDB refuses regardless of the rows.
func CheckWrite(op Op) error { return op.valid() }

// CheckBatch is CheckWrite for WriteAll.
func CheckBatch(ops []Op) error { return validBatch(ops) }

// CheckTransaction is CheckWrite for Transact.
func CheckTransaction(ops []Op) error { return validTransaction(ops) }

// Possible reports whether a row with the key can exist.
func (k Key) Possible() bool { return k.possible() }

// Check refuses a query without a limit. It reports whether the query can find anything.
func (q Query) Check() (possible bool, err error) { return q.possible(), q.valid() }

// Project returns the attributes of a row that the query asks for.
func (q Query) Project(it Item) Item { return project(it, q.Attributes) }

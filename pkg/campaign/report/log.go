package report

import (
	"context"
	"strings"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
)

// The log holds what counts changed, added up by the slot of ten minutes in which they were counted, the day, channel and country. A slot
// that is over for some time does not change any more, so packs take whole slots, and a row of a pack only needs to say up to which slot
// it is. Log rows stay.
const (
	slotForm  = "200601021504"
	slotWidth = 10 * time.Minute
	// settles is how long after its end a slot may still change: longer than any function runs.
	settles = 20 * time.Minute
)

// slotOf names the slot of a time.
func slotOf(at time.Time) string { return at.UTC().Truncate(slotWidth).Format(slotForm) }

func logKey(scope auth.Scope, slot string, of ...string) store.Key {
	return store.Key{Table: table, PK: "STAT#" + string(scope) + "#log", SK: strings.Join(append([]string{slot}, of...), "#")}
}

// change is a row of the log.
type change struct {
	Slot string
	Cell
}

// log reads the changes of the slots from one on, and before another one unless that is empty; at most so many rows, 0 for all.
func (r *Service) log(ctx context.Context, scope auth.Scope, from, before string, most int) (all []change, err error) {
	query := store.Query{Table: table, PK: logKey(scope, "").PK, From: from, Limit: most}
	if before != "" {
		query.To = before // rows of that slot follow its name
	}
	for row, err := range store.Rows(ctx, r.DB, query) {
		if err != nil {
			return nil, err
		}
		c := change{}
		if parts := strings.SplitN(store.SortKey(row), "#", 4); len(parts) == 4 {
			c.Slot, c.Day, c.Channel, c.Country = parts[0], parts[1], parts[2], parts[3]
		}
		if err := c.read(row); err != nil {
			return nil, err
		}
		if all = append(all, c); most > 0 && len(all) == most {
			break
		}
	}
	return all, nil
}

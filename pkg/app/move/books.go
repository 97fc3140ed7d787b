package move

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"herald/pkg/kit/money"
)

// Books are the sums of the ledger.
type Books struct {
	Accounts  int                     `json:"accounts"`
	Entries   int                     `json:"entries"`
	Available money.Amount            `json:"available"`
	Reserved  money.Amount            `json:"reserved"`
	Platform  map[string]money.Amount `json:"platform"` // by the platform's accounts
	Found     int                     `json:"differences"`
}

// ReadBooks derives every balance again from the entries. It gives the sums, and the first hundred differences in words.
func (h *Home) ReadBooks(ctx context.Context) (Books, []string, error) {
	r, err := h.Ledger.Reconcile(ctx)
	if err != nil {
		return Books{}, nil, fmt.Errorf("reconcile: %w", err)
	}
	return Books{r.Accounts, r.Entries, r.Available, r.Reserved, r.Platform, r.Found}, r.Differences, nil
}

func (b Books) String() string {
	return fmt.Sprintf("%d accounts, %d entries, %s available, %s reserved, %d differences", b.Accounts, b.Entries, b.Available, b.Reserved,
		b.Found)
}

// compare gives in words what is not as it was.
func (b Books) compare(now Books) (differences []string) {
	for _, c := range []struct {
		what      string
		was, here any
	}{{"accounts", b.Accounts, now.Accounts}, {"entries", b.Entries, now.Entries}, {"available credit", b.Available, now.Available},
		{"reserved credit", b.Reserved, now.Reserved}, {"differences within the books", b.Found, now.Found}} {
		if c.was != c.here {
			differences = append(differences, fmt.Sprintf("%s: %v at the source, %v here", c.what, c.was, c.here))
		}
	}
	names := slices.Sorted(maps.Keys(b.Platform))
	for name := range now.Platform {
		if _, ok := b.Platform[name]; !ok {
			names = append(names, name)
		}
	}
	for _, name := range names {
		if was, here := b.Platform[name], now.Platform[name]; was != here {
			differences = append(differences, fmt.Sprintf("%s: %v at the source, %v here", name, was, here))
		}
	}
	return differences
}

package usdt

import (
	"testing"
	"time"
)

// A transfer that a later look has found, of a chain whose list was behind, is looked at until it is credited.
func TestAFoundTransferIsWatched(t *testing.T) {
	free := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	for found, wanted := range map[string]bool{"": false, "hash": true} {
		o := &Order{Status: Credited, FreeAt: free.UnixMilli(), Rested: true, Found: found}
		if o.watched(free.Add(24*time.Hour)) != wanted || o.watched(free.Add(longestSilence)) {
			t.Errorf("%q is watched or not", found)
		}
	}
}

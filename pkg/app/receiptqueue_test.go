package app

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"herald/pkg/kit/queue"
)

// Messages of a batch go to the handler of their kind. A handler that fails, in part or as a whole, fails its own messages alone.
func TestABatchIsDividedByKind(t *testing.T) {
	broken := errors.New("broken")
	for name, c := range map[string]struct {
		kinds      string
		rest, own  func(n int) ([]int, error)
		failed     []int
		isError    bool
		seen, mine int
	}{
		"all of one kind": {"rrr", func(int) ([]int, error) { return []int{1}, nil }, nil, []int{1}, false, 3, 0},
		"both":            {"rara", func(int) ([]int, error) { return []int{1}, nil }, func(int) ([]int, error) { return []int{0}, nil }, []int{1, 2}, false, 2, 2},
		"one is broken":   {"raar", func(int) ([]int, error) { return nil, nil }, func(int) ([]int, error) { return nil, broken }, []int{1, 2}, false, 2, 2},
		"both are broken": {"ra", func(int) ([]int, error) { return nil, broken }, func(int) ([]int, error) { return nil, broken }, []int{0, 1}, true, 1, 1},
		"only the other":  {"aa", nil, func(int) ([]int, error) { return []int{1}, nil }, []int{1}, false, 0, 2},
	} {
		var batch []queue.Message
		for kind := range strings.SplitSeq(c.kinds, "") {
			batch = append(batch, queue.Message{Kind: kind})
		}
		seen, mine := 0, 0
		handle := divided(LogLine,
			func(_ context.Context, b []queue.Message) ([]int, error) { seen = len(b); return c.rest(len(b)) },
			map[string]queue.BatchHandler{
				"a": func(_ context.Context, b []queue.Message) ([]int, error) { mine = len(b); return c.own(len(b)) }})
		failed, err := handle(t.Context(), batch)
		if !slices.Equal(failed, c.failed) || (err != nil) != c.isError || seen != c.seen || mine != c.mine {
			t.Errorf("%s: %v %v, %d and %d messages", name, failed, err, seen, mine)
		}
	}
}

package store

import "testing"

// A word that a column cannot have is refused instead of finding nothing.
func TestAFilterThatIsNoneIsRefused(t *testing.T) {
	l := List[string]{Entity: "x", Columns: []Column[string]{{Name: "disabled", Kind: Exact, Words: []string{"true", "false"}, Get: func(s *string) any { return *s }}}}
	rows := []string{"true", "false", "true"}
	for want, n := range map[string]int{"true": 2, "true,false": 3, "maybe": -1, "true,maybe": -1} {
		found, err := l.Select(append([]string{}, rows...), ListQuery{Filters: map[string]string{"disabled": want}})
		if (err != nil) != (n < 0) || err == nil && len(found) != n {
			t.Errorf("%s: %v, %v", want, found, err)
		}
	}
}

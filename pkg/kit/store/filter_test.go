package store

import "testing"

// A value that a column cannot have is refused instead of finding nothing.
func TestAFilterThatIsNoneIsRefused(t *testing.T) {
	l := List[string]{Entity: "x", Columns: []Column[string]{{Name: "disabled", Kind: Exact, Words: []string{"true", "false"},
		Get: func(s *string) any { return *s }}}}
	rows := []string{"true", "false", "true"}
	for want, n := range map[string]int{"true": 2, "true,false": 3, "maybe": -1, "true,maybe": -1} {
		found, err := l.Select(append([]string{}, rows...), ListQuery{Filters: map[string]string{"disabled": want}})
		if (err != nil) != (n < 0) || err == nil && len(found) != n {
			t.Errorf("%s: %v, %v", want, found, err)
		}
	}
}

// A text is found in every Unicode form and in every case.
func TestATextIsFoundInEveryForm(t *testing.T) {
	l := List[string]{Entity: "x", Columns: []Column[string]{{Name: "name", Kind: Text, Get: func(s *string) any { return *s }}}}
	for name, want := range map[string]string{"Café do Mar": "cafe\u0301", "Cafe\u0301": "CAFÉ", "ΟΔΟΣ": "οδος", "οδος": "ΟΔΟΣ",
		"Aurora Market": " aurora "} {
		found, err := l.Select([]string{name, "other"}, ListQuery{Filters: map[string]string{"name": want}})
		if err != nil || len(found) != 1 {
			t.Errorf("%s by %q: %v %v", name, want, found, err)
		}
	}
}

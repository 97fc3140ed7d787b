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

// Several words and numbers are separated by commas; ids, truth values and ranges are documented as one.
func TestAFilterTakesSeveralWords(t *testing.T) {
	l := List[int]{Entity: "x", Columns: []Column[int]{
		{Name: "type", Kind: Number, Filter: true, Get: func(n *int) any { return *n }},
		{Name: "size", Kind: Number, Filter: true, Range: true, Get: func(n *int) any { return *n }},
		{Name: "state", Kind: Exact, Filter: true, OneOf: []string{"on", "off"}, Get: func(n *int) any { return "on" }},
		{Name: "open", Kind: Exact, Filter: true, OneOf: []string{"true", "false"}, Get: func(n *int) any { return "true" }},
		{Name: "userId", Kind: Exact, Filter: true, Get: func(n *int) any { return "u" }},
	}}
	for want, n := range map[string]int{"1": 1, "1,3": 2, "1,x": -1, "1,": -1} {
		found, err := l.Select([]int{1, 2, 3}, ListQuery{Filters: map[string]string{"type": want}})
		if (err != nil) != (n < 0) || err == nil && len(found) != n {
			t.Errorf("%s: %v, %v", want, found, err)
		}
	}
	for _, f := range l.Filters() {
		if f.Several != (f.Name == "type" || f.Name == "state") {
			t.Errorf("%+v", f)
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

package config

import (
	"slices"
	"testing"
)

// One number is written as it always was; several with what is different about each.
func TestNumbersOfAnAccount(t *testing.T) {
	for text, want := range map[string][]WhatsAppNumber{
		"":                 nil,
		"106":              {{"106", "", 80}},
		"1/+15550001/20":   {{"1", "15550001", 20}},
		"1, 2/15550002 ,3": {{"1", "", 80}, {"2", "15550002", 80}, {"3", "", 80}},
		"1//20,2":          {{"1", "", 20}, {"2", "", 80}},
	} {
		if got, err := numbers(text, 80); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %+v %v", text, got, err)
		}
	}
	for _, text := range []string{"1,1", "1,", ",1", "1/a", "1/2/0", "1/2/x", "1/2/3/4"} {
		if got, err := numbers(text, 80); err == nil {
			t.Errorf("%q is taken as %+v", text, got)
		}
	}
}

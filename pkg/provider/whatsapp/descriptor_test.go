package whatsapp

import (
	"slices"
	"testing"

	"herald/pkg/kit/config"
)

// One number is its id; several numbers add what differs.
func TestNumbersOfAnAccount(t *testing.T) {
	read := func(text string) ([]sender, error) {
		var a config.Adapters
		a.Set(map[string]string{"whatsapp.phoneNumberId": text})
		return senders(a)
	}
	for text, want := range map[string][]sender{
		"":                 nil,
		"106":              {{Number{"106", ""}, 80}},
		"1/+15550001/20":   {{Number{"1", "15550001"}, 20}},
		"1, 2/15550002 ,3": {{Number{"1", ""}, 80}, {Number{"2", "15550002"}, 80}, {Number{"3", ""}, 80}},
		"1//20,2":          {{Number{"1", ""}, 20}, {Number{"2", ""}, 80}},
	} {
		if got, err := read(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %+v %v", text, got, err)
		}
	}
	for _, text := range []string{"1,1", "1,", ",1", "1/a", "1/2/0", "1/2/x", "1/2/3/4"} {
		if got, err := read(text); err == nil {
			t.Errorf("%q is taken as %+v", text, got)
		}
	}
}

// Two secrets are there while one is exchanged, with or without a space between them.
func TestAppSecretsOfAnExchange(t *testing.T) {
	for text, want := range map[string][]string{"": nil, "one": {"one"}, "old,new": {"old", "new"}, "old, new": {"old", "new"}, "old,": {"old"}} {
		if got := appSecrets(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q", text, got)
		}
	}
}

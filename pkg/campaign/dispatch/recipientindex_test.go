package dispatch

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestEntriesOfTheIndex packs entries and finds each fingerprint's places again, and no other's.
func TestEntriesOfTheIndex(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) entry {
			return entry{rapid.Uint16Range(0, 300).Draw(t, "print"), rapid.Uint32().Draw(t, "place")}
		}), 0, 200).Draw(t, "entries")
		want := map[uint16][]uint32{}
		for _, e := range all {
			want[e.print] = append(want[e.print], e.place)
		}
		packed, err := packEntries(all)
		if err != nil {
			t.Fatal(err)
		}
		for print := range uint16(301) {
			slices.Sort(want[print])
			got, err := placesIn(packed, print)
			if err != nil || !slices.Equal(got, want[print]) {
				t.Fatalf("%d: %v, want %v, %v", print, got, want[print], err)
			}
		}
	})
}

// TestHashedForms gives every form of a person's number one bucket and fingerprint.
func TestHashedForms(t *testing.T) {
	for _, forms := range [][2]uint64{{5511987654321, 551187654321}, {525512345678, 5215512345678}, {541123456789, 5491123456789}} {
		b, p := hashed(forms[0])
		if c, q := hashed(forms[1]); b != c || p != q {
			t.Errorf("%v: %d/%d and %d/%d", forms, b, p, c, q)
		}
	}
}

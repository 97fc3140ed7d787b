package recipientindex

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
		packed := packEntries(all)
		for print := range uint16(301) {
			slices.Sort(want[print])
			got, err := placesIn(packed, print)
			if err != nil || !slices.Equal(got, want[print]) {
				t.Fatalf("%d: %v, want %v, %v", print, got, want[print], err)
			}
		}
	})
}

// TestCutRowsOfTheIndex refuses rows whose end is missing, and never panics at any other bytes.
func TestCutRowsOfTheIndex(t *testing.T) {
	var all []entry
	for i := range 300 {
		all = append(all, entry{uint16(i * 50), uint32(i % 90)})
	}
	packed := packEntries(all)
	for n := range len(packed) {
		if _, err := placesIn(packed[:n], 1<<printBits-1); err == nil {
			t.Fatalf("%d of %d bytes are taken for whole", n, len(packed))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		junk := rapid.SliceOf(rapid.Byte()).Draw(t, "junk")
		_, _ = placesIn(junk, rapid.Uint16Range(0, 1<<printBits-1).Draw(t, "print"))
		_, _ = unpackSegments(junk)
	})
}

// TestSegmentsOfAMerge packs segments and gets them back.
func TestSegmentsOfAMerge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.IntRange(0, 100_000)
		all := rapid.SliceOf(rapid.Custom(func(t *rapid.T) Segment {
			return Segment{Order: rapid.StringN(1, 26, -1).Draw(t, "order"),
				Tenant: rapid.SampledFrom([]string{"", "a", "b", "01J"}).Draw(t, "tenant"),
				Gen:    number.Draw(t, "gen"), First: number.Draw(t, "first"), Chunks: number.Draw(t, "chunks")}
		})).Draw(t, "segments")
		got, err := unpackSegments(packSegments(all))
		if err != nil || !slices.Equal(got, all) {
			t.Fatalf("%v, want %v, %v", got, all, err)
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

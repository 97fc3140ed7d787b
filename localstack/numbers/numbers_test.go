package numbers_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/nyaruka/phonenumbers"

	"herald/localstack/numbers"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/sheet"
	"herald/pkg/kit/sheet/excel"
)

func TestGenerate(t *testing.T) {
	for region := range phonenumbers.GetSupportedRegions() {
		got, err := numbers.Generate(region, 200, 7)
		if err != nil {
			if region != "TA" { // Tristan da Cunha has no mobile numbers
				t.Errorf("%s: %v", region, err)
			}
			continue
		}
		for _, n := range got {
			if p, problem := phone.Parse(n, region); problem != nil || phone.Format(p) != n {
				t.Errorf("%s in %s: %v", n, region, problem)
			}
		}
		again, err := numbers.Generate(region, 200, 7)
		if err != nil || !slices.Equal(got, again) {
			t.Errorf("%s gives other numbers for the same seed", region)
		}
	}
}

func TestGenerateAMillion(t *testing.T) {
	for region, n := range map[string]int{"BR": 1_000_000, "IN": 200_000, "ID": 200_000, "US": 200_000} {
		got, err := numbers.Generate(region, n, 3)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(got)
		if len(slices.Compact(got)) != n {
			t.Errorf("%s: numbers stand twice", region)
		}
	}
}

func TestFile(t *testing.T) {
	for _, o := range []numbers.Options{{}, {Country: "ID", Seed: 4},
		{Country: "US", Rows: 1000, Foreign: 100, Short: 50, Twice: 70, Empty: 30, Seed: 9}} {
		var out bytes.Buffer
		want, err := numbers.File(&out, o)
		if err != nil {
			t.Fatal(err)
		}
		if out.Len() > 1<<20 {
			t.Errorf("the file has %d bytes", out.Len())
		}
		s, err := sheet.Open(excel.Engine{}, out.Bytes(), sheet.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		country := o.Country
		if country == "" {
			country = "BR"
		}
		var got numbers.Expected
		seen := map[uint64]bool{}
		for _, r := range s.Rows {
			got.Total++
			switch n, problem := phone.Parse(r.Text, country); {
			case problem != nil:
				got.Failed++
			case seen[n]:
				got.Duplicated++
			default:
				seen[n] = true
				got.Imported++
				got.Numbers = append(got.Numbers, phone.Format(n))
			}
		}
		if got.Total != want.Total || got.Imported != want.Imported || got.Duplicated != want.Duplicated || got.Failed != want.Failed ||
			!slices.Equal(got.Numbers, want.Numbers) {
			t.Errorf("%+v: %d %d %d %d, expected %d %d %d %d", o, got.Total, got.Imported, got.Duplicated, got.Failed, want.Total, want.Imported,
				want.Duplicated, want.Failed)
		}
		t.Logf("%s: %d rows, %d bytes, last row %d", country, len(s.Rows), out.Len(), s.Rows[len(s.Rows)-1].Line)
	}
}

package country_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"herald/pkg/kit/i18n"
	"herald/pkg/kit/phone"
	"herald/pkg/platform/country"
	"herald/tools/countries/table"
)

func TestTableIsFresh(t *testing.T) {
	want, err := table.Text()
	if err != nil {
		t.Fatal(err)
	}
	have, err := os.ReadFile("countries.tsv")
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != want {
		t.Fatal("countries.tsv is not what the generator writes: go run herald/tools/countries > pkg/platform/country/countries.tsv")
	}
}

func TestAll(t *testing.T) {
	list := country.All()
	if len(list) != 249 || !slices.IsSortedFunc(list, func(a, b country.Country) int { return strings.Compare(a.Code, b.Code) }) {
		t.Fatalf("%d countries, or not in order", len(list))
	}
	for _, c := range list {
		for _, l := range i18n.Langs {
			if c.Name[l] == "" {
				t.Errorf("%s has no name in %s", c.Code, l)
			}
		}
		if own := phone.CallingCode(c.Code); own != "" && own != c.CallingCode {
			t.Errorf("%s has calling code %s, its numbers %s", c.Code, c.CallingCode, own)
		}
		if c.TimeZone != c.TimeZones[0] || c.EnName != c.Name[i18n.EnUS] || c.Disabled {
			t.Errorf("%s contradicts itself", c.Code)
		}
		for _, z := range c.TimeZones {
			if _, err := time.LoadLocation(z); err != nil {
				t.Errorf("%s: %v", c.Code, err)
			}
		}
	}
}

func TestFind(t *testing.T) {
	br, ok := country.Find("BR")
	if !ok || br.CallingCode != "55" || br.TimeZone != "America/Sao_Paulo" || br.Name[i18n.ZhCN] != "巴西" || br.Name[i18n.PtBR] != "Brasil" {
		t.Errorf("BR is %+v", br)
	}
	for code, prefix := range map[string]string{"TW": "China ", "HK": "China ", "MO": "China "} {
		c, ok := country.Find(code)
		if !ok || !strings.HasPrefix(c.EnName, prefix) || !strings.HasPrefix(c.Name[i18n.ZhCN], "中国") ||
			!strings.HasPrefix(c.Name[i18n.ZhTW], "中國") {
			t.Errorf("%s is %+v", code, c.Name)
		}
	}
	for _, code := range []string{"", "br", "ZZ", "XK", "BRA", "A", "ZZZ"} {
		if c, ok := country.Find(code); ok {
			t.Errorf("%q gives %s", code, c.Code)
		}
	}
}

// The embedded time zones equal Go's own for all possible times of orders.
func TestLocation(t *testing.T) {
	for _, c := range country.All() {
		for _, name := range c.TimeZones {
			own, err := country.Location(name)
			if err != nil {
				t.Fatal(err)
			}
			want, err := time.LoadLocation(name)
			if err != nil {
				t.Fatal(err)
			}
			for at := time.Date(2020, 1, 1, 0, 30, 0, 0, time.UTC); at.Year() < 2045; at = at.AddDate(0, 0, 9) {
				if at.In(own).Format(time.RFC3339) != at.In(want).Format(time.RFC3339) {
					t.Fatalf("%s at %s: %s, not %s", name, at, at.In(own), at.In(want))
				}
			}
		}
	}
	if _, err := country.Location("Mars/Olympus"); err == nil {
		t.Error("a zone that no country has is found")
	}
}

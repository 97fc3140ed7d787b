package country_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nyaruka/phonenumbers"

	"herald/internal/clocktest"
	"herald/pkg/kit/store"
	"herald/pkg/platform/country"
	"herald/tools/countries/clocks"
)

func TestClocksAreFresh(t *testing.T) {
	table, err := os.ReadFile("countries.tsv")
	if err != nil {
		t.Fatal(err)
	}
	want, err := clocks.Text(string(table))
	if err != nil {
		t.Fatal(err)
	}
	have, err := os.ReadFile("clocks.tsv")
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != want {
		t.Fatal("clocks.tsv is not what the generator writes: go run herald/tools/countries clocks > pkg/platform/country/clocks.tsv")
	}
	if len(have) > 8_000 {
		t.Errorf("it has %d bytes", len(have))
	}
}

func clocksOf(t *testing.T, code string) *country.Clocks {
	t.Helper()
	c, err := country.New(store.NewMemory(nil), clocktest.Running()).Clocks(t.Context(), code)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The area code of a number determines its time zones; without one, all zones of the country are possible.
func TestNumbersTellTheirZones(t *testing.T) {
	for _, c := range []struct {
		code, number, zones string // empty: any
	}{
		{"US", "12125550123", "America/New_York"}, {"US", "13125550123", "America/Chicago"}, {"US", "13035550123", "America/Denver"},
		{"US", "16025550123", "America/Phoenix"}, {"US", "13105550123", "America/Los_Angeles"}, {"US", "18085550123", "Pacific/Honolulu"},
		{"US", "18505550123", "America/New_York America/Chicago"}, {"US", "14485550123", "America/New_York America/Chicago"}, // an overlay of it
		{"US", "19075550123", "America/Anchorage America/Adak"}, {"US", "18005550123", ""},
		{"CA", "14165550123", "America/Toronto"}, {"CA", "16045550123", "America/Vancouver"}, {"CA", "13065550123", "America/Regina"},
		{"CA", "14745550123", "America/Regina"},
		{"BR", "5511987654321", "America/Sao_Paulo"}, {"BR", "5592987654321", "America/Campo_Grande"},
		{"BR", "5568987654321", "America/Eirunepe"}, {"BR", "558133334444", "America/Sao_Paulo America/Noronha"},
		{"MX", "525512345678", "America/Mexico_City"}, {"MX", "526641234567", "America/Tijuana"}, {"MX", "529981234567", "America/Cancun"},
		{"MX", "526141234567", "America/Mexico_City America/Ciudad_Juarez America/Mazatlan"},
		// mobile: of all Russia
		{"RU", "74951234567", "Europe/Moscow"}, {"RU", "74012123456", "Europe/Kaliningrad"}, {"RU", "74232123456", "Asia/Vladivostok"},
		{"RU", "79161234567", ""},
		{"AU", "61212345678", "Australia/Sydney"}, {"AU", "61412345678", ""}, {"AU", "61732345678", "Australia/Sydney Australia/Brisbane"},
		{"ID", "622112345678", "Asia/Jakarta"}, {"ID", "62361123456", "Asia/Makassar"}, {"ID", "628123456789", ""},
		{"ES", "34922123456", "Atlantic/Canary"}, {"ES", "34912345678", "Europe/Madrid"}, {"ES", "34612345678", ""},
		{"IN", "919876543210", "Asia/Kolkata"}, {"CN", "8613912345678", "Asia/Shanghai Asia/Urumqi"}, // the library has no time zones for it
	} {
		own := clocksOf(t, c.code)
		var number uint64
		if _, err := fmt.Sscan(c.number, &number); err != nil {
			t.Fatal(err)
		}
		want := c.zones
		if want == "" {
			want = strings.Join(own.Zones, " ")
		}
		if got := strings.Join(own.In(own.Of(number)), " "); got != want {
			t.Errorf("%s of %s lives by %s, want %s", c.number, c.code, got, want)
		}
	}
	us := clocksOf(t, "US")
	if us.Of(34912345678) != 0 || us.Of(0) != 0 || us.Of(1) != 0 || us.Of(12) != 0 {
		t.Error("digits that are no number of the country tell something")
	}
}

// The zones that libphonenumber returns for a number are among those of the table, for thousands of numbers of every kind. For a number
// without a place, such as most mobile ones, the table has no zone.
func TestClocksContainWhatTheLibraryTells(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	mobileToo := map[string]bool{"MX": true, "BR": true}
	told := 0
	for _, code := range []string{"AU", "BR", "CA", "CD", "ES", "GL", "ID", "MN", "MX", "NZ", "PT", "RU", "US"} {
		own := clocksOf(t, code)
		for range 4000 {
			n := example(rng, code)
			if n == nil {
				continue
			}
			var number uint64
			text := phonenumbers.Format(n, phonenumbers.E164)[1:]
			if _, err := fmt.Sscan(text, &number); err != nil {
				t.Fatal(err)
			}
			group := own.Of(number)
			if kind := phonenumbers.GetNumberType(n); kind != phonenumbers.FIXED_LINE && kind != phonenumbers.FIXED_LINE_OR_MOBILE &&
				!(kind == phonenumbers.MOBILE && mobileToo[code]) {
				if group != 0 {
					t.Errorf("%s, of kind %d, tells %v", text, kind, own.In(group))
				}
				continue
			}
			if group == 0 || corrected(code, text) {
				continue
			}
			told++
			names, err := phonenumbers.GetTimezonesForPrefix(text)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range names {
				if !slices.ContainsFunc(own.In(group), func(z string) bool { return alike(t, z, name) }) {
					t.Fatalf("%s: the library tells %v, the table %v", text, names, own.In(group))
				}
			}
		}
	}
	if told < 10_000 {
		t.Errorf("%d numbers were compared", told)
	}
}

// example makes a valid number of a country with random digits; nil when it finds none.
func example(rng *rand.Rand, code string) *phonenumbers.PhoneNumber {
	kinds := []phonenumbers.PhoneNumberType{phonenumbers.FIXED_LINE, phonenumbers.MOBILE, phonenumbers.TOLL_FREE, phonenumbers.VOIP}
	base := phonenumbers.GetExampleNumberForType(code, kinds[min(rng.IntN(8), 3)])
	if base == nil {
		return nil
	}
	for range 50 {
		digits := []byte(fmt.Sprint(base.GetNationalNumber()))
		for i := range digits {
			if rng.IntN(4) > 0 {
				digits[i] = byte('0' + rng.IntN(10))
			}
		}
		n, err := phonenumbers.Parse(fmt.Sprintf("+%d%s", base.GetCountryCode(), digits), "")
		if err == nil && phonenumbers.IsValidNumberForRegion(n, code) {
			return n
		}
	}
	return nil
}

// corrected are area codes for which the library is known to be wrong (gen/clocks).
func corrected(code, number string) bool {
	heads := map[string]string{"AU": "617 618", "BR": "5555 5567 5569 5591 5592 5593 5594 5597",
		"CA": "1867 1474 1236 1250 1257 1672 1778 1709 1879 1367 1418 1581 1807",
		"MX": "52663 52657 52868 52891 52892 52897 52614 52625 52627 52628 52629 52635 52636 52639 52648 52649 52652 52659",
		"RU": "740 7411 7845", "US": "1364 1448 1930 1458 1986 1531 1907"}
	return slices.ContainsFunc(strings.Fields(heads[code]), func(head string) bool { return strings.HasPrefix(number, head) })
}

var seenAlike = map[[2]string]bool{}

// alike reports whether two zones have the same offset throughout 2026 and 2027.
func alike(t *testing.T, a, b string) bool {
	key := [2]string{a, b}
	if same, ok := seenAlike[key]; ok {
		return same
	}
	one, err := time.LoadLocation(a)
	if err != nil {
		t.Fatal(err)
	}
	other, err := time.LoadLocation(b)
	if err != nil {
		t.Fatal(err)
	}
	seenAlike[key] = true
	for at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC); at.Year() < 2028; at = at.Add(3 * time.Hour) {
		_, x := at.In(one).Zone()
		if _, y := at.In(other).Zone(); x != y {
			seenAlike[key] = false
			break
		}
	}
	return seenAlike[key]
}

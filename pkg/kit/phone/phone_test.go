package phone_test

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/nyaruka/phonenumbers"
	"pgregory.net/rapid"

	"herald/pkg/kit/i18n"
	"herald/pkg/kit/moduleparts"
	"herald/pkg/kit/phone"
	"herald/tools/phones/plan"
)

func TestPlanIsFresh(t *testing.T) {
	want, err := plan.Text()
	if err != nil {
		t.Fatal(err)
	}
	have, err := os.ReadFile("plan.tsv")
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != want {
		t.Fatal("plan.tsv is not what the generator writes: go run herald/tools/phones > pkg/kit/phone/plan.tsv")
	}
}

func TestMessages(t *testing.T) {
	c, err := i18n.Load(moduleparts.All([]moduleparts.Parts{os.DirFS(".")}, "messages.json")...)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Keys()) != len(phone.Problems) {
		t.Fatalf("%d messages for %d problems", len(c.Keys()), len(phone.Problems))
	}
	codes := map[int]bool{}
	for _, p := range phone.Problems {
		if !c.Has(p.Key) || codes[p.Code] || p.Fault().Code != p.Code {
			t.Errorf("%s: no text or a code that stands twice", p.Key)
		}
		codes[p.Code] = true
	}
}

func TestParseGood(t *testing.T) {
	for _, c := range []struct {
		value, country string
		want           uint64
	}{
		{"5511987654321", "BR", 5511987654321},
		{"+5511987654321", "BR", 5511987654321},
		{"005511987654321", "BR", 5511987654321},
		{"00 55 11 98765-4321", "BR", 5511987654321},
		{"+55 (11) 98765-4321", "BR", 5511987654321},
		{"(+55) 11.98765.4321", "BR", 5511987654321},
		{"  5511987654321\t", "BR", 5511987654321},
		{"'5511987654321", "BR", 5511987654321},
		{"' +5511987654321", "BR", 5511987654321},
		{"’5511987654321", "BR", 5511987654321},
		{"5511987654321.0", "BR", 5511987654321},
		{"5.511987654321E12", "BR", 5511987654321},
		{"5.511987654321e+12", "BR", 5511987654321},
		{"55\u00a011\u202f98765\u200b4321", "BR", 5511987654321},
		{"\ufeff5511987654321\u200e", "BR", 5511987654321},
		{"\u202a+55 11 98765‑4321\u202c", "BR", 5511987654321},
		{"５５１１９８７６５４３２１", "BR", 5511987654321},
		{"＋５５（１１）９８７６５－４３２１", "BR", 5511987654321},
		{"٥٥١١٩٨٧٦٥٤٣٢١", "BR", 5511987654321},
		{"۵۵۱۱۹۸۷۶۵۴۳۲۱", "BR", 5511987654321},
		{"५५११९८७६५४३२१", "BR", 5511987654321},
		{"5511987654321\r\n", "BR", 5511987654321},
		{"+55 (0) 11 98765-4321", "BR", 5511987654321}, // trunk prefix
		{"+44 (0)20 7946 0018", "GB", 442079460018},    // fixed line
		{"551133334444", "BR", 551133334444},           // fixed line
		{"390612345678", "IT", 390612345678},           // Italy keeps its zero
		{"+54 011 15 2345-6789", "AR", 5491123456789},
		{"628123456789", "ID", 628123456789},
		{"12015550123", "US", 12015550123},
		{"+1 204 234 5678", "CA", 12042345678},
		{"8613800138000", "CN", 8613800138000},
		{"77012345678", "KZ", 77012345678},
		{"+447400123456", "GB", 447400123456},
		{"6591234567", "SG", 6591234567},
		{"919876543210", "IN", 919876543210},
	} {
		got, problem := phone.Parse(c.value, c.country)
		if problem != nil || got != c.want {
			t.Errorf("%q in %s: %d, %v; want %d", c.value, c.country, got, problem, c.want)
		}
	}
}

func TestParseBad(t *testing.T) {
	for _, c := range []struct {
		value, country string
		want           *phone.Problem
	}{
		{"", "BR", phone.Empty},
		{" \u200b\ufeff'", "BR", phone.Empty},
		{"5511987654321x", "BR", phone.Letters},
		{"55119876S4321", "BR", phone.Letters},
		{"tel:+5511987654321", "BR", phone.Letters},
		{"+1 800 FLOWERS", "US", phone.Letters},
		{"-", "BR", phone.Letters},
		{"#N/A", "BR", phone.Letters},
		{"5511987654321*", "BR", phone.Letters},
		{"+55 11 98765-4321 ext. 5", "BR", phone.Letters},
		{"5511 ,987654321", "BR", phone.Letters},
		{"55119876543²1", "BR", phone.Letters},
		{"5.51199E+12", "BR", phone.Scientific},
		{"5,51199E+12", "BR", phone.Scientific},
		{"8.6138e+12", "CN", phone.Scientific},
		{"5.51198765432E12", "BR", phone.Scientific}, // a digit may be lost or a zero
		{"5511987654321;5511987654322", "BR", phone.Two},
		{"5511987654321 5511987654322", "BR", phone.Two},
		{"+55 11 98765-4321 / +55 11 98765-4322", "BR", phone.Two},
		{"5511987654321\n5511987654322", "BR", phone.Two},
		{"5511987654321 or 5511987654322", "BR", phone.Two},
		{"+6591234567+6598765432", "SG", phone.Two},
		{"11987654321", "BR", phone.NoPrefix},
		{"011 98765-4321", "BR", phone.NoPrefix},
		{"55991234567", "BR", phone.NoPrefix}, // area code 55
		{"13800138000", "CN", phone.NoPrefix},
		{"2015550123", "US", phone.NoPrefix},
		{"0812345678", "ID", phone.NoPrefix},
		{"5215512345678", "MX", phone.TooLong}, // the 1 is of before 2019
		{"55119876543", "BR", phone.Invalid},
		{"551198", "BR", phone.TooShort},
		{"+55 11 987", "BR", phone.TooShort},
		{"55119876543210", "BR", phone.TooLong},
		{"5511987654321551198765432", "BR", phone.TooLong},
		{"628123456789", "BR", phone.OtherCountry},
		{"+4915112345678", "BR", phone.OtherCountry},
		{"004915112345678", "BR", phone.OtherCountry},
		{"12042345678", "US", phone.OtherCountry}, // Canada
		{"77012345678", "RU", phone.OtherCountry}, // Kazakhstan
		{"+441534712345", "GB", phone.OtherCountry},
		{"+80012345678", "BR", phone.OtherCountry},
		{"+5511087654321", "BR", phone.Invalid},
		{"+999123456789", "BR", phone.Invalid},
		{"5511987654321", "AQ", phone.OtherCountry}, // no plan of its own
		{"5511987654321", "", phone.OtherCountry},
	} {
		got, problem := phone.Parse(c.value, c.country)
		if problem != c.want || got != 0 {
			t.Errorf("%q in %s: %d, %v; want %v", c.value, c.country, got, problem, c.want)
		}
	}
}

// TestParseAgreesWithLibphonenumber compares the numbering plan and the matching with the library, on numbers near the valid ones of every
// region.
func TestParseAgreesWithLibphonenumber(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	types := []phonenumbers.PhoneNumberType{phonenumbers.MOBILE, phonenumbers.FIXED_LINE, phonenumbers.TOLL_FREE, phonenumbers.VOIP,
		phonenumbers.UAN}
	good, bad := 0, 0
	for region := range phonenumbers.GetSupportedRegions() {
		for range 150 {
			example := phonenumbers.GetExampleNumberForType(region, types[rng.IntN(len(types))])
			if example == nil {
				continue
			}
			digits := []byte(phonenumbers.Format(example, phonenumbers.E164)[1:])
			from := min(1+rng.IntN(len(digits)), len(digits)-1)
			for i := from; i < len(digits); i++ {
				if rng.IntN(3) > 0 {
					digits[i] = byte('0' + rng.IntN(10))
				}
			}
			switch rng.IntN(8) {
			case 0:
				digits = digits[:len(digits)-1]
			case 1:
				digits = append(digits, '7')
			case 2: // a trunk prefix behind the calling code
				code := len(phone.CallingCode(region))
				digits = append(append(append([]byte{}, digits[:code]...), "01"[rng.IntN(2)]), digits[code:]...)
			}
			want := library(string(digits), region)
			got, problem := phone.Parse("+"+string(digits), region)
			if (problem == nil) != (want != "") || (want != "" && phone.Format(got) != want) {
				t.Fatalf("+%s in %s: %d %v, the library says %q", digits, region, got, problem, want)
			}
			if want != "" {
				good++
				if !phone.Valid(got, region) {
					t.Fatalf("%d in %s parses and is not valid", got, region)
				}
			} else {
				bad++
			}
		}
	}
	if good < 5000 || bad < 5000 {
		t.Fatalf("only %d good and %d bad numbers tried", good, bad)
	}
}

func TestMobile(t *testing.T) {
	for region := range phonenumbers.GetSupportedRegions() {
		for typ, want := range map[phonenumbers.PhoneNumberType]bool{phonenumbers.MOBILE: true, phonenumbers.FIXED_LINE: false} {
			example := phonenumbers.GetExampleNumberForType(region, typ)
			if example == nil || phonenumbers.GetNumberType(example) == phonenumbers.FIXED_LINE_OR_MOBILE {
				continue
			}
			n, problem := phone.Parse(phonenumbers.Format(example, phonenumbers.E164), region)
			if problem == nil && phone.Mobile(n, region) != want {
				t.Errorf("%d in %s: mobile is %v", n, region, !want)
			}
		}
	}
}

func library(digits, region string) string {
	n, err := phonenumbers.Parse("+"+digits, "")
	if err != nil || !phonenumbers.IsValidNumberForRegion(n, region) {
		return ""
	}
	text := phonenumbers.Format(n, phonenumbers.E164)[1:]
	if len(text) > 15 {
		return ""
	}
	return text
}

// TestDecoration: tolerated characters around and between digits never change the number.
func TestDecoration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.SampledFrom([]string{"5511987654321", "628123456789", "12015550123", "442079460018"}).Draw(t, "number")
		country := map[byte]string{'5': "BR", '6': "ID", '1': "US", '4': "GB"}[number[0]]
		var b strings.Builder
		b.WriteString(rapid.SampledFrom([]string{"", "+", "00", "'", "'+", " \ufeff+", "＋"}).Draw(t, "prefix"))
		for _, d := range number {
			b.WriteString(rapid.SampledFrom([]string{"", "", "", " ", "-", ".", "(", ") ", "\u202f", "\u00a0", "\u200b", "–"}).Draw(t, "between"))
			b.WriteRune(d + rapid.SampledFrom([]rune{0, 0, 0, '０' - '0', '٠' - '0', '०' - '0', '𝟘' - '0'}).Draw(t, "script"))
		}
		b.WriteString(rapid.SampledFrom([]string{"", " ", "\r\n", ".0", "\u200f"}).Draw(t, "end"))
		got, problem := phone.Parse(b.String(), country)
		if problem != nil || phone.Format(got) != number {
			t.Fatalf("%q: %d %v", b.String(), got, problem)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"5511987654321", "+55 11", "5.5E12", "00", "'", "\xff\xfe", "5e99", "+٠"} {
		f.Add(s, "BR")
	}
	f.Fuzz(func(t *testing.T, value, country string) {
		n, problem := phone.Parse(value, country)
		if problem != nil {
			return
		}
		if again, p := phone.Parse(phone.Format(n), country); p != nil || again != n {
			t.Fatalf("%q gives %d, which gives %d, %v", value, n, again, p)
		}
	})
}

func TestNormal(t *testing.T) {
	for _, c := range []struct {
		a, b uint64
		same bool
	}{
		{5531987654321, 553187654321, true},
		{5511987654321, 551187654321, true},
		{5531933334444, 553133334444, false}, // a fixed line keeps its own
		{5215512345678, 525512345678, true},
		{5491123456789, 541123456789, true},
		{5511987654321, 5511987654322, false},
		{12015550123, 12015550123, true},
	} {
		if phone.Same(c.a, c.b) != c.same {
			t.Errorf("%d and %d: same is %v", c.a, c.b, !c.same)
		}
	}
}

func BenchmarkParse(b *testing.B) {
	for _, c := range []struct{ name, value, country string }{
		{"BR", "5511987654321", "BR"}, {"US", "+1 (201) 555-0123", "US"}, {"ID", "628123456789", "ID"}, {"foreign", "628123456789", "BR"},
		{"CAinUS", "12042345678", "US"},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				phone.Parse(c.value, c.country)
			}
		})
	}
}

package provider_test

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"herald/pkg/provider"

	"pgregory.net/rapid"
)

func TestYuanIsReadWithoutFloats(t *testing.T) {
	for text, fen := range map[string]provider.Fen{"0.01": 1, "1": 100, "1.5": 150, "88.88": 8888, "100000000.00": 100_000_000_00, "0": 0,
		"007.10": 710} {
		if got, err := provider.ParseYuan(text); err != nil || got != fen {
			t.Errorf("%s: %d %v", text, got, err)
		}
	}
	for _, text := range []string{"", ".", "1.", ".5", "-1", "+1", "1e3", "1.234", " 1", "1,000", "１", "0x1", "99999999999999999", "NaN"} {
		if got, err := provider.ParseYuan(text); err == nil {
			t.Errorf("%q was read as %d", text, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		fen := provider.Fen(rapid.Int64Range(0, 1_000_000_000_000_000).Draw(t, "fen"))
		if back, err := provider.ParseYuan(fen.String()); err != nil || back != fen {
			t.Fatalf("%d → %s → %d %v", fen, fen, back, err)
		}
	})
	if s := provider.Fen(-5).String(); s != "-0.05" {
		t.Error(s)
	}
}

func TestMicroDropsWhatIsFiner(t *testing.T) {
	for _, c := range []struct {
		units    string
		decimals int
		want     provider.Micro
	}{
		{"1000000", 6, 1_000_000}, {"1", 6, 1}, {"1999999999999", 18, 1}, {"1000000000000000000", 18, 1_000_000}, {"12345678", 8, 123456},
		{"5", 0, 5_000_000},
		{"9223372036854775807", 6, math.MaxInt64},
	} {
		units, _ := new(big.Int).SetString(c.units, 10)
		if got, err := (provider.Transfer{Units: units, Decimals: c.decimals}).Micro(); err != nil || got != c.want {
			t.Errorf("%s of 10^-%d: %d %v", c.units, c.decimals, got, err)
		}
	}
	huge := new(big.Int).Lsh(big.NewInt(1), 255)
	if _, err := (provider.Transfer{Units: huge, Decimals: 6}).Micro(); provider.CauseOf(err) != provider.TooLarge {
		t.Errorf("2^255: %v", err)
	}
}

func TestRatesAreExact(t *testing.T) {
	for text, want := range map[string]provider.Rate{"7.1023": 710_230_000, "1": 100_000_000, "0.00000001": 1, "7.123456785": 712_345_679,
		"7.1e0": 710_000_000,
		"71e-1": 710_000_000, "0.140000": 14_000_000} {
		if got, err := provider.ParseRate(text); err != nil || got != want {
			t.Errorf("%s: %d %v", text, got, err)
		}
	}
	for _, text := range []string{"", "0", "-1", "NaN", "1e999", "1e9999999", "1/3", "0.000000001", "1_000", "0x10", "inf",
		"1e", "99999999999999999999", strings.Repeat("1", 50)} {
		if got, err := provider.ParseRate(text); err == nil {
			t.Errorf("%q was read as %d", text, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		rate := provider.Rate(rapid.Int64Range(1, 1<<60).Draw(t, "rate"))
		if back, err := provider.ParseRate(rate.String()); err != nil || back != rate {
			t.Fatalf("%d → %s → %d %v", rate, rate, back, err)
		}
	})
	if r, err := provider.Rate(710_000_000).Over(50_000_000); err != nil || r.String() != "14.2" {
		t.Errorf("%s %v", r, err)
	}
}

// 1 USDT at 7.1 yuan is 710 credits, 71,000 units of the ledger.
func TestCreditOfUSDT(t *testing.T) {
	for _, c := range []struct {
		amount provider.Micro
		rate   string
		units  int64
	}{{1_000_000, "7.1", 71_000}, {1, "7.1", 0}, {15, "7.1", 1}, {100_000_000_000, "7.1", 7_100_000_000}, {0, "7", 0},
		{999_999, "7.23456789", 72_345}} {
		rate, err := provider.ParseRate(c.rate)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := rate.Credit(c.amount); err != nil || got != c.units {
			t.Errorf("%d at %s: %d %v", c.amount, c.rate, got, err)
		}
	}
	if _, err := provider.Rate(math.MaxInt64).Credit(math.MaxInt64); provider.CauseOf(err) != provider.TooLarge {
		t.Error(err)
	}
}

func TestAFormCannotBeBrokenOutOf(t *testing.T) {
	f := provider.Form{Action: `https://x/?a=1&b="`, Fields: []provider.FormField{{Name: "goods", Value: `"><script>alert(1)</script>`}}}
	if text := f.HTML(); strings.Contains(text, "<script") || strings.Contains(text, `b=""`) {
		t.Error(text)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("1.50")
	f.Add("1e5")
	f.Fuzz(func(t *testing.T, text string) {
		if fen, err := provider.ParseYuan(text); err == nil && fen < 0 {
			t.Errorf("%q: %d", text, fen)
		}
		if rate, err := provider.ParseRate(text); err == nil && rate <= 0 {
			t.Errorf("%q: %d", text, rate)
		}
	})
}

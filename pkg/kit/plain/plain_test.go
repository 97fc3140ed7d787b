package plain_test

import (
	"strings"
	"testing"

	"herald/pkg/kit/gsm"
	"herald/pkg/kit/plain"
)

// Invisible characters do not make a short message longer.
func TestInvisibleCharactersCostNothing(t *testing.T) {
	for name, tt := range map[string]struct {
		text, want string
		parts      int
	}{
		"no-break space":  {strings.Repeat("a", 159) + "\u00a0", strings.Repeat("a", 159) + " ", 1},
		"zero width":      {"abc\u200bdef", "abcdef", 1},
		"byte order mark": {"\ufeffhello", "hello", 1},
		"composed":        {strings.Repeat("cafe\u0301 ", 20), strings.Repeat("café ", 20), 1},
		"soft hyphen":     {"infor\u00adma", "informa", 1},
		"tab":             {"a\tb", "a b", 1},
		"line separator":  {"a\u2028b", "a\nb", 1},
		"line ends":       {"a\r\nb\rc", "a\nb\nc", 1},
		"directions":      {"\u202aabc\u202c\u200e", "abc", 1},
		"thin space":      {"1\u2009000\u3000x", "1 000 x", 1},
		"plain":           {"Oi {nome}!\n", "Oi {nome}!\n", 1},
		"family of three": {"👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧", 1},
		"joined letters":  {"می\u200cخواهم", "می\u200cخواهم", 1},
		"sign with look":  {"❤\ufe0f", "❤\ufe0f", 1},
	} {
		if got := plain.Text(tt.text); got != tt.want || gsm.Measure(got).Parts != tt.parts {
			t.Errorf("%s: %q, %d parts", name, got, gsm.Measure(got).Parts)
		}
	}
}

func TestHashWithinWhatWasPasted(t *testing.T) {
	const hash = "db36d6dcb88dc58ba954f37af9ac2c863060d2bc63ed21bd3b3c1376baad3e1e"
	for text, want := range map[string]string{
		hash: hash,
		"https://tronscan.org/#/transaction/" + hash: hash,
		"https://etherscan.io/tx/0x" + hash + "?a=1": hash,
		"0x" + hash:                          hash,
		"\u202a" + hash + "\u202c":           hash,
		hash + "\u200b":                      hash,
		hash[:30] + "\u200b" + hash[30:]:     hash,
		" " + strings.ToUpper(hash) + "\n":   hash,
		"TxID: " + hash + ", confirmed":      hash,
		hash + " " + hash:                    hash,
		hash + " " + strings.Repeat("a", 64): "",
		hash[:63]:                            "",
		hash + "0":                           "",
		"g" + hash[1:]:                       "",
		"":                                   "",
		"https://tronscan.org/#/transaction/" + hash[:40] + "…": "",
	} {
		if got := plain.Hash(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func TestFold(t *testing.T) {
	for a, b := range map[string]string{"café": "cafe\u0301", "ΟΔΟΣ": "οδος", "οδος": "ΟΔΟΣ", "Straße": "STRASSE", "Aurora": "aURORA",
		"İ": "i\u0307"} {
		if plain.Fold(a) != plain.Fold(b) {
			t.Errorf("%s and %s: %q, %q", a, b, plain.Fold(a), plain.Fold(b))
		}
	}
}

func TestPasted(t *testing.T) {
	for text, want := range map[string]string{" 0xAb\u200b ": "0xAb", "\u2060ＴＲ\ufeff": "TR", " a b ": "a b"} {
		if got := plain.Pasted(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func TestURLWithoutScheme(t *testing.T) {
	for text, want := range map[string]string{
		"praia.com.br":                     "https://praia.com.br",
		" praia.com.br/a?b=c ":             "https://praia.com.br/a?b=c",
		"praia.com.br:8080/x":              "https://praia.com.br:8080/x",
		"\u200bhttps://praia.com.br\u200b": "https://praia.com.br",
		"http://praia.com.br":              "http://praia.com.br",
		"javascript:alert(1)":              "javascript:alert(1)",
		"javascript:alert.x":               "javascript:alert.x",
		"mailto:a@b.co":                    "mailto:a@b.co",
		"a@b.co":                           "a@b.co",
		"/here":                            "/here",
		"praia":                            "praia",
		"":                                 "",
	} {
		if got := plain.URL(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

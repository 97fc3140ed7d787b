package gsm_test

import (
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"

	"herald/pkg/kit/gsm"
)

func TestMeasure(t *testing.T) {
	for _, c := range []struct {
		name, text string
		encoding   gsm.Encoding
		units      int
		parts      int
		left       int
		forced     string
	}{
		{"nothing", "", gsm.GSM7, 0, 0, 0, ""},
		{"a word", "hello", gsm.GSM7, 5, 1, 155, ""},
		{"160 septets are one part", strings.Repeat("a", 160), gsm.GSM7, 160, 1, 0, ""},
		{"161 are two", strings.Repeat("a", 161), gsm.GSM7, 161, 2, 2*153 - 161, ""},
		{"two full parts", strings.Repeat("a", 306), gsm.GSM7, 306, 2, 0, ""},
		{"one more", strings.Repeat("a", 307), gsm.GSM7, 307, 3, 152, ""},
		{"the alphabet has accents and Greek capitals", "àéèùìòñüöäåÆßÇΔΦΓΛΩΠΨΣΘΞ¿¡§£¥¤@\n\r", gsm.GSM7, 33, 1, 127, ""},
		{"the extension takes two", "^{}\\[~]|€\f", gsm.GSM7, 20, 1, 140, ""},
		{"80 euros are one part", strings.Repeat("€", 80), gsm.GSM7, 160, 1, 0, ""},
		{"an escape is not divided", strings.Repeat("a", 152) + "€" + strings.Repeat("b", 8), gsm.GSM7, 162, 2, 153 - 10, ""},
		{"a tab is not in the alphabet", "a\tb", gsm.UCS2, 3, 1, 67, "\t"},
		{"nor small ç, nor curly quotes", "ação “ç”", gsm.UCS2, 8, 1, 62, "çã“”"},
		{"70 units are one part", strings.Repeat("你", 70), gsm.UCS2, 70, 1, 0, "你"},
		{"71 are two", strings.Repeat("你", 71), gsm.UCS2, 71, 2, 2*67 - 71, "你"},
		{"134 fill two", strings.Repeat("你", 134), gsm.UCS2, 134, 2, 0, "你"},
		{"135 are three", strings.Repeat("你", 135), gsm.UCS2, 135, 3, 66, "你"},
		{"one curly quote makes all of it UCS-2", strings.Repeat("a", 70) + "’", gsm.UCS2, 71, 2, 63, "’"},
		{"what the extension has counts once in UCS-2", "€" + strings.Repeat("你", 69), gsm.UCS2, 70, 1, 0, "你"},
		{"35 emoji are one part", strings.Repeat("😀", 35), gsm.UCS2, 70, 1, 0, "😀"},
		{"a pair is not divided", strings.Repeat("😀", 36), gsm.UCS2, 72, 2, 67 - 6, "😀"},
		{"a family is several characters", "👨‍👩‍👧", gsm.UCS2, 8, 1, 62, "👨\u200d👩👧"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := gsm.Measure(c.text)
			if s.Encoding != c.encoding || s.Units != c.units || s.Parts != c.parts || s.Remaining != c.left || gsm.Lacking(c.text, 4) != c.forced {
				t.Errorf("%+v, %q", s, gsm.Lacking(c.text, 4))
			}
		})
	}
}

// The parts of any text add up to the text. Each fits its capacity, and fewer parts would split a character.
func TestPartsAreTheText(t *testing.T) {
	letters := rapid.SampledFrom([]rune("aZ9 €^[~\n你’ç😀ßΩ\u200d"))
	rapid.Check(t, func(t *rapid.T) {
		text := string(rapid.SliceOfN(letters, 0, 500).Draw(t, "text"))
		s, parts := gsm.Measure(text), gsm.Parts(text)
		if len(parts) != s.Parts || strings.Join(parts, "") != text {
			t.Fatalf("%d parts of %d: %q", len(parts), s.Parts, parts)
		}
		if s.Encoding == gsm.UCS2 && s.Units != len(utf16.Encode([]rune(text))) {
			t.Fatalf("%d units of %q", s.Units, text)
		}
		single, room := 160, 153
		if s.Encoding == gsm.UCS2 {
			single, room = 70, 67
		}
		if (s.Units <= single) != (s.Parts <= 1) || s.Parts > 1 && s.Units > s.Parts*room || s.Parts > 1 &&
			s.Units+s.Parts-2 <= (s.Parts-1)*(room-1) {
			t.Fatalf("%+v", s)
		}
		if gsm.Plain(text) && s.Parts > 1 {
			t.Fatalf("plain: %q", text)
		}
	})
}

func TestLongest(t *testing.T) {
	if s := gsm.Longest("a", strings.Repeat("b", 200), "c"); s.Parts != 2 || s.Characters != 200 {
		t.Errorf("%+v", s)
	}
	if s := gsm.Longest(); s.Parts != 0 {
		t.Errorf("%+v", s)
	}
}

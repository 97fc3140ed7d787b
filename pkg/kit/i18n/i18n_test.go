package i18n_test

import (
	"testing"

	"herald/pkg/kit/i18n"
)

// The catalogue of another module is loaded by the first use of one of its texts, and only then.
func TestLater(t *testing.T) {
	loads := 0
	c := i18n.Later(func() (*i18n.Catalogue, error) {
		loads++
		return i18n.Load([]byte(`{"hello": {"zh_CN": "你好", "en_US": "Hello {name}", "pt_BR": "Olá", "zh_TW": "你好"}}`))
	})
	if loads != 0 {
		t.Error("it is loaded before it is used")
	}
	if text := c.Text(i18n.EnUS, "hello", map[string]any{"name": "Ana"}); text != "Hello Ana" || !c.Has("hello") || len(c.Keys()) != 1 ||
		loads != 1 {
		t.Errorf("%q after %d loads", text, loads)
	}
}

// An amount is formatted as in the console; a text that is no amount stays unchanged.
func TestAnAmountIsWrittenAsItsLanguageDoes(t *testing.T) {
	c,
		err := i18n.Load(
		[]byte(`{"told": {"zh_CN": "{cost:credit}", "en_US": "{cost:credit}", "pt_BR": "{cost:credit}", "zh_TW": "{cost:credit}"}}`))
	if err != nil {
		t.Fatal(err)
	}
	for number, want := range map[string][2]string{"17.5": {"17.50", "17,50"}, "40": {"40.00", "40,00"}, "0.07": {"0.07", "0,07"},
		"1234567.8": {"1,234,567.80", "1.234.567,80"},
		"-1000":     {"-1,000.00", "-1.000,00"}, "-100": {"-100.00", "-100,00"}, "many": {"many", "many"}, "1.234": {"1.234", "1.234"},
		"": {"", ""}} {
		for _, lang := range i18n.Langs {
			written := want[0]
			if lang == i18n.PtBR {
				written = want[1]
			}
			if text := c.Text(lang, "told", map[string]any{"cost": number}); text != written {
				t.Errorf("%s in %s: %q, not %q", number, lang, text, written)
			}
		}
	}
}

// A count is grouped; a text that is no whole number stays unchanged.
func TestACountIsWrittenAsItsLanguageDoes(t *testing.T) {
	c, err := i18n.Load([]byte(`{"told": {"zh_CN": "{n:count}", "en_US": "{n:count}", "pt_BR": "{n:count}", "zh_TW": "{n:count}"}}`))
	if err != nil {
		t.Fatal(err)
	}
	for number, want := range map[string][2]string{"67900": {"67,900", "67.900"}, "7": {"7", "7"}, "-1000": {"-1,000", "-1.000"},
		"1.5": {"1.5", "1.5"}, "many": {"many", "many"}, "-": {"-", "-"}} {
		for lang, written := range map[i18n.Lang]string{i18n.EnUS: want[0], i18n.ZhCN: want[0], i18n.PtBR: want[1]} {
			if text := c.Text(lang, "told", map[string]any{"n": number}); text != written {
				t.Errorf("%s in %s: %q, not %q", number, lang, text, written)
			}
		}
	}
}

// One second is not "1 seconds". Languages without plurals write no words of the kind.
func TestAWordFollowsItsNumber(t *testing.T) {
	c, err := i18n.Load([]byte(`{"told": {"zh_CN": "{n} 天", "en_US": "{n} {n:plural:day|days}, {n:plural:is|are} {m:plural:it|they}",
		"pt_BR": "{n} {n:plural:dia|dias}", "zh_TW": "{n} 天"}}`))
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[any][3]string{1: {"1 day, is they", "1 dia", "1 天"}, "1": {"1 day, is they", "1 dia", "1 天"},
		0: {"0 days, are they", "0 dias", "0 天"}, 21: {"21 days, are they", "21 dias", "21 天"}} {
		for i, lang := range []i18n.Lang{i18n.EnUS, i18n.PtBR, i18n.ZhTW} {
			if text := c.Text(lang, "told", map[string]any{"n": n, "m": 2}); text != want[i] {
				t.Errorf("%v in %s: %q, not %q", n, lang, text, want[i])
			}
		}
	}
}

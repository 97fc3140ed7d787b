// Package i18n holds the message catalogues of the server: every key in four languages (decisions §9).
// A module keeps its texts in messages.json, {"key": {"zh_CN": …, "en_US": …, "pt_BR": …, "zh_TW": …}}; app joins them.
package i18n

import (
	"encoding/json"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"sync"
)

// Lang is a language of the wire: the lang header's spelling.
type Lang string

const (
	ZhCN Lang = "zh_CN"
	EnUS Lang = "en_US"
	PtBR Lang = "pt_BR"
	ZhTW Lang = "zh_TW"
)

// Langs are all languages, the fallback second.
var Langs = []Lang{ZhCN, EnUS, PtBR, ZhTW}

// Catalogue gives the texts.
type Catalogue struct {
	texts func() map[string]map[Lang]string
}

// Later gives a catalogue that is loaded by its first use, as most calls of a function need no text. It panics then if it cannot be.
func Later(load func() (*Catalogue, error)) *Catalogue {
	return &Catalogue{sync.OnceValue(func() map[string]map[Lang]string {
		c, err := load()
		if err != nil {
			panic(err)
		}
		return c.texts()
	})}
}

// Load joins catalogues. A key that stands twice, lacks a language or has an unknown one is an error.
func Load(files ...[]byte) (*Catalogue, error) {
	texts := map[string]map[Lang]string{}
	for _, f := range files {
		var m map[string]map[Lang]string
		if err := json.Unmarshal(f, &m); err != nil {
			return nil, fmt.Errorf("messages: %w", err)
		}
		for key, byLang := range m {
			if _, twice := texts[key]; twice {
				return nil, fmt.Errorf("messages: %s stands twice", key)
			}
			if len(byLang) != len(Langs) {
				return nil, fmt.Errorf("messages: %s has %d languages", key, len(byLang))
			}
			for _, l := range Langs {
				if byLang[l] == "" {
					return nil, fmt.Errorf("messages: %s lacks %s", key, l)
				}
			}
			texts[key] = byLang
		}
	}
	return &Catalogue{func() map[string]map[Lang]string { return texts }}, nil
}

// Keys lists all keys in order.
func (c *Catalogue) Keys() []string {
	keys := make([]string, 0, len(c.texts()))
	for k := range c.texts() {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// Has reports whether the key is known.
func (c *Catalogue) Has(key string) bool {
	key, _, _ = strings.Cut(key, named)
	_, ok := c.texts()[key]
	return ok
}

const named = "\x1f"

// Named is a key whose message has a {name}, with that name: for one stored text that is rendered later.
func Named(key, name string) string { return key + named + name }

// Parts takes a key with a name apart.
func Parts(key string) (bare, name string) {
	bare, name, _ = strings.Cut(key, named)
	return bare, name
}

// Text is the message of a key with its {placeholders} filled; an unknown key is shown as itself. {name:credit} is written as the
// language writes an amount, {name:count} as it writes a whole number. {name:plural:day|days} is the first word where the number is 1.
func (c *Catalogue) Text(lang Lang, key string, args map[string]any) string {
	key, name, has := strings.Cut(key, named)
	text := key
	if byLang, ok := c.texts()[key]; ok {
		if text = byLang[lang]; text == "" {
			text = byLang[EnUS]
		}
	}
	if has {
		text = strings.ReplaceAll(text, "{name}", name)
	}
	for name, v := range args {
		said := fmt.Sprint(v)
		text = strings.ReplaceAll(text, "{"+name+"}", said)
		text = strings.ReplaceAll(text, "{"+name+":credit}", credit(lang, said))
		text = strings.ReplaceAll(text, "{"+name+":count}", count(lang, said))
		text = plural(text, "{"+name+":plural:", said == "1")
	}
	return text
}

// plural puts the first word for each begin…one|many}, or the second.
func plural(text, begin string, one bool) string {
	for {
		before, rest, found := strings.Cut(text, begin)
		words, after, ends := strings.Cut(rest, "}")
		if !found || !ends {
			return text
		}
		word, many, _ := strings.Cut(words, "|")
		if !one {
			word = many
		}
		text = before + word + after
	}
}

// marks are the grouping and the decimal separator of a language.
func marks(lang Lang) (group, point string) {
	if lang == PtBR {
		return ".", ","
	}
	return ",", "."
}

// credit writes a decimal number with two decimals and grouped, as the console does; anything else is left alone.
func credit(lang Lang, number string) string {
	_, point := marks(lang)
	whole, cents, _ := strings.Cut(number, ".")
	if len(cents) > 2 || !digits(whole) || strings.Trim(cents, "0123456789") != "" {
		return number
	}
	return count(lang, whole) + point + (cents + "00")[:2]
}

// count writes a whole number grouped; anything else is left alone.
func count(lang Lang, number string) string {
	if !digits(number) {
		return number
	}
	group, _ := marks(lang)
	sign, bare := "", number
	if strings.HasPrefix(number, "-") {
		sign, bare = "-", number[1:]
	}
	for at := len(bare) - 3; at > 0; at -= 3 {
		bare = bare[:at] + group + bare[at:]
	}
	return sign + bare
}

// digits reports whether a text is a whole number.
func digits(text string) bool {
	bare := strings.TrimPrefix(text, "-")
	return bare != "" && strings.Trim(bare, "0123456789") == ""
}

// Choose picks the language of a request: the lang header when it is one of the four, then the best of Accept-Language, then en_US
// (decisions §12).
func Choose(lang, accept string) Lang {
	for _, l := range Langs {
		if string(l) == lang {
			return l
		}
	}
	best, bestQ := EnUS, -1.0
	for _, part := range strings.Split(accept, ",") {
		tag, rest, _ := strings.Cut(strings.TrimSpace(part), ";")
		q := 1.0
		if v, ok := strings.CutPrefix(strings.TrimSpace(rest), "q="); ok {
			if f, err := strconv.ParseFloat(v, 64); err == nil {
				q = f
			}
		}
		if l, ok := match(tag); ok && q > bestQ {
			best, bestQ = l, q
		}
	}
	return best
}

func match(tag string) (Lang, bool) {
	tag = strings.ToLower(strings.ReplaceAll(tag, "_", "-"))
	switch {
	case strings.HasPrefix(tag, "zh-tw"), strings.HasPrefix(tag, "zh-hk"), strings.HasPrefix(tag, "zh-mo"), strings.HasPrefix(tag, "zh-hant"):
		return ZhTW, true
	case tag == "zh", strings.HasPrefix(tag, "zh-"):
		return ZhCN, true
	case tag == "en", strings.HasPrefix(tag, "en-"):
		return EnUS, true
	case tag == "pt", strings.HasPrefix(tag, "pt-"):
		return PtBR, true
	}
	return "", false
}

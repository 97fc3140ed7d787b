package notice

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/danielgtaylor/huma/v2"

	"herald/pkg/kit/i18n"
)

// Text is one text for all languages, or one by language. On the wire it is a text or an object by language.
type Text map[i18n.Lang]string

// allLanguages is the key for a text that holds in all languages.
const allLanguages i18n.Lang = "*"

// In is the text in a language; where it is not written in it, in the nearest that there is.
func (t Text) In(lang i18n.Lang) string {
	near := map[i18n.Lang]i18n.Lang{i18n.ZhTW: i18n.ZhCN, i18n.ZhCN: i18n.ZhTW}
	for _, l := range append([]i18n.Lang{lang, near[lang], allLanguages, i18n.EnUS}, i18n.Langs...) {
		if text := t[l]; text != "" {
			return text
		}
	}
	return ""
}

// all languages of it in one, for the filter of a list.
func (t Text) all() string {
	return strings.Join(slices.Sorted(maps.Values(t)), " ")
}

// unknown is a language that there is none of, or "".
func (t Text) unknown() string {
	for l := range t {
		if l != allLanguages && !slices.Contains(i18n.Langs, l) {
			return string(l)
		}
	}
	return ""
}

// each gives the text with every language of it changed, without those that are empty then.
func (t Text) each(change func(string) string) Text {
	out := Text{}
	for l, text := range t {
		if text = change(text); text != "" {
			out[l] = text
		}
	}
	return out
}

// plain is a line of text: no control characters, no line breaks, nothing around it.
func plain(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text))
}

func (t Text) MarshalJSON() ([]byte, error) {
	if text, ok := t[allLanguages]; (ok && len(t) == 1) || len(t) == 0 {
		return json.Marshal(text)
	}
	return json.Marshal(map[i18n.Lang]string(t))
}

func (t *Text) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*t = Text{}
		if text != "" {
			(*t)[allLanguages] = text
		}
		return nil
	}
	return json.Unmarshal(data, (*map[i18n.Lang]string)(t))
}

// Schema describes both forms to the API.
func (Text) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Description: "One text, or one by language.", OneOf: []*huma.Schema{
		{Type: huma.TypeString}, {Type: huma.TypeObject, AdditionalProperties: &huma.Schema{Type: huma.TypeString}},
	}, Examples: []any{map[string]any{"zh_CN": "维护", "en_US": "Maintenance"}}}
}

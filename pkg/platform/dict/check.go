package dict

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/lazyregexp"
)

// Bounds of what an admin makes. A dictionary is one row, which must stay below 400 kB.
const (
	maxCodes  = 300
	maxOwn    = 300 // own and changed values of a dictionary
	maxName   = 60  // characters of a name in a language
	maxText   = 60  // characters of a value
	maxAsked  = 100 // codes of one data call
	maxHashes = 500
)

var (
	codeForm   = lazyregexp.New(`^[a-z][a-z0-9_]{1,39}$`)
	numberForm = lazyregexp.New(`^-?(0|[1-9][0-9]{0,14})(\.[0-9]{1,6})?$`)
	hexColour  = lazyregexp.New(`^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$`)
)

// presets are antd's names of colours for tags.
var presets = strings.Fields(
	"magenta red volcano orange gold lime green cyan blue geekblue purple pink yellow success processing error warning default")

// checkValue refuses a value that is none of its type, and brings a text into its kept form.
func checkValue(valueType int, value string) (string, error) {
	value = strings.TrimSpace(value)
	switch {
	case valueType == Number && !numberForm.MatchString(value):
		return "", fault.Bad("value", "dict.number")
	case valueType == Boolean && value != "true" && value != "false":
		return "", fault.Bad("value", "dict.boolean")
	case value == "" || utf8.RuneCountInString(value) > maxText || strings.ContainsFunc(value, unicode.IsControl):
		return "", fault.Bad("value", "dict.text", "max", maxText)
	}
	return value, nil
}

// checkLook completes the names of a value and checks them and its colours. A language that has no name takes the name.
func checkLook(name string, a Attributes) (Attributes, error) {
	names := map[i18n.Lang]string{}
	for lang, text := range a.Languages {
		if !slices.Contains(i18n.Langs, lang) {
			return a, fault.Bad("attributes.languages", "dict.language", "language", string(lang))
		}
		if text = strings.TrimSpace(text); text != "" {
			names[lang] = text
		}
	}
	name = strings.TrimSpace(name)
	for _, lang := range append([]i18n.Lang{i18n.EnUS}, i18n.Langs...) { // without a name, the first that there is
		if name == "" {
			name = names[lang]
		}
	}
	for _, lang := range i18n.Langs {
		if names[lang] == "" {
			names[lang] = name
		}
		if n := utf8.RuneCountInString(names[lang]); n == 0 || n > maxName {
			return a, fault.Bad("name", "dict.name", "max", maxName)
		}
	}
	for field, colour := range map[string]string{"attributes.tagColor": a.TagColor, "attributes.textColor": a.TextColor} {
		if colour != "" && !hexColour.MatchString(colour) && !slices.Contains(presets, colour) {
			return a, fault.Bad(field, "dict.colour")
		}
	}
	a.Languages = names
	return a, nil
}

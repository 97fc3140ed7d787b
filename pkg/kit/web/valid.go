package web

import (
	"strconv"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2/validation"
)

// mark stands between our key for a refusal and its argument, where huma has a text.
const mark = "\x1f"

// ownTexts replaces huma's texts, which are global, by our keys. Schemas keep the texts, so it runs before the first
// schema. Every text that is not named here becomes the key of a wrong format.
var ownTexts = sync.OnceFunc(func() {
	for key, texts := range map[string][]*string{
		"web.valid.required":  {&validation.MsgExpectedRequiredProperty},
		"web.valid.minLength": {&validation.MsgExpectedMinLength},
		"web.valid.maxLength": {&validation.MsgExpectedMaxLength},
		"web.valid.min":       {&validation.MsgExpectedMinimumNumber},
		"web.valid.above":     {&validation.MsgExpectedExclusiveMinimumNumber},
		"web.valid.max":       {&validation.MsgExpectedMaximumNumber},
		"web.valid.minItems":  {&validation.MsgExpectedMinItems},
		"web.valid.maxItems":  {&validation.MsgExpectedMaxItems},
		"web.valid.oneOf":     {&validation.MsgExpectedOneOf},
		"web.valid.decimals":  {&validation.MsgExpectedNumberBeMultipleOf},
		"web.valid.integer":   {&validation.MsgExpectedInteger},
		"web.valid.number":    {&validation.MsgExpectedNumber, &validation.MsgExpectedExclusiveMaximumNumber},
		"web.valid.boolean":   {&validation.MsgExpectedBoolean},
		"web.valid.time":      {&validation.MsgExpectedRFC3339DateTime, &validation.MsgExpectedRFC3339Date, &validation.MsgExpectedRFC3339Time},
		"web.valid.email":     {&validation.MsgExpectedRFC5322Email},
		"web.valid.url":       {&validation.MsgExpectedRFC3986URI},
		"web.valid.string":    {&validation.MsgExpectedString},
		"web.valid.array":     {&validation.MsgExpectedArray, &validation.MsgExpectedArrayItemsUnique},
		"web.valid.object":    {&validation.MsgExpectedObject, &validation.MsgExpectedMinProperties, &validation.MsgExpectedMaxProperties},
	} {
		for _, text := range texts {
			verb := ""
			if i := strings.IndexByte(*text, '%'); i >= 0 {
				verb = mark + (*text)[i:i+2]
			}
			*text = key + verb
		}
	}
})

// arguments are what the texts of our keys call the value.
var arguments = map[string]string{"web.valid.required": "name", "web.valid.twice": "name", "web.valid.oneOf": "values",
	"web.valid.minLength": "n", "web.valid.maxLength": "n", "web.valid.min": "n", "web.valid.above": "n", "web.valid.max": "n",
	"web.valid.minItems": "n", "web.valid.maxItems": "n"}

// fixed are the texts of huma and encoding/json that are no variables; the first that is found decides.
var fixed = []struct{ text, key string }{
	{"parameter is missing", "web.valid.missing"},
	{"request body is required", "web.valid.missing"},
	{"invalid integer", "web.valid.integer"},
	{"invalid float", "web.valid.number"},
	{"invalid boolean", "web.valid.boolean"},
	{"invalid date", "web.valid.time"},
	{"invalid character", "web.valid.json"},
	{"unexpected end of JSON", "web.valid.json"},
	{"unmarshal", "web.valid.json"},
	{"unexpected EOF", "web.valid.json"},
}

// valid finds our key for the text of a refusal, and its arguments.
func valid(text string) (key string, args map[string]any) {
	args = map[string]any{}
	if strings.HasPrefix(text, "web.valid.") {
		key, value, _ := strings.Cut(text, mark)
		if key == "web.valid.minLength" && value == "1" {
			return "web.valid.missing", args // a text of nothing is none
		}
		if name := arguments[key]; name != "" {
			args[name] = plain(name, value)
		}
		return key, args
	}
	for _, f := range fixed {
		if strings.Contains(text, f.text) {
			return f.key, args
		}
	}
	return "web.valid.format", args
}

// plain writes the value of a rule as its reader expects it: a number without an exponent, a list without the empty word that stands
// for leaving it out.
func plain(name, value string) string {
	if n, err := strconv.ParseFloat(value, 64); err == nil && name == "n" {
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	return strings.TrimSuffix(value, ", ")
}

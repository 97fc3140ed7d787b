// Package table joins the sources of the country table. They are ISO 3166-1 codes and time zones from tzdata
// (iso3166.tab and zone.tab, public domain), calling codes from libphonenumber, and names from CLDR as x/text
// carries it.
package table

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"herald/pkg/kit/phone"
)

//go:embed iso3166.tab
var codes string

//go:embed zone.tab
var zones string

// callingCodes of countries without a numbering plan of their own.
var callingCodes = map[string]string{"AQ": "672", "BV": "47", "GS": "500", "HM": "672", "PN": "64", "TF": "262", "UM": "1"}

// mainZones name the zone of most people where zone.tab does not name it first.
var mainZones = map[string]string{
	"AU": "Australia/Sydney", "BR": "America/Sao_Paulo", "CA": "America/Toronto", "FM": "Pacific/Pohnpei",
	"RU": "Europe/Moscow", "UA": "Europe/Kyiv", "UM": "Pacific/Wake", "UZ": "Asia/Tashkent",
	"BV": "Europe/Oslo", "HM": "Indian/Kerguelen", // uninhabited
}

// newNames are those that changed after the CLDR of x/text, and the labels that platform-services §9 asks for.
var newNames = map[string][4]string{
	"TW": {"中国台湾", "China Taiwan", "China Taiwan", "中國台灣"},
	"HK": {"中国香港", "China Hong Kong", "China Hong Kong", "中國香港"},
	"MO": {"中国澳门", "China Macao", "China Macau", "中國澳門"},
	"SZ": {"斯威士兰", "Eswatini", "Essuatíni", "史瓦帝尼"},
	"MK": {"北马其顿", "North Macedonia", "Macedônia do Norte", "北馬其頓"},
	"TR": {"土耳其", "Türkiye", "Turquia", "土耳其"},
}

// Text is the whole table, a line a country by code: code, calling code, zones with the main one first, names in
// zh_CN, en_US, pt_BR and zh_TW.
func Text() (string, error) {
	zonesOf := map[string][]string{}
	for line := range lines(zones) {
		f := strings.Split(line, "\t")
		zonesOf[f[0]] = append(zonesOf[f[0]], f[2])
	}
	var b strings.Builder
	for line := range lines(codes) {
		code, _, _ := strings.Cut(line, "\t")
		calling := phone.CallingCode(code)
		if calling == "" {
			calling = callingCodes[code]
		}
		list := zonesOf[code]
		if main, ok := mainZones[code]; ok {
			list = append([]string{main}, slices.DeleteFunc(list, func(z string) bool { return z == main })...)
		}
		if calling == "" || len(list) == 0 {
			return "", fmt.Errorf("country %s has calling code %q and zones %v", code, calling, list)
		}
		names, err := namesOf(code)
		if err != nil {
			return "", err
		}
		b.WriteString(strings.Join([]string{code, calling, strings.Join(list, ","), strings.Join(names, "\t")}, "\t") + "\n")
	}
	return b.String(), nil
}

func namesOf(code string) ([]string, error) {
	if own, ok := newNames[code]; ok {
		return own[:], nil
	}
	region, err := language.ParseRegion(code)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, tag := range []language.Tag{language.SimplifiedChinese, language.English, language.BrazilianPortuguese,
		language.TraditionalChinese} {
		name := display.Regions(tag).Name(region)
		if name == "" || name == code {
			return nil, fmt.Errorf("country %s has no name in %s", code, tag)
		}
		names = append(names, name)
	}
	return names, nil
}

func lines(text string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for line := range strings.Lines(text) {
			line = strings.TrimSuffix(line, "\n")
			if line != "" && line[0] != '#' && !yield(line) {
				return
			}
		}
	}
}

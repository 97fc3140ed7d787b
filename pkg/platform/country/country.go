// Package country knows the countries and territories of ISO 3166-1: codes, calling codes, names and time zones.
package country

import (
	_ "embed"
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"

	"herald/pkg/kit/i18n"
	"herald/pkg/kit/phone"
)

// Country is an entry of ISO 3166-1 (platform-services §3). Store lays an admin's changes over it.
type Country struct {
	Code        string               // ISO 3166-1 alpha-2
	CallingCode string               // without +; several countries may share one
	Name        map[i18n.Lang]string // TW, HK and MO prefixed as platform-services §9 asks
	EnName      string
	TimeZone    string   // IANA name, of most of its people
	TimeZones   []string // all, TimeZone first
	Disabled    bool     // by an admin; so is the next
	Blacklist   []string // businesses that it is closed for
}

// table is written by gen.
//
//go:embed countries.tsv
var table string

var all = sync.OnceValue(func() []Country {
	list := make([]Country, 0, 249)
	for line := range strings.Lines(table) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 7 {
			panic(fmt.Sprintf("country: countries.tsv is damaged at %q", line)) // embedded at build time
		}
		zones := strings.Split(f[2], ",")
		list = append(list, Country{
			Code: f[0], CallingCode: f[1], EnName: f[4], TimeZone: zones[0], TimeZones: zones,
			Name: map[i18n.Lang]string{i18n.ZhCN: f[3], i18n.EnUS: f[4], i18n.PtBR: f[5], i18n.ZhTW: f[6]},
		})
	}
	return list
})

// All gives the 249 countries by code. The list is the caller's own; the names and zones in it are shared and must
// not be changed.
func All() []Country { return slices.Clone(all()) }

// Find gives the country of a code, in capitals as it stands on the wire.
func Find(code string) (Country, bool) {
	list := all()
	i := sort.Search(len(list), func(i int) bool { return list[i].Code >= code })
	if i == len(list) || list[i].Code != code {
		return Country{}, false
	}
	return list[i], true
}

// Known reports whether a code is of a country with numbers: one without has no recipients.
func Known(code string) bool {
	_, ok := Find(code)
	return ok && phone.CallingCode(code) != ""
}

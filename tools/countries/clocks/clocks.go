// Package clocks finds the time zones of a country's numbers: libphonenumber's prefixes with their zones, for the
// countries whose zones differ in time, cut where area codes end.
package clocks

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/nyaruka/phonenumbers"
)

// depth is how many digits of a national number are looked at; of countries whose mobile numbers have area codes no more than these: the
// library knows the zones of the exchanges of fixed lines behind them, and of mobile numbers nothing. An area code that lies in two zones
// is held to both.
const depth = 4

var areaCodes = map[int]int{1: 3, 52: 3, 55: 2}

// geographic are the countries whose mobile numbers show where they were given out. The library lists more: in
// Indonesia that holds for a few old ones, in China for none in its data.
var geographic = map[int]bool{52: true, 54: true, 55: true}

// corrected has corrections of the library: zones that are younger than its data, area codes with wrong zones of
// fixed-line exchanges, and overlays, which have the zones of all the codes that they lie over. By country, prefixes
// by their zones.
var corrected = map[string]map[string]string{
	"AU": {"Australia/Brisbane,Australia/Sydney": "7", "Australia/Adelaide,Australia/Darwin,Australia/Perth,Australia/Eucla": "8"},
	"BR": {"America/Sao_Paulo": "55 91 93 94", "America/Manaus": "67 69 92", "America/Manaus,America/Eirunepe": "97"},
	"CA": {"America/Whitehorse,America/Inuvik,America/Rankin_Inlet,America/Iqaluit": "867", "America/Regina": "474",
		"America/Vancouver,America/Edmonton,America/Fort_Nelson": "236 250 257 672 778", "America/St_Johns,America/Goose_Bay": "709 879",
		"America/Toronto,America/Halifax,America/Blanc-Sablon": "367 418 581", "America/Toronto,America/Winnipeg,America/Atikokan": "807"},
	"CL": {"America/Punta_Arenas": "61", "America/Coyhaique": "67", "America/Santiago,Pacific/Easter": "32"},
	"MX": {"America/Tijuana": "663", "America/Ciudad_Juarez": "657", "America/Matamoros,America/Mexico_City": "868 891 892 897",
		"America/Chihuahua,America/Ciudad_Juarez,America/Mazatlan": "614 625 627 628 629 635 636 639 648 649 652 659"},
	"RU": {"Europe/Kaliningrad": "40", "Asia/Yakutsk,Asia/Vladivostok,Asia/Srednekolymsk": "411", "Europe/Saratov": "845"},
	"US": {"America/New_York,America/Chicago": "364 448 930", "America/Los_Angeles,America/Boise": "458 986",
		"America/Chicago,America/Denver": "531", "America/Anchorage,America/Adak": "907"},
}

// Text is the whole table, a line a country by code: code; placed or nowhere, as its mobile numbers are; its zones that differ, of
// zones that tell the same time from 2026 on the first of the country; then for each set of zones that numbers have its indexes,
// joined by +, a colon and the prefixes of national numbers, the longest of which holds. A number that none of them begins may live
// by any of the zones. countries is countries.tsv.
func Text(countries string) (string, error) {
	known, err := library()
	if err != nil {
		return "", err
	}
	plan, err := plans()
	if err != nil {
		return "", err
	}
	z, err := newZones()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for line := range strings.Lines(countries) {
		f := strings.Split(line, "\t")
		own := &of{zones: z, code: f[0], meta: plan[f[0]]}
		if own.clocks, err = z.differing(strings.Split(f[2], ",")); err != nil {
			return "", err
		}
		if own.meta == nil || len(own.clocks) < 2 {
			continue
		}
		if err := own.read(known); err != nil {
			return "", err
		}
		if own.tells() {
			b.WriteString(own.line())
		}
	}
	return b.String(), nil
}

// of is the table of one country.
type of struct {
	zones  *zones
	code   string
	meta   *phonenumbers.PhoneMetadata
	clocks []string         // zones that differ
	told   map[string][]int // by national prefix, indexes of clocks; nil: it tells nothing
	kinds  *kinds
	sets   map[string][]int // the output: by prefix
}

// read takes what the library knows of the prefixes of a country.
func (o *of) read(known map[string][]string) error {
	o.told, o.sets = map[string][]int{}, map[string][]int{}
	calling := strconv.Itoa(int(o.meta.GetCountryCode()))
	for prefix, names := range known {
		if national, ok := strings.CutPrefix(prefix, calling); ok && national != "" {
			set, err := o.indexes(names)
			if err != nil {
				return err
			}
			o.told[national] = set
		}
	}
	for names, prefixes := range corrected[o.code] {
		set, err := o.indexes(strings.Split(names, ","))
		if err != nil || set == nil {
			return fmt.Errorf("clocks: %s of %s: %w", names, o.code, err)
		}
		for _, prefix := range strings.Fields(prefixes) {
			maps.DeleteFunc(o.told, func(p string, _ []int) bool { return strings.HasPrefix(p, prefix) })
			o.told[prefix] = set
		}
	}
	o.kinds = newKinds(o.meta)
	for digit := '0'; digit <= '9'; digit++ {
		o.walk(string(digit), nil)
	}
	o.gather()
	return nil
}

// indexes are the clocks of zones; nil when one of them is none of the country's.
func (o *of) indexes(names []string) (set []int, err error) {
	for _, name := range names {
		time, err := o.zones.time(name)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(o.clocks, func(c string) bool { same, _ := o.zones.time(c); return same == time }) // they were read before
		if i < 0 {
			return nil, nil
		}
		set = append(set, i)
	}
	slices.Sort(set)
	return slices.Compact(set), nil
}

// walk writes the zones of the numbers behind a prefix; above is the zones of the prefixes before it.
func (o *of) walk(prefix string, above []int) {
	placed, other := o.kinds.placed(prefix), o.kinds.other(prefix)
	if !placed {
		return // unassigned, or of a kind without a place
	}
	if set, ok := o.told[prefix]; ok {
		above = set
	}
	most := depth
	if area := areaCodes[int(o.meta.GetCountryCode())]; area > 0 {
		most = area
	}
	switch {
	case len(prefix) < most:
		for digit := '0'; digit <= '9'; digit++ {
			o.walk(prefix+string(digit), above)
		}
	case other: // some of them are nowhere
	default:
		if set := o.under(prefix, above); set != nil {
			o.sets[prefix] = set
		}
	}
}

// under joins the zones of a prefix and those behind it; nil when one of them has none. For an area code that the
// library knows by its exchanges alone, their zones are enough.
func (o *of) under(prefix string, set []int) []int {
	if set == nil && areaCodes[int(o.meta.GetCountryCode())] == 0 {
		return nil
	}
	all := slices.Clone(set)
	for p, more := range o.told {
		if len(p) > len(prefix) && strings.HasPrefix(p, prefix) {
			if more == nil {
				return nil
			}
			all = append(all, more...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// gather writes one prefix where all that could follow it tell the same, and forgets what tells no more than the country.
func (o *of) gather() {
	maps.DeleteFunc(o.sets, func(_ string, set []int) bool { return len(set) == len(o.clocks) })
	for n := depth - 1; n > 0; n-- {
		heads := map[string]bool{}
		for p := range o.sets {
			if len(p) == n+1 {
				heads[p[:n]] = true
			}
		}
		for head := range heads {
			o.join(head)
		}
	}
}

func (o *of) join(head string) {
	var first []int
	for digit := '0'; digit <= '9'; digit++ {
		p := head + string(digit)
		set, ok := o.sets[p]
		if !ok && !o.kinds.placed(p) && !o.kinds.other(p) {
			continue // no number begins so
		}
		if !ok || first != nil && !slices.Equal(first, set) {
			return
		}
		first = set
	}
	for digit := '0'; digit <= '9'; digit++ {
		delete(o.sets, head+string(digit))
	}
	o.sets[head] = first
}

// tells reports a country of whose zones numbers tell more than one.
func (o *of) tells() bool {
	sets := map[string]bool{}
	for _, set := range o.sets {
		sets[fmt.Sprint(set)] = true
	}
	return len(sets) > 1
}

func (o *of) line() string {
	by := map[string][]string{}
	for p, set := range o.sets {
		var names []string
		for _, i := range set {
			names = append(names, strconv.Itoa(i))
		}
		key := strings.Join(names, "+")
		by[key] = append(by[key], p)
	}
	fields := []string{o.code, o.kinds.mobile, strings.Join(o.clocks, ",")}
	for _, key := range slices.Sorted(maps.Keys(by)) {
		slices.Sort(by[key])
		fields = append(fields, key+":"+strings.Join(by[key], ","))
	}
	return strings.Join(fields, "\t") + "\n"
}

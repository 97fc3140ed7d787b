package phone

import (
	_ "embed"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// planText is the table of gen/plan: libphonenumber's numbering plans, a line a region.
//
//go:embed plan.tsv
var planText string

// desc describes the national numbers of one type of line.
type desc struct {
	lengths uint32 // bit n: n digits are possible; 0: those of the general description
	pattern *regexp.Regexp
}

func (d desc) matches(national []byte) bool {
	if d.lengths != 0 && d.lengths&(1<<len(national)) == 0 {
		return false
	}
	return d.pattern.Match(national)
}

// plan is the numbering plan of one region, compiled when it is first asked for.
type plan struct {
	region    string
	code      string
	prefix    *regexp.Regexp // national prefix, or nil
	transform string
	local     uint32 // lengths that can be dialled only within an area
	general   desc
	mobile    bool // the first of types is that of mobile numbers
	types     []desc
}

// valid reports whether the national significant number belongs to the region, as IsValidNumberForRegion does.
func (p *plan) valid(national []byte) bool {
	if len(national) > 17 || !p.general.matches(national) {
		return false
	}
	for _, d := range p.types {
		if d.matches(national) {
			return true
		}
	}
	return false
}

// lengthOf tells how the length of a national number relates to the region's possible lengths: "" when it is one.
func (p *plan) lengthOf(n int) string {
	switch {
	case n <= 31 && p.general.lengths&(1<<n) != 0:
		return ""
	case p.general.lengths>>n == 0:
		return KeyTooLong
	case p.general.lengths&(1<<n-1) == 0:
		return KeyTooShort
	}
	return KeyInvalid
}

// strip removes the national (trunk) prefix, such as the 0 of +44 (0)20, by the rules of libphonenumber. It does so
// only where a possible number remains, and never so that a viable number becomes another one.
func (p *plan) strip(national []byte) []byte {
	if p.prefix == nil || len(national) == 0 {
		return national
	}
	groups := p.prefix.FindSubmatchIndex(national)
	if groups == nil {
		return national
	}
	var rest []byte
	if last := len(groups) - 2; p.transform == "" || groups[last] < 0 {
		rest = national[groups[1]:]
	} else {
		rest = p.prefix.Expand(nil, []byte(p.transform), national, groups)
		rest = append(rest, national[groups[1]:]...)
	}
	if len(national) <= 17 && p.general.pattern.Match(national) && !p.general.pattern.Match(rest) {
		return national
	}
	if len(rest) > 31 || p.local&(1<<len(rest)) != 0 {
		return national
	}
	if reason := p.lengthOf(len(rest)); reason == KeyTooShort || reason == KeyInvalid {
		return national
	}
	return rest
}

// index knows the line of each region and the regions of each calling code.
type index struct {
	lines   map[string]string   // region or, for a code that belongs to no country, the code itself
	regions map[string][]string // by calling code, the main region first
}

var plans = struct {
	index func() index
	mu    sync.RWMutex
	ready map[string]*plan
}{
	index: sync.OnceValue(readIndex),
	ready: map[string]*plan{},
}

func readIndex() index {
	x := index{lines: map[string]string{}, regions: map[string][]string{}}
	for line := range strings.Lines(planText) {
		code, rest, _ := strings.Cut(line, "\t")
		region, _, _ := strings.Cut(rest, "\t")
		if region == "001" {
			region = code
		}
		x.lines[region] = strings.TrimSuffix(line, "\n")
		x.regions[code] = append(x.regions[code], region)
	}
	return x
}

// planOf gives the plan of a region (ISO 3166-1 alpha-2), or nil when it has none of its own.
func planOf(region string) *plan {
	plans.mu.RLock()
	p, ok := plans.ready[region]
	plans.mu.RUnlock()
	if ok {
		return p
	}
	line, ok := plans.index().lines[region]
	if !ok {
		return nil
	}
	p = compile(line)
	plans.mu.Lock()
	plans.ready[region] = p
	plans.mu.Unlock()
	return p
}

func compile(line string) *plan {
	f := strings.Split(line, "\t")
	if len(f) < 7 {
		panic(fmt.Sprintf("phone: plan.tsv is damaged at %.40q", line)) // embedded at build time
	}
	p := &plan{code: f[0], region: f[1], transform: f[3], local: lengthSet(f[4]), general: describe(f[5])}
	if f[2] != "" {
		p.prefix = regexp.MustCompile("^(?:" + f[2] + ")")
	}
	if p.mobile = f[6] != ""; !p.mobile {
		f = f[1:]
	}
	for _, t := range f[6:] {
		p.types = append(p.types, describe(t))
	}
	return p
}

func describe(text string) desc {
	lengths, pattern, _ := strings.Cut(text, ":")
	return desc{lengths: lengthSet(lengths), pattern: regexp.MustCompile("^(?:" + pattern + ")$")}
}

func lengthSet(text string) uint32 {
	var set uint32
	if text == "" {
		return 0
	}
	for n := range strings.SplitSeq(text, ",") {
		if i, err := strconv.Atoi(n); err == nil && i > 0 && i < 32 {
			set |= 1 << i
		}
	}
	return set
}

// callingCode splits the digits of an international number; code is "" when no calling code begins them.
func callingCode(digits []byte) (code string, national []byte) {
	regions := plans.index().regions
	for n := 1; n <= 3 && n <= len(digits); n++ {
		if _, ok := regions[string(digits[:n])]; ok {
			return string(digits[:n]), digits[n:]
		}
	}
	return "", digits
}

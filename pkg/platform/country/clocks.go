package country

import (
	"context"
	_ "embed"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// clocksText is the table of gen/clocks: of countries with several times, which numbers live by which.
//
//go:embed clocks.tsv
var clocksText string

// Clocks are the times by which the numbers of a country live. Numbers that live by the same are a group; those that tell nothing of it
// may live by any and are group 0.
type Clocks struct {
	Zones  []string // of the country; of those that are known to tell the same time the first, its main one first
	groups [][]int  // the zones of each
	by     map[uint32]uint8
	lead   uint64 // calling code
	placed bool   // mobile numbers tell their zone
	sign   uint32
}

// Sign distinguishes clocks from those of another build with another table.
func (c *Clocks) Sign() uint32 { return c.sign }

// depth is of how many digits of a national number the table tells at most.
const depth = 4

// Groups is how many groups there are; the last is Groups()-1.
func (c *Clocks) Groups() int { return len(c.groups) }

// In gives the zones of a group: a number of it lives by one of them.
func (c *Clocks) In(group int) []string {
	out := make([]string, len(c.groups[group]))
	for i, z := range c.groups[group] {
		out[i] = c.Zones[z]
	}
	return out
}

// Of gives the group of a number, E.164 without +.
func (c *Clocks) Of(number uint64) int {
	if c.by == nil {
		return 0
	}
	head, power := number, uint64(1) // the calling code, and what is behind it
	for head > c.lead && power < 1e15 {
		head, power = head/10, power*10
	}
	if head != c.lead {
		return 0
	}
	national := number % power
	for n := uint32(1); n <= depth && power >= 10; n++ { // a prefix never begins another one
		power /= 10
		if g, ok := c.by[n*1e5+uint32(national/power)]; ok {
			return int(g)
		}
	}
	return 0
}

// Clocks gives the times of a country's numbers as an admin left it: a zone set by an admin is that of all of them.
func (b *Store) Clocks(ctx context.Context, code string) (*Clocks, error) {
	zones, err := b.Zones(ctx, code)
	if err != nil {
		return nil, err
	}
	if len(zones) > 1 {
		return ClocksOf(code), nil
	}
	return Any(zones...), nil
}

// ClocksOf gives the times of a country's numbers as they ship.
func ClocksOf(code string) *Clocks {
	if known := clocks.of(code); known != nil {
		return known
	}
	c, _ := Find(code)
	return Any(c.TimeZones...)
}

// Any are the clocks of numbers that tell nothing: each may live by any of some zones.
func Any(zones ...string) *Clocks {
	all := make([]int, len(zones))
	for i := range all {
		all[i] = i
	}
	return &Clocks{Zones: zones, groups: [][]int{all}, sign: signed(zones)}
}

func signed(text []string) uint32 {
	sum := fnv.New32a()
	_, _ = fmt.Fprint(sum, text) // cannot fail
	return sum.Sum32() | 1
}

// clocks are read by country when one is asked for. It has no initial value that names the table.
var clocks clockBook

type clockBook struct {
	mu    sync.Mutex
	ready map[string]*Clocks
}

// of gives the clocks of a country of the table; nil of any other.
func (k *clockBook) of(code string) *Clocks {
	k.mu.Lock()
	defer k.mu.Unlock()
	if c, ok := k.ready[code]; ok {
		return c
	}
	if k.ready == nil {
		k.ready = map[string]*Clocks{}
	}
	for line := range strings.Lines(clocksText) {
		if own, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t"); own == code {
			k.ready[code] = readClocks(code, strings.Split(rest, "\t"))
			return k.ready[code]
		}
	}
	k.ready[code] = nil
	return nil
}

func readClocks(code string, fields []string) *Clocks {
	own, _ := Find(code)
	c := Any(strings.Split(fields[1], ",")...)
	c.by, c.lead = map[uint32]uint8{}, uint64(digits(own.CallingCode))
	c.placed = fields[0] == "placed"
	for _, field := range fields[2:] {
		zones, prefixes, _ := strings.Cut(field, ":")
		var set []int
		for z := range strings.SplitSeq(zones, "+") {
			set = append(set, int(digits(z)))
		}
		if slices.Max(set) >= len(c.Zones) {
			panic(fmt.Sprintf("country: clocks.tsv is damaged at %.40q", field)) // embedded at build time
		}
		for p := range strings.SplitSeq(prefixes, ",") {
			c.by[uint32(len(p))*1e5+digits(p)] = uint8(len(c.groups))
		}
		c.groups = append(c.groups, set)
	}
	c.sign = signed(fields)
	return c
}

func digits(text string) uint32 {
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil {
		panic("country: clocks.tsv is damaged: " + err.Error()) // embedded at build time
	}
	return uint32(n)
}

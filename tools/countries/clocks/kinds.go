package clocks

import (
	"regexp/syntax"
	"slices"

	"github.com/nyaruka/phonenumbers"
)

// kinds tells whether a number that begins with a prefix may be of a kind that has a place.
type kinds struct {
	places, others []*syntax.Prog
	mobile         string // placed or nowhere
}

// newKinds reads the plan of a country. A number that is mobile and fixed at once has a place, according to the
// library, and so have the mobile numbers of some countries.
func newKinds(m *phonenumbers.PhoneMetadata) *kinds {
	k := &kinds{places: programs(m.GetFixedLine()), mobile: "placed"}
	switch {
	case m.GetMobile().GetNationalNumberPattern() == m.GetFixedLine().GetNationalNumberPattern():
	case geographic[int(m.GetCountryCode())]:
		k.places = append(k.places, programs(m.GetMobile())...)
	default:
		k.others, k.mobile = programs(m.GetMobile()), "nowhere"
	}
	for _, d := range []*phonenumbers.PhoneNumberDesc{m.GetTollFree(), m.GetPremiumRate(), m.GetSharedCost(), m.GetVoip(),
		m.GetPersonalNumber(), m.GetPager(), m.GetUan(), m.GetVoicemail()} {
		if slices.Max(lengths(d, m)) >= slices.Min(lengths(m.GetFixedLine(), m)) {
			k.others = append(k.others, programs(d)...)
		}
	}
	return k
}

// lengths gives the lengths that numbers of a kind have. A length below that of every number with a place is dialled
// within the country only. In Canada 310 and four digits are such numbers, and do not use the area code 310.
func lengths(d *phonenumbers.PhoneNumberDesc, m *phonenumbers.PhoneMetadata) []int32 {
	if own := d.GetPossibleLength(); len(own) > 0 {
		return own
	}
	return m.GetGeneralDesc().GetPossibleLength()
}

func programs(d *phonenumbers.PhoneNumberDesc) []*syntax.Prog {
	pattern := d.GetNationalNumberPattern()
	if pattern == "" || pattern == "NA" {
		return nil
	}
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		panic(err) // the library compiles it too
	}
	p, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		panic(err)
	}
	return []*syntax.Prog{p}
}

func (k *kinds) placed(prefix string) bool { return begins(k.places, prefix) }

func (k *kinds) other(prefix string) bool { return begins(k.others, prefix) }

// begins tells whether something that one of the programs matches begins with a prefix: whether a thread is left after it.
func begins(all []*syntax.Prog, prefix string) bool {
	for _, p := range all {
		threads := follow(p, []uint32{uint32(p.Start)})
		for _, digit := range prefix {
			var next []uint32
			for _, pc := range threads {
				if i := &p.Inst[pc]; i.Op != syntax.InstMatch && i.MatchRune(digit) {
					next = append(next, i.Out)
				}
			}
			threads = follow(p, next)
		}
		if len(threads) > 0 {
			return true
		}
	}
	return false
}

// follow gives the instructions that read a digit, or the end, behind some others.
func follow(p *syntax.Prog, from []uint32) (out []uint32) {
	seen := map[uint32]bool{}
	for len(from) > 0 {
		pc := from[len(from)-1]
		from = from[:len(from)-1]
		if seen[pc] {
			continue
		}
		seen[pc] = true
		switch i := &p.Inst[pc]; i.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			from = append(from, i.Out, i.Arg)
		case syntax.InstCapture, syntax.InstNop, syntax.InstEmptyWidth:
			from = append(from, i.Out)
		case syntax.InstFail:
		default:
			out = append(out, pc)
		}
	}
	return out
}

package contact

import (
	"context"
	"strings"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/phone"
	"herald/pkg/platform/setting"
)

// Settings of number segments, each with both readings of business-domain §5 (decisions §8).
const (
	SettingDigits        = "segment.digits.max"
	SettingStars         = "segment.stars.filter"
	SettingTemplateStars = "segment.stars.template"
	SettingPlain         = "segment.code.plain"
)

const (
	leastDigits  = 7  // of a segment
	mostSegments = 10 // of a filter
)

// SplitFilter are the segments of a text that was checked.
func SplitFilter(text string) (all []string) {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	for _, one := range strings.Split(text, ",") {
		all = append(all, strings.TrimSpace(one))
	}
	return all
}

// Segments reads the number segments of a filter of numbers of a country, a list's or an order's, which are separated by commas; none of a
// blank text. Fault: 400 for the first one that breaks a rule.
func (r *Service) Segments(ctx context.Context, text, country string) ([]string, error) {
	all := SplitFilter(text)
	if len(all) == 0 {
		return nil, nil
	}
	rules, err := readSegmentRules(ctx, r.Settings, SettingStars)
	if err != nil {
		return nil, err
	}
	for _, one := range all {
		if err := rules.check(one, country); err != nil {
			return nil, err
		}
	}
	if len(all) > mostSegments {
		return nil, fault.Bad("segment", "segment.many", "max", mostSegments)
	}
	return all, nil
}

// segmentRules are the limits of a number segment, as set.
type segmentRules struct{ digits, stars, plain int }

func readSegmentRules(ctx context.Context, settings *setting.Store, stars string) (out segmentRules, err error) {
	for key, into := range map[string]*int{SettingDigits: &out.digits, stars: &out.stars, SettingPlain: &out.plain} {
		if *into, err = settings.Int(ctx, key); err != nil {
			return out, err
		}
	}
	return out, nil
}

// check reads a number segment of a country (business-domain §5): digits and * alone, no +, within its length and its stars, beginning
// with the country's calling code, in which nothing is a *.
func (l segmentRules) check(text, country string) error {
	return l.begin(text, phone.CallingCode(country))
}

// begin reads a number segment of the country of a calling code.
func (l segmentRules) begin(text, code string) error {
	head := text[:min(len(text), len(code))]
	switch {
	case strings.Contains(text, "+"):
		return fault.Bad("segment", "segment.plus")
	case strings.Trim(text, "0123456789*") != "" || text == "":
		return fault.Bad("segment", "segment.signs")
	case len(text) < leastDigits || len(text) > l.digits:
		return fault.Bad("segment", "segment.length", "min", leastDigits, "max", l.digits)
	case strings.Contains(head, "*"):
		return fault.Bad("segment", "segment.code")
	case head != code:
		return fault.Bad("segment", "segment.country", "code", code)
	case l.plain > 0 && strings.Contains(text[len(code):min(len(text), len(code)+l.plain)], "*"):
		return fault.Bad("segment", "segment.plain", "n", l.plain)
	case strings.Count(text, "*") > l.stars:
		return fault.Bad("segment", "segment.stars", "max", l.stars)
	}
	return nil
}

// CheckSegments refuses number segments, separated by commas, of numbers of any country: those of a template and of a user's personal
// info. stars is the setting of how many * one may have. Fault: 400 for the first one that breaks a rule.
func CheckSegments(ctx context.Context, settings *setting.Store, text, stars string) error {
	all := SplitFilter(text)
	if len(all) == 0 {
		return nil
	}
	rules, err := readSegmentRules(ctx, settings, stars)
	if err != nil {
		return err
	}
	for _, one := range all {
		code := phone.CodeOf(one)
		if code == "" && strings.Trim(one, "0123456789*") == "" && len(one) >= leastDigits {
			return fault.Bad("segment", "segment.codeNone")
		}
		if err := rules.begin(one, code); err != nil {
			return err
		}
	}
	if len(all) > mostSegments {
		return fault.Bad("segment", "segment.many", "max", mostSegments)
	}
	return nil
}

// Begins reports that a number begins with one of some segments, or that there are none.
func Begins(digits string, segments []string) bool {
	if len(segments) == 0 {
		return true
	}
	for _, segment := range segments {
		if len(digits) < len(segment) {
			continue
		}
		at := 0
		for at < len(segment) && (segment[at] == '*' || segment[at] == digits[at]) {
			at++
		}
		if at == len(segment) {
			return true
		}
	}
	return false
}

// within reports that a number begins with one segment of each list.
func within(digits string, limits [][]string) bool {
	for _, segments := range limits {
		if !Begins(digits, segments) {
			return false
		}
	}
	return true
}

// CheckSegment refuses a number segment of a country, as an order of numbers names it. stars is the setting of how many * it may have.
// Fault: 400 for the first rule that it breaks.
func CheckSegment(ctx context.Context, settings *setting.Store, text, country, stars string) error {
	rules, err := readSegmentRules(ctx, settings, stars)
	if err != nil {
		return err
	}
	return rules.check(text, country)
}

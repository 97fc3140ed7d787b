// Package plan turns libphonenumber's metadata into the table of package phone.
package plan

import (
	"sort"
	"strconv"
	"strings"

	"github.com/nyaruka/phonenumbers"
)

// Text is the whole table. A line is, by tabs: calling code, region, national prefix for parsing, transform rule, lengths of
// local-only numbers, general description, that of mobile numbers (empty: there are none), then those of the other types of line. A
// description is lengths:pattern; without lengths those of the general one hold. Lines of a calling code stand together, its main
// region first, whose prefix rules hold for all of them.
func Text() (string, error) {
	coll, err := phonenumbers.MetadataCollection()
	if err != nil {
		return "", err
	}
	byCode := map[int][]*phonenumbers.PhoneMetadata{}
	for _, m := range coll.GetMetadata() {
		code := int(m.GetCountryCode())
		byCode[code] = append(byCode[code], m)
	}
	codes := make([]int, 0, len(byCode))
	for code := range byCode {
		codes = append(codes, code)
	}
	sort.Ints(codes)
	var b strings.Builder
	for _, code := range codes {
		regions := byCode[code]
		main := phonenumbers.GetRegionCodeForCountryCode(code)
		sort.Slice(regions, func(i, j int) bool {
			if (regions[i].GetId() == main) != (regions[j].GetId() == main) {
				return regions[i].GetId() == main
			}
			return regions[i].GetId() < regions[j].GetId()
		})
		for _, m := range regions {
			b.WriteString(line(m))
			b.WriteByte('\n')
		}
	}
	return b.String(), nil
}

func line(m *phonenumbers.PhoneMetadata) string {
	general := m.GetGeneralDesc()
	fields := []string{
		strconv.Itoa(int(m.GetCountryCode())), m.GetId(), m.GetNationalPrefixForParsing(),
		m.GetNationalPrefixTransformRule(),
		lengths(general.GetPossibleLengthLocalOnly()),
		lengths(general.GetPossibleLength()) + ":" + general.GetNationalNumberPattern(),
	}
	seen := map[string]bool{}
	for i, d := range []*phonenumbers.PhoneNumberDesc{m.GetMobile(), m.GetFixedLine(), m.GetTollFree(), m.GetPremiumRate(),
		m.GetSharedCost(), m.GetVoip(), m.GetPersonalNumber(), m.GetPager(), m.GetUan(), m.GetVoicemail()} {
		pattern := d.GetNationalNumberPattern()
		if pattern == "" || pattern == "NA" || (len(d.GetPossibleLength()) > 0 && d.GetPossibleLength()[0] < 0) {
			if i == 0 {
				fields = append(fields, "")
			}
			continue
		}
		desc := lengths(d.GetPossibleLength()) + ":" + pattern
		if !seen[desc] {
			seen[desc] = true
			fields = append(fields, desc)
		}
	}
	return strings.Join(fields, "\t")
}

func lengths(l []int32) string {
	parts := make([]string, len(l))
	for i, n := range l {
		parts[i] = strconv.Itoa(int(n))
	}
	return strings.Join(parts, ",")
}

package setting

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/lazyregexp"
	"herald/pkg/kit/money"
	"herald/pkg/platform/country"
)

var windowForm = lazyregexp.New(`^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$`)

// parse brings a value of the wire, typed or as text, into its kept form. Faults, all about the field value: setting.integer and
// setting.decimal with the bounds, setting.country with the code that is none, setting.boolean, setting.option, setting.text,
// setting.window.
func (d Definition) parse(value any) (string, error) {
	text, isText := value.(string)
	if f, ok := value.(float64); ok && d.Type == Integer && f == math.Trunc(f) && math.Abs(f) < 1e15 {
		text, isText = strconv.FormatInt(int64(f), 10), true
	}
	if b, ok := value.(bool); ok && d.Type == Boolean {
		text, isText = strconv.FormatBool(b), true
	}
	text, problem := strings.TrimSpace(text), ""
	var args []any
	switch d.Type {
	case Integer:
		n, err := strconv.Atoi(text)
		if text = strconv.Itoa(n); err != nil || n < d.Min || n > d.Max {
			problem, args = "setting.integer", []any{"min", d.Min, "max", d.Max}
		}
	case Decimal:
		n, err := money.Parse(text) // two decimals without a float: so does a client write it, as text
		if text = n.String(); err != nil || n < money.Amount(d.Min)*money.Credit || n > money.Amount(d.Max)*money.Credit {
			problem, args = "setting.decimal", []any{"min", d.Min, "max", d.Max}
		}
	case Boolean:
		if text != "true" && text != "false" {
			problem = "setting.boolean"
		}
	case Text:
		if utf8.RuneCountInString(text) > d.Max || strings.ContainsFunc(text, unicode.IsControl) {
			problem, args = "setting.text", []any{"max", d.Max}
		}
	case Countries:
		var unknown string
		if text, unknown = codes(text); unknown != "" {
			problem, args = "setting.country", []any{"code", unknown}
		}
	case Window:
		if !isWindow(text) {
			problem = "setting.window"
		}
	}
	if len(d.Options) > 0 && isText && problem == "" && !slices.Contains(d.Options, text) {
		problem, args = "setting.option", []any{"options", strings.Join(d.Options, ", ")}
	}
	if !isText && problem == "" {
		problem = "setting.missing"
	}
	if problem != "" {
		return "", fault.Bad("value", problem, args...)
	}
	return text, nil
}

// isWindow reports whether a window can be kept: hours that end after they begin, and zones that a country has.
func isWindow(text string) bool {
	hours, zones, named := strings.Cut(text, " ")
	if text == "" {
		return true
	}
	if !windowForm.MatchString(hours) || hours[:5] >= hours[6:] {
		return false
	}
	known := func(zone string) bool {
		return slices.ContainsFunc(country.All(), func(c country.Country) bool { return slices.Contains(c.TimeZones, zone) })
	}
	return !named || !slices.ContainsFunc(strings.Split(zones, ","), func(zone string) bool { return !known(zone) })
}

// common refuses a window in which the possible zones of a country's mobile numbers, or the zones that it names,
// have no hour in common on some day of the coming year: the numbers could not be written to then. Fault:
// setting.windowNever.
func common(code, window string, now time.Time) error {
	text, zones, named := strings.Cut(window, " ")
	clocks := country.ClocksOf(code)
	if named {
		clocks = country.Any(strings.Split(zones, ",")...)
	}
	if text == "" || len(clocks.Zones) < 2 {
		return nil
	}
	hours, err := country.NewHours(text, clocks)
	if err == nil && hours.Never(now) {
		err = fault.Bad("value", "setting.windowNever")
	}
	return err
}

// typed is a kept value as the wire shows it.
func (d Definition) typed(text string) any {
	switch d.Type {
	case Integer:
		if n, err := strconv.Atoi(text); err == nil {
			return n
		}
	case Boolean:
		return text == "true"
	}
	return text
}

// codes reads codes of countries, each once; unknown is the first that is none.
func codes(text string) (list, unknown string) {
	var all []string
	for code := range strings.SplitSeq(text, ",") {
		if code = strings.ToUpper(strings.TrimSpace(code)); code == "" {
			continue
		}
		if _, ok := country.Find(code); !ok {
			return "", code
		}
		all = append(all, code)
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), ","), ""
}

package twiliosim

import (
	"net/url"
	"regexp"
	"strconv"
	"unicode/utf8"

	"herald/localstack/simulators/sim"
)

// Documents of the rules.
const (
	errorPages = "Twilio error and warning dictionary, www.twilio.com/docs/api/errors/"
	resource   = "Twilio Messages resource, www.twilio.com/docs/messaging/api/message-resource, "
)

// rule is a rule of the documentation for a message. Breaking it is refused with the code.
type rule struct {
	code         sim.Code
	text, source string
	broken       func(f url.Values) bool
}

var (
	number = regexp.MustCompile(`^\+[1-9][0-9]{6,14}$`)
	sender = regexp.MustCompile(`^(\+[1-9][0-9]{6,14}|[0-9]{3,6}|[0-9 ]*[A-Za-z][A-Za-z0-9 ]*)$`)
)

var rules = []rule{
	{"21211", "The 'To' number is not a valid phone number.", errorPages + "21211",
		func(f url.Values) bool { return !number.MatchString(f.Get("To")) }},
	{"21602", "Message body is required.", errorPages + "21602", func(f url.Values) bool { return f.Get("Body") == "" }},
	{"21617", "The concatenated message body exceeds the 1600 character limit.", errorPages + "21617",
		func(f url.Values) bool { return utf8.RuneCountInString(f.Get("Body")) > 1600 }},
	{"21603", "A 'From' phone number is required.", errorPages + "21603",
		func(f url.Values) bool { return f.Get("From") == "" && f.Get("MessagingServiceSid") == "" }},
	{"21212", "The 'From' number is not a valid phone number, short code or alphanumeric sender of 11 characters.", errorPages + "21212",
		func(f url.Values) bool {
			from := f.Get("From")
			return from != "" && (!sender.MatchString(from) || len(from) > 11 && from[0] != '+')
		}},
	{"21609", "The 'StatusCallback' URL is not a valid URL.", errorPages + "21609", func(f url.Values) bool {
		u, err := url.Parse(f.Get("StatusCallback"))
		return f.Get("StatusCallback") != "" && (err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https")
	}},
	{"20001", "ValidityPeriod is 1 to 36000 seconds.", resource + "ValidityPeriod", func(f url.Values) bool {
		n, err := strconv.Atoi(f.Get("ValidityPeriod"))
		return f.Has("ValidityPeriod") && (err != nil || n < 1 || n > 36000)
	}},
}

func valid(f url.Values) error {
	for _, r := range rules {
		if r.broken(f) {
			return sim.Refuse(r.code, "%s", r.text)
		}
	}
	return nil
}

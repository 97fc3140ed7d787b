package awssmssim

import (
	"regexp"
	"unicode/utf8"

	"herald/localstack/simulators/sim"
)

// request of SendTextMessage, as far as the simulator looks at it.
type request struct {
	DestinationPhoneNumber, OriginationIdentity, MessageBody, MessageType, ConfigurationSetName, Keyword string
	TimeToLive                                                                                           *int
	Context                                                                                              map[string]string
}

// model is the document of the rules: the service's model, whose shapes are named behind it.
const model = "AWS SDK model pinpoint-sms-voice-v2 2022-03-31, "

// rule is a rule of the documentation for a message. Breaking it is refused with the code.
type rule struct {
	code         sim.Code
	text, source string
	broken       func(m *request) bool
}

var (
	number     = regexp.MustCompile(`^\+?[1-9][0-9]{1,18}$`)
	originator = regexp.MustCompile(`^[A-Za-z0-9_:/\+-]{1,256}$`)
	keyword    = regexp.MustCompile(`^[ \S]{1,30}$`)
)

var rules = []rule{
	{"INVALID_PARAMETER", "DestinationPhoneNumber", model + "PhoneNumber",
		func(m *request) bool { return !number.MatchString(m.DestinationPhoneNumber) }},
	{"INVALID_PARAMETER", "MessageBody has 1 to 1600 characters", model + "TextMessageBody",
		func(m *request) bool { n := utf8.RuneCountInString(m.MessageBody); return n < 1 || n > 1600 }},
	{"INVALID_PARAMETER", "MessageType is TRANSACTIONAL or PROMOTIONAL", model + "MessageType",
		func(m *request) bool {
			return m.MessageType != "" && m.MessageType != "TRANSACTIONAL" && m.MessageType != "PROMOTIONAL"
		}},
	{"NO_ORIGINATION_IDENTITIES_FOUND", "no origination originator can send to this destination", model + "ConflictExceptionReason",
		func(m *request) bool { return m.OriginationIdentity == "" }},
	{"INVALID_PARAMETER", "OriginationIdentity", model + "TextMessageOriginationIdentity",
		func(m *request) bool { return !originator.MatchString(m.OriginationIdentity) }},
	{"INVALID_PARAMETER", "Keyword has at most 30 characters", model + "Keyword",
		func(m *request) bool { return m.Keyword != "" && !keyword.MatchString(m.Keyword) }},
	{"INVALID_PARAMETER", "ConfigurationSetName has at most 256 characters", model + "ConfigurationSetNameOrArn",
		func(m *request) bool { return len(m.ConfigurationSetName) > 256 }},
	{"INVALID_PARAMETER", "TimeToLive is 5 to 259200 seconds", model + "TimeToLive",
		func(m *request) bool { return m.TimeToLive != nil && (*m.TimeToLive < 5 || *m.TimeToLive > 259200) }},
	{"INVALID_PARAMETER", "Context has up to 5 names of 100 characters with values of 800", model + "ContextMap", func(m *request) bool {
		for name, value := range m.Context {
			if name == "" || len(name) > 100 || value == "" || len(value) > 800 {
				return true
			}
		}
		return len(m.Context) > 5
	}},
}

func valid(m *request) error {
	for _, r := range rules {
		if r.broken(m) {
			return sim.Refuse(r.code, "%s", r.text)
		}
	}
	return nil
}

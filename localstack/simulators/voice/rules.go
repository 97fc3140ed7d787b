package voicesim

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"herald/localstack/simulators/sim"
)

// Documents of the rules.
const (
	errorPages = "Twilio error and warning dictionary, www.twilio.com/docs/api/errors/"
	resource   = "Twilio Call resource, www.twilio.com/docs/voice/api/call-resource, "
	gatherPage = "TwiML Gather, www.twilio.com/docs/voice/twiml/gather"
	voiceTwiML = "TwiML for Programmable Voice, www.twilio.com/docs/voice/twiml"
)

var number = regexp.MustCompile(`^\+[1-9][0-9]{6,14}$`)

// dialled are the constraints of a request for a call, in the order in which they are looked at.
var dialled = []sim.Constraint[url.Values]{
	sim.Documented("21211", "Invalid 'To' Phone Number", errorPages+"21211",
		func(f url.Values) bool { return !number.MatchString(f.Get("To")) }),
	sim.Documented("21210", "'From' phone number not verified", errorPages+"21210",
		func(f url.Values) bool { return !number.MatchString(f.Get("From")) }),
	sim.Documented("21205", "Url is not a valid URL", errorPages+"21205", func(f url.Values) bool { return !address(f.Get("Url")) }),
	sim.Documented("21205", "FallbackUrl is not a valid URL", errorPages+"21200",
		func(f url.Values) bool { return f.Get("FallbackUrl") != "" && !address(f.Get("FallbackUrl")) }),
	sim.Documented("21609", "The 'StatusCallback' URL is not a valid URL", errorPages+"21609",
		func(f url.Values) bool { return f.Get("StatusCallback") != "" && !address(f.Get("StatusCallback")) }),
	sim.Documented("21626", "StatusCallbackEvent is not valid", errorPages+"21626", func(f url.Values) bool {
		return slices.ContainsFunc(f["StatusCallbackEvent"], func(e string) bool {
			return !slices.Contains([]string{"initiated", "ringing", "answered", "completed"}, e)
		})
	}),
	sim.Documented("21200", "Method, FallbackMethod and StatusCallbackMethod are GET or POST", errorPages+"21200", func(f url.Values) bool {
		return slices.ContainsFunc([]string{"Method", "FallbackMethod", "StatusCallbackMethod"},
			func(name string) bool { return f.Get(name) != "" && !method(f.Get(name)) })
	}),
	sim.Documented("21208", "Timeout is 1 to 600 seconds", errorPages+"21208 and "+resource+"Timeout",
		func(f url.Values) bool { return f.Get("Timeout") != "" && !within(f.Get("Timeout"), 1, 600) }),
	sim.Documented("20001", "TimeLimit is 1 to 14400 seconds", resource+"TimeLimit",
		func(f url.Values) bool { return f.Get("TimeLimit") != "" && !within(f.Get("TimeLimit"), 1, 14400) }),
	sim.Documented("20001", "MachineDetection is Enable or DetectMessageEnd", resource+"MachineDetection",
		func(f url.Values) bool {
			return f.Get("MachineDetection") != "" && !slices.Contains([]string{"Enable", "DetectMessageEnd"}, f.Get("MachineDetection"))
		}),
	sim.Documented("20001", "MachineDetectionTimeout is 3 to 59 seconds", resource+"MachineDetectionTimeout",
		func(f url.Values) bool {
			return f.Get("MachineDetectionTimeout") != "" && !within(f.Get("MachineDetectionTimeout"), 3, 59)
		}),
}

const mostAddress = 4000

func address(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https") && len(text) <= mostAddress
}

func method(text string) bool { return text == http.MethodGet || text == http.MethodPost }

func within(text string, least, most int) bool {
	n, err := strconv.Atoi(text)
	return err == nil && n >= least && n <= most
}

func (s *Sim) valid(f url.Values) error {
	if s.cfg.Number != "" && f.Get("From") != s.cfg.Number {
		return sim.Refuse("21210", "'From' phone number not verified")
	}
	return sim.Check(dialled, f)
}

// mostDocument is how long a document may be.
const mostDocument = 64 << 10

// verbs are the verbs that are simulated, each with its attributes.
var verbs = map[string]string{"Play": "loop digits", "Say": "voice language loop", "Pause": "length", "Redirect": "method", "Hangup": "",
	"Gather": "action method input language numDigits timeout finishOnKey speechTimeout hints speechModel enhanced profanityFilter " +
		"actionOnEmptyResult bargeIn"}

var (
	language = regexp.MustCompile(`^[a-z]{2,3}(-[A-Za-z]{4})?(-[A-Z]{2}|-[0-9]{3})?$`)
	listens  = []string{"dtmf", "speech", "dtmf speech", "speech dtmf"}
)

// spokenOf are the constraints of a verb of a document, in the order in which they are looked at. Twilio goes on after some of them with
// a default; the simulator ends the document, so that no test passes with a warning.
var spokenOf = []sim.Constraint[verb]{
	sim.Documented("12200", "the verb is not known", voiceTwiML, func(v verb) bool { _, known := verbs[v.XMLName.Local]; return !known }),
	sim.Documented("12200", "the attribute is not known", voiceTwiML, func(v verb) bool {
		return slices.ContainsFunc(v.Attrs,
			func(a xmlAttr) bool { return !slices.Contains(strings.Fields(verbs[v.XMLName.Local]), a.Name.Local) })
	}),
	sim.Documented("12200", "Gather holds Say, Play and Pause alone", gatherPage+", nested verbs", func(v verb) bool {
		return v.is("Gather") && slices.ContainsFunc(v.Children,
			func(c verb) bool { return !slices.Contains([]string{"Say", "Play", "Pause"}, c.XMLName.Local) })
	}),
	sim.Documented("12200", "the verb holds no other", voiceTwiML, func(v verb) bool { return !v.is("Gather") && len(v.Children) > 0 }),
	sim.Documented("13310", "Gather: Invalid finishOnKey value", errorPages+"13310",
		func(v verb) bool { return v.is("Gather") && !finishes(v.attr("finishOnKey", "#")) }),
	sim.Documented("13312", "Gather: Invalid method value", errorPages+"13312",
		func(v verb) bool { return v.is("Gather") && !method(v.attr("method", "POST")) }),
	sim.Documented("13313", "Gather: Invalid timeout value", errorPages+"13313",
		func(v verb) bool { return v.is("Gather") && !within(v.attr("timeout", "5"), 1, 1<<20) }),
	sim.Documented("13314", "Gather: Invalid numDigits value", errorPages+"13314",
		func(v verb) bool { return v.is("Gather") && !within(v.attr("numDigits", "1"), 1, 1<<20) }),
	sim.Documented("13327", "Gather: Invalid speechTimeout value", errorPages+"13327", func(v verb) bool {
		return v.is("Gather") && v.attr("speechTimeout", "auto") != "auto" && !within(v.attr("speechTimeout", ""), 1, 1<<20)
	}),
	sim.Documented("13330", "Gather: Invalid hints value", errorPages+"13330 and "+gatherPage+": at most 500 phrases of 100 characters",
		func(v verb) bool {
			phrases := strings.Split(v.attr("hints", ""), ",")
			return len(phrases) > 500 || slices.ContainsFunc(phrases,
				func(p string) bool { return utf8.RuneCountInString(strings.TrimSpace(p)) > 100 })
		}),
	sim.Documented("12200", "input is dtmf, speech or both", gatherPage+", input",
		func(v verb) bool { return v.is("Gather") && !slices.Contains(listens, v.attr("input", "dtmf")) }),
	sim.Documented("12200", "language is a tag of BCP 47", gatherPage+", language",
		func(v verb) bool { return !language.MatchString(v.attr("language", "en-US")) }),
	sim.Documented("13520", "Say: Invalid text", errorPages+"13520",
		func(v verb) bool { return v.is("Say") && strings.TrimSpace(v.Text) == "" }),
	sim.Documented("13520", "Say has at most 4096 characters", "TwiML Say, www.twilio.com/docs/voice/twiml/say",
		func(v verb) bool { return v.is("Say") && utf8.RuneCountInString(v.Text) > 4096 }),
	sim.Documented("12200", "Play has the URL of a file", "TwiML Play, www.twilio.com/docs/voice/twiml/play", func(v verb) bool {
		return v.is("Play") && strings.TrimSpace(v.Text) == "" && v.attr("digits", "") == ""
	}),
	sim.Documented("13410", "Play: Invalid loop value", errorPages+"13410",
		func(v verb) bool { return v.is("Play") && !within(v.attr("loop", "1"), 0, 1000) }),
	sim.Documented("13610", "Pause: Invalid length value", errorPages+"13610",
		func(v verb) bool { return v.is("Pause") && !within(v.attr("length", "1"), 1, 1<<20) }),
}

func finishes(keys string) bool { return strings.Trim(keys, "0123456789#*") == "" }

func (v *verb) is(name string) bool { return v.XMLName.Local == name }

// checked refuses a document by the first constraint that one of its verbs breaks.
func checked(all []verb) error {
	for _, v := range all {
		err := sim.Check(spokenOf, v)
		if refused := new(sim.Refusal); errors.As(err, &refused) {
			return fmt.Errorf("%s %s: %s", refused.Code, refused.Details, v.XMLName.Local)
		}
		if err := checked(v.Children); err != nil {
			return err
		}
	}
	return nil
}

package partnersim

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"herald/localstack/simulators/sim"
)

// Documents of the rules: the partner's own.
const (
	screeningDoc = "pkg/provider/partner/openapi.json, schema "
	groupDoc     = "pkg/provider/partner/groups.json, schema "
)

const (
	mostNumbers   = 1000
	mostAdded     = 50
	mostPicture   = 500 << 10
	mostReference = 100
)

var numbers = regexp.MustCompile(`^[0-9]{7,15}$`)

func badNumber(n string) bool { return !numbers.MatchString(n) }

func absolute(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Host != ""
}

func longer(text string, most int) bool { return utf8.RuneCountInString(text) > most }

// batched is a batch of numbers and its name.
type batched struct {
	request
	reference string
}

// batches are the constraints of a batch, in the order in which they are looked at.
var batches = []sim.Constraint[batched]{
	sim.Documented("MALFORMED", "a reference has at most 100 characters", "pkg/provider/partner/openapi.json, parameter reference",
		func(b batched) bool { return longer(b.reference, mostReference) }),
	sim.Documented("MALFORMED", "numbers holds 1 to 1000", screeningDoc+"Batch, numbers",
		func(b batched) bool { return len(b.Numbers) == 0 || len(b.Numbers) > mostNumbers }),
	sim.Documented("MALFORMED", "a number has 7 to 15 digits, without +", screeningDoc+"Batch, numbers",
		func(b batched) bool { return slices.ContainsFunc(b.Numbers, badNumber) }),
	sim.Documented("MALFORMED", "checks holds whatsapp, active and profile", screeningDoc+"Batch, checks", func(b batched) bool {
		return len(b.Checks) == 0 || slices.ContainsFunc(b.Checks,
			func(c string) bool { return c != "whatsapp" && c != "active" && c != "profile" })
	}),
	sim.Documented("MALFORMED", "callbackUrl is an absolute address", screeningDoc+"Batch, callbackUrl",
		func(b batched) bool { return !absolute(b.CallbackURL) }),
}

// created is a group and its name.
type created struct {
	groupRequest
	reference string
}

// creations are the constraints of a group.
var creations = []sim.Constraint[created]{
	sim.Documented("MALFORMED", "a reference has at most 100 characters", "pkg/provider/partner/groups.json, parameter reference",
		func(c created) bool { return longer(c.reference, mostReference) }),
	sim.Documented("MALFORMED", "subject has 1 to 100 characters", groupDoc+"Wish, subject",
		func(c created) bool { return c.Subject == "" || longer(c.Subject, 100) }),
	sim.Documented("MALFORMED", "description has at most 512 characters", groupDoc+"Wish, description",
		func(c created) bool { return longer(c.Description, 512) }),
	sim.Documented("MALFORMED", "callbackUrl is an absolute address", groupDoc+"Wish, callbackUrl",
		func(c created) bool { return !absolute(c.CallbackURL) }),
}

// stepped is a step of a group: the path behind the group's, and its body.
type stepped struct {
	groupStep
	path string
}

func (s stepped) is(kind string) bool {
	of, _, _ := strings.Cut(s.path, "/")
	return of == kind
}

func (s stepped) adds() bool { return s.is("members") || s.is("admins") }

func badPicture(kind string, content []byte) bool {
	return !slices.Contains([]string{"image/jpeg", "image/png", "image/webp", "image/gif"}, kind) || len(content) == 0 ||
		len(content) > mostPicture
}

// steps are the constraints of a step of a group, in the order in which they are looked at.
var steps = []sim.Constraint[stepped]{
	sim.Documented("MALFORMED", "numbers holds 1 to 50", groupDoc+"Numbers",
		func(s stepped) bool { return s.adds() && (len(s.Numbers) == 0 || len(s.Numbers) > mostAdded) }),
	sim.Documented("MALFORMED", "a number has 7 to 15 digits, without +", groupDoc+"Numbers",
		func(s stepped) bool { return s.adds() && slices.ContainsFunc(s.Numbers, badNumber) }),
	sim.Documented("MALFORMED", "subject has 1 to 100 characters", groupDoc+"Description, subject",
		func(s stepped) bool { return s.is("description") && (s.Subject == "" || longer(s.Subject, 100)) }),
	sim.Documented("MALFORMED", "description has at most 512 characters", groupDoc+"Description, description",
		func(s stepped) bool { return s.is("description") && longer(s.Description, 512) }),
	sim.Documented("MALFORMED", "a picture is a JPEG, PNG, WebP or GIF of at most 500 KB", groupDoc+"Picture",
		func(s stepped) bool { return s.is("picture") && badPicture(s.Type, s.Content) }),
	sim.Documented("MALFORMED", "text has at most 1000 characters", groupDoc+"Greeting, text",
		func(s stepped) bool { return s.is("greetings") && longer(s.Text, 1000) }),
	sim.Documented("MALFORMED", "the picture of a greeting is a JPEG, PNG, WebP or GIF of at most 500 KB", groupDoc+"Greeting, picture",
		func(s stepped) bool {
			return s.is("greetings") && s.Picture != nil && badPicture(s.Picture.Type, s.Picture.Content)
		}),
}

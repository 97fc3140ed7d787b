package sessim

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"herald/localstack/simulators/sim"
)

const (
	model   = "AWS SDK model sesv2 2019-09-27, "
	guide   = "Amazon SES Developer Guide, "
	headers = guide + "Amazon SES header fields"
)

var (
	headerName = regexp.MustCompile(`^[!-9;-~]{1,126}$`)
	printable  = regexp.MustCompile(`^[ -~]*$`)
	tagText    = regexp.MustCompile(`^[A-Za-z0-9_.@-]{1,256}$`)
	ownTag     = regexp.MustCompile(`^ses:feedback-id-[ab]$`)
	mailbox    = regexp.MustCompile(`^[!-~]+@[A-Za-z0-9.-]+$`)
)

// own are the headers that the service writes.
var own = []string{"from", "to", "cc", "bcc", "subject", "date", "message-id", "reply-to", "return-path", "content-type", "mime-version",
	"content-transfer-encoding", "dkim-signature", "sender", "content-disposition"}

func anyHeader(m *request, is func(h field) bool) bool {
	return m.Content.Simple != nil && slices.ContainsFunc(m.Content.Simple.Headers, is)
}

func recipients(m *request) []string {
	return slices.Concat(m.Destination.ToAddresses, m.Destination.CcAddresses, m.Destination.BccAddresses)
}

var constraints = []sim.Constraint[*request]{
	sim.Documented("BadRequestException", "Recipient is not set", model+"Destination",
		func(m *request) bool { return len(recipients(m)) == 0 }),
	sim.Documented("BadRequestException", "Recipient count exceeds 50", guide+"Service quotas",
		func(m *request) bool { return len(recipients(m)) > 50 }),
	sim.Documented("BadRequestException", "Illegal address", model+"EmailAddress", func(m *request) bool {
		return slices.ContainsFunc(recipients(m), func(a string) bool { return !mailbox.MatchString(address(a)) })
	}),
	sim.Documented("BadRequestException", "Sender is not set", model+"SendEmailRequest",
		func(m *request) bool { return m.FromEmailAddress == "" }),
	sim.Documented("BadRequestException", "Illegal sender", model+"EmailAddress, 7-bit ASCII", func(m *request) bool {
		return !printable.MatchString(m.FromEmailAddress) || !mailbox.MatchString(address(m.FromEmailAddress))
	}),
	sim.Documented("BadRequestException", "One content is to be set", model+"EmailContent",
		func(m *request) bool { return m.Content.Simple == nil && m.Content.Raw == nil }),
	sim.Documented("BadRequestException", "Template content is not simulated", model+"EmailContent",
		func(m *request) bool { return m.Content.Template != nil }),
	sim.Documented("BadRequestException", "Body is not set", model+"Body", func(m *request) bool {
		c := m.Content.Simple
		return c != nil && c.Body.Text == nil && c.Body.HTML == nil
	}),
	sim.Documented("BadRequestException", "Content is not UTF-8", model+"Content", func(m *request) bool {
		c := m.Content.Simple
		return c != nil && (!utf8.ValidString(c.Subject.Data) || strings.ContainsAny(c.Subject.Data, "\r\n"))
	}),
	sim.Documented("BadRequestException", "Header name", model+"MessageHeaderName",
		func(m *request) bool {
			return anyHeader(m, func(h field) bool { return !headerName.MatchString(h.Name) })
		}),
	sim.Documented("BadRequestException", "Header value", model+"MessageHeaderValue", func(m *request) bool {
		return anyHeader(m, func(h field) bool {
			return !printable.MatchString(h.Value) || h.Value == "" || len(h.Value) > 995 || len(h.Name)+len(h.Value) > 996
		})
	}),
	sim.Documented("BadRequestException", "Header is set by the service", headers, func(m *request) bool {
		return anyHeader(m, func(h field) bool { return slices.Contains(own, strings.ToLower(h.Name)) })
	}),
	sim.Documented("BadRequestException", "Header appears more than once", headers, func(m *request) bool {
		seen := map[string]bool{}
		return anyHeader(m, func(h field) bool {
			name := strings.ToLower(h.Name)
			again := seen[name]
			seen[name] = true
			return again
		})
	}),
	sim.Documented("BadRequestException", "Tag", model+"MessageTag", func(m *request) bool {
		return slices.ContainsFunc(m.EmailTags, func(t field) bool {
			return !tagText.MatchString(t.Name) && !ownTag.MatchString(t.Name) || !tagText.MatchString(t.Value)
		})
	}),
	sim.Documented("BadRequestException", "Tag count exceeds 50", guide+"Service quotas",
		func(m *request) bool { return len(m.EmailTags) > 50 }),
	sim.Documented("BadRequestException", "Message length exceeds 40 MB", guide+"Service quotas", func(m *request) bool {
		n := 0
		if c := m.Content.Simple; c != nil {
			for _, p := range []*part{c.Body.Text, c.Body.HTML} {
				if p != nil {
					n += len(p.Data)
				}
			}
		}
		if r := m.Content.Raw; r != nil {
			n += len(r.Data)
		}
		return n > 40<<20
	}),
}

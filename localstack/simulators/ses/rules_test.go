package sessim

import (
	"strings"
	"testing"

	"herald/localstack/simulators/sim"
	"herald/localstack/simulators/sim/simtest"
)

// Each rule refuses its case, and nothing else does.
func TestRules(t *testing.T) {
	good := func() request {
		var m request
		m.FromEmailAddress, m.ConfigurationSetName = `"Ana" <news@shop.example>`, "herald"
		m.Destination.ToAddresses = []string{"ana@mail.example"}
		m.EmailTags = []field{{"ref", "abc_-"}, {"ses:feedback-id-a", "x"}}
		m.Content.Simple = new(struct {
			Subject part
			Body    struct{ Text, HTML *part }
			Headers []field
		})
		m.Content.Simple.Subject.Data = "Olá"
		m.Content.Simple.Body.Text = &part{"Hi", "UTF-8"}
		m.Content.Simple.Headers = []field{{"List-Unsubscribe", "<https://x.example/u>"}}
		return m
	}
	header := func(name, value string) func(**request) {
		return func(p **request) {
			m := *p
			m.Content.Simple.Headers = append(m.Content.Simple.Headers, field{name, value})
		}
	}
	simtest.Constraints(t, constraints, func() *request { m := good(); return &m }, []simtest.Case[*request]{
		{"no recipient", func(p **request) { m := *p; m.Destination.ToAddresses = nil }, "Recipient is not set"},
		{"51 recipients", func(p **request) {
			m := *p
			m.Destination.BccAddresses = strings.Split(strings.Repeat("a@b.example,", 50)+"a@b.example", ",")
		}, "Recipient count"},
		{"a blank recipient", func(p **request) { m := *p; m.Destination.ToAddresses = []string{"ana @mail"} }, "Illegal address"},
		{"no sender", func(p **request) { m := *p; m.FromEmailAddress = "" }, "Sender is not set"},
		{"a sender with an umlaut", func(p **request) { m := *p; m.FromEmailAddress = "Jürgen <a@b.example>" }, "Illegal sender"},
		{"no content", func(p **request) { m := *p; m.Content.Simple = nil }, "One content"},
		{"a template", func(p **request) { m := *p; m.Content.Template = new(jsonText) }, "Template content"},
		{"no body", func(p **request) { m := *p; m.Content.Simple.Body.Text = nil }, "Body is not set"},
		{"a line break in the subject", func(p **request) { m := *p; m.Content.Simple.Subject.Data = "a\nb" }, "Content is not UTF-8"},
		{"a header with a blank", header("My Header", "x"), "Header name"},
		{"a header with a line break", header("X-A", "x\r\nBcc: a@b.example"), "Header value"},
		{"a long header", header("X-A", strings.Repeat("x", 994)), "Header value"},
		{"the service's own header", header("Message-ID", "<x@y>"), "Header is set by the service"},
		{"a header twice", header("list-unsubscribe", "<https://x.example/v>"), "Header appears more than once"},
		{"a tag with a colon", func(p **request) { m := *p; m.EmailTags = []field{{"a:b", "x"}} }, "Tag"},
		{"a tag without a value", func(p **request) { m := *p; m.EmailTags = []field{{"a", ""}} }, "Tag"},
		{"51 tags", func(p **request) {
			m := *p
			m.EmailTags = nil
			for range 51 {
				m.EmailTags = append(m.EmailTags, field{"a", "b"})
			}
		}, "Tag count"},
		{"41 MB", func(p **request) { m := *p; m.Content.Simple.Body.HTML = &part{strings.Repeat("x", 41<<20), "UTF-8"} }, "Message length"},
	}, func(m *request) error { return sim.Check(constraints, m) })
}

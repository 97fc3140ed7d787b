package partnersim

import (
	"strings"
	"testing"

	"herald/localstack/simulators/sim"
	"herald/localstack/simulators/sim/simtest"
)

// Each rule of the partner's documents refuses its case of a batch, and nothing else does.
func TestRulesOfBatches(t *testing.T) {
	good := func() batched {
		return batched{request{Numbers: []string{"5511987654321"}, Checks: []string{"whatsapp", "active", "profile"},
			CallbackURL: "https://herald.example/hook"}, "S1"}
	}
	number := func(n string) func(*batched) { return func(b *batched) { b.Numbers = append(b.Numbers, n) } }
	simtest.Constraints(t, batches, good, []simtest.Case[batched]{
		{"a long reference", func(b *batched) { b.reference = strings.Repeat("x", 101) }, "a reference"},
		{"nobody", func(b *batched) { b.Numbers = nil }, "numbers"},
		{"1001", func(b *batched) { b.Numbers = make([]string, 1001) }, "numbers"},
		{"a plus", number("+5511987654321"), "a number"},
		{"six digits", number("123456"), "a number"},
		{"16 digits", number("1234567890123456"), "a number"},
		{"15 digits", number("123456789012345"), ""},
		{"no checks", func(b *batched) { b.Checks = nil }, "checks"},
		{"another check", func(b *batched) { b.Checks = []string{"hlr"} }, "checks"},
		{"a path", func(b *batched) { b.CallbackURL = "/hook" }, "callbackUrl"},
	}, func(b batched) error { return sim.Check(batches, b) })
}

// Each rule of the partner's documents refuses its case of a group.
func TestRulesOfGroups(t *testing.T) {
	simtest.Constraints(t, creations, func() created {
		return created{groupRequest{Subject: "Clientes", Description: "Ofertas", CallbackURL: "https://herald.example/hook"}, "G1"}
	}, []simtest.Case[created]{
		{"a long reference", func(c *created) { c.reference = strings.Repeat("x", 101) }, "a reference"},
		{"no subject", func(c *created) { c.Subject = "" }, "subject"},
		{"a subject of 100", func(c *created) { c.Subject = strings.Repeat("é", 100) }, ""},
		{"a subject of 101", func(c *created) { c.Subject = strings.Repeat("é", 101) }, "subject"},
		{"a long description", func(c *created) { c.Description = strings.Repeat("é", 513) }, "description"},
		{"no callbacks", func(c *created) { c.CallbackURL = "" }, "callbackUrl"},
	}, func(c created) error { return sim.Check(creations, c) })
	step := func(path string, change func(*groupStep)) func(*stepped) {
		return func(s *stepped) {
			*s = stepped{path: path}
			change(&s.groupStep)
		}
	}
	numbered := func(n ...string) func(*groupStep) { return func(s *groupStep) { s.Numbers = n } }
	pictured := func(kind string, size int) func(*groupStep) {
		return func(s *groupStep) { s.Type, s.Content = kind, make([]byte, size) }
	}
	simtest.Constraints(t, steps, func() stepped { return stepped{groupStep{Numbers: []string{"5511987654321"}}, "members/1"} },
		[]simtest.Case[stepped]{
			{"nobody", step("members/1", numbered()), "numbers"},
			{"no administrators", step("admins", numbered()), "numbers"},
			{"51", step("members/1", numbered(make([]string, 51)...)), "numbers"},
			{"a plus", step("admins", numbered("+5511987654321")), "a number"},
			{"muted", step("mute", func(*groupStep) {}), ""},
			{"no subject", step("description", func(*groupStep) {}), "subject"},
			{"a long description", step("description", func(s *groupStep) { s.Subject, s.Description = "x", strings.Repeat("é", 513) }),
				"description"},
			{"a picture", step("picture", pictured("image/png", mostPicture)), ""},
			{"a large picture", step("picture", pictured("image/png", mostPicture+1)), "a picture"},
			{"a drawing", step("picture", pictured("image/svg+xml", 1)), "a picture"},
			{"a long text", step("greetings/1", func(s *groupStep) { s.Text = strings.Repeat("é", 1001) }), "text"},
			{"a greeting with an empty picture", step("greetings/1", func(s *groupStep) {
				s.Picture = &struct {
					Type    string `json:"type"`
					Content []byte `json:"content"`
				}{Type: "image/png"}
			}), "the picture"},
		}, func(s stepped) error { return sim.Check(steps, s) })
}

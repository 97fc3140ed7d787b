package emailtemplate

import (
	"context"
	"slices"
	"strings"

	"herald/pkg/campaign/emaildesign"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/plain"
)

// checked is what is known of a design after its check.
type checked struct {
	program  *emaildesign.Program // nil for a design that cannot be compiled
	problems []emaildesign.Problem
}

// check brings a design into the form in which it is stored, and says what is wrong with it.
func (s *Service) check(ctx context.Context, subject string, d *emaildesign.Design) (*checked, error) {
	most, err := s.Settings.Int(ctx, "order.placeholders")
	if err != nil {
		return nil, err
	}
	out := &checked{problems: emaildesign.Rules{Subject: subject, Placeholders: most}.Check(d)}
	if s.Clean != nil {
		s.Clean(d)
	}
	program, err := emaildesign.Compile(d, emaildesign.Options{Subject: subject})
	if err != nil {
		if len(emaildesign.Errors(out.problems)) == 0 {
			return nil, err
		}
		return out, nil // Check names it
	}
	out.program = program
	out.problems = append(out.problems, emaildesign.Hints(d, program)...)
	slices.SortStableFunc(out.problems, func(a, b emaildesign.Problem) int { return rank[a.Severity] - rank[b.Severity] })
	return out, nil
}

var rank = map[emaildesign.Severity]int{emaildesign.Error: 0, emaildesign.Warning: 1, emaildesign.Hint: 2}

// prepare refuses a request that cannot be stored.
func (s *Service) prepare(ctx context.Context, w *Request) (*checked, error) {
	w.Name = strings.TrimSpace(plain.Text(w.Name))
	w.Subject = strings.TrimSpace(plain.Text(w.Subject))
	if w.Name == "" || strings.Contains(w.Name, "\n") {
		return nil, fault.Bad("name", "web.valid.missing")
	}
	c, err := s.check(ctx, w.Subject, &w.Design)
	if err != nil {
		return nil, err
	}
	return c, refusal(emaildesign.Refused(c.problems))
}

// refusal names every problem of a design, each by its block and field.
func refusal(all []emaildesign.Problem) error {
	if len(all) == 0 {
		return nil
	}
	e := fault.Bad(fieldOf(&all[0]), all[0].Key).WithArgs(all[0].Args)
	e.Fields = nil
	for i := range all {
		e.Fields = append(e.Fields, fault.Field{Name: fieldOf(&all[i]), Key: all[i].Key, Args: all[i].Args})
	}
	return e
}

func fieldOf(p *emaildesign.Problem) string {
	switch {
	case p.Field == "subject":
		return p.Field
	case p.Block == "":
		return "design." + p.Field
	}
	return "design." + p.Block + "." + p.Field
}

// told gives problems in the caller's language.
func (s *Service) told(ctx context.Context, all []emaildesign.Problem) []Problem {
	out := make([]Problem, len(all))
	for i := range all {
		p := &all[i]
		out[i] = Problem{Block: p.Block, Field: p.Field, Key: p.Key, Severity: string(p.Severity), Message: s.Text(ctx, p.Key, p.Args)}
	}
	return out
}

// fill takes over what was written. A template with errors is disabled.
func (e *entity) fill(name, subject string, c *checked) {
	e.Name, e.Subject = name, subject
	e.Placeholders = []string{}
	if c.program != nil {
		e.Placeholders = c.program.Fields
	}
	e.Finished = len(emaildesign.Errors(c.problems)) == 0
	if !e.Finished {
		e.Status = Disabled
	}
	e.show()
}

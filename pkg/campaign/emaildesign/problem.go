package emaildesign

import (
	"strconv"

	"herald/pkg/kit/fault"
)

// Severity of a problem.
type Severity string

const (
	Error   Severity = "error"   // an email with it cannot be sent
	Warning Severity = "warning" // it can be sent, and reads worse for some
	Hint    Severity = "hint"    // mailbox providers look at it when they decide between inbox and spam
)

// Problem is something that an author should change. Key names its message.
type Problem struct {
	Block    string // id of the block; empty: of the whole design
	Field    string // of the block or design, as in JSON: text.html
	Key      string
	Args     map[string]any
	Severity Severity
	// Unfinished: something is missing that the author may still add. Such a design can be stored, and not sent.
	Unfinished bool
}

// Errors gives the problems with which an email cannot be sent.
func Errors(all []Problem) []Problem {
	return choose(all, func(p *Problem) bool { return p.Severity == Error })
}

// Refused gives the problems with which a design cannot even be stored.
func Refused(all []Problem) []Problem {
	return choose(all, func(p *Problem) bool { return p.Severity == Error && !p.Unfinished })
}

func choose(all []Problem, keep func(*Problem) bool) (out []Problem) {
	for i := range all {
		if keep(&all[i]) {
			out = append(out, all[i])
		}
	}
	return out
}

func (c *checker) add(p Problem) {
	if len(c.problems) < mostProblems {
		c.problems = append(c.problems, p)
	}
}

// mostProblems bounds the list for a design that is wrong everywhere.
const mostProblems = 100

func (c *checker) wrong(b *Block, field, key string, args ...any) {
	c.add(Problem{Block: b.ID, Field: field, Key: key, Args: fault.Args(args...), Severity: Error})
}

func (c *checker) missing(b *Block, field, key string, args ...any) {
	c.add(Problem{Block: b.ID, Field: field, Key: key, Args: fault.Args(args...), Severity: Error, Unfinished: true})
}

func (c *checker) warn(b *Block, field, key string, args ...any) {
	c.add(Problem{Block: b.ID, Field: field, Key: key, Args: fault.Args(args...), Severity: Warning})
}

func indexed(field string, i int, rest string) string {
	return field + "[" + strconv.Itoa(i) + "]" + rest
}

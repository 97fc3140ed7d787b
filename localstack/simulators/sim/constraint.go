package sim

// Constraint is a rule of a provider's documentation for a request. Breaking it is refused with the code.
type Constraint[T any] struct {
	Code   Code
	Text   string // the documentation's sentence
	Source string // document and section
	Broken func(T) bool
}

// Documented makes a constraint.
func Documented[T any](code Code, text, source string, broken func(T) bool) Constraint[T] {
	return Constraint[T]{Code: code, Text: text, Source: source, Broken: broken}
}

// Check refuses a request by the first constraint that it breaks.
func Check[T any](all []Constraint[T], request T) error {
	for _, c := range all {
		if c.Broken(request) {
			return Refuse(c.Code, "%s", c.Text)
		}
	}
	return nil
}

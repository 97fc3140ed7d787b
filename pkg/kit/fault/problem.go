package fault

// Problem is why a value of a file or a field is refused. Problems are compared by identity or by Key.
type Problem struct {
	Key  string
	Code int // wire code
}

// Error is the key, so that a problem can travel as an error.
func (p *Problem) Error() string { return p.Key }

// Fault is the problem as a 400 of a request.
func (p *Problem) Fault() *Error { return New(Invalid, p.Code, p.Key) }

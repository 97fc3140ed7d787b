package provider

// WorkCall is a call of a partner that fulfils work items, as it came.
type WorkCall struct {
	Method string
	Target string // path and query
	Body   []byte
	Header func(name string) string
}

// WorkPartners knows the partners that fulfil work items. They call the platform.
type WorkPartners interface {
	// Caller gives the name of the partner that signed a call. An error for any other call, and for one that is too old.
	Caller(c WorkCall) (partner string, err error)
}

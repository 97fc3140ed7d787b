package store

import "context"

type holdKey struct{}

// WithWriteGate lets whatever is done under a context read at once, but write only with leave: a write waits until leave has answered,
// and fails with leave's error. Every write of this package asks, and so does whatever else changes something outside: what is
// sent to a queue, kept as a file, or pushed.
func WithWriteGate(ctx context.Context, leave func(ctx context.Context) error) context.Context {
	return context.WithValue(ctx, holdKey{}, leave)
}

// AwaitWriteGate waits until something may be written under a context; the error says that it may not.
func AwaitWriteGate(ctx context.Context) error {
	if leave, held := ctx.Value(holdKey{}).(func(context.Context) error); held {
		return leave(ctx)
	}
	return nil
}

// mayWrite is why a write may not be made: what is wrong with it, or that there is no leave.
func mayWrite(ctx context.Context, invalid error) error {
	if invalid != nil {
		return invalid
	}
	return AwaitWriteGate(ctx)
}

package provider

import (
	"context"
	"errors"
	"strings"
	"time"

	"herald/pkg/kit/outbound"
)

const clipLimit = 300 // bytes

// Clip shortens a provider's text for the log.
func Clip(s string) string {
	if len(s) <= clipLimit {
		return s
	}
	return strings.ToValidUTF8(s[:clipLimit], "") + "…"
}

// CallFailed is the outcome of a call without a complete answer: Retry when not a byte of it was written, otherwise Unknown.
func CallFailed(err error) Outcome {
	var f *outbound.Failed
	out := Outcome{Verdict: Unknown, Detail: Clip(err.Error())}
	if errors.As(err, &f) && !f.Written {
		out.Verdict = Retry
		if !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
			out.Scope, out.After = Sender, time.Second
		}
	}
	return out
}

package dispatch

import (
	"context"
	"time"
)

// callLimit bounds calls by a deadline that those of about a second share: a timer for each call costs a tenth of a send.
type callLimit struct {
	parent  context.Context
	ctx     context.Context
	until   time.Time
	cancels []context.CancelFunc
}

// next is the context of a call that is made now. It ends callTime from now, or up to subBatchTime later.
func (l *callLimit) next() context.Context {
	if l.ctx == nil || time.Until(l.until) < callTime {
		ctx, cancel := context.WithTimeout(l.parent, callTime+subBatchTime)
		l.until, _ = ctx.Deadline() // it has one
		l.ctx, l.cancels = ctx, append(l.cancels, cancel)
	}
	return l.ctx
}

// end releases the timers, once every call has ended.
func (l *callLimit) end() {
	for _, cancel := range l.cancels {
		cancel()
	}
}

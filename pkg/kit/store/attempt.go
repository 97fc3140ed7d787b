package store

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http/httptrace"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"
)

// attempts bounds how often a write is sent. It is repeated here and not by the SDK. A failed condition can only be
// judged with the knowledge that an earlier try may have been carried out; the SDK would report a repetition of our
// own write as another writer's.
const attempts = 3

// unrepeated takes the SDK's own repetitions away.
func unrepeated(o *dynamodb.Options) { o.Retryer = aws.NopRetryer{} }

// writeOutcome is the outcome of a write, as far as its caller can know.
type writeOutcome uint8

const (
	refused writeOutcome = iota // certainly not carried out, and the next try would get the same answer
	held                        // certainly not carried out; the next try may be: throttled, in conflict, or never sent
	doubted                     // perhaps carried out
)

// attempt makes a call until it has an answer that another try would not change. doubt tells that a try before the last
// answer, or the last one, may have been carried out without our learning of it.
func attempt(ctx context.Context, call func(ctx context.Context) error) (doubt bool, err error) {
	for try := 0; ; try++ {
		if try > 0 && conflict(err) {
			_ = sleep(ctx, jitter(5*time.Millisecond, try)) // a context that ended is seen below
		} else {
			_ = pause(ctx, try)
		}
		if ctx.Err() != nil {
			return doubt, errors.Join(ctx.Err(), err)
		}
		var wire requestTrace
		if err = call(wire.trace(ctx)); err == nil {
			return doubt, nil
		}
		f := wire.outcome(err)
		doubt = doubt || f == doubted
		if f == refused || try+1 == attempts {
			return doubt, err
		}
	}
}

// requestTrace records how far a request came.
type requestTrace struct{ asked, wrote atomic.Bool }

func (w *requestTrace) trace(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GetConn:      func(string) { w.asked.Store(true) },
		WroteHeaders: func() { w.wrote.Store(true) },
	})
}

func (w *requestTrace) outcome(err error) writeOutcome {
	var dial *net.OpError
	if errors.As(err, &dial) && dial.Op == "dial" || w.asked.Load() && !w.wrote.Load() {
		return held
	}
	var answer *smithyhttp.ResponseError
	var cut *smithy.DeserializationError
	if errors.As(err, &answer) && !errors.As(err, &cut) && answer.HTTPStatusCode() >= 400 && answer.HTTPStatusCode() < 500 {
		return refusal(err)
	}
	var send *smithyhttp.RequestSendError
	var left *smithy.CanceledError
	if answer != nil || errors.As(err, &cut) || errors.As(err, &send) || errors.As(err, &left) {
		return doubted
	}
	return refused // it failed before it was sent: not to be written as a request, no credentials
}

// refusal is the fate of a write that DynamoDB answered as the client's fault.
func refusal(err error) writeOutcome {
	var failure smithy.APIError
	if !errors.As(err, &failure) {
		return refused
	}
	code := failure.ErrorCode()
	if code == "TransactionInProgressException" { // an earlier try of the same transaction, by its token
		return doubted
	}
	if _, throttled := retry.DefaultThrottleErrorCodes[code]; throttled || code == "TransactionConflictException" || conflict(err) {
		return held
	}
	return refused
}

// conflict tells that another transaction held a row, or that a member of ours was throttled; nothing was written.
func conflict(err error) bool {
	var one *types.TransactionConflictException
	if errors.As(err, &one) {
		return true
	}
	var cancelled *types.TransactionCanceledException
	if !errors.As(err, &cancelled) || failedMember(cancelled) != nil {
		return false
	}
	for _, r := range cancelled.CancellationReasons {
		switch aws.ToString(r.Code) {
		case "TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded":
			return true
		}
	}
	return false
}

// tooLarge tells that a row would be larger than the service takes. It has no exception of its own for that, only words.
func tooLarge(err error) bool {
	const words = "Item size"
	var cancelled *types.TransactionCanceledException
	if errors.As(err, &cancelled) {
		return slices.ContainsFunc(cancelled.CancellationReasons, func(r types.CancellationReason) bool {
			return aws.ToString(r.Code) == "ValidationError" && strings.Contains(aws.ToString(r.Message), words)
		})
	}
	var refused smithy.APIError
	return errors.As(err, &refused) && refused.ErrorCode() == "ValidationException" && strings.Contains(refused.ErrorMessage(), words)
}

func failedMember(cancelled *types.TransactionCanceledException) *Failed {
	for i, r := range cancelled.CancellationReasons {
		if aws.ToString(r.Code) == "ConditionalCheckFailed" {
			return &Failed{Index: i, Old: unmarked(r.Item)}
		}
	}
	return nil
}

// explain is the error of a write that was not carried out, or may have been.
func explain(what string, doubt bool, err error) error {
	switch {
	case doubt:
		return fmt.Errorf("%s: %w: %w", what, ErrUnclear, err)
	case conflict(err):
		return fmt.Errorf("%s: %w", what, ErrConflict)
	case tooLarge(err):
		return fmt.Errorf("%s: %w", what, ErrTooLarge)
	}
	return fmt.Errorf("%s: %w", what, err)
}

// MarkAttribute holds the mark of a single write whose repetition could be taken for another writer's write, or do
// its work twice. A repeated try that finds the mark in the row learns that an earlier one was carried out. No
// module sees it. It takes seven bytes of the row.
const MarkAttribute = "~"

const markLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

func newMark() string {
	n := rand.Uint64()
	var b [6]byte
	for i := range b {
		b[i] = markLetters[n>>(6*i)&63]
	}
	return string(b[:])
}

// withMark marks an operation that needs it. An unconditional put, and an update that only sets, leave the same row however
// often they are done.
func (op Op) withMark() Op {
	if op.If == nil && len(op.Add) == 0 {
		return op
	}
	op.mark = newMark()
	unseen := Ne(MarkAttribute, op.mark)
	if op.If == nil {
		op.If = unseen
	} else {
		op.If = And(op.If, unseen)
	}
	return op
}

// unmarked is a row as modules see it; nil for none.
func unmarked(it Item) Item {
	if len(it) == 0 {
		return nil
	}
	delete(it, MarkAttribute)
	return it
}

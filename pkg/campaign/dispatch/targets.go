package dispatch

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/provider"
)

// TargetRoutes serve the recipients of the kind's orders.
func (r *Statistics) TargetRoutes(a *web.API) {
	s := r.Content.Spec()
	web.Handle(a, web.Route{Method: "GET", Path: s.Path + "/{id}/stat", Perm: s.Perm + ":page",
		Summary: "Get counts by state and failure reasons"}, r.stat)
	r.costRoutes(a, s)
	web.Handle(a, web.Route{Method: "GET", Path: s.Path + "/{id}/targets/page", Perm: s.Perm + ":page",
		Summary: "List recipients in the order of sending, filtered by state"}, r.targetsPage)
}

type byID struct {
	ID string `path:"id"`
}

// Target is a recipient of an order (decisions §10).
type Target struct {
	PhoneNumber string         `json:"phoneNumber" doc:"Empty for an email."`
	Email       string         `json:"email,omitempty" doc:"Address of the recipient of an email."`
	State       chunkrow.State `json:"state" enum:"toSend,sending,sent,arrived,read,failed,complained,unknown"`
	Reason      string         `json:"reason"`
	HeldBack    string         `json:"heldBack,omitempty" enum:"suppressed,optedOut,riskControl,capped,noConsent,noHour," doc:"Reason why the recipient was skipped."`
	Code        int            `json:"code,omitempty" doc:"The provider's error code of a failed recipient."`
	Result      string         `json:"result,omitempty" enum:"hardBounce,softBounce,blacklist," doc:"Why an email was returned."`
	Variant     string         `json:"variant,omitempty" enum:"a,b," doc:"Which of the two messages the recipient gets. Missing until it is chosen."`
	SentTime    *time.Time     `json:"sentTime"`
	ArrivedTime *time.Time     `json:"arrivedTime"`
	ReadTime    *time.Time     `json:"readTime"`
	ReplyTime   *time.Time     `json:"replyTime" doc:"Time of the first reply to this order."`
	From        string         `json:"from,omitempty" doc:"Number of the sender, or its id."`

	LoadedTime       *time.Time `json:"loadedTime,omitempty" doc:"Time when a person loaded the email first or clicked a link. Only of emails."`
	ClickedTime      *time.Time `json:"clickedTime,omitempty" doc:"Time of the first click of a person. Only of emails."`
	UnsubscribedTime *time.Time `json:"unsubscribedTime,omitempty" doc:"Time when the recipient unsubscribed by the email's link. Only of emails."`

	Call *CallFacts `json:"call,omitempty" doc:"Details of an answered call."`

	number uint64   // or code of its address
	own    []string // values that it brings, in the order of Content.Placeholders; nil for none
}

// TargetQuery are the parameters of an order's recipients.
type TargetQuery struct {
	ID string `path:"id"`
	web.ListParams
	State       []string `query:"state" enum:"toSend,sending,sent,arrived,read,failed,complained,unknown" doc:"One or several, separated by commas."`
	Reason      []string `query:"reason" enum:"suppressed,optedOut,riskControl,capped,noConsent,noHour" doc:"Only recipients that were skipped for one of these reasons."`
	PhoneNumber string   `query:"phoneNumber" doc:"Part of the value."`
	Email       string   `query:"email" doc:"Part of the address, for emails."`
	Variant     string   `query:"variant" enum:"a,b," doc:"Only recipients of this one of two messages."`

	finds, reads func(text string) bool
}

// all tells whether every recipient is asked for.
func (in *TargetQuery) all() bool {
	return len(in.State) == 0 && in.PhoneNumber == "" && in.Email == "" && len(in.Reason) == 0 && in.Variant == ""
}

// targetsPage reads the chunks of the page alone; with a filter it looks at the first filteredChunks.
func (r *Statistics) targetsPage(ctx context.Context, in *TargetQuery) (web.Page[Target], error) {
	none := web.Page[Target]{}
	if len(in.SortFields) > 0 {
		return none, fault.Bad("sortFields", "web.sortField", "field", in.SortFields[0])
	}
	o, err := r.Flow.Find(ctx, in.ID)
	if err != nil {
		return none, err
	}
	offset := (in.Current - 1) * in.Size
	if in.all() {
		rows, err := r.targetsAt(ctx, o, offset, min(in.Size, o.Total-offset))
		return web.PageOf(in.Paging, store.Total{N: o.Total}, rows), err
	}
	var rows []Target
	total, most := 0, min(o.Pieces(), filteredChunks)
	for from := 0; from < most; from += atOnce {
		some, err := r.someTargets(ctx, o, from, min(from+atOnce, most))
		if err != nil {
			return none, err
		}
		for _, t := range some {
			if !in.matches(&t) {
				continue
			}
			if total++; total > offset && len(rows) < in.Size {
				rows = append(rows, t)
			}
		}
	}
	return web.PageOf(in.Paging, store.Total{N: total, More: most < o.Pieces()}, rows), nil
}

// A page with a filter reads this many chunks of an order (300,000 recipients of a file), in batches of this size. An
// export of the same filter reads all of them.
const (
	filteredChunks = 300
	atOnce         = 16
)

func (in *TargetQuery) matches(t *Target) bool {
	if in.PhoneNumber != "" && in.finds == nil {
		in.finds = phone.Search(in.PhoneNumber)
	}
	if in.Email != "" && in.reads == nil {
		in.reads = finder(in.Email)
	}
	return web.Among(in.State, string(t.State)) && web.Among(in.Reason, t.HeldBack) &&
		(in.Variant == "" || t.Variant == in.Variant) &&
		(in.finds == nil || in.finds(t.PhoneNumber)) && (in.reads == nil || in.reads(t.Email))
}

// someTargets reads some chunks side by side.
func (r *Statistics) someTargets(ctx context.Context, o *order.Order, from, to int) ([]Target, error) {
	chunks, errs := make([][]Target, to-from), make([]error, to-from)
	var wg sync.WaitGroup
	for i := range chunks {
		wg.Go(func() { chunks[i], errs[i] = r.TargetsOf(ctx, o, from+i) })
	}
	wg.Wait()
	return slices.Concat(chunks...), errors.Join(errs...)
}

// targetsAt reads the chunks that hold n recipients from an offset on. Chunks of a collection may be of any size.
func (r *Statistics) targetsAt(ctx context.Context, o *order.Order, offset, n int) ([]Target, error) {
	sizes, err := r.Chunks.Sizes(ctx, o)
	if err != nil {
		return nil, err
	}
	var out []Target
	for c, size := range sizes {
		if n <= 0 {
			break
		}
		if offset >= size {
			offset -= size
			continue
		}
		chunk, err := r.TargetsOf(ctx, o, c)
		if err != nil {
			return nil, err
		}
		take := min(n, len(chunk)-offset)
		if take <= 0 {
			break
		}
		out = append(out, chunk[offset:offset+take]...)
		offset, n = 0, n-take
	}
	return out, nil
}

// TargetsOf reads one of all chunks completely, without who counts in a later generation; empty while it is not planned.
func (r *Statistics) TargetsOf(ctx context.Context, o *order.Order, piece int) ([]Target, error) {
	return r.targetsOf(ctx, o, piece, false)
}

// targetsOf reads one of all chunks, with what its recipients brought where that is wanted.
func (r *Statistics) targetsOf(ctx context.Context, o *order.Order, piece int, brought bool) ([]Target, error) {
	gen, c := o.Piece(piece)
	var to chunkrow.Recipients
	var s chunkrow.Sends
	var p chunkrow.Receipts
	rows, err := r.Chunks.PieceRows(ctx, o, piece, &to, &s, &p)
	if err != nil || rows == nil {
		return nil, err
	}
	planned, err := r.Chunks.PlannedIn(ctx, o, true)
	if err != nil || gen > o.Begin() && c*chunkrow.PerChunk >= planned[gen] {
		return nil, err
	}
	gone, err := chunkrow.JoinCopies(gen, rows[3:], planned)
	if err != nil {
		return nil, err
	}
	numbers, own, err := unpacked(&to, brought || r.addressed())
	if err != nil {
		return nil, err
	}
	when, err := r.Chunks.Moments(ctx, chunkrow.ChunkRef{Order: o.ID, Gen: gen, Number: c}, &p)
	if err != nil {
		return nil, err
	}
	did, err := r.activityTimes(ctx, o, gen, c)
	if err != nil {
		return nil, err
	}
	codes := codesOf(&s, &p)
	labels, err := r.labels(ctx, o)
	if err != nil {
		return nil, err
	}
	now := r.Flow.Now()
	out := make([]Target, 0, len(numbers))
	for i, n := range numbers {
		if gone.Has(i) {
			continue
		}
		t := Target{PhoneNumber: strconv.FormatUint(n, 10), State: chunkrow.MergedState(&s, &p, i, now), Variant: to.Variant(i, o), number: n}
		if i < len(own) {
			t.own = own[i]
		}
		if r.addressed() {
			t.addressed(results[p.BounceOf(i)], did[i])
		}
		if t.State != chunkrow.StateToSend {
			t.SentTime, t.From = orNil(s.SentBy(i, when[i])), r.from(cmp.Or(s.By(i), o.Sender))
		}
		t.ArrivedTime, t.ReadTime, t.ReplyTime = orNil(when[i][provider.ReceiptArrived]), orNil(when[i][provider.ReceiptRead]),
			orNil(when[i][chunkrow.Answered])
		if p.Calls != nil {
			t.Call = callFacts(&p, i, o.Parts, labels)
		}
		r.explain(ctx, o, &t, codes[i])
		out = append(out, t)
	}
	return out, nil
}

// unpacked are the recipients of a chunk, with what they brought where that is wanted.
func unpacked(to *chunkrow.Recipients, brought bool) (numbers []uint64, own [][]string, err error) {
	if numbers, err = to.Numbers(); err == nil && brought {
		own, err = chunkrow.UnpackValues(to.Values)
	}
	return numbers, own, err
}

// codesOf are the error codes of a chunk's recipients, by index.
func codesOf(s *chunkrow.Sends, p *chunkrow.Receipts) map[int]int {
	codes := map[int]int{}
	chunkrow.ReadCodes(s.Codes, codes)
	chunkrow.ReadCodes(p.Codes, codes)
	return codes
}

// addressed adds what only recipients of emails have.
func (t *Target) addressed(result string, did order.ActivityTimes) {
	t.address(t.own)
	t.Result = result
	t.did(did)
}

// explain returns why a recipient was not reached, or that the reason is unknown.
func (r *Statistics) explain(ctx context.Context, o *order.Order, t *Target, code int) {
	if t.State == chunkrow.StateFailed {
		t.Code = code
		t.Reason = r.Flow.Texts(ctx, r.reasonKey(o, t.Code))
		if t.Result != "" {
			t.Reason = r.Flow.Texts(ctx, "dispatch.reason."+t.Result)
			return
		}
		if t.HeldBack = chunkrow.SkipReason(t.Code); t.HeldBack != "" {
			t.Code, t.SentTime, t.From = 0, nil, ""
		}
	}
	if t.State == chunkrow.StateUnknown {
		t.Reason = r.Flow.Texts(ctx, "dispatch.reason.unknown")
	}
}

func orNil(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

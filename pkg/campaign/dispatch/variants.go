package dispatch

import (
	"context"
	"math"
	"time"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/provider"
)

// These are the rates that may decide a trial of two messages (issue 11, item 9): delivered, read or answered, each
// among the called recipients. ByClicked is of emails: recipients who clicked a link.
const (
	ByDelivered = "delivered"
	ByRead      = "read"
	ByReplied   = "replied"
	ByClicked   = "clicked"
)

// TrialView is how a trial of two messages stands.
type TrialView struct {
	Share       int        `json:"share" doc:"Size of the sample in percent of the recipients. Each message goes to half of it."`
	By          string     `json:"by" enum:"delivered,read,replied,clicked" doc:"Rate that decides between the messages."`
	Wait        int        `json:"waitMinutes" doc:"Minutes between the end of the sample and the choice."`
	Choose      string     `json:"choose" enum:"auto,hand" doc:"auto: the platform chooses the message for the rest. hand: a user chooses."`
	SampledTime *time.Time `json:"sampledTime" doc:"Time when the last message of the sample was sent."`
	DueTime     *time.Time `json:"dueTime" doc:"Time of the choice. Null while the sample is being sent."`
	Choosable   bool       `json:"choosable" doc:"The choice can be made now."`
	Chosen      string     `json:"chosen" enum:"a,b," doc:"The chosen message. Empty until the choice."`
	ChosenBy    string     `json:"chosenBy" doc:"auto, or the name of the user who chose."`
	ChosenTime  *time.Time `json:"chosenTime"`
	Variants    []Variant  `json:"variants" doc:"Figures of the sample by message: a, then b."`
	Rest        Variant    `json:"rest" doc:"Recipients of the chosen message."`
	Finding     Finding    `json:"finding"`
}

// Variant is how a message fares with those who get it.
type Variant struct {
	Name    string         `json:"name" enum:"a,b,rest"`
	Total   int            `json:"total"`
	Counts  map[string]int `json:"counts" doc:"Counts by state. They add up to the total. A recipient that is being retried is counted with its earlier result."`
	Called  int            `json:"called" doc:"Recipients of the total that were sent to. Skipped and remaining recipients are excluded."`
	Reached int            `json:"reached" doc:"Recipients of these that reached the deciding state."`
	Rate    float64        `json:"rate" doc:"reached / called, 0 to 1."`
	Replied int            `json:"replied"`
}

// Finding is what may honestly be said about the difference of two rates.
type Finding struct {
	Verdict    string  `json:"verdict" enum:"few,chance,clear" doc:"few: too few recipients to compare. chance: the difference may be chance. clear: the difference is significant (5 %)."`
	Leads      string  `json:"leads" enum:"a,b," doc:"Message with the higher rate. Empty: equal rates."`
	Difference float64 `json:"difference" doc:"Rate of b minus rate of a."`
	P          float64 `json:"pValue" doc:"P-value of a two-sided z-test of two proportions. 1 when it cannot be computed."`
}

// Bounds of the test: below them its approximation does not hold, and nothing is said.
const (
	leastCalled = 30   // of each message
	leastSides  = 5    // of each message, on either side, when both do equally well
	clearBelow  = 0.05 // chance
)

// finding compares two messages.
func finding(a, b *Variant) Finding {
	f := Finding{Verdict: "few", Difference: b.Rate - a.Rate, P: 1}
	switch {
	case b.Rate > a.Rate:
		f.Leads = order.VariantB
	case a.Rate > b.Rate:
		f.Leads = order.VariantA
	}
	least := float64(min(a.Called, b.Called))
	if least < leastCalled {
		return f
	}
	pooled := float64(a.Reached+b.Reached) / float64(a.Called+b.Called)
	if least*pooled < leastSides || least*(1-pooled) < leastSides {
		return f
	}
	z := f.Difference / math.Sqrt(pooled*(1-pooled)*(1/float64(a.Called)+1/float64(b.Called)))
	f.P, f.Verdict = math.Erfc(math.Abs(z)/math.Sqrt2), "chance"
	if f.P < clearBelow {
		f.Verdict = "clear"
	}
	return f
}

// better returns the message with the higher rate; the first one when they are equal or unknown.
func better(a, b *Variant) string {
	if b.Rate > a.Rate {
		return order.VariantB
	}
	return order.VariantA
}

// TrialOf tells how the trial of an order that was counted stands; nil of an order of one message.
func (r *Statistics) TrialOf(ctx context.Context, o *order.Order, t *order.Tally) *TrialView {
	if o.Trial == nil {
		return nil
	}
	on := o.Trial
	v := &TrialView{Share: on.Share, By: on.By, Wait: on.Wait, Choose: "auto", SampledTime: on.Sampled, Choosable: o.Choosable(),
		Chosen: on.Chosen, ChosenTime: on.Time}
	if on.Hand {
		v.Choose = "hand"
	}
	if on.Chosen != "" {
		if v.ChosenBy = on.Chooser; v.ChosenBy == "" {
			v.ChosenBy = "auto"
		}
	}
	v.DueTime = orNil(on.Due())
	clicked, err := r.clicked(ctx, o)
	if err != nil { // the trial is shown without clicks rather than not at all
		r.Flow.Log(map[string]any{"warning": "clicks: " + err.Error(), "order": o.ID})
		clicked = noClicks
	}
	a, b, rest := r.tried(o, t.Parts.([]chunkrow.Chunk), clicked)
	v.Variants, v.Rest, v.Finding = []Variant{*a, *b}, *rest, finding(a, b)
	return v
}

// tried counts the generation that an order began with, by message.
func (r *Statistics) tried(o *order.Order, chunks []chunkrow.Chunk, clicked clicked) (a, b, rest *Variant) {
	now, planned := r.Flow.Now(), 0
	var clicks [3]int
	all := [3]*Variant{{Name: order.VariantA}, {Name: order.VariantB}, {Name: "rest"}}
	var counts [3]chunkrow.Counts
	for k := range counts {
		counts[k] = chunkrow.Counts{}
	}
	for k := range chunks {
		c := &chunks[k]
		if c.Gen != o.Begin() {
			continue
		}
		planned += c.Sends.N
		codes := map[int]int{}
		chunkrow.ReadCodes(c.Sends.Codes, codes)
		for i := range c.Sends.N {
			to := 0
			switch {
			case c.Sends.Rest:
				to = 2
			case c.Sends.Second.Has(i):
				to = 1
			}
			state := chunkrow.MergedState(&c.Sends, &c.Receipts, i, now)
			counts[to][state]++
			all[to].Total++
			if c.Receipts.Replied.Has(i) {
				all[to].Replied++
			}
			if clicked(c.Gen, c.Number, i) {
				clicks[to]++
			}
			if state != chunkrow.StateToSend && (c.Sends.Get(i) != chunkrow.Refused || chunkrow.SkipReason(codes[i]) == "" ||
				c.Receipts.Get(i) != provider.ReceiptNone) {
				all[to].Called++
			}
		}
	}
	if planned < o.Total { // not planned yet
		counts[2][chunkrow.StateToSend] += o.Total - planned
		all[2].Total += o.Total - planned
	}
	for k, v := range all {
		v.Counts = counts[k].Plain()
		v.Reached = v.Replied
		switch o.Trial.By {
		case ByDelivered:
			v.Reached = counts[k][chunkrow.StateArrived] + counts[k][chunkrow.StateRead] + counts[k][chunkrow.StateComplained]
		case ByRead:
			v.Reached = counts[k][chunkrow.StateRead] + counts[k][chunkrow.StateComplained]
		case ByClicked:
			v.Reached = min(clicks[k], v.Called)
		}
		if v.Called > 0 {
			v.Rate = float64(v.Reached) / float64(v.Called)
		}
	}
	return all[0], all[1], all[2]
}

package client

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"herald/pkg/kit/apiclient"
	"herald/pkg/kit/money"
)

// States of an order that clients wait for (decisions §7).
const (
	Review    = 1
	Waiting   = 2
	Sending   = 3
	Paused    = 4
	Cancelled = 5
	Completed = 6
	Settling  = 7
	Stopped   = 8
	Refused   = 9
	Failed    = 10
)

// StatusNames are those states for people.
var StatusNames = map[int]string{Review: "review", Waiting: "waiting", Sending: "sending", Paused: "paused", Cancelled: "cancelled",
	Completed: "completed",
	Settling:  "settling", Stopped: "stopped", Refused: "refused", Failed: "failed"}

// States of a recipient in the order in which they are shown; they add up to the order's total.
var States = []string{"toSend", "sending", "sent", "arrived", "read", "failed", "complained", "unknown"}

// Text is the request for a bulk send of a text to a contact list.
func Text(name, collection, country, text string) map[string]any {
	return map[string]any{"name": name, "groupId": collection, "channel": "whatsapp", "countryCode": country,
		"message": map[string]any{"type": "text", "text": text}}
}

// Estimate of an order.
type Estimate struct {
	Targets    int
	Price      money.Amount
	Cost       money.Amount
	Balance    money.Amount
	Enough     bool
	FinishTime time.Time
	Refused    []struct {
		Reason string
		Count  int
	}
}

// Estimate prices a request and changes nothing.
func (c *Client) Estimate(ctx context.Context, wish map[string]any) (Estimate, error) {
	return Post[Estimate](ctx, c, "/gc/groupsendorder/estimate", wish)
}

// Order is a bulk send as of now (decisions §10).
type Order struct {
	ID            string
	OrderNo       string
	Name          string
	Status        int
	Total         int
	Price         money.Amount
	Counts        map[string]int
	EstimatedCost money.Amount
	ActualCost    *money.Amount // nil until it is settled
	Reason        string
	Settled       bool
	BeginTime     *time.Time
	EndTime       *time.Time
	Actions       []string
}

// Counted is the sum of the counts; it is Total at every moment.
func (o Order) Counted() int {
	sum := 0
	for _, n := range o.Counts {
		sum += n
	}
	return sum
}

// Charged is how many recipients are paid for (decisions §4): those that reached sent, arrived or read.
func (o Order) Charged() int {
	return o.Counts["sent"] + o.Counts["arrived"] + o.Counts["read"] + o.Counts["complained"]
}

// Owns tells whether a statement line belongs to the order.
func (o Order) Owns(l Line) bool { return strings.HasPrefix(l.OrderRef, o.ID+".") }

// Submit orders a request. A short balance is a *Failure of code 40201 with the draft's id.
func (c *Client) Submit(ctx context.Context, wish map[string]any) (Order, error) {
	return Post[Order](ctx, c, "/gc/groupsendorder", wish)
}

// Order reads an order of the caller's scope.
func (c *Client) Order(ctx context.Context, id string) (Order, error) {
	return Get[Order](ctx, c, "/gc/groupsendorder/"+id)
}

// Act does one of pause, start, cancel and stop.
func (c *Client) Act(ctx context.Context, id, action string) (Order, error) {
	return Put[Order](ctx, c, "/gc/groupsendorder/"+id+"/"+action, nil)
}

// Review passes or refuses an order; the caller is a reviewer.
func (c *Client) Review(ctx context.Context, id string, pass bool, reason string) error {
	body := map[string]any{"ids": []string{id}, "pass": pass}
	if reason != "" {
		body["reason"] = reason
	}
	out, err := Put[[]struct {
		OK      bool
		Code    int
		Message string
	}](ctx, c, "/gc/groupsendorder/review", body)
	if err == nil && len(out) != 1 {
		err = fmt.Errorf("review of %s: %+v", id, out)
	}
	if err == nil && !out[0].OK {
		err = &Failure{Answer: &apiclient.Answer{Status: 200, Code: out[0].Code, Message: out[0].Message, RequestID: "of the review of " + id}}
	}
	return err
}

// Target is a recipient of an order.
type Target struct {
	PhoneNumber string
	State       string
	Reason      string
	SentTime    *time.Time
	ArrivedTime *time.Time
	ReadTime    *time.Time
}

// Targets reads every recipient of an order, in the order of sending.
func (c *Client) Targets(ctx context.Context, id string) ([]Target, error) {
	return apiclient.All[Target](ctx, &c.Client, "/gc/groupsendorder/"+id+"/targets/page", "")
}

// Reach waits until the order is in one of the states.
func (c *Client) Reach(ctx context.Context, id string, states ...int) (Order, error) {
	return c.Until(ctx, id, func(o Order) bool { return slices.Contains(states, o.Status) })
}

// Until waits until the order is as wished.
func (c *Client) Until(ctx context.Context, id string, wished func(Order) bool) (Order, error) {
	return Poll(ctx, 250*time.Millisecond, func(ctx context.Context) (Order, bool, error) {
		o, err := c.Order(ctx, id)
		return o, err == nil && wished(o), err
	})
}

// Package commentitem is the work of comment orders: items that staff and partners fulfil one by one. A worker takes an item for a limited
// time, writes the comment by hand and hands in a picture of it; a member of staff, never the worker, accepts or rejects it. Package
// comment has the orders. Nothing is posted automatically (decisions §6).
package commentitem

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/id"
	"herald/pkg/kit/store"
	"herald/pkg/platform/upload"
	"herald/pkg/provider"
)

// States of an item, which are those of an order's targets.
const (
	Free      = "free"      // to be taken
	Taken     = "taken"     // a worker has it for a time
	Submitted = "submitted" // staff look at its evidence
	Accepted  = "accepted"  // fulfilled
	Disputed  = "disputed"  // accepted, and the customer complains
	Failed    = "failed"    // not fulfilled
)

// States of items, in the order in which they are shown.
var States = []string{Free, Taken, Submitted, Accepted, Disputed, Failed}

// active are the states in which there is something to do with an item.
var active = []string{Taken, Submitted, Disputed}

// Item is a comment that is to be written. Its text is fixed when the order begins.
type Item struct {
	ID           string `dynamodbav:"id" json:"id"`
	OrderID      string `dynamodbav:"o" json:"orderId"`
	OrderNo      string `dynamodbav:"no" json:"orderNo"`
	Index        int    `dynamodbav:"n" json:"index" doc:"Position in the order, from 1."`
	Platform     string `dynamodbav:"p" json:"platform"`
	URL          string `dynamodbav:"u" json:"url" doc:"Page to comment on."`
	Text         string `dynamodbav:"t" json:"text" doc:"Comment to write, or instructions."`
	Instructions bool   `dynamodbav:"i,omitempty" json:"instructions" doc:"True: the text tells what to write. False: it is the comment itself."`

	State      string     `dynamodbav:"s" json:"state" enum:"free,taken,submitted,accepted,disputed,failed"`
	WorkerID   string     `dynamodbav:"w,omitempty" json:"workerId" doc:"Id of the user who took it. Of a partner: partner: and its name."`
	Worker     string     `dynamodbav:"wn,omitempty" json:"worker"`
	LeaseTime  *time.Time `dynamodbav:"lu,omitempty" json:"leaseTime" doc:"End of the lease of a taken item."`
	SubmitTime *time.Time `dynamodbav:"st,omitempty" json:"submitTime"`
	Note       string     `dynamodbav:"nt,omitempty" json:"note" doc:"The worker's note, or why it was given back."`

	Reason       string     `dynamodbav:"r,omitempty" json:"reason" doc:"Reason of the last rejection."`
	Reviewer     string     `dynamodbav:"rv,omitempty" json:"reviewer"`
	ReviewTime   *time.Time `dynamodbav:"rt,omitempty" json:"reviewTime"`
	Complaint    string     `dynamodbav:"c,omitempty" json:"complaint" doc:"The customer's complaint about an accepted item."`
	Rejections   int        `dynamodbav:"tr,omitempty" json:"rejections" doc:"How often evidence was rejected."`
	Deadline     *time.Time `dynamodbav:"dl,omitempty" json:"deadline"`
	CustomerName string     `dynamodbav:"cn,omitempty" json:"customerName"`
	UpdateTime   time.Time  `dynamodbav:"ut" json:"updateTime"`

	Gen      int    `dynamodbav:"g" json:"-"`            // generation of the order in which it was last free
	Evidence string `dynamodbav:"e,omitempty" json:"-"`  // an uploaded picture
	Sum      string `dynamodbav:"es,omitempty" json:"-"` // of its content
	Final    bool   `dynamodbav:"f,omitempty" json:"-"`  // its complaint was decided
	Version  int64  `dynamodbav:"v" json:"version" doc:"Grows with every change. A review names the version that was read."`
	Mark     string `dynamodbav:"mk,omitempty" json:"-"` // operation of the last change, by which its repetition is known
}

// has reports an item for which a worker handed in a picture, whether or not it was decided.
func (it *Item) has(by Worker, sum string) bool {
	return it.WorkerID == by.ID && it.Sum == sum && slices.Contains([]string{Submitted, Accepted, Disputed}, it.State)
}

// leased reports an item that a worker has now.
func (it *Item) leased(now time.Time) bool {
	return it.State == Taken && it.LeaseTime != nil && it.LeaseTime.After(now)
}

// Stands is the state of an item in its order's current state: of one that ended, what was not accepted in time is not fulfilled.
func (it *Item) Stands(o *order.Order) string {
	switch {
	case it.State == Accepted || it.State == Failed:
		return it.State
	case o.Settled && it.Gen == o.Gen, it.Gen < o.Gen:
		return Failed
	case it.State == Free && o.Status == order.Stopped:
		return Failed
	}
	return it.State
}

// Board counts the items of an order. Each change of an item changes it in the same transaction, so it is exact.
type Board struct {
	Gen       int   `dynamodbav:"g"` // generation whose items stand
	Free      int   `dynamodbav:"free,omitempty"`
	Taken     int   `dynamodbav:"taken,omitempty"`
	Submitted int   `dynamodbav:"submitted,omitempty"`
	Accepted  int   `dynamodbav:"accepted,omitempty"`
	Disputed  int   `dynamodbav:"disputed,omitempty"`
	Failed    int   `dynamodbav:"failed,omitempty"`
	Paid      int   `dynamodbav:"paid,omitempty"` // accepted in the generation
	Rev       int64 `dynamodbav:"v"`
}

// Counts are those of the board.
func (b *Board) Counts() map[string]int {
	return map[string]int{Free: b.Free, Taken: b.Taken, Submitted: b.Submitted, Accepted: b.Accepted, Disputed: b.Disputed, Failed: b.Failed}
}

// Blueprint is what the items of an order are made of.
type Blueprint struct {
	Platform, URL string
	Texts         []string // of the items, in turn
	Instructions  bool     // the only text tells what to write
}

// Service has the rules of items.
type Service struct {
	Flow  *order.Flow
	Files *upload.Service
	// Blueprint is what the items of an order are made of.
	Blueprint func(ctx context.Context, o *order.Order) (*Blueprint, error)
	// Partners authenticates partners that fulfil items; nil without an error where there are none.
	Partners func() (provider.WorkPartners, error)
}

// now is the moment as it is kept.
func (r *Service) now() time.Time { return r.Flow.Now().UTC().Truncate(time.Millisecond) }

// Keys, all in table campaign:
//
//	O#<order> / BOARD              how many items are in which state
//	O#<order> / ITEM#<n>           an item, from 0
//	O#<order> / FREE#<n>           exists while the item is free
//	O#<order> / SUM#<sum>          the item that a picture was handed in for
//	CWORKITEM / <item>             items with something to do, as they are
//	CWORK / <order>                orders whose items stand and are not settled
//	CWRATE#<partner> / <minute>    calls of a partner
//	JOB#0 / …                      when the tick looks at a lease (kit/job)
const (
	table  = "campaign"
	tries  = 20
	perm   = "comment:item"
	digits = 5
)

func boardKey(orderID string) store.Key { return order.Part(orderID, "BOARD") }

// shownBy names the item of a picture.
type shownBy struct {
	Index int `dynamodbav:"n"`
}

func sumKey(orderID, sum string) store.Key {
	return store.Key{Table: table, PK: order.Key(orderID).PK, SK: "SUM#" + sum}
}

func itemKey(orderID string, n int) store.Key {
	return order.Part(orderID, fmt.Sprintf("ITEM#%05d", n))
}

func freeKey(orderID string, n int) store.Key {
	return order.Part(orderID, fmt.Sprintf("FREE#%05d", n))
}

func workKey(orderID string) store.Key { return store.Key{Table: table, PK: "CWORK", SK: orderID} }

func activeKey(itemID string) store.Key { return store.Key{Table: table, PK: "CWORKITEM", SK: itemID} }

func itemID(orderID string, n int) string { return fmt.Sprintf("%s-%05d", orderID, n) }

// split reads an item's id. The 404 fault for any other text.
func split(itemID string) (orderID string, n int, err error) {
	orderID, number, _ := strings.Cut(itemID, "-")
	n, bad := strconv.Atoi(number)
	if bad != nil || len(number) != digits || n < 0 || !id.Valid(orderID) {
		return "", 0, fault.Missing()
	}
	return orderID, n, nil
}

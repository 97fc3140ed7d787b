package inbound

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/dispatch/receipt"
	"herald/pkg/campaign/dispatch/recipientindex"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/webhook"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/email"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// Recipients' replies have their own queue without the receipts' delay: a STOP applies within a second.
const (
	InboundQueue = "inbound"
	TaskInbound  = "inbound"
)

// HandleInbound is the handler of TaskInbound. It may be repeated and may meet words in any order: the latest of a recipient holds.
func (r *Service) HandleInbound(ctx context.Context, m queue.Message) error {
	var all []Event
	if err := json.Unmarshal(m.Body, &all); err != nil {
		return fmt.Errorf("dispatch: inbound: %w", err)
	}
	all, done, err := r.identify(ctx, all)
	if err != nil || len(all) == 0 {
		return err
	}
	if err := r.dealWith(ctx, all); err != nil {
		return err
	}
	return done(ctx)
}

// dealWith is HandleInbound of what is known by number or reference.
func (r *Service) dealWith(ctx context.Context, all []Event) error {
	var changes []suppression.Change
	var numbers []uint64
	byNumber := map[uint64][]Event{}
	since := map[uint64]int64{} // the earliest word of each
	for _, h := range all {
		if h.Ref != "" {
			c, err := r.applyInbound(ctx, h)
			if err != nil {
				return err
			}
			changes = append(changes, c...)
			continue
		}
		n := h.number()
		if n == 0 || n >= 1e15 {
			continue
		}
		if byNumber[n] == nil {
			numbers, since[n] = append(numbers, n), h.At/1000
		}
		since[n] = min(since[n], h.At/1000)
		byNumber[n] = append(byNumber[n], h)
	}
	if len(numbers) == 0 {
		_, err := r.Suppressed.Record(ctx, changes)
		return err
	}
	wrote, err := r.Index.MessagesTo(ctx, all[0].Via, since) // all events are of one call of one webhook
	if err != nil {
		return err
	}
	var answers []Reply
	for _, n := range numbers {
		for _, h := range byNumber[n] {
			if h.Kind != "" && h.ID != "" {
				answers = append(answers, r.answer(n, h, wrote[n]))
			}
			if h.Source == "" {
				continue
			}
			c, err := r.said(ctx, n, h, wrote[n])
			if err != nil {
				return err
			}
			changes = append(changes, c...)
		}
	}
	if _, err = r.Suppressed.Record(ctx, changes); err != nil {
		return err
	}
	if err := r.passReplies(ctx, answers); err != nil {
		return err
	}
	if err := r.replied(ctx, answers); err != nil {
		return err
	}
	return r.complain(ctx, byNumber, wrote)
}

// passReplies passes replies to their receivers.
func (r *Service) passReplies(ctx context.Context, replies []Reply) error {
	if len(replies) == 0 {
		return nil
	}
	for _, to := range r.Replies {
		if err := to.ReceiveReplies(ctx, replies); err != nil {
			return err
		}
	}
	return nil
}

// replied counts the recipients that answered an order, together with its receipts. The chunk stores who has
// answered, so each counts once.
func (r *Service) replied(ctx context.Context, answers []Reply) error {
	var items []receipt.Status
	for _, a := range answers {
		if a.Order != nil && a.Word == suppression.NoWord {
			items = append(items, receipt.Status{Ref: a.ref.String(), At: a.At.Unix(), Said: true})
		}
	}
	if len(items) == 0 {
		return nil
	}
	return r.Receipts.PostNow(ctx, items)
}

// complain counts a recipient's request to the provider to stop a business's messages. It counts as a complaint about
// the last message of each tenant, since the provider has no other event for it (facts §1.4).
func (r *Service) complain(ctx context.Context, byNumber map[uint64][]Event, wrote map[uint64][]recipientindex.SentMessage) error {
	var items []receipt.Status
	for n, all := range byNumber {
		for _, h := range all {
			if h.Source != suppression.Provider || h.Off {
				continue
			}
			tenants := map[string]bool{}
			for _, l := range wrote[n] {
				if !tenants[l.Owner.Tenant] && !l.Failed {
					tenants[l.Owner.Tenant] = true
					items = append(items, receipt.Status{Ref: l.Ref.String(), S: uint8(provider.ReceiptComplained), At: h.At / 1000})
				}
			}
		}
	}
	if len(items) == 0 {
		return nil
	}
	return r.Receipts.PostNow(ctx, items)
}

func begin(text string, most int) string {
	runes := []rune(text)
	return string(runes[:min(len(runes), most)])
}

// applyInbound applies an event about the recipient of one of our messages: its tenant is known.
func (r *Service) applyInbound(ctx context.Context, h Event) ([]suppression.Change, error) {
	ref, err := chunkrow.ParseReference(h.Ref)
	if err != nil {
		return nil, nil
	}
	rows, err := r.Flow.DB.GetMany(ctx, []store.Key{order.Key(ref.Order), chunkrow.ChunkKey('R', ref.Order, ref.Gen, ref.Chunk)}, false)
	if err != nil || rows[0] == nil || rows[1] == nil {
		return nil, err
	}
	var o order.Order
	var to chunkrow.Recipients
	if _, err := store.Decode(rows[0], &o); err != nil {
		return nil, err
	}
	if _, err := store.Decode(rows[1], &to); err != nil {
		return nil, err
	}
	numbers, err := to.Numbers()
	if err != nil || ref.Index >= len(numbers) {
		return nil, err
	}
	if h.Soft {
		if run, err := r.softBounced(ctx, h, ref, &o, numbers[ref.Index]); err != nil || !run {
			return nil, err
		}
		h.Source = suppression.Bounce
	}
	if h.Kind == spoken && h.Source == "" {
		if suppression.MeaningOf(h.Text, "", numbers[ref.Index]) != suppression.StopWord {
			return nil, nil
		}
		h.Source = suppression.Stop
	}
	c := r.change(h, numbers[ref.Index])
	c.about(&o)
	if email.IsCode(numbers[ref.Index]) {
		c.Address, err = to.Address(ref.Index)
		return []suppression.Change{c.Change}, err
	}
	if h.Source == suppression.Provider && o.Channel != "" {
		c.Channel = o.Channel // the message tells more than the webhook, which channels may share
	}
	return []suppression.Change{c.Change}, nil
}

type change struct{ suppression.Change }

func (r *Service) change(h Event, number uint64) change {
	c := suppression.Change{Number: number, Source: h.Source, Off: h.Off, At: time.UnixMilli(h.At).UTC(), Evidence: begin(h.Text, textKept),
		MessageID: h.ID}
	if h.Hidden != "" && h.Source == suppression.Stop && suppression.Meaning(h.Text, number) == suppression.NoWord {
		c.Evidence = begin(h.Text+" ["+h.Hidden+"]", textKept) // the button's payload said it
	}
	if h.Code != 0 {
		c.Evidence = strconv.Itoa(h.Code)
	}
	if h.Source == suppression.Stop {
		c.Via = r.channelOf(h.Via)
	}
	if h.Source == suppression.Provider {
		c.Channel = r.channelOf(h.Via) // it is that provider's opt-out; a STOP holds for every channel (decisions §6)
	}
	return change{c}
}

func (c *change) about(o *order.Order) {
	c.Owner = auth.Owner{User: o.Owner.Tenant, Tenant: o.Owner.Tenant, Agent: o.Owner.Agent}
	c.OrderID, c.OrderNo = o.ID, o.No
	if o.Owner.User == o.Owner.Tenant {
		c.Customer = o.By
	}
}

// said returns the changes of a recipient's own message. They apply to every tenant that wrote to it, and to all
// tenants when none is known. A lift reaches every tenant for which the same word set the suppression, however long
// ago.
func (r *Service) said(ctx context.Context, number uint64, h Event, orders []recipientindex.SentMessage) ([]suppression.Change, error) {
	var out []suppression.Change
	tenants := map[string]bool{}
	for _, o := range orders { // newest first: the entry names the order that was answered
		if !tenants[o.Owner.Tenant] {
			tenants[o.Owner.Tenant] = true
			c := r.change(h, number)
			c.about(o.Order)
			out = append(out, c.Change)
		}
	}
	if h.Off {
		owners, err := r.Suppressed.Owner(ctx, number)
		if err != nil {
			return nil, err
		}
		for _, owner := range owners {
			if !tenants[owner.Tenant] {
				tenants[owner.Tenant] = true
				c := r.change(h, number)
				c.Owner = owner
				out = append(out, c.Change)
			}
		}
	}
	if len(out) == 0 {
		out = append(out, r.change(h, number).Change)
	}
	return out, nil
}

// channelOf is the channel of a webhook; every channel when it is not known any more.
func (r *Service) channelOf(webhook string) string {
	if s := r.Senders.Webhook(webhook); s != nil {
		return s.Profile().Channel
	}
	return suppression.AllChannels
}

// Service handles what recipients write: opt-outs, complaints and replies.
type Service struct {
	Flow       *order.Flow
	Suppressed *suppression.Store
	Senders    *provider.Registry
	Replies    []ReplyReceiver

	Receipts *receipt.Service
	Index    *recipientindex.Index
	Users    *Users
}

// Receiver queues what a webhook reports of recipients: messages, users' numbers, complaints and opt-outs.
type Receiver struct{ Inbound *Service }

var _ webhook.Receiver = Receiver{}

// Kinds are the messages and users of recipients, and receipts that complain or suppress.
func (Receiver) Kinds() []webhook.Kind {
	return []webhook.Kind{webhook.Inbound, webhook.Users, webhook.Receipts}
}

// Receive queues the events for HandleInbound.
func (r Receiver) Receive(ctx context.Context, from *provider.Account, events *provider.Events) error {
	return r.Inbound.receive(ctx, from, events)
}

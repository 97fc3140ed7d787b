package email

import (
	"context"
	"errors"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/email"
	"herald/pkg/kit/parallel"
)

// atOnce is how many chunks are brought with one change of the list, whose row names all of its packs. retriedAtOnce is how many chunks of
// a retry are brought with one walk through the list. sideBySide is how many are read at a time.
const atOnce, retriedAtOnce, sideBySide = 32, 64, 8

// bring stores what became of the emails of some pieces, from one on: of how many pieces, and whether there was anything to tell.
func (r *Service) bring(ctx context.Context, o *order.Order, body *Body, from int, changed []bool) (n int, any bool, err error) {
	gen, _ := o.Piece(from)
	first, most := gen == o.Begin(), atOnce
	if !first {
		most = retriedAtOnce
	}
	var pieces []int
	for n < most && from+n < o.Pieces() {
		if gen, _ := o.Piece(from + n); (gen == o.Begin()) != first {
			break
		}
		if changed == nil || from+n >= len(changed) || changed[from+n] {
			pieces = append(pieces, from+n)
		}
		n++
	}
	targets := make([][]dispatch.Target, len(pieces))
	err = errors.Join(parallel.Each(len(pieces), sideBySide, func(i int) (err error) {
		targets[i], err = r.Engine.Statistics().TargetsOf(ctx, o, pieces[i])
		return err
	})...)
	if err != nil {
		return n, false, err
	}
	all := map[uint64][]contact.EmailFact{}
	var facts []contact.EmailFact
	for i, piece := range pieces {
		_, chunk := o.Piece(piece)
		for k := range targets[i] {
			some := factsAbout(&targets[i][k], placeOf(o, chunk))
			facts = append(facts, some...)
			if !first && len(some) > 0 {
				all[some[0].Code] = append(all[some[0].Code], some...)
			}
		}
	}
	if len(facts) == 0 {
		return n, false, nil
	}
	if !first {
		return n, true, r.bringRetried(ctx, o, body, all)
	}
	return n, true, r.Contacts.RecordEmail(ctx, o.Group, facts)
}

// bringRetried stores what became of emails of a retry: its chunks are no packs, so its recipients are looked for in the list.
func (r *Service) bringRetried(ctx context.Context, o *order.Order, body *Body, all map[uint64][]contact.EmailFact) error {
	var found []contact.EmailFact
	packs := 0
	record := func() error {
		err := r.Contacts.RecordEmail(ctx, o.Group, found)
		found, packs = nil, 0
		return err
	}
	err := r.Contacts.Members(ctx, o.Group, body.Packs, func(pack *contact.Pack) error {
		had := len(found)
		for _, code := range pack.Numbers {
			for _, f := range all[code] {
				f.Place = pack.Place
				found = append(found, f)
			}
		}
		if len(found) > had {
			packs++
		}
		if packs < atOnce {
			return nil
		}
		return record()
	})
	return errors.Join(err, record())
}

// placeOf is where in the list the pack of a chunk lies, of the generation that an order began with.
func placeOf(o *order.Order, chunk int) int {
	if o.Trial != nil { // of each pack a chunk of the sample, and behind them all one of the rest
		return chunk % max(1, o.Trial.Sample)
	}
	return chunk
}

// factsAbout is what became of an email, as facts about its recipient. An email that came back was not received, also where its arrival was
// reported first. A full mailbox says nothing of the address.
func factsAbout(t *dispatch.Target, place int) (all []contact.EmailFact) {
	if t.HeldBack != "" || t.Email == "" || t.SentTime == nil {
		return nil
	}
	say := func(what contact.Source, at *time.Time) {
		if at != nil {
			all = append(all, contact.EmailFact{Place: place, Code: email.Code(t.Email), What: what, At: *at})
		}
	}
	switch t.Result {
	case "hardBounce", "blacklist":
		say(contact.ByBounce, t.SentTime)
	case "":
		say(contact.ByMailbox, t.ArrivedTime)
	}
	if t.State == chunkrow.StateComplained {
		at := t.SentTime
		if t.ArrivedTime != nil {
			at = t.ArrivedTime
		}
		say(contact.ByComplaint, at)
	}
	say(contact.ByLoad, t.LoadedTime)
	say(contact.ByClick, t.ClickedTime)
	say(contact.ByUnsubscribe, t.UnsubscribedTime)
	return all
}

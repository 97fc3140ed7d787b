package usdt

import (
	"context"
	"fmt"
	"strconv"

	"herald/pkg/kit/store"
	"herald/pkg/platform/notice"
)

// level is how a chain's pool stood when it was looked at last.
type level struct {
	Low   bool `dynamodbav:"l"`
	Falls int  `dynamodbav:"n"` // how often it became low
}

// level counts the free addresses of a chain. When few remain, finance gets one notice, until there are more again;
// the user who just imported some gets none. Errors here fail nothing.
func (r *Service) level(ctx context.Context, chain string, imported bool) {
	if err := r.levelled(ctx, chain, imported); err != nil {
		r.Log(map[string]any{"warning": "usdt: " + err.Error()})
	}
}

func (r *Service) levelled(ctx context.Context, chain string, imported bool) error {
	least, err := r.Low(ctx)
	if err != nil {
		return err
	}
	free, err := r.free(ctx, chain, least+1)
	if err != nil {
		return err
	}
	var tell []notice.Personal
	err = store.Retry(ctx, tries, func() error {
		tell = nil
		was, known, err := store.Load[level](ctx, r.DB, levelKey(chain), true)
		now := level{len(free) <= least, was.Falls}
		if err != nil || now.Low == was.Low || now.Low && imported {
			return err
		}
		op := store.Op{Verb: store.Put, Key: levelKey(chain), Item: &now, If: store.Missing("pk")}
		if known {
			op.If = store.Eq("l", was.Low)
		}
		if !now.Low {
			_, err := r.DB.Write(ctx, op)
			return err
		}
		now.Falls++
		if tell, err = r.lowFor(ctx, chain, now.Falls, len(free)); err != nil {
			return err
		}
		ops := []store.Op{op}
		for _, n := range tell {
			ops = append(ops, notice.OutboxOp(r.Now(), n))
		}
		return r.DB.Transact(ctx, ops)
	})
	if err != nil || len(tell) == 0 {
		return err
	}
	r.Log(map[string]any{"alarm": "few addresses are left for USDT", "chain": chain, "free": len(free)})
	for _, n := range tell {
		r.Notices.NotifyLater(ctx, n)
	}
	return nil
}

// maxNotified bounds the number of notified users: a transaction holds no more rows.
const maxNotified = 90

// lowFor are the notices of a fall of a chain's pool, for each who may import addresses or see them.
func (r *Service) lowFor(ctx context.Context, chain string, fall, free int) ([]notice.Personal, error) {
	staff, err := r.Staff(ctx, "virtual:address:page")
	if err != nil {
		return nil, err
	}
	var all []notice.Personal
	for _, id := range staff[:min(maxNotified, len(staff))] {
		all = append(all, notice.Personal{UserID: id, Key: fmt.Sprintf("usdt.low.%s.%d", chain, fall), Title: "usdt.tell.lowTitle",
			Body: "usdt.tell.low",
			Args: map[string]string{"platform": nameOf(chain), "n": strconv.Itoa(free)}, Link: "/finance/address"})
	}
	return all, nil
}

package sender

import (
	"context"
	"maps"
	"math"
	"strconv"
	"time"

	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// limitless is a warm-up's day that is as good as none.
const limitless = 1 << 30

// Limit is how many messages may be sent in the 24 hours that end now; 0: without limit. What counts is the least of staff's limit, the
// provider's tier and the day of the warm-up. The tier counts recipients once: here every message counts, so it is never exceeded.
func (s *State) Limit(now time.Time) int {
	least := math.MaxInt
	for _, n := range []int{s.Daily, s.Tier, s.warm(now)} {
		if n > 0 {
			least = min(least, n)
		}
	}
	if least == math.MaxInt {
		return 0
	}
	return least
}

// warm is what the day of a warm-up allows; 0 when there is none, or it is over.
func (s *State) warm(now time.Time) int {
	if s.WarmUp == 0 || s.WarmFrom.IsZero() {
		return 0
	}
	days := int(now.Sub(s.WarmFrom) / (24 * time.Hour))
	if days < 0 || days > 30 || s.WarmUp<<days > limitless {
		return 0
	}
	return s.WarmUp << days
}

// nextDay is when the next day of a warm-up begins; zero when there is none.
func (s *State) nextDay(now time.Time) time.Time {
	if s.warm(now) == 0 {
		return time.Time{}
	}
	return s.WarmFrom.Add((now.Sub(s.WarmFrom)/(24*time.Hour) + 1) * 24 * time.Hour)
}

// Forecast estimates how a number of messages goes out by some senders: the messages a second, and how long the last
// ones wait for the senders' days. A sender that is switched off does not count, nor one that takes nothing new while
// another does.
func (b *Store) Forecast(ctx context.Context, among []*provider.Account, n int) (perSecond int, wait time.Duration, err error) {
	all, err := b.all(ctx)
	if err != nil {
		return 0, 0, err
	}
	first := time.Duration(math.MaxInt64)
	by := map[string]*shared{}
	for _, a := range b.usable(all, among) {
		p := a.Profile()
		perSecond += max(1, p.PerSecond)
		days := b.days(p.Sender)
		whose := days[len(days)-1]
		if by[whose] == nil {
			by[whose] = &shared{}
			if by[whose].own, err = b.bound(ctx, all, whose); err != nil {
				return 0, 0, err
			}
		}
		one := by[whose].own
		if whose != p.Sender {
			if one, err = b.bound(ctx, all, p.Sender); err != nil {
				return 0, 0, err
			}
		}
		by[whose].senders = append(by[whose].senders, one)
		first = min(first, one.waitTime(b.Now()), by[whose].own.waitTime(b.Now()))
	}
	for day := 0; day < mostDays && first < math.MaxInt64; day++ { // a sender without a limit takes them all
		n -= capacity(by, b.Now(), day)
		if n <= 0 {
			break
		}
		wait = first + time.Duration(day)*24*time.Hour
	}
	return perSecond, wait, nil
}

// mostDays is how far ahead is looked.
const mostDays = 60

// usable are those by which new messages go out; all when there are none.
func (b *Store) usable(all map[string]State, among []*provider.Account) []*provider.Account {
	var on, first []*provider.Account
	for _, a := range among {
		s := b.stateOf(all, a.Profile().Sender)
		if s.Off {
			continue
		}
		if on = append(on, a); s.Weight > 0 {
			first = append(first, a)
		}
	}
	for _, some := range [][]*provider.Account{first, on} {
		if len(some) > 0 {
			return some
		}
	}
	return among
}

// bound is what bounds a sender, or an account, and what counts of its day.
type bound struct {
	State
	day
}

func (b *Store) bound(ctx context.Context, all map[string]State, id string) (bound, error) {
	out := bound{State: all[id]}
	if out.Limit(b.Now()) == 0 {
		return out, nil
	}
	var err error
	out.day, _, err = store.Load[day](ctx, b.DB, dayKey(id), false)
	return out, err
}

// left is what may be sent on a day from now on, today being 0.
func (o *bound) left(now time.Time, day int) int {
	at := now.Add(time.Duration(day) * 24 * time.Hour)
	limit := o.Limit(at)
	if limit == 0 {
		return math.MaxInt32
	}
	if day == 0 {
		limit -= o.used(at)
	}
	return max(0, limit)
}

// module is in how long there is some again once today's is used up.
func (o *bound) waitTime(now time.Time) time.Duration {
	if o.Limit(now) == 0 {
		return math.MaxInt64
	}
	full := day{Hours: maps.Clone(o.Hours)}
	if full.Hours == nil {
		full.Hours = map[string]int{}
	}
	full.Hours[strconv.FormatInt(hourOf(now), 10)] += max(1, o.left(now, 0))
	return full.freeAt(&o.State, now).Sub(now)
}

// shared is some senders and what bounds all of them.
type shared struct {
	own     bound
	senders []bound
}

// capacity is what all may send on a day.
func capacity(by map[string]*shared, now time.Time, day int) (n int) {
	for _, a := range by {
		sum := 0
		for i := range a.senders {
			sum += a.senders[i].left(now, day)
		}
		n += min(sum, a.own.left(now, day))
	}
	return n
}

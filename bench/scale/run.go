package main

import "math"

// statuses of a message come after these seconds: a part of them, as the provider's reports of real campaigns do (facts: delivered within
// six seconds at the median, read within half an hour).
var statuses = []struct {
	after int
	part  float64 // of 2.52 a message
}{{2, 0.40}, {10, 0.22}, {60, 0.08}, {600, 0.08}, {1800, 0.10}, {7200, 0.08}, {21600, 0.04}}

// statusesOf is how many statuses a message has: as `make bench` counts them.
const statusesOf = 2.52

// flow is what happens in one second.
type flow struct {
	placed   float64 // recipients of campaigns that start: they are read, checked and packed
	sent     float64
	statuses float64
	running  float64 // campaigns
}

// simulate sends a month second by second, as fast as the senders may: the campaigns of a tenant share the rate of its senders.
func simulate(of load, each func(f flow)) {
	var active [tenant][]float64 // recipients that are left
	next, later := 0, make([]float64, statuses[len(statuses)-1].after+1)
	for second, left := 0, 0.0; second < month || left > 0; second++ {
		var f flow
		for ; next < len(of.campaigns) && of.campaigns[next].start <= second; next++ {
			c := of.campaigns[next]
			active[c.tenant] = append(active[c.tenant], c.recipients)
			f.placed += c.recipients
		}
		left = 0
		for i := range active {
			share, kept := of.rate[i]/math.Max(1, float64(len(active[i]))), active[i][:0]
			for _, c := range active[i] {
				n := math.Min(c, share)
				f.sent += n
				if c -= n; c >= 0.5 {
					kept = append(kept, c)
					left += c
				}
			}
			active[i] = kept
			f.running += float64(len(kept))
		}
		for _, s := range statuses {
			later[(second+s.after)%len(later)] += f.sent * statusesOf * s.part
		}
		f.statuses, later[second%len(later)] = later[second%len(later)], 0
		each(f)
	}
}

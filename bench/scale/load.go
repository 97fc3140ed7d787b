package main

import (
	"math"
	"math/rand/v2"
	"sort"
)

const (
	day    = 24 * 3600
	month  = 30 * day
	tenant = 100
)

// senderRate is how many messages a second one sender may send (facts: 80 a second by default). A tenant has as many senders as its
// largest campaign needs to be over in fourHours, and as its month needs in six hours of each of 22 days.
const (
	senderRate = 80
	fourHours  = 4 * 3600
	workHours  = 22 * 6 * 3600
)

// campaign is an order of a tenant: it starts at a second of the month and has a number of recipients.
type campaign struct {
	tenant, start int
	recipients    float64
}

// load is a month of campaigns.
type load struct {
	campaigns []campaign
	rate      [tenant]float64 // messages a second that the senders of a tenant may send
}

// monthOf draws a month of messages: tenants by Zipf's law, campaigns by a log-normal size, on weekdays more than on weekends, in the
// business hours of eight time zones, and more than half of them at a full hour.
func monthOf(messages float64, seed uint64) load {
	rnd := rand.New(rand.NewPCG(seed, 1))
	var shares [tenant]float64
	sum := 0.0
	for i := range shares {
		shares[i] = 1 / math.Pow(float64(i+1), 0.9)
		sum += shares[i]
	}
	scale := messages / 1e9
	var out load
	for i := range shares {
		share, largest := messages*shares[i]/sum, 0.0
		left := share
		zone := []int{-8, -5, -3, 0, 1, 3, 5, 8}[rnd.IntN(8)]
		for left > 0 {
			n := math.Min(left, math.Min(2e6, math.Max(500, 30_000*math.Exp(1.4*rnd.NormFloat64())))*math.Sqrt(scale))
			largest = math.Max(largest, n)
			out.campaigns = append(out.campaigns, campaign{tenant: i, start: startOf(rnd, zone), recipients: n})
			left -= n
		}
		out.rate[i] = math.Ceil(math.Max(largest/fourHours, share/workHours)/senderRate) * senderRate
	}
	sort.SliceStable(out.campaigns, func(i, j int) bool { return out.campaigns[i].start < out.campaigns[j].start })
	return out
}

// hours is how many of 100 campaigns start in each local hour from 8 on.
var hours = []int{6, 12, 15, 12, 8, 6, 8, 9, 9, 8, 5, 2}

func startOf(rnd *rand.Rand, zone int) int {
	var d int
	for {
		if d = rnd.IntN(30); d%7 < 5 || rnd.IntN(4) == 0 {
			break
		}
	}
	at, hour := rnd.IntN(100), 8
	for _, n := range hours {
		if at < n {
			break
		}
		at, hour = at-n, hour+1
	}
	second := 0
	if rnd.IntN(100) >= 60 {
		second = rnd.IntN(3600)
	}
	return ((d*24+hour-zone)*3600 + second + month) % month
}

package whatsappsim

import (
	"time"

	"herald/localstack/simulators/sim"
)

// Pair limit (facts 1.5): one message in 6 s to the same user, with a burst of 45 that borrows from the future.
const (
	pairInterval = int64(6 * time.Second)
	pairHold     = 44 * pairInterval
	pairSweep    = 1 << 16
)

// pairLimit keeps for each recipient when its bucket is full again; a full one is forgotten.
type pairLimit struct {
	free  map[uint64]int64 // recipient → unix ns
	sweep int              // size at which the full ones are swept out
}

func (p *pairLimit) take(to string, now int64) bool {
	if p.free == nil {
		p.free, p.sweep = make(map[uint64]int64), pairSweep
	}
	key := sim.Hash(to)
	free := max(p.free[key], now)
	if free-now > pairHold {
		return false
	}
	if len(p.free) >= p.sweep {
		for k, t := range p.free {
			if t <= now {
				delete(p.free, k)
			}
		}
		p.sweep = max(pairSweep, 2*len(p.free))
	}
	p.free[key] = free + pairInterval
	return true
}

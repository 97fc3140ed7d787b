package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"
)

// spare is how much garbage may lie about while the heap is watched, whatever the tables in memory hold.
const spare = 16 << 20

// watchHeap has the collector run so often that what is seen of the heap is what is held, and gives what tells by how much the heap
// rose at most since then: with garbage of up to 16 MB, without the tables that were there before.
func watchHeap() (rise func() uint64) {
	runtime.GC()
	base, most := heapNow(), uint64(0)
	was := debug.SetGCPercent(max(1, int(spare*100/max(1, base))))
	end := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		tick := time.NewTicker(2 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-end:
				return
			case <-tick.C:
				most = max(most, heapNow())
			}
		}
	})
	return func() uint64 {
		close(end)
		wg.Wait()
		debug.SetGCPercent(was)
		return max(most, heapNow(), base+1) - base
	}
}

func heapNow() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

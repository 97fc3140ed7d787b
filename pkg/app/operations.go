package app

import (
	"herald/pkg/app/manifest"
	"herald/pkg/platform/deadletter"
)

// DeadLetters are what queues gave up.
func (e *Env) DeadLetters() *deadletter.Service {
	return &deadletter.Service{DB: e.DB, Queues: e.Queues, Inspector: e.Inspector, Names: queueNames(), Most: mostDeliveries, Now: e.Now,
		Log: e.Log}
}

// queueNames are the queues of all consumers.
func queueNames() (all []string) {
	for _, c := range manifest.Consumers {
		all = append(all, c.Name)
	}
	return all
}

// mostDeliveries is how often a queue delivers a message before it gives it up.
func mostDeliveries(name string) int {
	for _, c := range manifest.Consumers {
		if c.Name == name {
			return c.MaxReceive
		}
	}
	return 0
}

package apptest

import (
	"errors"
	"time"

	"herald/pkg/campaign/voice"
	"herald/pkg/kit/auth"
)

// Spoken is a recording when it was spoken: an engine that did not answer is asked again by the tick.
func (p *SendingFixture) Spoken(room *voice.Service, id string) (*voice.Recording, error) {
	for range 5 {
		p.Work()
		one, err := room.Recording(p.Context(), auth.Everything, id)
		if err != nil || one.State != voice.Making {
			return one, err
		}
		p.Kit.Clock.Add(2 * time.Minute)
		p.Tick()
	}
	return nil, errors.New("it is not spoken")
}

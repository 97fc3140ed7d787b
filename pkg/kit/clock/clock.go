// Package clock is the injected time. Production and the simulation both use the time package (the simulation runs in
// a synctest bubble); a test that needs a fixed day uses Fixed.
package clock

import "time"

// Clock tells the time in UTC.
type Clock func() time.Time

// System is the real clock.
func System() time.Time { return time.Now().UTC() }

// Fixed always tells t.
func Fixed(t time.Time) Clock { return func() time.Time { return t.UTC() } }

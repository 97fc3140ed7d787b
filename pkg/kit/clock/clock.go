// Package clock is the injected time. Production and the simulations both use the time package (a simulation runs in a
// synctest bubble).
package clock

import "time"

// Clock tells the time in UTC.
type Clock func() time.Time

// System is the real clock.
func System() time.Time { return time.Now().UTC() }

// China is the time zone of the company: its days bound balances, stock, statistics, templates and exports. It has no
// daylight saving time, so a fixed offset serves and no zone file is needed.
var China = time.FixedZone("+08:00", 8*60*60)

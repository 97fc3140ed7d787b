package linkactivity

import (
	"slices"

	"herald/pkg/campaign/emaillink"
)

// Times in seconds by which the events of one recipient tell a machine.
const (
	// honeypotWindow is how long before and after a link that no person sees its opener's events are a machine's, too.
	honeypotWindow = 60
	// burst is the time within which no person opens two different links.
	burst = 2
)

// isLink reports a click on a link that people see.
func isLink(link int) bool { return link < emaillink.MaxLinks || link == emaillink.ElsewhereLink }

// machines tells for each event of one recipient, oldest first, whether a machine made it. It is a pure function of the set: a later
// event may turn an earlier verdict.
//
//   - The user agent, HEAD, or an event that came sooner than a person reacts (useragent, emaillink.NewEvent).
//   - An event near a load of the hidden link.
//   - Clicks of two different links within two seconds.
//
// A later click by itself is a person's.
func machines(all []entry) []bool {
	out := make([]bool, len(all))
	for i, e := range all {
		out[i] = e.Kind.Machine() || e.Early || e.Link == emaillink.Honeypot
	}
	for _, h := range all {
		if h.Link != emaillink.Honeypot {
			continue
		}
		for k, e := range all {
			if e.At >= h.At-honeypotWindow && e.At <= h.At+honeypotWindow {
				out[k] = true
			}
		}
	}
	for i, e := range all {
		for k := i + 1; isLink(e.Link) && k < len(all) && all[k].At-e.At <= burst; k++ {
			if isLink(all[k].Link) && all[k].Link != e.Link {
				out[i], out[k] = true, true
			}
		}
	}
	return out
}

// person is what one recipient did.
type person struct {
	loaded, clicked               bool
	machineLoaded, machineClicked bool
	unsubscribed                  bool
	firstLoad, firstClick, leftAt int64 // unix s, by a person
}

// judge sums the events of one recipient up, oldest first.
func judge(all []entry, machine []bool) (p person) {
	for i, e := range all {
		switch {
		case e.Link == emaillink.Unsubscribed:
			p.unsubscribed, p.leftAt = true, e.At
		case e.Link == emaillink.Resubscribed:
			p.unsubscribed, p.leftAt = false, 0
		case e.Link == emaillink.Loaded && machine[i]:
			p.machineLoaded = true
		case e.Link == emaillink.Loaded:
			p.loaded, p.firstLoad = true, first(p.firstLoad, e.At)
		case isLink(e.Link) && machine[i]:
			p.machineClicked = true
		case isLink(e.Link):
			// A click shows that the email was read, also where pictures are not loaded.
			p.loaded, p.clicked = true, true
			p.firstLoad, p.firstClick = first(p.firstLoad, e.At), first(p.firstClick, e.At)
		}
	}
	return p
}

func first(was, at int64) int64 {
	if was == 0 {
		return at
	}
	return was
}

// byRecipient groups the events of a chunk; each group is oldest first.
func byRecipient(all []entry) map[int][]entry {
	out := map[int][]entry{}
	for _, e := range sorted(slices.Clone(all)) {
		out[e.Index] = append(out[e.Index], e)
	}
	return out
}

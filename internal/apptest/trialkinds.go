package apptest

// Bodies counts what was sent, by its kind and text.
func (p *SendingFixture) Bodies() map[string]int {
	out := map[string]int{}
	all, _ := p.Sim.Messages(0, 1<<20)
	for _, m := range all {
		out[m.Type+" "+m.Body]++
	}
	return out
}

package whatsapp

import (
	"encoding/json"
	"slices"
	"strings"

	"herald/pkg/provider"
)

// groupChange is an item of the webhooks about groups, of all of their fields.
type groupChange struct {
	ID      string `json:"group_id"`
	Type    string `json:"type"`
	Request string `json:"request_id"`
	Subject string `json:"subject"`
	Errors  []struct {
		Code number `json:"code"`
	} `json:"errors"`
	person               // of a request to join
	Added   list[person] `json:"added_participants"`
	Removed list[person] `json:"removed_participants"`
}

// people shows which user ids a change names with numbers.
func (g *groupChange) people(ev *provider.Events) {
	for _, p := range slices.Concat([]person{g.person}, g.Added.items, g.Removed.items) {
		number, user, _ := p.names()
		sees(ev, number, user)
	}
}

// groupEvents reads the events of groups: which ones changed, and which were not made. The state of a group is
// queried, so that late, repeated and disordered webhooks do no harm.
func (a *Adapter) groupEvents(ev *provider.Events, value []byte) {
	var v struct {
		Groups []json.RawMessage `json:"groups"`
	}
	if json.Unmarshal(value, &v) != nil || len(v.Groups) == 0 {
		ev.Unknown++
		return
	}
	for _, text := range v.Groups {
		var g groupChange
		if json.Unmarshal(text, &g) != nil || g.ID == "" && g.Request == "" {
			ev.Unknown++ // it hides nothing beside it
			continue
		}
		e := provider.GroupEvent{ID: g.ID, Request: g.Request}
		if ref, ours := strings.CutPrefix(g.Subject, workingName); ours {
			e.Reference = ref
		}
		if e.Refused = g.Type == "group_create" && len(g.Errors) > 0; e.Refused {
			e.Code = int(g.Errors[0].Code)
		}
		ev.Groups = append(ev.Groups, e)
		g.people(ev)
	}
}

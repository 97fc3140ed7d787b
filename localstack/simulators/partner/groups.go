package partnersim

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"herald/localstack/simulators/sim"
)

// Groups of the partner (pkg/provider/partner/groups.json). The script looks at a group's reference, and for a step
// at the reference with the step's path behind it. The last digit of an added person's number decides the outcome: 9
// is refused, 8 is invited, 7 joins after a while, all others join at once. A group is slow (its course), refused,
// cut, answered twice or never, as batches are.

// Group is a group as the partner has it.
type Group struct {
	Reference, Subject, Description string
	Mute, Picture                   bool
	Admins                          []string
	Greetings                       []string // texts, each once
	Members                         []Person

	id     string // of the message
	notify string
	greets map[string]bool
}

// Person is a person in a group.
type Person struct {
	Number string    `json:"number"`
	State  string    `json:"state"`
	Code   int       `json:"code,omitempty"`
	Time   time.Time `json:"time"`
}

type groupRequest struct {
	Subject      string `json:"subject"`
	Description  string `json:"description"`
	JoinApproval bool   `json:"joinApproval"`
	CallbackURL  string `json:"callbackUrl"`
}

type groupStep struct {
	Numbers     []string `json:"numbers"`
	Mute        bool     `json:"mute"`
	Subject     string   `json:"subject"`
	Description string   `json:"description"`
	Text        string   `json:"text"`
	Type        string   `json:"type"`
	Content     []byte   `json:"content"`
	Picture     *struct {
		Type    string `json:"type"`
		Content []byte `json:"content"`
	} `json:"picture"`
}

func (s *Sim) groupRoutes() {
	s.Handle("PUT /v1/groups/{reference}", s.putGroup)
	s.Handle("GET /v1/groups/{reference}", s.getGroup)
	for _, path := range []string{"members/{n}", "admins", "mute", "description", "picture", "greetings/{n}"} {
		s.Handle("PUT /v1/groups/{reference}/"+path, s.step)
	}
	s.Handle("PUT /_sim/groups/{reference}/members/{number}/{state}", func(w http.ResponseWriter, r *http.Request) {
		s.SetMember(r.PathValue("reference"), r.PathValue("number"), r.PathValue("state"))
		sim.JSON(w, http.StatusOK, map[string]any{})
	})
}

// take takes a call by the script; false when it was refused.
func (s *Sim) take(w http.ResponseWriter, m sim.Message) (sim.Taken, bool) {
	taken, err := s.Take(m)
	if err == nil {
		return taken, true
	}
	code := s.Refused(m.Key, err).Code
	status := statuses[code]
	if status == 0 {
		status = http.StatusInternalServerError
	}
	refuse(w, status, string(code), "scripted")
	return taken, false
}

func (s *Sim) putGroup(w http.ResponseWriter, r *http.Request) {
	if !s.may(w, r) {
		return
	}
	reference := r.PathValue("reference")
	var in groupRequest
	err := sim.Read(r, &in)
	if err == nil {
		err = sim.Check(creations, created{in, reference})
	}
	if err != nil {
		s.malformed(w, reference, err)
		return
	}
	taken, ok := s.take(w, sim.Message{Key: reference, Kind: "group", Body: in.Subject, Reference: reference, Address: in.CallbackURL})
	if !ok {
		return
	}
	s.mu.Lock()
	if s.groups[reference] == nil {
		s.groups[reference] = &Group{Reference: reference, Subject: in.Subject, Description: in.Description, id: taken.ID, notify: in.CallbackURL,
			greets: map[string]bool{}}
		s.made = append(s.made, reference)
	}
	s.mu.Unlock()
	taken.Answer(w, r, http.StatusAccepted, map[string]any{"reference": reference, "state": "creating"})
}

// groupState is how far the course of a group is.
func (s *Sim) groupState(g *Group) string {
	switch state, _ := s.state(&batch{id: g.id}); state {
	case "done":
		return "ready"
	case "refused":
		return "refused"
	}
	return "creating"
}

func (s *Sim) groupOf(w http.ResponseWriter, r *http.Request) *Group {
	if !s.may(w, r) {
		return nil
	}
	s.mu.Lock()
	g := s.groups[r.PathValue("reference")]
	s.mu.Unlock()
	if g == nil {
		refuse(w, http.StatusNotFound, "UNKNOWN", "no such group")
	}
	return g
}

func (s *Sim) getGroup(w http.ResponseWriter, r *http.Request) {
	g := s.groupOf(w, r)
	if g == nil {
		return
	}
	out := map[string]any{"reference": g.Reference, "state": s.groupState(g)}
	if out["state"] == "ready" {
		s.mu.Lock()
		s.settle(g)
		out["id"], out["link"], out["members"] = "P-"+g.id, linkOf(g.id), slices.Clone(g.Members)
		s.mu.Unlock()
	} else if out["state"] == "refused" {
		out["code"] = 451
	}
	sim.JSON(w, http.StatusOK, out)
}

// linkOf is the link of a group; it follows from its id, in whose end ids differ.
func linkOf(id string) string {
	code := "HeraldPartnerGroupXYZ9" + strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' {
			return c
		}
		return -1
	}, id)
	return "https://chat.whatsapp.com/" + code[len(code)-22:]
}

// settle lets those join who only needed time. The lock is held.
func (s *Sim) settle(g *Group) {
	for i := range g.Members {
		if m := &g.Members[i]; m.State == "pending" && s.cfg.Now().Sub(m.Time) > s.cfg.Takes {
			m.State, m.Time = "joined", s.cfg.Now().UTC()
		}
	}
}

func (s *Sim) step(w http.ResponseWriter, r *http.Request) {
	g := s.groupOf(w, r)
	if g == nil {
		return
	}
	var in groupStep
	_, path, _ := strings.Cut(r.URL.Path, g.Reference+"/")
	err := sim.Read(r, &in)
	if err == nil {
		err = sim.Check(steps, stepped{in, path})
	}
	switch {
	case err != nil:
		s.malformed(w, g.Reference, err)
		return
	case s.groupState(g) != "ready":
		refuse(w, http.StatusConflict, "NOT_READY", "the group is not there")
		return
	}
	m := sim.Message{Key: g.Reference + "/" + path, Kind: "step", Body: path, Reference: g.Reference + "/" + path}
	if strings.HasPrefix(path, "members") {
		m.Address = g.notify
	}
	taken, ok := s.take(w, m)
	if !ok {
		return
	}
	s.mu.Lock()
	results := s.apply(g, path, &in)
	s.mu.Unlock()
	taken.Answer(w, r, http.StatusOK, map[string]any{"reference": g.Reference, "members": results})
}

// apply does a step, once. The lock is held.
func (s *Sim) apply(g *Group, path string, in *groupStep) (results []Person) {
	switch kind, _, _ := strings.Cut(path, "/"); kind {
	case "members":
		for _, n := range in.Numbers {
			results = append(results, s.add(g, n))
		}
	case "admins":
		g.Admins = in.Numbers
	case "mute":
		g.Mute = in.Mute
	case "description":
		g.Subject, g.Description = in.Subject, in.Description
	case "picture":
		g.Picture = len(in.Content) > 0
	case "greetings":
		if !g.greets[path] {
			g.greets[path] = true
			g.Greetings = append(g.Greetings, in.Text)
		}
	}
	return results
}

// add adds a person; a person who is there already stays unchanged.
func (s *Sim) add(g *Group, number string) Person {
	if i := slices.IndexFunc(g.Members, func(p Person) bool { return p.Number == number }); i >= 0 {
		return g.Members[i]
	}
	p := Person{Number: number, State: "joined", Time: s.cfg.Now().UTC()}
	switch number[len(number)-1] {
	case '9':
		p.State, p.Code = "refused", 403
	case '8':
		p.State = "invited"
	case '7':
		p.State = "pending"
	}
	g.Members = append(g.Members, p)
	return p
}

// SetMember changes the state of a person in a group, as people do by themselves, and sends a callback.
func (s *Sim) SetMember(reference, number, state string) {
	s.mu.Lock()
	g := s.groups[reference]
	var notify string
	if g != nil {
		notify = g.notify
		for i := range g.Members {
			if g.Members[i].Number == number {
				g.Members[i].State, g.Members[i].Time = state, s.cfg.Now().UTC()
			}
		}
		s.told++
	}
	told := s.told
	s.mu.Unlock()
	if g != nil { // its callback is that of a message of its own
		_, _ = s.Take(sim.Message{Key: reference + "/told", Kind: "told", Body: state,
			Reference: fmt.Sprint(reference, "/told/", strconv.Itoa(told)), Address: notify})
	}
}

// Made are the groups that the partner made, each with what became of it.
func (s *Sim) Made() (all []Group) {
	s.mu.Lock()
	made := slices.Clone(s.made)
	s.mu.Unlock()
	for _, reference := range made {
		s.mu.Lock()
		g := s.groups[reference]
		s.mu.Unlock()
		if s.groupState(g) != "ready" {
			continue
		}
		s.mu.Lock()
		s.settle(g)
		one := *g
		one.Members, one.Greetings = slices.Clone(g.Members), slices.Clone(g.Greetings)
		s.mu.Unlock()
		all = append(all, one)
	}
	return all
}

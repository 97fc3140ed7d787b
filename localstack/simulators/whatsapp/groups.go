package whatsappsim

import (
	"fmt"
	"image"
	_ "image/jpeg" // of which pictures of groups are
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"herald/localstack/simulators/sim"
)

// The Groups API (facts 1.8, 1.11). The creation of a group is a message of the log: the script looks at the digits
// of its subject, and it may be refused, cut, late, reported twice or never, and fail after it was accepted, as
// messages are. Users join and leave groups by themselves (POST /_sim/groups).

// Group is a group as WhatsApp has it.
type Group struct {
	ID           string        `json:"id"`
	Of           string        `json:"of"` // the number that made it
	Request      string        `json:"request_id"`
	Subject      string        `json:"subject"`
	Description  string        `json:"description"`
	Mode         string        `json:"join_approval_mode"`
	Suspended    bool          `json:"suspended"`
	Created      int64         `json:"creation_timestamp"`
	Link         string        `json:"invite_link"`
	Picture      bool          `json:"picture"`
	Participants []string      `json:"participants"` // wa_ids; the first is the number itself
	Requests     []JoinRequest `json:"join_requests"`

	message string            // of the log
	users   map[string]string // user ids that are shown beside numbers
}

// JoinRequest is a person who waits for approval.
type JoinRequest struct {
	ID string `json:"join_request_id"`
	WA string `json:"wa_id"`
	At int64  `json:"creation_timestamp"`
}

const (
	mostParticipants = 8 // with the number itself
	groupPicture     = 192
	approval         = "approval_required"
)

// courseGroup is that of a creation; it takes a while.
const courseGroup = 4

var created = sim.Step{Status: "created", After: 800 * time.Millisecond}

// groupList is POST and GET /{phone_number_id}/groups.
func (s *Sim) groupList(w http.ResponseWriter, r *http.Request, of string) {
	if r.Method == http.MethodPost {
		s.createGroup(w, r, of)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []map[string]any{}
	size, err := strconv.Atoi(r.URL.Query().Get("limit"))
	if err != nil || size < 1 || size > 1024 {
		size = 25
	}
	after, last, more := r.URL.Query().Get("after"), "", false
	for _, g := range s.groups {
		if g.Of != of || g.ID <= after || !s.stands(g) {
			continue
		}
		if more = len(list) == size; more {
			break
		}
		last = g.ID
		list = append(list, map[string]any{"id": g.ID, "subject": g.Subject, "created_at": g.Created})
	}
	paging := map[string]any{}
	if more {
		paging["cursors"] = map[string]string{"after": last}
	}
	sim.JSON(w, http.StatusOK, map[string]any{"data": map[string]any{"groups": list}, "paging": paging})
}

func (s *Sim) createGroup(w http.ResponseWriter, r *http.Request, of string) {
	var body map[string]any
	err := sim.Read(r, &body)
	if err == nil {
		err = schemas.Check("groups.create", body)
	}
	if err != nil {
		s.failWith(w, 100, err.Error())
		return
	}
	subject := str(body, "subject")
	taken, err := s.Take(sim.Message{Key: digitsOf(subject), Kind: "group", Body: subject,
		Fate: func(int) (int, sim.Code) { return courseGroup, "" }})
	if err != nil {
		s.fail(w, err)
		return
	}
	s.mu.Lock()
	g := &Group{ID: "G" + strconv.FormatUint(s.Next(), 10), Of: of, Request: "R" + strconv.FormatUint(s.Next(), 10), Subject: subject,
		Description: str(body, "description"),
		Mode:        str(body, "join_approval_mode"), Created: s.Now().Unix(), Participants: []string{s.line(of).Shown}, message: taken.ID}
	s.groups = append(s.groups, g)
	s.mu.Unlock()
	taken.Answer(w, r, http.StatusOK, map[string]string{"messaging_product": "whatsapp", "request_id": g.Request})
}

func digitsOf(text string) string {
	return strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' {
			return c
		}
		return -1
	}, text)
}

// stands tells whether a group was made by now. The lock is held.
func (s *Sim) stands(g *Group) bool {
	_, reached, _ := s.Find(g.message)
	return slices.ContainsFunc(reached, func(r sim.Receipt) bool { return r.Status == created.Status })
}

// group of an id that stands; nil for none. The lock is held.
func (s *Sim) group(id string) *Group {
	for _, g := range s.groups {
		if g.ID == id && s.stands(g) {
			return g
		}
	}
	return nil
}

func (s *Sim) hasGroup(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.group(id) != nil
}

// groupNode serves /{group_id}[/{edge}].
func (s *Sim) groupNode(w http.ResponseWriter, r *http.Request, id, edge string) {
	body, err := groupBody(r, edge)
	if err != nil {
		s.failWith(w, 100, err.Error())
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.group(id)
	switch r.Method + " " + edge {
	case "GET ":
		sim.JSON(w, http.StatusOK, g.shown())
	case "POST ":
		for key, into := range map[string]*string{"subject": &g.Subject, "description": &g.Description} {
			if text := str(body, key); text != "" {
				*into = text
			}
		}
		g.Picture = g.Picture || body["file"] == true
		sim.JSON(w, http.StatusOK, map[string]bool{"success": true})
	case "DELETE ":
		s.groups = slices.DeleteFunc(s.groups, func(other *Group) bool { return other == g })
		s.tellGroup("group_lifecycle_update", g, map[string]any{"type": "group_delete"})
		sim.JSON(w, http.StatusOK, map[string]bool{"success": true})
	case "POST invite_link":
		g.Link = fmt.Sprintf("https://chat.whatsapp.com/%022d", s.Next())
		sim.JSON(w, http.StatusOK, map[string]string{"messaging_product": "whatsapp", "invite_link": g.Link})
	case "DELETE invite_link":
		g.Link = ""
		sim.JSON(w, http.StatusOK, map[string]string{"success": "true"})
	case "GET join_requests":
		sim.JSON(w, http.StatusOK, map[string]any{"data": g.asking(), "paging": map[string]any{}})
	case "POST join_requests", "DELETE join_requests":
		sim.JSON(w, http.StatusOK, s.answerRequests(g, body, r.Method == http.MethodPost))
	case "DELETE participants":
		for _, p := range objects(body, "participants") {
			s.leave(g, waID(str(p, "user")), "business")
		}
		sim.JSON(w, http.StatusOK, map[string]string{"messaging_product": "whatsapp"})
	default:
		s.failWith(w, 100, "Unsupported request")
	}
}

// groupBody reads and checks the body of a call about a group, before the lock is taken. A picture comes as a form.
func groupBody(r *http.Request, edge string) (map[string]any, error) {
	if r.Method == http.MethodGet || r.Method == http.MethodDelete && edge == "" {
		return nil, nil
	}
	if strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/form-data") {
		return pictureForm(r)
	}
	var body map[string]any
	if err := sim.Read(r, &body); err != nil {
		return nil, err
	}
	schema := "groups." + edge
	if edge == "" {
		schema = "groups.update"
	}
	return body, schemas.Check(schema, body)
}

// pictureForm takes a square JPEG of 5 MB at most.
func pictureForm(r *http.Request) (map[string]any, error) {
	if err := r.ParseMultipartForm(6 << 20); err != nil {
		return nil, err
	}
	defer func() { _ = r.MultipartForm.RemoveAll() }() // at worst a temporary file stays until the system clears it
	file, header, err := r.FormFile("file")
	if err != nil {
		return nil, err
	}
	defer file.Close()
	cfg, kind, err := image.DecodeConfig(file)
	switch {
	case r.FormValue("messaging_product") != "whatsapp":
		return nil, fmt.Errorf("messaging_product is missing")
	case err != nil || kind != "jpeg" || header.Header.Get("Content-Type") != "image/jpeg" || header.Size > 5<<20 || cfg.Width != cfg.Height ||
		cfg.Width < groupPicture:
		return nil, fmt.Errorf("the picture is no square JPEG of %d pixels or more: %s %d×%d", groupPicture, kind, cfg.Width, cfg.Height)
	}
	return map[string]any{"file": true}, nil
}

func (g *Group) shown() map[string]any {
	people := []map[string]any{}
	for _, p := range g.Participants {
		people = append(people, g.named(p))
	}
	return map[string]any{"messaging_product": "whatsapp", "id": g.ID, "subject": g.Subject, "description": g.Description,
		"join_approval_mode": g.Mode, "suspended": g.Suspended,
		"creation_timestamp": g.Created, "participants": people, "total_participant_count": len(people)}
}

// asking are those who wait to be let in.
func (g *Group) asking() []map[string]any {
	all := []map[string]any{}
	for _, r := range g.Requests {
		all = append(all, with(g.named(r.WA), map[string]any{"join_request_id": r.ID, "creation_timestamp": r.At}))
	}
	return all
}

// answerRequests lets people in or turns them away. The lock is held.
func (s *Sim) answerRequests(g *Group, body map[string]any, in bool) map[string]any {
	done, failed := []string{}, []map[string]any{}
	ids, _ := body["join_requests"].([]any)
	for _, id := range ids {
		i := slices.IndexFunc(g.Requests, func(r JoinRequest) bool { return r.ID == id })
		if i < 0 || in && len(g.Participants) >= mostParticipants {
			failed = append(failed, map[string]any{"join_request_id": id,
				"errors": []any{map[string]any{"code": 131203, "title": "Unable to answer the request"}}})
			continue
		}
		who := g.Requests[i].WA
		g.Requests = slices.Delete(g.Requests, i, i+1)
		if done = append(done, fmt.Sprint(id)); in {
			s.enter(g, who)
		}
	}
	word := "rejected_join_requests"
	if in {
		word = "approved_join_requests"
	}
	return map[string]any{"messaging_product": "whatsapp", word: done, "failed_join_requests": failed}
}

package whatsappsim

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"herald/localstack/simulators/sim"
)

// TemplateState is POST /_sim/templates: it puts a template into a state and sends the webhook, as Meta's review does.
// An unknown template is created with Body, approved unless Status says otherwise.
type TemplateState struct {
	Name     string `json:"name"`
	Language string `json:"language"`
	Status   string `json:"status"`
	Body     string `json:"body"`
	Reason   string `json:"reason"`  // of a rejection, e.g. PROMOTIONAL
	Quality  string `json:"quality"` // GREEN, YELLOW, RED, UNKNOWN: tells the quality beside the status, or alone
	Silent   bool   `json:"silent"`  // no webhook: it was lost
}

// SetTemplate changes or creates a template.
func (s *Sim) SetTemplate(st TemplateState) error {
	if st.Name == "" || st.Language == "" {
		return errors.New("name and language are needed")
	}
	only := st.Status == "" && st.Quality != "" // the quality alone
	if st.Status == "" {
		st.Status = templateApproved
	}
	if !slices.Contains([]string{templatePending, templateApproved, templateRejected, templatePaused, templateDisabled}, st.Status) {
		return fmt.Errorf("status %q is unknown", st.Status)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.templates.find(st.Name, st.Language)
	if t == nil {
		t = &template{ID: strconv.FormatUint(s.Next(), 10), Name: st.Name, Language: st.Language, Category: "MARKETING",
			Components: []map[string]any{{"type": "BODY", "text": st.Body}}}
		s.templates[t.ID], only = t, false
	}
	s.silent = st.Silent
	defer func() { s.silent = false }()
	if st.Quality != "" {
		s.tellQuality(t, strings.ToUpper(st.Quality))
	}
	if !only {
		s.tellTemplate(t, st.Status, cmp.Or(st.Reason, "NONE"))
	}
	return nil
}

// tellQuality changes a quality and sends its webhook. The lock is held.
func (s *Sim) tellQuality(t *template, score string) {
	before := "UNKNOWN"
	if t.Quality != nil {
		before = t.Quality.Score
	}
	t.Quality = &quality{score, s.Now().Unix()}
	if s.silent {
		return
	}
	s.hook("message_template_quality_update", sim.Encoded(map[string]any{"previous_quality_score": before, "new_quality_score": score,
		"message_template_id": t.ID, "message_template_name": t.Name, "message_template_language": t.Language}))
}

// uploads is the Resumable Upload API, as far as samples of templates need it: POST app/uploads opens a session, POST upload:<id>
// takes the bytes and answers the handle.
func (s *Sim) uploads(w http.ResponseWriter, r *http.Request) {
	size, err := strconv.Atoi(r.URL.Query().Get("file_length"))
	kind, _, _ := strings.Cut(r.URL.Query().Get("file_type"), "/")
	if err != nil || size <= 0 || !slices.Contains([]string{"image/jpeg", "image/jpg", "image/png", "video/mp4"},
		r.URL.Query().Get("file_type")) {
		s.failWith(w, 100, "file_length and a file_type of a picture or video are needed")
		return
	}
	id := "upload:" + strconv.FormatUint(s.Next(), 10)
	s.mu.Lock()
	s.sessions[id] = session{size, kind}
	s.mu.Unlock()
	sim.JSON(w, http.StatusOK, map[string]string{"id": id})
}

// session is an upload that was begun: how many bytes it takes, and of which kind ("image", "video").
type session struct {
	size int
	kind string
}

func (s *Sim) uploaded(w http.ResponseWriter, r *http.Request, id string) {
	body, err := io.ReadAll(r.Body)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil || s.sessions[id].size == 0 || len(body) != s.sessions[id].size || r.Header.Get("file_offset") != "0" {
		s.failWith(w, 100, fmt.Sprintf("the session %s takes %d bytes from offset 0", id, s.sessions[id].size))
		return
	}
	kind := s.sessions[id].kind
	delete(s.sessions, id)
	handle := "4::" + strconv.FormatUint(s.Next(), 10)
	s.samples[handle] = kind
	sim.JSON(w, http.StatusOK, map[string]string{"h": handle})
}

// controlCut is POST /_sim/cutTemplates {"times":n}: so many templates are created without an answer.
func (s *Sim) controlCut(r *http.Request) (any, error) {
	var in struct{ Times int }
	if err := sim.Read(r, &in); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cutCreate = in.Times
	return nil, nil
}

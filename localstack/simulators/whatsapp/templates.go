package whatsappsim

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"herald/localstack/simulators/sim"
)

// Statuses of a template (facts 1.3).
const (
	templatePending  = "PENDING"
	templateApproved = "APPROVED"
	templateRejected = "REJECTED"
	templatePaused   = "PAUSED"
	templateDisabled = "DISABLED"
)

type template struct {
	ID         string           `json:"id"`
	Name       string           `json:"name"`
	Status     string           `json:"status"`
	Category   string           `json:"category"`
	Language   string           `json:"language"`
	Components []map[string]any `json:"components"`
	Reason     string           `json:"rejected_reason,omitempty"`
	Quality    *quality         `json:"quality_score,omitempty"`
}

// quality is how recipients take a template.
type quality struct {
	Score string `json:"score"`
	Date  int64  `json:"date"`
}

// templateStore holds the templates by id.
type templateStore map[string]*template

func (ts templateStore) find(name, language string) *template {
	for _, t := range ts {
		if t.Name == name && (language == "" || t.Language == language) {
			return t
		}
	}
	return nil
}

var placeholder = regexp.MustCompile(`\{\{[a-z0-9_]+\}\}`)

// text gives the words of a component.
func (t *template) text(kind string) string {
	for _, c := range t.Components {
		if strings.EqualFold(str(c, "type"), kind) {
			return str(c, "text")
		}
	}
	return ""
}

// templateList is GET, POST and DELETE /{waba_id}/message_templates.
func (s *Sim) templateList(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	body, err := readTemplate(r, "templates.create")
	s.mu.Lock()
	defer s.mu.Unlock()
	switch r.Method {
	case http.MethodGet:
		list := []*template{}
		for _, t := range s.templates {
			if name := query.Get("name"); name == "" || strings.Contains(t.Name, name) {
				list = append(list, t)
			}
		}
		slices.SortFunc(list, func(a, b *template) int { return strings.Compare(a.ID, b.ID) })
		sim.JSON(w, http.StatusOK, page(list, query.Get("after"), query.Get("limit")))
	case http.MethodPost:
		if err != nil {
			s.decline(w, cmp.Or(breaks(objects(body, "components")), err))
			return
		}
		s.create(w, body)
	case http.MethodDelete:
		gone := 0
		for id, t := range s.templates {
			if t.Name == query.Get("name") && (query.Get("hsm_id") == "" || query.Get("hsm_id") == id) {
				delete(s.templates, id)
				gone++
			}
		}
		if gone == 0 {
			s.failWith(w, 100, "Message template not found")
			return
		}
		sim.JSON(w, http.StatusOK, map[string]bool{"success": true})
	default:
		s.failWith(w, 100, "Unsupported request")
	}
}

// page cuts a list of templates by cursor (the last id) and limit.
func page(list []*template, after, limit string) map[string]any {
	for len(list) > 0 && after != "" && list[0].ID <= after {
		list = list[1:]
	}
	size, err := strconv.Atoi(limit)
	if err != nil || size <= 0 {
		size = 25
	}
	more := len(list) > size
	list = list[:min(size, len(list))]
	paging := map[string]any{}
	if len(list) > 0 {
		paging["cursors"] = map[string]string{"before": list[0].ID, "after": list[len(list)-1].ID}
	}
	if more {
		paging["next"] = "?after=" + list[len(list)-1].ID
	}
	return map[string]any{"data": list, "paging": paging}
}

// readTemplate reads and checks the body of a POST, before the lock is taken.
func readTemplate(r *http.Request, schema string) (body map[string]any, err error) {
	if r.Method != http.MethodPost {
		return nil, nil
	}
	if err := sim.Read(r, &body); err != nil {
		return nil, err
	}
	return body, schemas.Check(schema, body)
}

// create registers a template and plans its review. The lock is held.
func (s *Sim) create(w http.ResponseWriter, body map[string]any) {
	t := &template{ID: strconv.FormatUint(s.Next(), 10), Name: str(body, "name"), Language: str(body, "language"),
		Category: str(body, "category"), Status: templatePending, Components: objects(body, "components")}
	if s.templates.find(t.Name, t.Language) != nil {
		s.decline(w, broken{&rule{subcode: 2388024, title: "Content in this language already exists",
			text: "There is already content in this language for this template."}})
		return
	}
	if err := s.fits(t.Category, t.Components); err != nil {
		s.decline(w, err)
		return
	}
	s.templates[t.ID] = t
	s.review(t)
	if s.cutCreate > 0 { // it exists, and the answer is lost
		s.cutCreate--
		panic(http.ErrAbortHandler)
	}
	sim.JSON(w, http.StatusOK, map[string]string{"id": t.ID, "status": t.Status, "category": t.Category})
}

// checkParts applies the rules that the schema does not tell (facts 1.3). The lock is held.
func (s *Sim) checkParts(parts []map[string]any) error {
	if err := breaks(parts); err != nil {
		return err
	}
	bodies := 0
	for _, c := range parts {
		kind := strings.ToUpper(str(c, "type"))
		switch {
		case kind == "BODY":
			bodies++
		case kind == "HEADER" && (str(c, "format") == "IMAGE" || str(c, "format") == "VIDEO"):
			handles, _ := object(c, "example")["header_handle"].([]any)
			if len(handles) != 1 || s.samples[fmt.Sprint(handles[0])] != strings.ToLower(str(c, "format")) {
				return errors.New("a media header needs the handle of a sample of its format in example.header_handle")
			}
		case kind == "BUTTONS":
			if err := checkButtons(objects(c, "buttons")); err != nil {
				return err
			}
		}
	}
	if bodies != 1 {
		return errors.New("a template has one body")
	}
	return nil
}

// review approves a template after the review delay, or rejects one whose name contains "reject". The lock is held.
func (s *Sim) review(t *template) {
	s.After(s.cfg.ReviewDelay, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.templates[t.ID] != t || t.Status != templatePending {
			return
		}
		if strings.Contains(t.Name, "reject") {
			s.tellTemplate(t, templateRejected, "INVALID_FORMAT")
			return
		}
		s.tellTemplate(t, templateApproved, "NONE")
	})
}

// tellTemplate changes a status and sends its webhook. The lock is held.
func (s *Sim) tellTemplate(t *template, status, reason string) {
	t.Status, t.Reason = status, ""
	if status == templateRejected {
		t.Reason = reason
	}
	if s.silent {
		return
	}
	s.hook("message_template_status_update",
		sim.Encoded(map[string]any{"event": status, "message_template_id": t.ID, "message_template_name": t.Name,
			"message_template_language": t.Language, "message_template_category": t.Category, "reason": reason}))
}

func (s *Sim) hasTemplate(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.templates[id] != nil
}

// templateNode is GET (read) and POST (edit, which is reviewed again) /{template_id}.
func (s *Sim) templateNode(w http.ResponseWriter, r *http.Request, id string) {
	body, err := readTemplate(r, "templates.edit")
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.templates[id]
	if t == nil || r.Method != http.MethodGet && r.Method != http.MethodPost {
		s.failWith(w, 100, "Unsupported request")
		return
	}
	if r.Method == http.MethodGet {
		sim.JSON(w, http.StatusOK, t)
		return
	}
	if err != nil {
		s.decline(w, cmp.Or(breaks(objects(body, "components")), err))
		return
	}
	if parts := objects(body, "components"); len(parts) > 0 {
		if err := s.fits(cmp.Or(str(body, "category"), t.Category), parts); err != nil {
			s.decline(w, err)
			return
		}
		t.Components = parts
	}
	if c := str(body, "category"); c != "" {
		t.Category = c
	}
	t.Status = templatePending
	s.review(t)
	sim.JSON(w, http.StatusOK, map[string]bool{"success": true})
}

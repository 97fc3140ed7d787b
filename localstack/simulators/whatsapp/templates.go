package whatsappsim

import (
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

// fill checks a template message against the registry and gives its body with the parameters in place.
func (ts templateStore) fill(message map[string]any) (string, error) {
	name, language := str(message, "name"), str(object(message, "language"), "code")
	t := ts.find(name, language)
	switch {
	case t == nil:
		return "", sim.Refuse("132001", "template name (%s) does not exist in %s", name, language)
	case t.Status == templatePaused:
		return "", sim.Refuse("132015", "template %s is paused", name)
	case t.Status == templateDisabled:
		return "", sim.Refuse("132016", "template %s is disabled", name)
	case t.Status != templateApproved:
		return "", sim.Refuse("132001", "template %s is %s", name, strings.ToLower(t.Status))
	}
	given := map[string][]map[string]any{}
	for _, c := range objects(message, "components") {
		given[strings.ToLower(str(c, "type"))] = objects(c, "parameters")
	}
	for _, kind := range []string{"header", "body"} {
		want := len(placeholder.FindAllString(t.text(kind), -1))
		if got := len(given[kind]); got != want && !(kind == "header" && want == 0) {
			return "", sim.Refuse("132000", "%s: number of localizable_params (%d) does not match the expected number of params (%d)", kind, got, want)
		}
	}
	values := make([]string, 0, len(given["body"]))
	for _, p := range given["body"] {
		values = append(values, str(p, "text"))
		if v := values[len(values)-1]; strings.ContainsAny(v, "\n\t") || strings.Contains(v, "     ") {
			return "", sim.Refuse("132018", "a parameter has a new line, a tab or five spaces")
		}
	}
	return placeholder.ReplaceAllStringFunc(t.text("BODY"), func(string) string {
		v := values[0]
		values = values[1:]
		return v
	}), nil
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
			s.failWith(w, 100, err.Error())
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
		s.failWith(w, 100, "Content in this language already exists")
		return
	}
	s.templates[t.ID] = t
	s.review(t)
	sim.JSON(w, http.StatusOK, map[string]string{"id": t.ID, "status": t.Status, "category": t.Category})
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
	t.Status = status
	s.hook("message_template_status_update", sim.Encoded(map[string]any{"event": status, "message_template_id": t.ID, "message_template_name": t.Name,
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
		s.failWith(w, 100, err.Error())
		return
	}
	if parts := objects(body, "components"); len(parts) > 0 {
		t.Components = parts
	}
	if c := str(body, "category"); c != "" {
		t.Category = c
	}
	t.Status = templatePending
	s.review(t)
	sim.JSON(w, http.StatusOK, map[string]bool{"success": true})
}

// TemplateState is POST /_sim/templates: it puts a template into a state and sends the webhook, as Meta's review does.
// An unknown template is created with Body, approved unless Status says otherwise.
type TemplateState struct {
	Name     string `json:"name"`
	Language string `json:"language"`
	Status   string `json:"status"`
	Body     string `json:"body"`
}

// SetTemplate changes or creates a template.
func (s *Sim) SetTemplate(st TemplateState) error {
	if st.Name == "" || st.Language == "" {
		return errors.New("name and language are needed")
	}
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
		s.templates[t.ID] = t
	}
	s.tellTemplate(t, st.Status, "NONE")
	return nil
}

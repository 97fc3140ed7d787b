package whatsapp

import (
	"encoding/json"
	"strings"

	"herald/pkg/provider"
)

// templateStatuses are Meta's statuses and events (facts 1.3). FLAGGED changes nothing by itself: an event reports
// the result.
var templateStatuses = map[string]provider.TemplateStatus{
	"PENDING": provider.TemplatePending, "IN_APPEAL": provider.TemplatePending,
	"APPROVED": provider.TemplateApproved, "REINSTATED": provider.TemplateApproved, "UNARCHIVED": provider.TemplateApproved, "FLAGGED": "",
	"REJECTED": provider.TemplateRejected, "LIMIT_EXCEEDED": provider.TemplateRejected,
	"PAUSED":   provider.TemplatePaused,
	"DISABLED": provider.TemplateDisabled, "LOCKED": provider.TemplateDisabled, "ARCHIVED": provider.TemplateDisabled,
	"DELETED": provider.TemplateGone, "PENDING_DELETION": provider.TemplateGone,
}

var templateReasons = map[string]provider.TemplateReason{
	"ABUSIVE_CONTENT": provider.ReasonAbusive, "CATEGORY_NOT_AVAILABLE": provider.ReasonCategory,
	"INCORRECT_CATEGORY": provider.ReasonCategory,
	"INVALID_FORMAT":     provider.ReasonFormat, "PROMOTIONAL": provider.ReasonPromotional, "SCAM": provider.ReasonScam,
	"TAG_CONTENT_MISMATCH": provider.ReasonLanguage,
}

func qualityOf(score string) provider.Quality {
	switch q := strings.ToLower(score); q {
	case "green", "yellow", "red":
		return provider.Quality(q)
	}
	return ""
}

// reasonOf is the reason of a rejection; of anything else there is none.
func reasonOf(status provider.TemplateStatus, reason string) provider.TemplateReason {
	if status != provider.TemplateRejected {
		return ""
	}
	if r, known := templateReasons[reason]; known {
		return r
	}
	return provider.ReasonUnnamed
}

// templateNode is a template as the API shows it.
type templateNode struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Language string `json:"language"`
	Status   string `json:"status"`
	Category string `json:"category"`
	Reason   string `json:"rejected_reason"`
	Quality  struct {
		Score string `json:"score"`
	} `json:"quality_score"`
}

func (n *templateNode) state() provider.TemplateState {
	status := templateStatuses[n.Status]
	return provider.TemplateState{ID: n.ID, Name: n.Name, Language: n.Language, Status: status, Reason: reasonOf(status, n.Reason),
		Quality: qualityOf(n.Quality.Score), Category: n.Category}
}

// about are the fields that both webhooks about templates have; the id comes as a number or as a text.
type about struct {
	ID       json.RawMessage `json:"message_template_id"`
	Name     string          `json:"message_template_name"`
	Language string          `json:"message_template_language"`
	Event    string          `json:"event"`
	Reason   string          `json:"reason"`
	Category string          `json:"message_template_category"`
	Quality  string          `json:"new_quality_score"`
}

// templateEvent reads one; what names no template is counted.
func (a *Adapter) templateEvent(ev *provider.Events, value []byte) (v about, e provider.TemplateEvent, ok bool) {
	if json.Unmarshal(value, &v) != nil {
		ev.Unknown++
		return v, e, false
	}
	e = provider.TemplateEvent{At: a.cfg.Now().UTC()}
	e.ID, e.Name, e.Language, e.Category = strings.Trim(string(v.ID), `"`), v.Name, v.Language, v.Category
	if !digits(e.ID, 32) || e.Name == "" || e.Language == "" {
		ev.Unknown++
		return v, e, false
	}
	return v, e, true
}

func (a *Adapter) templateStatus(ev *provider.Events, value []byte) {
	v, e, ok := a.templateEvent(ev, value)
	if !ok {
		return
	}
	var known bool
	if e.Status, known = templateStatuses[v.Event]; !known {
		ev.Unknown++
		return
	}
	e.Reason = reasonOf(e.Status, v.Reason)
	ev.Templates = append(ev.Templates, e)
}

func (a *Adapter) templateQuality(ev *provider.Events, value []byte) {
	if v, e, ok := a.templateEvent(ev, value); ok {
		e.Quality = qualityOf(v.Quality)
		ev.Templates = append(ev.Templates, e)
	}
}

package template

import (
	"context"
	"errors"
	"slices"

	"herald/pkg/kit/auth"
	"herald/pkg/provider"
)

var statusOf = map[provider.TemplateStatus]Status{
	provider.TemplatePending: Pending, provider.TemplateApproved: Approved, provider.TemplateRejected: Rejected,
	provider.TemplatePaused:   Paused,
	provider.TemplateDisabled: Disabled, provider.TemplateGone: Disabled,
}

// submit registers a template, or brings its new content. That it is about to be tried is written before the call; who finds that
// written looks for it by its name first. The provider takes a name and language once, so that there are never two.
func (r *Service) submit(ctx context.Context, book provider.TemplateProvider, e *entity) error {
	if e.ProviderID == "" && e.Tried {
		found, ok, err := book.FindTemplate(ctx, e.ProviderName, e.Language)
		if err != nil {
			return err
		}
		if ok {
			return r.registered(ctx, e, found)
		}
	}
	content, err := r.content(ctx, book, e)
	if err != nil {
		return r.declined(ctx, e, err)
	}
	if e.ProviderID != "" {
		if err := book.EditTemplate(ctx, e.ProviderID, content); err != nil {
			return r.declined(ctx, e, err)
		}
		return r.registered(ctx, e, provider.TemplateState{ID: e.ProviderID, Status: provider.TemplatePending})
	}
	if !e.Tried {
		version := e.Version
		_, now, err := r.change(ctx, e.ID, func(e *entity) (after, bool, error) {
			ours := e.Version == version && e.Status == Submitting
			e.Tried = true
			return after{}, ours, nil
		})
		if err != nil || now.Status != Submitting || !now.Tried {
			return err
		}
		e = now
	}
	made, err := book.CreateTemplate(ctx, content)
	if err == nil {
		return r.registered(ctx, e, made)
	}
	if out, ok := refused(err); ok && out.Verdict == provider.Rejected {
		found, there, err := book.FindTemplate(ctx, e.ProviderName, e.Language)
		if err != nil {
			return err
		}
		if there { // an earlier try, whose answer was lost
			return r.registered(ctx, e, found)
		}
	}
	return r.declined(ctx, e, err)
}

func refused(err error) (provider.Outcome, bool) {
	r := new(provider.Refusal)
	if errors.As(err, &r) {
		return r.Outcome, true
	}
	return provider.Outcome{}, false
}

// content is what is registered; a picture or video is brought first, as a sample.
func (r *Service) content(ctx context.Context, book provider.TemplateProvider, e *entity) (provider.TemplateContent, error) {
	c := provider.TemplateContent{Name: e.ProviderName, Language: e.Language, Category: e.Category, Header: e.Header, Body: e.Content,
		Footer: e.Footer, Samples: map[string]string{}, Code: e.code()}
	for _, p := range e.Placeholders {
		c.Samples[p.Name] = p.Content
	}
	for _, b := range e.Buttons {
		to := provider.TemplateButton{Kind: b.Type, Text: b.Text, Target: b.URL}
		if b.Phone != "" {
			to.Target = "+" + b.Phone
		}
		c.Buttons = append(c.Buttons, to)
	}
	if e.MediaID == "" {
		return c, nil
	}
	f, err := r.Files.Find(ctx, auth.Everything, e.MediaID) // who made the template was found to see it
	if err != nil {
		return c, err
	}
	_, body, err := r.Files.Open(ctx, auth.Everything, e.MediaID)
	if err != nil {
		return c, err
	}
	handle, err := book.UploadSample(ctx, f.Type, body)
	if e.Type == typeVideo {
		c.Video = handle
	} else {
		c.Picture = handle
	}
	return c, err
}

// declined ends a registration that the provider does not take; anything else is tried again.
func (r *Service) declined(ctx context.Context, e *entity, err error) error {
	out, ok := refused(err)
	if !ok || out.Verdict != provider.Rejected {
		return err
	}
	r.Log(map[string]any{"warning": "template: " + err.Error(), "id": e.ID})
	version := e.Version
	_, _, err = r.change(ctx, e.ID, func(e *entity) (after, bool, error) {
		if e.Status != Submitting || e.Version != version {
			return after{}, false, nil
		}
		e.to(Rejected, "template.reason.form", r.now())
		return after{tell: r.handleEvent(e, "rejected", e.Reason)}, true, nil
	})
	return err
}

// registered takes over that the provider has a template.
func (r *Service) registered(ctx context.Context, was *entity, state provider.TemplateState) error {
	_, now, err := r.change(ctx, was.ID, func(e *entity) (after, bool, error) {
		if e.Status != Submitting && e.Status != deleted {
			return after{}, false, nil
		}
		e.ProviderID, e.Tried = state.ID, true
		if e.Status == Submitting {
			e.to(Pending, "", r.now())
		}
		return after{looks: true}, true, nil
	})
	if err != nil || now.Status != Pending || state.Status == provider.TemplatePending {
		return err
	}
	return r.apply(ctx, was.ID, state)
}

// apply takes over what the provider says about a template that it was given, tells its customer, and pauses what would send it.
func (r *Service) apply(ctx context.Context, id string, s provider.TemplateState) error {
	status, known := statusOf[s.Status]
	_, now, err := r.change(ctx, id, func(e *entity) (after, bool, error) {
		if e.ProviderID == "" && e.Tried && e.Status == Submitting && s.ID != "" {
			e.ProviderID = s.ID // the answer to the registration was lost
		} else if !slices.Contains(Actions[Sync], e.Status) || e.Status == Submitting || s.ID != e.ProviderID {
			return after{}, false, nil // written anew meanwhile, or another one's
		}
		was := *e
		if s.Quality != "" {
			e.Quality = string(s.Quality)
		}
		if s.Category != "" {
			e.Category = s.Category
		}
		var follows after
		if known && (status != e.Status || e.Status == Rejected && s.Reason != "") {
			reason := ""
			switch {
			case s.Status == provider.TemplateGone:
				reason = "template.reason.gone"
			case status == Rejected:
				reason = "template.reason." + string(s.Reason)
			case status == Paused || status == Disabled:
				reason = "template.reason." + string(status)
			}
			if status != e.Status {
				e.to(status, reason, r.now())
				follows.looks = true
				if status != Pending {
					follows.tell = r.handleEvent(e, string(status), reason)
				}
			} else if s.Reason != provider.ReasonUnnamed {
				e.Reason = reason
			}
		}
		changed := was.Status != e.Status || was.Quality != e.Quality || was.Category != e.Category || was.Reason != e.Reason ||
			was.ProviderID != e.ProviderID
		return follows, changed, nil
	})
	if err != nil || now.Status == Pending {
		return err
	}
	return r.revoke(ctx, now)
}

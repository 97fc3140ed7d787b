package inbox

import (
	"context"
	"slices"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// assign gives the conversation to a user in the caller's scope, who sees it while assigned. An empty id unassigns
// it. A user of another customer gives the 404 fault: they would read the conversation and reply at its owner's cost.
func (r *Service) assign(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Body struct {
		UserID string `json:"userId,omitempty" maxLength:"64" doc:"Id of the user. Empty: unassigned."`
	}
}) (*Conversation, error) {
	e, err := r.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	p, id, name := auth.Must(ctx), in.Body.UserID, ""
	switch id {
	case "":
	case p.UserID:
		name = p.Name
	default:
		if name, err = r.Assignee(ctx, p.Scope(), e.Owner, id); err != nil {
			return nil, err
		}
	}
	now, err := r.change(ctx, in.ID, web.OperationID(ctx, r.NewID), func(e *entity) ([]store.Op, error) {
		e.AssigneeID, e.AssigneeName = id, name
		e.shareWith(id)
		return nil, nil
	})
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, in.ID, map[string]any{"assigneeId": e.AssigneeID}, map[string]any{"assigneeId": id})
	auditlog.Subject(ctx, e.PhoneNumber)
	r.tell(ctx, now)
	if was := e.AssigneeID; was != "" && was != id {
		gone := *now
		gone.AssigneeID = was
		r.tell(ctx, &gone)
	}
	return &now.Conversation, nil
}

// shareWith lets a user see a conversation, and ends the view of the previous assignee.
func (e *entity) shareWith(userID string) {
	if e.Lent != "" {
		e.Scopes = slices.DeleteFunc(e.Scopes, func(s string) bool { return s == e.Lent })
		e.Lent = ""
	}
	scope := string(auth.UserScope(userID))
	if userID != "" && !slices.Contains(e.Scopes, scope) {
		e.Scopes, e.Lent = append(e.Scopes, scope), scope
	}
}

// status closes a conversation or opens it again. Nothing else changes: a closed one may be replied to.
func (r *Service) status(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Body struct {
		Status string `json:"status" enum:"open,closed"`
	}
}) (*Conversation, error) {
	e, err := r.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, in.ID, map[string]any{"status": e.Status}, map[string]any{"status": in.Body.Status})
	auditlog.Subject(ctx, e.PhoneNumber)
	if e.Status == in.Body.Status {
		return &e.Conversation, nil
	}
	now, err := r.change(ctx, in.ID, web.OperationID(ctx, r.NewID), func(e *entity) ([]store.Op, error) {
		e.Status = in.Body.Status
		if e.Status == Closed {
			e.Unread = 0
		}
		return nil, nil
	})
	if err != nil {
		return nil, err
	}
	r.tell(ctx, now)
	return &now.Conversation, nil
}

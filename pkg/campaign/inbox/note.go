package inbox

import (
	"context"
	"strings"
	"time"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/plain"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// note is the kind of an internal note. It lies in the thread without a state, so nothing sends it, and changes nothing else of its
// conversation.
const note = "note"

// addNote writes an internal note into a conversation.
func (r *Service) addNote(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Body struct {
		Text string `json:"text" minLength:"1" maxLength:"2000"`
	}
}) (*Message, error) {
	e, err := r.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	text := strings.TrimSpace(plain.Text(in.Body.Text))
	if text == "" {
		return nil, fault.Bad("text", "web.valid.missing")
	}
	p, now := auth.Must(ctx), r.now()
	m := storedReply{Message: Message{ID: web.OperationID(ctx, r.NewID), Kind: note, Text: text, Time: now, By: p.Name, OperatorID: p.UserID},
		Expires: r.Now().Add(expires).Unix()}
	err = store.TransactWithRetry(ctx, r.DB, 16, []store.Op{
		{Verb: store.Put, Key: takenKey(e.ID, m.ID), Item: claimed{now.UnixMilli(), m.Expires}, If: store.Missing("pk")},
		{Verb: store.Put, Key: messageKey(e.ID, m.Time, m.ID), Item: m}})
	if store.ConditionFailed(err) != nil { // an earlier try of the call
		stands, ok, err := r.load(ctx, e.ID, m.ID)
		if err != nil || !ok {
			return nil, missingOr(err)
		}
		m = *stands
	} else if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, e.ID, nil, map[string]any{"message": m.ID})
	r.tell(ctx, e)
	return &m.Message, nil
}

// noteTries bounds how often a deletion is tried while others write the same rows.
const noteTries = 8

// deleteNote deletes a note of the caller. Faults: 404, inbox.note.author (409).
func (r *Service) deleteNote(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Note string `path:"note" maxLength:"64"`
}) (*web.Done, error) {
	e, err := r.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	m, ok, err := r.load(ctx, e.ID, in.Note)
	if err != nil || !ok || m.Kind != note {
		return nil, missingOr(err)
	}
	if m.OperatorID != auth.Must(ctx).UserID {
		return nil, fault.State("inbox.note.author")
	}
	err = store.TransactWithRetry(ctx, r.DB, noteTries, []store.Op{
		{Verb: store.Delete, Key: messageKey(e.ID, m.Time.Truncate(time.Millisecond), m.ID)},
		{Verb: store.Delete, Key: takenKey(e.ID, m.ID)}})
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, e.ID, map[string]any{"message": m.ID}, nil)
	r.tell(ctx, e)
	return &web.Done{}, nil
}

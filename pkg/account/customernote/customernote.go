// Package customernote stores internal notes of staff and agents about customers. No customer and no secondary user reads them.
package customernote

import (
	"context"
	"strings"
	"time"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/module"
	"herald/pkg/kit/plain"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/user"
)

// pageSize is how many notes a page has.
const pageSize = 20

// Note is an internal note about a customer.
//
// Keys: table account, CNOTE#<scope>#<customer> / <id>. Staff read the partition of the scope that sees everything, an agent the one of
// its own scope. A note of an agent stands in both, a note of staff in the first alone.
type Note struct {
	ID       string    `dynamodbav:"id" json:"id"`
	Text     string    `dynamodbav:"tx" json:"text"`
	Time     time.Time `dynamodbav:"t" json:"time"`
	AuthorID string    `dynamodbav:"by" json:"authorId"`
	Author   string    `dynamodbav:"bn" json:"author" doc:"Name of the author when the note was written."`
	Agent    bool      `dynamodbav:"ag,omitempty" json:"agent" doc:"True for a note of the customer's agent, which the agent and staff read. Staff alone read other notes."`
}

func key(scope auth.Scope, customerID, noteID string) store.Key {
	return store.Key{Table: "account", PK: "CNOTE#" + string(scope) + "#" + customerID, SK: noteID}
}

// Service is the module of notes about customers.
type Service struct {
	DB    store.DB
	Users *user.Store
	NewID func(ctx context.Context) string
	Now   func() time.Time
}

var _ module.Module = (*Service)(nil)

// Routes of the module.
func (s *Service) Routes(a *web.API) {
	line := func(method, below, verb, summary string) web.Route {
		return web.Route{Method: method, Path: "/aty/customernote/{userId}" + below, Perm: "aty:customernote:" + verb, Summary: summary}
	}
	web.Handle(a, line("GET", "", "page", "List internal notes about a customer, newest first. Customers never see them"), s.list)
	web.Handle(a, line("POST", "", "edit", "Write an internal note about a customer"), s.create)
	web.Handle(a, line("DELETE", "/{id}", "edit", "Delete one's own note about a customer"), s.remove)
}

// scopeOf is the scope of the notes that the caller reads and writes about a customer. Staff share their notes, also staff whose view is
// narrowed. Fault: 404 for a customer that the caller does not see, and for callers who are neither staff nor agents.
func (s *Service) scopeOf(ctx context.Context, customerID string) (auth.Scope, error) {
	p := auth.Must(ctx)
	if p.Type != auth.Admin && p.Type != auth.Agent {
		return "", fault.Missing()
	}
	u, err := s.Users.Find(ctx, p.Scope(), customerID)
	if err != nil {
		return "", err
	}
	if u.Type != auth.First && u.Type != auth.Secondary {
		return "", fault.Missing()
	}
	if p.Type == auth.Agent {
		return auth.AgentScope(p.UserID), nil
	}
	return auth.Everything, nil
}

// Page is a page of notes.
type Page struct {
	Records []Note `json:"records" doc:"Newest first."`
	Next    string `json:"next,omitempty" doc:"Pass it as before for older notes. Empty on the last page."`
}

func (s *Service) list(ctx context.Context, in *struct {
	UserID string `path:"userId"`
	Before string `query:"before" maxLength:"64" doc:"next of the previous page: only older notes."`
}) (*Page, error) {
	scope, err := s.scopeOf(ctx, in.UserID)
	if err != nil {
		return nil, err
	}
	rows, err := s.DB.Query(ctx, store.Query{Table: "account", PK: key(scope, in.UserID, "").PK, After: in.Before, Desc: true,
		Limit: pageSize + 1, Consistent: true})
	if err != nil {
		return nil, err
	}
	all, err := store.DecodeAll[Note](rows)
	if err != nil {
		return nil, err
	}
	page := &Page{Records: all}
	if len(all) > pageSize {
		page.Records, page.Next = all[:pageSize], all[pageSize-1].ID
	}
	return page, nil
}

// partitions are the scopes that have a note of a scope.
func partitions(scope auth.Scope) []auth.Scope {
	if scope == auth.Everything {
		return []auth.Scope{scope}
	}
	return []auth.Scope{scope, auth.Everything}
}

// tries bounds how often a write is repeated while others write the same rows.
const tries = 8

// create writes a note. Its id is that of the operation, so a repetition finds the note that stands. Faults: 404; 400 for an empty text.
func (s *Service) create(ctx context.Context, in *struct {
	UserID string `path:"userId"`
	Body   struct {
		Text string `json:"text" minLength:"1" maxLength:"2000"`
	}
}) (*Note, error) {
	scope, err := s.scopeOf(ctx, in.UserID)
	if err != nil {
		return nil, err
	}
	text := strings.TrimSpace(plain.Text(in.Body.Text))
	if text == "" {
		return nil, fault.Bad("text", "web.valid.missing")
	}
	p := auth.Must(ctx)
	n := Note{ID: web.OperationID(ctx, s.NewID), Text: text, Time: s.Now(), AuthorID: p.UserID, Author: p.Name, Agent: p.Type == auth.Agent}
	var ops []store.Op
	for _, of := range partitions(scope) {
		ops = append(ops, store.Op{Verb: store.Put, Key: key(of, in.UserID, n.ID), Item: n, If: store.Missing("pk")})
	}
	err = store.TransactWithRetry(ctx, s.DB, tries, ops)
	if failed := store.ConditionFailed(err); failed != nil { // an earlier try of the call
		_, err = store.Decode(failed.Old, &n)
	}
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, in.UserID, nil, map[string]any{"note": n.ID})
	return &n, nil
}

// remove deletes a note of the caller. Faults: 404; 409 customernote.author.
func (s *Service) remove(ctx context.Context, in *struct {
	UserID string `path:"userId"`
	ID     string `path:"id" maxLength:"64"`
}) (*web.Done, error) {
	scope, err := s.scopeOf(ctx, in.UserID)
	if err != nil {
		return nil, err
	}
	n, ok, err := store.Load[Note](ctx, s.DB, key(scope, in.UserID, in.ID), true)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fault.Missing()
	}
	if n.AuthorID != auth.Must(ctx).UserID {
		return nil, fault.State("customernote.author")
	}
	auditlog.Note(ctx, in.UserID, map[string]any{"note": in.ID}, nil)
	var ops []store.Op
	for _, of := range partitions(scope) {
		ops = append(ops, store.Op{Verb: store.Delete, Key: key(of, in.UserID, in.ID)})
	}
	return &web.Done{}, store.TransactWithRetry(ctx, s.DB, tries, ops)
}

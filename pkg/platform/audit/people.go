package audit

import (
	"context"
	"slices"

	log "herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/id"
	"herald/pkg/platform/user"
)

// Line is a record with the users that it is about.
type Line struct {
	log.Record
	Users []User `json:"users" doc:"Users that the record names: the changed user and those of its fields, also deleted ones."`
}

// User is a user that a record names.
type User struct {
	ID      string    `json:"userId"`
	Name    string    `json:"name"`
	Type    auth.Type `json:"type" doc:"User type: 1 admin, 2 first-level, 3 secondary, 11 agent."`
	Deleted bool      `json:"deleted,omitempty"`
}

// userFields are the fields of records that have the id of a user.
var userFields = []string{"from", "to", "user", "userId", "customerId", "agentId", "assigneeId", "recommendUserId"}

// usersOf gives the ids of users that a record may name.
func usersOf(one *log.Record) (ids []string) {
	ids = append(ids, one.Object)
	for _, side := range []any{one.Before, one.After} {
		fields, _ := side.(map[string]any)
		for _, name := range userFields {
			text, _ := fields[name].(string)
			ids = append(ids, text)
		}
	}
	slices.Sort(ids)
	return slices.DeleteFunc(slices.Compact(ids), func(one string) bool { return !id.Valid(one) })
}

// named adds the users that records are about. One batch reads all of them.
func (r *Service) named(ctx context.Context, records []log.Record) ([]Line, error) {
	var ids []string
	for i := range records {
		ids = append(ids, usersOf(&records[i])...)
	}
	slices.Sort(ids)
	found, err := (&user.Store{DB: r.DB}).Known(ctx, slices.Compact(ids))
	if err != nil {
		return nil, err
	}
	lines := make([]Line, len(records))
	for i, one := range records {
		lines[i] = Line{Record: one, Users: []User{}}
		for _, userID := range usersOf(&one) {
			if u, ok := found[userID]; ok {
				lines[i].Users = append(lines[i].Users, User{userID, u.Name, u.Type, u.Deleted})
			}
		}
	}
	return lines, nil
}

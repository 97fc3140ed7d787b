package app

import (
	"context"

	"herald/pkg/kit/store"
	"herald/pkg/platform/notice"
	"herald/pkg/platform/notice/clean"
	"herald/pkg/platform/user"
)

// teller keeps what the house tells by itself.
func (e *Env) teller() *notice.Book {
	return &notice.Book{DB: e.DB, Hub: e.Hub, Settings: e.settings(), Texts: Catalogue(), Now: e.Now, NewID: e.IDs.Next, Log: e.Log}
}

// notices are all of it: also what staff write, whose HTML is made harmless. Only functions that show it carry that.
func (e *Env) notices() *notice.Book {
	b := e.teller()
	b.Clean = clean.HTML(e.Config.PublicURL)
	return b
}

func (e *Env) noticeRoom() *notice.Room {
	return &notice.Room{Book: e.notices(), Known: e.names, NewID: e.newID}
}

// names of users by id; ids that are nobody's are left out.
func (e *Env) names(ctx context.Context, ids []string) (map[string]string, error) {
	keys := make([]store.Key, len(ids))
	for i, id := range ids {
		keys[i] = user.Key(id)
	}
	rows, err := e.DB.GetMany(ctx, keys, false)
	if err != nil {
		return nil, err
	}
	users, err := store.DecodeAll[user.User](rows)
	out := map[string]string{}
	for _, u := range users {
		if u.ID != "" && !u.Deleted {
			out[u.ID] = u.Name
		}
	}
	return out, err
}

package apptest

import (
	"herald/pkg/campaign/inbox"
	"herald/pkg/kit/testkit"
)

// Said are the replies of a conversation by their texts.
func (p *InboxFixture) Said(id string) map[string]inbox.Message {
	p.Helper()
	out := map[string]inbox.Message{}
	for _, m := range testkit.Data[inbox.Thread](p.Users.Admin.In("en_US").Get("/gc/inbox/" + id + "/messages")).Records {
		if !m.In {
			out[m.Text] = m
		}
	}
	return out
}

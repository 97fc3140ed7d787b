package apptest

import (
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/notice"
	"herald/pkg/platform/session/sessiontest"
)

// Raises are the notices of raised prices that a user has, newest first.
func (b *PaymentFixture) Raises(who *sessiontest.Actor) (texts []string) {
	b.Helper()
	b.Work()
	for _, m := range testkit.Data[notice.Unread](who.In("en_US").Get("/im/notice/no/read")).Records {
		if m.Contents.Title == "Your price has gone up" {
			texts = append(texts, m.Contents.Summary)
		}
	}
	return texts
}

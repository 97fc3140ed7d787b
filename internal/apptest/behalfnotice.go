package apptest

import (
	"slices"
	"strings"

	"herald/pkg/kit/testkit"
	"herald/pkg/platform/notice"
	"herald/pkg/platform/session/sessiontest"
)

// Notices gives the notices of a user whose text has some words, with what each opens.
func (b *PaymentFixture) Notices(who *sessiontest.Actor, words string) (all []string) {
	b.Helper()
	b.Work()
	for _, m := range testkit.Data[notice.Unread](who.In("en_US").Get("/im/notice/no/read")).Records {
		if strings.Contains(m.Contents.Summary, words) {
			all = append(all, m.Contents.Summary+" → "+m.Link)
		}
	}
	slices.Sort(all)
	return all
}

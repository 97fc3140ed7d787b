package notice

import (
	"context"
	"slices"
	"time"

	"herald/pkg/kit/auth"
)

// groupSpan is how far apart notices of one group may be.
const groupSpan = 24 * time.Hour

// group is a notice with earlier ones about the same, newest first.
type group []reading

// unread reports a group with a notice that was not read.
func (g group) unread() bool {
	for _, r := range g {
		if !r.read {
			return true
		}
	}
	return false
}

// subject of a notice for grouping; empty for one that stands alone. Notices of one topic about the same page belong together. Those
// about credit and access do only when they say the same.
func (r *row) subject() string {
	w, topic := r.Personal, r.topic()
	switch {
	case w == nil:
		return ""
	case w.Link == "" || topic.required():
		return w.Title + " " + w.Link
	}
	return string(topic) + " " + w.Link
}

// grouped joins notices about the same subject within a day of the newest one. rows are newest first.
func grouped(rows []reading) []group {
	var out []group
	open := map[string]int{}
	for _, r := range rows {
		subject := r.subject()
		if i, ok := open[subject]; ok && subject != "" && out[i][0].At-r.At <= groupSpan.Milliseconds() {
			out[i] = append(out[i], r)
			continue
		}
		open[subject] = len(out)
		out = append(out, group{r})
	}
	return out
}

// single gives each row as a group of its own.
func single(rows []reading) []group {
	out := make([]group, len(rows))
	for i, r := range rows {
		out[i] = group{r}
	}
	return out
}

// groupsOf gives the caller's notices, grouped when it asked for that.
func (r *Service) groupsOf(ctx context.Context, p *auth.Principal, joined bool) ([]group, error) {
	rows, err := r.Store.inbox(ctx, p, Notice)
	if err != nil || !joined {
		return single(rows), err
	}
	return grouped(rows), nil
}

// MarkGroup marks a notice and those that are grouped with it as read, or removes them. Faults: those of MarkRead.
func (b *Store) MarkGroup(ctx context.Context, p *auth.Principal, noticeID string, gone bool) error {
	rows, err := b.inbox(ctx, p, Notice)
	if err != nil {
		return err
	}
	for _, g := range grouped(rows) {
		at := slices.IndexFunc(g, func(r reading) bool { return r.ID == noticeID })
		if at < 0 {
			continue
		}
		for _, one := range g[at+1:] { // what is newer was not there yet when the group was shown
			if err := b.MarkRead(ctx, p, Notice, one.ID, gone); err != nil {
				return err
			}
		}
	}
	return b.MarkRead(ctx, p, Notice, noticeID, gone)
}

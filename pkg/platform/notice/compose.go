package notice

import (
	"context"
	"maps"
	"slices"
	"time"
	"unicode/utf8"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/id"
)

// Limits of what staff write.
const (
	maxTitle   = 100
	maxSummary = 200
	maxContent = 60 << 10 // bytes in one language: four of them and the rest fit into a row
	maxUsers   = 500
	maxAhead   = 365 * 24 * time.Hour
)

// Request is what staff write. Its rules are check's, so that each has its own message.
type Request struct {
	ID          string     `json:"id,omitempty" doc:"Id of the row to change."`
	Title       Text       `json:"title,omitempty" doc:"Required. At most 100 characters."`
	Summary     Text       `json:"summary,omitempty" doc:"At most 200 characters. Shown in the ticker."`
	Content     Text       `json:"content,omitempty" doc:"HTML, at most 60 KB per language. Scripts, styles and foreign frames are removed."`
	Audience    *Audience  `json:"audience,omitempty" doc:"Default: all users."`
	PublishTime *time.Time `json:"publishTime,omitempty" doc:"Time of publishing. Missing: a draft."`
	ExpireTime  *time.Time `json:"expireTime,omitempty" doc:"End of display. Default and maximum: the retention of notices, counted from publishing."`
	NoticeType  int        `json:"noticeType,omitempty" doc:"For a notice: 1 notice (default), 2 reminder." example:"1"`
}

// problems collects what is wrong, in the order of the form.
type problems []fault.Field

func (p *problems) add(wrong bool, field, key string, args ...any) {
	if wrong {
		*p = append(*p, fault.Field{Name: field, Key: key, Args: fault.Args(args...)})
	}
}

// err is one 400 with every field; its message is that of the first.
func (p problems) err() error {
	if len(p) == 0 {
		return nil
	}
	e := fault.New(fault.Invalid, 0, p[0].Key)
	e.Args, e.Fields = p[0].Args, p
	return e
}

// check refuses a request or brings it into its stored form. Keys: notice.language, notice.title, notice.titleLong,
// notice.summaryLong, notice.contentLong, notice.type, notice.audience, notice.types, notice.users,
// notice.publishPast, notice.publishFar, notice.expirePast, notice.expireLate.
func (b *Store) check(k Kind, w *Request, keep time.Duration) error {
	var bad problems
	for _, t := range []struct {
		name string
		text Text
	}{{"title", w.Title}, {"summary", w.Summary}, {"content", w.Content}} {
		bad.add(t.text.unknown() != "", t.name, "notice.language", "language", t.text.unknown())
	}
	w.Title, w.Summary, w.Content = w.Title.each(plain), w.Summary.each(plain), w.Content.each(b.Clean)
	bad.add(len(w.Title) == 0, "title", "notice.title")
	bad.add(w.Title.over(utf8.RuneCountInString, maxTitle), "title", "notice.titleLong", "n", maxTitle)
	bad.add(w.Summary.over(utf8.RuneCountInString, maxSummary), "summary", "notice.summaryLong", "n", maxSummary)
	bad.add(w.Content.over(func(s string) int { return len(s) }, maxContent), "content", "notice.contentLong", "n", maxContent>>10)
	if w.NoticeType == 0 && k == Notice {
		w.NoticeType = Plain
	}
	bad.add(k == Notice && w.NoticeType != Plain && w.NoticeType != Reminder, "noticeType", "notice.type")
	if k == Announcement {
		w.NoticeType = 0
	}
	w.checkAudience(&bad)
	w.checkTimes(&bad, b.Now(), keep)
	return bad.err()
}

func (t Text) over(size func(string) int, limit int) bool {
	return slices.ContainsFunc(slices.Collect(maps.Values(t)), func(s string) bool { return size(s) > limit })
}

func (w *Request) checkAudience(bad *problems) {
	if w.Audience == nil {
		w.Audience = &Audience{Kind: All}
	}
	a := w.Audience
	switch a.Kind {
	case All:
		a.Types, a.UserIDs = nil, nil
	case Types:
		slices.Sort(a.Types)
		a.Types, a.UserIDs = slices.Compact(a.Types), nil
		wrong := slices.ContainsFunc(a.Types, func(t int) bool {
			return !slices.Contains([]auth.Type{auth.Admin, auth.First, auth.Secondary, auth.Agent}, auth.Type(t))
		})
		bad.add(len(a.Types) == 0 || wrong, "audience.types", "notice.types")
	case Users:
		slices.Sort(a.UserIDs)
		a.UserIDs, a.Types = slices.Compact(a.UserIDs), nil
		bad.add(len(a.UserIDs) == 0 || len(a.UserIDs) > maxUsers, "audience.userIds", "notice.users", "max", maxUsers)
	default:
		bad.add(true, "audience.kind", "notice.audience")
	}
}

func (w *Request) checkTimes(bad *problems, now time.Time, keep time.Duration) {
	from := now
	if w.PublishTime != nil {
		from = w.PublishTime.UTC()
		w.PublishTime = &from
		bad.add(!from.After(now), "publishTime", "notice.publishPast")
		bad.add(from.After(now.Add(maxAhead)), "publishTime", "notice.publishFar", "days", int(maxAhead.Hours()/24))
	}
	if w.ExpireTime != nil {
		until := w.ExpireTime.UTC()
		w.ExpireTime = &until
		bad.add(!until.After(from), "expireTime", "notice.expirePast")
		// A draft may lie for a while; how long it is shown is decided when it is published.
		bad.add(w.PublishTime != nil && until.After(from.Add(keep)), "expireTime", "notice.expireLate", "days", int(keep.Hours()/24))
	}
}

// Known gives the names of users by id; unknown ids are left out.
type Known func(ctx context.Context, ids []string) (map[string]string, error)

// into lays a checked request over a post.
func (w *Request) into(p *Post, names map[string]string) {
	p.Title, p.Summary, p.Audience, p.Names, p.Type = w.Title, w.Summary, *w.Audience, names, w.NoticeType
	p.PublishAt, p.ExpireAt, p.Status = w.PublishTime, w.ExpireTime, Draft
	if p.PublishAt != nil {
		p.Status = Scheduled
	}
}

// prepare checks a caller's request and finds the names of its audience. Faults: those of check; 404 for an unknown
// user; 403 for a schedule by a user who may not publish.
func (r *Service) prepare(ctx context.Context, k Kind, w *Request) (map[string]string, error) {
	keep, err := r.Store.keep(ctx)
	if err != nil {
		return nil, err
	}
	if err := r.Store.check(k, w, keep); err != nil {
		return nil, err
	}
	if w.PublishTime != nil && !auth.Must(ctx).Can(perm(k, "publish")) {
		return nil, fault.New(fault.Forbidden, 0, "web.forbidden")
	}
	if w.Audience.Kind != Users {
		return nil, nil
	}
	if slices.ContainsFunc(w.Audience.UserIDs, func(u string) bool { return !id.Valid(u) }) {
		return nil, fault.Missing()
	}
	names, err := r.Known(ctx, w.Audience.UserIDs)
	if err == nil && len(names) < len(w.Audience.UserIDs) {
		err = fault.Missing()
	}
	return names, err
}

package notice

import (
	"cmp"
	"context"
	"html"
	"slices"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// reading is a row as one reader has it.
type reading struct {
	row
	read bool
}

// inbox gives the posts of a kind that the caller sees, newest first: those published within the retention for all
// users, for its type and for itself. It is a query for each of these and each month they touch, and one read of the
// caller's marks.
func (b *Store) inbox(ctx context.Context, p *auth.Principal, k Kind) ([]reading, error) {
	keep, err := b.keep(ctx)
	if err != nil {
		return nil, err
	}
	now := b.Now()
	since := now.Add(-keep)
	var m marks
	calls := []func() error{func() error {
		var err error
		m, _, err = store.Load[marks](ctx, b.DB, marksKey(p.UserID), true)
		return err
	}}
	audiences := []string{All, ofType(int(p.Type)), ofUser(p.UserID)}
	var parts [][]row
	for _, month := range months(since, now) {
		for _, a := range audiences {
			at := len(parts)
			parts = append(parts, nil)
			calls = append(calls, func() error {
				items, err := store.Collect(store.Rows(ctx, b.DB, store.Query{Table: table, PK: audiencePartition(a, month), Consistent: true,
					From: letter(k) + "#" + moment(since), To: letter(k) + "#" + moment(now) + "~"}))
				if err == nil {
					parts[at], err = store.DecodeAll[row](items)
				}
				return err
			})
		}
	}
	if err := together(calls); err != nil {
		return nil, err
	}
	var out []reading
	for _, r := range slices.Concat(parts...) {
		if r.Until > now.UnixMilli() && !m.gone(&r) {
			out = append(out, reading{r, m.read(&r)})
		}
	}
	slices.SortFunc(out, func(a, b reading) int { return cmp.Or(cmp.Compare(b.At, a.At), cmp.Compare(b.ID, a.ID)) })
	return out, nil
}

// months from one moment to another, each by a moment within it.
func months(from, to time.Time) []time.Time {
	from, to = from.UTC(), to.UTC()
	var out []time.Time
	for m := time.Date(from.Year(), from.Month(), 1, 0, 0, 0, 0, time.UTC); !m.After(to); m = m.AddDate(0, 1, 0) {
		out = append(out, m)
	}
	return out
}

// together makes calls at the same time and gives the first error in their order.
func together(calls []func() error) error {
	for _, err := range parallel.Each(len(calls), len(calls), func(i int) error { return calls[i]() }) {
		if err != nil {
			return err
		}
	}
	return nil
}

// show puts rows into a language, with their contents.
func (b *Store) show(ctx context.Context, rows []reading, lang i18n.Lang) ([]Message, error) {
	var keys []store.Key
	for _, r := range rows {
		if r.Personal == nil {
			keys = append(keys, contentKey(r.ID))
		}
	}
	bodies := map[string]content{}
	items, err := b.DB.GetMany(ctx, keys, false)
	if err != nil {
		return nil, err
	}
	for i, it := range items {
		var c content
		if _, err := store.Decode(it, &c); err != nil {
			return nil, err
		}
		bodies[keys[i].PK] = c
	}
	out := make([]Message, 0, len(rows))
	for _, r := range rows {
		out = append(out, b.view(r, bodies[contentKey(r.ID).PK], lang))
	}
	return out, nil
}

// views is a row in a language. HTML is made harmless again: what was harmless when it was written may not be by today's rules.
func (b *Store) view(r reading, c content, lang i18n.Lang) Message {
	at := time.UnixMilli(r.At).UTC()
	m := Message{ID: r.ID, NoticeID: r.ID, NoticeTime: at, CreateTime: at, NoticeType: r.Type, MessageType: r.Type, Type: typeOf(r.Kind),
		IsReading: 1}
	if r.read {
		m.IsReading = 2
	}
	if w := r.Personal; w != nil {
		args := b.arguments(w.Args, lang)
		m.Contents = Contents{Title: b.Texts.Text(lang, w.Title, args), Summary: b.Texts.Text(lang, w.Body, args)}
		m.Content, m.Link, m.Topic = "<p>"+html.EscapeString(m.Contents.Summary)+"</p>", w.Link, topicOf(w.Title)
		return m
	}
	m.Contents = Contents{Title: r.Title.In(lang), Summary: r.Summary.In(lang)}
	if body := c.HTML.In(lang); body != "" {
		m.Content = b.Clean(body)
	}
	return m
}

// arguments of a personal notice; one that is the key of a message is put into the language too.
func (b *Store) arguments(args map[string]string, lang i18n.Lang) map[string]any {
	out := map[string]any{}
	for name, v := range args {
		if out[name] = v; b.Texts.Has(v) {
			out[name] = b.Texts.Text(lang, v, nil)
		}
	}
	return out
}

func typeOf(k Kind) int {
	if k == Announcement {
		return 1
	}
	return 2
}

package notice

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Message is a notice as its reader sees it (platform-services §3).
type Message struct {
	ID          string    `json:"id"`
	NoticeID    string    `json:"messageNoticeId" doc:"Same as id."`
	Contents    Contents  `json:"contents"`
	Content     string    `json:"content" doc:"Content as sanitized HTML."`
	NoticeTime  time.Time `json:"noticeTime"`
	CreateTime  time.Time `json:"createTime"`
	NoticeType  int       `json:"noticeType" doc:"1 notice, 2 reminder."`
	MessageType int       `json:"messageType" doc:"Tab. Same as noticeType."`
	Type        int       `json:"type" doc:"Always 2: a notice."`
	IsReading   int       `json:"isReading" doc:"1 unread, 2 read."`
	UserID      string    `json:"userId,omitempty" doc:"Id of the reader. Missing in websocket messages."`
	Link        string    `json:"link,omitempty" doc:"Console path that the notice is about."`
	Topic       Topic     `json:"topic,omitempty" doc:"Topic of a notice of the system: money, security, order, content, contact, lead, file or other."`
	Count       int       `json:"count,omitempty" doc:"Number of notices in the group. Missing: one."`
}

// Bulletin is an announcement as its reader sees it.
type Bulletin struct {
	ID             string    `json:"id"`
	AnnouncementID string    `json:"messageAnnouncementId" doc:"Same as id."`
	Contents       Contents  `json:"contents"`
	Content        string    `json:"content" doc:"Content as sanitized HTML."`
	NoticeTime     time.Time `json:"noticeTime"`
	CreateTime     time.Time `json:"createTime"`
	Type           int       `json:"type" doc:"Always 1: an announcement."`
	IsReading      int       `json:"isReading" doc:"1 unread, 2 read."`
}

func announcementOf(m Message) Bulletin {
	return Bulletin{ID: m.ID, AnnouncementID: m.ID, Contents: m.Contents, Content: m.Content, NoticeTime: m.NoticeTime,
		CreateTime: m.CreateTime, Type: m.Type, IsReading: m.IsReading}
}

// reading mounts the routes of every reader of notices.
func (r *Service) reading(a *web.API) {
	line := func(method, path, summary string) web.Route {
		return web.Route{Method: method, Path: "/im" + path, Perm: web.SignedIn, Asks: true, Summary: summary}
	}
	web.Handle(a, line("GET", "/announcement/no/expire", "List the caller's current announcements, newest first"), r.current)
	web.Handle(a, line("GET", "/announcement/no/read", "List the caller's unread announcements, newest first"), r.unreadBulletins)
	web.Handle(a, line("PUT", "/announcement/read/{userId}/{id}", "Mark an announcement as read"), r.readBulletin)
	web.Handle(a, line("GET", "/notice/messages", "List the caller's stored notices, newest first"), r.messages)
	web.Handle(a, line("GET", "/notice/no/read", "Get the caller's 5 newest unread notices and the number of unread ones"), r.unread)
	web.Handle(a, line("GET", "/notice/detail", "Get a notice of the caller"), r.detail)
	web.Handle(a, line("GET", "/notice/detail/list", "Get several notices of the caller. Unknown ids are ignored"), r.details)
	web.Handle(a, line("PUT", "/notice/read", "Mark a notice as read, or remove it from the caller's list"), r.read)
	web.Handle(a, line("PUT", "/notice/read/{userId}/{messageType}", "Mark all notices of a tab as read"), r.clear)
	web.Handle(a, line("GET", "/notice/topics", "List topics of the system's notices, and which the caller has muted"), r.topics)
	web.Handle(a, line("PUT", "/notice/topics", "Mute topics. Topics that are not named are heard again"), r.mute)
}

// own is the caller when it asks for itself. Notices of other users cannot be read, by staff neither: 404.
func own(ctx context.Context, userID string) (*auth.Principal, error) {
	p := auth.Must(ctx)
	if userID != "" && userID != p.UserID {
		return nil, fault.Missing()
	}
	return p, nil
}

// OfCaller names whose notices are asked for.
type OfCaller struct {
	UserID string `query:"userId" doc:"Id of the caller. Optional."`
}

func (r *Service) bulletins(ctx context.Context, userID string, unread bool) ([]Bulletin, error) {
	p, err := own(ctx, userID)
	if err != nil {
		return nil, err
	}
	rows, err := r.Store.inbox(ctx, p, Announcement)
	if err != nil {
		return nil, err
	}
	if unread {
		rows = slices.DeleteFunc(rows, func(r reading) bool { return r.read })
	}
	shown, err := r.Store.show(ctx, rows, web.LangOf(ctx))
	out := make([]Bulletin, len(shown))
	for i, m := range shown {
		out[i] = announcementOf(m)
	}
	return out, err
}

func (r *Service) current(ctx context.Context, in *OfCaller) ([]Bulletin, error) {
	return r.bulletins(ctx, in.UserID, false)
}

func (r *Service) unreadBulletins(ctx context.Context, in *OfCaller) ([]Bulletin, error) {
	return r.bulletins(ctx, in.UserID, true)
}

func (r *Service) readBulletin(ctx context.Context, in *struct {
	UserID string `path:"userId"`
	ID     string `path:"id"`
}) (*web.Done, error) {
	p, err := own(ctx, in.UserID)
	if err != nil {
		return nil, err
	}
	return &web.Done{}, r.Store.MarkRead(ctx, p, Announcement, in.ID, false)
}

func (r *Service) messages(ctx context.Context, in *struct {
	OfCaller
	MessageType string `query:"messageType" enum:"1,2," doc:"1 notices, 2 reminders. Default: both."`
	IsReading   string `query:"isReading" enum:"1,2," doc:"1 unread, 2 read. Default: both."`
	Grouped     bool   `query:"grouped" doc:"Join notices about the same subject within a day."`
	web.Paging
}) (*web.Page[Message], error) {
	p, err := own(ctx, in.UserID)
	if err != nil {
		return nil, err
	}
	groups, err := r.groupsOf(ctx, p, in.Grouped)
	if err != nil {
		return nil, err
	}
	groups = slices.DeleteFunc(groups, func(g group) bool {
		return (in.MessageType != "" && g[0].tab() != in.MessageType) || (in.IsReading != "" && g.unread() != (in.IsReading == "1"))
	})
	shown, err := r.views(ctx, p, store.Cut(groups, in.Current, in.Size))
	page := web.PageOf(in.Paging, store.Total{N: len(groups)}, shown)
	return &page, err
}

// views shows groups by their newest notices.
func (r *Service) views(ctx context.Context, p *auth.Principal, groups []group) ([]Message, error) {
	newest := make([]reading, len(groups))
	for i, g := range groups {
		newest[i] = reading{g[0].row, !g.unread()}
	}
	out, err := r.Store.show(ctx, newest, web.LangOf(ctx))
	for i := range out {
		out[i].UserID = p.UserID
		if n := len(groups[i]); n > 1 {
			out[i].Count = n
		}
	}
	return out, err
}

// Unread is the number that the console's bell icon shows.
type Unread struct {
	Records []Message      `json:"records" doc:"The 5 newest."`
	Total   int            `json:"total"`
	Counts  map[string]int `json:"counts" doc:"Counts by tab."`
}

const latest = 5 // in the notice popover (platform-services §9)

func (r *Service) unread(ctx context.Context, in *struct {
	OfCaller
	Grouped bool `query:"grouped" doc:"Count notices about the same subject within a day as one."`
}) (*Unread, error) {
	p, err := own(ctx, in.UserID)
	if err != nil {
		return nil, err
	}
	groups, err := r.groupsOf(ctx, p, in.Grouped)
	if err != nil {
		return nil, err
	}
	groups = slices.DeleteFunc(groups, func(g group) bool { return !g.unread() })
	out := &Unread{Total: len(groups), Counts: map[string]int{}}
	for _, tab := range tabs {
		out.Counts[tab] = 0
	}
	for _, g := range groups {
		out.Counts[g[0].tab()]++
	}
	out.Records, err = r.views(ctx, p, groups[:min(latest, len(groups))])
	return out, err
}

// pick gives the caller's notices of these ids, in the order of the list.
func (r *Service) pick(ctx context.Context, ids []string) ([]Message, error) {
	p := auth.Must(ctx)
	rows, err := r.Store.inbox(ctx, p, Notice)
	if err != nil {
		return nil, err
	}
	rows = slices.DeleteFunc(rows, func(r reading) bool { return !slices.Contains(ids, r.ID) })
	return r.views(ctx, p, single(rows))
}

func (r *Service) detail(ctx context.Context, in *ByID) (*Message, error) {
	found, err := r.pick(ctx, []string{in.ID})
	if err == nil && len(found) == 0 {
		err = fault.Missing()
	}
	if err != nil {
		return nil, err
	}
	return &found[0], nil
}

func (r *Service) details(ctx context.Context, in *struct {
	IDs string `query:"ids" required:"true" maxLength:"2700" doc:"At most 100, separated by commas."`
}) ([]Message, error) {
	return r.pick(ctx, strings.Split(in.IDs, ","))
}

func (r *Service) read(ctx context.Context, in *struct {
	ByID
	OfCaller
	Deleted bool `query:"deleted" doc:"Remove it from the caller's list."`
	Grouped bool `query:"grouped" doc:"Also those that are grouped with it."`
}) (*web.Done, error) {
	p, err := own(ctx, in.UserID)
	if err != nil {
		return nil, err
	}
	if in.Grouped {
		return &web.Done{}, r.Store.MarkGroup(ctx, p, in.ID, in.Deleted)
	}
	return &web.Done{}, r.Store.MarkRead(ctx, p, Notice, in.ID, in.Deleted)
}

func (r *Service) clear(ctx context.Context, in *struct {
	UserID      string `path:"userId"`
	MessageType int    `path:"messageType" minimum:"1" maximum:"2"`
}) (*web.Done, error) {
	p, err := own(ctx, in.UserID)
	if err != nil {
		return nil, err
	}
	return &web.Done{}, r.Store.Clear(ctx, p, Notice, strconv.Itoa(in.MessageType))
}

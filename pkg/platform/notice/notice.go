package notice

import (
	"context"
	"slices"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/push"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/platform/setting"
)

// Kind of what staff write.
type Kind string

const (
	Announcement Kind = "announcement" // runs in the ticker
	Notice       Kind = "notice"       // listed in the notice popover
)

// Types of a notice, which are also the tabs of the notice popover (platform-services §2).
const (
	Plain    = 1
	Reminder = 2 // written by the platform itself; a console shows it as a notification
)

// Status of a post; the numbers are the wire's.
type Status int

const (
	Draft     Status = 1
	Scheduled Status = 2
	Published Status = 3
	Revoked   Status = 4
	Cancelled Status = 5 // a schedule that was called off
	Expired   Status = 6
)

// Action is what staff may do with a post.
type Action string

const (
	Edit    Action = "edit"
	Publish Action = "publish"
	Cancel  Action = "cancel"
	Revoke  Action = "revoke"
	Delete  Action = "delete"
)

// Actions lists in which states each action is allowed. The console's buttons come from the same table (a test holds both together).
var Actions = map[Action][]Status{
	Edit:    {Draft, Scheduled, Cancelled},
	Publish: {Draft, Scheduled, Cancelled},
	Cancel:  {Scheduled},
	Revoke:  {Published},
	Delete:  {Draft, Revoked, Cancelled, Expired},
}

// Allowed is nil when the action may be done in the state, else a 409.
func Allowed(a Action, s Status) error {
	if slices.Contains(Actions[a], s) {
		return nil
	}
	return fault.State("notice.state." + string(a))
}

// Kinds of an audience.
const (
	All   = "all"
	Types = "types"
	Users = "users"
)

// Audience is who reads a post.
type Audience struct {
	Kind    string   `dynamodbav:"kind" json:"kind" enum:"all,types,users"`
	Types   []int    `dynamodbav:"types,omitempty" json:"types,omitempty" doc:"For kind types: 1 admin, 2 first-level, 3 secondary, 11 agent."`
	UserIDs []string `dynamodbav:"userIds,omitempty" json:"userIds,omitempty" doc:"For kind users. At most 500."`
}

// reaches reports whether a user belongs to the audience.
func (a Audience) reaches(userID string, t auth.Type) bool {
	switch a.Kind {
	case All:
		return true
	case Types:
		return slices.Contains(a.Types, int(t))
	}
	return slices.Contains(a.UserIDs, userID)
}

// Post is what staff write. Its content lies in a row beside it.
type Post struct {
	ID        string            `dynamodbav:"id"`
	Kind      Kind              `dynamodbav:"kind"`
	Status    Status            `dynamodbav:"status"`
	Version   int64             `dynamodbav:"version"`
	Change    string            `dynamodbav:"change"` // id of the last change: a change whose answer was lost is known by it
	Title     Text              `dynamodbav:"title"`
	Summary   Text              `dynamodbav:"summary,omitempty"`
	Audience  Audience          `dynamodbav:"audience"`
	Names     map[string]string `dynamodbav:"names,omitempty"`     // of the audience's users
	Type      int               `dynamodbav:"type,omitempty"`      // of a notice
	PublishAt *time.Time        `dynamodbav:"publishAt,omitempty"` // when it is to be published
	ExpireAt  *time.Time        `dynamodbav:"expireAt,omitempty"`  // when it is to expire
	At        *time.Time        `dynamodbav:"published,omitempty"` // when it was published
	Until     *time.Time        `dynamodbav:"expires,omitempty"`   // when it expires, known since it is published
	Pending   *time.Time        `dynamodbav:"pending,omitempty"`   // since when its readers' rows are not yet as the status says
	By        string            `dynamodbav:"by"`                  // display name of the author
	Created   time.Time         `dynamodbav:"created"`
	Updated   time.Time         `dynamodbav:"updated"`
}

// grace is how long the process that changed a post may take to update its readers' rows before the janitor does it.
const grace = 30 * time.Second

// due is when the janitor has to look at a post; false for never.
func (p *Post) due() (time.Time, bool) {
	switch {
	case p.Pending != nil:
		return p.Pending.Add(grace), true
	case p.Status == Scheduled:
		return *p.PublishAt, true
	case p.Status == Published:
		return *p.Until, true
	}
	return time.Time{}, false
}

// Store keeps posts and personal notices.
type Store struct {
	DB       store.DB
	Hub      *push.Hub
	Queues   queue.Queues
	Settings *setting.Store
	Texts    *i18n.Catalogue
	Now      func() time.Time
	NewID    func() string
	Log      func(line map[string]any)
	// Clean makes HTML harmless (notice/clean). It may be nil in functions that only deliver notices, and neither
	// write nor show posts.
	Clean func(html string) string
}

// keep is how long a notice is shown (platform-services §9).
func (b *Store) keep(ctx context.Context) (time.Duration, error) {
	days, err := b.Settings.Int(ctx, "notice.keep.days")
	return time.Duration(days) * 24 * time.Hour, err
}

package notice

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"herald/pkg/kit/id"
	"herald/pkg/kit/job"
	"herald/pkg/kit/store"
)

// Keys, all in table platform:
//
//	IMP#<post> / P                    a post
//	IMP#<post> / C                    its content
//	IMP#<post> / L#<operation>        an action on it, with its actor
//	L#announcement|notice#all / <post>       the lists of staff
//	JOB#0 / …                         when the tick looks at posts, and the outbox (kit/job)
//	IM#<audience>#<month> / a|n#<ms>#<id>    what an audience reads, by the time of publishing; audience is all, t<type> or u<user>
//	IMR#<user> / R                    what a user has read of posts, or removed
//	IMT#<user> / <key>                the notices of a user
const table = "platform"

func postKey(id string) store.Key    { return store.Key{Table: table, PK: "IMP#" + id, SK: "P"} }
func contentKey(id string) store.Key { return store.Key{Table: table, PK: "IMP#" + id, SK: "C"} }
func recordKey(post, id string) store.Key {
	return store.Key{Table: table, PK: "IMP#" + post, SK: "L#" + id}
}
func marksKey(user string) store.Key { return store.Key{Table: table, PK: "IMR#" + user, SK: "R"} }
func deliveredKey(user, key string) store.Key {
	return store.Key{Table: table, PK: "IMT#" + user, SK: key}
}

// looks is the due index of the tick: posts are written by hand, and notices delivered one by one.
func looks(db store.DB) *job.Index {
	return &job.Index{DB: db, Table: table, Name: "notice", Shards: 1}
}

// moment sorts as the time does, to the millisecond.
func moment(at time.Time) string { return fmt.Sprintf("%013d", at.UnixMilli()) }

func audiencePartition(audience string, at time.Time) string {
	return "IM#" + audience + "#" + at.UTC().Format("2006-01")
}

func letter(k Kind) string { return string(k[0]) }

func rowKey(audience string, k Kind, at time.Time, id string) store.Key {
	return store.Key{Table: table, PK: audiencePartition(audience, at), SK: letter(k) + "#" + moment(at) + "#" + id}
}

// personalKey of a notice to one user: its id tells when it was made, so an id alone finds it.
func personalKey(user, noticeID string) store.Key {
	return rowKey(ofUser(user), Notice, id.Time(noticeID), noticeID)
}

func ofUser(id string) string { return "u" + id }
func ofType(t int) string     { return "t" + strconv.Itoa(t) }

// audiences whose partitions a post stands in.
func (a Audience) audiences() []string {
	var out []string
	switch a.Kind {
	case All:
		return []string{All}
	case Types:
		for _, t := range a.Types {
			out = append(out, ofType(t))
		}
	case Users:
		for _, u := range a.UserIDs {
			out = append(out, ofUser(u))
		}
	}
	return out
}

// row is what a reader reads in a list: a post's heading, or a personal notice whole.
type row struct {
	ID      string `dynamodbav:"id"`
	Kind    Kind   `dynamodbav:"k"`
	Type    int    `dynamodbav:"ty,omitempty"`
	Title   Text   `dynamodbav:"t,omitempty"`
	Summary Text   `dynamodbav:"su,omitempty"`
	At      int64  `dynamodbav:"at"`  // unix ms
	Until   int64  `dynamodbav:"x"`   // unix ms
	Expires int64  `dynamodbav:"ttl"` // unix seconds

	Personal *words `dynamodbav:"w,omitempty"`
	Read     bool   `dynamodbav:"rd,omitempty"` // of a personal notice; of posts the reader's marks tell
	Gone     bool   `dynamodbav:"go,omitempty"`
}

// words of a personal notice, as keys of messages: they are put into the reader's language when it is read.
type words struct {
	Title string            `dynamodbav:"t"`
	Body  string            `dynamodbav:"b"`
	Args  map[string]string `dynamodbav:"a,omitempty"`
	Link  string            `dynamodbav:"l,omitempty"`
}

func rowOf(p *Post) row {
	return row{ID: p.ID, Kind: p.Kind, Type: p.Type, Title: p.Title, Summary: p.Summary, At: p.At.UnixMilli(), Until: p.Until.UnixMilli(),
		Expires: p.Until.Unix() + 1}
}

// content is the row beside a post.
type content struct {
	HTML Text `dynamodbav:"html,omitempty"`
}

// Record is one line of a post's history.
type Record struct {
	ID       string    `dynamodbav:"id" json:"id"`
	Action   Action    `dynamodbav:"action" json:"action"`
	Status   Status    `dynamodbav:"status" json:"status" doc:"Status after the action."`
	UserID   string    `dynamodbav:"userId,omitempty" json:"userId" doc:"Id of the user. Empty: published by schedule."`
	Operator string    `dynamodbav:"operator,omitempty" json:"operator"`
	Created  time.Time `dynamodbav:"created" json:"createTime"`
}

// load reads a post of a kind; false for none.
func (b *Store) load(ctx context.Context, k Kind, postID string) (*Post, bool, error) {
	if !id.Valid(postID) {
		return nil, false, nil
	}
	p, ok, err := store.Load[Post](ctx, b.DB, postKey(postID), true)
	return &p, ok && p.Kind == k, err
}

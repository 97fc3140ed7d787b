package export

import (
	"encoding/json"
	"time"

	"herald/pkg/kit/i18n"
	"herald/pkg/kit/job"
	"herald/pkg/kit/store"
)

// Keys, all in table platform:
//
//	EXPORT#<user> / <task>        a task, for 30 days: as long as its file
//	JOB#0 / …                     tasks that the tick looks after (kit/job)
const (
	tableName = "platform"
	keep      = 30 * 24 * time.Hour
	firstLook = time.Minute // after the beginning: by then somebody should have begun
)

// States of a task (the contract's).
const (
	running = "running"
	done    = "done"
	failed  = "failed"
)

// task is an export in the background.
type task struct {
	ID      string            `dynamodbav:"id"`
	List    string            `dynamodbav:"l"`
	Input   json.RawMessage   `dynamodbav:"i"` // of the list, as JSON
	User    string            `dynamodbav:"u"` // in whose name the list is read
	Tenant  string            `dynamodbav:"t"`
	Lang    i18n.Lang         `dynamodbav:"lg"`
	State   string            `dynamodbav:"s"`
	Done    int               `dynamodbav:"dn"` // rows written so far
	Total   int               `dynamodbav:"tt"`
	Key     string            `dynamodbav:"ky,omitempty"` // message of a failure
	Args    map[string]string `dynamodbav:"ar,omitempty"`
	Runs    int               `dynamodbav:"rn"`           // how often a worker began it
	Lease   int64             `dynamodbav:"ls"`           // unix ms until which a worker has it
	Owner   string            `dynamodbav:"ow"`           // of the lease: a worker that learns nothing of its claim's outcome knows it again
	Told    bool              `dynamodbav:"td,omitempty"` // its user knows how it ended
	Created time.Time         `dynamodbav:"ca"`
	Expires int64             `dynamodbav:"ttl"`
}

func taskKey(user, id string) store.Key {
	return store.Key{Table: tableName, PK: "EXPORT#" + user, SK: id}
}

// object is where the file lies, in bucket file.
func (t *task) object() string { return "export/" + t.User + "/" + t.ID + ".xlsx" }

// file is its name for who saves it.
func (t *task) file() string { return fileName(t.List, t.Created) }

func fileName(list string, at time.Time) string {
	return list + "-" + at.In(shown).Format("20060102-150405") + ".xlsx"
}

// looks is when the tick looks at tasks: they are made by hand, a few a second.
func looks(db store.DB) *job.Index {
	return &job.Index{DB: db, Table: tableName, Name: "export", Shards: 1}
}

// work is the janitor's view of a task.
type work struct {
	User   string `dynamodbav:"u"`
	Tenant string `dynamodbav:"t"`
}

// wakeMessage is the body of the job's message.
type wakeMessage struct {
	User string `json:"u"`
	Task string `json:"t"`
}

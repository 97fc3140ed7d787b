package export

import (
	"cmp"
	"encoding/json"
	"time"

	"herald/pkg/kit/clock"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/job"
	"herald/pkg/kit/sheet"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Keys, all in table platform:
//
//	EXPORT#<user> / <task>        a task, for 30 days: as long as its file
//	EXPORT#day#<date> / <tenant>  how many files a customer exported on a day
//	JOB#0 / …                     tasks that the tick looks after (kit/job)
const (
	tableName = "platform"
	keep      = 30 * 24 * time.Hour
	firstLook = time.Minute // after the creation: by then a worker should have begun
)

// task is an export in the background; what is done is rows.
type task struct {
	job.Task
	ID       string          `dynamodbav:"id"`
	List     string          `dynamodbav:"l"`
	Input    json.RawMessage `dynamodbav:"i"` // of the list, as JSON
	User     string          `dynamodbav:"u"` // in whose name the list is read
	Tenant   string          `dynamodbav:"t"`
	Lang     i18n.Lang       `dynamodbav:"lg"`
	Notified bool            `dynamodbav:"td,omitempty"` // its user knows how it ended
	Format   string          `dynamodbav:"fm,omitempty"` // web.XLSX when it is empty
	Columns  []string        `dynamodbav:"cl,omitempty"` // keys of the columns; none: all
}

func taskKey(user, id string) store.Key {
	return store.Key{Table: tableName, PK: "EXPORT#" + user, SK: id}
}

// format of the file.
func (t *task) format() string { return cmp.Or(t.Format, web.XLSX) }

// object is where the file lies, in bucket file.
func (t *task) object() string { return "export/" + t.User + "/" + t.ID + "." + t.format() }

// file is its name for who saves it.
func (t *task) file() string { return fileName(t.List, t.format(), t.Created) }

func fileName(list, format string, at time.Time) string {
	return list + "-" + at.In(clock.China).Format("20060102-150405") + "." + format
}

// typeOf is the media type of a format.
func typeOf(format string) string {
	if format == web.CSV {
		return sheet.CSVType
	}
	return sheet.ContentType
}

// looks is when the tick looks at tasks: they are made by hand, a few a second.
func looks(db store.DB) *job.Index {
	return &job.Index{DB: db, Table: tableName, Name: "export", Shards: 1}
}

// workers write files, one at a time each.
func (d *Exporter) workers() *job.Workers {
	return &job.Workers{DB: d.DB, Now: d.Now, Life: leaseLife, Alone: true}
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

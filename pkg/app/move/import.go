package move

import (
	"archive/tar"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"

	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/platform/user"
)

// Import sizes: rows in one call, calls side by side, messages in one call, and rows that an unused installation may have.
const (
	rowsAtATime     = 100
	rowWriters      = 4
	messagesAtATime = 100
	mostUnused      = 1000
)

// ImportOptions of an import.
type ImportOptions struct {
	NewKeys   bool // accept that the keys of the source are not here
	Rehearsal bool // accept an export that was made while the source served
	Out       io.Writer
}

// importer is an import that runs.
type importer struct {
	*Home
	from  *Header
	at    string
	parts []string
	show  *progress
	mu    sync.Mutex
	brief map[string]int64 // rows that the database may remove by itself before they are counted, by table
}

// Import fills a home that was never used from a folder. Nothing is written unless the whole folder is as it was written. An import that
// was interrupted goes on when it is begun again with the same folder; until then the home is not served.
func (h *Home) Import(ctx context.Context, at string, o ImportOptions) error {
	m := &importer{Home: h, at: at, show: newProgress(o.Out, h.Now), brief: map[string]int64{}}
	var err error
	if m.from, err = ReadHeader(at); err != nil {
		return err
	}
	if m.from.Live && !o.Rehearsal {
		return errors.New("the export was made while the product served, so that its rows are of different moments: export again without " +
			"-live, or import with -rehearsal into a trial without providers")
	}
	if err := m.sameKeys(o.NewKeys); err != nil {
		return err
	}
	var read int64
	m.parts, err = verify(at, func(n int64) {
		read += n
		m.show.grow("checked", Count{Name: "files of the export", Bytes: read})
	})
	if err != nil {
		return err
	}
	m.show.say("checked %d files, %s: they are as they were written", len(m.parts), size(read))
	ctx, end, err := h.still(ctx)
	if err != nil {
		return err
	}
	defer end()
	if err := m.begin(ctx); err != nil {
		return err
	}
	if err := m.run(ctx); err != nil {
		return fmt.Errorf("%w; the installation stays closed until import is run again with the same folder", reason(ctx, err))
	}
	if m.from.Live {
		m.show.say("imported for a rehearsal: the source serves on, so never give this installation settings of providers")
	} else {
		m.show.say("imported: start Herald here, and never again at the source")
	}
	return nil
}

// sameKeys refuses a home whose keys cannot open what is sealed in the data.
func (m *importer) sameKeys(accept bool) error {
	for _, name := range sortedNames(m.from.Keys) {
		for _, key := range m.from.Keys[name] {
			if slices.Contains(m.Keys[name], key) {
				continue
			}
			if !accept {
				return fmt.Errorf("%s is not that of the source, so that what it seals cannot be read here: set it to the same value, "+
					"or import with -new-keys and lose app keys, links and stored keys of providers", name)
			}
			m.show.say("%s is another one than at the source: what it seals is lost", name)
			break
		}
	}
	return nil
}

// begin marks a home as incomplete. One that is in use is refused.
func (m *importer) begin(ctx context.Context) error {
	was, found, err := readMark(ctx, m.DB)
	switch {
	case err != nil:
		return err
	case found && was.State == importing && was.Export == m.from.ID:
		m.show.say("an import of this export was interrupted: it begins again, over what is there")
		return nil
	case found && was.State == importing:
		return errors.New("an import of another export is not complete here: finish it, or empty the installation")
	case found:
		return Check(ctx, m.DB)
	}
	leftovers, err := m.unused(ctx)
	if err != nil {
		return err
	}
	var ops []store.Op
	for _, key := range leftovers {
		ops = append(ops, store.Op{Verb: store.Delete, Key: key})
	}
	if err := m.DB.WriteAll(ctx, ops); err != nil {
		return err
	}
	return m.setMark(ctx, importing, m.from.ID) // then: an import that goes on looks for no leftovers
}

var errEnough = errors.New("enough")

// unused gives the keys of all rows of a home without a user and a file: what the tick of a new installation has written. Any other home
// is refused.
func (m *importer) unused(ctx context.Context) (keys []store.Key, err error) {
	person := user.Key("").PK
	for _, table := range m.Home.Tables {
		for segment := range m.Rows.Segments() {
			err := m.Rows.Each(ctx, table, segment, func(doc []byte) error {
				it, err := attributevalue.UnmarshalMapJSON(doc)
				if err != nil {
					return err
				}
				if keys = append(keys, keyOf(table, it)); len(keys) > mostUnused || strings.HasPrefix(store.PartitionKey(it), person) {
					return inUse("table " + table)
				}
				return nil
			})
			if err != nil {
				return nil, err
			}
		}
	}
	for _, bucket := range m.Home.Buckets {
		err := m.Home.Files.Each(ctx, bucket, func(File, io.Reader) error { return errEnough })
		if errors.Is(err, errEnough) {
			err = inUse("bucket " + bucket)
		}
		if err != nil {
			return nil, err
		}
	}
	return keys, nil
}

func inUse(where string) error {
	return fmt.Errorf("the installation is in use, as its %s shows: import into a new one, with another HERALD_NAME or an empty database",
		where)
}

// run writes everything, compares, and then lets the home be served.
func (m *importer) run(ctx context.Context) error {
	for _, table := range m.Home.Tables {
		if err := m.table(ctx, table); err != nil {
			return err
		}
	}
	for _, bucket := range m.Home.Buckets {
		if err := m.bucket(ctx, bucket); err != nil {
			return err
		}
	}
	if err := m.compare(ctx); err != nil {
		return err
	}
	for _, queue := range m.QueueNames {
		if err := m.queue(ctx, queue); err != nil {
			return err
		}
	}
	return m.removeMark(ctx)
}

// of gives the parts whose names begin so.
func (m *importer) of(prefix string) (all []string) {
	for _, name := range m.parts {
		if rest, ok := strings.CutPrefix(name, prefix); ok && !strings.Contains(rest, "/") {
			all = append(all, name)
		}
	}
	return all
}

func (m *importer) table(ctx context.Context, table string) error {
	parts, done := m.of("rows/"+table+"-"), &counter{Count: Count{Name: table}}
	errs := parallel.Each(len(parts), rowWriters, func(i int) error {
		var docs [][]byte
		flush := func() error {
			if len(docs) == 0 {
				return nil
			}
			err := errors.Join(m.noteBrief(table, docs), m.Rows.Put(ctx, table, docs))
			m.show.grow("table", done.add(docs))
			docs = docs[:0]
			return err
		}
		err := lines(m.at, parts[i], func(line []byte) error {
			if docs = append(docs, slices.Clone(line)); len(docs) < rowsAtATime {
				return nil
			}
			return flush()
		})
		if err == nil {
			err = flush()
		}
		return err
	})
	if err := errors.Join(errs...); err != nil {
		return err
	}
	m.show.say("table %s: %d rows, %s", table, done.Count.Count, size(done.Bytes))
	return nil
}

func (m *importer) bucket(ctx context.Context, bucket string) error {
	done := Count{Name: bucket}
	for _, name := range m.of("files/" + bucket + "-") {
		from, err := open(m.at, name)
		if err != nil {
			return err
		}
		err = m.archive(ctx, tar.NewReader(from), &done)
		if err = errors.Join(err, from.Close()); err != nil {
			return err
		}
	}
	if want := find(m.from.Buckets, bucket); want.Count != done.Count || want.Bytes != done.Bytes {
		return fmt.Errorf("bucket %s: %d files of %d bytes were imported, the export counts %d of %d", bucket, done.Count, done.Bytes,
			want.Count, want.Bytes)
	}
	m.show.say("bucket %s: %d files, %s", bucket, done.Count, size(done.Bytes))
	return nil
}

// archive writes the files of a part. A file is on the disk meanwhile: S3 wants its checksum before its content.
func (m *importer) archive(ctx context.Context, from *tar.Reader, done *Count) error {
	for {
		entry, err := from.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		f := File{Key: entry.Name, Type: entry.PAXRecords[contentType], Size: entry.Size, Made: entry.ModTime.UTC()}
		if err := m.file(ctx, done.Name, f, from); err != nil {
			return err
		}
		done.Count, done.Bytes = done.Count+1, done.Bytes+f.Size
		m.show.grow("bucket", *done)
	}
}

func (m *importer) file(ctx context.Context, bucket string, f File, body io.Reader) error {
	spool, err := os.CreateTemp("", "herald-import-*")
	if err != nil {
		return err
	}
	defer os.Remove(spool.Name())
	defer spool.Close()
	if _, err := io.Copy(spool, body); err != nil {
		return err
	}
	if _, err := spool.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return m.Home.Files.Put(ctx, bucket, f, spool)
}

// queue adds messages. Some of an import that was interrupted may be there twice, which does nothing twice.
func (m *importer) queue(ctx context.Context, queue string) error {
	var some []Message
	n := 0
	for _, name := range m.of("messages/" + queue + "-") {
		err := lines(m.at, name, func(line []byte) error {
			var one Message
			if err := json.Unmarshal(line, &one); err != nil {
				return err
			}
			n++
			if some = append(some, one); len(some) < messagesAtATime {
				return nil
			}
			err := m.Messages.Put(ctx, queue, some)
			some = some[:0]
			return err
		})
		if err != nil {
			return err
		}
	}
	if err := m.Messages.Put(ctx, queue, some); err != nil { // also of none
		return err
	}
	if want := find(m.from.Queues, queue); want.Count != int64(n) {
		return fmt.Errorf("queue %s: %d messages were imported, the export counts %d", queue, n, want.Count)
	}
	m.show.say("queue %s: %d messages", queue, n)
	return nil
}

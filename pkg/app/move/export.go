package move

import (
	"archive/tar"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"

	"herald/pkg/kit/parallel"
)

// Sizes of parts without compression.
const (
	rowsPart  = 64 << 20
	filesPart = 256 << 20
)

// Options of an export.
type Options struct {
	ID   string // of this export
	Live bool   // export while the product serves, as a rehearsal
	Out  io.Writer
}

// exporter is an export that runs.
type exporter struct {
	*Home
	Header
	folder *folder
	show   *progress
}

// Export writes all data of a home to a new folder. The home is not served again until Reopen, unless the export is live or fails.
func (h *Home) Export(ctx context.Context, at string, o Options) error {
	x := &exporter{Home: h, show: newProgress(o.Out, h.Now), Header: Header{Product: product, Format: Version, Schema: Schema, ID: o.ID,
		Name: h.Name, Home: h.Kind, Files: h.FilesKind, At: h.Now().UTC(), Live: o.Live, Keys: h.Keys}}
	was, found, err := readMark(ctx, h.DB)
	if err != nil {
		return err
	}
	if found && was.State == importing {
		return Check(ctx, h.DB)
	}
	if o.Live {
		x.show.say("the product may serve meanwhile: rows are of different moments, so that this export is only good for a rehearsal")
	} else {
		running, end, err := h.still(ctx)
		if err != nil {
			return err
		}
		defer end()
		ctx = running
	}
	if x.folder, err = newFolder(at); err != nil {
		return err
	}
	if !o.Live {
		if err := h.setMark(ctx, exported, o.ID); err != nil {
			return err
		}
	}
	if err := x.run(ctx); err != nil {
		if !o.Live {
			err = errors.Join(err, h.asBefore(context.WithoutCancel(ctx), was, found))
		}
		return reason(ctx, err)
	}
	x.show.say("exported to %s", at)
	return nil
}

// asBefore opens a home again whose export failed, unless an earlier export has closed it.
func (h *Home) asBefore(ctx context.Context, was mark, found bool) error {
	if found {
		return h.setMark(ctx, was.State, was.Export)
	}
	return h.removeMark(ctx)
}

// run writes all parts, then the header and the checksums.
func (x *exporter) run(ctx context.Context) (err error) {
	var differences []string
	if x.Header.Books, differences, err = x.ReadBooks(ctx); err != nil {
		return err
	}
	x.show.say("books: %s", x.Header.Books)
	for _, d := range differences {
		x.show.say("  %s", d)
	}
	for _, step := range []func(context.Context) error{x.tables, x.buckets, x.queues} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	text, err := json.MarshalIndent(x.Header, "", "  ")
	if err != nil {
		return err
	}
	if err := x.folder.write(headerFile, text); err != nil {
		return err
	}
	return x.folder.finish()
}

func (x *exporter) tables(ctx context.Context) error {
	for _, table := range x.Home.Tables {
		var mu sync.Mutex
		all := Count{Name: table}
		errs := parallel.Each(x.Rows.Segments(), x.Rows.Segments(), func(segment int) error {
			to := &rotating{folder: x.folder, name: fmt.Sprintf("rows/%s-%d-%%04d.zst", table, segment), most: rowsPart}
			err := x.Rows.Each(ctx, table, segment, func(doc []byte) error {
				line, err := x.document(doc)
				if err != nil || line == nil {
					return err
				}
				mu.Lock()
				all.Count, all.Bytes = all.Count+1, all.Bytes+int64(len(line))
				now := all
				mu.Unlock()
				x.show.grow("table", now)
				return to.line(line)
			})
			return errors.Join(err, to.close())
		})
		if err := errors.Join(errs...); err != nil {
			return err
		}
		x.Header.Tables = append(x.Header.Tables, all)
		x.show.say("table %s: %d rows, %s", table, all.Count, size(all.Bytes))
	}
	if !slices.ContainsFunc(x.Header.Tables, func(c Count) bool { return c.Count > 0 }) {
		return fmt.Errorf("the installation %s has no rows: correct HERALD_NAME or the address of its database", x.Home.Name)
	}
	return nil
}

// document gives a row as it is exported; nil for what the home says about itself.
func (x *exporter) document(doc []byte) ([]byte, error) {
	it, err := attributevalue.UnmarshalMapJSON(doc)
	if err != nil || isLocal(it) {
		return nil, err
	}
	return canonical(doc)
}

// contentType is the name of a file's content type in its archive.
const contentType = "HERALD.type"

func (x *exporter) buckets(ctx context.Context) error {
	for _, bucket := range x.Home.Buckets {
		to := &archive{folder: x.folder, Count: Count{Name: bucket}}
		err := x.Home.Files.Each(ctx, bucket, func(f File, body io.Reader) error {
			x.show.grow("bucket", to.Count)
			return to.add(f, body)
		})
		if err = errors.Join(err, to.close()); err != nil {
			return err
		}
		x.Header.Buckets = append(x.Header.Buckets, to.Count)
		x.show.say("bucket %s: %d files, %s", bucket, to.Count.Count, size(to.Bytes))
	}
	return nil
}

// archive writes files to parts of bounded size.
type archive struct {
	folder *folder
	n      int
	now    *part
	tar    *tar.Writer
	in     int64
	Count
}

func (a *archive) add(f File, body io.Reader) error {
	if a.now != nil && a.in+f.Size > filesPart {
		if err := a.close(); err != nil {
			return err
		}
	}
	if a.now == nil {
		p, err := a.folder.create(fmt.Sprintf("files/%s-%04d.tar.zst", a.Name, a.n))
		if err != nil {
			return err
		}
		a.now, a.tar, a.in, a.n = p, tar.NewWriter(p), 0, a.n+1
	}
	a.in += f.Size
	a.Count.Count, a.Bytes = a.Count.Count+1, a.Bytes+f.Size
	if err := a.tar.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: f.Key, Size: f.Size, Mode: 0o600, ModTime: f.Made,
		Format: tar.FormatPAX, PAXRecords: map[string]string{contentType: f.Type}}); err != nil {
		return err
	}
	_, err := io.Copy(a.tar, body)
	return err
}

func (a *archive) close() error {
	if a.now == nil {
		return nil
	}
	err := errors.Join(a.tar.Close(), a.now.close())
	a.now = nil
	return err
}

// queues writes the messages. Most are found again by the minute's tick, but events of providers are in no table until a consumer has
// worked on them.
func (x *exporter) queues(ctx context.Context) error {
	names := slices.Sorted(slices.Values(x.QueueNames))
	counts := make([]Count, len(names))
	errs := parallel.Each(len(names), len(names), func(i int) (err error) {
		counts[i], err = x.queue(ctx, names[i])
		return err
	})
	x.Header.Queues = counts
	return errors.Join(errs...)
}

func (x *exporter) queue(ctx context.Context, queue string) (Count, error) {
	to := &rotating{folder: x.folder, name: "messages/" + queue + "-%04d.zst", most: rowsPart, Count: Count{Name: queue}}
	err := x.Messages.Each(ctx, queue, func(m Message) error {
		text, err := json.Marshal(m)
		if err != nil {
			return err
		}
		x.show.grow("queue", to.Count)
		return to.line(text)
	})
	if err = errors.Join(err, to.close()); err == nil {
		x.show.say("queue %s: %d messages", queue, to.Count.Count)
	}
	return to.Count, err
}

// reason is why work ended: why its context did, or its error.
func reason(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return err
}

// WaitFor waits for a while, or until ctx ends.
func WaitFor(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

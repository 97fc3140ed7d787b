package move

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// counter is a count that several writers raise.
type counter struct {
	sync.Mutex
	Count
}

func (c *counter) add(docs [][]byte) Count {
	c.Lock()
	defer c.Unlock()
	c.Count.Count += int64(len(docs))
	for _, doc := range docs {
		c.Bytes += int64(len(doc))
	}
	return c.Count
}

func find(all []Count, name string) Count {
	for _, c := range all {
		if c.Name == name {
			return c
		}
	}
	return Count{Name: name}
}

func sortedNames[T any](of map[string]T) []string { return slices.Sorted(maps.Keys(of)) }

// ErrDiffers: the data here is not that of the export, or the books do not add up. What differs was printed.
var ErrDiffers = errors.New("there are differences")

// compare reads all rows and the books again, and prints what is not as at the source.
func (m *importer) compare(ctx context.Context) error {
	var all []string
	for _, table := range m.Home.Tables {
		here, err := m.count(ctx, table)
		if err != nil {
			return err
		}
		was := find(m.from.Tables, table)
		if removed := was.Count - here.Count; removed > 0 && removed <= m.brief[table] {
			m.show.say("table %s: %d rows have expired since the export", table, removed)
			continue
		}
		if was != here {
			all = append(all, fmt.Sprintf("table %s: %d rows of %d bytes at the source, %d of %d here", table, was.Count, was.Bytes, here.Count,
				here.Bytes))
		}
	}
	books, within, err := m.ReadBooks(ctx)
	if err != nil {
		return err
	}
	m.show.say("books: %s", books)
	for _, d := range within {
		m.show.say("  %s", d)
	}
	differs := len(all) > 0
	for _, d := range m.from.Books.compare(books) {
		all = append(all, d)
		differs = differs || !m.from.Live // the books of a rehearsal are of another moment than its rows
	}
	for _, d := range all {
		m.show.say("difference: %s", d)
	}
	if differs {
		return ErrDiffers
	}
	return nil
}

// briefly is how soon a row must expire so that it may be missing when the rows are counted.
const briefly = 24 * time.Hour

// noteBrief counts rows that expire soon.
func (m *importer) noteBrief(table string, docs [][]byte) error {
	before := m.Now().Add(briefly).Unix()
	for _, doc := range docs {
		it, err := attributevalue.UnmarshalMapJSON(doc)
		if err != nil {
			return err
		}
		number, ok := it[store.ExpiryAttribute].(*types.AttributeValueMemberN)
		if !ok {
			continue
		}
		if second, err := strconv.ParseInt(number.Value, 10, 64); err == nil && second < before {
			m.mu.Lock()
			m.brief[table]++
			m.mu.Unlock()
		}
	}
	return nil
}

// count reads a table.
func (m *importer) count(ctx context.Context, table string) (Count, error) {
	all := &counter{Count: Count{Name: table}}
	errs := parallel.Each(m.Rows.Segments(), m.Rows.Segments(), func(segment int) error {
		return m.Rows.Each(ctx, table, segment, func(doc []byte) error {
			it, err := attributevalue.UnmarshalMapJSON(doc)
			if err != nil || isLocal(it) {
				return err
			}
			line, err := canonical(doc)
			all.add([][]byte{line})
			return err
		})
	})
	return all.Count, errors.Join(errs...)
}

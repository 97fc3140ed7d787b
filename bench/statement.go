package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"herald/pkg/kit/store"
)

// statementArgs are how many lines the account has whose pages are read, and how many of a month are exported.
type statementArgs struct{ Lines, Month int }

type statementResult struct {
	Page float64 // read units of the dearest page, without the sign-in check
	Took time.Duration
	Peak int64 // memory of the process that exports, bytes
}

// statementChild writes so many copies of a posted line: the cost of a page and a file depends on the rows.
func statementChild(ctx context.Context, a statementArgs) (out statementResult, err error) {
	s, err := newStage(ctx)
	if err != nil {
		return out, err
	}
	defer s.close()
	account := "ACCT#" + s.id
	if err := s.copies(ctx, account, "E#", a.Lines); err != nil {
		return out, err
	}
	count := store.Op{Verb: store.Update, Key: store.Key{Table: "credit", PK: account, SK: "A"}, Set: map[string]any{"l": a.Lines}}
	if _, err := s.rows.Write(ctx, count); err != nil {
		return out, err
	}
	units := func(page int) (float64, error) {
		var got struct{ Records []any }
		if _, err := s.ask(s.get("/pi/personal/info"), 0, &struct{}{}); err != nil { // the occasional write of a session
			return 0, err
		}
		handed, err := s.ask(s.get(fmt.Sprintf("/pi/personal/info/statement/page?size=10&current=%d", page)), 0, &got)
		if err == nil && page <= a.Lines/10 && len(got.Records) != 10 {
			err = fmt.Errorf("page %d has %d lines", page, len(got.Records))
		}
		return handed.Units, err
	}
	beyond, err := units(a.Lines/10 + 2) // reads who asks, and the account
	if err != nil {
		return out, err
	}
	const ownRow = 0.5
	for _, page := range []int{1, 2, a.Lines / 20, a.Lines / 10} {
		u, err := units(page)
		if err != nil {
			return out, err
		}
		out.Page = max(out.Page, u-beyond+ownRow)
	}
	month := time.Now().UTC().Format("2006-01")
	if err := s.copies(ctx, "J#all#"+month, "", a.Month); err != nil {
		return out, err
	}
	address, end, err := serveTables(s.tables)
	if err != nil {
		return out, err
	}
	defer end()
	var file statementResult
	_, err = new(workshop).child(ctx, "month", monthArgs{far(address), s.admin, a.Month}, &file)
	out.Took, out.Peak = file.Took, file.Peak
	return out, err
}

type monthArgs struct {
	Tables far
	Token  string // of staff
	Lines  int    // of the month, at least
}

// monthChild has this month written as a file, at once when it is short, else in the background. It gives the time and the memory
// that took.
func monthChild(ctx context.Context, a monthArgs) (out statementResult, err error) {
	h := newFixture()
	h.far = a.Tables
	began := time.Now()
	answer, err := h.ask(ask{method: "GET", path: "/aty/accountstatement/month/finance/export", token: a.Token, plain: true}, 0, nil)
	if err == nil {
		err = h.drain(ctx)
	}
	out.Took = time.Since(began)
	if err == nil {
		out.Peak, err = peak()
	}
	if err != nil || bytes.HasPrefix(answer.Raw, []byte("PK")) {
		return out, err
	}
	var task struct{ Data struct{ TaskID string } }
	if err := json.Unmarshal(answer.Raw, &task); err != nil {
		return out, err
	}
	var how struct {
		Status string
		Done   int
	}
	_, err = h.ask(ask{method: "GET", path: "/uf/export/" + task.Data.TaskID, token: a.Token}, 0, &how)
	if err == nil && (how.Status != "done" || how.Done < a.Lines) {
		err = fmt.Errorf("the export is %s after %d rows", how.Status, how.Done)
	}
	return out, err
}

// copies fills a partition with copies of its first row whose key begins so, numbered at the end of their keys.
func (s *stage) copies(ctx context.Context, pk, prefix string, n int) error {
	rows, err := s.rows.Query(ctx, store.Query{Table: "credit", PK: pk, Prefix: prefix, Limit: 1, Consistent: true})
	if err != nil || len(rows) == 0 {
		return fmt.Errorf("no row of %s: %w", pk, err)
	}
	sk := store.SortKey(rows[0])
	begins := sk[:strings.LastIndex(sk, "#")+1]
	var ops []store.Op
	for i := range n {
		row := maps.Clone(rows[0])
		delete(row, "pk")
		delete(row, "sk")
		if _, numbered := row["l"]; numbered {
			row["l"] = &types.AttributeValueMemberN{Value: fmt.Sprint(i + 1)}
		}
		ops = append(ops, store.Op{Verb: store.Put, Key: store.Key{Table: "credit", PK: pk, SK: fmt.Sprintf("%s%012d", begins, i+1)}, Item: row})
		if len(ops) == 1000 || i == n-1 {
			if err := s.rows.WriteAll(ctx, ops); err != nil {
				return err
			}
			ops = ops[:0]
		}
	}
	return nil
}

func statements(ctx context.Context, w *workshop) (report, error) {
	var r statementResult
	if _, err := w.child(ctx, "statement", w.books, &r); err != nil {
		return report{}, err
	}
	return report{figures: []figure{
		most(fmt.Sprintf("statement, dearest page of %d lines, without the sign-in check", w.books.Lines), "%.1f read units", 3, r.Page),
		most(fmt.Sprintf("month of %d lines as a file", w.books.Month), "%.1f s", 20, r.Took.Seconds()),
		most("  peak memory of the process", "%.0f MB", 256, float64(r.Peak)/(1<<20)),
	}}, nil
}

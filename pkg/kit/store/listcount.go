package store

import (
	"context"
	"hash/fnv"
)

type listCount struct {
	N int `dynamodbav:"n"`
}

// parts is the number of counter rows of a scope. Every creation and removal also counts in the scope of staff; on
// one row all their transactions would conflict.
const parts = 8

// counted is Count for one entity, on the part that is its own.
func (l *engine) counted(scope, id string, n int64) Op {
	h := fnv.New32a()
	_, _ = h.Write([]byte(id)) // cannot fail
	op := l.count(scope, n)
	op.Key.SK += string(rune('0' + h.Sum32()%parts))
	return op
}

// isCount reports a row that holds a part of the number.
func isCount(sk string) bool {
	return sk == countKey || len(sk) == len(countKey)+1 && sk >= countKey+"0" && sk <= countKey+"9"
}

// number of a scope's rows: its parts lie together and are one read.
func (l *engine) number(ctx context.Context, db DB, scope string) (n int, err error) {
	rows, err := db.Query(ctx, Query{Table: l.Table, PK: l.partition(scope), From: countKey, To: countKey + "9", Limit: parts + 1})
	if err != nil {
		return 0, err
	}
	all, err := DecodeAll[listCount](rows)
	for _, c := range all {
		n += c.N
	}
	return n, err
}

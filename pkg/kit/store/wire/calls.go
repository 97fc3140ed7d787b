package wire

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"herald/pkg/kit/store"
)

type expressions struct {
	ConditionExpression       *string
	UpdateExpression          string
	KeyConditionExpression    string
	ProjectionExpression      string
	ExpressionAttributeNames  map[string]string
	ExpressionAttributeValues row
}

// write is a single write, or a member of a transaction.
type write struct {
	expressions
	TableName string
	Key, Item row
}

var calls = map[string]func(*Server, context.Context, []byte) (any, error){
	"GetItem":            handler((*Server).get),
	"BatchGetItem":       handler((*Server).batchGet),
	"Query":              handler((*Server).query),
	"PutItem":            single(store.Put),
	"UpdateItem":         single(store.Update),
	"DeleteItem":         single(store.Delete),
	"BatchWriteItem":     handler((*Server).batchWrite),
	"TransactWriteItems": handler((*Server).transact),
}

func handler[In any](do func(*Server, context.Context, *In) (any, error)) func(*Server, context.Context, []byte) (any, error) {
	return func(s *Server, ctx context.Context, body []byte) (any, error) {
		var in In
		if err := json.Unmarshal(body, &in); err != nil {
			return nil, invalid(err.Error())
		}
		return do(s, context.WithoutCancel(ctx), &in) // a request that arrived is carried out even if its caller no longer waits
	}
}

func single(v store.Verb) func(*Server, context.Context, []byte) (any, error) {
	return handler(func(s *Server, ctx context.Context, in *write) (any, error) {
		op, err := s.op(v, in)
		if err != nil {
			return nil, err
		}
		it, err := s.db.Write(ctx, op)
		if v != store.Update {
			it = nil
		}
		return map[string]any{"Attributes": rowOut(it)}, err
	})
}

func (s *Server) key(table string, r row) store.Key {
	it := r.item()
	return store.Key{Table: strings.TrimPrefix(table, s.prefix), PK: textOf(it, "pk"), SK: textOf(it, "sk")}
}

func textOf(it store.Item, name string) string {
	return store.SortKey(store.Item{"sk": it[name]})
}

func (s *Server) op(v store.Verb, in *write) (op store.Op, err error) {
	op = store.Op{Verb: v, Key: s.key(in.TableName, in.Key)}
	if v == store.Put {
		op.Key, op.Item = s.key(in.TableName, in.Item), in.Item.item()
	}
	if v == store.Update {
		if _, err = read(in.UpdateExpression, &in.expressions, func(p *parser) *store.Op { return p.change(&op) }); err != nil {
			return op, err
		}
	}
	if in.ConditionExpression != nil {
		op.If, err = read(*in.ConditionExpression, &in.expressions, (*parser).condition)
	}
	return op, err
}

func (s *Server) get(ctx context.Context, in *struct {
	TableName      string
	Key            row
	ConsistentRead bool
}) (any, error) {
	it, err := s.db.Get(ctx, s.key(in.TableName, in.Key), in.ConsistentRead)
	return map[string]any{"Item": rowOut(it)}, err
}

type keys struct {
	ConsistentRead bool
	Keys           []row
}

func (s *Server) batchGet(ctx context.Context, in *struct{ RequestItems map[string]keys }) (any, error) {
	found, rest := map[string][]row{}, map[string]keys{}
	for table, k := range in.RequestItems {
		if s.Partial != nil && len(k.Keys) > 1 && s.Partial() {
			rest[table] = keys{k.ConsistentRead, k.Keys[len(k.Keys)/2:]}
			k.Keys = k.Keys[:len(k.Keys)/2]
		}
		list := make([]store.Key, len(k.Keys))
		for i, r := range k.Keys {
			list[i] = s.key(table, r)
		}
		items, err := s.db.GetMany(ctx, list, k.ConsistentRead)
		if err != nil {
			return nil, err
		}
		for _, it := range items {
			if it != nil {
				found[table] = append(found[table], rowOut(it))
			}
		}
	}
	return map[string]any{"Responses": found, "UnprocessedKeys": rest}, nil
}

func (s *Server) query(ctx context.Context, in *struct {
	expressions
	TableName         string
	ConsistentRead    bool
	ScanIndexForward  *bool
	Limit             int
	ExclusiveStartKey row
}) (any, error) {
	q := &store.Query{Table: strings.TrimPrefix(in.TableName, s.prefix), Consistent: in.ConsistentRead, Limit: in.Limit}
	if s.Page > 0 && (q.Limit == 0 || q.Limit > s.Page) {
		q.Limit = s.Page
	}
	if q.Limit == 0 {
		q.Limit = 1 << 30
	}
	q.Desc = in.ScanIndexForward != nil && !*in.ScanIndexForward
	q.After = textOf(in.ExclusiveStartKey.item(), "sk")
	if _, err := read(in.KeyConditionExpression, &in.expressions, func(p *parser) *store.Query { return p.partition(q) }); err != nil {
		return nil, err
	}
	if in.ProjectionExpression != "" {
		for _, n := range words(in.ProjectionExpression) {
			if n != "," {
				q.Attributes = append(q.Attributes, in.ExpressionAttributeNames[n])
			}
		}
	}
	asked := q.Attributes
	if len(asked) > 0 && !slices.Contains(asked, "sk") {
		q.Attributes = append(slices.Clone(asked), "sk")
	}
	items, err := s.db.Query(ctx, *q)
	if err != nil {
		return nil, err
	}
	out := map[string]any{}
	if len(items) == q.Limit {
		out["LastEvaluatedKey"] = rowOut(store.Item{"pk": in.ExpressionAttributeValues[":v0"].AttributeValue, "sk": items[len(items)-1]["sk"]})
	}
	rows := make([]row, len(items))
	for i, it := range items {
		if len(asked) < len(q.Attributes) {
			delete(it, "sk")
		}
		rows[i] = rowOut(it)
	}
	out["Items"], out["Count"] = rows, len(rows)
	return out, nil
}

type batchMember struct {
	PutRequest    *struct{ Item row } `json:",omitempty"`
	DeleteRequest *struct{ Key row }  `json:",omitempty"`
}

func (s *Server) batchWrite(ctx context.Context, in *struct {
	RequestItems map[string][]batchMember
}) (any, error) {
	var ops []store.Op
	rest := map[string][]batchMember{}
	for table, members := range in.RequestItems {
		if s.Partial != nil && len(members) > 1 && s.Partial() {
			rest[table] = members[len(members)/2:]
			members = members[:len(members)/2]
		}
		for _, m := range members {
			w, verb := &write{TableName: table}, store.Put
			if m.PutRequest != nil {
				w.Item = m.PutRequest.Item
			} else {
				w.Key, verb = m.DeleteRequest.Key, store.Delete
			}
			op, err := s.op(verb, w)
			if err != nil {
				return nil, err
			}
			ops = append(ops, op)
		}
	}
	return map[string]any{"UnprocessedItems": rest}, s.db.WriteAll(ctx, ops)
}

// cancelled are the reasons of a transaction that was not carried out.
type cancelled []map[string]any

func (cancelled) Error() string { return "transaction cancelled" }

func (s *Server) transact(ctx context.Context, in *struct {
	ClientRequestToken string
	TransactItems      []struct{ Put, Update, Delete, ConditionCheck *write }
}) (any, error) {
	return map[string]any{}, s.once(in.ClientRequestToken, func() error {
		ops := make([]store.Op, len(in.TransactItems))
		for i, m := range in.TransactItems {
			var err error
			switch {
			case m.Put != nil:
				ops[i], err = s.op(store.Put, m.Put)
			case m.Update != nil:
				ops[i], err = s.op(store.Update, m.Update)
			case m.Delete != nil:
				ops[i], err = s.op(store.Delete, m.Delete)
			default:
				ops[i], err = s.op(store.Check, m.ConditionCheck)
			}
			if err != nil {
				return err
			}
		}
		err := s.db.Transact(ctx, ops)
		failed := store.ConditionFailed(err)
		if failed == nil && !errors.Is(err, store.ErrConflict) {
			return err
		}
		reasons := make(cancelled, len(ops))
		for i := range reasons {
			reasons[i] = map[string]any{"Code": "None"}
		}
		if failed != nil {
			reasons[failed.Index] = map[string]any{"Code": "ConditionalCheckFailed", "Message": "The conditional request failed",
				"Item": rowOut(failed.Old)}
		} else {
			reasons[0] = map[string]any{"Code": "TransactionConflict"}
		}
		return reasons
	})
}

// once carries out a transaction once for its token: within ten minutes a repetition gets the success of the first.
// Failures are not remembered.
func (s *Server) once(name string, do func() error) error {
	s.mu.Lock()
	if known := s.tokens[name]; known != nil && s.now().Before(known.until) {
		s.mu.Unlock()
		<-known.done
		return known.err
	}
	t := &token{until: s.now().Add(10 * time.Minute), done: make(chan struct{})}
	s.tokens[name] = t
	s.mu.Unlock()
	t.err = do()
	if t.err != nil {
		s.mu.Lock()
		delete(s.tokens, name)
		s.mu.Unlock()
	}
	close(t.done)
	return t.err
}

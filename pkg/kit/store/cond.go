package store

import (
	"bytes"
	"fmt"
	"math/big"
	"reflect"
	"strings"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Cond is a condition on a row. It is data: the DynamoDB side writes it as an expression, the in-memory side evaluates it.
type Cond interface {
	write(e *expression) string
	holds(it Item) bool
}

type compare struct {
	attr, op string
	value    any
}

// Eq and the others compare an attribute with a value; a missing attribute fails every comparison but Ne.
func Eq(attr string, v any) Cond { return compare{attr, "=", v} }
func Ne(attr string, v any) Cond { return compare{attr, "<>", v} }
func Lt(attr string, v any) Cond { return compare{attr, "<", v} }
func Le(attr string, v any) Cond { return compare{attr, "<=", v} }
func Gt(attr string, v any) Cond { return compare{attr, ">", v} }
func Ge(attr string, v any) Cond { return compare{attr, ">=", v} }

func (c compare) write(e *expression) string {
	return e.name(c.attr) + " " + c.op + " " + e.value(c.value)
}

func (c compare) holds(it Item) bool {
	have, ok := it[c.attr]
	if !ok {
		return c.op == "<>"
	}
	want, err := marshal(c.value)
	if err != nil {
		panic(err)
	}
	n, ok := order(have, want)
	if !ok { // of different types, or lists and maps, which are equal or not
		same := reflect.DeepEqual(have, want)
		return c.op == "=" && same || c.op == "<>" && !same
	}
	switch c.op {
	case "=":
		return n == 0
	case "<>":
		return n != 0
	case "<":
		return n < 0
	case "<=":
		return n <= 0
	case ">":
		return n > 0
	}
	return n >= 0
}

type presence struct {
	attr   string
	exists bool
}

// Exists and Missing ask for an attribute; pk stands for the row itself.
func Exists(attr string) Cond  { return presence{attr, true} }
func Missing(attr string) Cond { return presence{attr, false} }

func (c presence) write(e *expression) string {
	if c.exists {
		return "attribute_exists(" + e.name(c.attr) + ")"
	}
	return "attribute_not_exists(" + e.name(c.attr) + ")"
}

func (c presence) holds(it Item) bool { _, ok := it[c.attr]; return ok == c.exists }

type boolOp struct {
	word  string
	parts []Cond
}

// And holds when all parts hold, Or when one does.
func And(parts ...Cond) Cond { return boolOp{"AND", parts} }
func Or(parts ...Cond) Cond  { return boolOp{"OR", parts} }

// In holds when the attribute equals one of the values.
func In[T any](attr string, values ...T) Cond {
	parts := make([]Cond, len(values))
	for i, v := range values {
		parts[i] = Eq(attr, v)
	}
	return Or(parts...)
}

func (c boolOp) write(e *expression) string {
	out := make([]string, len(c.parts))
	for i, p := range c.parts {
		out[i] = p.write(e)
	}
	if len(out) == 1 { // DynamoDB refuses redundant parentheses
		return out[0]
	}
	return "(" + strings.Join(out, " "+c.word+" ") + ")"
}

func (c boolOp) holds(it Item) bool {
	for _, p := range c.parts {
		if p.holds(it) == (c.word == "OR") {
			return c.word == "OR"
		}
	}
	return c.word == "AND"
}

// marshal leaves an attribute value as it is.
func marshal(v any) (types.AttributeValue, error) {
	if av, ok := v.(types.AttributeValue); ok {
		return av, nil
	}
	return attributevalue.Marshal(v)
}

// order compares two scalars of the same type.
func order(a, b types.AttributeValue) (int, bool) {
	switch x := a.(type) {
	case *types.AttributeValueMemberS:
		if y, ok := b.(*types.AttributeValueMemberS); ok {
			return strings.Compare(x.Value, y.Value), true
		}
	case *types.AttributeValueMemberN:
		if y, ok := b.(*types.AttributeValueMemberN); ok {
			return number(x.Value).Cmp(number(y.Value)), true
		}
	case *types.AttributeValueMemberB:
		if y, ok := b.(*types.AttributeValueMemberB); ok {
			return bytes.Compare(x.Value, y.Value), true
		}
	case *types.AttributeValueMemberBOOL:
		if y, ok := b.(*types.AttributeValueMemberBOOL); ok {
			if x.Value == y.Value {
				return 0, true
			}
			return 1, true
		}
	}
	return 0, false
}

func number(s string) *big.Rat {
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		panic(fmt.Sprintf("store: %q is no number", s))
	}
	return r
}

// expression collects the names and values of one call.
type expression struct {
	names  map[string]string
	values map[string]types.AttributeValue
	byName map[string]string
	err    error
}

func (e *expression) name(attr string) string {
	if n, ok := e.byName[attr]; ok {
		return n
	}
	if e.names == nil {
		e.names, e.byName = map[string]string{}, map[string]string{}
	}
	n := fmt.Sprintf("#n%d", len(e.names))
	e.names[n], e.byName[attr] = attr, n
	return n
}

func (e *expression) value(v any) string {
	av, err := marshal(v)
	if err != nil {
		e.err = err
	}
	if e.values == nil {
		e.values = map[string]types.AttributeValue{}
	}
	n := fmt.Sprintf(":v%d", len(e.values))
	e.values[n] = av
	return n
}

package wire

import (
	"strconv"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"herald/pkg/kit/store"
)

// parser reads the expressions that package store writes; the names and values are placeholders, as it writes them.
type parser struct {
	words  []string
	at     int
	names  map[string]string
	values row
}

func (p *parser) peek() string {
	if p.at < len(p.words) {
		return p.words[p.at]
	}
	return ""
}

func (p *parser) next() string { w := p.peek(); p.at++; return w }

// take reads the word or fails.
func (p *parser) take(word string) {
	if got := p.next(); got != word {
		panic(invalid("Invalid expression: " + word + " expected at " + got))
	}
}

func (p *parser) name() string {
	n, ok := p.names[p.next()]
	if !ok {
		panic(invalid("Invalid expression: an attribute name is not defined"))
	}
	return n
}

func (p *parser) value() types.AttributeValue {
	v, ok := p.values[p.next()]
	if !ok {
		panic(invalid("Invalid expression: an attribute value is not defined"))
	}
	return v.AttributeValue
}

func words(text string) []string {
	return strings.Fields(spaced.Replace(text))
}

// spaced makes words of the signs in an expression.
var spaced = strings.NewReplacer("(", " ( ", ")", " ) ", ",", " , ")

// read runs a parser and gives what is wrong with the expression as an error.
func read[T any](text string, e *expressions, parse func(*parser) T) (out T, err error) {
	defer func() {
		if r := recover(); r != nil {
			bad, ok := r.(invalid)
			if !ok {
				panic(r)
			}
			err = bad
		}
	}()
	p := &parser{words: words(text), names: e.ExpressionAttributeNames, values: e.ExpressionAttributeValues}
	out = parse(p)
	if p.at < len(p.words) {
		return out, invalid("Invalid expression: what is " + p.peek() + "?")
	}
	return out, nil
}

func (p *parser) condition() store.Cond {
	parts, word := []store.Cond{p.term()}, ""
	for p.peek() == "AND" || p.peek() == "OR" {
		if word != "" && word != p.peek() {
			panic(invalid("Invalid expression: AND and OR without parentheses"))
		}
		word = p.next()
		parts = append(parts, p.term())
	}
	switch word {
	case "AND":
		return store.And(parts...)
	case "OR":
		return store.Or(parts...)
	}
	return parts[0]
}

func (p *parser) term() store.Cond {
	switch p.peek() {
	case "(":
		p.next()
		c := p.condition()
		p.take(")")
		return c
	case "attribute_exists", "attribute_not_exists":
		exists := p.next() == "attribute_exists"
		p.take("(")
		n := p.name()
		p.take(")")
		if exists {
			return store.Exists(n)
		}
		return store.Missing(n)
	}
	n := p.name()
	compare, ok := comparisons[p.next()]
	if !ok {
		panic(invalid("Invalid expression: no such comparison"))
	}
	return compare(n, p.value())
}

var comparisons = map[string]func(string, any) store.Cond{
	"=": store.Eq, "<>": store.Ne, "<": store.Lt, "<=": store.Le, ">": store.Gt, ">=": store.Ge,
}

// change reads an update's expression into its operation.
func (p *parser) change(op *store.Op) *store.Op {
	op.Set, op.Add = map[string]any{}, map[string]int64{}
	for p.peek() != "" {
		section := p.next()
		for {
			n := p.name()
			switch section {
			case "SET":
				p.take("=")
				op.Set[n] = p.value()
			case "ADD":
				v, ok := p.value().(*types.AttributeValueMemberN)
				if !ok {
					panic(invalid("Incorrect operand type for ADD"))
				}
				i, err := strconv.ParseInt(v.Value, 10, 64)
				if err != nil {
					panic(invalid(err.Error()))
				}
				op.Add[n] = i
			case "REMOVE":
				op.Remove = append(op.Remove, n)
			default:
				panic(invalid("Invalid UpdateExpression: " + section))
			}
			if p.peek() != "," {
				break
			}
			p.next()
		}
	}
	return op
}

// partition reads a key condition into its query.
func (p *parser) partition(q *store.Query) *store.Query {
	if p.name() != "pk" {
		panic(invalid("Query condition missed key schema element: pk"))
	}
	p.take("=")
	q.PK = p.text()
	if p.peek() == "" {
		return q
	}
	p.take("AND")
	if p.peek() == "begins_with" {
		p.next()
		p.take("(")
		p.name()
		p.take(",")
		q.Prefix = p.text()
		p.take(")")
		return q
	}
	p.name()
	switch p.next() {
	case "BETWEEN":
		q.From = p.text()
		p.take("AND")
		q.To = p.text()
	case ">=":
		q.From = p.text()
	case "<=":
		q.To = p.text()
	default:
		panic(invalid("Invalid KeyConditionExpression"))
	}
	return q
}

func (p *parser) text() string {
	s, ok := p.value().(*types.AttributeValueMemberS)
	if !ok {
		panic(invalid("One or more parameter values were invalid: a key is a string"))
	}
	return s.Value
}

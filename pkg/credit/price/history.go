package price

import (
	"context"
	"time"

	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// Change is a line of the history: a price before and after, with time and author. Keys: table credit,
// PRICE#H#<owner> / <time>#<service>#<country>.
type Change struct {
	Service string        `dynamodbav:"sv" json:"service"`
	Country string        `dynamodbav:"co" json:"countryCode"`
	Was     *money.Amount `dynamodbav:"wa,omitempty" json:"before" doc:"Null: no price before."`
	Price   *money.Amount `dynamodbav:"pr,omitempty" json:"price" doc:"Null: the price was removed."`
	By      string        `dynamodbav:"by,omitempty" json:"operatorId"`
	ByName  string        `dynamodbav:"bn,omitempty" json:"operator"`
	At      time.Time     `dynamodbav:"at" json:"createTime"`
}

const historyPrefix = "PRICE#H#"

func changeKey(owner string, c Change) store.Key {
	return store.Key{Table: "credit", PK: historyPrefix + owner, SK: c.At.UTC().Format("2006-01-02T15:04:05.000000000Z") + "#" + c.Service +
		"#" + c.Country}
}

// historyMost is how many changes of an owner are looked at, the newest.
const historyMost = 2000

// History gives the newest changes of an owner's lines, the newest first.
func (l *List) History(ctx context.Context, owner string) ([]Change, error) {
	rows, err := l.DB.Query(ctx, store.Query{Table: "credit", PK: historyPrefix + owner, Desc: true, Limit: historyMost})
	if err != nil {
		return nil, err
	}
	return store.DecodeAll[Change](rows)
}

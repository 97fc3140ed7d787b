package resource

import (
	"time"

	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
)

// Keys, all in table campaign:
//
//	NUMLOT#<country> / <lot>           a batch as stock, with its counters
//	NUMLOTS / <country>                countries that have lots: at most one row a country
//	NUM#<lot> / <digits>               a number
//	NUMOF#<WhatsApp's form> / N        whose the number is: it is in one lot alone
//	NUMHELD#<hold> / <digits>          numbers of a hold
//	NUMHELD#<hold> / !                 how many those are
//	L#channelresource#all / <id>       the list rows
const table = "campaign"

// States of a number.
const (
	Free     = "free"
	Reserved = "reserved"
	Assigned = "assigned"
	Returned = "returned"
	Broken   = "broken"
)

var states = []string{Free, Reserved, Assigned, Returned, Broken}

// Types, qualities and ages of numbers (dictionaries resource_type, resource_quality, resource_age).
var (
	Types     = []string{"whatsapp", "sms", "voice"}
	Qualities = []string{"high", "normal", "low"}
	Ages      = []string{"new", "old"}
)

// Number is a number with its state.
type Number struct {
	ID          string `dynamodbav:"id" json:"id"`
	PhoneNumber string `dynamodbav:"p" json:"phoneNumber" doc:"E.164 digits without +."`
	CountryCode string `dynamodbav:"co" json:"countryCode"`
	Type        string `dynamodbav:"ty" json:"type" enum:"@resource_type"`
	Quality     string `dynamodbav:"qu" json:"quality" enum:"@resource_quality"`
	Age         string `dynamodbav:"ag" json:"age" enum:"@resource_age"`
	Lot         string `dynamodbav:"lo" json:"batchId"`
	BatchNo     string `dynamodbav:"bn" json:"batchNo"`
	DealerID    string `dynamodbav:"di" json:"dealerId"`
	DealerName  string `dynamodbav:"dn" json:"dealerName"`

	State        string    `dynamodbav:"s" json:"state" enum:"@resource_state"`
	Hold         string    `dynamodbav:"h,omitempty" json:"-"` // that has it, or had it last
	OrderID      string    `dynamodbav:"o,omitempty" json:"orderId,omitempty" doc:"Order that it is reserved for or assigned to."`
	OrderNo      string    `dynamodbav:"on,omitempty" json:"orderNo,omitempty"`
	CustomerName string    `dynamodbav:"cn,omitempty" json:"customerName,omitempty"`
	Remark       string    `dynamodbav:"r,omitempty" json:"remark,omitempty"`
	Refusal      string    `dynamodbav:"rf,omitempty" json:"returnRefused,omitempty" doc:"Code with which the partner refused to take the number back. It can be returned again, or its return closed."`
	Ended        string    `dynamodbav:"eo,omitempty" json:"-"` // operation that ended its last refusal
	Changed      time.Time `dynamodbav:"ua" json:"updateTime" doc:"Time of the last change of its state."`
	CreateTime   time.Time `dynamodbav:"ca" json:"createTime"`
}

func numberKey(lot, digits string) store.Key {
	return store.Key{Table: table, PK: "NUM#" + lot, SK: digits}
}

func ownerKey(number uint64) store.Key {
	return store.Key{Table: table, PK: "NUMOF#" + phone.Format(phone.Normal(number)), SK: "N"}
}

func heldKey(hold, digits string) store.Key {
	return store.Key{Table: table, PK: "NUMHELD#" + hold, SK: digits}
}

// countRow sorts before all digits.
const countRow = "!"

// owner tells whose a number is.
type owner struct {
	Lot     string `dynamodbav:"l"`
	Country string `dynamodbav:"c"`
	Digits  string `dynamodbav:"p"`
	Base    string `dynamodbav:"b"` // call that added it
}

var numbers = store.List[Number]{Table: table, Entity: "channelresource", ByTime: true, Columns: []store.Column[Number]{
	{Name: "phoneNumber", Kind: store.Text, Sort: true, Filter: true, Doc: "Digits, or a part of them.", Title: "phoneNumber",
		Finds: phone.Search, Get: func(n *Number) any { return n.PhoneNumber }},
	{Name: "countryCode", Kind: store.Exact, Sort: true, Filter: true, Title: "country", Get: func(n *Number) any { return n.CountryCode }},
	{Name: "type", Kind: store.Exact, Filter: true, Words: Types, Title: "resource.column.type", Dict: "resource_type",
		Get: func(n *Number) any { return n.Type }},
	{Name: "quality", Kind: store.Exact, Filter: true, Words: Qualities, Title: "resource.column.quality", Dict: "resource_quality",
		Get: func(n *Number) any { return n.Quality }},
	{Name: "age", Kind: store.Exact, Filter: true, Words: Ages, Title: "resource.column.age", Dict: "resource_age",
		Get: func(n *Number) any { return n.Age }},
	{Name: "batchNo", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "resource.column.batchNo",
		Get: func(n *Number) any { return n.BatchNo }},
	{Name: "batchId", Kind: store.Exact, Filter: true, Get: func(n *Number) any { return n.Lot }},
	{Name: "dealerId", Kind: store.Exact, Filter: true, Get: func(n *Number) any { return n.DealerID }},
	{Name: "dealerName", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "resource.column.dealer",
		Get: func(n *Number) any { return n.DealerName }},
	{Name: "state", Kind: store.Exact, Sort: true, Filter: true, Words: states, Title: "status", Dict: "resource_state",
		Get: func(n *Number) any { return n.State }},
	{Name: "orderId", Kind: store.Exact, Filter: true, Get: func(n *Number) any { return n.OrderID }},
	{Name: "orderNo", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "orderNo",
		Get: func(n *Number) any { return n.OrderNo }},
	{Name: "customerName", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "customer",
		Get: func(n *Number) any { return n.CustomerName }},
	{Name: "updateTime", Kind: store.Time, Sort: true, Title: "resource.column.updated", Get: func(n *Number) any { return n.Changed }},
	{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Title: "created", Get: func(n *Number) any { return n.CreateTime }},
	{Name: "returnRefused", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "resource.column.refusal",
		Get: func(n *Number) any { return n.Refusal }},
	{Title: "remark", Get: func(n *Number) any { return n.Remark }},
}}

// allScope is where the platform's numbers are listed: staff alone see them.
var allScope = []string{"all"}

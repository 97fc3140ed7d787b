package gatewaysim

import (
	"net/url"
	"regexp"
	"slices"
	"time"
	"unicode/utf8"

	"herald/localstack/simulators/sim"
)

// formDoc is the document of the rules: the fields of the aggregator's form as the product's specification gives them.
const formDoc = "Specification of the recharge form, field "

var (
	orderIDs = regexp.MustCompile(`^[0-9A-Za-z_-]{1,32}$`)
	amounts  = regexp.MustCompile(`^(0|[1-9][0-9]{0,8})\.[0-9]{2}$`)
	bizCodes = regexp.MustCompile(`^[a-z]{2}[0-9]{3}$`)
)

// currencies of a form, in ISO 4217.
var currencies = []string{"CNY", "USD", "EUR"}

type fields map[string]string

// constraints of a form, in the order in which they are looked at.
var constraints = []sim.Constraint[fields]{
	sim.Documented("400", "biz names a way to pay", formDoc+"biz", func(p fields) bool { return !bizCodes.MatchString(p["biz"]) }),
	sim.Documented("400", "version is 1.0", formDoc+"version", func(p fields) bool { return p["version"] != "1.0" }),
	sim.Documented("400", "orderId has 1 to 32 letters, digits, - and _", formDoc+"orderId",
		func(p fields) bool { return !orderIDs.MatchString(p["orderId"]) }),
	sim.Documented("400", "orderTime is yyyyMMddHHmmss", formDoc+"orderTime", func(p fields) bool {
		_, err := time.Parse("20060102150405", p["orderTime"])
		return err != nil
	}),
	sim.Documented("400", "amount is above 0 with two decimals", formDoc+"amount",
		func(p fields) bool { return !amounts.MatchString(p["amount"]) || p["amount"] == "0.00" }),
	sim.Documented("400", "currencyType is CNY, USD or EUR", formDoc+"currencyType",
		func(p fields) bool { return !slices.Contains(currencies, p["currencyType"]) }),
	sim.Documented("400", "goods has 1 to 64 characters", formDoc+"goods",
		func(p fields) bool { n := utf8.RuneCountInString(p["goods"]); return n < 1 || n > 64 }),
	sim.Documented("400", "notifyUrl is an absolute address", formDoc+"notifyUrl", func(p fields) bool {
		u, err := url.Parse(p["notifyUrl"])
		return err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http"
	}),
}

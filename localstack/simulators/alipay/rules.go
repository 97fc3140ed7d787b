package alipaysim

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"herald/localstack/simulators/paymentledger"
	"herald/localstack/simulators/sim"
)

// Documents of the rules.
const (
	commonDoc = "Alipay Open Platform, 公共请求参数 (opendocs.alipay.com), "
	orderDoc  = "Alipay Open Platform, alipay.trade.precreate and alipay.trade.page.pay (opendocs.alipay.com), "
	refundDoc = "Alipay Open Platform, alipay.trade.refund (opendocs.alipay.com), "
)

// content is every biz_content in one.
type content struct {
	Number  string `json:"out_trade_no"`
	Amount  string `json:"total_amount"`
	Subject string `json:"subject"`
	Product string `json:"product_code"`
	Expire  string `json:"time_expire"`
	Code    string `json:"qr_code_timeout_express"`
	Refund  string `json:"out_request_no"`
	Back    string `json:"refund_amount"`
	Reason  string `json:"refund_reason"`
}

// common are the constraints of the parameters of every call, in the order in which they are looked at.
var common = []sim.Constraint[map[string]string]{
	sim.Documented("isv.invalid-parameter", "format仅支持JSON", commonDoc+"format",
		func(p map[string]string) bool { return p["format"] != "" && p["format"] != "JSON" }),
	sim.Documented("isv.invalid-parameter", "charset", commonDoc+"charset", func(p map[string]string) bool { return p["charset"] != "utf-8" }),
	sim.Documented("isv.invalid-parameter", "sign_type推荐使用RSA2", commonDoc+"sign_type",
		func(p map[string]string) bool { return p["sign_type"] != "RSA2" }),
	sim.Documented("isv.invalid-parameter", "version固定为1.0", commonDoc+"version",
		func(p map[string]string) bool { return p["version"] != "1.0" }),
	sim.Documented("isv.invalid-parameter", "notify_url最长256", commonDoc+"notify_url",
		func(p map[string]string) bool { return p["notify_url"] != "" && !address(p["notify_url"]) }),
	sim.Documented("isv.invalid-parameter", "return_url最长256", commonDoc+"return_url",
		func(p map[string]string) bool { return p["return_url"] != "" && !address(p["return_url"]) }),
}

func address(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == "http") && len(text) <= 256
}

// ordering is the content of an order when it comes.
type ordering struct {
	content
	now time.Time
}

var (
	numbers = regexp.MustCompile(`^[0-9A-Za-z_]{1,64}$`)
	spans   = regexp.MustCompile(`^([1-9][0-9]{0,4})([mhd])$`)
)

const mostSpan = 15 * 24 * 60 // minutes

// ordered are the constraints of an order, in the order in which they are looked at.
var ordered = []sim.Constraint[ordering]{
	sim.Documented("ACQ.INVALID_PARAMETER", "out_trade_no为64个字符以内，只能包含字母、数字、下划线", orderDoc+"out_trade_no",
		func(o ordering) bool { return !numbers.MatchString(o.Number) }),
	sim.Documented("ACQ.INVALID_PARAMETER", "subject最长256，不可使用特殊字符，如/，=，&等", orderDoc+"subject", func(o ordering) bool {
		return strings.TrimSpace(o.Subject) == "" || utf8.RuneCountInString(o.Subject) > 256 || strings.ContainsAny(o.Subject, "/=&")
	}),
	sim.Documented("ACQ.TOTAL_FEE_EXCEED", "total_amount取值范围为[0.01,100000000]，精确到小数点后两位", orderDoc+"total_amount",
		func(o ordering) bool { return fenOf(o.Amount) < 1 || fenOf(o.Amount) > 100_000_000_00 }),
	sim.Documented("ACQ.INVALID_PARAMETER", "time_expire格式为yyyy-MM-dd HH:mm:ss，且晚于当前时间", orderDoc+"time_expire", func(o ordering) bool {
		at, err := time.ParseInLocation(time.DateTime, o.Expire, paymentledger.Beijing)
		return o.Expire != "" && (err != nil || o.now.After(at))
	}),
	sim.Documented("ACQ.INVALID_PARAMETER", "qr_code_timeout_express取值范围为1m～15d，不接受小数点", orderDoc+"qr_code_timeout_express",
		func(o ordering) bool { return o.Code != "" && !spanned(o.Code) }),
}

// spanned reports whether a text is a span of time as Alipay writes it.
func spanned(text string) bool {
	m := spans.FindStringSubmatch(text)
	if m == nil {
		return text == "1c" // until the end of the day
	}
	n, err := strconv.Atoi(m[1])
	return err == nil && n*map[string]int{"m": 1, "h": 60, "d": 24 * 60}[m[2]] <= mostSpan
}

// refunding is the content of a refund, and what was paid.
type refunding struct {
	content
	paid int64
}

// givenBack are the constraints of a refund, in the order in which they are looked at.
var givenBack = []sim.Constraint[refunding]{
	sim.Documented("ACQ.INVALID_PARAMETER", "refund_amount大于0，支持两位小数", refundDoc+"refund_amount",
		func(r refunding) bool { return fenOf(r.Back) < 1 }),
	sim.Documented("ACQ.INVALID_PARAMETER", "refund_reason最长256", refundDoc+"refund_reason",
		func(r refunding) bool { return utf8.RuneCountInString(r.Reason) > 256 }),
	sim.Documented("ACQ.INVALID_PARAMETER", "out_request_no最长64", refundDoc+"out_request_no",
		func(r refunding) bool { return len(r.Refund) > 64 }),
	sim.Documented("ACQ.REFUND_AMT_NOT_EQUAL_TOTAL", "如需部分退款，则out_request_no必传", refundDoc+"out_request_no",
		func(r refunding) bool { return r.Refund == "" && fenOf(r.Back) != r.paid }),
}

package wechatpaysim

import (
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"herald/localstack/simulators/paymentledger"
	"herald/localstack/simulators/sim"
)

// Documents of the rules.
const (
	nativeDoc = "WeChat Pay APIv3, Native下单 (pay.weixin.qq.com/doc/v3/merchant/4012525171), "
	refundDoc = "WeChat Pay APIv3, 申请退款 (pay.weixin.qq.com/wiki/doc/apiv3/apis/chapter3_5_9.shtml), "
)

var (
	numbers = regexp.MustCompile(`^[0-9a-zA-Z_\-|*]{6,32}$`)
	refunds = regexp.MustCompile(`^[0-9a-zA-Z_\-|*@]{1,64}$`)
)

// opening is the body of an order.
type opening struct {
	AppID       string `json:"appid"`
	MerchantID  string `json:"mchid"`
	Description string `json:"description"`
	Number      string `json:"out_trade_no"`
	Expire      string `json:"time_expire"`
	Attach      string `json:"attach"`
	NotifyURL   string `json:"notify_url"`
	Amount      struct {
		Total    int64  `json:"total"`
		Currency string `json:"currency"`
	} `json:"amount"`

	cfg *Config
	now time.Time
}

// opened are the constraints of an order, in the order in which they are looked at.
var opened = []sim.Constraint[opening]{
	sim.Documented("APPID_MCHID_NOT_MATCH", "appid和mch_id不匹配", nativeDoc+"appid",
		func(o opening) bool { return o.AppID != o.cfg.AppID || o.MerchantID != o.cfg.MerchantID }),
	sim.Documented("PARAM_ERROR", "out_trade_no要求6-32个字符内，只能是数字、大小写字母_-|*", nativeDoc+"out_trade_no",
		func(o opening) bool { return !numbers.MatchString(o.Number) }),
	sim.Documented("PARAM_ERROR", "description不能超过127个字符", nativeDoc+"description",
		func(o opening) bool { return length(o.Description) < 1 || length(o.Description) > 127 }),
	sim.Documented("PARAM_ERROR", "attach不能超过128个字符", nativeDoc+"attach", func(o opening) bool { return length(o.Attach) > 128 }),
	sim.Documented("PARAM_ERROR", "amount.total为订单总金额，单位为分，为大于0的整数", nativeDoc+"amount",
		func(o opening) bool { return o.Amount.Total < 1 || o.Amount.Total > 100_000_000_00 }),
	sim.Documented("PARAM_ERROR", "amount.currency仅支持CNY", nativeDoc+"amount",
		func(o opening) bool { return o.Amount.Currency != "CNY" && o.Amount.Currency != "" }),
	sim.Documented("PARAM_ERROR", "notify_url必须为外网可访问的HTTPS地址，不能携带参数，最长255", nativeDoc+"notify_url",
		func(o opening) bool { return !notifiable(o.NotifyURL, 1, 255) }),
	sim.Documented("PARAM_ERROR", "time_expire需遵循rfc3339标准格式，且晚于下单时间", nativeDoc+"time_expire", func(o opening) bool {
		at, err := time.Parse(time.RFC3339, o.Expire)
		return o.Expire != "" && (err != nil || o.now.After(at) || len(o.Expire) > 64)
	}),
}

func length(text string) int { return utf8.RuneCountInString(text) }

// notifiable reports whether an address may get callbacks: of HTTPS, or of a private line.
func notifiable(text string, least, most int) bool {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || len(text) < least || len(text) > most {
		return false
	}
	return u.Scheme == "https" || u.Scheme == "http" && private(u.Hostname())
}

// private hosts are addresses of a private network and names without a public domain.
func private(host string) bool {
	if at, err := netip.ParseAddr(host); err == nil {
		return at.IsLoopback() || at.IsPrivate()
	}
	return !strings.Contains(host, ".") || strings.HasSuffix(host, ".test") || strings.HasSuffix(host, ".local")
}

// refunding is the body of a refund, and the order of which it is.
type refunding struct {
	Number    string `json:"out_trade_no"`
	Refund    string `json:"out_refund_no"`
	Reason    string `json:"reason"`
	NotifyURL string `json:"notify_url"`
	Amount    struct {
		Refund   int64  `json:"refund"`
		Total    int64  `json:"total"`
		Currency string `json:"currency"`
	} `json:"amount"`

	order paymentledger.Order
	now   time.Time
}

const (
	mostRefunds = 50
	refundable  = 365 * 24 * time.Hour
)

// refundedBy are the constraints of a refund, in the order in which they are looked at.
var refundedBy = []sim.Constraint[refunding]{
	sim.Documented("PARAM_ERROR", "out_refund_no只能是数字、大小写字母_-|*@，最长64", refundDoc+"out_refund_no",
		func(r refunding) bool { return !refunds.MatchString(r.Refund) }),
	sim.Documented("PARAM_ERROR", "reason不能超过80个字符", refundDoc+"reason", func(r refunding) bool { return len(r.Reason) > 80 }),
	sim.Documented("PARAM_ERROR", "notify_url为8-256个字符，不能携带参数", refundDoc+"notify_url",
		func(r refunding) bool { return r.NotifyURL != "" && !notifiable(r.NotifyURL, 8, 256) }),
	sim.Documented("PARAM_ERROR", "amount.currency目前只支持CNY", refundDoc+"amount", func(r refunding) bool { return r.Amount.Currency != "CNY" }),
	sim.Documented("PARAM_ERROR", "amount.total为原支付交易的订单总金额", refundDoc+"amount",
		func(r refunding) bool { return r.Amount.Total != r.order.Paid }),
	sim.Documented("PARAM_ERROR", "amount.refund大于0，不能超过原订单支付金额", refundDoc+"amount",
		func(r refunding) bool { return r.Amount.Refund < 1 || r.Amount.Refund > r.order.Paid }),
	sim.Documented("INVALID_REQUEST", "交易时间超过一年的订单无法提交退款", refundDoc+"注意1",
		func(r refunding) bool { return !r.order.PaidAt.IsZero() && r.now.Sub(r.order.PaidAt) > refundable }),
	sim.Documented("RULE_LIMIT", "每个支付订单的部分退款次数不能超过50次", refundDoc+"注意4",
		func(r refunding) bool { return len(r.order.Refunds) >= mostRefunds && r.order.Refund(r.Refund) == nil }),
}

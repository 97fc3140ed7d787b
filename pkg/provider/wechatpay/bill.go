package wechatpay

import (
	"context"
	"crypto/sha1"
	"encoding/hex"
	"net/http"
	"strings"
	"time"

	"herald/pkg/kit/clock"
	"herald/pkg/provider"
)

// Bill fetches the trade bill of a day: an address, then the file behind it, checked by the digest that came with the signed address.
// A day without a payment has no bill.
func (a *Adapter) Bill(ctx context.Context, day time.Time) ([]provider.PaymentLine, error) {
	var at struct {
		HashType string `json:"hash_type"`
		Hash     string `json:"hash_value"`
		URL      string `json:"download_url"`
	}
	err := a.call(ctx, http.MethodGet, "/v3/bill/tradebill?bill_date="+day.In(clock.China).Format(time.DateOnly)+"&bill_type=ALL", nil, &at)
	if f, ok := err.(*provider.Failure); ok && f.Cause == provider.NotThere && f.Verdict == provider.Rejected {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	path, ok := strings.CutPrefix(at.URL, a.api.URL("/"))
	if !ok || at.HashType != "SHA1" {
		return nil, provider.Later(provider.Unreadable, "bill at %.200q with a %.10q", at.URL, at.HashType)
	}
	answer, err := a.send(ctx, http.MethodGet, "/"+path, nil)
	if err != nil {
		return nil, provider.Unanswered(err, true, true)
	}
	if answer.Status != http.StatusOK {
		return nil, refusal(answer, true)
	}
	if sum := sha1.Sum(answer.Body); !strings.EqualFold(hex.EncodeToString(sum[:]), at.Hash) {
		return nil, provider.Later(provider.Forged, "the bill is not the one that was announced")
	}
	return readBill(answer.Body)
}

// Columns of the bill, by their names in its first line.
const (
	colTime, colID, colNumber, colState = "交易时间", "微信订单号", "商户订单号", "交易状态"
	colTotal, colRefund, colRefunded    = "订单金额", "商户退款单号", "申请退款金额"
)

// readBill reads the file: every value begins with a backtick, none is quoted, and a summary of two lines ends it.
func readBill(text []byte) ([]provider.PaymentLine, error) {
	rows := strings.Split(strings.TrimPrefix(string(text), "\ufeff"), "\n")
	names := strings.Split(strings.TrimSpace(rows[0]), ",")
	at := map[string]int{}
	for i, name := range names {
		at[strings.TrimSpace(name)] = i
	}
	for _, name := range []string{colTime, colID, colNumber, colState, colTotal, colRefund, colRefunded} {
		if _, ok := at[name]; !ok {
			return nil, provider.Later(provider.Unreadable, "bill without the column %s", name)
		}
	}
	var out []provider.PaymentLine
	for n, row := range rows[1:] {
		cells := strings.Split(strings.TrimSpace(row), ",`")
		if !strings.HasPrefix(row, "`") {
			return out, nil // the summary
		}
		if len(cells) != len(names) {
			return nil, provider.Later(provider.Unreadable, "bill, line %d: %d values for %d columns", n+2, len(cells), len(names))
		}
		cell := func(name string) string { return strings.TrimPrefix(cells[at[name]], "`") }
		line := provider.PaymentLine{Number: cell(colNumber), ProviderID: cell(colID)}
		total := cell(colTotal)
		switch cell(colState) {
		case "SUCCESS":
		case "REFUND":
			line.Refund, total = cell(colRefund), cell(colRefunded)
		default: // revoked: no money moved
			continue
		}
		var err error
		if line.Amount, err = provider.ParseYuan(total); err != nil {
			return nil, provider.Later(provider.Unreadable, "bill, line %d: %q", n+2, total)
		}
		if line.At, err = time.ParseInLocation(time.DateTime, cell(colTime), clock.China); err != nil {
			return nil, provider.Later(provider.Unreadable, "bill, line %d: %v", n+2, err)
		}
		out = append(out, line)
	}
	return nil, provider.Later(provider.Unreadable, "a bill without its end")
}

package topup

import (
	"context"
	"time"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/money"
	"herald/pkg/kit/web"
)

func (d *AdminHandler) refundRoutes(a *web.API) {
	const perm = "aty:recharge:refund"
	web.Handle(a, web.Route{Method: "POST", Path: "/aty/recharge/{orderId}/refund", Perm: perm, Spends: true,
		Summary: "Refund an online recharge fully or partly by its payment method. The credit is withdrawn immediately and restored if " +
			"the provider refuses"}, d.refund)
	web.Handle(a, web.Route{Method: "GET", Path: "/aty/recharge/{orderId}/refunds", Perm: perm,
		Summary: "List refunds of an online recharge, oldest first"}, d.refunds)
}

// RefundRow is money of a recharge that went back, or is on its way.
type RefundRow struct {
	RefundID   string       `json:"refundId" doc:"The provider's number of the refund."`
	OrderID    string       `json:"orderId"`
	Amount     money.Amount `json:"amount" doc:"Credits withdrawn."`
	PayAmount  money.Amount `json:"payAmount" doc:"Amount refunded, in the currency of the payment."`
	Currency   string       `json:"currency"`
	Status     RefundStatus `json:"status" doc:"Status: 1 running, 2 done, 3 refused by the provider and the credit is restored. Dictionary topup_refund."`
	Reason     string       `json:"reason" doc:"Reason given by the provider."`
	Remark     string       `json:"remark"`
	Operator   string       `json:"operator"`
	CreateTime time.Time    `json:"createTime"`
	FinishTime *time.Time   `json:"finishTime"`
}

func returned(o *Order, f Refund) RefundRow {
	return RefundRow{RefundID: f.ID, OrderID: f.Order, Amount: f.taken(), PayAmount: units(f.Fen), Currency: o.currency(), Status: f.Status,
		Reason: f.Reason, Remark: f.Remark,
		Operator: f.By.Name, CreateTime: f.Created, FinishTime: f.Ended}
}

func (d *AdminHandler) refund(ctx context.Context, in *struct {
	OrderID string `path:"orderId"`
	Body    struct {
		Amount money.Amount `json:"amount" example:"300" doc:"Whole credits. For a currency other than RMB: the credit for the whole cents that are refunded."`
		Remark string       `json:"remark,omitempty" maxLength:"80"`
	}
}) (*RefundRow, error) {
	o, err := d.room.find(ctx, in.OrderID)
	if err != nil {
		return nil, err
	}
	f, err := d.room.giveBack(ctx, o, in.Body.Amount, in.Body.Remark)
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, o.ID, nil, map[string]any{"refund": f.ID, "amount": f.taken().String(), "user": o.User})
	if err := d.room.Queues.Send(ctx, jobQueue, pursue(&f, o.Tenant)); err != nil { // the tick asks too
		d.room.Log(map[string]any{"warning": "topup: " + err.Error(), "order": o.ID})
	}
	out := returned(o, f)
	return &out, nil
}

func (d *AdminHandler) refunds(ctx context.Context, in *byOrder) (*[]RefundRow, error) {
	o, err := d.room.find(ctx, in.OrderID)
	if err != nil {
		return nil, err
	}
	all, err := d.room.Refunds(ctx, o.ID)
	if err != nil {
		return nil, err
	}
	out := make([]RefundRow, len(all))
	for i, f := range all {
		out[i] = returned(o, f)
	}
	return &out, nil
}

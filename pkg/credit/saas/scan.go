package saas

import (
	"context"

	"herald/pkg/credit/ledger"
	"herald/pkg/credit/topup"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/module"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/web"
	"herald/pkg/provider"
)

// Purpose is the name that the orders of topup carry which buy a year.
const Purpose = "saas"

// Scan sells years that are paid by scanning a code. It stands beside the Service in the group that holds the providers' keys.
type Scan struct {
	*Service
	Payments *topup.Service
}

var _ module.Module = (*Scan)(nil)

// Routes of the scan alone; the Service mounts its own.
func (s *Scan) Routes(a *web.API) {
	const order = "/pay/saas/order"
	web.Handle(a, web.Route{Method: "POST", Path: order, Perm: permBuy, Spends: true,
		Summary: "Create an order for a year of the service that is paid by QR code. payType: 1 WeChat Pay (biz scan_wx), 2 Alipay " +
			"(al000)"}, s.post)
	web.Handle(a, web.Route{Method: "GET", Path: order + "/{orderId}/status", Perm: web.SignedIn,
		Summary: "Get the status of a service order: 1 waiting, 2 success, 3 failure"}, s.status)
	web.Handle(a, web.Route{Method: "GET", Path: order + "/ways", Perm: web.SignedIn,
		Summary: "List QR payment methods that are available to the caller"}, s.ways)
}

// QRCodeRequest is a year that is paid by scanning (platform-services §3).
type QRCodeRequest struct {
	Amount       int    `json:"amount,omitempty" doc:"Price shown to the payer, in fen. Any other price is refused." example:"120000"`
	Biz          string `json:"biz,omitempty" enum:"al000,scan_wx,wx000," doc:"Same as payType."`
	CustomerID   string `json:"customerId,omitempty" doc:"Id of the caller."`
	PayType      int    `json:"payType" enum:"1,2"`
	RechargeType int    `json:"rechargeType,omitempty" enum:"0,2" doc:"2 or empty: the service."`
}

func (s *Scan) post(ctx context.Context, in *struct{ Body QRCodeRequest }) (*topup.CreateResponse, error) {
	p, w := auth.Must(ctx), in.Body
	var fen int
	err := parallel.Do(
		func() error { return s.buyable(ctx, p) },
		func() (err error) { fen, err = s.Price(ctx); return err })
	switch {
	case err != nil:
		return nil, err
	case w.CustomerID != "" && w.CustomerID != p.UserID:
		return nil, fault.Missing()
	case w.Biz != "" && (w.Biz == "al000") != (w.PayType == 2):
		return nil, fault.Bad("biz", "topup.biz")
	case w.Amount != 0 && w.Amount != fen:
		return nil, fault.Bad("amount", "saas.price", "price", fen/100)
	}
	return s.Payments.Buy(ctx, topup.PurchaseRequest{PayType: w.PayType, Fen: provider.Fen(fen), For: Purpose})
}

func (s *Scan) status(ctx context.Context, in *struct {
	OrderID string `path:"orderId"`
}) (*topup.Status, error) {
	status, err := s.Payments.Standing(ctx, in.OrderID, Purpose)
	return &status, err
}

func (s *Scan) ways(ctx context.Context, _ *struct{}) ([]topup.Way, error) {
	return s.Payments.Scans(auth.Must(ctx)), nil
}

// OnPaid gives the effect of a payment for a year: its money is revenue, and the subscription runs a year longer.
// Money above the price is the payer's credit. A lock does not prevent a received payment from buying its purpose.
func (r *Service) OnPaid(ctx context.Context, o *topup.Order, paid provider.Payment) (topup.Purchase, error) {
	s, err := r.Of(ctx, o.Tenant)
	if err != nil {
		return topup.Purchase{}, err
	}
	y := year{owner: o.Owner, name: o.Name, method: o.Method, fen: int64(o.Fen), by: ledger.System,
		told: words{"saas.tell.paidTitle", "saas.tell.paid"}}
	made := y.order(o.ID, s, r.Now())
	made.TradeNo = paid.ProviderID
	above, kind := credits(int64(paid.Amount-o.Fen)), ledger.Pay
	if above > 0 {
		kind = ledger.Recharge
	}
	return topup.Purchase{Change: ledger.Change{Account: o.User, Type: kind, Available: above, Forced: true},
		Contra: []ledger.Leg{{Account: topup.CashIn(o), Amount: -credits(int64(paid.Amount))}, {Account: revenue, Amount: credits(y.fen)}},
		Remark: remark(made), With: extend(s, made, o.Owner), Tell: purchaseNotice(y, made)}, nil
}

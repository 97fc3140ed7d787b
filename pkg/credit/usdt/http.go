package usdt

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"net/url"
	"strings"
	"sync"
	"time"

	"herald/pkg/credit/exchange"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/push"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
	"herald/pkg/platform/notice"
	"herald/pkg/provider"
)

// Service is the orders in USDT and the pools of addresses.
type Service struct {
	DB      store.DB
	Ledger  *ledger.Ledger
	Rates   *exchange.Store
	Hub     *push.Hub
	Queues  queue.Queues
	Notices *notice.Store
	Now     func() time.Time
	NewID   func(ctx context.Context) string
	Log     func(map[string]any)
	Text    func(ctx context.Context, key string) string
	// Chain gives the reader of a chain by its name; nil without an error for one that is not used.
	Chain func(name string) (provider.Chain, error)
	// Granted tells whether staff or an agent gave a user the right to pay in USDT (business-domain §6).
	Granted func(ctx context.Context, userID string) (bool, error)
	// Staff are the ids of the staff who hold a permission.
	Staff func(ctx context.Context, perm string) ([]string, error)
	// Outdated is the setting usdt.omni: a chain that its issuer no longer supports is open.
	Outdated func(ctx context.Context) (bool, error)
	// The settings virtual.currency.recharge.submit.timeout, recharge:retry:time:limit, usdt.confirmations, usdt.pool.low and
	// usdt.address.rest.days.
	Life, Retries, Need, Low, Rest func(ctx context.Context) (int, error)

	pacing sync.Mutex
	asked  map[string]time.Time
	pages  map[string]reading // by order: where the list of a chain that bears few questions is read on
}

const base = "/virtual/currency/order/recharge"

var (
	_ module.Module = (*Service)(nil)
	_ export.Lister = (*Service)(nil)
	_ module.Worker = (*Service)(nil)
	_ module.Ticker = (*Service)(nil)
)

// Routes of the module.
func (r *Service) Routes(a *web.API) {
	orders := r.list()
	list.Options(a, orders.Line(""), orders, shown)
	line := func(method, path, summary string) web.Route {
		return web.Route{Method: method, Path: base + path, Perm: web.SignedIn, Summary: summary}
	}
	web.Handle(a, line("GET", "/check", "Get the caller's open USDT order with its confirmations. Null: none"), r.check)
	web.Handle(a, line("GET", "/{id}", "Get a USDT order"), r.one)
	web.Handle(a, line("PUT", "/submit/hash", "Submit the hash of an order. Customers send id and hash, staff orderId and tradeId"), r.put)
	web.Handle(a, line("DELETE", "/expired/{id}", "Cancel a USDT order that is waiting or was rejected"), r.drop)
	web.Handle(a, line("POST", "/retry/{id}", "Submit another hash after a rejection or an expiry, in the form field hash"), r.retry)
	list.Mount(a, r.pool())
	web.Handle(a, web.Route{Method: "GET", Path: "/virtual/currency/address/stock", Perm: "virtual:address:page",
		Summary: "Get the number of free addresses by chain"}, r.stock)
	web.Handle(a, web.Route{Method: "POST", Path: "/virtual/currency/address", Perm: "virtual:address:add",
		Summary: "Import watch-only addresses, with a result per address"}, r.add)
}

// OrderDetail is the caller's open order, with what it takes.
type OrderDetail struct {
	OrderRow
	Required int                  `json:"required" doc:"Required confirmations."`
	Further  []AdditionalTransfer `json:"further" doc:"Transfers after the first credited one, included in amount and creditAmount."`
}

func (r *Service) orderDetail(ctx context.Context, o *Order) (*OrderDetail, error) {
	need, err := r.Need(ctx)
	return &OrderDetail{*showOrder(o), need, append([]AdditionalTransfer{}, o.More...)}, err
}

func (r *Service) check(ctx context.Context, _ *struct{}) (*OrderDetail, error) {
	_, open, err := r.pending(ctx, auth.Must(ctx).UserID)
	if err != nil || open == nil {
		return nil, err
	}
	return r.orderDetail(ctx, open)
}

type byID struct {
	ID string `path:"id"`
}

func (r *Service) one(ctx context.Context, in *byID) (*OrderDetail, error) {
	o, err := r.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return r.orderDetail(ctx, o)
}

// SubmitHashRequest is a hash that a payer or staff submit. Other fields of the order may stand beside it.
type SubmitHashRequest struct {
	_       struct{} `json:"-" additionalProperties:"true"`
	ID      string   `json:"id,omitempty"`
	OrderID string   `json:"orderId,omitempty" doc:"Same as id."`
	Hash    string   `json:"hash,omitempty"`
	TradeID string   `json:"tradeId,omitempty" doc:"Same as hash."`
}

func (r *Service) put(ctx context.Context, in *struct{ Body SubmitHashRequest }) (*OrderRow, error) {
	id, hash := in.Body.ID, in.Body.Hash
	if in.Body.OrderID != "" {
		id = in.Body.OrderID
	}
	if hash == "" {
		hash = in.Body.TradeID
	}
	if id == "" {
		return nil, fault.Bad("id", "web.valid.missing")
	}
	o, err := r.submit(ctx, id, hash, false)
	if err != nil {
		return nil, err
	}
	return showOrder(o), nil
}

func (r *Service) drop(ctx context.Context, in *byID) (*web.Done, error) {
	return &web.Done{}, r.Invalidate(ctx, in.ID)
}

func (r *Service) retry(ctx context.Context, in *struct {
	ID      string `path:"id"`
	Type    string `header:"Content-Type"`
	RawBody []byte `contentType:"application/x-www-form-urlencoded"`
}) (*OrderRow, error) {
	o, err := r.submit(ctx, in.ID, formHash(in.Type, in.RawBody), true)
	if err != nil {
		return nil, err
	}
	return showOrder(o), nil
}

// formHash reads the field hash of a form of either kind, or of an object; empty for none.
func formHash(kind string, body []byte) string {
	media, params, _ := mime.ParseMediaType(kind) // one that is none is read as a form
	switch {
	case media == "multipart/form-data":
		parts := multipart.NewReader(bytes.NewReader(body), params["boundary"])
		for p, err := parts.NextPart(); err == nil; p, err = parts.NextPart() {
			if p.FormName() == "hash" {
				text, _ := io.ReadAll(p) // a cut text is no hash
				return string(text)
			}
		}
		return ""
	case strings.HasSuffix(media, "json"):
		var t SubmitHashRequest
		_ = json.Unmarshal(body, &t) // invalid JSON has no hash
		return t.Hash
	}
	values, _ := url.ParseQuery(string(body)) // likewise
	return values.Get("hash")
}

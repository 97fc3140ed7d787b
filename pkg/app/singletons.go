package app

import (
	"sync"
	"sync/atomic"

	"herald/pkg/account/customer"
	"herald/pkg/audience/contact"
	"herald/pkg/audience/screening"
	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/emaillink"
	"herald/pkg/campaign/emaillink/linkactivity"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/provideraccount"
	"herald/pkg/campaign/sender"
	"herald/pkg/campaign/stock"
	"herald/pkg/credit/exchange"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/price"
	"herald/pkg/credit/saas"
	"herald/pkg/credit/topup"
	"herald/pkg/credit/usdt"
	"herald/pkg/platform/appkey"
	"herald/pkg/platform/country"
	"herald/pkg/platform/dict"
	"herald/pkg/platform/export"
	"herald/pkg/platform/lov"
	"herald/pkg/platform/menu"
	"herald/pkg/platform/notice"
	"herald/pkg/platform/role"
	"herald/pkg/platform/servicestatus"
	"herald/pkg/platform/session"
	"herald/pkg/platform/setting"
	"herald/pkg/platform/upload"
	"herald/pkg/platform/user"
	"herald/pkg/provider"
)

// once is a value that is made when it is asked for first. One whose making panics is made by the next call.
type once[T any] struct {
	sync.Mutex
	made atomic.Bool
	it   T
}

// get gives the value, made by the first call.
func (o *once[T]) get(create func() T) T {
	o.Do(func() { o.it = create() })
	return o.it
}

// Do makes the value.
func (o *once[T]) Do(create func()) {
	if o.made.Load() {
		return
	}
	o.Lock()
	defer o.Unlock()
	if !o.made.Load() {
		create()
		o.made.Store(true)
	}
}

// byName are adapters, each made at its first use. One that is not configured, or cannot be made, is asked for again.
type byName[T comparable] struct {
	sync.Mutex
	all map[string]T
}

// get gives the adapter of a name; the zero value without an error for one that is not configured.
func (n *byName[T]) get(name string, create func() (T, error)) (T, error) {
	n.Lock()
	defer n.Unlock()
	var none T
	if it, ok := n.all[name]; ok {
		return it, nil
	}
	it, err := create()
	if err != nil || it == none {
		return none, err
	}
	if n.all == nil {
		n.all = map[string]T{}
	}
	n.all[name] = it
	return it, nil
}

// forget drops all adapters.
func (n *byName[T]) forget() {
	n.Lock()
	defer n.Unlock()
	n.all = nil
}

// byAccount is the adapter of an account of a provider, made anew when the account changes.
type byAccount[T comparable] struct {
	sync.Mutex
	of *provideraccount.Account
	it T
}

// get gives the adapter of an account as it is now. One that cannot be made is asked for again.
func (n *byAccount[T]) get(of *provideraccount.Account, create func() (T, error)) (T, error) {
	n.Lock()
	defer n.Unlock()
	if n.of == of {
		return n.it, nil
	}
	it, err := create()
	if err == nil {
		n.of, n.it = of, it
	}
	return it, err
}

// singletons are the modules of a function. Each is made once, when it is asked for first, so that what was read is kept and
// connections are shared. A sync.OnceValue would name the constructors of all modules where the Env is made, and so link all of
// them into every function.
type singletons struct {
	status  once[*servicestatus.Service]
	users   once[*user.Store]
	numbers once[*sender.Store]
	session once[*session.Service]
	orders  once[*order.Store]
	ledger  once[*ledger.Ledger]
	prices  once[*price.List]

	ledgerRoom once[*ledger.Service]
	priceRoom  once[*price.Service]
	senders    once[*provider.Registry]
	payments   byName[provider.PaymentProvider]
	chains     byName[provider.Chain]
	services   once[*saas.Store]
	topup      once[*topup.Service]
	usdt       once[*usdt.Service]
	rates      once[*exchange.Store]

	kinds         once[[]orderKind]
	served        once[[]orderKind]
	upload        once[*upload.Service]
	screening     once[*screening.Service]
	screener      byAccount[provider.Screener]
	groupPartners byAccount[provider.GroupPartner]
	workPartners  byName[provider.WorkPartners]
	numberSource  byAccount[provider.NumberSource]
	accounts      once[*provideraccount.Store]
	health        once[*provideraccount.Health]

	contact  once[*contact.Service]
	customer once[*customer.Service]
	roles    once[*role.Store]
	menu     once[*menu.Service]
	appkey   once[*appkey.Service]
	stock    once[*stock.Store]

	teller     once[*notice.Store]
	notices    once[*notice.Store]
	settings   once[*setting.Store]
	dict       once[*dict.Service]
	lov        once[*lov.Service]
	countries  once[*country.Store]
	suppressed once[*suppression.Store]
	desk       once[*export.Exporter]

	links    once[*emaillink.Service]
	activity once[*linkactivity.Reader]
}

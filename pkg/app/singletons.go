package app

import (
	"sync"

	"herald/pkg/account/customer"
	"herald/pkg/audience/contact"
	"herald/pkg/audience/screening"
	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/bulk"
	"herald/pkg/campaign/call"
	"herald/pkg/campaign/group"
	"herald/pkg/campaign/order"
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
	"herald/pkg/platform/session"
	"herald/pkg/platform/setting"
	"herald/pkg/platform/upload"
	"herald/pkg/platform/user"
	"herald/pkg/provider"
	"herald/pkg/provider/partner"
)

// singletons are the modules of a function: one of each, made at its first use, so that read data is kept and
// connections are shared. The type is written out: a generic type would name its modules at run time, and the linker
// would keep the routes and tasks of each in every function that uses one.
type singletons struct {
	users struct {
		sync.Once
		it *user.Store
	}
	numbers struct {
		sync.Once
		it *sender.Store
	}
	session struct {
		sync.Once
		it *session.Service
	}
	orders struct {
		sync.Once
		it *order.Store
	}
	ledger struct {
		sync.Once
		it *ledger.Ledger
	}
	prices struct {
		sync.Once
		it *price.List
	}
	ledgerRoom struct {
		sync.Once
		it *ledger.Service
	}
	priceRoom struct {
		sync.Once
		it *price.Service
	}
	senders struct {
		sync.Once
		it *provider.Registry
	}
	cashiers struct {
		sync.Mutex
		by map[string]provider.PaymentProvider
	}
	chains struct {
		sync.Mutex
		by map[string]provider.Chain
	}
	services struct {
		sync.Once
		it *saas.Store
	}
	topup struct {
		sync.Once
		it *topup.Service
	}
	usdt struct {
		sync.Once
		it *usdt.Service
	}
	rates struct {
		sync.Once
		it *exchange.Store
	}
	pipeline struct {
		sync.Once
		it *bulk.Service
	}
	kinds    Modules        // made with the pipeline
	building *group.Service // likewise
	calls    *call.Service
	bulk     struct {
		sync.Once
		it *bulk.Service
	}
	upload struct {
		sync.Once
		it *upload.Service
	}
	screening struct {
		sync.Once
		it *screening.Service
	}
	screener struct {
		sync.Mutex
		it provider.Screener
	}
	groupPartner struct {
		sync.Mutex
		it *partner.Groups
	}
	contact struct {
		sync.Once
		it *contact.Service
	}
	customer struct {
		sync.Once
		it *customer.Service
	}
	roles struct {
		sync.Once
		it *role.Store
	}
	menu struct {
		sync.Once
		it *menu.Service
	}
	appkey struct {
		sync.Once
		it *appkey.Service
	}
	stock struct {
		sync.Once
		it *stock.Store
	}
	teller struct {
		sync.Once
		it *notice.Store
	}
	notices struct {
		sync.Once
		it *notice.Store
	}
	settings struct {
		sync.Once
		it *setting.Store
	}
	dict struct {
		sync.Once
		it *dict.Service
	}
	lov struct {
		sync.Once
		it *lov.Service
	}
	countries struct {
		sync.Once
		it *country.Store
	}
	suppressed struct {
		sync.Once
		it *suppression.Store
	}
	desk struct {
		sync.Once
		it *export.Exporter
	}
}

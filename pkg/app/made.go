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

// made is what a function has of each room: one, whoever asks, made when it is asked for first, so that what was read is kept and
// connections are shared. It is written out: a generic type would name its rooms at run time, and the linker keep the routes and
// tasks of each in every function that asks for one.
type made struct {
	users struct {
		sync.Once
		it *user.Store
	}
	numbers struct {
		sync.Once
		it *sender.Book
	}
	session struct {
		sync.Once
		it *session.Room
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
		it *ledger.Room
	}
	priceRoom struct {
		sync.Once
		it *price.Room
	}
	senders struct {
		sync.Once
		it *provider.Registry
	}
	cashiers struct {
		sync.Mutex
		by map[string]provider.Cashier
	}
	chains struct {
		sync.Mutex
		by map[string]provider.Chain
	}
	services struct {
		sync.Once
		it *saas.Book
	}
	topup struct {
		sync.Once
		it *topup.Room
	}
	usdt struct {
		sync.Once
		it *usdt.Room
	}
	rates struct {
		sync.Once
		it *exchange.Book
	}
	pipeline struct {
		sync.Once
		it *bulk.Room
	}
	kinds    Rooms       // made with the pipeline
	building *group.Room // likewise
	calls    *call.Room
	bulk     struct {
		sync.Once
		it *bulk.Room
	}
	upload struct {
		sync.Once
		it *upload.Room
	}
	screening struct {
		sync.Once
		it *screening.Room
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
		it *contact.Room
	}
	customer struct {
		sync.Once
		it *customer.Room
	}
	roles struct {
		sync.Once
		it *role.Store
	}
	menu struct {
		sync.Once
		it *menu.Room
	}
	appkey struct {
		sync.Once
		it *appkey.Room
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
		it *dict.Room
	}
	lov struct {
		sync.Once
		it *lov.Room
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

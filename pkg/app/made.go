package app

import (
	"sync"

	"herald/pkg/account/customer"
	"herald/pkg/audience/contact"
	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/bulk"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/stock"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/price"
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
	"herald/pkg/provider/whatsapp"
)

// lazy is made when it is asked for first: so no function carries rooms that it does not mount.
type lazy[T any] struct {
	once sync.Once
	it   T
}

func (l *lazy[T]) get(make func() T) T {
	l.once.Do(func() { l.it = make() })
	return l.it
}

// made is what a function has of each room: one, whoever asks, so that what was read is kept and connections are shared.
type made struct {
	users      lazy[*user.Book]
	session    lazy[*session.Room]
	orders     lazy[*order.Book]
	ledger     lazy[*ledger.Book]
	prices     lazy[*price.List]
	ledgerRoom lazy[*ledger.Room]
	priceRoom  lazy[*price.Room]
	adapter    lazy[*whatsapp.Adapter]
	flow       lazy[*order.Flow]
	pipeline   lazy[*bulk.Room]
	bulk       lazy[*bulk.Room]
	upload     lazy[*upload.Room]
	contact    lazy[*contact.Room]
	customer   lazy[*customer.Room]
	roles      lazy[*role.Book]
	menu       lazy[*menu.Room]
	appkey     lazy[*appkey.Room]
	stock      lazy[*stock.Book]
	teller     lazy[*notice.Book]
	notices    lazy[*notice.Book]
	settings   lazy[*setting.Book]
	dict       lazy[*dict.Room]
	lov        lazy[*lov.Room]
	countries  lazy[*country.Book]
	suppressed lazy[*suppression.Book]
	desk       lazy[*export.Desk]
}

package app

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"

	"herald/pkg/audience/contact"
	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/bulk"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/config"
	"herald/pkg/kit/id"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// The rooms of each route group. A room that serves several groups is mounted in each: the gateway sends it only its own paths.

func OAuth(e *Env, a *web.API) {
	e.session().Routes(a)
	e.register().Routes(a)
	e.menu().RouterRoutes(a)
}

func PI(e *Env, a *web.API) {
	e.appkey().Routes(a)
	e.session().Routes(a)
	e.customer().Routes(a)
	e.ledgerRoom().Routes(a)
	e.exports(a, e.customer(), e.ledgerRoom())
}

func ATY(e *Env, a *web.API) {
	e.userRoom().Routes(a)
	e.sysuser().Routes(a)
	e.appkey().Routes(a)
	e.customer().Routes(a)
	e.ledgerRoom().Routes(a)
	e.priceRoom().Routes(a)
	e.contact().Routes(a)
	e.suppression().Routes(a)
	e.consent().Routes(a)
	e.exports(a, e.customer(), e.ledgerRoom(), e.contact(), e.suppression(), e.consent())
}

func Conf(e *Env, a *web.API) {
	e.countryRoom().Routes(a)
	e.exports(a, e.countryRoom())
}

func LOP(e *Env, a *web.API) {
	e.settingRoom().Routes(a)
	e.exports(a, e.settingRoom())
}

func GC(e *Env, a *web.API) {
	e.bulk().Routes(a)
	e.exports(a, e.bulk())
	e.stockRoom().Send(a)
}

func KFSMS(e *Env, a *web.API) { e.stockRoom().SMS(a) }

func BGO(e *Env, a *web.API) { e.stockRoom().Groups(a) }

func DMP(e *Env, a *web.API) { e.stat().Routes(a) }

func UF(e *Env, a *web.API) {
	e.upload().Routes(a)
	e.fileDesk().Routes(a)
}

func SysUser(e *Env, a *web.API) {
	e.sysuser().Routes(a)
	e.exports(a, e.sysuser())
}

func Blacklist(e *Env, a *web.API) { e.userRoom().Routes(a) }

func IM(e *Env, a *web.API) { e.noticeRoom().Routes(a) }

func Hook(e *Env, a *web.API) { e.pipeline().HookRoutes(a) }

// System answers the OpenAPI document and, as the gateway's $default, every path that no group has.
func System(e *Env, a *web.API) {
	documentRoutes(a)
	e.dict().Routes(a)
	e.lov().Routes(a)
	e.roleRoom().Routes(a)
	e.exports(a, e.dict(), e.lov(), e.auditRoom())
	e.menu().Routes(a)
	e.auditRoom().Routes(a)
}

// All mounts every room once: the document and the route table are made of it, and any container can serve it.
func All(e *Env, a *web.API) {
	OAuth(e, a)
	ATY(e, a)
	Conf(e, a)
	LOP(e, a)
	GC(e, a)
	UF(e, a)
	IM(e, a)
	KFSMS(e, a)
	BGO(e, a)
	DMP(e, a)
	Hook(e, a)
	System(e, a)
}

// whole is an API with every room and no cloud behind it: enough for what is known without a request.
func whole() *web.API {
	e := &Env{Config: &config.Config{WhatsApp: config.WhatsApp{URL: "http://localhost", Version: "v23.0", PhoneNumberID: "1", WABAID: "1"}}, Now: clock.System, IDs: id.New(clock.System)}
	a := e.API()
	All(e, a)
	return a
}

// Routes is the table of all routes.
func Routes() []web.Route { return whole().Routes() }

// OpenAPI is the document of all groups, in a stable order.
func OpenAPI() ([]byte, error) {
	doc, err := whole().OpenAPI()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = json.Indent(&out, doc, "", " ")
	return out.Bytes(), err
}

// SendTasks are the worker's.
func SendTasks(e *Env) Tasks { return Tasks{bulk.TaskChunk: e.pipeline().Chunk} }

// InboundTasks take what recipients answer.
func InboundTasks(e *Env) Tasks { return Tasks{bulk.TaskInbound: e.pipeline().Inbound} }

// ReceiptTasks are the aggregator's.
func ReceiptTasks(e *Env) queue.BatchHandler { return e.pipeline().Receipts }

// JobTasks are what takes long.
func JobTasks(e *Env) Tasks {
	tasks := Tasks{ledger.TaskReconcile: e.ledgerRoom().Reconcile}
	maps.Copy(tasks, e.bulk().Tasks())
	return tasks
}

// FileTasks are imports and exports, which take as long as somebody's file is large.
func FileTasks(e *Env) Tasks {
	c := e.contact()
	e.exports(nil, e.exporters()...)
	return Tasks{export.Task: e.fileDesk().Run, contact.TaskImport: c.Import, contact.TaskPurge: c.Purge, suppression.TaskImport: e.suppression().Import}
}

// Ticks are the janitor's.
func Ticks(e *Env) map[string]func(context.Context) error {
	return map[string]func(context.Context) error{"bulk": e.pipeline().Tick, "contact": e.contact().Tick, "suppression": e.suppression().Tick, "notice": e.notices().Tick, "user": e.users().Tick,
		"export": e.fileDesk().Tick, "upload": e.upload().Tick, "ledger": e.ledgerRoom().Tick}
}

// Sockets tells who opens a websocket.
func Sockets(e *Env) Caller { return e.session().Connect }

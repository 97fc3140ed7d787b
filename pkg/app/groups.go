package app

import (
	"bytes"
	"encoding/json"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/subjectreport"
	"herald/pkg/credit/saas"
	"herald/pkg/credit/topup"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/config"
	"herald/pkg/kit/id"
	"herald/pkg/kit/web"
	"herald/pkg/platform/crash"
	"herald/pkg/platform/export"
	"herald/pkg/platform/stafflimit"
)

// The modules of each route group: one line adds a module to the platform. A module that serves several groups
// stands in each: the gateway sends it only its own paths.

func PI(e *Env) Modules {
	return append(Streak(e), e.AppKeys(), e.Sessions(), e.Customers(), e.ledgerService(), e.saas(), topup.NewAdminHandler(e.TopUps()))
}

// Streak is what PI alone has.
func Streak(e *Env) Modules { return Modules{e.streak()} }

func ATY(e *Env) Modules {
	return Modules{
		e.UserService(),
		e.sysuser(),
		e.AppKeys(),
		e.Customers(),
		e.ledgerService(),
		e.priceService(),
		e.saas(),
		saas.NewAdminHandler(e.Subscriptions()),
		topup.NewAdminHandler(e.TopUps()),
		e.Reconciliation(),
		e.Contacts(),
		e.screening(),
		e.suppression(),
		e.consent(),
		e.riskgroup(),
		e.staff(),
		&stafflimit.Service{Store: e.staffLimits()},
	}
}

// Proxy is what agents do; staff manage them there.
func Proxy(e *Env) Modules {
	return Modules{e.agentService(), e.ledgerService(), e.priceService(), e.saas()}
}

func Conf(e *Env) Modules { return Modules{e.countryService()} }

// Pay is also what the providers of payments call back.
func Pay(e *Env) Modules {
	return Modules{e.Exchange(), e.TopUps(), e.saas(), &saas.Scan{Service: e.saas(), Payments: e.TopUps()}}
}

func Virtual(e *Env) Modules { return Modules{e.USDT()} }

func LOP(e *Env) Modules { return Modules{e.settingService()} }

func GC(e *Env) Modules {
	return append(Modules{e.Bulk(), e.stockService(), e.Templates(), &contact.Reader{Service: e.Contacts()}, e.reviews(), e.Inbox(),
		e.senderService(), &subjectreport.Service{Engine: e.Bulk().Engine, Consents: e.consent(), Suppressed: e.suppression(),
			Allowance: e.allowance()}}, e.kinds()...)
}

func KFSMS(e *Env) Modules { return Modules{e.stockService()} }

func BGO(e *Env) Modules { return Modules{e.stockService(), e.group()} }

func DMP(e *Env) Modules { return Modules{e.Report(), e.balanceReport()} }

// Call is what is played on the phone.
func Call(e *Env) Modules { return Modules{e.Voice(), e.call()} }

func UF(e *Env) Modules { return Modules{e.Uploader(), &export.Service{Exporter: e.fileExporter()}} }

func SysUser(e *Env) Modules { return Modules{e.sysuser()} }

func Blacklist(e *Env) Modules { return Modules{e.UserService()} }

func IM(e *Env) Modules { return Modules{e.NoticeService()} }

func System(e *Env) Modules {
	return Modules{e.dict(), e.lov(), e.roleService(), e.menu(), e.auditService()}
}

// groups hold every module that has lists or works in the background. PI and the like show again what others have.
var groups = []func(*Env) Modules{Streak, ATY, Proxy, Conf, Pay, Virtual, LOP, GC, UF, IM, KFSMS, BGO, Call, DMP, SysUser, System}

// OAuth signs in, and serves the part of the menu for all users.
func OAuth(e *Env, a *web.API) {
	e.Sessions().Routes(a)
	e.register().Routes(a)
	e.menu().RouterRoutes(a)
	(&crash.Service{DB: e.DB, Now: e.Now, NewID: e.IDs.Next, Log: e.Log}).Routes(a)
}

// Hook is called by the provider.
func Hook(e *Env, a *web.API) {
	e.Pipeline().HookRoutes(a)
	e.callHook().HookRoutes(a)
	e.screeningCallbacks().HookRoutes(a)
	e.groupCallbacks().HookRoutes(a)
}

// Fallback answers, beside System, the OpenAPI document and, as the gateway's $default, every path that no group has.
func Fallback(e *Env, a *web.API) {
	describe(e, a)
	Listed(System)(e, a)
}

// All mounts every module once: the document and the route table are made of it, and any container can serve it.
func All(e *Env, a *web.API) {
	OAuth(e, a)
	Hook(e, a)
	describe(e, a)
	Listed(AllModules)(e, a)
}

// documented are gateways of short messages, whose callbacks the document tells.
var documented = config.SMS{AWS: config.AWSSMS{From: "1", Certificates: "https://localhost"},
	Twilio: config.Twilio{URL: "http://localhost", Account: "1", Callback: "http://localhost"}}

// whole is an API with every module and no cloud behind it: enough for what is known without a request.
func whole() *web.API {
	e := &Env{Config: &config.Config{WhatsApp: config.WhatsApp{URL: "http://localhost", Version: "v23.0",
		Numbers: []config.WhatsAppNumber{{ID: "1"}}, WABAID: "1"}, SMS: documented,
		Voice: config.Voice{URL: "http://localhost", Account: "1", From: "12065550100", Callback: "http://localhost/api/hook/voice"}},
		Now: clock.System, IDs: id.New(clock.System)}
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

package app

import (
	"bytes"
	"encoding/json"

	"herald/pkg/account/customernote"
	"herald/pkg/app/manifest"
	"herald/pkg/audience/contact"
	"herald/pkg/campaign/orderkind"
	"herald/pkg/campaign/subjectreport"
	"herald/pkg/credit/saas"
	"herald/pkg/credit/topup"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/config"
	"herald/pkg/kit/id"
	"herald/pkg/kit/web"
	"herald/pkg/platform/crash"
	"herald/pkg/platform/export"
	"herald/pkg/platform/savedview"
	"herald/pkg/platform/stafflimit"
)

// The modules of each route group: one line adds a module to the platform. A module that serves several groups
// stands in each: the gateway sends it only its own paths.

func PI(e *Env) Modules {
	return append(Personal(e), Modules{{"appkey", e.AppKeys()}, {"session", e.Sessions()}, {"customer", e.Customers()},
		{"ledger", e.ledgerService()}, {"saas", e.saas()}, {"topup.admin", topup.NewAdminHandler(e.TopUps())}}...)
}

// Personal is what PI alone has.
func Personal(e *Env) Modules {
	return Modules{{"streak", e.streak()}, {"savedview", &savedview.Service{DB: e.DB, NewID: e.NewID}}}
}

func ATY(e *Env) Modules {
	return Modules{
		{"user", e.UserService()},
		{"sysuser", e.sysuser()},
		{"appkey", e.AppKeys()},
		{"customer", e.Customers()},
		{"customernote", &customernote.Service{DB: e.DB, Users: e.Users(), NewID: e.NewID, Now: e.Now}},
		{"ledger", e.ledgerService()},
		{"lowbalance", e.lowBalance()},
		{"price", e.priceService()},
		{"saas", e.saas()},
		{"saas.admin", saas.NewAdminHandler(e.Subscriptions())},
		{"topup.admin", topup.NewAdminHandler(e.TopUps())},
		{"reconcile", e.Reconciliation()},
		{"contact", e.Contacts()},
		{"screening", e.screening()},
		{"suppression", e.suppression()},
		{"consent", e.consent()},
		{"riskgroup", e.riskgroup()},
		{"staff", e.staff()},
		{"stafflimit", &stafflimit.Service{Store: e.staffLimits()}},
	}
}

// Proxy is what agents do; staff manage them there.
func Proxy(e *Env) Modules {
	return Modules{{"agent", e.agentService()}, {"ledger", e.ledgerService()}, {"price", e.priceService()}, {"saas", e.saas()}}
}

func Conf(e *Env) Modules { return Modules{{"country", e.countryService()}} }

// Pay is also what the providers of payments call back.
func Pay(e *Env) Modules {
	return Modules{{"exchange", e.Exchange()}, {"topup", e.TopUps()}, {"saas", e.saas()},
		{"saas.scan", &saas.Scan{Service: e.saas(), Payments: e.TopUps()}}}
}

func Virtual(e *Env) Modules { return Modules{{"usdt", e.USDT()}} }

func LOP(e *Env) Modules {
	return Modules{{"setting", e.settingService()}, {"provideraccount", ProviderAccounts(e)}}
}

func GC(e *Env) Modules {
	return append(e.kindModules("gc"), Modules{
		{"stock", e.stockService()},
		{"template", e.Templates()},
		{"contact.reader", &contact.Reader{Service: e.Contacts()}},
		{"review", e.reviews()},
		{"inbox", e.Inbox()},
		{"quickreply", QuickReplies(e)},
		{"sender", e.senderService()},
		{"subjectreport", &subjectreport.Service{Engines: dispatchers(e.servedKinds()), Consents: e.consent(), Suppressed: e.suppression(),
			Leads: Leads(e), Allowance: e.allowance()}},
	}...)
}

// KFSMS is what card dealers have.
func KFSMS(e *Env) Modules {
	return Modules{{"stock", e.stockService()}, {"dealer", dealers(e)}, {"numberbatch", numberBatches(e)}}
}

func BGO(e *Env) Modules {
	return append(Modules{{"stock", e.stockService()}}, e.kindModules("bgo")...)
}

func DMP(e *Env) Modules {
	return Modules{{"report", e.Report()}, {"balancereport", e.balanceReport()}, {"operation", Operation(e)}}
}

// Call is what is played on the phone.
func Call(e *Env) Modules { return append(Modules{{"voice", e.Voice()}}, e.kindModules("call")...) }

// EDM is email.
func EDM(e *Env) Modules {
	return append(Modules{{"emailtemplate", EmailTemplates(e)}, {"emailsender", EmailSenders(e)},
		{"emailactivity", EmailActivity(e)}}, e.kindModules("edm")...)
}

// Domains are those of emails and of short links.
func Domains(e *Env) Modules { return Modules{{"domain", MailDomains(e)}} }

// Shunt is shunting links with their numbers and groups.
func Shunt(e *Env) Modules { return Modules{{"shunt", ShuntLinks(e)}} }

// Comment is comment orders with their templates and the work on them.
func Comment(e *Env) Modules {
	return append(e.kindModules("comment"), Registration{"commenttemplate", CommentTemplates(e)})
}

func UF(e *Env) Modules {
	return Modules{{"upload", e.Uploader()}, {"export", &export.Service{Exporter: e.fileExporter()}}}
}

func SysUser(e *Env) Modules { return Modules{{"sysuser", e.sysuser()}} }

func Blacklist(e *Env) Modules { return Modules{{"user", e.UserService()}} }

func IM(e *Env) Modules { return Modules{{"notice", e.NoticeService()}} }

func System(e *Env) Modules {
	return Modules{{"dict", e.dict()}, {"lov", e.lov()}, {"role", e.roleService()}, {"menu", e.menu()}, {"audit", e.auditService()},
		{"deadletter", DeadLetters(e)}, {"servicestatus", ServiceStatus(e)}}
}

// groups hold every module that has lists or works in the background. PI and the like show again what others have.
var groups = []func(*Env) Modules{Personal, ATY, Proxy, Conf, Pay, Virtual, LOP, GC, UF, IM, KFSMS, BGO, Call, EDM, Domains, Shunt, Channel,
	Comment, DMP,
	SysUser, System}

// OAuth signs in, and serves the part of the menu for all users.
func OAuth(e *Env, a *web.API) {
	e.Sessions().Routes(a)
	e.register().Routes(a)
	e.menu().RouterRoutes(a)
	(&crash.Service{DB: e.DB, Now: e.Now, NewID: e.IDs.Next, Log: e.Log}).Routes(a)
}

// Hook is called by the provider.
func Hook(e *Env, a *web.API) {
	e.Webhooks().HookRoutes(a)
	for _, k := range e.kinds() {
		if r, ok := k.made.(orderkind.Receiver); ok {
			r.CallbackRoutes(a, e.Uploader())
		}
	}
	e.screeningCallbacks().HookRoutes(a)
	e.groupCallbacks().HookRoutes(a)
	numberCallbacks(e).HookRoutes(a)
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
	Links(e, a)
	Redirects(e, a)
	describe(e, a)
	Listed(AllModules)(e, a)
}

// whole is an API with every module and no cloud behind it: enough for what is known without a request. The adapters have the samples
// of their settings, so that their callbacks are there.
func whole() *web.API {
	e := &Env{Config: &config.Config{}, Now: clock.System, IDs: id.New(clock.System)}
	samples := map[string]string{}
	for _, s := range manifest.Settings() {
		samples[s.Name] = s.Sample
	}
	e.Config.Adapters.Set(samples)
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

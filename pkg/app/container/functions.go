// Package container is the whole of Herald in one program. It runs each function by its name, as the local cloud
// does, or all of them in one process over plain sockets, for any container platform.
package container

import (
	"herald/pkg/app"
	"herald/pkg/campaign/emaildesign/htmlimport"
	"herald/pkg/kit/metric/cloudwatch"
	"herald/pkg/kit/sheet/excel"
	"herald/pkg/platform/notice/clean"
	sms "herald/pkg/provider/awssms/sdk"
	speech "herald/pkg/provider/polly/sdk"
	ses "herald/pkg/provider/ses/sdk"
	smtp "herald/pkg/provider/smtp/relay"
)

// functions are what functions/<name> do, by name; a test holds them to those.
var functions = map[string]func(){
	"aty":               func() { app.ServeHTTP(app.Listed(app.ATY), app.Sheets(excel.Engine{})) },
	"bgo":               func() { app.ServeHTTP(app.Listed(app.BGO), app.Sheets(excel.Engine{})) },
	"blacklistuserinfo": func() { app.ServeHTTP(app.Plain(app.Blacklist)) },
	"build":             func() { app.ServeQueue(app.BuildTasks) },
	"call":              func() { app.ServeHTTP(app.Listed(app.Call), app.Sheets(excel.Engine{})) },
	"channel":           func() { app.ServeHTTP(app.Listed(app.Channel), app.Sheets(excel.Engine{})) },
	"click":             func() { app.ServeBatches(app.ClickTasks) },
	"comment":           func() { app.ServeHTTP(app.Listed(app.Comment), app.Sheets(excel.Engine{})) },
	"conf":              func() { app.ServeHTTP(app.Listed(app.Conf), app.Sheets(excel.Engine{})) },
	"domain":            func() { app.ServeHTTP(app.Listed(app.Domains), app.Sheets(excel.Engine{})) },
	"dmp": func() {
		app.ServeHTTP(app.Listed(app.DMP), app.Sheets(excel.Engine{}), app.Watched(cloudwatch.New))
	},
	"edm":     func() { app.ServeHTTP(app.Listed(app.EDM), app.Sheets(excel.Engine{}), app.Designs(htmlimport.Tools)) },
	"file":    func() { app.ServeQueue(app.FileTasks, app.Sheets(excel.Engine{})) },
	"gc":      func() { app.ServeHTTP(app.Listed(app.GC), app.Sheets(excel.Engine{})) },
	"hook":    func() { app.ServeHTTP(app.Hook) },
	"im":      func() { app.ServeHTTP(app.Plain(app.IM), app.HTML(clean.HTML)) },
	"inbound": func() { app.ServeQueue(app.InboundTasks) },
	"janitor": func() { app.ServeTick(app.Ticks, app.Watched(cloudwatch.New)) },
	"job": func() {
		app.ServeQueue(app.JobTasks, app.Sheets(excel.Engine{}), app.Adapter(speech.Descriptor, ses.Descriptor))
	},
	"kfsms":   func() { app.ServeHTTP(app.Listed(app.KFSMS), app.Sheets(excel.Engine{})) },
	"lop":     func() { app.ServeHTTP(app.Listed(app.LOP), app.Sheets(excel.Engine{})) },
	"oauth":   func() { app.ServeHTTP(app.OAuth) },
	"pay":     func() { app.ServeHTTP(app.Plain(app.Pay)) },
	"pi":      func() { app.ServeHTTP(app.Listed(app.PI), app.Sheets(excel.Engine{})) },
	"proxy":   func() { app.ServeHTTP(app.Listed(app.Proxy), app.Sheets(excel.Engine{})) },
	"receipt": func() { app.ServeBatches(app.ReceiptTasks) },
	"s":       func() { app.ServeHTTP(app.Redirects) },
	"send":    func() { app.ServeQueue(app.SendTasks, app.Adapter(sms.Descriptor, ses.Descriptor, smtp.Descriptor)) },
	"system":  func() { app.ServeHTTP(app.Fallback, app.Sheets(excel.Engine{})) },
	"shunt":   func() { app.ServeHTTP(app.Listed(app.Shunt), app.Sheets(excel.Engine{})) },
	"sysuser": func() { app.ServeHTTP(app.Listed(app.SysUser), app.Sheets(excel.Engine{})) },
	"u":       func() { app.ServeHTTP(app.Links) },
	"uf":      func() { app.ServeHTTP(app.Plain(app.UF)) },
	"virtual": func() { app.ServeHTTP(app.Listed(app.Virtual), app.Sheets(excel.Engine{})) },
	"ws":      func() { app.ServeSockets(app.Sockets) },
}

package app

import (
	"flag"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"herald/pkg/kit/testkit"
	"herald/pkg/kit/web"
	"herald/pkg/platform/session"
	"herald/pkg/platform/session/sessiontest"
)

var breaks = flag.Bool("breaks", false, "break every write of every route in every way, not the first that a route makes alone")

// unlost are write routes that the tale leaves out: they ask, or have a memory of their own that is tested where they live.
var unlost = strings.Fields(`
POST:/pay/saas/order POST:/aty/recharge/{orderId}/refund POST:/oauth/check_token POST:/oauth/crash POST:/oauth/login POST:/oauth/refresh POST:/oauth/subUser POST:/oauth/ticket POST:/oauth/register
POST:/system/dict/invalid-hash POST:/system/lov/check POST:/gc/groupsendorder/countrys POST:/gc/groupsendorder/estimate POST:/bgo/buildgroup/estimate POST:/bgo/buildgroup/check/money PUT:/bgo/buildgroup/{id}/refund PUT:/bgo/buildgroup/{id}/retry POST:/gc/gcAlternateOrder/readFile POST:/hook/whatsapp POST:/hook/partner POST:/hook/partnergroup POST:/hook/voice POST:/hook/voice/answer POST:/hook/voice/gather POST:/call/order/estimate PUT:/call/order/{id}/refund PUT:/call/order/{id}/retry POST:/aty/contactsgroup/{id}/screen PUT:/aty/contactsgroup/{id}/screen/stop POST:/aty/contactsgroup/{id}/activetime POST:/aty/riskgroup/{id}/screen PUT:/aty/riskgroup/{id}/screen/stop POST:/aty/riskgroup/{id}/activetime PUT:/gc/template/status PUT:/gc/template/{id}/sync POST:/gc/template/sync POST:/pay/notify/{provider}
PUT:/virtual/currency/order/recharge/submit/hash POST:/virtual/currency/order/recharge/retry/{id}`)

const (
	profile   = `"email":"x@y.com","countryCode":"CN","customerType":"person"`
	post      = `"title":{"zh_CN":"a","en_US":"a","pt_BR":"a","zh_TW":"a"},"summary":{"zh_CN":"a","en_US":"a","pt_BR":"a","zh_TW":"a"},"content":{"zh_CN":"a","en_US":"a","pt_BR":"a","zh_TW":"a"},"audience":{"kind":"all"}`
	picker    = `"title":"Shops","position":"query","key":"userId","ret":"name","url":"/aty/customerinfo/page","method":"GET","bodyList":[{"field":"name","title":"Name","index":1}]`
	languages = `"languages":{"zh_CN":"a","en_US":"a","pt_BR":"a","zh_TW":"a"}`
	message   = `"channel":"whatsapp","countryCode":"BR","message":{"type":"text","text":"hi"}`
)

// run calls every write route once.
func (w *tale) run() {
	c := w.cast
	admin, agent, customer, direct := c.Admin, c.Agent, c.Customer, c.Direct
	for _, m := range [][2]string{{"recharge", "1000"}, {"give", "7"}, {"rebate", "5"}, {"withdrawal", "3"}} {
		w.tell(admin, "PUT /aty/customerinfo/"+m[0], "/aty/customerinfo/"+m[0], `{"userId":"{agent}","amount":`+m[1]+`}`)
	}
	w.tell(admin, "PUT /aty/customerinfo/recharge", "/aty/customerinfo/recharge", `{"userId":"{direct}","amount":500}`)
	w.service()
	w.tell(agent, "PUT /aty/customerinfo/recharge", "/aty/customerinfo/recharge", `{"userId":"{customer}","amount":200}`)
	w.tell(agent, "PUT /aty/customerinfo/{userId}/{num}", "/aty/customerinfo/{customer}/-1.50", "")
	w.tell(customer, "POST /aty/customerinfo/amounts/move", "/aty/customerinfo/amounts/move",
		`{"fromUserId":"{customer}","toUserId":"{secondary}","amount":3}`)
	w.corrections()
	w.tell(admin, "POST /aty/accountstatement/reconcile", "/aty/accountstatement/reconcile", "")
	const charge = "/aty/customerinfo/price/charge/"
	w.tell(admin, "POST "+charge+"save", charge+"save", `{"userId":"platform","service":"bulk.whatsapp","countryCode":"*","price":2}`)
	w.tell(admin, "POST "+charge+"save", charge+"save", `{"userId":"{direct}","service":"bulk.whatsapp","countryCode":"BR","price":3}`)
	w.tell(admin, "DELETE "+charge+"del/{id}", charge+"del/{direct}.bulk.whatsapp.BR", "")
	w.agents()
	w.people()
	w.audience()
	w.team()
	w.sounds()
	w.orders()
	w.groups()
	w.templates()
	w.answers()
	w.posts()
	w.house()
	w.h.SignIn(w, w.s, direct.User.Login)
	for _, r := range testkit.Data[web.Page[session.Row]](direct.Get("/oauth/session/page")).Records {
		if !r.Current {
			w.ids["session"] = r.ID
		}
	}
	w.tell(direct, "DELETE /oauth/session/{id}", "/oauth/session/{session}", "")
	w.tell(direct, "DELETE /oauth/logout", "/oauth/logout", "")
	w.again()
}

func (w *tale) corrections() {
	admin := w.cast.Admin
	const path = "/aty/accountstatement"
	w.keep("line", admin, "POST "+path, path, `{"userId":"{direct}","businessType":"gift","amount":50}`)
	w.keep("line", admin, "PUT "+path, path, `{"serialNumber":"{line}","amount":60}`)
	w.keep("line", admin, "PUT "+path+"/account/type/update", path+"/account/type/update",
		`{"serialNumber":"{line}","businessType":"compensate"}`)
	w.tell(admin, "PUT "+path+"/approved", path+"/approved", `{"serialNumber":"{line}","approved":false}`)
	w.keep("line", admin, "PUT "+path+"/approved", path+"/approved", `{"serialNumber":"{line}","approved":true}`)
	w.tell(admin, "DELETE "+path+"/{id}", path+"/{line}", "")
}

func (w *tale) agents() {
	admin, agent := w.cast.Admin, w.cast.Agent
	w.keep("second", admin, "POST /proxy", "/proxy", `{"name":"n","phone":"13811115555",`+profile+`}`)
	w.tell(admin, "PUT /proxy", "/proxy", `{"userId":"{second}","name":"m","countryCode":"CN"}`)
	w.tell(admin, "PUT /proxy/activation/{id}", "/proxy/activation/{second}", "")
	w.tell(admin, "DELETE /proxy/{id}", "/proxy/{second}", "")
	const list, line = "/proxy/service/price", "/proxy/statement"
	w.keep("listed", agent, "POST "+list, list, `{"service":"bulk.whatsapp","countryCode":"*","price":4}`)
	w.tell(agent, "PUT "+list, list, `{"id":"{listed}","price":5}`)
	w.tell(agent, "DELETE "+list+"/{id}", list+"/{listed}", "")
	w.tell(agent, "POST "+line+"/recharge/{uid}/{rechargeNum}", line+"/recharge/{customer}/7", "")
	w.tell(agent, "PUT /proxy/rebate", "/proxy/rebate", `{"userId":"{customer}","amount":3}`)
	w.keep("taken", agent, "PUT /proxy/withdrawal", "/proxy/withdrawal", `{"userId":"{customer}","amount":2}`)
	w.tell(agent, "PUT "+line+"/approved", line+"/approved", `{"serialNumber":"{taken}","approved":false}`)
	w.keep("prices", admin, "POST /uf/uploadfile", "/uf/uploadfile", "service,countryCode,price\nbulk.whatsapp,BR,3\n")
	const charge = "/aty/customerinfo/price/charge/import"
	w.tell(admin, "POST "+charge, charge, `{"userId":"{direct}","fileId":"{prices}"}`)
}

// service sells a year at a price that all of the cast can pay.
func (w *tale) service() {
	admin, agent, direct := w.cast.Admin, w.cast.Agent, w.cast.Direct
	w.tell(admin, "PUT /lop/system/config/{key}", "/lop/system/config/saas.price", `{"value":10}`)
	w.tell(admin, "PUT /aty/customerinfo/activation/{id}", "/aty/customerinfo/activation/{direct}", "")
	w.tell(direct, "POST /pi/personal/info/buy/saas", "/pi/personal/info/buy/saas", "")
	w.tell(admin, "PUT /aty/customerinfo/give/saas/{id}", "/aty/customerinfo/give/saas/{direct}", "")
	w.tell(agent, "PUT /proxy/give/saas/{id}", "/proxy/give/saas/{customer}", "")
}

func (w *tale) people() {
	admin, agent, customer := w.cast.Admin, w.cast.Agent, w.cast.Customer
	const info = "/aty/customerinfo"
	w.keep("made", agent, "POST "+info, info, `{"name":"n","phone":"13811112222",`+profile+`}`)
	w.tell(agent, "PUT "+info, info, `{"userId":"{made}","name":"m","phone":"13811113333"}`)
	w.tell(agent, "PUT "+info+"/activation/{id}", info+"/activation/{made}", "")
	w.tell(admin, "POST "+info+"/upperbatch", info+"/upperbatch", `{"ids":["{made}"],"num":7}`)
	w.tell(agent, "PUT "+info+"/resetpw/{id}", info+"/resetpw/{made}", "")
	w.tell(agent, "PUT /blacklistuserinfo/lockOrUnlock", "/blacklistuserinfo/lockOrUnlock", `{"userId":"{made}","lock":true,"reason":"r"}`)
	w.tell(agent, "PUT /blacklistuserinfo/lockOrUnlock", "/blacklistuserinfo/lockOrUnlock", `{"userId":"{made}","lock":false}`)
	w.keep("below", customer, "POST "+info+"/secondary", info+"/secondary", `{"name":"n","phone":"13811114444",`+profile+`}`)
	w.tell(agent, "DELETE "+info+"/{id}", info+"/{made}", "")
	w.tell(agent, "PUT "+info+"/gen/appkey/security/{id}", info+"/gen/appkey/security/{customer}", "")
	w.tell(customer, "PUT /pi/personal/info/refresh/security", "/pi/personal/info/refresh/security", "")
	w.tell(agent, "PUT "+info+"/cancel/appkey/security/{id}", info+"/cancel/appkey/security/{customer}", "")
	w.tell(customer, "PUT /pi/personal/info", "/pi/personal/info", `{"nickname":"nick"}`)
	w.tell(customer, "POST /pi/personal/info/verification", "/pi/personal/info/verification", "")
	w.tell(customer, "PUT /pi/personal/info/streak", "/pi/personal/info/streak", "")
	w.tell(w.cast.OtherSecondary, "PUT /pi/personal/info/pass", "/pi/personal/info/pass",
		`{"oldPass":"Tidal-Fern-92","newPass":"Quiet-Harbor-7","confirmPass":"Quiet-Harbor-7"}`)
	w.keep("staff", admin, "POST /sysuser", "/sysuser", `{"username":"clerk","name":"Clerk","password":"Quiet-Harbor-7","roles":["admin"]}`)
	w.tell(admin, "PUT /sysuser", "/sysuser", `{"id":"{staff}","name":"Clerk 2"}`)
	w.tell(admin, "PUT /sysuser/pass/{id}", "/sysuser/pass/{staff}", `{"password":"Quiet-Harbor-8"}`)
	w.tell(admin, "PUT /sysuser/status", "/sysuser/status?id={staff}&status=locked", "")
	w.tell(admin, "PUT /sysuser/status/{id}", "/sysuser/status/{staff}?status=active", "")
	w.tell(admin, "PUT /sysuser", "/sysuser", `{"id":"{staff}","roles":["finance"]}`)
	w.tell(admin, "PUT /aty/sysuser/scope/{id}", "/aty/sysuser/scope/{staff}", `{"userIds":["{agent}"]}`)
	w.tell(admin, "DELETE /aty/sysuser/scope/{id}", "/aty/sysuser/scope/{staff}", "")
	w.tell(admin, "DELETE /sysuser/{id}", "/sysuser/{staff}", "")
	w.tell(admin, "POST /system/role", "/system/role", `{"code":"clerks","name":"Clerks","types":[1],"permissions":["system:role:page"]}`)
	w.tell(admin, "PUT /system/role", "/system/role", `{"code":"clerks","name":"Clerks 2","types":[1],"permissions":["system:role:page"]}`)
	w.tell(admin, "DELETE /system/role/{code}", "/system/role/clerks", "")
}

func (w *tale) audience() {
	direct := w.cast.Direct
	const group, block = "/aty/contactsgroup", "/aty/suppression"
	w.keep("group", direct, "POST "+group, group, `{"name":"n","countryCode":"BR"}`)
	w.tell(direct, "PUT "+group, group, `{"id":"{group}","name":"m"}`)
	w.keep("file", direct, "POST /uf/uploadfile", "/uf/uploadfile", "phoneNumber\n5511987654321\n5511987654322\n")
	w.keep("contacts", direct, "POST /uf/uploadfile/contact", "/uf/uploadfile/contact", "phoneNumber\n5511987654323\n")
	w.tell(direct, "POST /uf/uploadfile/presign", "/uf/uploadfile/presign", `{"name":"n.txt","size":100}`)
	w.keep("import", direct, "POST "+group+"/{id}/import", group+"/{group}/import", `{"fileId":"{contacts}"}`)
	w.tell(direct, "DELETE "+group+"/{id}/member", group+"/{group}/member", `{"phoneNumbers":["5511987654399"]}`)
	w.tell(direct, "POST "+group+"/{id}/member", group+"/{group}/member", `{"phoneNumbers":["5511987654398"]}`)
	w.keep("other", direct, "POST "+group, group, `{"name":"o","countryCode":"BR"}`)
	w.tell(direct, "POST "+group+"/merge", group+"/merge", `{"name":"both","ids":["{group}","{other}"]}`)
	w.tell(direct, "POST "+group+"/{id}/copy", group+"/{group}/copy", `{"name":"copy"}`)
	w.tell(direct, "POST "+group+"/{id}/split", group+"/{group}/split", `{"names":["a","b"]}`)
	w.tell(direct, "POST "+group+"/{id}/difference", group+"/{group}/difference", `{"name":"rest","ids":["{other}"]}`)
	w.keep("empty", direct, "POST "+group, group, `{"name":"e","countryCode":"BR"}`)
	w.tell(direct, "DELETE "+group+"/{id}", group+"/{empty}", "")
	w.keep("held", direct, "POST "+block, block, `{"phoneNumber":"5511987650001","scope":"tenant","reason":"r"}`)
	w.keep("held2", direct, "POST "+block, block, `{"phoneNumber":"5511987650002","scope":"tenant","reason":"r"}`)
	w.keep("held3", direct, "POST "+block, block, `{"phoneNumber":"5511987650003","scope":"tenant","reason":"r"}`)
	w.tell(direct, "DELETE "+block+"/{id}", block+"/{held}", "")
	w.tell(direct, "DELETE "+block, block, `{"ids":["{held2}"],"reason":"r"}`)
	w.keep("blocking", direct, "POST "+block+"/import", block+"/import", `{"fileId":"{file}","scope":"tenant"}`)
	w.keep("risk", direct, "POST "+risk, risk, `{"name":"n","countryCode":"BR"}`)
	w.tell(direct, "PUT "+risk, risk, `{"id":"{risk}","name":"m"}`)
	w.keep("riskImport", direct, "POST "+risk+"/{id}/import", risk+"/{risk}/import", `{"fileId":"{file}"}`)
	w.tell(direct, "POST "+risk+"/{id}/member", risk+"/{risk}/member", `{"phoneNumbers":["5511987650009"]}`)
	w.tell(direct, "DELETE "+risk+"/{id}/member", risk+"/{risk}/member", `{"phoneNumbers":["5511987654322"]}`)
	w.keep("noRisk", direct, "POST "+risk, risk, `{"name":"e","countryCode":"BR"}`)
	w.tell(direct, "DELETE "+risk+"/{id}", risk+"/{noRisk}", "")
	w.tell(direct, "POST /aty/consent/import", "/aty/consent/import",
		`{"fileId":"{file}","state":"given","purpose":"marketing","source":"form"}`)
	w.tell(direct, "POST /aty/consent", "/aty/consent",
		`{"phoneNumber":"5511987654321","state":"given","purpose":"marketing","source":"form","evidence":"yes"}`)
}

func (w *tale) posts() {
	admin, direct := w.cast.Admin, w.cast.Direct
	for _, room := range []string{"/im/announcement", "/im/notice"} {
		for _, name := range []string{"now", "gone"} {
			w.keep(name, admin, "POST "+room, room, `{"noticeType":1,`+post+`}`)
		}
		w.keep("soon", admin, "POST "+room, room, `{"noticeType":1,"publishTime":"`+w.k.Now().Add(20*24*time.Hour).Format(time.RFC3339)+`",`+
			post+`}`)
		w.tell(admin, "PUT "+room, room, `{"id":"{now}","noticeType":1,`+post+`}`)
		w.tell(admin, "PUT "+room+"/publish/now", room+"/publish/now?id={now}", "")
		w.tell(admin, "PUT "+room+"/cancel", room+"/cancel?id={soon}", "")
		w.tell(admin, "DELETE "+room+"/{id}", room+"/{gone}", "")
		if room == "/im/notice" {
			w.tell(direct, "PUT "+room+"/read/{userId}/{messageType}", room+"/read/{direct}/1", "")
			w.tell(direct, "PUT "+room+"/read", room+"/read?id={now}", "")
		} else {
			w.tell(direct, "PUT "+room+"/read/{userId}/{id}", room+"/read/{direct}/{now}", "")
		}
		w.tell(admin, "PUT "+room+"/revoke", room+"/revoke?id={now}", "")
	}
}

func (w *tale) house() {
	admin := w.cast.Admin
	w.tell(admin, "POST /virtual/currency/address", "/virtual/currency/address", `{"platform":"TRONSCAN","addresses":["`+poolOf["TRONSCAN"][0]+
		`","`+poolOf["TRONSCAN"][1]+`"]}`)
	w.keep("topup", w.cast.Direct, "POST /pay/order", "/pay/order", `{"amount":300,"payType":7}`)
	w.tell(admin, "POST /pay/rate", "/pay/rate", `{"code":"USDT","rate":7.1}`)
	w.tell(admin, "PUT /pay/rate/{id}", "/pay/rate/USDT", `{"rate":7.2}`)
	const coins = "/virtual/currency/order/recharge"
	w.tell(admin, "PUT /aty/customerinfo", "/aty/customerinfo",
		`{"userId":"{direct}","countryCode":"BR","customerType":"person","usdtAuth":true}`)
	w.keep("coins", w.cast.Direct, "POST /pay/order", "/pay/order", `{"payType":5}`)
	w.tell(w.cast.Direct, "DELETE "+coins+"/expired/{id}", coins+"/expired/{coins}", "")
	w.tell(admin, "POST /lop/system/config", "/lop/system/config", `{"key":"order.settle.minutes","value":20}`)
	w.tell(admin, "PUT /lop/system/config/{key}", "/lop/system/config/order.settle.minutes", `{"value":30}`)
	w.tell(admin, "DELETE /lop/system/config/{key}", "/lop/system/config/order.settle.minutes", "")
	w.tell(admin, "PUT /conf/country", "/conf/country", `{"code":"BR","disabled":true}`)
	w.tell(admin, "PUT /conf/country", "/conf/country", `{"code":"BR","disabled":false}`)
	w.keep("entry", admin, "POST /system/dict", "/system/dict", `{"dictCode":"customer_type","value":"club","name":"Club",`+`"attributes":{`+
		languages+`}}`)
	w.tell(admin, "PUT /system/dict", "/system/dict", `{"id":"{entry}","dictCode":"customer_type","value":"club","name":"Club 2",`+
		`"attributes":{`+languages+`}}`)
	w.tell(admin, "DELETE /system/dict/{id}", "/system/dict/{entry}", "")
	w.tell(admin, "PUT /system/dict", "/system/dict",
		`{"id":"customer_type.person","dictCode":"customer_type","value":"person","name":"People",`+`"attributes":{`+languages+`}}`)
	w.tell(admin, "PUT /system/dict/{id}/reset", "/system/dict/customer_type.person/reset", "")
	w.tell(admin, "POST /system/lov", "/system/lov", `{"keyword":"shops",`+picker+`}`)
	w.tell(admin, "PUT /system/lov", "/system/lov", `{"id":"shops","keyword":"shops",`+picker+`}`)
	w.tell(admin, "PUT /system/lov", "/system/lov", `{"keyword":"customer",`+picker+`}`)
	w.tell(admin, "PUT /system/lov/{id}/reset", "/system/lov/customer/reset", "")
	w.tell(admin, "DELETE /system/lov/{id}", "/system/lov/shops", "")
	w.keep("dir", admin, "POST /system/menu", "/system/menu", `{"type":0,`+languages+`}`)
	w.keep("in", admin, "POST /system/menu", "/system/menu", `{"type":0,"parentId":"{dir}",`+languages+`}`)
	w.tell(admin, "PUT /system/menu", "/system/menu", `{"id":"{in}","type":0,"parentId":"{dir}",`+languages+`}`)
	w.tell(admin, "PUT /system/menu/sort", "/system/menu/sort", `{"parentId":"{dir}","ids":["{in}"]}`)
	w.tell(admin, "DELETE /system/menu/{id}", "/system/menu/{in}", "")
}

// silent holds the house to telling nobody a secret: not its tables, with what they keep of answers and of the audit, and not
// its log.
func (w *tale) silent() {
	secrets := append(w.once, sessiontest.Password, "Quiet-Harbor-7", "Quiet-Harbor-8")
	for _, a := range []*sessiontest.Actor{w.cast.Admin, w.cast.Agent, w.cast.Customer, w.cast.Direct} {
		secrets = append(secrets, a.Token)
	}
	if len(w.once) != 2 || !strings.Contains(w.cable.kept.String(), "5511987650001") {
		w.Errorf("%d secrets were told, and %d bytes written: this looks at the wrong thing", len(w.once), w.cable.kept.Len())
	}
	for where, text := range map[string]string{"the tables": w.cable.kept.String(), "the log": w.log.String()} {
		for _, secret := range secrets {
			if strings.Contains(text, secret) {
				w.Errorf("%s tell %.6s…", where, secret)
			}
		}
	}
}

// Whatever write of a call breaks, in whatever way, who asks again under the same key is told what became of it, and it
// becomes of it what becomes of a call that nothing broke: no second order, no second movement, nothing that "exists already"
// and nothing that is not there.
func TestEveryWriteBreaks(t *testing.T) {
	calm := begin(t, 0, late)
	calm.run()
	for _, r := range calm.s.API.Routes() {
		name := r.Method + " " + r.Path
		if r.Method != http.MethodGet && calm.told[name] == slices.Contains(unlost, strings.Replace(name, " ", ":", 1)) {
			t.Errorf("%s must stand in the tale, or else in the list of what it leaves out", name)
		}
	}
	calm.silent()
	want := calm.ends()
	if t.Failed() {
		return
	}
	fates, from, to := map[string]fate{"killed": killed}, 2, 2 // the first write is the key's
	if *breaks {
		fates, from, to = map[string]fate{"late": late, "never": never, "killed": killed}, 1, 40
	}
	for name, f := range fates {
		t.Run(name, func(t *testing.T) {
			for at := from; at <= to; at++ {
				w := begin(t, at, f)
				w.run()
				if got := w.ends(); got != want {
					t.Errorf("write %d: at the end\n%sinstead of\n%s", at, got, want)
				}
				t.Logf("write %d of %d calls broke", at, w.met)
				if w.met == 0 {
					break
				}
			}
		})
	}
}

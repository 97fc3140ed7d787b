package apptest

import (
	"strings"
	"time"

	"herald/pkg/kit/testkit"
	"herald/pkg/kit/web"
	"herald/pkg/platform/session"
	"herald/pkg/platform/session/sessiontest"
)

const (
	Profile   = `"email":"x@y.com","countryCode":"CN","customerType":"person"`
	Post      = `"title":{"zh_CN":"a","en_US":"a","pt_BR":"a","zh_TW":"a"},"summary":{"zh_CN":"a","en_US":"a","pt_BR":"a","zh_TW":"a"},"content":{"zh_CN":"a","en_US":"a","pt_BR":"a","zh_TW":"a"},"audience":{"kind":"all"}`
	Picker    = `"title":"Shops","position":"query","key":"userId","ret":"name","url":"/aty/customerinfo/page","method":"GET","bodyList":[{"field":"name","title":"Name","index":1}]`
	Languages = `"languages":{"zh_CN":"a","en_US":"a","pt_BR":"a","zh_TW":"a"}`
	Message   = `"channel":"whatsapp","countryCode":"BR","message":{"type":"text","text":"hi"}`
)

// Run calls every write route once.
func (w *LossScenario) Run() {
	c := w.Users
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
	w.h.SignIn(w, w.Server, direct.User.Login)
	for _, r := range testkit.Data[web.Page[session.Row]](direct.Get("/oauth/session/page")).Records {
		if !r.Current {
			w.ids["session"] = r.ID
		}
	}
	w.tell(direct, "DELETE /oauth/session/{id}", "/oauth/session/{session}", "")
	w.tell(direct, "DELETE /oauth/logout", "/oauth/logout", "")
	w.again()
}

func (w *LossScenario) corrections() {
	admin := w.Users.Admin
	const path = "/aty/accountstatement"
	w.keep("line", admin, "POST "+path, path, `{"userId":"{direct}","businessType":"gift","amount":50}`)
	w.keep("line", admin, "PUT "+path, path, `{"serialNumber":"{line}","amount":60}`)
	w.keep("line", admin, "PUT "+path+"/account/type/update", path+"/account/type/update",
		`{"serialNumber":"{line}","businessType":"compensate"}`)
	w.tell(admin, "PUT "+path+"/approved", path+"/approved", `{"serialNumber":"{line}","approved":false}`)
	w.keep("line", admin, "PUT "+path+"/approved", path+"/approved", `{"serialNumber":"{line}","approved":true}`)
	w.tell(admin, "DELETE "+path+"/{id}", path+"/{line}", "")
}

func (w *LossScenario) agents() {
	admin, agent := w.Users.Admin, w.Users.Agent
	w.keep("second", admin, "POST /proxy", "/proxy", `{"name":"n","phone":"13811115555",`+Profile+`}`)
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
func (w *LossScenario) service() {
	admin, agent, direct := w.Users.Admin, w.Users.Agent, w.Users.Direct
	w.tell(admin, "PUT /lop/system/config/{key}", "/lop/system/config/saas.price", `{"value":10}`)
	w.tell(admin, "PUT /aty/customerinfo/activation/{id}", "/aty/customerinfo/activation/{direct}", "")
	w.tell(direct, "POST /pi/personal/info/buy/saas", "/pi/personal/info/buy/saas", "")
	w.tell(admin, "PUT /aty/customerinfo/give/saas/{id}", "/aty/customerinfo/give/saas/{direct}", "")
	w.tell(agent, "PUT /proxy/give/saas/{id}", "/proxy/give/saas/{customer}", "")
}

func (w *LossScenario) people() {
	admin, agent, customer := w.Users.Admin, w.Users.Agent, w.Users.Customer
	const info = "/aty/customerinfo"
	w.keep("made", agent, "POST "+info, info, `{"name":"n","phone":"13811112222",`+Profile+`}`)
	w.tell(agent, "PUT "+info, info, `{"userId":"{made}","name":"m","phone":"13811113333"}`)
	w.tell(agent, "PUT "+info+"/activation/{id}", info+"/activation/{made}", "")
	w.tell(admin, "POST "+info+"/upperbatch", info+"/upperbatch", `{"ids":["{made}"],"num":7}`)
	w.tell(agent, "PUT "+info+"/resetpw/{id}", info+"/resetpw/{made}", "")
	w.tell(agent, "PUT /blacklistuserinfo/lockOrUnlock", "/blacklistuserinfo/lockOrUnlock", `{"userId":"{made}","lock":true,"reason":"r"}`)
	w.tell(agent, "PUT /blacklistuserinfo/lockOrUnlock", "/blacklistuserinfo/lockOrUnlock", `{"userId":"{made}","lock":false}`)
	w.keep("below", customer, "POST "+info+"/secondary", info+"/secondary", `{"name":"n","phone":"13811114444",`+Profile+`}`)
	w.tell(agent, "DELETE "+info+"/{id}", info+"/{made}", "")
	w.tell(agent, "PUT "+info+"/gen/appkey/security/{id}", info+"/gen/appkey/security/{customer}", "")
	w.tell(customer, "PUT /pi/personal/info/refresh/security", "/pi/personal/info/refresh/security", "")
	w.tell(agent, "PUT "+info+"/cancel/appkey/security/{id}", info+"/cancel/appkey/security/{customer}", "")
	w.tell(customer, "PUT /pi/personal/info", "/pi/personal/info", `{"nickname":"nick"}`)
	w.tell(customer, "POST /pi/personal/info/verification", "/pi/personal/info/verification", "")
	w.tell(customer, "PUT /pi/personal/info/streak", "/pi/personal/info/streak", "")
	w.tell(w.Users.OtherSecondary, "PUT /pi/personal/info/pass", "/pi/personal/info/pass",
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

func (w *LossScenario) audience() {
	direct := w.Users.Direct
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
	w.keep("risk", direct, "POST "+RiskPath, RiskPath, `{"name":"n","countryCode":"BR"}`)
	w.tell(direct, "PUT "+RiskPath, RiskPath, `{"id":"{risk}","name":"m"}`)
	w.keep("riskImport", direct, "POST "+RiskPath+"/{id}/import", RiskPath+"/{risk}/import", `{"fileId":"{file}"}`)
	w.tell(direct, "POST "+RiskPath+"/{id}/member", RiskPath+"/{risk}/member", `{"phoneNumbers":["5511987650009"]}`)
	w.tell(direct, "DELETE "+RiskPath+"/{id}/member", RiskPath+"/{risk}/member", `{"phoneNumbers":["5511987654322"]}`)
	w.keep("noRisk", direct, "POST "+RiskPath, RiskPath, `{"name":"e","countryCode":"BR"}`)
	w.tell(direct, "DELETE "+RiskPath+"/{id}", RiskPath+"/{noRisk}", "")
	w.tell(direct, "POST /aty/consent/import", "/aty/consent/import",
		`{"fileId":"{file}","state":"given","purpose":"marketing","source":"form"}`)
	w.tell(direct, "POST /aty/consent", "/aty/consent",
		`{"phoneNumber":"5511987654321","state":"given","purpose":"marketing","source":"form","evidence":"yes"}`)
}

func (w *LossScenario) posts() {
	admin, direct := w.Users.Admin, w.Users.Direct
	for _, room := range []string{"/im/announcement", "/im/notice"} {
		for _, name := range []string{"now", "gone"} {
			w.keep(name, admin, "POST "+room, room, `{"noticeType":1,`+Post+`}`)
		}
		w.keep("soon", admin, "POST "+room, room, `{"noticeType":1,"publishTime":"`+w.Kit.Now().Add(20*24*time.Hour).Format(time.RFC3339)+`",`+
			Post+`}`)
		w.tell(admin, "PUT "+room, room, `{"id":"{now}","noticeType":1,`+Post+`}`)
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

func (w *LossScenario) house() {
	admin := w.Users.Admin
	w.tell(admin, "POST /virtual/currency/address", "/virtual/currency/address",
		`{"platform":"TRONSCAN","addresses":["`+AddressPools["TRONSCAN"][0]+
			`","`+AddressPools["TRONSCAN"][1]+`"]}`)
	w.keep("topup", w.Users.Direct, "POST /pay/order", "/pay/order", `{"amount":300,"payType":7}`)
	w.tell(admin, "POST /pay/rate", "/pay/rate", `{"code":"USDT","rate":7.1}`)
	w.tell(admin, "PUT /pay/rate/{id}", "/pay/rate/USDT", `{"rate":7.2}`)
	const coins = "/virtual/currency/order/recharge"
	w.tell(admin, "PUT /aty/customerinfo", "/aty/customerinfo",
		`{"userId":"{direct}","countryCode":"BR","customerType":"person","usdtAuth":true}`)
	w.keep("coins", w.Users.Direct, "POST /pay/order", "/pay/order", `{"payType":5}`)
	w.tell(w.Users.Direct, "DELETE "+coins+"/expired/{id}", coins+"/expired/{coins}", "")
	w.tell(admin, "POST /lop/system/config", "/lop/system/config", `{"key":"order.settle.minutes","value":20}`)
	w.tell(admin, "PUT /lop/system/config/{key}", "/lop/system/config/order.settle.minutes", `{"value":30}`)
	w.tell(admin, "DELETE /lop/system/config/{key}", "/lop/system/config/order.settle.minutes", "")
	w.tell(admin, "PUT /conf/country", "/conf/country", `{"code":"BR","disabled":true}`)
	w.tell(admin, "PUT /conf/country", "/conf/country", `{"code":"BR","disabled":false}`)
	w.keep("entry", admin, "POST /system/dict", "/system/dict", `{"dictCode":"customer_type","value":"club","name":"Club",`+`"attributes":{`+
		Languages+`}}`)
	w.tell(admin, "PUT /system/dict", "/system/dict", `{"id":"{entry}","dictCode":"customer_type","value":"club","name":"Club 2",`+
		`"attributes":{`+Languages+`}}`)
	w.tell(admin, "DELETE /system/dict/{id}", "/system/dict/{entry}", "")
	w.tell(admin, "PUT /system/dict", "/system/dict",
		`{"id":"customer_type.person","dictCode":"customer_type","value":"person","name":"People",`+`"attributes":{`+Languages+`}}`)
	w.tell(admin, "PUT /system/dict/{id}/reset", "/system/dict/customer_type.person/reset", "")
	w.tell(admin, "POST /system/lov", "/system/lov", `{"keyword":"shops",`+Picker+`}`)
	w.tell(admin, "PUT /system/lov", "/system/lov", `{"id":"shops","keyword":"shops",`+Picker+`}`)
	w.tell(admin, "PUT /system/lov", "/system/lov", `{"keyword":"customer",`+Picker+`}`)
	w.tell(admin, "PUT /system/lov/{id}/reset", "/system/lov/customer/reset", "")
	w.tell(admin, "DELETE /system/lov/{id}", "/system/lov/shops", "")
	w.keep("dir", admin, "POST /system/menu", "/system/menu", `{"type":0,`+Languages+`}`)
	w.keep("in", admin, "POST /system/menu", "/system/menu", `{"type":0,"parentId":"{dir}",`+Languages+`}`)
	w.tell(admin, "PUT /system/menu", "/system/menu", `{"id":"{in}","type":0,"parentId":"{dir}",`+Languages+`}`)
	w.tell(admin, "PUT /system/menu/sort", "/system/menu/sort", `{"parentId":"{dir}","ids":["{in}"]}`)
	w.tell(admin, "DELETE /system/menu/{id}", "/system/menu/{in}", "")
}

// Silent checks that no secret is stored or logged: not in the tables, with their stored responses and audit, and
// not in the log.
func (w *LossScenario) Silent() {
	secrets := append(w.once, sessiontest.Password, "Quiet-Harbor-7", "Quiet-Harbor-8")
	for _, a := range []*sessiontest.Actor{w.Users.Admin, w.Users.Agent, w.Users.Customer, w.Users.Direct} {
		secrets = append(secrets, a.Token)
	}
	if len(w.once) != 2 || !strings.Contains(w.Cable.kept.String(), "5511987650001") {
		w.Errorf("%d secrets were told, and %d bytes written: this looks at the wrong thing", len(w.once), w.Cable.kept.Len())
	}
	for where, text := range map[string]string{"the tables": w.Cable.kept.String(), "the log": w.log.String()} {
		for _, secret := range secrets {
			if strings.Contains(text, secret) {
				w.Errorf("%s tell %.6s…", where, secret)
			}
		}
	}
}

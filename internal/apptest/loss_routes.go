package apptest

import (
	"bytes"
	"image"
	"image/png"
	"strings"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/kit/web"
	"herald/pkg/platform/session"
)

const (
	ProfileFields  = `"email":"x@y.com","countryCode":"CN","customerType":"person"`
	NoticeFields   = `"title":{"zh_CN":"a","en_US":"a","pt_BR":"a","zh_TW":"a"},"summary":{"zh_CN":"a","en_US":"a","pt_BR":"a","zh_TW":"a"},"content":{"zh_CN":"a","en_US":"a","pt_BR":"a","zh_TW":"a"},"audience":{"kind":"all"}`
	PickerFields   = `"title":"Shops","position":"query","key":"userId","ret":"name","url":"/aty/customerinfo/page","method":"GET","bodyList":[{"field":"name","title":"Name","index":1}]`
	LanguageFields = `"languages":{"zh_CN":"a","en_US":"a","pt_BR":"a","zh_TW":"a"}`
	MessageFields  = `"channel":"whatsapp","countryCode":"BR","message":{"type":"text","text":"hi"}`
)

// Run calls every write route once.
func (w *LossScenario) Run() {
	c := w.Users
	admin, agent, customer, direct := c.Admin, c.Agent, c.Customer, c.Direct
	for _, m := range [][2]string{{"recharge", "1000"}, {"give", "7"}, {"rebate", "5"}, {"withdrawal", "3"}} {
		w.call(admin, "PUT /aty/customerinfo/"+m[0], "/aty/customerinfo/"+m[0], `{"userId":"{agent}","amount":`+m[1]+`}`)
	}
	w.call(admin, "PUT /aty/customerinfo/recharge", "/aty/customerinfo/recharge", `{"userId":"{direct}","amount":500}`)
	w.saas()
	w.call(agent, "PUT /aty/customerinfo/recharge", "/aty/customerinfo/recharge", `{"userId":"{customer}","amount":200}`)
	w.call(agent, "PUT /aty/customerinfo/{userId}/{num}", "/aty/customerinfo/{customer}/-1.50", "")
	w.call(customer, "POST /aty/customerinfo/amounts/move", "/aty/customerinfo/amounts/move",
		`{"fromUserId":"{customer}","toUserId":"{secondary}","amount":3}`)
	w.corrections()
	w.call(admin, "POST /aty/accountstatement/reconcile", "/aty/accountstatement/reconcile", "")
	const charge = "/aty/customerinfo/price/charge/"
	w.call(admin, "POST "+charge+"save", charge+"save", `{"userId":"platform","service":"bulk.whatsapp","countryCode":"*","price":2}`)
	w.call(admin, "POST "+charge+"save", charge+"save", `{"userId":"{direct}","service":"bulk.whatsapp","countryCode":"BR","price":3}`)
	w.call(admin, "DELETE "+charge+"del/{id}", charge+"del/{direct}.bulk.whatsapp.BR", "")
	w.agents()
	w.people()
	w.audience()
	w.servicers()
	w.recordings()
	w.orders()
	w.groups()
	w.templates()
	w.emailTemplates()
	w.emails()
	w.inbox()
	w.emailSenders()
	w.shunt()
	w.leads()
	w.comments()
	w.numbers()
	w.notices()
	w.system()
	w.fixture.SignIn(w, w.Server, direct.User.Login)
	for _, r := range testkit.Data[web.Page[session.Row]](direct.Get("/oauth/session/page")).Records {
		if !r.Current {
			w.ids["session"] = r.ID
		}
	}
	w.call(direct, "DELETE /oauth/session/{id}", "/oauth/session/{session}", "")
	w.call(direct, "DELETE /oauth/logout", "/oauth/logout", "")
	w.signIn()
}

func (w *LossScenario) corrections() {
	admin := w.Users.Admin
	const path = "/aty/accountstatement"
	w.create("line", admin, "POST "+path, path, `{"userId":"{direct}","businessType":"gift","amount":50}`)
	w.create("line", admin, "PUT "+path, path, `{"serialNumber":"{line}","amount":60}`)
	w.create("line", admin, "PUT "+path+"/account/type/update", path+"/account/type/update",
		`{"serialNumber":"{line}","businessType":"compensate"}`)
	w.call(admin, "PUT "+path+"/approved", path+"/approved", `{"serialNumber":"{line}","approved":false}`)
	w.create("line", admin, "PUT "+path+"/approved", path+"/approved", `{"serialNumber":"{line}","approved":true}`)
	w.call(admin, "DELETE "+path+"/{id}", path+"/{line}", "")
}

func (w *LossScenario) agents() {
	admin, agent := w.Users.Admin, w.Users.Agent
	w.create("second", admin, "POST /proxy", "/proxy", `{"name":"n","phone":"13811115555",`+ProfileFields+`}`)
	w.call(admin, "PUT /proxy", "/proxy", `{"userId":"{second}","name":"m","countryCode":"CN"}`)
	w.call(admin, "PUT /proxy/activation/{id}", "/proxy/activation/{second}", "")
	w.call(admin, "DELETE /proxy/{id}", "/proxy/{second}", "")
	const list, line = "/proxy/service/price", "/proxy/statement"
	w.create("listed", agent, "POST "+list, list, `{"service":"bulk.whatsapp","countryCode":"*","price":4}`)
	w.call(agent, "PUT "+list, list, `{"id":"{listed}","price":5}`)
	w.call(agent, "DELETE "+list+"/{id}", list+"/{listed}", "")
	w.call(agent, "POST "+line+"/recharge/{uid}/{rechargeNum}", line+"/recharge/{customer}/7", "")
	w.call(agent, "PUT /proxy/rebate", "/proxy/rebate", `{"userId":"{customer}","amount":3}`)
	w.create("taken", agent, "PUT /proxy/withdrawal", "/proxy/withdrawal", `{"userId":"{customer}","amount":2}`)
	w.call(agent, "PUT "+line+"/approved", line+"/approved", `{"serialNumber":"{taken}","approved":false}`)
	w.create("prices", admin, "POST /uf/uploadfile", "/uf/uploadfile", "service,countryCode,price\nbulk.whatsapp,BR,3\n")
	const charge = "/aty/customerinfo/price/charge/import"
	w.call(admin, "POST "+charge, charge, `{"userId":"{direct}","fileId":"{prices}"}`)
}

// saas sells a year of service at a price that all users can pay.
func (w *LossScenario) saas() {
	admin, agent, direct := w.Users.Admin, w.Users.Agent, w.Users.Direct
	w.call(admin, "PUT /lop/system/config/{key}", "/lop/system/config/saas.price", `{"value":10}`)
	w.call(admin, "PUT /aty/customerinfo/activation/{id}", "/aty/customerinfo/activation/{direct}", "")
	w.call(direct, "POST /pi/personal/info/buy/saas", "/pi/personal/info/buy/saas", "")
	w.call(admin, "PUT /aty/customerinfo/give/saas/{id}", "/aty/customerinfo/give/saas/{direct}", "")
	w.call(agent, "PUT /proxy/give/saas/{id}", "/proxy/give/saas/{customer}", "")
}

// notes are written about a customer by its agent and by staff; each deletes one of two.
func (w *LossScenario) notes() {
	const route, path = "/aty/customernote/{userId}", "/aty/customernote/{customer}"
	for _, who := range []*sessiontest.Actor{w.Users.Agent, w.Users.Admin} {
		w.create("note", who, "POST "+route, path, `{"text":"kept"}`)
		w.create("note", who, "POST "+route, path, `{"text":"deleted"}`)
		w.call(who, "DELETE "+route+"/{id}", path+"/{note}", "")
	}
}

func (w *LossScenario) people() {
	admin, agent, customer := w.Users.Admin, w.Users.Agent, w.Users.Customer
	const info = "/aty/customerinfo"
	w.create("made", agent, "POST "+info, info, `{"name":"n","phone":"13811112222",`+ProfileFields+`}`)
	w.call(agent, "PUT "+info, info, `{"userId":"{made}","name":"m","phone":"13811113333"}`)
	w.call(agent, "PUT "+info+"/activation/{id}", info+"/activation/{made}", "")
	w.call(admin, "POST "+info+"/upperbatch", info+"/upperbatch", `{"ids":["{made}"],"num":7}`)
	w.call(agent, "PUT "+info+"/resetpw/{id}", info+"/resetpw/{made}", "")
	w.call(agent, "PUT /blacklistuserinfo/lockOrUnlock", "/blacklistuserinfo/lockOrUnlock", `{"userId":"{made}","lock":true,"reason":"r"}`)
	w.call(agent, "PUT /blacklistuserinfo/lockOrUnlock", "/blacklistuserinfo/lockOrUnlock", `{"userId":"{made}","lock":false}`)
	w.notes()
	w.create("below", customer, "POST "+info+"/secondary", info+"/secondary", `{"name":"n","phone":"13811114444",`+ProfileFields+`}`)
	w.call(agent, "DELETE "+info+"/{id}", info+"/{made}", "")
	w.call(agent, "PUT "+info+"/gen/appkey/security/{id}", info+"/gen/appkey/security/{customer}", "")
	w.call(customer, "PUT /pi/personal/info/refresh/security", "/pi/personal/info/refresh/security", "")
	w.call(agent, "PUT "+info+"/cancel/appkey/security/{id}", info+"/cancel/appkey/security/{customer}", "")
	w.call(customer, "PUT /pi/personal/info", "/pi/personal/info", `{"nickname":"nick"}`)
	w.call(customer, "POST /pi/personal/info/verification", "/pi/personal/info/verification", "")
	w.call(customer, "PUT /pi/personal/info/streak", "/pi/personal/info/streak", "")
	w.views(customer)
	w.call(customer, "PUT /aty/customerinfo/balance/alert", "/aty/customerinfo/balance/alert", `{"threshold":100}`)
	w.call(w.Users.OtherSecondary, "PUT /pi/personal/info/pass", "/pi/personal/info/pass",
		`{"oldPass":"Tidal-Fern-92","newPass":"Quiet-Harbor-7","confirmPass":"Quiet-Harbor-7"}`)
	w.create("staff", admin, "POST /sysuser", "/sysuser", `{"username":"clerk","name":"Clerk","password":"Quiet-Harbor-7","roles":["admin"]}`)
	w.call(admin, "PUT /sysuser", "/sysuser", `{"id":"{staff}","name":"Clerk 2"}`)
	w.call(admin, "PUT /sysuser/pass/{id}", "/sysuser/pass/{staff}", `{"password":"Quiet-Harbor-8"}`)
	w.call(admin, "PUT /sysuser/status", "/sysuser/status?id={staff}&status=locked", "")
	w.call(admin, "PUT /sysuser/status/{id}", "/sysuser/status/{staff}?status=active", "")
	w.call(admin, "PUT /sysuser", "/sysuser", `{"id":"{staff}","roles":["finance"]}`)
	w.call(admin, "PUT /aty/sysuser/scope/{id}", "/aty/sysuser/scope/{staff}", `{"userIds":["{agent}"]}`)
	w.call(admin, "DELETE /aty/sysuser/scope/{id}", "/aty/sysuser/scope/{staff}", "")
	w.call(admin, "DELETE /sysuser/{id}", "/sysuser/{staff}", "")
	w.call(admin, "POST /system/role", "/system/role", `{"code":"clerks","name":"Clerks","types":[1],"permissions":["system:role:page"]}`)
	w.call(admin, "PUT /system/role", "/system/role", `{"code":"clerks","name":"Clerks 2","types":[1],"permissions":["system:role:page"]}`)
	w.call(admin, "DELETE /system/role/{code}", "/system/role/clerks", "")
}

func (w *LossScenario) audience() {
	direct := w.Users.Direct
	const group, block = "/aty/contactsgroup", "/aty/suppression"
	w.create("group", direct, "POST "+group, group, `{"name":"n","countryCode":"BR"}`)
	w.call(direct, "PUT "+group, group, `{"id":"{group}","name":"m"}`)
	w.create("file", direct, "POST /uf/uploadfile", "/uf/uploadfile", "phoneNumber\n5511987654321\n5511987654322\n")
	w.create("contacts", direct, "POST /uf/uploadfile/contact", "/uf/uploadfile/contact", "phoneNumber\n5511987654323\n")
	w.create("picture", direct, "POST /uf/uploadfile/picture", "/uf/uploadfile/picture", picture())
	w.call(direct, "POST /uf/uploadfile/presign", "/uf/uploadfile/presign", `{"name":"n.txt","size":100}`)
	w.create("import", direct, "POST "+group+"/{id}/import", group+"/{group}/import", `{"fileId":"{contacts}"}`)
	w.call(direct, "DELETE "+group+"/{id}/member", group+"/{group}/member", `{"phoneNumbers":["5511987654399"]}`)
	w.call(direct, "POST "+group+"/{id}/member", group+"/{group}/member", `{"phoneNumbers":["5511987654398"]}`)
	w.create("other", direct, "POST "+group, group, `{"name":"o","countryCode":"BR"}`)
	w.call(direct, "POST "+group+"/merge", group+"/merge", `{"name":"both","ids":["{group}","{other}"]}`)
	w.call(direct, "POST "+group+"/{id}/copy", group+"/{group}/copy", `{"name":"copy"}`)
	w.call(direct, "POST "+group+"/{id}/split", group+"/{group}/split", `{"names":["a","b"]}`)
	w.call(direct, "POST "+group+"/{id}/difference", group+"/{group}/difference", `{"name":"rest","ids":["{other}"]}`)
	w.create("empty", direct, "POST "+group, group, `{"name":"e","countryCode":"BR"}`)
	w.call(direct, "DELETE "+group+"/{id}", group+"/{empty}", "")
	w.create("held", direct, "POST "+block, block, `{"phoneNumber":"5511987650001","scope":"tenant","reason":"r"}`)
	w.create("held2", direct, "POST "+block, block, `{"phoneNumber":"5511987650002","scope":"tenant","reason":"r"}`)
	w.create("held3", direct, "POST "+block, block, `{"phoneNumber":"5511987650003","scope":"tenant","reason":"r"}`)
	w.call(direct, "DELETE "+block+"/{id}", block+"/{held}", "")
	w.call(direct, "DELETE "+block, block, `{"ids":["{held2}"],"reason":"r"}`)
	w.create("blocking", direct, "POST "+block+"/import", block+"/import", `{"fileId":"{file}","scope":"tenant"}`)
	w.create("risk", direct, "POST "+RiskPath, RiskPath, `{"name":"n","countryCode":"BR"}`)
	w.call(direct, "PUT "+RiskPath, RiskPath, `{"id":"{risk}","name":"m"}`)
	w.create("riskImport", direct, "POST "+RiskPath+"/{id}/import", RiskPath+"/{risk}/import", `{"fileId":"{file}"}`)
	w.call(direct, "POST "+RiskPath+"/{id}/member", RiskPath+"/{risk}/member", `{"phoneNumbers":["5511987650009"]}`)
	w.call(direct, "DELETE "+RiskPath+"/{id}/member", RiskPath+"/{risk}/member", `{"phoneNumbers":["5511987654322"]}`)
	w.create("noRisk", direct, "POST "+RiskPath, RiskPath, `{"name":"e","countryCode":"BR"}`)
	w.call(direct, "DELETE "+RiskPath+"/{id}", RiskPath+"/{noRisk}", "")
	w.call(direct, "POST /aty/consent/import", "/aty/consent/import",
		`{"fileId":"{file}","state":"given","purpose":"marketing","source":"form"}`)
	w.call(direct, "POST /aty/consent", "/aty/consent",
		`{"phoneNumber":"5511987654321","state":"given","purpose":"marketing","source":"form","evidence":"yes"}`)
}

func (w *LossScenario) notices() {
	admin, direct := w.Users.Admin, w.Users.Direct
	for _, room := range []string{"/im/announcement", "/im/notice"} {
		for _, name := range []string{"now", "gone"} {
			w.create(name, admin, "POST "+room, room, `{"noticeType":1,`+NoticeFields+`}`)
		}
		w.create("soon", admin, "POST "+room, room, `{"noticeType":1,"publishTime":"`+w.Kit.Now().Add(20*24*time.Hour).Format(time.RFC3339)+`",`+
			NoticeFields+`}`)
		w.call(admin, "PUT "+room, room, `{"id":"{now}","noticeType":1,`+NoticeFields+`}`)
		w.call(admin, "PUT "+room+"/publish/now", room+"/publish/now?id={now}", "")
		w.call(admin, "PUT "+room+"/cancel", room+"/cancel?id={soon}", "")
		w.call(admin, "DELETE "+room+"/{id}", room+"/{gone}", "")
		if room == "/im/notice" {
			w.call(direct, "PUT "+room+"/read/{userId}/{messageType}", room+"/read/{direct}/1", "")
			w.call(direct, "PUT "+room+"/read", room+"/read?id={now}", "")
		} else {
			w.call(direct, "PUT "+room+"/read/{userId}/{id}", room+"/read/{direct}/{now}", "")
		}
		w.call(admin, "PUT "+room+"/revoke", room+"/revoke?id={now}", "")
	}
}

func (w *LossScenario) system() {
	admin := w.Users.Admin
	w.call(admin, "POST /virtual/currency/address", "/virtual/currency/address",
		`{"platform":"TRONSCAN","addresses":["`+AddressPools["TRONSCAN"][0]+
			`","`+AddressPools["TRONSCAN"][1]+`"]}`)
	w.create("topup", w.Users.Direct, "POST /pay/order", "/pay/order", `{"amount":300,"payType":7}`)
	w.call(admin, "POST /pay/rate", "/pay/rate", `{"code":"USDT","rate":7.1}`)
	w.call(admin, "PUT /pay/rate/{id}", "/pay/rate/USDT", `{"rate":7.2}`)
	const coins = "/virtual/currency/order/recharge"
	w.call(admin, "PUT /aty/customerinfo", "/aty/customerinfo",
		`{"userId":"{direct}","countryCode":"BR","customerType":"person","usdtAuth":true}`)
	w.create("coins", w.Users.Direct, "POST /pay/order", "/pay/order", `{"payType":5}`)
	w.call(w.Users.Direct, "DELETE "+coins+"/expired/{id}", coins+"/expired/{coins}", "")
	w.call(admin, "POST /lop/system/config", "/lop/system/config", `{"key":"order.settle.minutes","value":20}`)
	w.call(admin, "PUT /lop/system/config/{key}", "/lop/system/config/order.settle.minutes", `{"value":30}`)
	w.call(admin, "DELETE /lop/system/config/{key}", "/lop/system/config/order.settle.minutes", "")
	const account = "/lop/provider/account"
	w.create("account", admin, "POST "+account, account, `{"provider":"whatsapp","name":"Second",`+
		`"values":{"phoneNumberId":"9","wabaId":"9"},"keys":{"token":"secret-token","appSecret":"secret-app","verifyToken":"secret-verify"}}`)
	w.call(admin, "PUT "+account, account, `{"id":"{account}","name":"Third","keys":{"appSecret":"secret-other"}}`)
	w.call(admin, "PUT "+account+"/usable", account+"/usable", `{"id":"{account}","usable":false}`)
	w.call(admin, "PUT "+account+"/{id}/check", account+"/{account}/check", "")
	w.create("gone", admin, "POST "+account, account, `{"provider":"whatsapp","name":"Gone",`+
		`"values":{"phoneNumberId":"8","wabaId":"8"},"keys":{"token":"secret-token","appSecret":"secret-app","verifyToken":"secret-verify"}}`)
	w.call(admin, "DELETE "+account+"/{id}", account+"/{gone}", "")
	w.call(admin, "PUT /conf/country", "/conf/country", `{"code":"BR","disabled":true}`)
	w.call(admin, "PUT /conf/country", "/conf/country", `{"code":"BR","disabled":false}`)
	w.create("entry", admin, "POST /system/dict", "/system/dict", `{"dictCode":"customer_type","value":"club","name":"Club",`+`"attributes":{`+
		LanguageFields+`}}`)
	w.call(admin, "PUT /system/dict", "/system/dict", `{"id":"{entry}","dictCode":"customer_type","value":"club","name":"Club 2",`+
		`"attributes":{`+LanguageFields+`}}`)
	w.call(admin, "DELETE /system/dict/{id}", "/system/dict/{entry}", "")
	w.call(admin, "PUT /system/dict", "/system/dict",
		`{"id":"customer_type.person","dictCode":"customer_type","value":"person","name":"People",`+`"attributes":{`+LanguageFields+`}}`)
	w.call(admin, "PUT /system/dict/{id}/reset", "/system/dict/customer_type.person/reset", "")
	w.call(admin, "POST /system/lov", "/system/lov", `{"keyword":"shops",`+PickerFields+`}`)
	w.call(admin, "PUT /system/lov", "/system/lov", `{"id":"shops","keyword":"shops",`+PickerFields+`}`)
	w.call(admin, "PUT /system/lov", "/system/lov", `{"keyword":"customer",`+PickerFields+`}`)
	w.call(admin, "PUT /system/lov/{id}/reset", "/system/lov/customer/reset", "")
	w.call(admin, "DELETE /system/lov/{id}", "/system/lov/shops", "")
	w.create("dir", admin, "POST /system/menu", "/system/menu", `{"type":0,`+LanguageFields+`}`)
	w.create("in", admin, "POST /system/menu", "/system/menu", `{"type":0,"parentId":"{dir}",`+LanguageFields+`}`)
	w.call(admin, "PUT /system/menu", "/system/menu", `{"id":"{in}","type":0,"parentId":"{dir}",`+LanguageFields+`}`)
	w.call(admin, "PUT /system/menu/sort", "/system/menu/sort", `{"parentId":"{dir}","ids":["{in}"]}`)
	w.call(admin, "DELETE /system/menu/{id}", "/system/menu/{in}", "")
}

// CheckSecrets fails the test when a secret is in a table, with its stored responses and audit, or in the log.
func (w *LossScenario) CheckSecrets() {
	secrets := append(w.secrets, sessiontest.Password, "Quiet-Harbor-7", "Quiet-Harbor-8")
	for _, a := range []*sessiontest.Actor{w.Users.Admin, w.Users.Agent, w.Users.Customer, w.Users.Direct} {
		secrets = append(secrets, a.Token)
	}
	if len(w.secrets) != 2 || !strings.Contains(w.Transport.written.String(), "5511987650001") {
		w.Errorf("%d secrets were told, and %d bytes written: this looks at the wrong thing", len(w.secrets), w.Transport.written.Len())
	}
	for where, text := range map[string]string{"the tables": w.Transport.written.String(), "the log": w.log.String()} {
		for _, secret := range secrets {
			if strings.Contains(text, secret) {
				w.Errorf("%s tell %.6s…", where, secret)
			}
		}
	}
}

// picture is the content of a small one.
func picture() string {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		panic(err)
	}
	return b.String()
}

// views calls the writes of saved views.
func (w *LossScenario) views(who *sessiontest.Actor) {
	const path = "/pi/personal/info/view"
	w.create("view", who, "POST "+path, path, `{"list":"orders","name":"v","query":"status=1"}`)
	w.call(who, "PUT "+path, path, `{"list":"orders","id":"{view}","name":"w"}`)
	w.call(who, "DELETE "+path+"/{id}", path+"/{view}?list=orders", "")
}

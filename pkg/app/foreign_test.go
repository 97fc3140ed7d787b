package app

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"herald/pkg/campaign/bulk"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/price"
	"herald/pkg/kit/config"
	"herald/pkg/kit/money"
	"herald/pkg/kit/sheet/excel"
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/web"
	"herald/pkg/platform/notice"
	"herald/pkg/platform/notice/clean"
	"herald/pkg/platform/session/sessiontest"
	"herald/pkg/provider"
)

// victim is somebody else's things.
type victim struct {
	user, secondary, group, task, file, order, draft, price, notice, blocked, blocking, line, topup, coins, template,
	conversation, risk, riskTask, copied, copying, servicer, service, building, plan, recording, calling, script string
}

// call is a request that names one of the victim's things.
type theft struct {
	path string
	body any
}

// named says how each route names things. A route that names none stands in harmless: together they must be the whole table.
var named = map[string]func(v victim) theft{
	"GET /aty/accountstatement/page":       func(v victim) theft { return theft{"/aty/accountstatement/page?userId=" + v.user, nil} },
	"GET /aty/customerinfo/selector":       func(v victim) theft { return theft{"/aty/customerinfo/selector?houseId=" + v.user, nil} },
	"GET /aty/customerinfo/statement/page": func(v victim) theft { return theft{"/aty/customerinfo/statement/page?userId=" + v.user, nil} },
	"PUT /aty/contactsgroup":               func(v victim) theft { return theft{"/aty/contactsgroup", obj{"id": v.group, "name": "stolen"}} },
	"POST /aty/contactsgroup": func(v victim) theft {
		return theft{"/aty/contactsgroup", obj{"name": "x", "countryCode": "BR", "customerId": v.user}}
	},
	"DELETE /aty/contactsgroup/{id}": func(v victim) theft { return theft{"/aty/contactsgroup/" + v.group, nil} },
	"GET /uf/uploadfile/{id}":        func(v victim) theft { return theft{"/uf/uploadfile/" + v.file, nil} },
	"GET /aty/contactsgroup/{id}":    func(v victim) theft { return theft{"/aty/contactsgroup/" + v.group, nil} },
	"POST /aty/contactsgroup/{id}/import": func(v victim) theft {
		return theft{"/aty/contactsgroup/" + v.group + "/import",
			obj{"fileId": v.file}}
	},
	"GET /aty/contactsgroup/{id}/import/{taskId}": func(v victim) theft {
		return theft{"/aty/contactsgroup/" + v.group + "/import/" + v.task,
			nil}
	},
	"GET /aty/contactsgroup/{id}/import/{taskId}/row/page": func(v victim) theft {
		return theft{"/aty/contactsgroup/" + v.group + "/import/" + v.task + "/row/page", nil}
	},
	"GET /aty/contactsgroup/{id}/history/page": func(v victim) theft { return theft{"/aty/contactsgroup/" + v.group + "/history/page", nil} },
	"GET /aty/contactsgroup/{id}/task/{taskId}": func(v victim) theft {
		return theft{"/aty/contactsgroup/" + v.copied + "/task/" + v.copying,
			nil}
	},
	"POST /aty/contactsgroup/{id}/member": func(v victim) theft {
		return theft{"/aty/contactsgroup/" + v.group + "/member", obj{"phoneNumbers": []string{"5511987654321"}}}
	},
	"POST /aty/contactsgroup/merge": func(v victim) theft {
		return theft{"/aty/contactsgroup/merge", obj{"name": "stolen", "ids": []string{v.group, v.copied}}}
	},
	"POST /aty/contactsgroup/{id}/copy": func(v victim) theft {
		return theft{"/aty/contactsgroup/" + v.group + "/copy",
			obj{"name": "stolen"}}
	},
	"POST /aty/contactsgroup/{id}/split": func(v victim) theft {
		return theft{"/aty/contactsgroup/" + v.group + "/split", obj{"names": []string{"a", "b"}}}
	},
	"POST /aty/contactsgroup/{id}/difference": func(v victim) theft {
		return theft{"/aty/contactsgroup/" + v.group + "/difference", obj{"name": "stolen", "ids": []string{v.copied}}}
	},
	"GET /aty/contactsgroup/audiencenum":      func(v victim) theft { return theft{"/aty/contactsgroup/audiencenum?ids=" + v.group, nil} },
	"GET /aty/contactsgroup/{id}/screen":      func(v victim) theft { return theft{"/aty/contactsgroup/" + v.group + "/screen", nil} },
	"POST /aty/contactsgroup/{id}/screen":     func(v victim) theft { return theft{"/aty/contactsgroup/" + v.group + "/screen", nil} },
	"PUT /aty/contactsgroup/{id}/screen/stop": func(v victim) theft { return theft{"/aty/contactsgroup/" + v.group + "/screen/stop", nil} },
	"POST /aty/contactsgroup/{id}/activetime": func(v victim) theft { return theft{"/aty/contactsgroup/" + v.group + "/activetime", nil} },
	"DELETE /aty/contactsgroup/{id}/member": func(v victim) theft {
		return theft{"/aty/contactsgroup/" + v.group + "/member", obj{"phoneNumbers": []string{"5511987654321"}}}
	},
	"POST /gc/gcAlternateOrder/readFile": func(v victim) theft {
		return theft{"/gc/gcAlternateOrder/readFile", obj{"fileId": v.file, "countryCode": "BR"}}
	},
	"GET /gc/gcAlternateOrder/exportFail": func(v victim) theft {
		return theft{"/gc/gcAlternateOrder/exportFail?countryCode=BR&fileId=" + v.file, nil}
	},
	"PUT /aty/riskgroup": func(v victim) theft { return theft{"/aty/riskgroup", obj{"id": v.risk, "name": "stolen"}} },
	"POST /aty/riskgroup": func(v victim) theft {
		return theft{"/aty/riskgroup", obj{"name": "x", "countryCode": "BR", "customerId": v.user}}
	},
	"GET /aty/riskgroup/{id}/screen":      func(v victim) theft { return theft{"/aty/riskgroup/" + v.risk + "/screen", nil} },
	"POST /aty/riskgroup/{id}/screen":     func(v victim) theft { return theft{"/aty/riskgroup/" + v.risk + "/screen", nil} },
	"PUT /aty/riskgroup/{id}/screen/stop": func(v victim) theft { return theft{"/aty/riskgroup/" + v.risk + "/screen/stop", nil} },
	"POST /aty/riskgroup/{id}/activetime": func(v victim) theft { return theft{"/aty/riskgroup/" + v.risk + "/activetime", nil} },
	"GET /aty/riskgroup/{id}":             func(v victim) theft { return theft{"/aty/riskgroup/" + v.risk, nil} },
	"DELETE /aty/riskgroup/{id}":          func(v victim) theft { return theft{"/aty/riskgroup/" + v.risk, nil} },
	"POST /aty/riskgroup/{id}/import": func(v victim) theft {
		return theft{"/aty/riskgroup/" + v.risk + "/import",
			obj{"fileId": v.file}}
	},
	"GET /aty/riskgroup/{id}/import/{taskId}": func(v victim) theft {
		return theft{"/aty/riskgroup/" + v.risk + "/import/" + v.riskTask,
			nil}
	},
	"GET /aty/riskgroup/{id}/member/page": func(v victim) theft { return theft{"/aty/riskgroup/" + v.risk + "/member/page", nil} },
	"GET /aty/riskgroup/{id}/export":      func(v victim) theft { return theft{"/aty/riskgroup/" + v.risk + "/export", nil} },
	"POST /aty/riskgroup/{id}/member": func(v victim) theft {
		return theft{"/aty/riskgroup/" + v.risk + "/member", obj{"phoneNumbers": []string{"5511987654321"}}}
	},
	"DELETE /aty/riskgroup/{id}/member": func(v victim) theft {
		return theft{"/aty/riskgroup/" + v.risk + "/member", obj{"phoneNumbers": []string{"5511987654321"}}}
	},
	"PUT /aty/customerservicer": func(v victim) theft {
		return theft{"/aty/customerservicer", obj{"id": v.servicer, "name": "stolen", "phone": "5511987654321"}}
	},
	"POST /aty/customerservicer": func(v victim) theft {
		return theft{"/aty/customerservicer", obj{"name": "x", "phone": "5511987654321", "customerId": v.user}}
	},
	"DELETE /aty/customerservicer/{id}": func(v victim) theft { return theft{"/aty/customerservicer/" + v.servicer, nil} },
	"PUT /aty/customerserviceraccount": func(v victim) theft {
		return theft{"/aty/customerserviceraccount", obj{"id": v.service, "servicerId": ""}}
	},
	"POST /aty/customerserviceraccount": func(v victim) theft {
		return theft{"/aty/customerserviceraccount", obj{"phoneNumber": "5511987654329", "countryCode": "BR", "servicerId": v.servicer}}
	},
	"PUT /aty/customerserviceraccount/usable": func(v victim) theft {
		return theft{"/aty/customerserviceraccount/usable", obj{"id": v.service, "usable": false}}
	},
	"DELETE /aty/customerserviceraccount/{id}": func(v victim) theft { return theft{"/aty/customerserviceraccount/" + v.service, nil} },
	"DELETE /aty/suppression/{id}":             func(v victim) theft { return theft{"/aty/suppression/" + v.blocked, nil} },
	"POST /aty/suppression": func(v victim) theft {
		return theft{"/aty/suppression", obj{"phoneNumber": "5511987654321", "scope": "tenant", "customerId": v.user}}
	},
	"POST /aty/consent": func(v victim) theft {
		return theft{"/aty/consent", obj{"phoneNumber": "5511987654321", "state": "given", "purpose": "marketing", "source": "form",
			"evidence": "yes", "customerId": v.user}}
	},
	"POST /aty/consent/import": func(v victim) theft {
		return theft{"/aty/consent/import", obj{"fileId": v.file, "state": "given", "purpose": "marketing", "source": "form"}}
	},
	"POST /aty/suppression/import": func(v victim) theft {
		return theft{"/aty/suppression/import", obj{"fileId": v.file, "scope": "tenant"}}
	},
	"GET /aty/suppression/import/{taskId}": func(v victim) theft { return theft{"/aty/suppression/import/" + v.blocking, nil} },
	"GET /aty/contactsgroup/{id}/export":   func(v victim) theft { return theft{"/aty/contactsgroup/" + v.group + "/export", nil} },
	"GET /gc/groupsendorder/{id}/export":   func(v victim) theft { return theft{"/gc/groupsendorder/" + v.order + "/export", nil} },
	"GET /aty/accountstatement/export":     func(v victim) theft { return theft{"/aty/accountstatement/export?userId=" + v.user, nil} },
	"GET /aty/accountstatement/recharge/allrecord/export": func(v victim) theft {
		return theft{"/aty/accountstatement/recharge/allrecord/export?userId=" + v.user, nil}
	},
	"GET /uf/export/{taskId}":                 func(v victim) theft { return theft{"/uf/export/" + v.task, nil} },
	"GET /aty/contactsgroup/{id}/member/page": func(v victim) theft { return theft{"/aty/contactsgroup/" + v.group + "/member/page", nil} },
	"POST /aty/customerinfo/amounts/move": func(v victim) theft {
		return theft{"/aty/customerinfo/amounts/move", obj{"fromUserId": v.user, "toUserId": v.secondary, "amount": 1}}
	},
	"PUT /aty/customerinfo/give":   func(v victim) theft { return theft{"/aty/customerinfo/give", obj{"userId": v.user, "amount": 1}} },
	"PUT /aty/customerinfo/rebate": func(v victim) theft { return theft{"/aty/customerinfo/rebate", obj{"userId": v.user, "amount": 1}} },
	"PUT /aty/customerinfo/recharge": func(v victim) theft {
		return theft{"/aty/customerinfo/recharge", obj{"userId": v.user, "amount": 1, "currency": "RMB"}}
	},
	"PUT /aty/customerinfo/withdrawal": func(v victim) theft {
		return theft{"/aty/customerinfo/withdrawal",
			obj{"userId": v.user, "amount": 1}}
	},
	"PUT /aty/customerinfo/{userId}/{num}": func(v victim) theft { return theft{"/aty/customerinfo/" + v.user + "/-1.50", nil} },
	"GET /aty/customerinfo":                func(v victim) theft { return theft{"/aty/customerinfo?userId=" + v.user, nil} },
	"GET /aty/customerinfo/{id}":           func(v victim) theft { return theft{"/aty/customerinfo/" + v.user, nil} },
	"DELETE /aty/customerinfo/{id}":        func(v victim) theft { return theft{"/aty/customerinfo/" + v.user, nil} },
	"PUT /aty/customerinfo": func(v victim) theft {
		return theft{"/aty/customerinfo",
			obj{"userId": v.user, "name": "stolen"}}
	},
	"POST /aty/customerinfo/secondary": func(v victim) theft {
		return theft{"/aty/customerinfo/secondary",
			obj{"parentId": v.user, "name": "x", "phone": "13900009999", "email": "x@y.com", "countryCode": "CN", "customerType": "person"}}
	},
	"PUT /aty/customerinfo/resetpw/{id}": func(v victim) theft { return theft{"/aty/customerinfo/resetpw/" + v.user, nil} },
	"DELETE /aty/customerinfo/price/charge/del/{id}": func(v victim) theft {
		return theft{"/aty/customerinfo/price/charge/del/" + v.price,
			nil}
	},
	"GET /aty/customerinfo/price/charge/page": func(v victim) theft {
		return theft{"/aty/customerinfo/price/charge/page?userId=" +
			v.user, nil}
	},
	"POST /aty/customerinfo/price/charge/save": func(v victim) theft {
		return theft{"/aty/customerinfo/price/charge/save", obj{"userId": v.user, "service": "bulk.whatsapp", "countryCode": "*", "price": 1}}
	},
	"GET /blacklistuserinfo/getBlacklistuserinfo": func(v victim) theft {
		return theft{"/blacklistuserinfo/getBlacklistuserinfo?userId=" +
			v.user, nil}
	},
	"PUT /blacklistuserinfo/lockOrUnlock": func(v victim) theft {
		return theft{"/blacklistuserinfo/lockOrUnlock", obj{"userId": v.user, "lock": true}}
	},
	"POST /gc/groupsendorder":          func(v victim) theft { return theft{"/gc/groupsendorder", wish(v.group)} },
	"POST /gc/groupsendorder/estimate": func(v victim) theft { return theft{"/gc/groupsendorder/estimate", wish(v.group)} },
	"PUT /gc/groupsendorder/draft": func(v victim) theft {
		w := wish("")
		w["id"] = v.draft
		return theft{"/gc/groupsendorder/draft", w}
	},
	"POST /gc/groupsendorder/draft/commit": func(v victim) theft { return theft{"/gc/groupsendorder/draft/commit", obj{"id": v.draft}} },
	"DELETE /gc/groupsendorder/draft/{id}": func(v victim) theft { return theft{"/gc/groupsendorder/draft/" + v.draft, nil} },
	"PUT /gc/groupsendorder/review": func(v victim) theft {
		return theft{"/gc/groupsendorder/review", obj{"ids": []string{v.order}, "pass": true}}
	},
	"DELETE /gc/groupsendorder/{id}":     func(v victim) theft { return theft{"/gc/groupsendorder/" + v.order, nil} },
	"GET /gc/groupsendorder/{id}":        func(v victim) theft { return theft{"/gc/groupsendorder/" + v.order, nil} },
	"PUT /gc/groupsendorder/{id}/cancel": func(v victim) theft { return theft{"/gc/groupsendorder/" + v.order + "/cancel", nil} },
	"PUT /gc/groupsendorder/{id}/pause":  func(v victim) theft { return theft{"/gc/groupsendorder/" + v.order + "/pause", nil} },
	"PUT /gc/groupsendorder/{id}/start":  func(v victim) theft { return theft{"/gc/groupsendorder/" + v.order + "/start", nil} },
	"GET /gc/groupsendorder/{id}/stop":   func(v victim) theft { return theft{"/gc/groupsendorder/" + v.order + "/stop", nil} },
	"PUT /gc/groupsendorder/{id}/stop":   func(v victim) theft { return theft{"/gc/groupsendorder/" + v.order + "/stop", nil} },
	"GET /gc/groupsendorder/{id}/retry":  func(v victim) theft { return theft{"/gc/groupsendorder/" + v.order + "/retry", nil} },
	"PUT /gc/groupsendorder/{id}/retry":  func(v victim) theft { return theft{"/gc/groupsendorder/" + v.order + "/retry", nil} },
	"GET /gc/groupsendorder/{id}/media":  func(v victim) theft { return theft{"/gc/groupsendorder/" + v.order + "/media", nil} },
	"PUT /gc/groupsendorder/{id}/variant": func(v victim) theft {
		return theft{"/gc/groupsendorder/" + v.order + "/variant", obj{"variant": "a"}}
	},
	"POST /gc/groupsendorder/test": func(v victim) theft {
		w := wish("")
		delete(w, "groupId")
		w["fileId"] = v.file
		return theft{"/gc/groupsendorder/test", w}
	},
	"PUT /gc/groupsendorder": func(v victim) theft {
		w := wish("")
		w["id"] = v.order
		return theft{"/gc/groupsendorder", w}
	},
	"PUT /gc/groupsendorder/{id}/refund": func(v victim) theft {
		return theft{"/gc/groupsendorder/" + v.order + "/refund",
			obj{"reason": "x"}}
	},
	"GET /gc/groupsendorder/{id}/review":       func(v victim) theft { return theft{"/gc/groupsendorder/" + v.order + "/review", nil} },
	"GET /gc/groupsendorder/{id}/cost":         func(v victim) theft { return theft{"/gc/groupsendorder/" + v.order + "/cost", nil} },
	"GET /gc/groupsendorder/{id}/stat":         func(v victim) theft { return theft{"/gc/groupsendorder/" + v.order + "/stat", nil} },
	"GET /gc/groupsendorder/{id}/targets/page": func(v victim) theft { return theft{"/gc/groupsendorder/" + v.order + "/targets/page", nil} },
	"GET /im/announcement/no/expire":           func(v victim) theft { return theft{"/im/announcement/no/expire?userId=" + v.user, nil} },
	"GET /im/announcement/no/read":             func(v victim) theft { return theft{"/im/announcement/no/read?userId=" + v.user, nil} },
	"PUT /im/announcement/read/{userId}/{id}": func(v victim) theft {
		return theft{"/im/announcement/read/" + v.user + "/" + ghost, nil}
	},
	"GET /im/notice/messages": func(v victim) theft { return theft{"/im/notice/messages?userId=" + v.user, nil} },
	"GET /im/notice/no/read":  func(v victim) theft { return theft{"/im/notice/no/read?userId=" + v.user, nil} },
	"GET /im/notice/detail":   func(v victim) theft { return theft{"/im/notice/detail?id=" + v.notice, nil} },
	"PUT /im/notice/read":     func(v victim) theft { return theft{"/im/notice/read?deleted=true&id=" + v.notice, nil} },
	"PUT /im/notice/read/{userId}/{messageType}": func(v victim) theft {
		return theft{"/im/notice/read/" + v.user + "/1", nil}
	},
}

func init() {
	const templates, sounds = "/gc/template", "/call/recording"
	named["GET "+sounds+"/{id}"] = func(v victim) theft { return theft{sounds + "/" + v.recording, nil} }
	named["GET "+sounds+"/{id}/audio"] = func(v victim) theft { return theft{sounds + "/" + v.recording + "/audio", nil} }
	named["DELETE "+sounds+"/{id}"] = func(v victim) theft { return theft{sounds + "/" + v.recording, nil} }
	named["PUT "+sounds] = func(v victim) theft {
		return theft{sounds, obj{"id": v.recording, "name": "stolen", "language": "id-ID"}}
	}
	named["POST "+sounds] = func(v victim) theft { return theft{sounds, obj{"name": "x", "language": "id-ID", "fileId": v.file}} }
	named["PUT "+templates] = func(v victim) theft { w := templateOf("x"); w["id"] = v.template; return theft{templates, w} }
	named["PUT "+templates+"/review"] = func(v victim) theft {
		return theft{templates + "/review", obj{"ids": []string{v.template}, "pass": true}}
	}
	named["GET "+templates+"/{id}"] = func(v victim) theft { return theft{templates + "/" + v.template, nil} }
	named["DELETE "+templates+"/{id}"] = func(v victim) theft { return theft{templates + "/" + v.template, nil} }
	named["PUT "+templates+"/{id}/sync"] = func(v victim) theft { return theft{templates + "/" + v.template + "/sync", nil} }
	const talk = "/gc/inbox/"
	for route, body := range map[string]any{"GET": nil, "GET /messages": nil, "PUT /read": nil, "PUT /assign": obj{},
		"PUT /status": obj{"status": "closed"}, "POST /messages": obj{"type": "text", "text": "hi"}} {
		method, rest, _ := strings.Cut(route, " ")
		named[method+" "+talk+"{id}"+rest] = func(v victim) theft { return theft{talk + v.conversation + rest, body} }
	}
	named["GET "+talk+"{id}/messages/{message}/file"] = func(v victim) theft {
		return theft{talk + v.conversation + "/messages/wamid.x/file",
			nil}
	}
	named["POST "+templates] = func(v victim) theft { w := templateOf("x"); w["customerId"] = v.user; return theft{templates, w} }
	const coins = "/virtual/currency/order/recharge"
	named["GET "+coins+"/{id}"] = func(v victim) theft { return theft{coins + "/" + v.coins, nil} }
	named["DELETE "+coins+"/expired/{id}"] = func(v victim) theft { return theft{coins + "/expired/" + v.coins, nil} }
	named["POST "+coins+"/retry/{id}"] = func(v victim) theft { return theft{coins + "/retry/" + v.coins, url.Values{"hash": {"ab"}}} }
	named["PUT "+coins+"/submit/hash"] = func(v victim) theft { return theft{coins + "/submit/hash", obj{"id": v.coins, "hash": "ab"}} }
	named["GET /pay/order/{orderId}/status"] = func(v victim) theft { return theft{"/pay/order/" + v.topup + "/status", nil} }
	named["GET /pay/saas/order/{orderId}/status"] = func(v victim) theft { return theft{"/pay/saas/order/" + v.topup + "/status", nil} }
	named["POST /pay/saas/order"] = func(v victim) theft { return theft{"/pay/saas/order", obj{"payType": 1, "customerId": v.user}} }
	named["GET /pay/order/{orderId}/page"] = func(v victim) theft { return theft{"/pay/order/" + v.topup + "/page", nil} }
	named["GET /aty/recharge/{orderId}/refunds"] = func(v victim) theft { return theft{"/aty/recharge/" + v.topup + "/refunds", nil} }
	named["POST /aty/recharge/{orderId}/refund"] = func(v victim) theft {
		return theft{"/aty/recharge/" + v.topup + "/refund",
			obj{"amount": 1}}
	}
	named["GET /aty/recharge/pay/finish/{orderId}"] = func(v victim) theft { return theft{"/aty/recharge/pay/finish/" + v.topup, nil} }
	one := func(path string, body func(v victim) any) func(v victim) theft {
		return func(v victim) theft {
			if body == nil {
				return theft{strings.Replace(path, "{id}", v.user, 1), nil}
			}
			return theft{strings.Replace(path, "{id}", v.user, 1), body(v)}
		}
	}
	for name, body := range map[string]func(v victim) any{
		"GET /aty/sysuser/{id}": nil, "DELETE /sysuser/{id}": nil, "DELETE /aty/sysuser/scope/{id}": nil,
		"PUT /sysuser/pass/{id}":      func(victim) any { return obj{"password": "Tidal-Fern-93"} },
		"PUT /aty/sysuser/scope/{id}": func(v victim) any { return obj{"userIds": []string{v.user}} },
	} {
		named[name] = one(strings.SplitN(name, " ", 2)[1], body)
	}
	named["GET /oauth/session/page"] = func(v victim) theft { return theft{"/oauth/session/page?userId=" + v.user, nil} }
	named["DELETE /oauth/session/{id}"] = func(v victim) theft { return theft{"/oauth/session/" + ghost + "?userId=" + v.user, nil} }
	for _, name := range []string{"GET /aty/customerinfo/appkey/security/{id}", "PUT /aty/customerinfo/gen/appkey/security/{id}",
		"PUT /aty/customerinfo/cancel/appkey/security/{id}"} {
		named[name] = one(strings.SplitN(name, " ", 2)[1], nil)
	}
	named["PUT /aty/customerinfo/give/saas/{id}"] = one("/aty/customerinfo/give/saas/{id}", nil)
	named["PUT /proxy/give/saas/{id}"] = one("/proxy/give/saas/{id}", nil)
	named["PUT /aty/customerinfo/activation/{id}"] = one("/aty/customerinfo/activation/{id}", nil)
	named["GET /aty/accountstatement/statistics"] = func(v victim) theft {
		return theft{"/aty/accountstatement/statistics?userId=" + v.user,
			nil}
	}
	named["GET /aty/accountstatement/month/finance/export"] = func(v victim) theft {
		return theft{"/aty/accountstatement/month/finance/export?userId=" + v.user, nil}
	}
	named["POST /aty/accountstatement"] = func(v victim) theft {
		return theft{"/aty/accountstatement", obj{"userId": v.user, "businessType": "gift", "amount": 1}}
	}
	named["PUT /aty/accountstatement"] = func(v victim) theft {
		return theft{"/aty/accountstatement", obj{"serialNumber": v.line, "amount": 1}}
	}
	named["DELETE /aty/accountstatement/{id}"] = func(v victim) theft { return theft{"/aty/accountstatement/" + v.line, nil} }
	named["PUT /aty/accountstatement/approved"] = func(v victim) theft {
		return theft{"/aty/accountstatement/approved", obj{"serialNumber": v.line, "approved": false}}
	}
	named["PUT /aty/accountstatement/account/type/update"] = func(v victim) theft {
		return theft{"/aty/accountstatement/account/type/update", obj{"serialNumber": v.line, "businessType": "gift"}}
	}
	for name, body := range map[string]func(v victim) any{
		"GET /proxy/info/{id}": nil, "PUT /proxy/activation/{id}": nil, "DELETE /proxy/{id}": nil,
		"PUT /proxy":                    func(v victim) any { return obj{"userId": v.user, "name": "stolen"} },
		"PUT /proxy/rebate":             func(v victim) any { return obj{"userId": v.user, "amount": 1} },
		"PUT /proxy/withdrawal":         func(v victim) any { return obj{"userId": v.user, "amount": 1} },
		"PUT /proxy/statement/approved": func(v victim) any { return obj{"serialNumber": v.line, "approved": false} },
		"PUT /proxy/service/price":      func(v victim) any { return obj{"id": v.price, "price": 1} },
		"POST /proxy/service/price": func(v victim) any {
			return obj{"userId": v.user, "service": "bulk.whatsapp", "countryCode": "*", "price": 1}
		},
		"POST /aty/customerinfo/price/charge/import": func(v victim) any { return obj{"userId": v.user, "fileId": v.file} },
	} {
		named[name] = one(strings.SplitN(name, " ", 2)[1], body)
	}
	named["DELETE /proxy/service/price/{id}"] = func(v victim) theft { return theft{"/proxy/service/price/" + v.price, nil} }
	named["POST /proxy/statement/recharge/{uid}/{rechargeNum}"] = func(v victim) theft {
		return theft{"/proxy/statement/recharge/" + v.user +
			"/5", nil}
	}
	for _, list := range []string{"/proxy/statement", "/proxy/statement/export", "/proxy/service/list", "/proxy/service/price/page",
		"/proxy/service/price/history/page",
		"/aty/customerinfo/price/charge/history/page", "/aty/customerinfo/price/charge/export", "/aty/customerinfo/price/query"} {
		named["GET "+list] = func(v victim) theft {
			return theft{list + "?service=bulk.whatsapp&countryCode=BR&userId=" + v.user, nil}
		}
	}
	named["GET /proxy/home"] = func(v victim) theft { return theft{"/proxy/home?agentId=" + v.user, nil} }
	named["PUT /sysuser"] = func(v victim) theft { return theft{"/sysuser", obj{"id": v.user, "name": "stolen"}} }
	named["PUT /sysuser/status/{id}"] = func(v victim) theft { return theft{"/sysuser/status/" + v.user + "?status=locked", nil} }
	named["PUT /sysuser/status"] = func(v victim) theft { return theft{"/sysuser/status?status=locked&id=" + v.user, nil} }
}

// harmless routes name nobody's thing: they are about the caller, a list of its scope, or the whole platform.
var harmless = strings.Fields(`
POST:/oauth/crash
GET:/sysuser/page GET:/sysuser/export GET:/aty/sysuser/select POST:/sysuser GET:/system/audit/export
GET:/system/menu/list POST:/system/menu PUT:/system/menu PUT:/system/menu/sort DELETE:/system/menu/{id}
GET:/pi/personal/info/security PUT:/pi/personal/info/refresh/security GET:/system/audit/page GET:/aty/customerinfo/getsalecustomer GET:/aty/customerinfo/recommend/selector
GET:/system/role/page GET:/system/role/list GET:/system/role/permissions POST:/system/role PUT:/system/role DELETE:/system/role/{code}
GET:/aty/customerinfo/export GET:/aty/contactsgroup/export GET:/aty/contactsgroup/template GET:/gc/groupsendorder/export GET:/gc/evidence/export GET:/pi/personal/info/statement/export GET:/uf/export/page
GET:/aty/accountstatement/reconcile POST:/aty/accountstatement/reconcile GET:/aty/accountstatement/reconcile/runs GET:/aty/accountstatement/reconcile/runs/{kind}/{id} GET:/aty/contactsgroup/lovPage GET:/aty/contactsgroup/getGroupIdByCreator GET:/aty/contactsgroup/page 
POST:/gc/groupsendorder/draft GET:/gc/groupsendorder/draft/page GET:/gc/groupsendorder/page GET:/gc/groupsendorder/senders
GET:/oauth/getUser DELETE:/oauth/logout GET:/oauth/router GET:/oauth/serviceCheck POST:/oauth/ticket PUT:/pi/personal/info/pass
GET:/aty/staff/limits GET:/dmp/lopmartechuserstatistics/page GET:/dmp/lopmartechuserstatistics/export GET:/proxy/page GET:/proxy/export POST:/proxy GET:/proxy/info/selector GET:/aty/customerinfo/sys/proxy POST:/aty/customerinfo/upperbatch
GET:/pi/personal/info/saas GET:/pi/personal/info/streak PUT:/pi/personal/info/streak GET:/pay/saas/order/ways GET:/pay/saas/price GET:/pi/personal/info/buy/saas/check POST:/pi/personal/info/buy/saas GET:/aty/saas/order/page GET:/aty/saas/order/export
GET:/pi/personal/info/statement/page GET:/pi/personal/info PUT:/pi/personal/info POST:/pi/personal/info/verification POST:/aty/customerinfo GET:/aty/customerinfo/page  POST:/uf/uploadfile POST:/uf/uploadfile/contact POST:/uf/uploadfile/presign
GET:/aty/customerinfo/balances
GET:/im/announcement GET:/im/announcement/page POST:/im/announcement PUT:/im/announcement DELETE:/im/announcement/{id} PUT:/im/announcement/publish/now
PUT:/im/announcement/revoke PUT:/im/announcement/cancel GET:/im/announcement/opt/record GET:/im/notice/detail/list
GET:/im/notice GET:/im/notice/page POST:/im/notice PUT:/im/notice DELETE:/im/notice/{id} PUT:/im/notice/publish/now
PUT:/im/notice/revoke PUT:/im/notice/cancel GET:/im/notice/opt/record
GET:/gc/inbox/page GET:/gc/inbox/unread GET:/gc/template/page GET:/gc/template/lovPage GET:/gc/template/export POST:/gc/template/sync PUT:/gc/template/status
GET:/gc/bulksendstock/page GET:/gc/bulksendstock/default POST:/gc/bulksendstock PUT:/gc/bulksendstock DELETE:/gc/bulksendstock/{id} POST:/gc/groupsendorder/countrys
GET:/gc/sender/page GET:/gc/sender/provider/page PUT:/gc/sender
GET:/kfsms/repertory/page POST:/kfsms/repertory PUT:/kfsms/repertory DELETE:/kfsms/repertory/{id}
GET:/aty/riskgroup/page GET:/aty/riskgroup/export GET:/aty/consent/page GET:/aty/consent/export GET:/aty/suppression/page GET:/aty/suppression/export DELETE:/aty/suppression
GET:/aty/customerservicer/page GET:/aty/customerservicer/export GET:/aty/customerservicer/selector GET:/aty/customerserviceraccount/page GET:/aty/customerserviceraccount/export GET:/aty/customerserviceraccount/selector
GET:/pay/rate GET:/pay/rate/history GET:/pay/rate/{code} POST:/pay/rate PUT:/pay/rate/{id} POST:/pay/order GET:/aty/recharge/page GET:/aty/recharge/export GET:/aty/recharge/info GET:/aty/recharge/pay GET:/pi/personal/info/pay/code
GET:/virtual/currency/order/recharge GET:/virtual/currency/order/recharge/export GET:/virtual/currency/order/recharge/check
GET:/virtual/currency/address/page GET:/virtual/currency/address/stock POST:/virtual/currency/address
POST:/bgo/buildgroup/draft GET:/bgo/buildgroup/draft/page GET:/bgo/buildgroup/page GET:/bgo/buildgroup/export GET:/bgo/buildgroup/buildGroupScale GET:/bgo/buildgroup/availabledays GET:/bgo/buildgroup/resource/num/{id} PUT:/bgo/buildgroup/resource/num/{id} DELETE:/bgo/buildgroup/resource/num/{id} GET:/bgo/buildgroup/resource/page GET:/dmp/overview GET:/dmp/customers GET:/gc/review GET:/dmp/sending GET:/dmp/sending/export
GET:/call/recording/page GET:/call/recording/selector GET:/call/recording/export
GET:/call/engine/page GET:/call/engine/selector GET:/call/engine/export POST:/call/engine PUT:/call/engine DELETE:/call/engine/{id} PUT:/call/engine/usable POST:/call/engine/{id}/test GET:/call/engine/{id}/test/{testId}
GET:/call/language/page GET:/call/language/selector GET:/call/language/export POST:/call/language PUT:/call/language DELETE:/call/language/{id} GET:/call/voice/page GET:/call/voice/export POST:/call/voice PUT:/call/voice DELETE:/call/voice/{id}`)

type obj map[string]any

func wish(group string) obj {
	return obj{"name": "x", "groupId": group, "channel": "whatsapp", "countryCode": "BR", "message": obj{"type": "text", "text": "hi"}}
}

// onCloud is the whole system on the test's environment.
func onCloud(k *testkit.Env) *Env {
	k.Config.WhatsApp = config.WhatsApp{URL: "http://127.0.0.1:1", Version: "v23.0",
		Numbers: []config.WhatsAppNumber{{ID: "1", PerSecond: 100}}, WABAID: "2", AppSecrets: []string{"s"}}
	k.Config.Money.Gateway = config.Gateway{URL: "http://127.0.0.1:1", MerchantID: "M1", Biz: "al000", Signer: "sha256",
		Secrets: []string{"s"}}
	k.Config.Voice = config.Voice{URL: "http://127.0.0.1:1", Account: "1", From: "12065550102", Callback: "http://herald.test/api/hook/voice",
		PerSecond: 10, Lines: 10, AuthTokens: []string{"s"}}
	k.Config.Money.TronURL = "http://127.0.0.1:1"
	return &Env{Config: k.Config, DB: k.DB, Sheets: excel.Engine{}, NewSanitizer: clean.HTML, Queues: k.Queues, Uploads: k.Uploads,
		Files: k.Files, Hub: k.Hub, Audit: k.Audit, Signer: k.Signer, Now: k.Now, IDs: k.IDs,
		Meter: k.Meter, Log: func(map[string]any) {}}
}

func serve(t *testing.T, k *testkit.Env) (*testkit.Server, *Env) {
	e := onCloud(k)
	s := testkit.Serve(t, k, testkit.Parts{Authenticate: e.Sessions().Authenticate, Signed: e.AppKeys().Verify, Routes: func(a *web.API) {
		e.SetAPI(a)
		All(e, a)
	}})
	return s, e
}

// Every route × every user type × somebody else's id: the answer is the one for an id that does not exist.
func TestForeignIDs(t *testing.T) {
	k := testkit.Memory(t)
	s, e := serve(t, k)
	h := &sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}
	cast := h.SeedUsers(t, s)
	v := rob(t, e, cast)
	free := map[string]bool{}
	for _, h := range harmless {
		free[strings.Replace(h, ":", " ", 1)] = true
	}
	for _, r := range s.API.Routes() {
		name := r.Method + " " + r.Path
		if r.Perm == web.Public || strings.HasPrefix(r.Path, "/lop/") || strings.HasPrefix(r.Path, "/system/dict") ||
			strings.HasPrefix(r.Path, "/system/lov") || strings.HasPrefix(r.Path, "/conf/") {
			continue // settings and catalogues belong to the platform
		}
		make, ok := named[name]
		if ok == free[name] {
			t.Errorf("%s must stand in exactly one of the two tables of this test", name)
			continue
		}
		if !ok {
			continue
		}
		for _, who := range []*sessiontest.Actor{cast.OtherAgent, cast.OtherCustomer, cast.OtherSecondary, cast.Direct} {
			c := make(v)
			a := who.Do(r.Method, c.path, c.body)
			if a.Status != http.StatusNotFound && a.Status != http.StatusForbidden {
				t.Errorf("%s as %s: %d %s", name, who.Name, a.Status, a.Raw)
			}
			none := victim{ghost, ghost, ghost, ghost, ghost, ghost, ghost, ghost + ".bulk.whatsapp.BR", ghost, ghost,
				ghost, "AF20260101000000abcdef", ghost, ghost, ghost, ghost, ghost, ghost, ghost, ghost, ghost, ghost, ghost, ghost, ghost, ghost,
				ghost}
			c = make(none)
			if b := who.Do(r.Method, c.path, c.body); b.Status != a.Status || b.Code != a.Code || b.Message != a.Message {
				t.Errorf("%s as %s tells a foreign id (%d %s) from an unknown one (%d %s)", name, who.Name, a.Status, a.Message, b.Status, b.Message)
			}
		}
	}
	// Nothing happened to the victim meanwhile.
	o, ok, err := e.Bulk().Orders.Get(context.Background(), v.order)
	if err != nil || !ok || o.Status != 1 {
		t.Errorf("the victim's order is %+v", o)
	}
}

const ghost = "01JD0000000000000000000000"

// rob makes the things of the first customer of the cast.
func rob(t *testing.T, e *Env, cast *sessiontest.SeededUsers) victim {
	t.Helper()
	ctx := context.Background()
	id := cast.Customer.User.ID
	v := victim{user: id, secondary: cast.Secondary.User.ID, price: id + ".bulk.whatsapp.BR"}
	entries, err := e.Ledger().Post(ctx, ledger.Movement{ID: e.IDs.Next(), Operator: ledger.System,
		Changes: []ledger.Change{{Account: id, Type: ledger.Gift, Available: 1000 * money.Credit}},
		Contra:  []ledger.Leg{{Account: ledger.Gifts, Amount: -1000 * money.Credit}}})
	if err != nil {
		t.Fatal(err)
	}
	v.line = entries[0].Serial(id)
	for _, owner := range []string{id, price.Platform} {
		if _, err := e.Prices().Set(ctx, price.Line{Owner: owner, Service: "bulk.whatsapp", Country: "BR", Price: 100}); err != nil {
			t.Fatal(err)
		}
	}
	type created struct{ ID, TaskID, DraftID string }
	c := cast.Customer
	v.group = testkit.Data[created](c.Post("/aty/contactsgroup", obj{"name": "mine", "countryCode": "BR"})).ID
	v.file = testkit.Data[created](c.Upload("/uf/uploadfile", "file", "n.txt", "text/plain",
		[]byte("phoneNumber\n5511987654321\n5511987654322\n"))).ID
	v.task = testkit.Data[created](c.Post("/aty/contactsgroup/"+v.group+"/import", obj{"fileId": v.file})).TaskID
	copied := testkit.Data[struct {
		IDs    []string
		TaskID string
	}](c.Post("/aty/contactsgroup/"+v.group+"/copy", obj{"name": "copy"}))
	v.copied, v.copying = copied.IDs[0], copied.TaskID
	v.blocked = testkit.Data[created](c.Post("/aty/suppression", obj{"phoneNumber": "5511987654321", "scope": "tenant"})).ID
	v.blocking = testkit.Data[created](c.Post("/aty/suppression/import", obj{"fileId": v.file, "scope": "tenant"})).TaskID
	v.risk = testkit.Data[created](c.Post("/aty/riskgroup", obj{"name": "mine", "countryCode": "BR"})).ID
	v.riskTask = testkit.Data[created](c.Post("/aty/riskgroup/"+v.risk+"/import", obj{"fileId": v.file})).TaskID
	v.servicer = testkit.Data[created](c.Post("/aty/customerservicer", obj{"name": "mine", "phone": "5511987654321"})).ID
	v.service = testkit.Data[created](c.Post("/aty/customerserviceraccount",
		obj{"phoneNumber": "5511987654322", "countryCode": "BR", "servicerId": v.servicer})).ID
	v.recording = recordingOf(c, "mine", tone(2)).ID
	v.template = testkit.Data[created](c.Post("/gc/template", templateOf("mine"))).ID
	v.conversation = conversationOf(t, e, c)
	v.draft = testkit.Data[created](c.Post("/gc/groupsendorder/draft", wish(v.group))).ID
	w := bulk.Request{Name: "mine", FileID: v.file, Channel: "whatsapp", CountryCode: "BR",
		Message: bulk.Message{Type: provider.Text, Text: "hi"}}
	v.order = testkit.Data[created](c.Post("/gc/groupsendorder", w)).ID
	v.building, v.plan = robGroups(t, e, cast, v)
	v.calling, v.script = robCalls(t, e, cast, v)
	if err := e.Notifier().Notify(ctx, notice.Personal{UserID: id, Key: "test", Title: "web.locked", Body: "web.locked"}); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Rates().Set(ctx, "USDT", 7*provider.RateOne, "test", true); err != nil {
		t.Fatal(err)
	}
	cast.Admin.Post("/virtual/currency/address", obj{"platform": "TRONSCAN", "addresses": poolOf["TRONSCAN"]}).OK()
	cast.Admin.Put("/aty/customerinfo", obj{"userId": c.User.ID, "countryCode": "BR", "customerType": "person", "usdtAuth": true}).OK()
	v.coins = testkit.Data[created](c.Post("/pay/order", obj{"payType": 5})).ID
	v.topup = testkit.Data[created](c.Post("/pay/order", obj{"amount": 300, "payType": 7})).ID
	v.notice = testkit.Data[web.Page[created]](c.Get("/im/notice/messages")).Records[0].ID
	return v
}

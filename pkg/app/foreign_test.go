package app_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/kit/web"
)

// theft is a request that names one of the victim's objects.
type theft struct {
	path string
	body any
}

// named has the request that names a foreign object, by route. A route that names none is in harmless: together they must be all routes.
var named = map[string]func(v apptest.OtherTenant) theft{
	"GET /aty/accountstatement/page": func(v apptest.OtherTenant) theft { return theft{"/aty/accountstatement/page?userId=" + v.User, nil} },
	"GET /aty/customernote/{userId}": func(v apptest.OtherTenant) theft { return theft{"/aty/customernote/" + v.User, nil} },
	"GET /dmp/sending/customer/{id}": func(v apptest.OtherTenant) theft { return theft{"/dmp/sending/customer/" + v.User, nil} },
	"POST /aty/customernote/{userId}": func(v apptest.OtherTenant) theft {
		return theft{"/aty/customernote/" + v.User, apptest.Object{"text": "x"}}
	},
	"DELETE /aty/customernote/{userId}/{id}": func(v apptest.OtherTenant) theft {
		return theft{"/aty/customernote/" + v.User + "/" + apptest.MissingID, nil}
	},
	"GET /aty/customerinfo/selector": func(v apptest.OtherTenant) theft { return theft{"/aty/customerinfo/selector?houseId=" + v.User, nil} },
	"GET /aty/customerinfo/statement/page": func(v apptest.OtherTenant) theft {
		return theft{"/aty/customerinfo/statement/page?userId=" + v.User, nil}
	},
	"PUT /aty/contactsgroup": func(v apptest.OtherTenant) theft {
		return theft{"/aty/contactsgroup", apptest.Object{"id": v.Group, "name": "stolen"}}
	},
	"POST /aty/contactsgroup": func(v apptest.OtherTenant) theft {
		return theft{"/aty/contactsgroup", apptest.Object{"name": "x", "countryCode": "BR", "customerId": v.User}}
	},
	"DELETE /aty/contactsgroup/{id}": func(v apptest.OtherTenant) theft { return theft{"/aty/contactsgroup/" + v.Group, nil} },
	"GET /uf/uploadfile/{id}":        func(v apptest.OtherTenant) theft { return theft{"/uf/uploadfile/" + v.File, nil} },
	"GET /aty/contactsgroup/{id}":    func(v apptest.OtherTenant) theft { return theft{"/aty/contactsgroup/" + v.Group, nil} },
	"POST /aty/contactsgroup/{id}/import": func(v apptest.OtherTenant) theft {
		return theft{"/aty/contactsgroup/" + v.Group + "/import",
			apptest.Object{"fileId": v.File}}
	},
	"GET /aty/contactsgroup/{id}/import/{taskId}": func(v apptest.OtherTenant) theft {
		return theft{"/aty/contactsgroup/" + v.Group + "/import/" + v.Task,
			nil}
	},
	"GET /aty/contactsgroup/{id}/import/{taskId}/row/page": func(v apptest.OtherTenant) theft {
		return theft{"/aty/contactsgroup/" + v.Group + "/import/" + v.Task + "/row/page", nil}
	},
	"GET /aty/contactsgroup/{id}/history/page": func(v apptest.OtherTenant) theft {
		return theft{"/aty/contactsgroup/" + v.Group + "/history/page", nil}
	},
	"GET /aty/contactsgroup/{id}/task/{taskId}": func(v apptest.OtherTenant) theft {
		return theft{"/aty/contactsgroup/" + v.Copied + "/task/" + v.Copying,
			nil}
	},
	"POST /aty/contactsgroup/{id}/member": func(v apptest.OtherTenant) theft {
		return theft{"/aty/contactsgroup/" + v.Group + "/member", apptest.Object{"phoneNumbers": []string{"5511987654321"}}}
	},
	"POST /aty/contactsgroup/merge": func(v apptest.OtherTenant) theft {
		return theft{"/aty/contactsgroup/merge", apptest.Object{"name": "stolen", "ids": []string{v.Group, v.Copied}}}
	},
	"POST /aty/contactsgroup/{id}/copy": func(v apptest.OtherTenant) theft {
		return theft{"/aty/contactsgroup/" + v.Group + "/copy",
			apptest.Object{"name": "stolen"}}
	},
	"POST /aty/contactsgroup/{id}/split": func(v apptest.OtherTenant) theft {
		return theft{"/aty/contactsgroup/" + v.Group + "/split", apptest.Object{"names": []string{"a", "b"}}}
	},
	"POST /aty/contactsgroup/{id}/difference": func(v apptest.OtherTenant) theft {
		return theft{"/aty/contactsgroup/" + v.Group + "/difference", apptest.Object{"name": "stolen", "ids": []string{v.Copied}}}
	},
	"GET /aty/contactsgroup/audiencenum": func(v apptest.OtherTenant) theft {
		return theft{"/aty/contactsgroup/audiencenum?ids=" +
			v.Group, nil}
	},
	"GET /aty/contactsgroup/{id}/screen": func(v apptest.OtherTenant) theft {
		return theft{"/aty/contactsgroup/" + v.Group + "/screen",
			nil}
	},
	"POST /aty/contactsgroup/{id}/screen": func(v apptest.OtherTenant) theft {
		return theft{"/aty/contactsgroup/" + v.Group + "/screen",
			nil}
	},
	"PUT /aty/contactsgroup/{id}/screen/stop": func(v apptest.OtherTenant) theft {
		return theft{"/aty/contactsgroup/" + v.Group +
			"/screen/stop", nil}
	},
	"POST /aty/contactsgroup/{id}/activetime": func(v apptest.OtherTenant) theft {
		return theft{"/aty/contactsgroup/" + v.Group +
			"/activetime", nil}
	},
	"DELETE /aty/contactsgroup/{id}/member": func(v apptest.OtherTenant) theft {
		return theft{"/aty/contactsgroup/" + v.Group + "/member", apptest.Object{"phoneNumbers": []string{"5511987654321"}}}
	},
	"POST /gc/gcAlternateOrder/readFile": func(v apptest.OtherTenant) theft {
		return theft{"/gc/gcAlternateOrder/readFile", apptest.Object{"fileId": v.File, "countryCode": "BR"}}
	},
	"GET /gc/gcAlternateOrder/exportFail": func(v apptest.OtherTenant) theft {
		return theft{"/gc/gcAlternateOrder/exportFail?countryCode=BR&fileId=" + v.File, nil}
	},
	"PUT /aty/riskgroup": func(v apptest.OtherTenant) theft {
		return theft{"/aty/riskgroup", apptest.Object{"id": v.Risk, "name": "stolen"}}
	},
	"POST /aty/riskgroup": func(v apptest.OtherTenant) theft {
		return theft{"/aty/riskgroup", apptest.Object{"name": "x", "countryCode": "BR", "customerId": v.User}}
	},
	"GET /aty/riskgroup/{id}/screen":  func(v apptest.OtherTenant) theft { return theft{"/aty/riskgroup/" + v.Risk + "/screen", nil} },
	"POST /aty/riskgroup/{id}/screen": func(v apptest.OtherTenant) theft { return theft{"/aty/riskgroup/" + v.Risk + "/screen", nil} },
	"PUT /aty/riskgroup/{id}/screen/stop": func(v apptest.OtherTenant) theft {
		return theft{"/aty/riskgroup/" + v.Risk + "/screen/stop",
			nil}
	},
	"POST /aty/riskgroup/{id}/activetime": func(v apptest.OtherTenant) theft { return theft{"/aty/riskgroup/" + v.Risk + "/activetime", nil} },
	"GET /aty/riskgroup/{id}":             func(v apptest.OtherTenant) theft { return theft{"/aty/riskgroup/" + v.Risk, nil} },
	"DELETE /aty/riskgroup/{id}":          func(v apptest.OtherTenant) theft { return theft{"/aty/riskgroup/" + v.Risk, nil} },
	"POST /aty/riskgroup/{id}/import": func(v apptest.OtherTenant) theft {
		return theft{"/aty/riskgroup/" + v.Risk + "/import",
			apptest.Object{"fileId": v.File}}
	},
	"GET /aty/riskgroup/{id}/import/{taskId}": func(v apptest.OtherTenant) theft {
		return theft{"/aty/riskgroup/" + v.Risk + "/import/" + v.RiskTask,
			nil}
	},
	"GET /aty/riskgroup/{id}/member/page": func(v apptest.OtherTenant) theft {
		return theft{"/aty/riskgroup/" + v.Risk + "/member/page",
			nil}
	},
	"GET /aty/riskgroup/{id}/export": func(v apptest.OtherTenant) theft { return theft{"/aty/riskgroup/" + v.Risk + "/export", nil} },
	"POST /aty/riskgroup/{id}/member": func(v apptest.OtherTenant) theft {
		return theft{"/aty/riskgroup/" + v.Risk + "/member", apptest.Object{"phoneNumbers": []string{"5511987654321"}}}
	},
	"DELETE /aty/riskgroup/{id}/member": func(v apptest.OtherTenant) theft {
		return theft{"/aty/riskgroup/" + v.Risk + "/member", apptest.Object{"phoneNumbers": []string{"5511987654321"}}}
	},
	"PUT /aty/customerservicer": func(v apptest.OtherTenant) theft {
		return theft{"/aty/customerservicer", apptest.Object{"id": v.Servicer, "name": "stolen", "phone": "5511987654321"}}
	},
	"POST /aty/customerservicer": func(v apptest.OtherTenant) theft {
		return theft{"/aty/customerservicer", apptest.Object{"name": "x", "phone": "5511987654321", "customerId": v.User}}
	},
	"DELETE /aty/customerservicer/{id}": func(v apptest.OtherTenant) theft { return theft{"/aty/customerservicer/" + v.Servicer, nil} },
	"PUT /aty/customerserviceraccount": func(v apptest.OtherTenant) theft {
		return theft{"/aty/customerserviceraccount", apptest.Object{"id": v.Service, "servicerId": ""}}
	},
	"POST /aty/customerserviceraccount": func(v apptest.OtherTenant) theft {
		return theft{"/aty/customerserviceraccount",
			apptest.Object{"phoneNumber": "5511987654329", "countryCode": "BR", "servicerId": v.Servicer}}
	},
	"PUT /aty/customerserviceraccount/usable": func(v apptest.OtherTenant) theft {
		return theft{"/aty/customerserviceraccount/usable", apptest.Object{"id": v.Service, "usable": false}}
	},
	"DELETE /aty/customerserviceraccount/{id}": func(v apptest.OtherTenant) theft {
		return theft{"/aty/customerserviceraccount/" + v.Service,
			nil}
	},
	"DELETE /aty/suppression/{id}": func(v apptest.OtherTenant) theft { return theft{"/aty/suppression/" + v.Blocked, nil} },
	"POST /aty/suppression": func(v apptest.OtherTenant) theft {
		return theft{"/aty/suppression", apptest.Object{"phoneNumber": "5511987654321", "scope": "tenant", "customerId": v.User}}
	},
	"POST /aty/consent": func(v apptest.OtherTenant) theft {
		return theft{"/aty/consent", apptest.Object{"phoneNumber": "5511987654321", "state": "given", "purpose": "marketing", "source": "form",
			"evidence": "yes", "customerId": v.User}}
	},
	"POST /aty/consent/import": func(v apptest.OtherTenant) theft {
		return theft{"/aty/consent/import", apptest.Object{"fileId": v.File, "state": "given", "purpose": "marketing", "source": "form"}}
	},
	"POST /aty/suppression/import": func(v apptest.OtherTenant) theft {
		return theft{"/aty/suppression/import", apptest.Object{"fileId": v.File, "scope": "tenant"}}
	},
	"GET /aty/suppression/import/{taskId}": func(v apptest.OtherTenant) theft { return theft{"/aty/suppression/import/" + v.Blocking, nil} },
	"GET /aty/contactsgroup/{id}/export": func(v apptest.OtherTenant) theft {
		return theft{"/aty/contactsgroup/" + v.Group + "/export",
			nil}
	},
	"GET /gc/groupsendorder/{id}/export": func(v apptest.OtherTenant) theft {
		return theft{"/gc/groupsendorder/" + v.Order + "/export",
			nil}
	},
	"GET /aty/accountstatement/export": func(v apptest.OtherTenant) theft {
		return theft{"/aty/accountstatement/export?userId=" + v.User,
			nil}
	},
	"GET /aty/accountstatement/recharge/allrecord/export": func(v apptest.OtherTenant) theft {
		return theft{"/aty/accountstatement/recharge/allrecord/export?userId=" + v.User, nil}
	},
	"GET /uf/export/{taskId}": func(v apptest.OtherTenant) theft { return theft{"/uf/export/" + v.Task, nil} },
	"GET /aty/contactsgroup/{id}/member/page": func(v apptest.OtherTenant) theft {
		return theft{"/aty/contactsgroup/" + v.Group +
			"/member/page", nil}
	},
	"POST /aty/customerinfo/amounts/move": func(v apptest.OtherTenant) theft {
		return theft{"/aty/customerinfo/amounts/move", apptest.Object{"fromUserId": v.User, "toUserId": v.Secondary, "amount": 1}}
	},
	"PUT /aty/customerinfo/give": func(v apptest.OtherTenant) theft {
		return theft{"/aty/customerinfo/give", apptest.Object{"userId": v.User, "amount": 1}}
	},
	"PUT /aty/customerinfo/rebate": func(v apptest.OtherTenant) theft {
		return theft{"/aty/customerinfo/rebate", apptest.Object{"userId": v.User, "amount": 1}}
	},
	"PUT /aty/customerinfo/recharge": func(v apptest.OtherTenant) theft {
		return theft{"/aty/customerinfo/recharge", apptest.Object{"userId": v.User, "amount": 1, "currency": "RMB"}}
	},
	"PUT /aty/customerinfo/withdrawal": func(v apptest.OtherTenant) theft {
		return theft{"/aty/customerinfo/withdrawal",
			apptest.Object{"userId": v.User, "amount": 1}}
	},
	"PUT /aty/customerinfo/{userId}/{num}": func(v apptest.OtherTenant) theft { return theft{"/aty/customerinfo/" + v.User + "/-1.50", nil} },
	"GET /aty/customerinfo":                func(v apptest.OtherTenant) theft { return theft{"/aty/customerinfo?userId=" + v.User, nil} },
	"GET /aty/customerinfo/{id}":           func(v apptest.OtherTenant) theft { return theft{"/aty/customerinfo/" + v.User, nil} },
	"DELETE /aty/customerinfo/{id}":        func(v apptest.OtherTenant) theft { return theft{"/aty/customerinfo/" + v.User, nil} },
	"PUT /aty/customerinfo": func(v apptest.OtherTenant) theft {
		return theft{"/aty/customerinfo",
			apptest.Object{"userId": v.User, "name": "stolen"}}
	},
	"POST /aty/customerinfo/secondary": func(v apptest.OtherTenant) theft {
		return theft{"/aty/customerinfo/secondary",
			apptest.Object{"parentId": v.User, "name": "x", "phone": "13900009999", "email": "x@y.com", "countryCode": "CN",
				"customerType": "person"}}
	},
	"PUT /aty/customerinfo/resetpw/{id}": func(v apptest.OtherTenant) theft { return theft{"/aty/customerinfo/resetpw/" + v.User, nil} },
	"DELETE /aty/customerinfo/price/charge/del/{id}": func(v apptest.OtherTenant) theft {
		return theft{"/aty/customerinfo/price/charge/del/" + v.Price,
			nil}
	},
	"GET /aty/customerinfo/price/charge/page": func(v apptest.OtherTenant) theft {
		return theft{"/aty/customerinfo/price/charge/page?userId=" +
			v.User, nil}
	},
	"POST /aty/customerinfo/price/charge/save": func(v apptest.OtherTenant) theft {
		return theft{"/aty/customerinfo/price/charge/save",
			apptest.Object{"userId": v.User, "service": "bulk.whatsapp", "countryCode": "*", "price": 1}}
	},
	"GET /blacklistuserinfo/getBlacklistuserinfo": func(v apptest.OtherTenant) theft {
		return theft{"/blacklistuserinfo/getBlacklistuserinfo?userId=" +
			v.User, nil}
	},
	"PUT /blacklistuserinfo/lockOrUnlock": func(v apptest.OtherTenant) theft {
		return theft{"/blacklistuserinfo/lockOrUnlock", apptest.Object{"userId": v.User, "lock": true}}
	},
	"POST /gc/groupsendorder": func(v apptest.OtherTenant) theft { return theft{"/gc/groupsendorder", apptest.OrderBody(v.Group)} },
	"POST /gc/groupsendorder/estimate": func(v apptest.OtherTenant) theft {
		return theft{"/gc/groupsendorder/estimate", apptest.OrderBody(v.Group)}
	},
	"PUT /gc/groupsendorder/draft": func(v apptest.OtherTenant) theft {
		w := apptest.OrderBody("")
		w["id"] = v.Draft
		return theft{"/gc/groupsendorder/draft", w}
	},
	"POST /gc/groupsendorder/draft/commit": func(v apptest.OtherTenant) theft {
		return theft{"/gc/groupsendorder/draft/commit", apptest.Object{"id": v.Draft}}
	},
	"DELETE /gc/groupsendorder/draft/{id}": func(v apptest.OtherTenant) theft { return theft{"/gc/groupsendorder/draft/" + v.Draft, nil} },
	"PUT /gc/groupsendorder/review": func(v apptest.OtherTenant) theft {
		return theft{"/gc/groupsendorder/review", apptest.Object{"ids": []string{v.Order}, "pass": true}}
	},
	"DELETE /gc/groupsendorder/{id}":     func(v apptest.OtherTenant) theft { return theft{"/gc/groupsendorder/" + v.Order, nil} },
	"GET /gc/groupsendorder/{id}":        func(v apptest.OtherTenant) theft { return theft{"/gc/groupsendorder/" + v.Order, nil} },
	"PUT /gc/groupsendorder/{id}/cancel": func(v apptest.OtherTenant) theft { return theft{"/gc/groupsendorder/" + v.Order + "/cancel", nil} },
	"PUT /gc/groupsendorder/{id}/pause":  func(v apptest.OtherTenant) theft { return theft{"/gc/groupsendorder/" + v.Order + "/pause", nil} },
	"PUT /gc/groupsendorder/{id}/start":  func(v apptest.OtherTenant) theft { return theft{"/gc/groupsendorder/" + v.Order + "/start", nil} },
	"GET /gc/groupsendorder/{id}/stop":   func(v apptest.OtherTenant) theft { return theft{"/gc/groupsendorder/" + v.Order + "/stop", nil} },
	"PUT /gc/groupsendorder/{id}/stop":   func(v apptest.OtherTenant) theft { return theft{"/gc/groupsendorder/" + v.Order + "/stop", nil} },
	"GET /gc/groupsendorder/{id}/retry":  func(v apptest.OtherTenant) theft { return theft{"/gc/groupsendorder/" + v.Order + "/retry", nil} },
	"PUT /gc/groupsendorder/{id}/retry":  func(v apptest.OtherTenant) theft { return theft{"/gc/groupsendorder/" + v.Order + "/retry", nil} },
	"GET /gc/groupsendorder/{id}/media":  func(v apptest.OtherTenant) theft { return theft{"/gc/groupsendorder/" + v.Order + "/media", nil} },
	"PUT /gc/groupsendorder/{id}/variant": func(v apptest.OtherTenant) theft {
		return theft{"/gc/groupsendorder/" + v.Order + "/variant", apptest.Object{"variant": "a"}}
	},
	"POST /gc/groupsendorder/test": func(v apptest.OtherTenant) theft {
		w := apptest.OrderBody("")
		delete(w, "groupId")
		w["fileId"] = v.File
		return theft{"/gc/groupsendorder/test", w}
	},
	"PUT /gc/groupsendorder": func(v apptest.OtherTenant) theft {
		w := apptest.OrderBody("")
		w["id"] = v.Order
		return theft{"/gc/groupsendorder", w}
	},
	"PUT /gc/groupsendorder/{id}/refund": func(v apptest.OtherTenant) theft {
		return theft{"/gc/groupsendorder/" + v.Order + "/refund",
			apptest.Object{"reason": "x"}}
	},
	"GET /gc/groupsendorder/{id}/review": func(v apptest.OtherTenant) theft { return theft{"/gc/groupsendorder/" + v.Order + "/review", nil} },
	"GET /gc/groupsendorder/{id}/cost":   func(v apptest.OtherTenant) theft { return theft{"/gc/groupsendorder/" + v.Order + "/cost", nil} },
	"GET /gc/groupsendorder/{id}/stat":   func(v apptest.OtherTenant) theft { return theft{"/gc/groupsendorder/" + v.Order + "/stat", nil} },
	"GET /gc/groupsendorder/{id}/targets/page": func(v apptest.OtherTenant) theft {
		return theft{"/gc/groupsendorder/" + v.Order + "/targets/page", nil}
	},
	"GET /im/announcement/no/expire": func(v apptest.OtherTenant) theft { return theft{"/im/announcement/no/expire?userId=" + v.User, nil} },
	"GET /im/announcement/no/read":   func(v apptest.OtherTenant) theft { return theft{"/im/announcement/no/read?userId=" + v.User, nil} },
	"PUT /im/announcement/read/{userId}/{id}": func(v apptest.OtherTenant) theft {
		return theft{"/im/announcement/read/" + v.User + "/" + apptest.MissingID, nil}
	},
	"GET /im/notice/messages": func(v apptest.OtherTenant) theft { return theft{"/im/notice/messages?userId=" + v.User, nil} },
	"GET /im/notice/no/read":  func(v apptest.OtherTenant) theft { return theft{"/im/notice/no/read?userId=" + v.User, nil} },
	"GET /im/notice/detail":   func(v apptest.OtherTenant) theft { return theft{"/im/notice/detail?id=" + v.Notice, nil} },
	"PUT /im/notice/read":     func(v apptest.OtherTenant) theft { return theft{"/im/notice/read?deleted=true&id=" + v.Notice, nil} },
	"PUT /im/notice/read/{userId}/{messageType}": func(v apptest.OtherTenant) theft {
		return theft{"/im/notice/read/" + v.User + "/1", nil}
	},
}

func init() {
	const templates, sounds = "/gc/template", "/call/recording"
	named["GET "+sounds+"/{id}"] = func(v apptest.OtherTenant) theft { return theft{sounds + "/" + v.Recording, nil} }
	named["GET "+sounds+"/{id}/audio"] = func(v apptest.OtherTenant) theft { return theft{sounds + "/" + v.Recording + "/audio", nil} }
	named["DELETE "+sounds+"/{id}"] = func(v apptest.OtherTenant) theft { return theft{sounds + "/" + v.Recording, nil} }
	named["PUT "+sounds] = func(v apptest.OtherTenant) theft {
		return theft{sounds, apptest.Object{"id": v.Recording, "name": "stolen", "language": "id-ID"}}
	}
	named["POST "+sounds] = func(v apptest.OtherTenant) theft {
		return theft{sounds, apptest.Object{"name": "x", "language": "id-ID", "fileId": v.File}}
	}
	named["PUT "+templates] = func(v apptest.OtherTenant) theft {
		w := apptest.TemplateBody("x")
		w["id"] = v.Template
		return theft{templates, w}
	}
	named["PUT "+templates+"/review"] = func(v apptest.OtherTenant) theft {
		return theft{templates + "/review", apptest.Object{"ids": []string{v.Template}, "pass": true}}
	}
	named["GET "+templates+"/{id}"] = func(v apptest.OtherTenant) theft { return theft{templates + "/" + v.Template, nil} }
	named["DELETE "+templates+"/{id}"] = func(v apptest.OtherTenant) theft { return theft{templates + "/" + v.Template, nil} }
	named["PUT "+templates+"/{id}/sync"] = func(v apptest.OtherTenant) theft { return theft{templates + "/" + v.Template + "/sync", nil} }
	const emails = "/edm/template"
	named["GET "+emails+"/{id}"] = func(v apptest.OtherTenant) theft { return theft{emails + "/" + v.EmailTemplate, nil} }
	named["GET "+emails+"/{id}/versions"] = func(v apptest.OtherTenant) theft { return theft{emails + "/" + v.EmailTemplate + "/versions", nil} }
	named["GET "+emails+"/{id}/versions/{number}"] = func(v apptest.OtherTenant) theft {
		return theft{emails + "/" + v.EmailTemplate + "/versions/1", nil}
	}
	named["DELETE "+emails+"/{id}"] = func(v apptest.OtherTenant) theft { return theft{emails + "/" + v.EmailTemplate, nil} }
	named["PUT "+emails+"/{id}/restore"] = func(v apptest.OtherTenant) theft {
		return theft{emails + "/" + v.EmailTemplate + "/restore", apptest.Object{"version": 1, "restore": 1}}
	}
	named["PUT "+emails+"/status"] = func(v apptest.OtherTenant) theft {
		return theft{emails + "/status", apptest.Object{"id": v.EmailTemplate, "status": "disabled"}}
	}
	named["POST "+emails] = func(v apptest.OtherTenant) theft {
		w := apptest.EmailTemplateBody("x")
		w["customerId"] = v.User
		return theft{emails, w}
	}
	named["PUT "+emails] = func(v apptest.OtherTenant) theft {
		w := apptest.EmailTemplateBody("x")
		w["id"], w["version"] = v.EmailTemplate, 1
		return theft{emails, w}
	}
	const talk = "/gc/inbox/"
	for route, body := range map[string]any{"GET": nil, "GET /messages": nil, "GET /search?text=hi": nil, "PUT /read": nil, "PUT /assign": apptest.Object{},
		"PUT /contact": apptest.Object{"name": "x"}, "PUT /tags": apptest.Object{"tags": []string{"x"}}, "POST /notes": apptest.Object{"text": "x"},
		"PUT /status": apptest.Object{"status": "closed"}, "POST /messages": apptest.Object{"type": "text", "text": "hi"}} {
		method, rest, _ := strings.Cut(route, " ")
		below, _, _ := strings.Cut(rest, "?")
		named[method+" "+talk+"{id}"+below] = func(v apptest.OtherTenant) theft { return theft{talk + v.Conversation + rest, body} }
	}
	named["GET "+talk+"{id}/messages/{message}/file"] = func(v apptest.OtherTenant) theft {
		return theft{talk + v.Conversation + "/messages/wamid.x/file",
			nil}
	}
	named["DELETE "+talk+"{id}/notes/{note}"] = func(v apptest.OtherTenant) theft {
		return theft{talk + v.Conversation + "/notes/" + apptest.MissingID, nil}
	}
	const quick = "/gc/quickreply"
	named["POST "+quick] = func(v apptest.OtherTenant) theft {
		return theft{quick, apptest.Object{"shortcut": "x", "text": "x", "customerId": v.User}}
	}
	named["PUT "+quick] = func(v apptest.OtherTenant) theft {
		return theft{quick, apptest.Object{"id": v.QuickReply, "text": "x"}}
	}
	named["DELETE "+quick+"/{id}"] = func(v apptest.OtherTenant) theft { return theft{quick + "/" + v.QuickReply, nil} }
	named["POST "+templates] = func(v apptest.OtherTenant) theft {
		w := apptest.TemplateBody("x")
		w["customerId"] = v.User
		return theft{templates, w}
	}
	const coins = "/virtual/currency/order/recharge"
	named["GET "+coins+"/{id}"] = func(v apptest.OtherTenant) theft { return theft{coins + "/" + v.USDTOrder, nil} }
	named["DELETE "+coins+"/expired/{id}"] = func(v apptest.OtherTenant) theft { return theft{coins + "/expired/" + v.USDTOrder, nil} }
	named["POST "+coins+"/retry/{id}"] = func(v apptest.OtherTenant) theft {
		return theft{coins + "/retry/" + v.USDTOrder, url.Values{"hash": {"ab"}}}
	}
	named["PUT "+coins+"/submit/hash"] = func(v apptest.OtherTenant) theft {
		return theft{coins + "/submit/hash", apptest.Object{"id": v.USDTOrder, "hash": "ab"}}
	}
	named["GET /pay/order/{orderId}/status"] = func(v apptest.OtherTenant) theft { return theft{"/pay/order/" + v.Topup + "/status", nil} }
	named["GET /pay/saas/order/{orderId}/status"] = func(v apptest.OtherTenant) theft {
		return theft{"/pay/saas/order/" + v.Topup + "/status",
			nil}
	}
	named["POST /pay/saas/order"] = func(v apptest.OtherTenant) theft {
		return theft{"/pay/saas/order", apptest.Object{"payType": 1, "customerId": v.User}}
	}
	named["GET /pay/order/{orderId}/page"] = func(v apptest.OtherTenant) theft { return theft{"/pay/order/" + v.Topup + "/page", nil} }
	named["GET /aty/recharge/{orderId}/refunds"] = func(v apptest.OtherTenant) theft {
		return theft{"/aty/recharge/" + v.Topup + "/refunds",
			nil}
	}
	named["POST /aty/recharge/{orderId}/refund"] = func(v apptest.OtherTenant) theft {
		return theft{"/aty/recharge/" + v.Topup + "/refund",
			apptest.Object{"amount": 1}}
	}
	named["GET /aty/recharge/pay/finish/{orderId}"] = func(v apptest.OtherTenant) theft {
		return theft{"/aty/recharge/pay/finish/" + v.Topup,
			nil}
	}
	one := func(path string, body func(v apptest.OtherTenant) any) func(v apptest.OtherTenant) theft {
		return func(v apptest.OtherTenant) theft {
			if body == nil {
				return theft{strings.Replace(path, "{id}", v.User, 1), nil}
			}
			return theft{strings.Replace(path, "{id}", v.User, 1), body(v)}
		}
	}
	for name, body := range map[string]func(v apptest.OtherTenant) any{
		"GET /aty/sysuser/{id}": nil, "DELETE /sysuser/{id}": nil, "DELETE /aty/sysuser/scope/{id}": nil,
		"PUT /sysuser/pass/{id}":      func(apptest.OtherTenant) any { return apptest.Object{"password": "Tidal-Fern-93"} },
		"PUT /aty/sysuser/scope/{id}": func(v apptest.OtherTenant) any { return apptest.Object{"userIds": []string{v.User}} },
	} {
		named[name] = one(strings.SplitN(name, " ", 2)[1], body)
	}
	named["GET /oauth/session/page"] = func(v apptest.OtherTenant) theft { return theft{"/oauth/session/page?userId=" + v.User, nil} }
	named["PUT /oauth/reset/{id}"] = one("/oauth/reset/{id}", nil)
	named["DELETE /oauth/twofactor/{id}"] = one("/oauth/twofactor/{id}", nil)
	named["DELETE /oauth/session/{id}"] = func(v apptest.OtherTenant) theft {
		return theft{"/oauth/session/" + apptest.MissingID + "?userId=" + v.User, nil}
	}
	for _, name := range []string{"GET /aty/customerinfo/appkey/security/{id}", "PUT /aty/customerinfo/gen/appkey/security/{id}",
		"PUT /aty/customerinfo/cancel/appkey/security/{id}"} {
		named[name] = one(strings.SplitN(name, " ", 2)[1], nil)
	}
	named["PUT /aty/customerinfo/give/saas/{id}"] = one("/aty/customerinfo/give/saas/{id}", nil)
	named["PUT /proxy/give/saas/{id}"] = one("/proxy/give/saas/{id}", nil)
	named["PUT /aty/customerinfo/activation/{id}"] = one("/aty/customerinfo/activation/{id}", nil)
	named["GET /aty/accountstatement/statistics"] = func(v apptest.OtherTenant) theft {
		return theft{"/aty/accountstatement/statistics?userId=" + v.User,
			nil}
	}
	named["GET /aty/accountstatement/month/finance/export"] = func(v apptest.OtherTenant) theft {
		return theft{"/aty/accountstatement/month/finance/export?userId=" + v.User, nil}
	}
	named["POST /aty/accountstatement"] = func(v apptest.OtherTenant) theft {
		return theft{"/aty/accountstatement", apptest.Object{"userId": v.User, "businessType": "gift", "amount": 1}}
	}
	named["PUT /aty/accountstatement"] = func(v apptest.OtherTenant) theft {
		return theft{"/aty/accountstatement", apptest.Object{"serialNumber": v.Line, "amount": 1}}
	}
	named["DELETE /aty/accountstatement/{id}"] = func(v apptest.OtherTenant) theft { return theft{"/aty/accountstatement/" + v.Line, nil} }
	named["PUT /aty/accountstatement/approved"] = func(v apptest.OtherTenant) theft {
		return theft{"/aty/accountstatement/approved", apptest.Object{"serialNumber": v.Line, "approved": false}}
	}
	named["PUT /aty/accountstatement/account/type/update"] = func(v apptest.OtherTenant) theft {
		return theft{"/aty/accountstatement/account/type/update", apptest.Object{"serialNumber": v.Line, "businessType": "gift"}}
	}
	for name, body := range map[string]func(v apptest.OtherTenant) any{
		"GET /proxy/info/{id}": nil, "PUT /proxy/activation/{id}": nil, "DELETE /proxy/{id}": nil,
		"PUT /proxy":                    func(v apptest.OtherTenant) any { return apptest.Object{"userId": v.User, "name": "stolen"} },
		"PUT /proxy/rebate":             func(v apptest.OtherTenant) any { return apptest.Object{"userId": v.User, "amount": 1} },
		"PUT /proxy/withdrawal":         func(v apptest.OtherTenant) any { return apptest.Object{"userId": v.User, "amount": 1} },
		"PUT /proxy/statement/approved": func(v apptest.OtherTenant) any { return apptest.Object{"serialNumber": v.Line, "approved": false} },
		"PUT /proxy/service/price":      func(v apptest.OtherTenant) any { return apptest.Object{"id": v.Price, "price": 1} },
		"POST /proxy/service/price": func(v apptest.OtherTenant) any {
			return apptest.Object{"userId": v.User, "service": "bulk.whatsapp", "countryCode": "*", "price": 1}
		},
		"POST /aty/customerinfo/price/charge/import": func(v apptest.OtherTenant) any {
			return apptest.Object{"userId": v.User,
				"fileId": v.File}
		},
	} {
		named[name] = one(strings.SplitN(name, " ", 2)[1], body)
	}
	named["DELETE /proxy/service/price/{id}"] = func(v apptest.OtherTenant) theft { return theft{"/proxy/service/price/" + v.Price, nil} }
	named["POST /proxy/statement/recharge/{uid}/{rechargeNum}"] = func(v apptest.OtherTenant) theft {
		return theft{"/proxy/statement/recharge/" + v.User +
			"/5", nil}
	}
	for _, list := range []string{"/proxy/statement", "/proxy/statement/export", "/proxy/service/list", "/proxy/service/price/page",
		"/proxy/service/price/history/page",
		"/proxy/service/price/grid", "/aty/customerinfo/price/grid",
		"/aty/customerinfo/price/charge/history/page", "/aty/customerinfo/price/charge/export", "/aty/customerinfo/price/query"} {
		named["GET "+list] = func(v apptest.OtherTenant) theft {
			return theft{list + "?service=bulk.whatsapp&countryCode=BR&userId=" + v.User, nil}
		}
	}
	named["GET /proxy/home"] = func(v apptest.OtherTenant) theft { return theft{"/proxy/home?agentId=" + v.User, nil} }
	named["PUT /sysuser"] = func(v apptest.OtherTenant) theft {
		return theft{"/sysuser", apptest.Object{"id": v.User, "name": "stolen"}}
	}
	named["PUT /sysuser/status/{id}"] = func(v apptest.OtherTenant) theft { return theft{"/sysuser/status/" + v.User + "?status=locked", nil} }
	named["PUT /sysuser/status"] = func(v apptest.OtherTenant) theft { return theft{"/sysuser/status?status=locked&id=" + v.User, nil} }
}

// harmless routes name no user's object: they concern the caller, a list of its scope, or the whole platform.
var harmless = strings.Fields(`
POST:/oauth/crash GET:/oauth/twofactor POST:/oauth/twofactor/start PUT:/oauth/twofactor/confirm PUT:/oauth/twofactor/codes PUT:/oauth/twofactor/off
GET:/sysuser/page GET:/sysuser/export GET:/aty/sysuser/select POST:/sysuser GET:/system/audit/export
GET:/system/deadletter GET:/system/deadletter/page POST:/system/deadletter/collect POST:/system/deadletter/redrive POST:/system/deadletter/discard GET:/dmp/operation GET:/system/status
GET:/system/status/incident POST:/system/status/incident PUT:/system/status/incident POST:/system/status/incident/update DELETE:/system/status/incident/{id}
GET:/system/menu/list POST:/system/menu PUT:/system/menu PUT:/system/menu/sort DELETE:/system/menu/{id}
GET:/pi/personal/info/security PUT:/pi/personal/info/refresh/security GET:/aty/customerinfo/balance/alert PUT:/aty/customerinfo/balance/alert GET:/pi/personal/info/view POST:/pi/personal/info/view PUT:/pi/personal/info/view DELETE:/pi/personal/info/view/{id} GET:/system/audit/page GET:/aty/customerinfo/getsalecustomer GET:/aty/customerinfo/recommend/selector
GET:/system/role/page GET:/system/role/list GET:/system/role/permissions POST:/system/role PUT:/system/role DELETE:/system/role/{code}
GET:/aty/customerinfo/export GET:/aty/contactsgroup/export GET:/aty/contactsgroup/template GET:/gc/groupsendorder/export GET:/gc/evidence/export GET:/pi/personal/info/statement/export GET:/uf/export/page
GET:/aty/accountstatement/reconcile POST:/aty/accountstatement/reconcile GET:/aty/accountstatement/reconcile/runs GET:/aty/accountstatement/reconcile/runs/{kind}/{id} GET:/aty/contactsgroup/lovPage GET:/aty/contactsgroup/getGroupIdByCreator GET:/aty/contactsgroup/page 
POST:/gc/groupsendorder/draft GET:/gc/groupsendorder/draft/page GET:/gc/groupsendorder/page GET:/gc/groupsendorder/senders
GET:/oauth/getUser DELETE:/oauth/logout GET:/oauth/router GET:/oauth/serviceCheck POST:/oauth/ticket PUT:/pi/personal/info/pass
GET:/aty/staff/limits GET:/dmp/lopmartechuserstatistics/page GET:/dmp/lopmartechuserstatistics/export GET:/proxy/page GET:/proxy/export POST:/proxy GET:/proxy/info/selector GET:/aty/customerinfo/sys/proxy POST:/aty/customerinfo/upperbatch
GET:/pi/personal/info/saas GET:/pi/personal/info/streak PUT:/pi/personal/info/streak GET:/pay/saas/order/ways GET:/pay/saas/price GET:/pi/personal/info/buy/saas/check POST:/pi/personal/info/buy/saas GET:/aty/saas/order/page GET:/aty/saas/order/export
GET:/pi/personal/info/statement/page GET:/pi/personal/info PUT:/pi/personal/info POST:/pi/personal/info/verification POST:/aty/customerinfo GET:/aty/customerinfo/page  POST:/uf/uploadfile POST:/uf/uploadfile/contact POST:/uf/uploadfile/picture POST:/uf/uploadfile/presign
GET:/aty/customerinfo/balances
GET:/im/announcement GET:/im/announcement/page POST:/im/announcement PUT:/im/announcement DELETE:/im/announcement/{id} PUT:/im/announcement/publish/now
PUT:/im/announcement/revoke PUT:/im/announcement/cancel GET:/im/announcement/opt/record GET:/im/notice/detail/list
GET:/im/notice GET:/im/notice/topics PUT:/im/notice/topics GET:/im/notice/page POST:/im/notice PUT:/im/notice DELETE:/im/notice/{id} PUT:/im/notice/publish/now
PUT:/im/notice/revoke PUT:/im/notice/cancel GET:/im/notice/opt/record
GET:/gc/inbox/page GET:/gc/inbox/unread GET:/gc/inbox/tags GET:/gc/quickreply/page GET:/gc/template/page GET:/gc/template/lovPage GET:/gc/template/export POST:/gc/template/sync PUT:/gc/template/status
GET:/gc/bulksendstock/page GET:/gc/bulksendstock/default POST:/gc/bulksendstock PUT:/gc/bulksendstock DELETE:/gc/bulksendstock/{id} POST:/gc/groupsendorder/countrys
GET:/gc/sender/page GET:/gc/sender/provider/page PUT:/gc/sender
GET:/kfsms/repertory/page POST:/kfsms/repertory PUT:/kfsms/repertory DELETE:/kfsms/repertory/{id}
GET:/aty/riskgroup/page GET:/aty/riskgroup/export GET:/aty/consent/page GET:/aty/consent/export GET:/aty/suppression/page GET:/aty/suppression/export DELETE:/aty/suppression
GET:/aty/customerservicer/page GET:/aty/customerservicer/export GET:/aty/customerservicer/selector GET:/aty/customerserviceraccount/page GET:/aty/customerserviceraccount/export GET:/aty/customerserviceraccount/selector
GET:/pay/rate GET:/pay/rate/history GET:/pay/rate/{code} POST:/pay/rate PUT:/pay/rate/{id} POST:/pay/order GET:/aty/recharge/page GET:/aty/recharge/export GET:/aty/recharge/info GET:/aty/recharge/pay GET:/pi/personal/info/pay/code
GET:/virtual/currency/order/recharge GET:/virtual/currency/order/recharge/export GET:/virtual/currency/order/recharge/check
GET:/virtual/currency/address/page GET:/virtual/currency/address/stock POST:/virtual/currency/address
POST:/bgo/buildgroup/draft GET:/bgo/buildgroup/draft/page GET:/bgo/buildgroup/page GET:/bgo/buildgroup/export GET:/bgo/buildgroup/buildGroupScale GET:/bgo/buildgroup/availabledays GET:/bgo/buildgroup/resource/num/{id} PUT:/bgo/buildgroup/resource/num/{id} DELETE:/bgo/buildgroup/resource/num/{id} GET:/bgo/buildgroup/resource/page GET:/dmp/overview GET:/dmp/customers GET:/gc/review GET:/dmp/sending GET:/dmp/sending/export
GET:/edm/template/page GET:/edm/template/lovPage GET:/edm/template/gallery GET:/edm/template/export POST:/edm/template/preview POST:/edm/template/import
GET:/call/recording/page GET:/call/recording/selector GET:/call/recording/export
GET:/call/engine/page GET:/call/engine/selector GET:/call/engine/export POST:/call/engine PUT:/call/engine DELETE:/call/engine/{id} PUT:/call/engine/usable POST:/call/engine/{id}/test GET:/call/engine/{id}/test/{testId}
GET:/call/language/page GET:/call/language/selector GET:/call/language/export POST:/call/language PUT:/call/language DELETE:/call/language/{id} GET:/call/voice/page GET:/call/voice/export POST:/call/voice PUT:/call/voice DELETE:/call/voice/{id}`)

// Every route × every user type × another user's id: the response equals that for an unknown id.
func TestForeignIDs(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	h := &sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}
	cast := h.SeedUsers(t, s)
	v := apptest.SeedTenant(t, e, cast)
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
			none := apptest.OtherTenant{User: apptest.MissingID, Secondary: apptest.MissingID, Group: apptest.MissingID, Task: apptest.MissingID,
				File: apptest.MissingID, Order: apptest.MissingID, Draft: apptest.MissingID, Price: apptest.MissingID + ".bulk.whatsapp.BR",
				Notice: apptest.MissingID, EmailTemplate: apptest.MissingID, Blocked: apptest.MissingID,
				Blocking: apptest.MissingID, Line: "AF20260101000000abcdef", Topup: apptest.MissingID, USDTOrder: apptest.MissingID,
				Template: apptest.MissingID, Conversation: apptest.MissingID, Risk: apptest.MissingID, RiskTask: apptest.MissingID,
				Copied: apptest.MissingID, Copying: apptest.MissingID, Servicer: apptest.MissingID, Service: apptest.MissingID,
				Building: apptest.MissingID, Plan: apptest.MissingID, Recording: apptest.MissingID, Calling: apptest.MissingID,
				Campaign: apptest.MissingID, EmailDraft: apptest.MissingID,
				Script: apptest.MissingID, Domain: apptest.MissingID, EmailSender: apptest.MissingID,
				ShuntLink: apptest.MissingID, ShuntGroups: apptest.MissingID, ShuntNumber: apptest.MissingID, ShuntGroup: apptest.MissingID,
				SalesChannel: apptest.MissingID, Lead: apptest.MissingID,
				CommentTemplate: apptest.MissingID, Commenting: apptest.MissingID, CommentDraft: apptest.MissingID,
				CommentItem: apptest.MissingID + "-00000",
				Ordering:    apptest.MissingID, OrderDraft: apptest.MissingID, Number: apptest.MissingID, QuickReply: apptest.MissingID}
			c = make(none)
			if b := who.Do(r.Method, c.path, c.body); b.Status != a.Status || b.Code != a.Code || b.Message != a.Message {
				t.Errorf("%s as %s tells a foreign id (%d %s) from an unknown one (%d %s)", name, who.Name, a.Status, a.Message, b.Status, b.Message)
			}
		}
	}
	// Nothing happened to the victim meanwhile.
	o, ok, err := e.Bulk().Engine.Flow.Orders.Get(context.Background(), v.Order)
	if err != nil || !ok || o.Status != 1 {
		t.Errorf("the victim's order is %+v", o)
	}
}

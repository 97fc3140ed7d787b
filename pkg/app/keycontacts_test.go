package app

import (
	"context"
	"net/http"
	"testing"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/voice"
	"herald/pkg/kit/apiclient"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/web"
)

// A customer's program brings its own recipients: it uploads a file, makes a collection, imports into it, reads what became of the import,
// and orders to it. What it may do beside that is listing what an order names.
func TestAProgramBringsItsOwnContacts(t *testing.T) {
	p := mustCallers(t, 20)
	who := p.c.Direct
	g := p.program(who)
	const groups = "/aty/contactsgroup"
	group := testkit.Data[web.Created](g.call("POST", groups, obj{"name": "ours", "countryCode": "ID"})).ID
	file := apiclient.File{Field: "file", Name: "n.csv", Type: "text/csv",
		Content: []byte("phoneNumber,name\n6281234567801,Ani\n6281234567850,Budi\n12,Cici\n")}
	up := testkit.Data[struct{ ID, Type string }](g.call("POST", "/uf/uploadfile", file))
	task := testkit.Data[struct{ TaskID string }](g.call("POST", groups+"/"+group+"/import", obj{"fileId": up.ID})).TaskID
	tasks := p.e.Contacts().FileTasks()
	p.k.Work(p, contact.FileQueue, func(ctx context.Context, m queue.Message) error { return tasks[m.Kind](ctx, m) })
	read := testkit.Data[contact.ImportStatus](g.call("GET", groups+"/"+group+"/import/"+task, nil))
	if up.Type != "contact" || read.Imported != 2 || read.Failed != 1 {
		t.Errorf("%+v %+v", up, read)
	}
	if rows := testkit.Data[web.Page[contact.RefusedRow]](g.call("GET", groups+"/"+group+"/import/"+task+"/row/page", nil)); rows.Total != 1 ||
		rows.Records[0].Number != "12" {
		t.Errorf("%+v", rows)
	}
	if all := testkit.Data[web.Page[contact.Collection]](g.call("GET", groups+"/page", nil)); all.Total != 1 ||
		all.Records[0].MemberCount != 2 || all.Records[0].CustomerID != who.User.ID {
		t.Errorf("%+v", all)
	}
	sound := recordingOf(who, "hum", tone(2)).ID
	if all := testkit.Data[web.Page[voice.Recording]](g.call("GET", "/call/recording/page", nil)); all.Total != 1 ||
		all.Records[0].ID != sound {
		t.Errorf("%+v", all)
	}
	for _, list := range []string{"/gc/template/page", "/aty/customerserviceraccount/selector", groups + "/lovPage"} {
		g.call("GET", list, nil).OK()
	}
	made := testkit.Data[order.SubmitResponse](g.call("POST", callOrder,
		obj{"name": "alone", "groupId": group, "recordingId": sound, "apiOrderId": "K-1"}))
	p.works()
	if o := testkit.Data[callPage](g.call("GET", callOrder+"/"+made.ID, nil)); o.Total != 2 {
		t.Errorf("%+v", o)
	}
	for _, no := range []struct{ method, path string }{
		{"DELETE", groups + "/" + group}, {"PUT", groups}, {"GET", groups + "/" + group + "/member/page"}, {"POST", groups + "/merge"},
		{"GET", groups + "/" + group + "/export"},
		{"GET", "/uf/uploadfile/" + up.ID}, {"POST", "/call/recording"}, {"POST", "/gc/template"}, {"POST", "/aty/customerserviceraccount"},
		{"GET", "/gc/evidence/export"},
	} {
		g.call(no.method, no.path, nil).Want(http.StatusForbidden, 403)
	}
	other := p.program(p.c.Customer)
	other.call("POST", groups+"/"+group+"/import", obj{"fileId": up.ID}).Want(http.StatusNotFound, 404)
	other.call("POST", groups, obj{"name": "x", "countryCode": "ID", "customerId": who.User.ID}).Want(http.StatusNotFound, 404)
}

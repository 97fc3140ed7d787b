package joined_test

import (
	"context"
	"net/http"
	"testing"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/audience/contact"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/voice"
	"herald/pkg/kit/apiclient"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/web"
)

// A customer's program brings its own recipients: it uploads a file, makes a collection, imports into it, reads the result, and orders to
// it. Beyond that it can list the objects that an order names.
func TestAProgramBringsItsOwnContacts(t *testing.T) {
	p := apptest.NewCallFixture(t, 20)
	who := p.Users.Direct
	g := p.NewProgram(who)
	const groups = "/aty/contactsgroup"
	group := testkit.Data[web.Created](g.Request("POST", groups, apptest.Object{"name": "ours", "countryCode": "ID"})).ID
	file := apiclient.File{Field: "file", Name: "n.csv", Type: "text/csv",
		Content: []byte("phoneNumber,name\n6281234567801,Ani\n6281234567850,Budi\n12,Cici\n")}
	up := testkit.Data[struct{ ID, Type string }](g.Request("POST", "/uf/uploadfile", file))
	task := testkit.Data[struct{ TaskID string }](g.Request("POST", groups+"/"+group+"/import", apptest.Object{"fileId": up.ID})).TaskID
	tasks := p.Env.Contacts().FileTasks()
	p.Kit.Work(p, contact.FileQueue, func(ctx context.Context, m queue.Message) error { return tasks[m.Kind](ctx, m) })
	read := testkit.Data[contact.ImportStatus](g.Request("GET", groups+"/"+group+"/import/"+task, nil))
	if up.Type != "contact" || read.Imported != 2 || read.Failed != 1 {
		t.Errorf("%+v %+v", up, read)
	}
	if rows := testkit.Data[web.Page[contact.RefusedRow]](g.Request("GET", groups+"/"+group+"/import/"+task+"/row/page",
		nil)); rows.Total != 1 ||
		rows.Records[0].Number != "12" {
		t.Errorf("%+v", rows)
	}
	if all := testkit.Data[web.Page[contact.Collection]](g.Request("GET", groups+"/page", nil)); all.Total != 1 ||
		all.Records[0].MemberCount != 2 || all.Records[0].CustomerID != who.User.ID {
		t.Errorf("%+v", all)
	}
	sound := apptest.NewRecording(who, "hum", apptest.Tone(2)).ID
	if all := testkit.Data[web.Page[voice.Recording]](g.Request("GET", "/call/recording/page", nil)); all.Total != 1 ||
		all.Records[0].ID != sound {
		t.Errorf("%+v", all)
	}
	for _, list := range []string{"/gc/template/page", "/aty/customerserviceraccount/selector", groups + "/lovPage"} {
		g.Request("GET", list, nil).OK()
	}
	made := testkit.Data[order.SubmitResponse](g.Request("POST", apptest.CallOrder,
		apptest.Object{"name": "alone", "groupId": group, "recordingId": sound, "apiOrderId": "K-1"}))
	p.RunQueues()
	if o := testkit.Data[apptest.CallDetail](g.Request("GET", apptest.CallOrder+"/"+made.ID, nil)); o.Total != 2 {
		t.Errorf("%+v", o)
	}
	for _, no := range []struct{ method, path string }{
		{"DELETE", groups + "/" + group}, {"PUT", groups}, {"GET", groups + "/" + group + "/member/page"}, {"POST", groups + "/merge"},
		{"GET", groups + "/" + group + "/export"},
		{"GET", "/uf/uploadfile/" + up.ID}, {"POST", "/call/recording"}, {"POST", "/gc/template"}, {"POST", "/aty/customerserviceraccount"},
		{"GET", "/gc/evidence/export"},
	} {
		g.Request(no.method, no.path, nil).Want(http.StatusForbidden, 403)
	}
	other := p.NewProgram(p.Users.Customer)
	other.Request("POST", groups+"/"+group+"/import", apptest.Object{"fileId": up.ID}).Want(http.StatusNotFound, 404)
	other.Request("POST", groups, apptest.Object{"name": "x", "countryCode": "ID", "customerId": who.User.ID}).Want(http.StatusNotFound, 404)
}

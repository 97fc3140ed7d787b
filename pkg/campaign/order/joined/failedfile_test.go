package joined_test

import (
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/audience/contact"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/sheet"
)

// The failed recipients of an order come as a file with their values for its message. Corrected, it is the file of
// the next order, and the platform's own columns are none of its values.
func TestFailedRecipientsComeBackAsAFile(t *testing.T) {
	p := apptest.NewTemplateFixture(t)
	who := p.Users.Direct
	p.Control("script",
		`{"rules":[{"suffix":"1","outcome":"not_whatsapp"},{"suffix":"3","outcome":"not_whatsapp"},{"suffix":"99999999999","outcome":"ok"}]}`)
	upload := func(name, kind string, data []byte) string {
		return testkit.Data[struct{ ID string }](who.Upload("/uf/uploadfile", "file", name, kind, data)).ID
	}
	rows := "phoneNumber,city,note,name\n5511987650001,\"São, " +
		"Paulo\",x,=Ana\n5511987650002,Rio,x,Bia\n5511987650003,,x,Zoe\n5511987650004,Natal,x,\n"
	message := apptest.Object{"type": "text", "text": "{name} of {city}",
		"placeholders": []apptest.Object{{"name": "name", "content": "friend"}, {"name": "city", "content": "here"}}}
	id := p.SubmitBulk(who, "first", 1, apptest.Object{"fileId": upload("n.csv", "text/csv", []byte(rows)), "message": message})
	p.RunQueues()
	file := who.In("en_US").Get("/gc/groupsendorder/" + id + "/export?state=failed").Raw
	got := apptest.ReadTable(t, file, "phoneNumber")
	if len(got) != 2 || got[0]["phoneNumber"] != "5511987650001" || got[0]["name"] != "'=Ana" || got[0]["city"] != "São, Paulo" ||
		got[1]["name"] != "Zoe" || got[1]["city"] != "" || !strings.Contains(got[0]["Reason"], "WhatsApp") {
		t.Fatalf("%v", got)
	}
	for _, lang := range []string{"en_US", "zh_CN", "pt_BR", "zh_TW"} {
		back := upload("n.xlsx", sheet.ContentType, who.In(lang).Get("/gc/groupsendorder/"+id+"/export?state=failed").Raw)
		read := testkit.Data[contact.Contents](who.Post("/gc/gcAlternateOrder/readFile", apptest.Object{"fileId": back, "countryCode": "BR"}))
		if read.Valid != 2 || strings.Join(read.Columns, " ") != "name city" || read.First[0].Values["name"] != "=Ana" ||
			read.First[1].Values["name"] != "Zoe" {
			t.Errorf("%s: %+v", lang, read)
		}
	}
	p.Control("script", `{"rules":[{"suffix":"99999999999","outcome":"ok"}]}`)
	p.Kit.Clock.Add(time.Minute)
	p.SubmitBulk(who, "second", 1, apptest.Object{"fileId": upload("n.xlsx", sheet.ContentType, file), "message": message})
	p.RunQueues()
	told := map[string]string{}
	all, _ := p.Sim.Messages(0, 10)
	for _, m := range all {
		told[m.To] = m.Body
	}
	if told["5511987650001"] != "=Ana of São, Paulo" || told["5511987650003"] != "Zoe of here" || told["5511987650004"] != "friend of Natal" ||
		len(all) != 4 {
		t.Errorf("%v", told)
	}
	if o, _ := p.OrderState(who, id); o != order.Settling && o != order.Completed {
		t.Errorf("state %d", o)
	}
}

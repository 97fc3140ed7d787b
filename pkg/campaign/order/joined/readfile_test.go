package joined_test

import (
	"net/http"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/audience/contact"
	"herald/pkg/kit/sheet"
)

// The contents of a contact file are shown before an order is made of it. Its refused rows come as a file that is
// read again once it was corrected.
func TestAFileIsReadBeforeItIsOrdered(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	c := p.Users.Customer
	const path = "/gc/gcAlternateOrder"
	upload := func(text string) string {
		return testkit.Data[struct{ ID string }](c.Upload("/uf/uploadfile", "file", "n.csv", "text/csv", []byte(text))).ID
	}
	file := upload("phoneNumber,city\n5511987654321,Rio\n5511987654321,Rio\n12025550123,\n11987654322,São Paulo\n")
	got := testkit.Data[contact.Contents](c.In("en_US").Post(path+"/readFile", apptest.Object{"fileId": file, "countryCode": "BR"}))
	if got.Total != 4 || got.Valid != 1 || got.Duplicated != 1 || got.Failed != 2 || got.NationalRows != 1 || len(got.Errors) != 2 ||
		got.Errors[0].Line != 4 || got.Errors[0].Message == "" ||
		len(got.Columns) != 1 || got.Columns[0] != "city" || got.Sample[0] != "5511987654321" {
		t.Errorf("%+v", got)
	}
	if len(got.First) != 1 || got.First[0].PhoneNumber != "5511987654321" || got.First[0].Values["city"] != "Rio" {
		t.Errorf("%+v", got.First)
	}
	if got := testkit.Data[contact.Contents](c.Post(path+"/readFile",
		apptest.Object{"fileId": file, "countryCode": "BR", "addPrefix": true})); got.Valid != 2 || got.Failed != 1 || len(got.First) != 2 {
		t.Errorf("with the prefix: %+v", got)
	}
	blob := c.In("en_US").Get(path + "/exportFail?countryCode=BR&fileId=" + file)
	if blob.Status != http.StatusOK {
		t.Fatalf("%d %s", blob.Status, blob.Raw)
	}
	bad, err := sheet.OpenColumn(p.Env.Sheets, blob.Raw, sheet.Limits{}, "")
	if err != nil || len(bad.Rows) != 2 || bad.Rows[0].Text != "12025550123" || bad.Rows[1].Text != "11987654322" {
		t.Errorf("%v, %+v", err, bad)
	}
	if head := strings.Join(bad.Columns, "|"); head != "line|code|message|city" {
		t.Errorf("its columns are %s", head)
	}
	again := testkit.Data[contact.Contents](c.Post(path+"/readFile",
		apptest.Object{"fileId": testkit.Data[struct{ ID string }](c.Upload("/uf/uploadfile", "file", "n.xlsx", sheet.ContentType, blob.Raw)).ID,
			"countryCode": "BR", "addPrefix": true}))
	if again.Valid != 1 || again.Failed != 1 || strings.Join(again.Columns, "|") != "city" || again.First[0].Values["city"] != "São Paulo" {
		t.Errorf("brought back: %+v", again)
	}
	risky := upload("phoneNumber,=sum\nx,=1+1\n")
	if bad, err := sheet.OpenColumn(p.Env.Sheets, c.Get(path+"/exportFail?countryCode=BR&fileId="+risky).Raw, sheet.Limits{},
		""); err != nil ||
		bad.Columns[3] != "'=sum" || bad.Rows[0].Fields[3] != "'=1+1" {
		t.Errorf("what could run: %v, %+v", err, bad)
	}
	c.Post(path+"/readFile", apptest.Object{"fileId": file, "countryCode": "ZZ"}).Bad("countryCode")
	c.In("en_US").Post(path+"/readFile", apptest.Object{"fileId": upload("name,city\nAna,Rio\n"),
		"countryCode": "BR"}).Want(http.StatusBadRequest, 40048)
	c.Post(path+"/readFile", apptest.Object{"fileId": upload("phoneNumber\n"), "countryCode": "BR"}).Want(http.StatusBadRequest, 40049)
	p.Users.Direct.Get(path+"/exportFail?countryCode=BR&fileId="+file).Want(http.StatusNotFound, 0)
}

package joined_test

import (
	"bytes"
	"image"
	"image/png"
	"net/http"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/credit/price"
)

// Every user who sees an order sees the pictures of its messages, also one of its agent; any other user gets 404.
func TestWhoSeesAnOrderSeesItsPictures(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	c := (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s)
	c.Admin.Post("/aty/customerinfo/price/charge/save",
		apptest.Object{"userId": price.Platform, "service": "bulk.whatsapp", "countryCode": "*", "price": 1}).OK()
	c.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": c.Agent.User.ID, "amount": 100}).OK()
	c.Agent.Put("/aty/customerinfo/recharge", apptest.Object{"userId": c.Customer.User.ID, "amount": 50}).OK()
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	upload := func(name, kind string, data []byte) string {
		return testkit.Data[struct{ ID string }](c.Agent.Upload("/uf/uploadfile", "file", name, kind, data)).ID
	}
	people := "phoneNumber\n"
	for _, n := range []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"} {
		people += "551198765430" + n + "\n"
	}
	file := upload("n.txt", "text/plain", []byte(people))
	first, second := upload("a.png", "image/png", picture.Bytes()), upload("b.png", "image/png", picture.Bytes())
	link := apptest.Object{"content": "Look", "url": "https://example.com", "thumbnailId": second, "button": apptest.Object{"name": "Open"}}
	body := apptest.Object{"name": "pictures", "userId": c.Customer.User.ID, "fileId": file, "channel": "whatsapp", "countryCode": "BR",
		"message": apptest.Object{"type": "image", "mediaId": first},
		"ab": apptest.Object{"message": apptest.Object{"type": "link", "link": link}, "share": 50, "by": "read", "waitMinutes": 60,
			"choose": "hand"}}
	path := "/gc/groupsendorder/" + testkit.Data[struct{ ID string }](c.Agent.Post("/gc/groupsendorder", body)).ID
	c.Customer.Get("/uf/uploadfile/"+first).Want(http.StatusNotFound, 0)
	type shown struct{ ID, URL, Type string }
	for _, who := range []*sessiontest.Actor{c.Admin, c.Agent, c.Customer, c.Secondary} {
		if who == c.Secondary {
			who.Get(path+"/media").Want(http.StatusNotFound, 0) // the order is its head's
			continue
		}
		got := testkit.Data[struct{ A, B shown }](who.Get(path + "/media"))
		if got.A.ID != first || got.B.ID != second || got.A.URL == "" || got.B.URL == "" || got.A.Type != "image" {
			t.Errorf("%s: %+v", who.Name, got)
		}
	}
	c.OtherCustomer.Get(path+"/media").Want(http.StatusNotFound, 0)

	delete(body, "ab")
	body["message"] = apptest.Object{"type": "text", "text": "no picture", "mediaId": first}
	path = "/gc/groupsendorder/" + testkit.Data[struct{ ID string }](c.Agent.Post("/gc/groupsendorder", body)).ID
	if got := testkit.Data[struct{ A, B *shown }](c.Customer.Get(path + "/media")); got.A != nil || got.B != nil {
		t.Errorf("a text shows %+v", got)
	}
}

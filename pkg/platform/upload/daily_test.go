package upload_test

import (
	"bytes"
	"image"
	"image/png"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/internal/testkit/film"
	"herald/pkg/kit/i18n"
)

// Uploads have a daily limit of files and bytes for each customer with its secondaries, over all routes. New accounts have a lower one, and
// staff none.
func TestUploadsOfADay(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	customer, secondary, stranger := p.Users.Customer, p.Users.Secondary, p.Users.OtherCustomer
	set := func(key string, n int) {
		t.Helper()
		p.Users.Admin.Put("/lop/system/config/"+key, apptest.Object{"value": n}).OK()
		p.Kit.Clock.Add(2e9)
	}
	photo := func() []byte {
		var b bytes.Buffer
		if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 2, 2))); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}()
	numbers := []byte("5511987654321\n")
	routes := map[string]func(who *testkit.Client) *testkit.Answer{
		"contact": func(c *testkit.Client) *testkit.Answer {
			return c.Upload("/uf/uploadfile/contact", "file", "n.txt", "", numbers)
		},
		"any": func(c *testkit.Client) *testkit.Answer {
			return c.Upload("/uf/uploadfile", "file", "n.txt", "", numbers)
		},
		"image": func(c *testkit.Client) *testkit.Answer {
			return c.Upload("/uf/uploadfile?kind=image", "file", "a.png", "", photo)
		},
		"video": func(c *testkit.Client) *testkit.Answer {
			return c.Upload("/uf/uploadfile?kind=video", "file", "a.mp4", "", film.Plain("isom", 0))
		},
		"document": func(c *testkit.Client) *testkit.Answer {
			return c.Upload("/uf/uploadfile?kind=document", "file", "a.pdf", "", []byte("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"))
		},
		"presign": func(c *testkit.Client) *testkit.Answer {
			return c.Post("/uf/uploadfile/presign", apptest.Object{"name": "n.txt", "size": 10})
		},
	}
	refused := func(says string, who ...*sessiontest.Actor) {
		t.Helper()
		for _, c := range who {
			for name, send := range routes {
				if a := send(c.In("en_US")).Want(409, 0); !strings.Contains(a.Message, says) {
					t.Errorf("%s: %s", name, a.Message)
				}
			}
		}
	}
	set("upload.daily.files.new", len(routes))
	for _, send := range routes {
		send(customer.Client).OK()
	}
	refused("New accounts can upload 6 files", customer, secondary)
	stranger.Upload("/uf/uploadfile", "file", "n.txt", "", numbers).OK()
	for range 2 * len(routes) {
		routes["presign"](p.Users.Admin.Client).OK()
	}
	text := ""
	says := func(send func(c *testkit.Client) *testkit.Answer) {
		t.Helper()
		for _, lang := range i18n.Langs {
			text += send(customer.In(string(lang))).Want(409, 0).Message + "\n"
		}
	}
	large := func(c *testkit.Client) *testkit.Answer {
		return c.Post("/uf/uploadfile/presign", apptest.Object{"name": "n.txt", "size": 10240})
	}
	says(routes["any"])
	set("upload.daily.files.new", 1000)
	set("upload.daily.bytes.new", 1024)
	says(large)
	p.Users.Admin.Put("/aty/customerinfo/activation/"+customer.User.ID, nil).OK()
	large(customer.Client).OK()
	set("upload.daily.bytes", 10240)
	says(large)
	set("upload.daily.files", len(routes)+2)
	set("upload.daily.bytes", 1<<20)
	routes["image"](secondary.Client).OK()
	refused("You've uploaded 8 files today", customer, secondary)
	says(routes["any"])
	testkit.Golden(t, t.Name(), text)
}

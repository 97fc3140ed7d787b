package upload_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"herald/pkg/kit/i18n"
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/testkit/film"
	"herald/pkg/platform/session/sessiontest"
	"herald/pkg/platform/setting"
)

// Each customer uploads so many files and bytes a day, with its secondaries, by whichever route; a new account less, staff without bound.
func TestUploadsOfADay(t *testing.T) {
	w := start(t)
	vouched := map[string]bool{}
	w.room.Known = func(_ context.Context, tenant string) (bool, error) { return vouched[tenant], nil }
	book := setting.New(w.env.DB, w.env.Now, setting.Define(testkit.Rooms()...))
	set := func(key string, n int) {
		t.Helper()
		if err := book.Set(ctx, key, fmt.Sprint(n), "test"); err != nil {
			t.Fatal(err)
		}
		w.env.Clock.Add(setting.Fresh)
	}
	numbers := []byte("5511987654321\n")
	routes := map[string]func(who *testkit.Client) *testkit.Answer{
		"contact": func(c *testkit.Client) *testkit.Answer {
			return c.Upload("/uf/uploadfile/contact", "file", "n.txt", "", numbers)
		},
		"any": func(c *testkit.Client) *testkit.Answer {
			return c.Upload("/uf/uploadfile", "file", "n.txt", "", numbers)
		},
		"image": func(c *testkit.Client) *testkit.Answer {
			return c.Upload("/uf/uploadfile?kind=image", "file", "a.png", "", pngOf(t, 2, 2))
		},
		"video": func(c *testkit.Client) *testkit.Answer {
			return c.Upload("/uf/uploadfile?kind=video", "file", "a.mp4", "", film.Plain("isom", 0))
		},
		"document": func(c *testkit.Client) *testkit.Answer {
			return c.Upload("/uf/uploadfile?kind=document", "file", "a.pdf", "", []byte("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"))
		},
		"presign": func(c *testkit.Client) *testkit.Answer {
			return c.Post("/uf/uploadfile/presign", object{"name": "n.txt", "size": 10})
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
		send(w.Customer.Client).OK()
	}
	refused("New accounts can upload 6 files", w.Customer, w.Secondary)
	w.OtherCustomer.Upload("/uf/uploadfile", "file", "n.txt", "", numbers).OK()
	for range 2 * len(routes) {
		routes["presign"](w.Admin.Client).OK()
	}
	vouched[w.Customer.User.ID] = true
	set("upload.daily.files", len(routes)+1)
	routes["image"](w.Secondary.Client).OK()
	refused("You've uploaded 7 files today", w.Customer, w.Secondary)
	set("upload.daily.files", 1000)
	set("upload.daily.bytes", 10240)
	w.Customer.Post("/uf/uploadfile/presign", object{"name": "n.txt", "size": 10240}).Want(409, 0)
	w.Customer.Post("/uf/uploadfile/presign", object{"name": "n.txt", "size": 10241}).Want(409, 0)
	vouched[w.Customer.User.ID] = false
	set("upload.daily.files.new", 1000)
	set("upload.daily.bytes.new", 1024)
	text := ""
	for _, known := range []bool{false, true} {
		vouched[w.Customer.User.ID] = known
		for _, lang := range i18n.Langs {
			text += w.Customer.In(string(lang)).Post("/uf/uploadfile/presign", object{"name": "n.txt", "size": 10240}).Want(409, 0).Message + "\n"
		}
	}
	set("upload.daily.files.new", 0)
	set("upload.daily.files", 0)
	for _, known := range []bool{false, true} {
		vouched[w.Customer.User.ID] = known
		for _, lang := range i18n.Langs {
			text += routes["any"](w.Customer.In(string(lang))).Want(409, 0).Message + "\n"
		}
	}
	testkit.Golden(t, t.Name(), text)
	set("upload.daily.files", 1)
	w.env.Clock.Add(24 * time.Hour)
	w.Customer.Token = w.house.SignIn(t, w.server, w.Customer.User.Login)
	routes["presign"](w.Customer.Client).OK()
}

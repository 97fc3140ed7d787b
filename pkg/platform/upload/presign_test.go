package upload_test

import (
	"fmt"
	"strings"
	"testing"

	"herald/internal/testkit"
	"herald/pkg/kit/i18n"
	"herald/pkg/platform/setting"
)

func TestPresignRefusals(t *testing.T) {
	w := start(t)
	for _, lang := range i18n.Langs {
		a := w.Customer.In(string(lang)).Post("/uf/uploadfile/presign", object{"name": "film.mp4", "size": 5<<20 + 1}).Want(400, 40031)
		if !strings.Contains(a.Message, "5M") {
			t.Errorf("%s", a.Message)
		}
	}
	w.Customer.Post("/uf/uploadfile/presign", object{"name": "film.mp4", "size": 5 << 20}).OK()
	book := setting.New(w.env.DB, w.env.Now, setting.Define(testkit.ModuleParts()...))
	if err := book.Set(ctx, "video.bytes", fmt.Sprint(20<<20), "test"); err != nil { // the other reading (decisions §8)
		t.Fatal(err)
	}
	w.env.Clock.Add(setting.Fresh)
	w.Customer.Post("/uf/uploadfile/presign", object{"name": "film.mp4", "size": 20 << 20}).OK()
	w.Customer.Post("/uf/uploadfile/presign", object{"name": "film.mp4", "size": 20<<20 + 1}).Want(400, 40031)
	if err := book.Reset(ctx, "video.bytes"); err != nil {
		t.Fatal(err)
	}
	w.Customer.Post("/uf/uploadfile/presign", object{"name": "numbers.txt", "size": 1<<20 + 1}).Want(400, 40031)
	w.Customer.Post("/uf/uploadfile/presign", object{"name": "", "size": 1}).Bad("name")
	w.Customer.Post("/uf/uploadfile/presign", object{"name": "a", "size": 0}).Bad("size")
}

package upload_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"herald/internal/testkit"
	"herald/internal/testkit/film"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/blob"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/platform/setting"
	"herald/pkg/platform/upload"
)

func wav() []byte { return append([]byte("RIFF\x24\x00\x00\x00WAVEfmt "), make([]byte, 64)...) }

func TestKindsThatAreAskedFor(t *testing.T) {
	w := start(t)
	pdf := []byte("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	for _, f := range []struct {
		kind, name string
		body       []byte
	}{
		{upload.Audio, "speech.wav", wav()}, {upload.Document, "offer.pdf", pdf}, {upload.Image, "a.png", pngOf(t, 2, 2)},
		{upload.Video, "film.mp4", film.Plain("isom", 0)},
		{upload.Contact, "n.txt", []byte("5511987654321\n")},
	} {
		if got := testkit.Data[upload.UploadResponse](w.Customer.Upload("/uf/uploadfile?kind="+f.kind, "file", f.name,
			"", f.body)); got.Type != f.kind {
			t.Errorf("%s is kept as %s", f.name, got.Type)
		}
	}
	text := ""
	for _, kind := range []string{upload.Image, upload.Video, upload.Audio, upload.Document, upload.Contact} {
		other := film.Plain("isom", 0)
		if kind == upload.Video {
			other = pdf
		}
		text += "no " + kind + "\n"
		for _, lang := range i18n.Langs {
			text += "  " + w.Customer.In(string(lang)).Upload("/uf/uploadfile?kind="+kind, "file", "x.bin", "", other).Bad("file").Message + "\n"
		}
	}
	for name, body := range map[string][]byte{"offer.pdf": pngOf(t, 2, 2)} {
		text += name + " is a picture\n"
		for _, lang := range i18n.Langs {
			text += "  " + w.Customer.In(string(lang)).Upload("/uf/uploadfile", "file", name, "", body).Bad("file").Message + "\n"
		}
	}
	w.Customer.Upload("/uf/uploadfile", "file", "photo.JPG", "", []byte("5511987654321\n")).Bad("file")
	w.Customer.Upload("/uf/uploadfile", "file", "photo.jpeg", "", pngOf(t, 2, 2)).OK() // a picture all the same
	w.Customer.Upload("/uf/uploadfile?kind=virus", "file", "x.bin", "", pdf).Bad("kind")
	w.Customer.Upload("/uf/uploadfile", "file", "offer.pdf", "", pdf).Want(400, 40043) // not asked for
	testkit.Golden(t, t.Name(), text)
}

// Files without a reference are deleted after their time, a limited number at once; referenced files stay.
func TestCleaning(t *testing.T) {
	w := start(t)
	book := setting.New(w.env.DB, w.env.Now, setting.Define(testkit.ModuleParts()...))
	if err := book.Set(ctx, "upload.keep.hours", "2", "test"); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := book.Reset(ctx, "upload.keep.hours"); err != nil {
			t.Error(err)
		}
	}()
	put := func(who int) string {
		name := fmt.Sprint("n", who, ".txt")
		return testkit.Data[upload.UploadResponse](w.Secondary.Upload("/uf/uploadfile", "file", name, "", []byte("5511987654321\n"))).ID
	}
	idle, used := put(1), put(2)
	scope := auth.UserScope(w.Secondary.User.ID)
	if err := w.room.Keep(ctx, scope, used); err != nil {
		t.Fatal(err)
	}
	for _, no := range []string{"", "nonsense", w.env.IDs.Next()} {
		if err := w.room.Keep(ctx, scope, no); fault.As(err) == nil || fault.As(err).Kind != fault.NotFound {
			t.Errorf("%q: %v", no, err)
		}
	}
	if err := w.room.Keep(ctx, auth.UserScope(w.Direct.User.ID), idle); fault.As(err) == nil {
		t.Error("a foreign file can be marked")
	}
	kept, err := w.room.Find(ctx, scope, idle)
	if err != nil {
		t.Fatal(err)
	}
	tick := func() {
		t.Helper()
		if err := w.room.Tick(ctx); err != nil {
			t.Fatal(err)
		}
	}
	tick()
	if _, err := w.room.Find(ctx, scope, idle); err != nil {
		t.Fatalf("gone at once: %v", err)
	}
	w.env.Clock.Add(4 * time.Hour)
	tick()
	for _, s := range []auth.Scope{scope, auth.UserScope(w.Customer.User.ID), auth.AgentScope(w.Agent.User.ID), auth.Everything} {
		if _, err := w.room.Find(ctx, s, idle); fault.As(err) == nil {
			t.Errorf("%s still sees what nothing refers to: %v", s, err)
		}
		if _, data, err := w.room.Open(ctx, s, used); err != nil || !bytes.Contains(data, []byte("5511987654321")) {
			t.Errorf("%s does not see what is used: %v", s, err)
		}
	}
	if _, err := w.env.Uploads.Get(ctx, kept.Object, 1<<20); err != blob.ErrMissing {
		t.Errorf("the object is still there: %v", err)
	}
	if err := w.room.Keep(ctx, scope, idle); fault.As(err) == nil {
		t.Error("what is gone can be marked")
	}
	// The next hours are reached from where it was.
	w.env.Clock.Add(50 * time.Hour)
	tick()
	tick()
	if _, err := w.room.Find(ctx, scope, used); err != nil {
		t.Errorf("what is used went: %v", err)
	}
}

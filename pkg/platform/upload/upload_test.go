package upload_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"strings"
	"testing"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/internal/testkit/film"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/sheet"
	"herald/pkg/kit/sheet/excel"
	"herald/pkg/kit/web"
	"herald/pkg/platform/setting"
	"herald/pkg/platform/upload"
)

type object = map[string]any

var ctx = context.Background()

type world struct {
	*sessiontest.SeededUsers
	server *testkit.Server
	env    *testkit.Env
	room   *upload.Service
}

func start(t *testing.T) *world { return on(t, testkit.Memory(t)) }

func on(t *testing.T, e *testkit.Env) *world {
	h := sessiontest.New(e)
	w := &world{env: h.Env, room: &upload.Service{DB: h.Env.DB, Blobs: h.Env.Uploads,
		Settings: setting.New(h.Env.DB, h.Env.Now, setting.Define(testkit.ModuleParts()...)), Now: h.Env.Now}}
	w.server = h.Serve(t, func(a *web.API) {
		w.room.NewID = a.NewID
		w.room.Routes(a)
	})
	w.SeededUsers = h.SeedUsers(t, w.server)
	return w
}

func pngOf(t *testing.T, width, height int) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func jpegOf(t *testing.T) []byte {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 8, 8)), nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// claimed is a small picture whose header claims a size.
func claimed(t *testing.T, width, height uint32) []byte {
	b := pngOf(t, 1, 1)
	binary.BigEndian.PutUint32(b[16:], width)
	binary.BigEndian.PutUint32(b[20:], height)
	binary.BigEndian.PutUint32(b[29:], crc32.ChecksumIEEE(b[12:29]))
	return b
}

func box(brand string, size int) []byte {
	b := make([]byte, max(size, 24))
	binary.BigEndian.PutUint32(b, 24)
	copy(b[4:], "ftyp"+brand)
	copy(b[16:], brand+brand)
	return b
}

func xlsx(t *testing.T) []byte {
	var b bytes.Buffer
	rows := func(yield func([]any, error) bool) { yield([]any{"5511987654321"}, nil) }
	if err := sheet.Write(excel.Engine{}, &b, []string{"phoneNumber"}, rows); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestWhatIsKept(t *testing.T) {
	w := start(t)
	for _, f := range []struct {
		name, kind string
		body       []byte
	}{
		{"numbers.txt", upload.Contact, []byte("5511987654321\n")},
		{"numbers.exe", upload.Contact, []byte("phoneNumber,name\n5511987654321,Ada\n")}, // by content, not by name
		{"numbers.xls", upload.Contact, xlsx(t)},
		{"picture.bin", upload.Image, pngOf(t, 4, 4)},
		{"picture.jpg", upload.Image, jpegOf(t)},
		{"film.bin", upload.Video, film.Plain("isom", 0)},
		{"film.m4v", upload.Video, film.Plain("M4V ", 3<<20)},
	} {
		a := w.Customer.Upload("/uf/uploadfile", "file", f.name, "application/octet-stream", f.body)
		got := testkit.Data[upload.UploadResponse](a)
		if got.Type != f.kind || got.Name != f.name || got.Size != int64(len(f.body)) || got.ID == "" {
			t.Errorf("%s: %s", f.name, a.Raw)
		}
		res, err := w.env.HTTP.Get(got.URL)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(res.Body)
		if err != nil || !bytes.Equal(body, f.body) || !strings.Contains(res.Header.Get("Content-Disposition"), "attachment") {
			t.Errorf("%s: the link gives %d bytes, %v, %v", f.name, len(body), res.Header, err)
		}
		if err := res.Body.Close(); err != nil {
			t.Error(err)
		}
		name, data, err := w.room.Open(ctx, auth.UserScope(w.Customer.User.ID), got.ID)
		if err != nil || name != f.name || !bytes.Equal(data, f.body) {
			t.Errorf("%s: opened as %s, %v", f.name, name, err)
		}
	}
	for name, want := range map[string]string{`C:\Users\ada\list.txt`: "list.txt", "../../etc/passwd": "passwd",
		strings.Repeat("名", 250) + ".txt": strings.Repeat("名", 196) + ".txt"} {
		if got := testkit.Data[upload.UploadResponse](w.Customer.Upload("/uf/uploadfile", "file", name, "text/plain",
			[]byte("5511987654321"))); got.Name != want {
			t.Errorf("%.40q is kept as %q", name, got.Name)
		}
	}
}

// Without a requested kind the content decides a file's kind, with its limits and checks. A file of no kind gets a refusal that lists all
// kinds; with a requested kind the refusal names only that one.
func TestKindsThatAreFoundByContent(t *testing.T) {
	w := start(t)
	for kind, body := range map[string][]byte{upload.Audio: wav(), upload.Image: jpegOf(t), upload.Video: film.Plain("isom", 0),
		upload.Contact: xlsx(t)} {
		if got := testkit.Data[upload.UploadResponse](w.Customer.Upload("/uf/uploadfile", "file", "x.bin", "", body)); got.Type != kind {
			t.Errorf("%s is kept as %s", kind, got.Type)
		}
	}
	book := setting.New(w.env.DB, w.env.Now, setting.Define(testkit.ModuleParts()...))
	if err := book.Set(ctx, "audio.bytes", "2048", "test"); err != nil {
		t.Fatal(err)
	}
	w.env.Clock.Add(setting.Fresh)
	w.Customer.Upload("/uf/uploadfile", "file", "x.wav", "", append(wav(), make([]byte, 2048)...)).Want(400, 40031)
	w.Customer.Upload("/uf/uploadfile", "file", "x.wav", "", append([]byte("\xff\xd8\xff"), wav()...)).Want(400, 40032)
	text := ""
	large := make([]byte, 2<<20)
	for _, f := range []struct {
		name string
		body []byte
	}{
		{"pdf", []byte("%PDF-1.7\n")}, {"exe", []byte("MZ\x90\x00\x03")}, {"large exe", append([]byte("MZ\x90\x00\x03"), large...)},
	} {
		for _, lang := range i18n.Langs {
			a := w.Customer.In(string(lang)).Upload("/uf/uploadfile", "file", "x."+f.name, "", f.body).Want(400, 40043)
			if text == "" || f.name == "pdf" {
				text += a.Message + "\n"
			} else if !strings.Contains(text, a.Message+"\n") {
				t.Errorf("%s: %s", f.name, a.Raw)
			}
		}
	}
	damaged := []byte("\xff\xd8\xffnothing")
	for path, says := range map[string]string{"/contact": "isn't a contact file", "?kind=contact": "isn't a contact file",
		"?kind=video": "mp4 or m4v video", "?kind=audio": "wav recording", "?kind=document": "pdf document",
		"?kind=image": "The picture is damaged", "": "The picture is damaged"} {
		if a := w.Customer.In("en_US").Upload("/uf/uploadfile"+path, "file", "x.jpg", "", damaged); a.Status != 400 ||
			!strings.Contains(a.Message, says) {
			t.Errorf("%s: %s", path, a.Raw)
		}
	}
	testkit.Golden(t, t.Name(), text)
}

func TestWhatIsRefusedInFourLanguages(t *testing.T) {
	w := start(t)
	text := ""
	for _, f := range []struct {
		name string
		body []byte
	}{
		{"empty", nil},
		{"pdf", []byte("%PDF-1.7\n\x00\x01")},
		{"html", []byte("<!doctype html><script>alert(1)</script>")},
		{"gif", []byte("GIF89a\x01\x00\x01\x00\x00\x00\x00")},
		{"heic", box("heic", 0)},
		{"quicktime", box("qt  ", 0)},
		{"zip", []byte("PK\x03\x04nothing of a workbook")},
		{"executable", []byte("MZ\x90\x00\x03")},
		{"large text", bytes.Repeat([]byte("5511987654321\n"), 80_000)},
		{"large picture", append(pngOf(t, 4, 4), make([]byte, 1_024_000)...)},
		{"large video", film.Plain("isom", 4<<20+1)},
		{"damaged video", box("isom", 64)},
		{"video of another codec", film.Of("isom", 0, film.Track("vide", "hvc1"), film.Track("soun", "mp4a"))},
		{"video of two sounds", film.Of("isom", 0, film.Track("vide", "avc1"), film.Track("soun", "mp4a"), film.Track("soun", "mp4a"))},
		{"damaged picture", []byte("\x89PNG\r\n\x1a\nnothing")},
		{"too many pixels", claimed(t, 10_000, 10_000)},
	} {
		text += f.name + "\n"
		for _, lang := range i18n.Langs {
			a := w.Customer.In(string(lang)).Upload("/uf/uploadfile", "file", "contacts.xlsx", "application/octet-stream", f.body)
			if a.Status != 400 {
				t.Errorf("%s: %s", f.name, a.Raw)
			}
			text += fmt.Sprintf("  %d %s\n", a.Code, a.Message)
		}
	}
	w.Customer.Upload("/uf/uploadfile", "picture", "a.png", "image/png", pngOf(t, 1, 1)).Bad("file")
	w.Customer.Post("/uf/uploadfile", object{"file": "x"}).Want(400, 0)
	w.Customer.Upload("/uf/uploadfile/contact", "file", "a.xlsx", "application/octet-stream", pngOf(t, 1, 1)).Bad("file")
	w.Customer.Upload("/uf/uploadfile/contact", "file", "a.txt", "text/plain", []byte("5511987654321")).OK()
	w.server.Anonymous().Upload("/uf/uploadfile", "file", "a.txt", "text/plain", []byte("5511987654321")).Want(401, 0)
	testkit.Golden(t, t.Name(), text)
}

func TestFilesAreSeenInTheirScopeOnly(t *testing.T) {
	w := start(t)
	id := testkit.Data[upload.UploadResponse](w.Secondary.Upload("/uf/uploadfile", "file", "a.txt", "text/plain", []byte("5511987654321"))).ID
	for scope, sees := range map[auth.Scope]bool{
		auth.Everything: true, auth.UserScope(w.Secondary.User.ID): true, auth.UserScope(w.Customer.User.ID): true,
		auth.AgentScope(w.Agent.User.ID):        true,
		auth.UserScope(w.OtherCustomer.User.ID): false, auth.UserScope(w.Direct.User.ID): false, auth.AgentScope(w.OtherAgent.User.ID): false,
	} {
		if _, err := w.room.Find(ctx, scope, id); (err == nil) != sees {
			t.Errorf("%s: %v", scope, err)
		}
	}
	w.OtherCustomer.Get("/uf/uploadfile/"+id).Want(404, 0)
	link := testkit.Data[upload.UploadResponse](w.Customer.Get("/uf/uploadfile/" + id))
	answer, err := w.env.HTTP.Get(link.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if kept, err := io.ReadAll(answer.Body); err != nil || string(kept) != "5511987654321" || link.Name != "a.txt" || link.Size != 13 {
		t.Errorf("%+v gives %q, %v", link, kept, err)
	}
	for _, id := range []string{"", "nonsense", w.env.IDs.Next()} {
		if _, _, err := w.room.Open(ctx, auth.Everything, id); fault.As(err) == nil || fault.As(err).Kind != fault.NotFound {
			t.Errorf("%q: %v", id, err)
		}
	}
}

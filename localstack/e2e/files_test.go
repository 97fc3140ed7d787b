package e2e_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"herald/localstack/client"
)

// sample is a file of the collection of bad ones.
func sample(t *testing.T, name string) []byte {
	t.Helper()
	return must(os.ReadFile(filepath.Join("..", "..", "pkg", "kit", "sheet", "testdata", name)))(t)
}

// A file that cannot be a contact file is refused at the upload; each refusal in four languages.
func TestFilesThatAreNone(t *testing.T) {
	p, _ := running(t)
	t.Parallel()
	c := p.customer(t, 0)
	for name, content := range map[string][]byte{
		"empty.txt": {}, "picture.xlsx": sample(t, "doc.pdf"), "word.xlsx": sample(t, "word.docx"), "zip.xlsx": sample(t, "plain.zip"),
		"page.xls": sample(t, "page.html"), "random.txt": sample(t, "random.bin"),
		"large.txt": []byte("phoneNumber\n" + strings.Repeat("5511912345678\n", 1<<20/14)),
	} {
		texts := map[string]bool{}
		for _, lang := range []string{"zh_CN", "en_US", "pt_BR", "zh_TW"} {
			other := *c
			other.Lang = lang
			texts[refused(t, second(other.Upload(t.Context(), name, content)), 400, 0).Message] = true
		}
		if len(texts) != 4 {
			t.Errorf("%s: %v", name, texts)
		}
	}
}

// An error that shows only in the reading ends the import as failed, with code and message, and nothing of it is
// imported.
func TestFilesThatCannotBeRead(t *testing.T) {
	p, ctx := running(t)
	t.Parallel()
	c := p.customer(t, 0)
	many := bytes.NewBufferString("phoneNumber\n")
	for i := range 70_001 {
		fmt.Fprintf(many, "55119%08d\n", 10_000_000+i)
	}
	foreign := "phoneNumber\n12025550123\n12025550124\n"
	id := must(c.AddCollection(ctx, "unread", "BR"))(t)
	for name, content := range map[string][]byte{
		"no column": sample(t, "no-header.csv"), "only the column": sample(t, "header-only.txt"), "password": sample(t, "password.xlsx"),
		"cut off": sample(t, "truncated.xlsx"), "bomb": sample(t, "bomb-rows.xlsx"), "entity": sample(t, "xml-entity.xlsx"),
		"a lie":         sample(t, "sst-lie.xls"),
		"too many rows": many.Bytes(), "another country's": []byte(foreign),
	} {
		up, err := c.Upload(ctx, "file", content)
		if err != nil { // some show at the upload already, which is as good
			refused(t, err, 400, 0)
			continue
		}
		got := must(c.Import(ctx, id, up.ID))(t)
		if got.Status != "failed" || got.Imported != 0 || got.Code/100 != 400 || got.Message == "" {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if page := must(client.Get[client.Page[client.Any]](ctx, c, "/aty/contactsgroup/"+id+"/member/page"))(t); page.Total != 0 {
		t.Errorf("%d members", page.Total)
	}
}

// Rows are judged one by one: the bad ones are reported by line, all of them, and can be downloaded.
func TestBadRows(t *testing.T) {
	p, ctx := running(t)
	t.Parallel()
	c := p.customer(t, 0)
	list := mobiles(t, 4)
	text := strings.Join([]string{"phoneNumber", list[0], "+" + list[1], list[0], "12025550123", "", "55119", "text", list[2]}, "\n")
	up := must(c.Upload(ctx, "rows.txt", []byte(text)))(t)
	id := must(c.AddCollection(ctx, "rows", "BR"))(t)
	got := must(c.Import(ctx, id, up.ID))(t)
	if got.Total != 7 || got.Imported != 3 || got.Duplicated != 1 || got.Failed != 3 || len(got.Errors) != 3 {
		t.Fatalf("%+v", got)
	}
	for i, line := range []int{5, 7, 8} {
		if e := got.Errors[i]; e.Line != line || e.Message == "" || e.Code == 0 {
			t.Errorf("%+v, wanted line %d", e, line)
		}
	}
	file := must(http.Get(got.ErrorFileURL))(t)
	defer file.Body.Close()
	head := make([]byte, 4)
	if _, err := file.Body.Read(head); file.StatusCode != 200 || string(head) != "PK\x03\x04" {
		t.Errorf("the error file: %d %q %v", file.StatusCode, head, err)
	}
	again := must(c.Import(ctx, id, up.ID))(t)
	if again.Imported != 0 || again.Duplicated != 4 || again.Failed != 3 {
		t.Errorf("the same file again: %+v", again)
	}
}

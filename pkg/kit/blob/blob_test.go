package blob_test

import (
	"bytes"
	"net/url"
	"strings"
	"testing"
	"time"

	"herald/pkg/kit/blob"
	"herald/pkg/kit/blob/wire"
)

// An object is read up to a limit.
func TestObjectsHaveALimit(t *testing.T) {
	client := wire.Client(wire.New())
	files := blob.New(client, client, "files")
	if err := files.PutFile(t.Context(), "a", "text/plain", bytes.NewReader([]byte("12345"))); err != nil {
		t.Fatal(err)
	}
	if got, err := files.Get(t.Context(), "a", 5); err != nil || string(got) != "12345" {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := files.Get(t.Context(), "a", 4); err == nil || !strings.Contains(err.Error(), "larger than 4 bytes") {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := blob.New(client, client, "others").Get(t.Context(), "a", 5); err == nil {
		t.Errorf("another bucket has it: %q", got)
	}
}

// A link is signed for its lifetime and saves the file under the given name.
func TestALinkNamesItsFile(t *testing.T) {
	client := wire.Client(wire.New())
	link, err := blob.New(client, client, "files").Link(t.Context(), "export/1.xlsx", `balance "May".xlsx`, 90*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	if !strings.HasSuffix(u.Path, "/export/1.xlsx") || q.Get("X-Amz-Expires") != "90" || q.Get("X-Amz-Signature") == "" ||
		q.Get("response-content-disposition") != `attachment; filename="balance \"May\".xlsx"` {
		t.Error(link)
	}
}

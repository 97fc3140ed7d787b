package upload_test

import (
	"net/http"
	"strings"
	"testing"

	"herald/internal/testkit"
	"herald/pkg/platform/upload"
)

// A picture of emails is there for all who have its address, and stays; no other file is.
func TestPublicPictures(t *testing.T) {
	w := start(t)
	a := w.Customer.Upload("/uf/uploadfile/picture", "file", "tea.png", "image/png", pngOf(t, 8, 8)).Want(200, 0)
	p := testkit.Data[upload.PictureResponse](a)
	if p.Address != upload.PublicPath+p.ID || p.Name != "tea.png" {
		t.Fatalf("%+v", p)
	}
	sent := w.Customer.Upload("/uf/uploadfile", "file", "tea.png", "image/png", pngOf(t, 8, 8)).Want(200, 0)
	private := testkit.Data[upload.UploadResponse](sent)
	for address, status := range map[string]int{
		p.Address: http.StatusFound, upload.PublicPath + private.ID: http.StatusNotFound, upload.PublicPath + "x": http.StatusNotFound,
		upload.PublicPath + strings.Repeat("0", len(p.ID)): http.StatusNotFound,
	} {
		res := look(t, w.server.URL+"/api"+address)
		if res.StatusCode != status {
			t.Errorf("%s: %d", address, res.StatusCode)
		}
		if status == http.StatusFound && (!strings.Contains(res.Header.Get("Location"), "X-Amz-Signature") || res.Header.Get("Cache-Control") == "") {
			t.Errorf("%v", res.Header)
		}
	}
	w.Customer.Upload("/uf/uploadfile/picture", "file", "a.txt", "text/plain", []byte("phoneNumber\n551199")).Want(400, 0)
}

// look asks for an address and follows no redirection.
func look(t *testing.T, address string) *http.Response {
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	return res
}

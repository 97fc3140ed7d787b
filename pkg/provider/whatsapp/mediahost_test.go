package whatsapp_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// The token is sent for a file to the API's own host and to the hosts of files, and to no other.
func TestFilesAreFetchedFromTheHostsOfFiles(t *testing.T) {
	stranger := mustServe(t, func(http.ResponseWriter, *http.Request) {})
	var address string
	api := mustServe(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/file" {
			_, _ = w.Write([]byte("bytes")) // the adapter's failure shows below
			return
		}
		reply(200, fmt.Sprintf(`{"url":%q,"mime_type":"image/png"}`, address))(w, r)
	})
	host := strings.TrimPrefix(api.URL, "http://")
	a := mustAdapter(t, api.URL)
	address = api.URL + "/file"
	if kind, body, err := a.FetchMedia(t.Context(), "77", 100); err != nil || kind != "image/png" || string(body) != "bytes" {
		t.Fatalf("%q %q %v", kind, body, err)
	}
	for _, address = range []string{
		stranger.URL + "/file", stranger.URL + "/" + host + "/file", "http://" + host + "@" + strings.TrimPrefix(stranger.URL, "http://") +
			"/file", "http://user@" + host + "/file",
		"https://" + host + "/file", "//" + host + "/file", "/file", "", "http://lookaside.fbsbx.com.evil.example/x",
		"http://evil-lookaside.fbsbx.com/x", "http://lookaside.fbsbx.com:8080/x",
	} {
		if _, _, err := a.FetchMedia(t.Context(), "77", 100); err == nil {
			t.Errorf("%q was fetched", address)
		}
	}
	if stranger.calls() > 0 {
		t.Errorf("%d calls to another host", stranger.calls())
	}
	cfg := config(api.URL)
	cfg.MediaHosts = []string{strings.TrimPrefix(stranger.URL, "http://")}
	address = stranger.URL + "/file"
	if _, _, err := mustNew(t, cfg).FetchMedia(t.Context(), "77", 100); err != nil || stranger.calls() != 1 {
		t.Errorf("a configured host is refused: %v", err)
	}
}

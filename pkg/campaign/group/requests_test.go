package group_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"herald/pkg/kit/apiclient"
)

// try makes a request and returns its code and data.
func (w *scenario) try(method, path string, body any) (int, string, map[string]any) {
	w.t.Helper()
	a, err := (&apiclient.Client{API: "http://herald/api", Token: cmp.Or(w.who, "ana"),
		HTTP: apiclient.Handler{Handler: w.api}}).Do(w.t.Context(), method, path, body)
	if err != nil {
		w.t.Fatal(err)
	}
	out := map[string]any{}
	_ = json.Unmarshal(a.Data, &out) // no object is an empty one
	return a.Code, a.Message, out
}

// lines makes a request whose response is a list.
func (w *scenario) lines(method, path string, body any) (out []map[string]any) {
	w.t.Helper()
	a, err := (&apiclient.Client{API: "http://herald/api", Token: cmp.Or(w.who, "ana"),
		HTTP: apiclient.Handler{Handler: w.api}}).Do(w.t.Context(), method, path, body)
	if err != nil || a.Into(&out) != nil || len(out) == 0 {
		w.t.Fatalf("%s %s: %+v %v", method, path, a, err)
	}
	return out
}

func (w *scenario) ok(method, path string, body any) map[string]any {
	w.t.Helper()
	code, message, out := w.try(method, path, body)
	if code != 200 {
		w.t.Fatalf("%s %s: %d %s", method, path, code, message)
	}
	return out
}

// file uploads some numbers.
func (w *scenario) file(from, n int) string {
	w.t.Helper()
	var text strings.Builder
	text.WriteString("phoneNumber\n")
	for i := range n {
		fmt.Fprintf(&text, "%d\n", 5511900000000+from+i)
	}
	return w.ok("POST", "/uf/uploadfile/contact", apiclient.File{Field: "file", Name: "a.txt", Content: []byte(text.String())})["id"].(string)
}

// request is the request of an order for groups of a file.
func (w *scenario) request(file string, more map[string]any) map[string]any {
	body := map[string]any{"name": "spring", "countryCode": "BR", "fileId": file, "provider": "partner", "sizeMin": 30, "sizeMax": 50,
		"groupName": "Friends", "suffix": true, "suffixStart": 7,
		"services": w.team[:2], "admins": w.team[2:3], "mute": true, "description": "d", "greeting": map[string]any{"text": "hello", "times": 2}}
	for k, v := range more {
		body[k] = v
	}
	return body
}

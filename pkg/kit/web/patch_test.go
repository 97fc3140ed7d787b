package web_test

import (
	"encoding/json"
	"testing"

	"herald/pkg/kit/web"
)

func TestPatchLaysWhatIsThere(t *testing.T) {
	type thing struct {
		Name  string `json:"name"`
		Size  int    `json:"size"`
		Level any    `json:"level"`
	}
	var p web.Patch[thing]
	if err := json.Unmarshal([]byte(`{"name":"","size":null,"level":null,"other":1}`), &p); err != nil {
		t.Fatal(err)
	}
	kept := thing{"was", 7, "gold"}
	if err := p.Into(&kept); err != nil || kept != (thing{"", 7, "gold"}) {
		t.Errorf("%+v, %v", kept, err)
	}
	if !p.Has("name") || !p.Has("Name") || p.Has("size") || p.Has("level") {
		t.Error("what is there is told wrong")
	}
	for _, bad := range []string{`[]`, `{"name":7}`, `{`} {
		if json.Unmarshal([]byte(bad), new(web.Patch[thing])) == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}

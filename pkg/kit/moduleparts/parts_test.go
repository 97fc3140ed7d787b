package moduleparts_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"herald/pkg/kit/moduleparts"
)

// Codes of several modules are joined by dictionary in the order of the modules; a module without codes adds none.
func TestCodesOfModulesAreJoined(t *testing.T) {
	modules := []moduleparts.Parts{
		fstest.MapFS{"dict.tsv": {Data: []byte("service\tprice\tbulk.sms\tShort message\nstate\torder\tpaused\tPaused\n")}},
		fstest.MapFS{"menu.json": {Data: []byte("[]")}},
		fstest.MapFS{"dict.tsv": {Data: []byte("service\tprice\tcall.voice\tCall\nno code\n")}},
	}
	got := moduleparts.Codes(modules...)
	want := map[string][]string{"service": {"bulk.sms", "call.voice"}, "state": {"paused"}}
	if !maps.EqualFunc(got, want, slices.Equal) {
		t.Error(got)
	}
	if all := moduleparts.All(modules, "menu.json"); len(all) != 1 || string(all[0]) != "[]" {
		t.Errorf("%q", all)
	}
}

// An unreadable file is a programming error, and differs from a module without the file.
func TestAnUnreadableFilePanics(t *testing.T) {
	defer func() {
		if v := recover(); v == nil || !strings.Contains(v.(error).Error(), "dict.tsv") {
			t.Errorf("%v", v)
		}
	}()
	moduleparts.All([]moduleparts.Parts{fstest.MapFS{"dict.tsv/a": {}}}, "dict.tsv")
}

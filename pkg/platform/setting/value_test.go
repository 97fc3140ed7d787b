package setting

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"herald/internal/testkit"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
)

// Every type, with its accepted and refused values.
func TestParse(t *testing.T) {
	integer := Definition{Type: Integer, Min: 1, Max: 15, Options: []string{"11", "15"}}
	decimal := Definition{Type: Decimal, Min: 0, Max: 10}
	text := Definition{Type: Text, Max: 5}
	enum := Definition{Type: Enum, Options: []string{"RMB", "USD"}}
	for _, c := range []struct {
		d     Definition
		value any
		want  string
		fault string
	}{
		{integer, 11.0, "11", ""}, {integer, " 15 ", "15", ""}, {integer, 12.0, "", "setting.option"}, {integer, 16.0, "", "setting.integer"},
		{integer, nil, "", "setting.integer"},
		{decimal, "1.50", "1.5", ""}, {decimal, "10", "10", ""}, {decimal, "10.01", "", "setting.decimal"},
		{decimal, "1.005", "", "setting.decimal"}, {decimal, "-1", "", "setting.decimal"},
		{text, "", "", ""}, {text, "名名名名名", "名名名名名", ""}, {text, "123456", "", "setting.text"}, {text, "a\nb", "", "setting.text"},
		{text, 1.0, "", "setting.missing"},
		{enum, "USD", "USD", ""}, {enum, "EUR", "", "setting.option"}, {enum, true, "", "setting.missing"},
	} {
		got, err := c.d.parse(c.value)
		if got != c.want || (err == nil) != (c.fault == "") || err != nil && !fault.Is(err, c.fault) {
			t.Errorf("%s %v: %q, %v", c.d.Type, c.value, got, err)
		}
	}
}

// The file of definitions is complete: every default is a value of its type, every text exists in four languages, and every group has a
// name.
func TestDefinitionsAreWhole(t *testing.T) {
	names, err := os.ReadFile("dict.tsv")
	if err != nil {
		t.Fatal(err)
	}
	names = append([]byte("\n"), names...)
	all := Define(testkit.ModuleParts()...)
	seen := map[string]bool{}
	for _, d := range all {
		if text, err := d.parse(d.typed(d.Default)); d.Type != Integer && (err != nil || text != d.Default) {
			t.Errorf("%s: the default %q is kept as %q, %v", d.Key, d.Default, text, err)
		}
		if text, err := d.parse(d.Default); err != nil || text != d.Default {
			t.Errorf("%s: the default %q is kept as %q, %v", d.Key, d.Default, text, err)
		}
		if seen[d.Key] || !strings.Contains(string(names), "\nsetting_group\t2\t"+d.Group+"\t") ||
			!strings.Contains(string(names), "\nsetting_type\t2\t"+d.Type+"\t") {
			t.Errorf("%s stands twice, or its group %q or type has no name", d.Key, d.Group)
		}
		seen[d.Key] = true
		for _, lang := range i18n.Langs {
			if d.Text[lang] == "" {
				t.Errorf("%s has no text in %s", d.Key, lang)
			}
		}
	}
}

// A setting is marked as pending exactly when nothing reads it.
func TestPendingIsHonest(t *testing.T) {
	var sources strings.Builder
	for _, root := range []string{"../..", "../../../web/src"} {
		err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			ext := filepath.Ext(path)
			own := strings.Contains(path, "platform/setting") || filepath.Base(filepath.Dir(path)) == "setting"
			if err != nil || d.IsDir() || own || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, "schema.ts") ||
				(ext != ".go" && ext != ".ts" && ext != ".tsx") {
				return err
			}
			text, err := os.ReadFile(path)
			sources.Write(text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	all := Define(testkit.ModuleParts()...)
	for _, d := range all {
		key, _ := json.Marshal(d.Key)
		if strings.HasPrefix(d.Key, windows) {
			key = []byte(`"` + windows + `"`)
		}
		read := regexp.MustCompile("[\"'`]" + regexp.QuoteMeta(strings.Trim(string(key), `"`)) + "[\"'`]").MatchString(sources.String())
		if read == d.Pending {
			t.Errorf("%s: pending is %v and it is read: %v", d.Key, d.Pending, read)
		}
	}
}

package manifest

import (
	"regexp"
	"slices"
	"testing"
)

// Each provider has a name in four languages. Each field of an account has a label in four languages, and stands for a setting or a
// secret of its own adapter. A key is a secret, and patterns compile.
func TestFieldsOfAccountsAreWhole(t *testing.T) {
	whole := func(texts map[string]string) bool {
		return len(texts) == 4 && texts["zh_CN"] != "" && texts["en_US"] != "" && texts["pt_BR"] != "" && texts["zh_TW"] != ""
	}
	for _, a := range Adapters() {
		if !whole(a.Names) {
			t.Errorf("%s has the names %v", a.Name, a.Names)
		}
		var keys []string
		for _, f := range a.Account {
			setting := slices.ContainsFunc(a.Settings, func(s Setting) bool { return s.Name == f.Setting })
			secret := slices.ContainsFunc(a.Secrets, func(s Secret) bool { return s.Name == f.Secret && s.IsObject() == (f.Part != "") })
			if setting == secret || f.Hidden && !secret || f.Rotates && !f.Hidden || slices.Contains(keys, f.Key) {
				t.Errorf("%s.%s stands for the setting %q and the secret %q %q", a.Name, f.Key, f.Setting, f.Secret, f.Part)
			}
			if !whole(f.Label) || f.Help != nil && !whole(f.Help) {
				t.Errorf("%s.%s lacks a language", a.Name, f.Key)
			}
			if _, err := regexp.Compile(f.Pattern); err != nil {
				t.Error(err)
			}
			keys = append(keys, f.Key)
		}
	}
}

package i18n_test

import (
	"testing"

	"herald/pkg/kit/i18n"
)

// A catalogue that is loaded later is loaded by the first text that somebody needs, and by no other.
func TestLater(t *testing.T) {
	loads := 0
	c := i18n.Later(func() (*i18n.Catalogue, error) {
		loads++
		return i18n.Load([]byte(`{"hello": {"zh_CN": "你好", "en_US": "Hello {name}", "pt_BR": "Olá", "zh_TW": "你好"}}`))
	})
	if loads != 0 {
		t.Error("it is loaded before it is used")
	}
	if text := c.Text(i18n.EnUS, "hello", map[string]any{"name": "Ana"}); text != "Hello Ana" || !c.Has("hello") || len(c.Keys()) != 1 || loads != 1 {
		t.Errorf("%q after %d loads", text, loads)
	}
}

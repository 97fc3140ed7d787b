package pageheaders

import (
	"strings"
	"testing"
)

func TestInlineScriptsAreAllowedByTheirHashOnly(t *testing.T) {
	page := `<script src="/a.js"></script><SCRIPT>alert(1)</SCRIPT><script id="x">alert(1)</script><script></script>`
	got := ContentPolicy([]byte(page), "https://files.example", "https:")
	// The hash of alert(1), once.
	want := "script-src 'self' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=';"
	if !strings.Contains(got, want) {
		t.Errorf("no %s in %s", want, got)
	}
	if !strings.Contains(got, "connect-src 'self' https://files.example;") {
		t.Errorf("buckets are not allowed: %s", got)
	}
	if !strings.Contains(got, "form-action 'self' https:;") {
		t.Errorf("a payer does not reach the provider's page: %s", got)
	}
}

func TestWithoutAPageNoInlineScriptIsAllowed(t *testing.T) {
	if got := ContentPolicy(nil, "", ""); !strings.Contains(got, "script-src 'self';") {
		t.Error(got)
	}
}

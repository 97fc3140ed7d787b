package main

import (
	"slices"
	"strings"
	"testing"
)

func TestFailuresAreRepeatedAtTheEnd(t *testing.T) {
	const said = `ok  	herald/pkg/kit/money	0.2s
--- FAIL: TestPrices (0.01s)
    prices_test.go:12: got 1
pkg/platform/menu/menu.go:56:1: The line is too long (lll)
FAIL	herald/pkg/credit/pricing	0.3s
  ✓  1 e2e/auth.spec.ts:10:1 › signs in
  1) e2e/palette.spec.ts:14:1 › pages and actions

    Error: expect(page).toHaveURL(expected) failed
      38 |   await page.keyboard.press('Enter');
    > 39 |   await expect(page).toHaveURL(/create=1/);
         |                      ^
`
	want := []string{"--- FAIL: TestPrices", "prices_test.go:12", "menu.go:56:1", "FAIL\therald", "1) e2e/palette", "Error: expect(page)", "> 39 |"}
	got := failures(said)
	if len(got) != len(want) || slices.ContainsFunc(want, func(w string) bool { return !strings.Contains(strings.Join(got, "\n"), w) }) {
		t.Errorf("failures: %q", got)
	}
	if many := failures(strings.Repeat(said, 50)); len(many) != mostFailures {
		t.Errorf("%d lines", len(many))
	}
}

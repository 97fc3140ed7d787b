package config_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"herald/internal/testkit"
	"herald/pkg/app/manifest"
)

// The section "Providers" of the runbook is what the descriptors of the adapters say.
func TestRunbookIsFresh(t *testing.T) {
	const path, begin, end = "../../../infra/RUNBOOK.md", "## Providers\n", "\n<!-- end of the providers -->\n"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("the runbook has no section between %q and %q", begin, end)
	}
	want := before + begin + providerRows() + end + after
	if testkit.Updating() {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if string(text) != want {
		t.Error("infra/RUNBOOK.md is not what the descriptors say; run this test with -update")
	}
}

func providerRows() string {
	var b strings.Builder
	b.WriteString("<!-- Written by `go test ./pkg/kit/config -run TestRunbookIsFresh -update` from descriptor.json of each adapter. -->\n\n" +
		"A parameter is given as `-c <parameter>=<value>`; its default stands in brackets. Put every secret; `{}` is the value for a " +
		"provider that is not used. Callbacks below `/api/hook` have the origin of `<output WebhookUrl>`, or of `<output WebUrl>` at the " +
		"price of the HTTP API. Callbacks below `/api/pay` have the origin of the console.\n")
	for _, a := range manifest.Adapters() {
		fmt.Fprintf(&b, "\n#### %s\n", a.Title)
		if a.Doc != "" {
			b.WriteString(a.Doc + "\n")
		}
		b.WriteString("\n| Parameter | Meaning |\n|---|---|\n")
		for _, s := range a.Settings {
			meaning := s.Doc
			if s.Name == a.UsedWith {
				meaning += "; without it the adapter is not used"
			}
			if s.OnAWS() != "" {
				meaning += " [`" + s.OnAWS() + "`]"
			}
			fmt.Fprintf(&b, "| `%s` | %s |\n", s.Name, meaning)
		}
		secretLines(&b, a)
		if len(a.Webhooks) > 0 {
			b.WriteString("\n| Callback | Verified by |\n|---|---|\n")
		}
		for _, w := range a.Webhooks {
			fmt.Fprintf(&b, "| `/api%s` | %s |\n", w.Path, w.Verification)
		}
		for i, note := range a.Notes {
			if i == 0 {
				b.WriteString("\n")
			}
			b.WriteString("- " + note + "\n")
		}
	}
	return b.String()
}

// secretLines are the commands that put the secrets of an adapter.
func secretLines(b *strings.Builder, a manifest.Adapter) {
	if len(a.Secrets) == 0 {
		return
	}
	b.WriteString("\n```\n")
	for _, own := range a.Secrets {
		for _, s := range manifest.Secrets() { // with the fields of all adapters that have it
			if s.Name != own.Name {
				continue
			}
			value := "'" + string(s.Example) + "'"
			var text string
			if json.Unmarshal(s.Example, &text) == nil {
				value = `"` + text + `"`
			}
			fmt.Fprintf(b, "put %s %s", s.Name, value)
			if s.Doc != "" {
				b.WriteString("   # " + s.Doc)
			}
			b.WriteString("\n")
		}
	}
	b.WriteString("```\n")
}

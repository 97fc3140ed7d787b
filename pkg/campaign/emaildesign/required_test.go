package emaildesign_test

import (
	"slices"
	"testing"

	"herald/pkg/campaign/emaildesign"
)

// A placeholder is required when it stands without a fallback at one place at least, in any kind of block.
func TestRequiredPlaceholders(t *testing.T) {
	d := &emaildesign.Design{Version: 1, Preheader: "{a} {b|x}", Blocks: []emaildesign.Block{{ID: "1", Type: emaildesign.ContainerBlock,
		Blocks: []emaildesign.Block{
			{ID: "2", Type: emaildesign.TextBlock, Text: &emaildesign.Text{HTML: "<p>{c} {b}</p>"}},
			{ID: "3", Type: emaildesign.ColumnsBlock, Columns: []emaildesign.Column{{Width: 50, Blocks: []emaildesign.Block{
				{ID: "4", Type: emaildesign.ButtonBlock, Button: &emaildesign.Button{Label: "{d|}", Link: "https://x.example/{e}"}},
				{ID: "5", Type: emaildesign.RawBlock, Raw: "f"}}}}},
			{ID: "6", Type: emaildesign.FooterBlock, Footer: &emaildesign.Footer{HTML: "{g|us}"}}}}}}
	if got, want := emaildesign.Required(d, "{s} {b|y}"), []string{"s", "a", "c", "b", "e", "f"}; !slices.Equal(got, want) {
		t.Errorf("%q instead of %q", got, want)
	}
	if got := emaildesign.Required(nil, "{n|}"); len(got) != 0 {
		t.Error(got)
	}
}

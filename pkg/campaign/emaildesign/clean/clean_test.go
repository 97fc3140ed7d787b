package clean_test

import (
	"strings"
	"testing"

	"herald/pkg/campaign/emaildesign"
	"herald/pkg/campaign/emaildesign/clean"
)

// A fragment keeps what an email has, and placeholders also in addresses.
func TestFragment(t *testing.T) {
	for in, want := range map[string]string{
		`<p>Hello <strong>{name|you}</strong></p>`:                                 `<p>Hello <strong>{name|you}</strong></p>`,
		`<p onclick="x()">a</p><script>alert(1)</script>`:                          `<p>a</p>`,
		`<a href="https://a.example/?c={code|none}&amp;d=1">x</a>`:                 `<a href="https://a.example/?c={code|none}&amp;d=1">x</a>`,
		`<a href="javascript:alert(1)">x</a>`:                                      `x`,
		`<a href="mailto:{email}">x</a>`:                                           `<a href="mailto:{email}">x</a>`,
		`<p style="text-align: center; position: fixed; color: #ff0000">a</p>`:     `<p style="text-align: center; color: #ff0000">a</p>`,
		`<p>{name|<script>alert(1)</script>}</p>`:                                  `<p>{name|}</p>`,
		`<p>xplaceholder0x</p>`:                                                    `<p></p>`,
		`<img src="https://a.example/x.png"><table><tr><td>cell</td></tr></table>`: `cell`,
		`<!--[if mso]><b>x</b><![endif]-->y`:                                       `y`,
	} {
		if got := clean.Fragment(in); got != want {
			t.Errorf("%s\n got  %s\n want %s", in, got, want)
		}
	}
}

// Fragments of blocks, columns and footers are cleaned.
func TestDesign(t *testing.T) {
	bad := emaildesign.Block{ID: "a", Type: emaildesign.TextBlock, Text: &emaildesign.Text{HTML: `<p>a</p><script>x</script>`}}
	column := bad
	column.Text = &emaildesign.Text{HTML: bad.Text.HTML}
	d := &emaildesign.Design{Blocks: []emaildesign.Block{{Type: emaildesign.ContainerBlock, Blocks: []emaildesign.Block{bad,
		{Type: emaildesign.ColumnsBlock, Columns: []emaildesign.Column{{Width: 50, Blocks: []emaildesign.Block{column}}}},
		{Type: emaildesign.FooterBlock, Footer: &emaildesign.Footer{HTML: `<p onload="x">f</p>`}}}}}}
	clean.Design(d)
	all := d.Blocks[0].Blocks
	for _, got := range []string{all[0].Text.HTML, all[1].Columns[0].Blocks[0].Text.HTML, all[2].Footer.HTML} {
		if strings.Contains(got, "script") || strings.Contains(got, "onload") || got == "" {
			t.Errorf("%s", got)
		}
	}
}

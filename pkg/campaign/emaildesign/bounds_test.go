package emaildesign_test

import (
	"fmt"
	"strings"
	"testing"

	"herald/pkg/campaign/emaildesign"
)

// A design of a hundred thousand placeholders or of many thousand links is refused with a short message, and is checked and compiled in
// steps that grow with its size alone: each name is not compared with all others.
func TestADesignOfManyNames(t *testing.T) {
	for name, piece := range map[string]string{"placeholders": "{n%d_%d}", "links": "<a href=https://a.example/%d-%d>.</a>"} {
		c := emaildesign.Block{ID: "c", Type: emaildesign.ContainerBlock}
		for i := range 90 {
			var text strings.Builder
			for k := 0; text.Len() < 19900; k++ {
				fmt.Fprintf(&text, piece, i, k)
			}
			c.Blocks = append(c.Blocks, emaildesign.Block{ID: fmt.Sprint(i), Type: emaildesign.TextBlock,
				Text: &emaildesign.Text{HTML: text.String()}})
		}
		c.Blocks = append(c.Blocks, emaildesign.Block{ID: "f", Type: emaildesign.FooterBlock})
		d := &emaildesign.Design{Version: 1, Blocks: []emaildesign.Block{c}}
		problems := emaildesign.Errors(emaildesign.Check(d))
		p, err := emaildesign.Compile(d, emaildesign.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range append(problems, emaildesign.Errors(emaildesign.Hints(d, p))...) {
			if said := fmt.Sprint(one.Args); len(said) > 1000 {
				t.Errorf("%s: a message of %d bytes", name, len(said))
			}
		}
		if name == "placeholders" && (len(problems) != 1 || problems[0].Key != "email.placeholders") {
			t.Errorf("%+v", problems)
		}
		if name == "links" && len(p.Links) < 40000 {
			t.Errorf("%d links", len(p.Links))
		}
	}
}

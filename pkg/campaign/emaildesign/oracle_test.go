package emaildesign_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"herald/pkg/campaign/emaildesign"
)

// oracleFile has generated designs with their HTML. web/test/mjml.test.ts compiles the same designs with npm mjml, and compares what a
// reader gets.
const oracleFile = "testdata/oracle.json"

type oracleCase struct {
	Design *emaildesign.Design `json:"design"`
	HTML   string              `json:"html"`
}

// oracleValues are those of the emails in the file.
func oracleValues(name string) string {
	return map[string]string{"name": "Ana", "code": "7", "tier": "gold"}[name]
}

// The file of the oracle holds what the compiler writes now.
func TestTheOracleReadsFreshEmails(t *testing.T) {
	designs := rapid.Custom(func(r *rapid.T) *emaildesign.Design { return comparable((&drawer{T: r}).design()) })
	var all []oracleCase
	for seed := range 24 {
		d := designs.Example(seed + 1)
		p, err := emaildesign.Compile(d, emaildesign.Options{})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, oracleCase{d, p.HTML(oracleValues, nil)})
	}
	var now bytes.Buffer
	e := json.NewEncoder(&now)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(all); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(oracleFile, now.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	was, err := os.ReadFile(oracleFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(was, now.Bytes()) {
		t.Errorf("%s is old; run with -update, then npm --prefix web test -- test/mjml.test.ts", oracleFile)
	}
}

// comparable is a design that MJML can write too: without conditions, and with HTML that closes its elements.
func comparable(d *emaildesign.Design) *emaildesign.Design {
	d.Preheader = ""
	var each func(all []emaildesign.Block)
	each = func(all []emaildesign.Block) {
		for i := range all {
			b := &all[i]
			b.Condition = nil
			if b.Text != nil && (strings.HasPrefix(b.Text.HTML, "bare") || strings.Contains(b.Text.HTML, "<p>a<p>")) {
				b.Text.HTML = "<p>Closed</p>"
			}
			each(b.Blocks)
			for j := range b.Columns {
				each(b.Columns[j].Blocks)
			}
		}
	}
	each(d.Blocks)
	return d
}

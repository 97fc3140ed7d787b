package htmlimport_test

import (
	"slices"
	"strings"
	"testing"

	"herald/pkg/campaign/emaildesign"
	"herald/pkg/campaign/emaildesign/htmlimport"
	"herald/pkg/kit/fault"
)

const newsletter = `<!doctype html><html lang="pt-BR"><head><title>News</title><style>.cta{background:#aa0000;color:#ffffff;` +
	`padding:12px} p{color:#333333} .no{display:none}</style></head>
<body bgcolor="#f0f0f0"><div class="no">What is new this week</div><script>alert(1)</script>
<table width="600" align="center"><tr><td align="center"><img src="https://cdn.example/logo.png" alt="Logo" width="120"></td></tr>
<tr><td><h1>Hello *|FNAME|*</h1><p>We have <a href="http://shop.example/new">news</a> for {{ contact.city }}.</p></td></tr>
<tr><td width="200" valign="top"><a href="https://shop.example/a"><img src="https://cdn.example/a.png" alt="A bag"></a></td><td width="400"><h4>A bag</h4><p>Good leather.</p></td></tr>
<tr><td align="center"><a class="cta" href="https://shop.example/buy?c=%%CODE%%">Buy now</a></td></tr>
<tr><td><hr></td></tr>
<tr><td><p>Bye</p><img src="/relative.png"><img src="https://t.example/open.gif" width="1" height="1"><a href="https://other.example/unsubscribe">Unsubscribe</a></td></tr></table></body></html>`

// A newsletter of another product becomes blocks, in its order, and can be compiled.
func TestImportANewsletter(t *testing.T) {
	d, problems, err := htmlimport.Import(newsletter)
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for _, b := range d.Blocks[0].Blocks {
		kinds = append(kinds, string(b.Type))
	}
	if got := strings.Join(kinds, " "); got != "picture text columns button divider text footer" {
		t.Fatalf("%s", got)
	}
	all := d.Blocks[0].Blocks
	if d.Language != "pt-BR" || d.Preheader != "What is new this week" || d.Style.Background != "#f0f0f0" {
		t.Errorf("%+v", d)
	}
	if p := all[0]; p.Align != "center" || *p.Picture != (emaildesign.Picture{URL: "https://cdn.example/logo.png", Alt: "Logo",
		Width: 120}) {
		t.Errorf("%+v", p.Picture)
	}
	if text := all[1].Text.HTML; !strings.Contains(text, "Hello {fname}") || !strings.Contains(text, `href="https://shop.example/new"`) ||
		!strings.Contains(text, "for {city}.") || !strings.Contains(text, "#333333") {
		t.Error(text)
	}
	if c := all[2].Columns; c[0].Width != 33 && c[0].Width != 34 || c[0].Width+c[1].Width != 100 ||
		c[0].Blocks[0].Picture.Link != "https://shop.example/a" ||
		!strings.Contains(c[1].Blocks[0].Text.HTML, "<h3") {
		t.Errorf("%+v", c)
	}
	if b := all[3].Button; *b != (emaildesign.Button{Label: "Buy now", Link: "https://shop.example/buy?c={code}", Color: "#aa0000",
		Text: "#ffffff"}) {
		t.Errorf("%+v", b)
	}
	if text := all[5].Text.HTML; !strings.Contains(text, "Bye") || strings.Contains(text, "Unsubscribe") {
		t.Error(text)
	}
	var keys []string
	for _, p := range problems {
		keys = append(keys, p.Key)
	}
	slices.Sort(keys)
	if got := strings.Join(keys, " "); got != "email.import.footer email.import.pictures email.import.removed email.import.secure" {
		t.Error(got)
	}
	if errors := emaildesign.Errors(emaildesign.Check(d)); len(errors) > 0 {
		t.Errorf("%+v", errors)
	}
	if p, err := emaildesign.Compile(d, emaildesign.Options{}); err != nil || strings.Contains(p.HTML(nil, nil), "alert(1)") {
		t.Error(err)
	}
}

// Bad input is refused with a message, or loses what cannot be kept.
func TestBadHTML(t *testing.T) {
	if _, _, err := htmlimport.Import(strings.Repeat("x", htmlimport.MaxSize+1)); fault.As(err) == nil ||
		fault.As(err).Kind != fault.TooLarge {
		t.Errorf("%v", err)
	}
	for _, empty := range []string{"", "<p> </p>", "<script>x</script>", `<div style="display:none">x</div>`} {
		if _, _, err := htmlimport.Import(empty); fault.As(err) == nil || fault.As(err).Key != "email.import.empty" {
			t.Errorf("%q: %v", empty, err)
		}
	}
	d, problems, err := htmlimport.Import(`<p>a <a href="javascript:alert(1)">x</a> <b onclick="y()">b</b></p><form><input></form>` +
		strings.Repeat("<div>", 400) + "deep" +
		`<style>p{color:</style>`)
	if err != nil {
		t.Fatal(err)
	}
	if p, err := emaildesign.Compile(d, emaildesign.Options{}); err != nil || strings.Contains(p.HTML(nil, nil), "javascript:") ||
		strings.Contains(p.HTML(nil, nil), "onclick") || !strings.Contains(p.HTML(nil, nil), "deep") {
		t.Errorf("%v %+v", err, problems)
	}
	d, problems, err = htmlimport.Import(strings.Repeat("<p>text</p><hr>", 80))
	if err != nil || len(d.Blocks[0].Blocks) != 91 || !slices.ContainsFunc(problems,
		func(p emaildesign.Problem) bool { return p.Key == "email.import.blocks" }) {
		t.Errorf("%v %+v", err, problems)
	}
}

// Any text is read without a crash, and what comes of it compiles without errors in its form.
func FuzzImport(f *testing.F) {
	f.Add(newsletter)
	f.Add(`<table><tr><td width="5%">a</td><td width="95%">b</td></tr></table><a style="background:#fff;padding:1px" href="x">b</a>`)
	f.Fuzz(func(t *testing.T, text string) {
		d, _, err := htmlimport.Import(text)
		if err != nil {
			return
		}
		for _, p := range emaildesign.Refused(emaildesign.Check(d)) {
			if !slices.Contains([]string{"email.placeholder", "email.placeholders", "email.long", "email.line"}, p.Key) {
				t.Fatalf("%+v of %q", p, text)
			}
		}
		if _, err := emaildesign.Compile(d, emaildesign.Options{}); err != nil {
			t.Fatal(err)
		}
	})
}

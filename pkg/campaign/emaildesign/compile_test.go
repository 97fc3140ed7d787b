package emaildesign_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"herald/pkg/campaign/emaildesign"
)

var update = flag.Bool("update", false, "write the golden files")

// whole is an email with a container of blocks and a footer.
func whole(blocks ...emaildesign.Block) *emaildesign.Design {
	return &emaildesign.Design{Version: 1, Language: "en-US", Preheader: "A preview for {name|you}", Blocks: []emaildesign.Block{
		{ID: "top", Type: emaildesign.ContainerBlock, Blocks: append(blocks, emaildesign.Block{ID: "end", Type: emaildesign.FooterBlock,
			Footer: &emaildesign.Footer{HTML: "<p>Herald Ltd, 1 Main Street</p>"}})},
	}}
}

// samples are one design for each type of block, and some of what can be combined.
var samples = map[string]emaildesign.Block{
	"text": {ID: "a", Type: emaildesign.TextBlock, Text: &emaildesign.Text{HTML: `<h1 style="text-align:center">Hello {name|there}</h1>` +
		`<p>Read <a href="https://shop.example/new?c={code}">what is <strong>new</strong></a> &amp; <em style="color:rgb(255, 0, ` +
		`0)">more</em>.</p>` +
		`<ul><li>One</li><li>Two<ol><li>A</li><li>B</li></ol></li></ul><p>Line<br>break</p>`}},
	"picture": {ID: "a", Type: emaildesign.PictureBlock, Picture: &emaildesign.Picture{URL: "https://cdn.example/a.png",
		Alt:  "A \"red\" shoe",
		Link: "https://shop.example/shoe", Width: 300}},
	"button": {ID: "a", Type: emaildesign.ButtonBlock, Align: "left", Button: &emaildesign.Button{Label: "Buy now, {name|friend}",
		Link: "https://shop.example/buy", Color: "#AA0000", Radius: 20}},
	"fullbutton": {ID: "a", Type: emaildesign.ButtonBlock, Button: &emaildesign.Button{Label: "Write", Link: "mailto:{email}", Full: true}},
	"divider":    {ID: "a", Type: emaildesign.DividerBlock, Divider: &emaildesign.Divider{Color: "#cccccc", Thickness: 2}},
	"spacer":     {ID: "a", Type: emaildesign.SpacerBlock, Height: 40},
	"social": {ID: "a", Type: emaildesign.SocialBlock, Social: []emaildesign.Social{{Network: "x", URL: "https://x.com/herald"},
		{Network: "website", URL: "https://herald.example"}}},
	"raw": {ID: "a", Type: emaildesign.RawBlock, Raw: "code", Padding: &emaildesign.Padding{Top: 4, Left: 8}},
	"columns": {ID: "a", Type: emaildesign.ColumnsBlock, Background: "#eef3ff", Columns: []emaildesign.Column{
		{Width: 40, Blocks: []emaildesign.Block{{ID: "b", Type: emaildesign.PictureBlock,
			Picture: &emaildesign.Picture{URL: "https://cdn.example/b.png", Alt: "A bag"}}}},
		{Width: 60, Blocks: []emaildesign.Block{{ID: "c", Type: emaildesign.TextBlock, Text: &emaildesign.Text{HTML: "<p>Beside</p>"}}}}}},
	"condition": {ID: "a", Type: emaildesign.TextBlock, Condition: &emaildesign.Condition{Field: "tier", Op: "equals", Value: "gold"},
		Text: &emaildesign.Text{HTML: "<p>For gold members</p>"}},
}

func compile(t testing.TB, d *emaildesign.Design) *emaildesign.Program {
	t.Helper()
	for _, p := range emaildesign.Check(d) {
		t.Errorf("%s %s: %s %v", p.Block, p.Field, p.Key, p.Args)
	}
	p, err := emaildesign.Compile(d, emaildesign.Options{Subject: "Hello {name|you}"})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A program renders each type of block as HTML and as text.
func TestEachBlockType(t *testing.T) {
	values := func(name string) string {
		return map[string]string{"name": "Ana <b>", "code": "7 & 7", "tier": "gold", "email": "a@b.example"}[name]
	}
	links := func(link int, url string) string {
		if link == emaildesign.Unsubscribe {
			return "https://u.example/u/1"
		}
		return url
	}
	for name, block := range samples {
		p := compile(t, whole(block))
		got := p.HTML(values, links) + "\n==== text ====\n" + p.Text(values, links)
		file := filepath.Join("testdata", name+".golden.html")
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s differs from %s; run with -update and read the diff", name, file)
		}
	}
}

// A value is escaped for where it stands, a missing one becomes the fallback, and a condition keeps or drops its block.
func TestValuesOfARecipient(t *testing.T) {
	b := samples["text"]
	p := compile(t, whole(b, emaildesign.Block{ID: "gold", Type: emaildesign.TextBlock,
		Condition: &emaildesign.Condition{Field: "tier", Op: "equals", Value: "gold"},
		Text:      &emaildesign.Text{HTML: "<p>For gold members</p>"}}))
	ana := func(name string) string {
		return map[string]string{"name": "Ana <b>", "code": "7 & 7/ü", "tier": " gold "}[name]
	}
	html, text := p.HTML(ana, nil), p.Text(ana, nil)
	for _, want := range []string{"Hello Ana &lt;b&gt;", "https://shop.example/new?c=7%20%26%207%2F%C3%BC", "For gold members",
		"A preview for Ana &lt;b&gt;"} {
		if !strings.Contains(html, want) {
			t.Errorf("no %q in %s", want, html)
		}
	}
	for _, want := range []string{"Hello Ana <b>", "what is new: https://shop.example/new?c=7%20%26%207%2F%C3%BC & more.",
		"For gold members", "- One\n- Two\n  1. A\n  2. B"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
	html, text = p.HTML(nil, nil), p.Text(nil, nil)
	if !strings.Contains(html, "Hello there") || !strings.Contains(text, "Hello there") || strings.Contains(html+text, "gold members") {
		t.Errorf("%s\n%s", html, text)
	}
	if got := strings.Join(p.Fields, " "); got != "name code tier" {
		t.Errorf("fields %s", got)
	}
}

// All operators of conditions.
func TestConditions(t *testing.T) {
	for _, c := range []struct {
		op, value, has string
		shown          bool
	}{{"filled", "", "x", true}, {"filled", "", " ", false}, {"empty", "", "", true}, {"empty", "", "x", false}, {"equals", "x", "x", true},
		{"equals", "x", "y", false}, {"notEquals", "x", "y", true}, {"notEquals", "x", "x", false}} {
		b := samples["spacer"]
		b.Condition = &emaildesign.Condition{Field: "tier", Op: c.op, Value: c.value}
		html := compile(t, whole(b)).HTML(func(string) string { return c.has }, nil)
		if got := strings.Contains(html, "height:40px"); got != c.shown {
			t.Errorf("%+v: shown %v", c, got)
		}
	}
}

// Each page has one number, its first place's; mailto and tel have none, and the footer's link and the hidden ones have their own.
func TestLinksAreNumbered(t *testing.T) {
	d := whole(samples["button"], emaildesign.Block{ID: "b", Type: emaildesign.TextBlock, Text: &emaildesign.Text{
		HTML: `<p><a href="https://shop.example/x">x</a> <a href="https://shop.example/buy">again</a> <a href="tel:+551199">call</a></p>`}})
	p := compile(t, d)
	if len(p.Links) != 2 || p.Links[0] != (emaildesign.Link{URL: "https://shop.example/buy", Label: "Buy now, {name|friend}", Block: "a"}) ||
		p.Links[1].URL != "https://shop.example/x" {
		t.Errorf("links %+v", p.Links)
	}
	seen := map[int]int{}
	html := p.HTML(nil, func(link int, url string) string {
		seen[link]++
		switch link {
		case emaildesign.Honeypot, emaildesign.LoadPicture:
			return "https://u.example/hidden?a=1&b=2"
		}
		return "https://u.example/c"
	})
	if seen[0] != 2 || seen[1] != 1 || seen[emaildesign.Unsubscribe] != 1 || seen[emaildesign.Honeypot] != 1 ||
		seen[emaildesign.LoadPicture] != 1 ||
		len(seen) != 5 {
		t.Errorf("links asked for: %v", seen)
	}
	if strings.Count(html, `"https://u.example/hidden?a=1&amp;b=2"`) != 2 || !strings.Contains(html, `href="tel:+551199"`) ||
		strings.Contains(html, "shop.example") {
		t.Error(html)
	}
	if plain := p.HTML(nil, nil); strings.Contains(plain, "display:none;mso-hide:all;font-size:0") || strings.Contains(plain, `width="1"`) {
		t.Error("hidden parts without an address")
	}
}

// A line break in a value or subject cannot begin another header.
func TestASubjectIsOneLine(t *testing.T) {
	evil := "Ana\r\nBcc: all@victim.example\u2028x"
	got := emaildesign.Fill("Hello {name}\r\nX: y", func(string) string { return evil })
	if strings.ContainsAny(got, "\r\n\u2028") || got != "Hello Ana Bcc: all@victim.example x X: y" {
		t.Errorf("%q", got)
	}
	d := whole(samples["text"])
	if p, err := emaildesign.Compile(d, emaildesign.Options{Subject: "a\r\nBcc: b"}); err != nil || p.Subject != "a Bcc: b" {
		t.Errorf("%q %v", p.Subject, err)
	}
}

// Compile keeps scripts out without help: known elements and attributes are written anew.
func TestScriptsDoNotReachAnEmail(t *testing.T) {
	d := whole(emaildesign.Block{ID: "a", Type: emaildesign.TextBlock,
		Text: &emaildesign.Text{HTML: `<p onclick="x()">safe</p><script>alert(1)</script>` +
			`<img src=x onerror=alert(1)><a href="javascript:alert(1)">go</a><style>p{}</style><iframe src="https://a.example"></iframe><p ` +
			`style="position:fixed;color:red">x` +
			`<!--[if mso]>evil<![endif]--><form action="https://a.example"><input></form>`}})
	p, err := emaildesign.Compile(d, emaildesign.Options{})
	if err != nil {
		t.Fatal(err)
	}
	html := p.HTML(func(string) string { return `"><script>alert(2)</script>` }, nil)
	for _, bad := range []string{"onclick", "<script", "onerror", "javascript:", "<iframe", "position:fixed", "evil", "<form", "<input",
		"p{}"} {
		if strings.Contains(html, bad) {
			t.Errorf("%s in %s", bad, html)
		}
	}
	if !strings.Contains(html, "safe") || !strings.Contains(html, ">go<") && !strings.Contains(html, "go") {
		t.Error(html)
	}
}

// A design that wants no dark mode has none, and a language decides the direction and the text of the footer.
func TestSchemesAndDirections(t *testing.T) {
	d := whole(samples["text"])
	if html := compile(t, d).HTML(nil, nil); !strings.Contains(html, "prefers-color-scheme:dark") || !strings.Contains(html,
		`content="light dark"`) ||
		!strings.Contains(html, `<html lang="en-US" dir="ltr"`) {
		t.Error(html)
	}
	d.Style.KeepLight, d.Language = true, "ar"
	html := compile(t, d).HTML(nil, nil)
	if strings.Contains(html, "prefers-color-scheme") || !strings.Contains(html, `content="light only"`) || !strings.Contains(html,
		`dir="rtl"`) ||
		!strings.Contains(html, "إلغاء الاشتراك") || !strings.Contains(html, "text-align:right") {
		t.Error(html)
	}
	for tag, want := range map[string]string{"pt-BR": "Cancelar inscrição", "zh-CN": "退订", "zh_TW": "取消訂閱", "xx": "Unsubscribe",
		`"><x`: "Unsubscribe"} {
		d.Language = tag
		if html := compile(t, d).HTML(nil, nil); !strings.Contains(html, want) || strings.Contains(html, `lang=""`) {
			t.Errorf("%s: no %s", tag, want)
		}
	}
}

// An order of 100,000 emails costs its workers little: at most 50 µs each.
func BenchmarkHTML(b *testing.B) {
	var blocks []emaildesign.Block
	for _, name := range []string{"text", "columns", "picture", "button", "divider", "social"} {
		block := samples[name]
		block.ID = name
		blocks = append(blocks, block)
	}
	p := compile(b, whole(blocks...))
	for b.Loop() {
		_ = p.HTML(func(string) string { return "Ana" }, func(_ int, url string) string { return url })
	}
}

// An uploaded picture is found below the console's origin, and without one from the page that shows the email.
func TestUploadedPictures(t *testing.T) {
	const address = "/uf/picture/01QWVFNZMZJ24W8C3RHEZRRNSX"
	d := whole(emaildesign.Block{ID: "a", Type: emaildesign.PictureBlock, Picture: &emaildesign.Picture{URL: address, Alt: "Tea"}})
	if all := emaildesign.Errors(emaildesign.Check(d)); len(all) > 0 {
		t.Fatalf("%+v", all)
	}
	for origin, want := range map[string]string{"": "/api" + address, "https://console.example": "https://console.example/api" + address} {
		p, err := emaildesign.Compile(d, emaildesign.Options{Origin: origin})
		if err != nil || !strings.Contains(p.HTML(nil, nil), `<img src="`+want+`"`) || p.Pictures[0].URL != want {
			t.Errorf("%q: %v %v", origin, err, p.Pictures)
		}
	}
	for _, wrong := range []string{"/uf/picture/", "/uf/picture/../x", "/uf/uploadfile/01QWVFNZMZJ24W8C3RHEZRRNSX", "//evil.example/a.png"} {
		d.Blocks[0].Blocks[0].Picture.URL = wrong
		if len(emaildesign.Errors(emaildesign.Check(d))) == 0 {
			t.Errorf("%s is taken", wrong)
		}
	}
}

package emaildesign_test

import (
	"slices"
	"strings"
	"testing"

	"herald/pkg/campaign/emaildesign"
)

func text(html string) emaildesign.Block {
	return emaildesign.Block{ID: "a", Type: emaildesign.TextBlock, Text: &emaildesign.Text{HTML: html}}
}

func button(link string) emaildesign.Block {
	return emaildesign.Block{ID: "a", Type: emaildesign.ButtonBlock, Button: &emaildesign.Button{Label: "Go", Link: link}}
}

// Every problem has its key, its block and its severity.
func TestProblems(t *testing.T) {
	container := emaildesign.Block{ID: "x", Type: emaildesign.ContainerBlock}
	change := func(set func(d *emaildesign.Design)) *emaildesign.Design {
		d := whole(text("<p>Hello</p>"))
		set(d)
		return d
	}
	one := func(b emaildesign.Block) *emaildesign.Design { return whole(b) }
	columns := func(widths ...int) emaildesign.Block {
		b := emaildesign.Block{ID: "a", Type: emaildesign.ColumnsBlock}
		for range widths {
			b.Columns = append(b.Columns, emaildesign.Column{Width: widths[len(b.Columns)], Blocks: []emaildesign.Block{}})
		}
		return b
	}
	with := func(b emaildesign.Block, set func(b *emaildesign.Block)) *emaildesign.Design {
		set(&b)
		return whole(b)
	}
	const unfinished = "unfinished"
	for want, d := range map[string]*emaildesign.Design{
		"email.version error": change(func(d *emaildesign.Design) { d.Version = 2 }),
		"email.containers error": change(func(d *emaildesign.Design) {
			for _, id := range []string{"p", "q", "r", "s"} {
				d.Blocks = append(d.Blocks, emaildesign.Block{ID: id, Type: emaildesign.ContainerBlock, Blocks: []emaildesign.Block{{ID: id + "1",
					Type: emaildesign.SpacerBlock}}})
			}
		}),
		"email.blocks error": change(func(d *emaildesign.Design) {
			for i := range 101 {
				d.Blocks[0].Blocks = append(d.Blocks[0].Blocks, emaildesign.Block{ID: strings.Repeat("i", i/30) + string(rune('0'+i%30)) + "_",
					Type: emaildesign.SpacerBlock})
			}
		}),
		"email.outside error":      change(func(d *emaildesign.Design) { d.Blocks = append(d.Blocks, text("<p>x</p>")); d.Blocks[1].ID = "o" }),
		"email.misplaced error":    one(container),
		"email.nested error":       with(text("<p>x</p>"), func(b *emaildesign.Block) { b.Blocks = []emaildesign.Block{text("y")} }),
		"email.empty warning":      change(func(d *emaildesign.Design) { d.Blocks = append(d.Blocks, container) }),
		"email.nothing unfinished": {Version: 1},
		"email.footer unfinished": {Version: 1, Blocks: []emaildesign.Block{{ID: "x", Type: emaildesign.ContainerBlock,
			Blocks: []emaildesign.Block{text("<p>x</p>")}}}},
		"email.footerCondition error": change(func(d *emaildesign.Design) {
			d.Blocks[0].Blocks[1].Condition = &emaildesign.Condition{Field: "name", Op: "filled"}
		}),
		"email.id error":     with(text("<p>x</p>"), func(b *emaildesign.Block) { b.ID = "end" }),
		"email.colour error": with(text("<p>x</p>"), func(b *emaildesign.Block) { b.Background = "red" }),
		"email.font error":   change(func(d *emaildesign.Design) { d.Style.Font = "comic" }),
		"email.align error":  with(text("<p>x</p>"), func(b *emaildesign.Block) { b.Align = "justify" }),
		"email.number error": with(text("<p>x</p>"), func(b *emaildesign.Block) { b.Padding = &emaildesign.Padding{Top: 121} }),
		"email.long error":   one(text(strings.Repeat("x", 20001))),
		"email.line error":   change(func(d *emaildesign.Design) { d.Preheader = "a\nb" }),
		"email.conditionField " + unfinished: with(text("<p>x</p>"),
			func(b *emaildesign.Block) { b.Condition = &emaildesign.Condition{Op: "filled"} }),
		"email.conditionOp error": with(text("<p>x</p>"),
			func(b *emaildesign.Block) { b.Condition = &emaildesign.Condition{Field: "name", Op: "like"} }),
		"email.columns error":      one(columns(90)),
		"email.widths error":       one(columns(50, 40)),
		"email.text unfinished":    one(text(" ")),
		"email.removed warning":    one(text("<p>x</p><script>alert(1)</script>")),
		"email.picture unfinished": one(emaildesign.Block{ID: "a", Type: emaildesign.PictureBlock}),
		"email.pictureUrl error": one(emaildesign.Block{ID: "a", Type: emaildesign.PictureBlock,
			Picture: &emaildesign.Picture{URL: "http://a.example/x.png", Alt: "x"}}),
		"email.alt warning": one(emaildesign.Block{ID: "a", Type: emaildesign.PictureBlock,
			Picture: &emaildesign.Picture{URL: "https://a.example/x.png"}}),
		"email.label unfinished":       one(emaildesign.Block{ID: "a", Type: emaildesign.ButtonBlock}),
		"email.linkMissing unfinished": one(button("")),
		"email.link error":             one(button("javascript:alert(1)")),
		"email.social unfinished":      one(emaildesign.Block{ID: "a", Type: emaildesign.SocialBlock}),
		"email.network error": one(emaildesign.Block{ID: "a", Type: emaildesign.SocialBlock,
			Social: []emaildesign.Social{{Network: "myspace", URL: "https://a.example"}}}),
		"email.raw unfinished":     one(emaildesign.Block{ID: "a", Type: emaildesign.RawBlock}),
		"email.placeholder error":  one(text("<p>{first name}</p>")),
		"email.placeholders error": one(text("<p>{a}{b}{c}{d}{name}{email}</p>")),
	} {
		found := emaildesign.Check(d)
		var got []string
		for _, p := range found {
			severity := string(p.Severity)
			if p.Unfinished {
				severity = unfinished
			}
			got = append(got, p.Key+" "+severity)
		}
		if !slices.Contains(got, want) || len(slices.Compact(got)) > 1 {
			t.Errorf("want %s, got %q", want, got)
		}
	}
	if found := emaildesign.Check(whole(text("<p>Hello {name|you}</p>"))); len(found) > 0 {
		t.Errorf("%+v", found)
	}
}

// An error that is only unfinished lets a design be stored.
func TestUnfinishedDesignsCanBeStored(t *testing.T) {
	all := emaildesign.Check(whole(text(""), emaildesign.Block{ID: "b", Type: emaildesign.TextBlock, Align: "up",
		Text: &emaildesign.Text{HTML: "x"}}))
	if len(emaildesign.Errors(all)) != 2 || len(emaildesign.Refused(all)) != 1 || emaildesign.Refused(all)[0].Block != "b" {
		t.Errorf("%+v", all)
	}
}

// A link leads to a page by https, to a mailbox or to a telephone. A value does not decide about its host.
func TestAddresses(t *testing.T) {
	for link, want := range map[string]bool{
		"https://a.example": true, "https://a.example/x?y={code}&z={name|n}#f": true, "HTTPS://A.example/": true, "mailto:a@b.example": true,
		"mailto:a@b.example?subject=Hi%20{name}": true, "mailto:{email}": true, "tel:+5511999999999": true, "tel:{phone}": true,
		"http://a.example": false, "https://{host}/x": false, "https://a.{host}": false, "https://a.example{x}": false, "{url}": false,
		"javascript:alert(1)": false, "data:text/html,x": false, "//a.example": false, "a.example": false, "": false, "https://": false,
		"https://a@b.example": false, "https://a.example/ x": false, "mailto:x": false, "tel:x": false, "mailto:a@b.example\r\nBcc:x": false,
		"https://a.example/\"><script>": false, "https://a.example:{port}/": false, "vbscript:x": false, "https://a.example?x={code}": true,
	} {
		if got := emaildesign.Address(link); got != want {
			t.Errorf("%q: %v", link, got)
		}
	}
}

// Formatting within a placeholder would break it, so it is named.
func TestAPlaceholderIsWrittenInOnePiece(t *testing.T) {
	for html, bad := range map[string]bool{"<p>{na<b>me</b>}</p>": true, "<p>{{name}}</p>": true,
		"<p>{}</p>":       true,
		"<p>{ name }</p>": true, "<p>{name|}</p>": false, "<p>{名字|您}</p>": false, "<p>a { b</p>": false, "<p>{name}</p>": false} {
		got := slices.ContainsFunc(emaildesign.Check(whole(text(html))),
			func(p emaildesign.Problem) bool { return p.Key == "email.placeholder" })
		if got != bad {
			t.Errorf("%s: %v", html, got)
		}
	}
}

// Hints name what mailbox providers dislike.
func TestHints(t *testing.T) {
	plain := strings.Repeat("<p>These are words that a reader can read without a picture.</p>", 3)
	for want, c := range map[string]struct {
		subject string
		design  *emaildesign.Design
	}{
		"email.hint.preheader":          {"Hello", func() *emaildesign.Design { d := whole(text(plain)); d.Preheader = ""; return d }()},
		"email.hint.longSubject":        {strings.Repeat("long ", 13), whole(text(plain))},
		"email.hint.subjectCapitals":    {"BUY NOW TODAY", whole(text(plain))},
		"email.hint.subjectExclamation": {"Now!!", whole(text(plain))},
		"email.hint.capitals":           {"Hello", whole(text(strings.ToUpper(plain)))},
		"email.hint.exclamation":        {"Hello", whole(text(plain + "<p>!!!!!!!</p>"))},
		"email.hint.onlyPictures":       {"Hello", whole(samples["picture"])},
		"email.hint.fewWords": {"Hello", whole(text("<p>Words that are not many, but more than just a few of them.</p>"),
			emaildesign.Block{ID: "b", Type: emaildesign.PictureBlock, Picture: samples["picture"].Picture})},
		"email.hint.linkText": {"Hello", whole(text(plain + `<p><a href="https://evil.example/x">www.bank.example</a></p>`))},
		"email.subject":       {" ", whole(text(plain))},
		"email.large":         {"Hello", whole(long(5)...)},
		"email.tooLarge":      {"Hello", whole(long(6)...)},
	} {
		p, err := emaildesign.Compile(c.design, emaildesign.Options{Subject: c.subject})
		if err != nil {
			t.Fatal(err)
		}
		got := emaildesign.Hints(c.design, p)
		if len(got) != 1 || got[0].Key != want {
			t.Errorf("want %s, got %+v (%d bytes)", want, got, p.Size)
		}
	}
	d := whole(text(plain + `<p><a href="https://www.bank.example/x">bank.example</a> <a href="https://a.example">see 1.5 here</a></p>`))
	p, err := emaildesign.Compile(d, emaildesign.Options{Subject: "Hello"})
	if got := emaildesign.Hints(d, p); err != nil || len(got) > 0 {
		t.Errorf("%+v %v", got, err)
	}
}

// long are blocks of 18 KB of text each.
func long(n int) (out []emaildesign.Block) {
	for i := range n {
		b := text("<p>" + strings.Repeat("a word ", 17800/7) + "</p>")
		b.ID = string(rune('A' + i))
		out = append(out, b)
	}
	return out
}

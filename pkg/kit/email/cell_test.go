package email_test

import (
	"os"
	"strings"
	"testing"

	"herald/pkg/kit/email"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/moduleparts"
)

// An address is read as people and programs write it.
func TestReadTakesAddressesInManyForms(t *testing.T) {
	for text, want := range map[string][2]string{
		"ana@example.com":                         {"ana@example.com", ""},
		"'-ana@example.com":                       {"-ana@example.com", ""},
		"'=ana@example.com":                       {"=ana@example.com", ""},
		"o'ana@example.com":                       {"o'ana@example.com", ""},
		"  Ana.Silva@Example.COM\t":               {"ana.silva@example.com", ""},
		"mailto:ana@example.com?subject=Oi":       {"ana@example.com", ""},
		"MAILTO:ana@example.com":                  {"ana@example.com", ""},
		"Ana Silva <ana@example.com>":             {"ana@example.com", "Ana Silva"},
		`"Silva, Ana" <ana@example.com>;`:         {"ana@example.com", "Silva, Ana"},
		"<ana@example.com>":                       {"ana@example.com", ""},
		"<ana@example.com> Ana":                   {"ana@example.com", "Ana"},
		"Ana <mailto:ana@example.com>":            {"ana@example.com", "Ana"},
		"ana@example.com <ana@example.com>":       {"ana@example.com", ""},
		"ana@example.com (Ana Silva)":             {"ana@example.com", "Ana Silva"},
		"张伟 ＜zhang＠例子.公司＞":                        {"zhang@xn--fsqu00a.xn--55qx5d", "张伟"},
		"ａｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ":                         {"ana@example.com", ""},
		"ana@example。com":                         {"ana@example.com", ""},
		"ana\u200b@exam\u00adple.com\ufeff":       {"ana@example.com", ""},
		"\u00a0ana@example.com\u3000":             {"ana@example.com", ""},
		"post@büro.example":                       {"post@xn--bro-hoa.example", ""},
		"ana@example.com.":                        {"ana@example.com", ""},
		"ana@example.com,":                        {"ana@example.com", ""},
		"ana@example.com；":                        {"ana@example.com", ""},
		"'ana@example.com'":                       {"ana@example.com", ""},
		`"ana@example.com"`:                       {"ana@example.com", ""},
		"o'brien+news@example.com":                {"o'brien+news@example.com", ""},
		strings.Repeat("a", 64) + "@" + "b.co":    {strings.Repeat("a", 64) + "@b.co", ""},
		strings.Repeat("a", 116) + "@example.com": {strings.Repeat("a", 116) + "@example.com", ""},
	} {
		address, name, problem := email.Read(text)
		if problem != nil || [2]string{address, name} != want {
			t.Errorf("%q: %q %q %v, want %q", text, address, name, problem, want)
		}
	}
}

// Each value that is no address has its own reason.
func TestReadTellsWhatIsWrong(t *testing.T) {
	for text, want := range map[string]*email.Problem{
		"":                       email.Empty,
		" \u200b ":               email.Empty,
		"a@b.co, c@d.co":         email.Two,
		"a@b.co;c@d.co":          email.Two,
		"a@b.co/c@d.co":          email.Two,
		"a@b.co c@d.co":          email.Two,
		"A <a@b.co>, C <c@d.co>": email.Two,
		"5511987654321":          email.Number,
		"+55 (11) 98765-4321":    email.Number,
		"123":                    email.NoAt,
		"ana.example.com":        email.NoAt,
		"N/A":                    email.NoAt,
		strings.Repeat("a", 117) + "@example.com":       email.TooLong,
		"a@" + strings.Repeat("é.", 20) + "example.com": email.TooLong,
		"ana@example":               email.Malformed,
		"ana silva@example.com":     email.Malformed,
		"ana@exa mple.com":          email.Malformed,
		"ana@@example.com":          email.Malformed,
		"@example.com":              email.Malformed,
		"ana@":                      email.Malformed,
		"ana@-example.com":          email.Malformed,
		"joão@example.com":          email.Malformed,
		"ana@exam_ple.com":          email.Malformed,
		"ana\r\nBcc: x@example.com": email.Malformed,
		"ana@[192.0.2.1]":           email.Malformed,
		"ana@192.0.2.1":             email.Malformed,
	} {
		if address, _, problem := email.Read(text); problem != want {
			t.Errorf("%q: %q %v, want %v", text, address, problem, want)
		}
	}
}

// What is read is a normal form, and reading it again changes nothing.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{"Ana <ana@example.com>", "ａ＠b。co", "a@b.co, c@d.co", "+55 11", "a@b.co (x)", "<<a@b>", "mailto:?@", "\ufeff@"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		address, name, problem := email.Read(text)
		if problem != nil {
			return
		}
		if again, ok := email.Normalise(address); !ok || again != address || strings.ContainsAny(address+name, "\r\n\x00") {
			t.Errorf("%q: %q %q, again %q %v", text, address, name, again, ok)
		}
	})
}

// Every problem has its code and texts.
func TestMessages(t *testing.T) {
	c, err := i18n.Load(moduleparts.All([]moduleparts.Parts{os.DirFS(".")}, "messages.json")...)
	if err != nil {
		t.Fatal(err)
	}
	codes := map[int]bool{}
	for _, p := range email.Problems {
		if codes[p.Code] {
			t.Errorf("%s: code %d stands twice", p.Key, p.Code)
		}
		codes[p.Code] = true
		for _, lang := range i18n.Langs {
			if text := c.Text(lang, p.Key, nil); text == "" || text == p.Key {
				t.Errorf("%s has no text in %s", p.Key, lang)
			}
		}
	}
}

// Functions of an organisation are told from people, in the words of four languages and with any separator.
func TestRoles(t *testing.T) {
	for address, want := range map[string]bool{
		"info@example.com": true, "no-reply@example.com": true, "no.reply@example.com": true, "do_not_reply@example.com": true,
		"info+list@example.com": true, "atendimento@example.com.br": true, "fale.conosco@example.com.br": true, "kefu@example.cn": true,
		"ana@example.com": false, "informa@example.com": false, "ana.info@example.com": false, "": false,
	} {
		if email.Role(address) != want {
			t.Errorf("%s: %v", address, !want)
		}
	}
}

// A mailbox of minutes is known by its provider's domain and the hosts below it.
func TestDisposable(t *testing.T) {
	for address, want := range map[string]bool{
		"x@mailinator.com": true, "x@box.mailinator.com": true, "x@yopmail.com": true,
		"x@gmail.com": false, "x@notmailinator.com": false, "x@com": false,
	} {
		if email.Disposable(address) != want {
			t.Errorf("%s: %v", address, !want)
		}
	}
	if !email.Provider("gmail.com") || email.Provider("example.com") {
		t.Error("gmail.com is a large provider, example.com is none")
	}
}

func BenchmarkRead(b *testing.B) {
	for b.Loop() {
		if _, _, problem := email.Read(" Ana.Silva@Example.com"); problem != nil {
			b.Fatal(problem)
		}
	}
}

package smtp_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"herald/pkg/provider"
	"herald/pkg/provider/smtp"
)

// messages of testdata have these places, which stand for the identity of an email of ours.
const (
	idPlace   = "{{message-id}}"
	pathPlace = "{{return-path}}"
)

func mustReader(t *testing.T) *smtp.Adapter {
	t.Helper()
	return must(smtp.New(smtp.Config{Domain: domain, Secrets: []string{"return"}}))
}

// identity of an email of ours: its Message-ID and return path.
func identity(t *testing.T) (id, path string) {
	t.Helper()
	w := mustWire(t)
	out := w.adapter.Send(t.Context(), letter("ana@mail.example"))
	all, _ := w.sim.Inbox().Search("", 1)
	m, _ := w.sim.Inbox().Find(all[0].ID)
	return out.ProviderID, m.Return
}

// Each form of the corpus gives its receipt. The forms are those of the mail servers in the names of the files.
func TestFormsOfReports(t *testing.T) {
	id, path := identity(t)
	a := mustReader(t)
	want := map[string]provider.Receipt{
		"gmail-unknown.eml":          {State: provider.ReceiptFailed, Code: 511, Bounce: provider.Hard},
		"gmail-full.eml":             {State: provider.ReceiptFailed, Code: 522, Bounce: provider.Soft},
		"gmail-delayed.eml":          {},
		"microsoft-unknown.eml":      {State: provider.ReceiptFailed, Code: 5110, Bounce: provider.Hard},
		"microsoft-unproven.eml":     {State: provider.ReceiptFailed, Code: 57515, Bounce: provider.Soft, Stop: true},
		"yahoo-complaint.eml":        {State: provider.ReceiptComplained, Code: 1000, Suppress: true},
		"yahoo-disabled.eml":         {State: provider.ReceiptFailed, Code: 521, Bounce: provider.Hard},
		"postfix-unknown.eml":        {State: provider.ReceiptFailed, Code: 511, Bounce: provider.Hard},
		"postfix-expired.eml":        {State: provider.ReceiptFailed, Code: 441, Bounce: provider.Soft},
		"postfix-delivered.eml":      {State: provider.ReceiptArrived},
		"exim-unknown.eml":           {State: provider.ReceiptFailed, Code: 511, Bounce: provider.Hard},
		"exim-text.eml":              {State: provider.ReceiptFailed, Code: 511, Bounce: provider.Hard},
		"qmail.eml":                  {State: provider.ReceiptFailed, Code: 511, Bounce: provider.Hard},
		"answer.eml":                 {},
		"not-spam.eml":               {},
		"of-another.eml":             {},
		"microsoft-complaint.eml":    {State: provider.ReceiptComplained, Code: 1000, Suppress: true},
		"header-lower-case-path.eml": {State: provider.ReceiptFailed, Code: 511, Bounce: provider.Hard},
	}
	files := must(filepath.Glob("testdata/*.eml"))
	if len(files) != len(want) {
		t.Errorf("%d files, %d expectations", len(files), len(want))
	}
	for _, file := range files {
		text := string(must(os.ReadFile(file)))
		text = strings.NewReplacer(idPlace, id, pathPlace, path, "{{return-path-lower}}", strings.ToLower(path)).Replace(text)
		for name, body := range map[string]string{"": text, " with CRLF": strings.ReplaceAll(text, "\n", "\r\n")} {
			name = filepath.Base(file) + name
			call := &provider.Callback{Body: []byte(body)}
			if !a.Wellformed(call) {
				t.Errorf("%s is junk", name)
			}
			ev, err := a.Parse(t.Context(), call)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			expect := want[filepath.Base(file)]
			if expect.State == provider.ReceiptNone {
				if len(ev.Receipts) > 0 || ev.Unknown != 1 {
					t.Errorf("%s: %+v", name, ev)
				}
				continue
			}
			if len(ev.Receipts) != 1 {
				t.Errorf("%s: %+v", name, ev)
				continue
			}
			got := ev.Receipts[0]
			if got.Reference != reference || got.ProviderID != id {
				t.Errorf("%s is about %q, %q", name, got.Reference, got.ProviderID)
			}
			if got.Reference, got.ProviderID, got.At = "", "", (time.Time{}); got != expect {
				t.Errorf("%s: %+v, want %+v", name, got, expect)
			}
		}
	}
}

// A report that is cut anywhere is read as far as it goes, and never as more.
func TestCutReports(t *testing.T) {
	id, path := identity(t)
	a := mustReader(t)
	text := strings.NewReplacer(idPlace, id, pathPlace, path).Replace(string(must(os.ReadFile("testdata/postfix-unknown.eml"))))
	for n := range len(text) {
		ev, err := a.Parse(t.Context(), &provider.Callback{Body: []byte(text[:n])})
		if err == nil && len(ev.Receipts) > 0 && (ev.Receipts[0].Reference != reference || ev.Receipts[0].State != provider.ReceiptFailed) {
			t.Fatalf("cut at %d: %+v", n, ev)
		}
	}
}

// A post is believed with the signature of a secret over its own time and text, within five minutes.
func TestForgedPostsAreRefused(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	a := must(smtp.New(smtp.Config{Domain: domain, Secrets: []string{"return", "", "older"}, Now: func() time.Time { return now }}))
	body := "From: <>\nContent-Type: multipart/report\n\nx\n"
	signed := func(secret, at, body string) string {
		mac := hmac.New(sha256.New, []byte(secret))
		fmt.Fprintf(mac, "%s.%s", at, body)
		return "v1=" + hex.EncodeToString(mac.Sum(nil))
	}
	at := func(d time.Duration) string { return strconv.FormatInt(now.Add(d).Unix(), 10) }
	for name, c := range map[string]struct {
		at, signature string
		want          bool
	}{
		"a good one":            {at(0), signed("return", at(0), body), true},
		"by the older secret":   {at(0), signed("older", at(0), body), true},
		"four minutes old":      {at(-4 * time.Minute), signed("return", at(-4*time.Minute), body), true},
		"six minutes old":       {at(-6 * time.Minute), signed("return", at(-6*time.Minute), body), false},
		"of the future":         {at(6 * time.Minute), signed("return", at(6*time.Minute), body), false},
		"of another time":       {at(time.Second), signed("return", at(0), body), false},
		"of another text":       {at(0), signed("return", at(0), body+"x"), false},
		"by another secret":     {at(0), signed("other", at(0), body), false},
		"by no secret":          {at(0), signed("", at(0), body), false},
		"without a version":     {at(0), signed("return", at(0), body)[3:], false},
		"without a signature":   {at(0), "", false},
		"without a time":        {"", signed("return", "", body), false},
		"with words for a time": {"soon", signed("return", "soon", body), false},
	} {
		header := map[string]string{"X-Herald-Timestamp": c.at, "X-Herald-Signature": c.signature}
		call := &provider.Callback{Body: []byte(body), Header: func(name string) string { return header[name] }}
		if got := a.Verify(t.Context(), call); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	for _, junk := range []string{"", "junk", "{}", "a=b", "<xml/>", "\xff\xfe\x00", "x: y\n\n", `{"Type":"Notification"}`} {
		if a.Wellformed(&provider.Callback{Body: []byte(junk)}) {
			t.Errorf("%q is a message", junk)
		}
	}
}

// A report of an email that is not ours, and one that a stranger writes, changes nothing.
func TestAStrangersReportSaysNothing(t *testing.T) {
	a := mustReader(t)
	text := string(must(os.ReadFile("testdata/postfix-unknown.eml")))
	for name, id := range map[string]string{"unknown": "abc@" + domain, "without a mark": reference + "@" + domain,
		"with a mark": reference + ".0123456789@" + domain, "elsewhere": "abc@evil.example"} {
		body := strings.NewReplacer(idPlace, id, pathPlace, id).Replace(text)
		ev, err := a.Parse(t.Context(), &provider.Callback{Body: []byte(body)})
		if err != nil || len(ev.Receipts) > 0 || ev.Unknown != 1 {
			t.Errorf("%s: %+v %v", name, ev, err)
		}
	}
}

// A message of many parts within each other ends the reading.
func TestDeepMessagesAreRefused(t *testing.T) {
	a := mustReader(t)
	body := "Content-Type: multipart/mixed; boundary=b\n\n" + strings.Repeat("--b\nContent-Type: text/plain\n\nx\n", 100) + "--b--\n"
	if _, err := a.Parse(t.Context(), &provider.Callback{Body: []byte(body)}); err == nil {
		t.Error("100 parts were read")
	}
}

package inbox_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"herald/localstack/simulators/inbox"
)

func get(t *testing.T, address string) (int, http.Header, string) {
	t.Helper()
	res, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, res.Header, string(body)
}

const raw = "From: =?utf-8?q?Jos=C3=A9?= <jose@shop.example>\r\nTo: ana@mail.example\r\nSubject: =?utf-8?q?Ol=C3=A1?=\r\n" +
	"MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n" +
	"--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nHello\r\n" +
	"--b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<p>Ol=C3=A1</p>\r\n--b--\r\n"

// A message is read as a mailbox reads it, and found by its words.
func TestMessagesAreReadAndFound(t *testing.T) {
	s := inbox.NewStore()
	m := inbox.Parse("smtp", []byte(raw))
	m.Provider = "1"
	s.Add(m)
	s.Add(&inbox.Message{Via: "ses", Provider: "2", To: "bia@mail.example", Subject: "Other"})
	if m.From != "José <jose@shop.example>" || m.Subject != "Olá" || m.Text != "Hello" || m.HTML != "<p>Olá</p>" {
		t.Errorf("%+v", m)
	}
	for words, want := range map[string]int{"": 2, "OLÁ ana": 1, "ana bia": 0, "ses": 1, "hello": 1} {
		if found, n := s.Search(words, 10); n != want || len(found) != want {
			t.Errorf("%q: %d", words, n)
		}
	}
	s.Note("ses", "2", "Bounce")
	if latest, n := s.Search("", 1); n != 2 || len(latest) != 1 || latest[0].Provider != "2" || latest[0].Events[0] != "Bounce" {
		t.Errorf("%+v", latest)
	}
	s.Clear("ses")
	if _, n := s.Search("", 10); n != 1 {
		t.Errorf("%d after the other simulator was reset", n)
	}
}

// Only the latest messages are kept.
func TestTheLatestAreKept(t *testing.T) {
	s := inbox.NewStore()
	for n := range 5100 {
		s.Add(&inbox.Message{Via: "ses", Provider: fmt.Sprint(n)})
	}
	if _, n := s.Search("", 1); n != 5000 {
		t.Errorf("%d are kept", n)
	}
	if _, ok := s.Of("ses", "99"); ok {
		t.Error("an old one is kept")
	}
	if _, ok := s.Of("ses", "5099"); !ok {
		t.Error("the latest is gone")
	}
}

// What is written for an email that came in another form reads the same.
func TestWrittenMessagesReadTheSame(t *testing.T) {
	m := &inbox.Message{Headers: []inbox.Field{{Name: "From", Value: "a@b.example"}, {Name: "Subject", Value: "Olá"}}, Subject: "Olá",
		Text: "Hello\n", HTML: "<p>Olá</p>"}
	back := inbox.Parse("ses", []byte(inbox.Write(m)))
	if back.Subject != m.Subject || strings.TrimSpace(back.Text) != "Hello" || back.HTML != m.HTML {
		t.Errorf("%+v", back)
	}
}

// The page shows an email in a frame that runs nothing, and answers for messages that are gone.
func TestThePage(t *testing.T) {
	s := inbox.NewStore()
	m := inbox.Parse("smtp", []byte(raw))
	m.HTML = "<script>alert(1)</script>"
	s.Add(m)
	server := httptest.NewServer(http.StripPrefix("/inbox", s.Handler()))
	t.Cleanup(server.Close)
	at := server.URL + "/inbox/"
	if status, _, body := get(t, at); status != http.StatusOK || !strings.Contains(body, "Development inbox") {
		t.Errorf("%d", status)
	}
	status, header, body := get(t, at+"messages/1/html")
	if policy := header.Get("Content-Security-Policy"); status != http.StatusOK || body != m.HTML || !strings.HasPrefix(policy, "sandbox") ||
		strings.Contains(policy, "allow-scripts") {
		t.Errorf("%d %s", status, policy)
	}
	if _, header, body := get(t, at+"messages/1/raw"); body != raw || header.Get("Content-Type") != "text/plain; charset=utf-8" {
		t.Errorf("%v", header)
	}
	var list struct {
		Messages []inbox.Message
		Total    int
	}
	if _, _, body := get(t, at+"messages?q=ana"); json.Unmarshal([]byte(body), &list) != nil ||
		list.Total != 1 || list.Messages[0].HTML != "" {
		t.Errorf("%+v", list)
	}
	if status, _, _ := get(t, at+"messages/9"); status != http.StatusNotFound {
		t.Errorf("%d", status)
	}
}

// The button posts what mailbox providers post (RFC 8058), to the first web address, and follows nothing.
func TestUnsubscribe(t *testing.T) {
	var got []string
	platform := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = append(got, r.Method+" "+r.URL.Path+" "+r.Header.Get("Content-Type")+" "+string(body))
		http.Redirect(w, r, "/elsewhere", http.StatusFound)
	}))
	t.Cleanup(platform.Close)
	s := inbox.NewStore()
	headers := []inbox.Field{{Name: "List-Unsubscribe", Value: "<mailto:x@y.example>, <" + platform.URL + "/u/token>"},
		{Name: "List-Unsubscribe-Post", Value: "List-Unsubscribe=One-Click"}}
	s.Add(&inbox.Message{Via: "ses", Headers: headers})
	s.Add(&inbox.Message{Via: "ses", Headers: headers[:1]})
	server := httptest.NewServer(s.Handler())
	t.Cleanup(server.Close)
	for id, want := range map[string]int{"1": http.StatusOK, "2": http.StatusConflict} {
		res, err := http.Post(server.URL+"/messages/"+id+"/unsubscribe", "", nil)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != want {
			t.Errorf("%s: %d", id, res.StatusCode)
		}
	}
	if len(got) != 1 || got[0] != "POST /u/token application/x-www-form-urlencoded List-Unsubscribe=One-Click" {
		t.Errorf("%q", got)
	}
}

// Addresses script what becomes of their emails.
func TestOutcomesOfAddresses(t *testing.T) {
	for address, want := range map[string]string{"bounce@simulator.amazonses.com": "bounce", "softbounce+1@x.example": "softbounce",
		"Complaint-7@x.example": "complaint", "ooto@x.example": "ooto", "suppressionlist@x.example": "suppressionlist",
		"success@x.example":    "success",
		"ana+bounce@x.example": "bounce", "ana+soft@x.example": "softbounce", "ana+cut@x.example": "cut_after_accept",
		"ana+never@x.example": "never",
		"ana+click@x.example": "click", "ana@x.example": "", "ana+news@x.example": "", "ana.bounce@x.example": "", "": ""} {
		if got := inbox.Outcome(address); got != want {
			t.Errorf("%s: %q", address, got)
		}
	}
}

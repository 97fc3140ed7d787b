package linkpage_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"herald/pkg/app"
	"herald/pkg/campaign/emaillink"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/useragent"
)

// events takes the events that were queued.
func (s *site) events() (all []emaillink.Event) {
	s.t.Helper()
	for _, task := range s.env.Sent.Take() {
		if task.Queue != emaillink.Queue || task.Kind != emaillink.TaskActivity {
			s.t.Fatalf("%+v", task)
		}
		var some []emaillink.Event
		if err := json.Unmarshal(task.Body, &some); err != nil {
			s.t.Fatal(err)
		}
		all = append(all, some...)
	}
	return all
}

// A click leads to the link of the order with its number, and is queued.
func TestAClickLeadsToTheLinkOfItsOrder(t *testing.T) {
	s := open(t)
	s.env.Clock.Add(time.Minute)
	for link, want := range []string{"https://shop.example/a?b=1", "mailto:help@shop.example"} {
		answer, _ := s.do("GET", s.links.Click(s.to, link), "")
		if answer.StatusCode != http.StatusFound || answer.Header.Get("Location") != want {
			t.Errorf("%d: %d %s", link, answer.StatusCode, answer.Header.Get("Location"))
		}
		got := s.events()
		if len(got) != 1 || got[0].Link != link || got[0].Index != s.to.Index || got[0].Order != s.to.Order || got[0].Early ||
			got[0].Kind != useragent.Desktop {
			t.Errorf("%+v", got)
		}
	}
	answer, _ := s.do("HEAD", s.links.ClickFilled(s.to, 5, "https://shop.example/for/ana"), "")
	if got := s.events(); answer.Header.Get("Location") != "https://shop.example/for/ana" || got[0].Kind != useragent.Head || got[0].Link != 5 {
		t.Errorf("%d %v %+v", answer.StatusCode, answer.Header, got)
	}
}

// No request can name an address. What an order does not have, or may not have, gets the page of unknown links.
func TestThereIsNoOpenRedirect(t *testing.T) {
	s := open(t)
	for _, link := range []string{s.links.Click(s.to, 2), s.links.Click(s.to, 3), s.links.Click(s.to, emaillink.Honeypot)} {
		if answer, _ := s.do("GET", link, ""); answer.StatusCode != http.StatusNotFound || answer.Header.Get("Location") != "" {
			t.Errorf("%d %v", answer.StatusCode, answer.Header)
		}
	}
	good := s.links.Click(s.to, 0)
	for _, more := range []string{"?url=https://evil.example", "?u=//evil.example", "?link=1"} {
		if answer, _ := s.do("GET", good+more, "", "X-Forwarded-Host", "evil.example"); answer.Header.Get("Location") !=
			"https://shop.example/a?b=1" {
			t.Errorf("%s: %v", more, answer.Header)
		}
	}
	s.to.Order = s.env.IDs.Next()
	if answer, _ := s.do("GET", s.links.Click(s.to, 0), ""); answer.StatusCode != http.StatusNotFound {
		t.Errorf("of an unknown order: %d", answer.StatusCode)
	}
}

// A load answers a picture and is queued.
func TestALoadIsCounted(t *testing.T) {
	s := open(t)
	answer, text := s.do("GET", s.links.Load(s.to), "", "User-Agent", "Mozilla/5.0")
	got := s.events()
	if answer.StatusCode != 200 || answer.Header.Get("Content-Type") != "image/gif" || !strings.HasPrefix(text, "GIF89a") || len(text) > 45 {
		t.Errorf("%d %q", answer.StatusCode, text)
	}
	if len(got) != 1 || got[0].Link != emaillink.Loaded || got[0].Kind != useragent.AppleProxy || got[0].At != s.env.Now().Unix() {
		t.Errorf("%+v", got)
	}
}

// What comes too soon after the sending is marked: no person is that fast.
func TestWhatComesTooSoonIsMarked(t *testing.T) {
	s := open(t)
	const proxy = "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)"
	const gateway = "https://urldefense.com/v3/x"
	click, load := func(r emaillink.Recipient) string { return s.links.Click(r, 0) }, s.links.Load
	for _, c := range []struct {
		after  time.Duration
		link   func(emaillink.Recipient) string
		header []string
		early  bool
	}{
		{8 * time.Second, click, nil, true}, {8 * time.Second, load, nil, false}, {11 * time.Second, click, nil, false},
		{58 * time.Second, load, []string{"User-Agent", proxy}, true}, {58 * time.Second, click, []string{"Referer", gateway}, true},
		{61 * time.Second, load, []string{"User-Agent", proxy}, false}, {61 * time.Second, click, []string{"Referer", gateway}, false},
	} {
		s.to.Sent = s.env.Now().Add(-c.after).Unix()
		s.do("GET", c.link(s.to), "", c.header...)
		if got := s.events(); len(got) != 1 || got[0].Early != c.early {
			t.Errorf("after %s, %q: %+v", c.after, c.header, got)
		}
	}
}

// A queue that is down costs the event and nothing else.
func TestAQueueThatFailsFailsNoRedirect(t *testing.T) {
	s := openWith(t, func(e *app.Env) { e.Queues = &queue.SQS{} }) // knows no queue
	if answer, _ := s.do("GET", s.links.Click(s.to, 0), ""); answer.Header.Get("Location") == "" {
		t.Errorf("%d", answer.StatusCode)
	}
	if answer, _ := s.do("GET", s.links.Load(s.to), ""); answer.StatusCode != 200 {
		t.Errorf("%d", answer.StatusCode)
	}
	if answer, _ := s.do("POST", s.links.Unsubscribe(s.to), "List-Unsubscribe=One-Click"); answer.StatusCode != 200 {
		t.Errorf("%d", answer.StatusCode)
	}
	s.wants("without a queue", true, false)
}

// An unsubscription and its undo are events of the order.
func TestUnsubscriptionsAreEvents(t *testing.T) {
	s := open(t)
	for _, body := range []string{"action=all", "action=all", "action=undo"} {
		s.do("POST", s.links.Unsubscribe(s.to), body)
	}
	got := s.events()
	if len(got) != 2 || got[0].Link != emaillink.Unsubscribed || got[1].Link != emaillink.Resubscribed || got[1].Index != s.to.Index {
		t.Errorf("%+v", got)
	}
}

// Events of a chunk come together at the end of their window, which is longer the later they come.
func TestEventsWaitForEachOther(t *testing.T) {
	s := open(t)
	for after, most := range map[time.Duration]time.Duration{time.Minute: 6 * time.Second, time.Hour: time.Minute + time.Second,
		5 * time.Hour: 5*time.Minute + time.Second, 48 * time.Hour: queue.MaxDelay} {
		s.to.Sent = s.env.Now().Add(-after).Unix()
		s.do("GET", s.links.Load(s.to), "")
		if tasks := s.env.Sent.Take(); len(tasks) != 1 || tasks[0].Delay > most || tasks[0].Delay <= 0 {
			t.Errorf("%s: %+v", after, tasks)
		}
	}
}

// With the setting off nothing is counted, and links work.
func TestTrackingCanBeOff(t *testing.T) {
	s := open(t)
	if err := s.app.Settings().Set(t.Context(), emaillink.TrackingSetting, false, "admin"); err != nil {
		t.Fatal(err)
	}
	s.env.Clock.Add(2 * time.Minute)
	if answer, _ := s.do("GET", s.links.Click(s.to, 0), ""); answer.Header.Get("Location") == "" {
		t.Errorf("%d", answer.StatusCode)
	}
	s.do("GET", s.links.Load(s.to), "")
	if got := s.events(); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}

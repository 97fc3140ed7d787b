package metric_test

import (
	"encoding/json"
	"math"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"herald/pkg/kit/metric"
)

// Percentiles are exact to a tenth, and minutes fall out of the window.
func TestFiguresOfAWindow(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	s := metric.New(func() time.Time { return now })
	for i := 1; i <= 1000; i++ {
		s.Observe(metric.ReceiptLag, "receipts", float64(i))
	}
	c := s.Window(time.Minute)[metric.Key{Name: metric.ReceiptLag, Label: "receipts"}]
	for share, want := range map[float64]float64{0.5: 500, 0.99: 990, 1: 1000} {
		if got := c.Percentile(share); math.Abs(got-want) > want/10 {
			t.Errorf("%v of all: %v", share, got)
		}
	}
	now = now.Add(30 * time.Minute)
	s.Add(metric.Sent, "sms", 5)
	if f := s.Window(15 * time.Minute); len(f) != 1 || f[metric.Key{Name: metric.Sent, Label: "sms"}].N != 5 {
		t.Errorf("%v", f)
	}
	if f := s.Window(time.Hour); len(f) != 2 {
		t.Errorf("%v", f)
	}
	var none *metric.Set
	none.Add(metric.Sent, "sms", 1)
	if len(none.Window(time.Hour)) != 0 || none.Take() != nil {
		t.Error("the nil set counts")
	}
}

// A line of the embedded metric format has one dimension with all its metrics. Figures are given once, and each observation is one value,
// of which a line takes 100: CloudWatch counts them.
func TestLinesOfMetrics(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	s := metric.New(func() time.Time { return now })
	s.Observe(metric.Requests, "gc", 12)
	s.Add(metric.RequestErrors, "gc", 2)
	s.Add(metric.Refused, "1 131049", 3)
	s.Add(metric.Refused, "1 131026", 4)
	for i := range 500 {
		s.Observe(metric.Provider, "p.test", float64(i))
	}
	got, err := json.Marshal(metric.EMF("herald", now, s.Take()))
	if err != nil {
		t.Fatal(err)
	}
	var lines []struct {
		AWS struct {
			Timestamp         int64
			CloudWatchMetrics []struct {
				Namespace  string
				Dimensions [][]string
				Metrics    []struct{ Name, Unit string }
			}
		} `json:"_aws"`
		Group, Sender, Host string
		Requests            float64
		Errors              float64 `json:"request_errors"`
		Refused             float64
		Provider            []float64
	}
	if err := json.Unmarshal(got, &lines); err != nil || len(lines) != 7 {
		t.Fatalf("%s %v", got, err)
	}
	calls := 0
	for _, l := range lines {
		m := l.AWS.CloudWatchMetrics[0]
		switch m.Dimensions[0][0] {
		case "group":
			if l.Group != "gc" || l.Requests != 12 || l.Errors != 2 || len(m.Metrics) != 2 || m.Namespace != "herald" ||
				l.AWS.Timestamp != now.UnixMilli() {
				t.Errorf("%+v", l)
			}
		case "sender":
			if l.Sender != "1" || l.Refused != 7 {
				t.Errorf("%+v", l)
			}
		case "host":
			if calls += len(l.Provider); len(l.Provider) != 100 || l.Host != "p.test" || len(m.Metrics) != 1 {
				t.Errorf("%d values: %+v", len(l.Provider), l.AWS)
			}
		default:
			t.Errorf("%+v", l)
		}
	}
	if calls != 500 {
		t.Errorf("%d of 500 calls are counted", calls)
	}
	if len(s.Take()) != 0 {
		t.Error("figures are given twice")
	}
}

// A host that refuses our key does not work for us, as one that does not answer.
func TestARefusedKeyIsAFailure(t *testing.T) {
	set := metric.New(time.Now)
	status := 200
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
	defer host.Close()
	c := &http.Client{Transport: &metric.Transport{Set: set, Via: http.DefaultTransport, Now: time.Now}}
	for _, status = range []int{200, 400, 401, 403, 429, 500} {
		res, err := c.Get(host.URL)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
	}
	f := set.Take()
	for name, want := range map[string]float64{metric.Provider: 3, metric.ProviderRefusals: 2, metric.ProviderFailures: 3} {
		if got := f[metric.Key{Name: name, Label: "127.0.0.1"}]; got == nil || float64(got.N) != want {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

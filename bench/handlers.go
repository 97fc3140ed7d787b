package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"time"
)

type handlersArgs struct{ Requests int }

// route is what a route took without the network: time, and calls to AWS.
type route struct {
	Name     string
	P50, P99 time.Duration
	Calls    float64
	Depth    int // of the calls: those side by side count once; the deepest of a few requests
}

// overlap is how long a call lasts where the depth is measured, and deep how many requests are made for it.
const (
	overlap = 10 * time.Millisecond
	deep    = 3
)

// depth makes a few requests whose calls last, so that those side by side are seen to be.
func (w *world) depth(ctx context.Context, method, path string, body any) (most int, err error) {
	for range deep {
		w.clock.to(w.clock.Now().Add(1100 * time.Millisecond))
		if w.customer, err = w.fresh(); err != nil {
			return 0, err
		}
		req, err := w.request(method, path, w.customer, body)
		if err != nil {
			return 0, err
		}
		slow, i := begin(ctx, w.clock.Now())
		i.lasts = overlap
		rec := httptest.NewRecorder()
		if w.handler.ServeHTTP(rec, req.WithContext(slow)); rec.Code != http.StatusOK {
			return 0, fmt.Errorf("%s %s: %d %s", method, path, rec.Code, rec.Body)
		}
		most = max(most, i.depth)
	}
	return most, nil
}

// handlersChild makes requests of a console's day, in process, with tables in memory. A second passes between two requests,
// so that nothing is remembered from the last.
func handlersChild(ctx context.Context, a handlersArgs) (out []route, err error) {
	w, err := newWorld(ctx, "http://127.0.0.1:1")
	if err != nil {
		return nil, err
	}
	group, err := w.collection(ctx, 2000)
	if err != nil {
		return nil, err
	}
	var order string
	for range 30 {
		if order, err = w.submit(group); err != nil {
			return nil, err
		}
	}
	wish := map[string]any{"name": "Bench", "groupId": group, "channel": "whatsapp", "countryCode": "BR",
		"message": map[string]any{"type": "text", "text": "Olá!"}}
	for _, r := range []struct {
		method, path string
		body         any
	}{
		{"GET", "/oauth/getUser", nil}, {"GET", "/oauth/router", nil}, {"GET", "/gc/groupsendorder/page", nil},
		{"GET", "/gc/groupsendorder/page?name=bench&status=1", nil},
		{"GET", "/gc/groupsendorder/" + order, nil}, {"GET", "/gc/groupsendorder/" + order + "/targets/page", nil},
		{"GET", "/aty/contactsgroup/page", nil},
		{"GET", "/aty/contactsgroup/" + group + "/member/page", nil}, {"GET", "/pi/personal/info/statement/page", nil},
		{"GET", "/conf/country/selector", nil},
		{"POST", "/gc/groupsendorder/estimate", wish}, {"POST", "/gc/groupsendorder/draft", wish}, {"POST", "/gc/groupsendorder", wish},
	} {
		one := route{Name: r.method + " " + strings.NewReplacer(order, "{id}", group, "{id}").Replace(r.path)}
		took := make([]time.Duration, 0, a.Requests)
		w.meter.Take()
		for range a.Requests {
			w.clock.to(w.clock.Now().Add(1100 * time.Millisecond))
			if w.customer, err = w.fresh(); err != nil {
				return nil, err
			}
			before := w.meter.Take()
			req, err := w.request(r.method, r.path, w.customer, r.body)
			if err != nil {
				return nil, err
			}
			rec := httptest.NewRecorder()
			began := time.Now()
			w.handler.ServeHTTP(rec, req)
			took = append(took, time.Since(began))
			if rec.Code != http.StatusOK {
				return nil, fmt.Errorf("%s: %d %s", one.Name, rec.Code, rec.Body)
			}
			one.Calls += float64(w.meter.Take().Calls)
			w.meter.Add(before)
		}
		if one.Depth, err = w.depth(ctx, r.method, r.path, r.body); err != nil {
			return nil, err
		}
		slices.Sort(took)
		one.P50, one.P99, one.Calls = took[len(took)/2], took[len(took)*99/100], one.Calls/float64(a.Requests)
		out = append(out, one)
	}
	return out, w.trouble()
}

// fresh is a bearer that is valid: a new one when the clock has gone too far for the last.
func (w *world) fresh() (string, error) {
	var who struct{}
	if err := w.call("GET", "/oauth/getUser", w.customer, nil, &who); err == nil {
		return w.customer, nil
	}
	return w.signIn("11987650001")
}

func handlers(ctx context.Context, w *workshop) (report, error) {
	var routes []route
	if _, err := w.child(ctx, "handlers", handlersArgs{w.requests}, &routes); err != nil {
		return report{}, err
	}
	out := report{text: fmt.Sprintf("\n%-52s %9s %9s %14s %6s\n", "Handlers, without network", "p50", "p99", "calls to AWS", "depth")}
	var p50, p99 []time.Duration
	depth := 0
	for _, r := range routes {
		out.text += fmt.Sprintf("%-52s %6.2f ms %6.2f ms %14.1f %6d\n", r.Name, ms(r.P50), ms(r.P99), r.Calls, r.Depth)
		p50, p99, depth = append(p50, r.P50), append(p99, r.P99), max(depth, r.Depth)
	}
	out.figures = []figure{
		most("handler time without the emulator, slowest of the routes: p50", "%.2f ms", 2, ms(slices.Max(p50))),
		most("  p99", "%.2f ms", 10, ms(slices.Max(p99))),
		most("  calls to AWS one after the other, deepest of the routes", "%.0f", 3, float64(depth)),
	}
	return out, nil
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

package group_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// A customer stops its order while people are being added to a group, and claims of every group that it was not made. The claim is not
// accepted: the groups that have people are charged.
func TestTheWordOfWhoPaysFreesNoGroup(t *testing.T) {
	inScenario(t, 1, func(w *scenario) {
		id, stopped, said := "", false, 0
		done := map[string]bool{}
		afterCall = func(r *http.Request) {
			if id == "" || !strings.Contains(r.URL.Path, "/members") || r.Method == "GET" || done[r.URL.Path] {
				return
			}
			if done[r.URL.Path] = true; !stopped {
				stopped = true
				w.ok("PUT", orders+"/"+id+"/stop", nil)
			}
			for n := range 10 {
				if code, _, _ := w.try("PUT", fmt.Sprint(orders, "/", id, "/group/", n+1, "/settle"), map[string]any{"made": false}); code == 200 {
					said++
				}
			}
		}
		defer func() { afterCall = nil }()
		id = w.ok("POST", orders, w.request(w.file(0, 470), nil))["id"].(string)
		w.seconds(3*3600, nil)
		o := w.ok("GET", orders+"/"+id, nil)
		if !stopped || said == 0 || len(w.sim.Made()) == 0 || o["actualCost"] == 0.0 {
			t.Errorf("stopped %v, %d proposals, %d groups at the partner, %v charged", stopped, said, len(w.sim.Made()), o["actualCost"])
		}
		for _, r := range w.ok("GET", orders+"/"+id+"/group/page?size=50", nil)["records"].([]any) {
			g := r.(map[string]any)
			if joined := g["members"].(map[string]any)["joined"].(float64); joined > 0 && g["status"] != "created" {
				t.Errorf("group %v is %v, and %v people are in it", g["index"], g["status"], joined)
			}
		}
	})
}

package ordertest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"time"

	"herald/pkg/campaign/bulk"
	"herald/pkg/campaign/comment"
	"herald/pkg/campaign/commentitem"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/price"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/platform/upload"
)

// commentLine is the price of a comment.
var commentLine = price.Line{Owner: price.Platform, Service: "comment", Country: "*", Price: 125}

// newComments makes the kind of comments.
func newComments(f *order.Flow, files *upload.Service) *order.Flow {
	c := comment.New(f, nil)
	c.Items.Files = files
	return f
}

// FulfilComments has every item of an order taken, handed in and decided, while functions die and calls are lost: some are done again, and
// the last one is rejected. Other workers try to take each item at the same time.
func (w *Pipeline) FulfilComments(ctx context.Context, id string, items int) {
	for range 1000 { // until its items stand
		if _, ok, err := Comments(w.Reliable()).Items.Board(w.Context, id, true); err == nil && ok {
			break
		}
		w.Sleep(time.Second)
	}
	// again repeats a step under its mark until it has an outcome, as a client does with a key.
	again := func(step func(s *commentitem.Service) error) {
		for range 200 {
			err := w.Invoke(func(r *bulk.Service) error { return step(Comments(r).Items) })
			if err == nil || fault.As(err) != nil && fault.As(err).Kind != fault.Unavailable && !fault.Is(err, "commentitem.paused") {
				return
			}
			w.Sleep(time.Second)
		}
	}
	for n := range items {
		item := fmt.Sprintf("%s-%05d", id, n)
		for try := range 2 {
			mark := func(step string) string { return fmt.Sprintf("%s %s %d", step, item, try) }
			for worker := range 1 + w.n(2) {
				by := commentitem.Worker{ID: fmt.Sprint("worker ", worker), Name: "w"}
				again(func(s *commentitem.Service) error { _, err := s.Take(ctx, by, item, mark(by.ID)); return err })
			}
			by := commentitem.Worker{ID: "worker 0", Name: "w"}
			again(func(s *commentitem.Service) error {
				f, err := s.Files.Store(ctx, auth.Must(ctx), "e", upload.Image, evidence(10*n+try))
				if err == nil {
					_, err = s.Submit(ctx, by, item, mark("submit"), commentitem.Picture{ID: f.ID, Sum: f.Sum})
				}
				return err
			})
			d := commentitem.Decision{Pass: n != items-1 && (n%3 != 0 || try == 1), Redo: try == 0, Reason: "r"}
			again(func(s *commentitem.Service) error {
				it, err := s.Load(ctx, item)
				if err != nil {
					return err
				}
				d.Version = it.Version
				_, _, err = s.Decide(ctx, commentitem.Worker{ID: "reviewer", Name: "r"}, item, mark("decide"), d)
				return err
			})
			if d.Pass {
				break
			}
		}
	}
}

// evidence is a picture; another n is another one.
func evidence(n int) []byte {
	m := image.NewGray(image.Rect(0, 0, 64, 64))
	m.SetGray(n%64, n/64%64, color.Gray{Y: 255})
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		panic(err) // of a picture in memory
	}
	return b.Bytes()
}

// CommentRequest is a request for comments.
func CommentRequest(name string, quantity int) map[string]any {
	return map[string]any{"name": name, "countryCode": "BR", "platform": "facebook", "targetUrl": "https://www.facebook.com/shop/1",
		"quantity": quantity, "instructions": "say hello", "owned": true}
}

// WorkOn has free items of a comment order fulfilled by one member of staff, and accepted or rejected by another, over the routes.
func (s *System) WorkOn(w *Scenario, order string) {
	var page struct{ Records []struct{ ID, State string } }
	a := s.Await(w.Admin, NewRequest("GET", CommentPath+"/"+order+"/item/page?size=100", nil))
	if err := json.Unmarshal(a.Data, &page); a.OK() && err != nil {
		panic(err)
	}
	for _, it := range page.Records {
		step := func(who *Actor, verb string, body any) bool {
			return s.Await(who, NewKeyedRequest("PUT", "/comment/item/"+it.ID+"/"+verb, body, verb+" "+it.ID+fmt.Sprint(s.Rand(1<<30)))).OK()
		}
		if it.State == "free" && !step(w.Admin, "take", nil) || it.State != "free" && it.State != "submitted" {
			continue
		}
		if it.State == "free" {
			file := s.Await(w.Admin, NewRequest("POST", "/uf/uploadfile?kind=image", &Form{File: evidence(s.Rand(1 << 12)), Name: "e.png"})).ID()
			if !step(w.Admin, "evidence", map[string]any{"fileId": file}) {
				continue
			}
		}
		var seen struct{ Version int64 }
		if a := s.Await(w.Second, NewRequest("GET", "/comment/item/"+it.ID, nil)); a.OK() && json.Unmarshal(a.Data, &seen) == nil {
			step(w.Second, "review", map[string]any{"pass": s.Rand(4) > 0, "reason": "r", "version": seen.Version})
		}
	}
}

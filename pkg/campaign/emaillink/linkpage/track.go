package linkpage

import (
	"context"
	"net/http"
	"time"

	"herald/pkg/campaign/emaillink"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/useragent"
	"herald/pkg/kit/webpage"
)

// patience is how long an answer waits for its event to be queued, beside the read of the address. An event that takes longer may be
// lost; the redirect never is.
const patience = 700 * time.Millisecond

// click redirects to the link of an order. Its address comes from the order or from the sealed token, never from the request. The event
// is queued beside the read of the address.
func (s *Service) click(w http.ResponseWriter, r *http.Request) {
	spot, err := s.Links.OpenClick(r.PathValue("token"))
	if err != nil {
		s.plain(w, r, http.StatusNotFound, missing)
		return
	}
	var address string
	var ok bool
	err = parallel.Do(
		func() error { s.record(r, spot, spot.Link); return nil },
		func() (err error) { address, ok, err = s.Stored.Target(r.Context(), spot); return err })
	switch {
	case err != nil:
		s.Log(map[string]any{"error": "link: " + err.Error(), "order": spot.Order})
		s.plain(w, r, http.StatusServiceUnavailable, failed)
	case !ok:
		s.plain(w, r, http.StatusNotFound, missing)
	default:
		webpage.Harden(w.Header())
		w.Header().Set("Location", address)
		w.WriteHeader(http.StatusFound)
	}
}

// pixel is a transparent GIF of 1×1.
const pixel = "GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00" +
	"\x00\x02\x01D\x00;"

// load answers the picture. A token that is none gets the page that every other unknown link gets.
func (s *Service) load(w http.ResponseWriter, r *http.Request) {
	spot, err := s.Links.OpenLoad(r.PathValue("token"))
	if err != nil {
		s.plain(w, r, http.StatusNotFound, missing)
		return
	}
	s.record(r, spot, emaillink.Loaded)
	webpage.Harden(w.Header())
	w.Header().Set("Content-Type", "image/gif")
	_, _ = w.Write([]byte(pixel)) // the client is gone when this fails
}

// record queues an event. A queue that fails or is slow fails nothing.
func (s *Service) record(r *http.Request, spot emaillink.Spot, link int) {
	if spot.Order == "" {
		return // an email outside of an order is not counted
	}
	if counted, err := s.Tracking(r.Context()); err != nil || !counted {
		return
	}
	s.post(r.Context(), spot, emaillink.NewEvent(spot, link, s.Now(), useragent.Of(r.Method, r.UserAgent(), r.Referer())))
}

// post queues an event for the end of its window: an order that is being sent is watched, an old one is not.
func (s *Service) post(ctx context.Context, spot emaillink.Spot, e emaillink.Event) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	first, err := s.Window(ctx)
	if err == nil {
		now := s.Now()
		err = emaillink.Post(ctx, s.Queues, now, window(time.Duration(first)*time.Second, lateness(spot, now)), e)
	}
	if err != nil {
		s.Log(map[string]any{"warning": "link event: " + err.Error(), "order": spot.Order})
	}
}

package twiliosim

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"herald/localstack/simulators/sim"
)

// File is what a person sends with a message.
type File struct {
	Type string `json:"type"` // its content type; empty: image/png
	Data []byte `json:"data"` // in base64; empty: a small picture is made up
	URL  string `json:"url"`  // that the callback tells instead of our own
}

// Storage is how the store of people's files behaves (POST /_sim/media), until it is set anew.
type Storage struct {
	Status  int    `json:"status"`  // that it answers instead of a file; 0: it gives files
	Cut     bool   `json:"cut"`     // it ends the connection in the middle of a file
	Forward string `json:"forward"` // address that it redirects to instead of its own
}

const (
	mostFiles = 10
	keptPath  = "/files/" // where the store keeps files, open to all who know the address
)

// files lays a person's files where they can be fetched, and tells the form of the callback of them.
func (s *Sim) files(form url.Values, message string, all []File) {
	form.Set("NumMedia", strconv.Itoa(len(all)))
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, f := range all {
		if len(f.Data) == 0 && f.Type == "" {
			f.Data, f.Type = sim.Picture(), "image/png"
		}
		id := fmt.Sprintf("ME%032d", s.Next())
		s.media[id] = f
		if f.URL == "" {
			f.URL = s.cfg.Self + "/2010-04-01/Accounts/" + s.cfg.AccountSID + "/Messages/" + message + "/Media/" + id
		}
		form.Set("MediaUrl"+strconv.Itoa(i), f.URL)
		form.Set("MediaContentType"+strconv.Itoa(i), f.Type)
	}
}

// file sends the account on to where a file is kept.
func (s *Sim) file(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("media")
	s.mu.Lock()
	_, ok := s.media[id]
	to, status := s.storage.Forward, s.storage.Status
	s.mu.Unlock()
	switch {
	case !s.authorised(r):
		refuse(w, sim.Refuse("20003", "Authenticate"))
	case status != 0:
		sim.JSON(w, status, map[string]any{"code": 20500, "status": status})
	case !ok:
		sim.JSON(w, http.StatusNotFound, map[string]any{"code": 20404, "message": "The requested resource was not found",
			"status": http.StatusNotFound})
	default:
		if to == "" {
			to = cmp.Or(s.cfg.Store, s.cfg.Self) + keptPath + id
		}
		w.Header().Set("Location", to)
		w.WriteHeader(http.StatusTemporaryRedirect)
	}
}

// storedMedia gives a file to all who know its address; a request with credentials is refused, as by the real store.
func (s *Sim) storedMedia(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	f, ok := s.media[strings.TrimPrefix(r.URL.Path, keptPath)]
	cut := s.storage.Cut
	s.mu.Unlock()
	switch {
	case r.Header.Get("Authorization") != "":
		http.Error(w, "only one way to sign in is allowed", http.StatusBadRequest)
	case !ok:
		http.NotFound(w, r)
	default:
		w.Header().Set("Content-Type", f.Type)
		w.Header().Set("Content-Length", strconv.Itoa(len(f.Data)))
		if cut {
			sim.Say(w, f.Data[:len(f.Data)/2])
			panic(http.ErrAbortHandler)
		}
		sim.Say(w, f.Data)
	}
}

func (s *Sim) stores(r *http.Request) (any, error) {
	var b Storage
	err := sim.Read(r, &b)
	if err == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.storage = b
	}
	return nil, err
}

// SetSelf tells the simulator its own address and that of the store of files, where they are known only when they are served.
func (s *Sim) SetSelf(address, store string) { s.cfg.Self, s.cfg.Store = address, store }

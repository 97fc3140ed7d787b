package dns

import (
	"encoding/json"
	"net/http"
)

// Control is the HTTP control surface.
func (s *Server) Control() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /_sim/records", func(w http.ResponseWriter, _ *http.Request) { s.tell(w) })
	mux.HandleFunc("PUT /_sim/records", func(w http.ResponseWriter, r *http.Request) {
		var in struct{ Records []string }
		err := json.NewDecoder(r.Body).Decode(&in)
		if err == nil {
			err = s.Set(in.Records...)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		s.tell(w)
	})
	mux.HandleFunc("DELETE /_sim/records", func(w http.ResponseWriter, r *http.Request) {
		s.Remove(r.URL.Query().Get("name"), r.URL.Query().Get("type"))
		s.tell(w)
	})
	mux.HandleFunc("PUT /_sim/failures", func(w http.ResponseWriter, r *http.Request) {
		var in struct{ Names []string }
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		s.Fail(in.Names...)
		s.tell(w)
	})
	mux.HandleFunc("DELETE /_sim/failures", func(w http.ResponseWriter, _ *http.Request) {
		s.Fail()
		s.tell(w)
	})
	mux.HandleFunc("POST /_sim/reset", func(w http.ResponseWriter, _ *http.Request) {
		s.Reset()
		s.tell(w)
	})
	return mux
}

func (s *Server) tell(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"records": s.Records()}) // the client is gone when this fails
}

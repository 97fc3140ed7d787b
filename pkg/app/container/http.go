package container

import (
	"bytes"
	"context"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	built "herald/pkg/app/console"
	"herald/pkg/app/manifest"
	"herald/pkg/kit/config"
	"herald/pkg/kit/postgres"
)

// As behind the gateway: the most that a request may hold and how long it may take.
const (
	maxBody        = 10 << 20
	requestTimeout = 29 * time.Second
)

// handler serves all paths. It neither cleans nor redirects a path, as the distribution on AWS does not.
func (s *Server) handler() (http.Handler, error) {
	of := pages(s.env.Config)
	api := traced(s.env.Config, http.HandlerFunc(s.api))
	console := api // which knows no such path
	var err error
	if of.Folder != "" {
		console, err = built.New(of)
	}
	metrics := s.metrics()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		first, _, below := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		switch {
		case r.URL.Path == "/ws":
			s.sockets.ServeHTTP(w, r)
		case r.URL.Path == "/healthz":
			s.health(w, r)
		case r.URL.Path == "/metrics":
			metrics.ServeHTTP(w, r)
		case r.URL.Path == "/readyz":
			s.ready(w, r)
		case below && first == "files" && s.database.hasFiles():
			s.database.files.ServeHTTP(w, r)
		case below && first == "api":
			of.Harden(w.Header())
			api.ServeHTTP(w, r)
		case below && slices.Contains(manifest.Pages(), first):
			of.HardenPage(w.Header())
			api.ServeHTTP(w, r)
		default:
			console.ServeHTTP(w, r)
		}
	}), err
}

// pages are the console of a configuration.
func pages(c *config.Config) built.Options {
	o := built.Options{Folder: c.Container.Console, Sources: strings.Join(sources(c), " "), Cashiers: "https:",
		Secure: strings.HasPrefix(c.PublicURL, "https:")}
	if !o.Secure { // a trial, whose providers may be simulators
		o.Cashiers += " http:"
	}
	return o
}

// sources are the origins of files in S3; none when this process serves them.
func sources(c *config.Config) (all []string) {
	if c.Container.Files {
		return nil
	}
	var general *string
	if c.Endpoint != "" {
		general = &c.Endpoint
	}
	if at := c.EndpointOf("s3", general); at != nil {
		return []string{strings.TrimSuffix(*at, "/")}
	}
	for _, name := range []string{"upload", "file"} {
		all = append(all, "https://"+c.Buckets[name]+".s3."+c.Region+"."+c.Domain)
	}
	return all
}

// health tells the platform whether to send requests here.
func (s *Server) health(w http.ResponseWriter, _ *http.Request) {
	if s.stopping.Load() {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

// ready tells whether the process can do its work now: it is not stopping, and its database takes writes.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), readyTimeout)
	defer cancel()
	if s.stopping.Load() {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	if err := s.database.ready(ctx); err != nil {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = io.WriteString(w, postgres.Reason(err)+"\n") // the client is gone when this fails
	}
}

// readyTimeout bounds the look at the database.
const readyTimeout = 2 * time.Second

// api does the gateway's work in front of a function: it records the caller, bounds size and time, and sends the
// response when the function is done.
func (s *Server) api(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), requestTimeout)
	defer cancel()
	r = r.WithContext(ctx)
	if host, _, err := net.SplitHostPort(r.RemoteAddr); err == nil {
		r.Header.Add("X-Forwarded-For", host)
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	answer := &answer{header: http.Header{}, status: http.StatusOK}
	s.house.API.ServeHTTP(answer, r)
	maps.Copy(w.Header(), answer.header)
	w.WriteHeader(answer.status)
	_, _ = w.Write(answer.body.Bytes()) // the client is gone when this fails
}

// answer keeps what is to be answered.
type answer struct {
	header  http.Header
	status  int
	written bool
	body    bytes.Buffer
}

func (a *answer) Header() http.Header { return a.header }

func (a *answer) WriteHeader(status int) {
	if !a.written {
		a.status, a.written = status, true
	}
}

func (a *answer) Write(b []byte) (int, error) {
	a.written = true
	return a.body.Write(b)
}

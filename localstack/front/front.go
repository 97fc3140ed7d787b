// Package front is the local stand-in for the content delivery network: one origin for the console's files, the API and
// the websocket, with the same rules as infra/web.go.
package front

import (
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"time"

	"herald/pkg/app/console"
	"herald/pkg/app/manifest"
)

// Limits of an HTTP API of AWS, which the local gateway does not hold.
const (
	maxBody    = 10 << 20 // bytes
	maxLatency = 30 * time.Second
)

// Options of the front door. Cloud is the endpoint of the local cloud, Web the folder of the built console.
type Options struct {
	Cloud              *url.URL
	HTTPAPI, SocketAPI string
	Web                string
	Cashiers           string // the origin of the simulated ones, to which payers are sent
	Key                string // sent with what goes to the APIs, so that they know it has come by here; a caller's own is dropped
}

// New returns the handler of the whole origin. It looks at prefixes alone and never cleans or redirects a path, as the
// distribution does not.
func New(o Options) http.Handler {
	api := limited(o.proxy("/_aws/execute-api/" + o.HTTPAPI + "/$default"))
	socket := o.proxy("/_aws/execute-api/" + o.SocketAPI)
	pages := manifest.Pages()
	pagesOfConsole := files(console.Options{Folder: o.Web, Sources: o.Cloud.String(), Cashiers: o.Cashiers})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		first, _, below := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		if below && (first == "api" || slices.Contains(pages, first)) {
			api.ServeHTTP(w, r)
			return
		}
		if r.URL.Path == "/ws" {
			socket.ServeHTTP(w, r)
			return
		}
		pagesOfConsole.ServeHTTP(w, r)
	})
}

func (o Options) proxy(prefix string) http.Handler {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 256
	transport.ResponseHeaderTimeout = maxLatency
	transport.Proxy = nil
	return &httputil.ReverseProxy{
		Transport: transport,
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host = o.Cloud.Scheme, o.Cloud.Host
			r.Out.URL.Path, r.Out.URL.RawPath = prefix+r.In.URL.Path, prefix+r.In.URL.EscapedPath()
			r.Out.URL.RawQuery = r.In.URL.RawQuery
			r.Out.Host = o.Cloud.Host
			r.Out.Header.Set(manifest.OriginHeader, o.Key)
			r.Out.Header.Set(manifest.HostHeader, hostOf(r.In.Host))
			// As the network does: the client's address is appended to what it may have written itself.
			r.Out.Header["X-Forwarded-For"] = r.In.Header["X-Forwarded-For"]
			r.SetXForwarded()
		},
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			status, text := http.StatusServiceUnavailable, "Service Unavailable"
			if strings.Contains(err.Error(), "request body too large") {
				status, text = http.StatusRequestEntityTooLarge, "Request Entity Too Large"
			}
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_, _ = w.Write([]byte(`{"message":"` + text + `"}`))
		},
	}
}

func limited(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		next.ServeHTTP(w, r)
	})
}

// hostOf is a host without its port.
func hostOf(host string) string {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		return host
	}
	return name
}

package whatsapp_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"herald/pkg/provider"
	"herald/pkg/provider/whatsapp"
)

// cutServer accepts every message but answers only the first on each connection; then it cuts it.
// It returns its address and the number of complete requests that it has read.
func cutServer(t *testing.T, answers int) (string, *atomic.Int64) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var requests atomic.Int64
	var open sync.WaitGroup
	open.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return // closed at the end of the test
			}
			open.Go(func() {
				defer c.Close()
				r := bufio.NewReader(c)
				for i := 0; ; i++ {
					req, err := http.ReadRequest(r)
					if err != nil {
						return
					}
					if _, err := io.Copy(io.Discard, req.Body); err != nil {
						return
					}
					requests.Add(1)
					if i == answers {
						return
					}
					io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: "+lengthOf(accepted)+"\r\n\r\n"+accepted)
				}
			})
		}
	})
	t.Cleanup(func() { l.Close(); open.Wait() })
	return "http://" + l.Addr().String(), &requests
}

func lengthOf(s string) string {
	return string(rune('0'+len(s)/100)) + string(rune('0'+len(s)/10%10)) + string(rune('0'+len(s)%10))
}

// net/http would send the second message again by itself if the request looked replayable.
func TestSendIsNeverReplayedAfterACutKeepAliveConnection(t *testing.T) {
	base, requests := cutServer(t, 1)
	cfg := config(base)
	cfg.Client = whatsapp.NewHTTPClient(1)
	defer cfg.Client.CloseIdleConnections()
	a := mustNew(t, cfg)
	if out := a.Send(context.Background(), textTo("5511987654321")); out.Verdict != provider.Accepted {
		t.Fatalf("first: %+v", out)
	}
	if out := a.Send(context.Background(), textTo("5511987654322")); out.Verdict != provider.Unknown {
		t.Errorf("second: %+v", out)
	}
	if n := requests.Load(); n != 2 {
		t.Errorf("the server read %d requests for 2 messages", n)
	}
}

func TestSendCutOnAFreshConnectionIsUnknown(t *testing.T) {
	base, requests := cutServer(t, 0)
	out := mustAdapter(t, base).Send(context.Background(), textTo("5511987654321"))
	if out.Verdict != provider.Unknown || requests.Load() != 1 {
		t.Errorf("outcome %+v after %d requests", out, requests.Load())
	}
}

func TestSendCutInTheMiddleOfTheAnswerIsUnknown(t *testing.T) {
	s := mustServe(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000")
		io.WriteString(w, accepted)
	})
	out := mustAdapter(t, s.URL).Send(context.Background(), textTo("5511987654321"))
	if out.Verdict != provider.Unknown {
		t.Errorf("outcome %+v", out)
	}
}

func TestSendToAClosedPortIsRetry(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	out := mustAdapter(t, "http://"+l.Addr().String()).Send(context.Background(), textTo("5511987654321"))
	if out.Verdict != provider.Retry || out.Scope != provider.Sender || out.After == 0 {
		t.Errorf("outcome %+v", out)
	}
}

func TestSendToAnUnknownHostIsRetry(t *testing.T) {
	out := mustAdapter(t, "http://nowhere.invalid").Send(context.Background(), textTo("5511987654321"))
	if out.Verdict != provider.Retry {
		t.Errorf("outcome %+v", out)
	}
}

func TestSendToAServerThatFailsTheHandshakeIsRetry(t *testing.T) {
	s := mustServe(t, reply(200, accepted)) // plain HTTP behind an https address
	out := mustAdapter(t, "https"+s.URL[len("http"):]).Send(context.Background(), textTo("5511987654321"))
	if out.Verdict != provider.Retry || s.calls() != 0 {
		t.Errorf("outcome %+v, %d calls", out, s.calls())
	}
}

func TestSendWithAnEndedContextIsRetry(t *testing.T) {
	s := mustServe(t, reply(200, accepted))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	out := mustAdapter(t, s.URL).Send(ctx, textTo("5511987654321"))
	if out.Verdict != provider.Retry || out.Scope != provider.Target || s.calls() != 0 {
		t.Errorf("outcome %+v, %d calls", out, s.calls())
	}
}

// brokenConn is a connection whose writes fail before anything leaves.
type brokenConn struct{ net.Conn }

func (brokenConn) Write([]byte) (int, error) { return 0, net.ErrClosed }

func TestSendOnAConnectionThatTakesNothingIsRetry(t *testing.T) {
	s := mustServe(t, reply(200, accepted))
	cfg := config(s.URL)
	cfg.Client = whatsapp.NewHTTPClient(1)
	defer cfg.Client.CloseIdleConnections()
	transport := cfg.Client.Transport.(*http.Transport)
	dial := transport.DialContext
	transport.DialContext = func(ctx context.Context, network, addr string) (net.Conn, error) {
		c, err := dial(ctx, network, addr)
		if err != nil {
			return nil, err
		}
		whatsapp.Break(c, func(under net.Conn) net.Conn { return brokenConn{under} })
		return c, nil
	}
	out := mustNew(t, cfg).Send(context.Background(), textTo("5511987654321"))
	if out.Verdict != provider.Retry || s.calls() != 0 {
		t.Errorf("outcome %+v, %d calls", out, s.calls())
	}
}

func TestSendReusesItsConnections(t *testing.T) {
	var peers sync.Map
	s := mustServe(t, func(w http.ResponseWriter, r *http.Request) {
		peers.Store(r.RemoteAddr, true)
		reply(200, accepted)(w, r)
	})
	a := mustAdapter(t, s.URL)
	for range 50 {
		if out := a.Send(context.Background(), textTo("5511987654321")); out.Verdict != provider.Accepted {
			t.Fatalf("outcome %+v", out)
		}
	}
	conns := 0
	peers.Range(func(any, any) bool { conns++; return true })
	if conns != 1 {
		t.Errorf("%d connections for 50 messages in a row", conns)
	}
}

func TestSendAtOnce(t *testing.T) {
	s := mustServe(t, reply(200, accepted))
	a := mustAdapter(t, s.URL)
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			for range 25 {
				if out := a.Send(context.Background(), textTo("5511987654321")); out.Verdict != provider.Accepted {
					t.Errorf("outcome %+v", out)
				}
			}
		})
	}
	wg.Wait()
	if s.calls() != 400 {
		t.Errorf("%d requests for 400 messages", s.calls())
	}
	for _, b := range s.bodies {
		if b != s.bodies[0] {
			t.Fatalf("a body was mixed up: %s", b)
		}
	}
}

package whatsapp_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"

	"herald/pkg/provider"
	"herald/pkg/provider/whatsapp"
)

// BenchmarkSend is one sender's loop against a loopback server in this process; cpu-µs/op counts both sides.
// The server is the cheapest that speaks HTTP, so that the figure is the adapter's.
func BenchmarkSend(b *testing.B) {
	base := rawServer(b)
	cfg := config(base)
	cfg.Client = whatsapp.NewHTTPClient(64)
	defer cfg.Client.CloseIdleConnections()
	a := mustNew(b, cfg)
	m := textTo("5511987654321")
	m.Text = strings.Repeat("A message of ordinary length. ", 3)
	b.ReportAllocs()
	b.SetParallelism(8)
	start := cpu(b)
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if out := a.Send(context.Background(), m); out.Verdict != provider.Accepted {
				b.Errorf("outcome %+v", out)
				return
			}
		}
	})
	b.ReportMetric((cpu(b)-start)/float64(b.N), "cpu-µs/op")
}

// cpu is the processor time of this process in µs.
func cpu(b *testing.B) float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(os.NewSyscallError("getrusage", err))
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e3
}

func rawServer(b *testing.B) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { l.Close() })
	answer := []byte("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + lengthOf(accepted) + "\r\n\r\n" + accepted)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				buf := make([]byte, 8<<10)
				for {
					// One request is one segment on loopback: headers and body leave in one write.
					if _, err := c.Read(buf); err != nil {
						return
					}
					if _, err := c.Write(answer); err != nil {
						return
					}
				}
			}()
		}
	}()
	return "http://" + l.Addr().String()
}

func BenchmarkEncode(b *testing.B) {
	m := textTo("5511987654321")
	m.Text = strings.Repeat("A message of ordinary length. ", 3)
	buf := make([]byte, 0, 1024)
	b.ReportAllocs()
	for b.Loop() {
		buf = whatsapp.AppendMessage(buf[:0], &m)
	}
	io.Discard.Write(buf)
}

// BenchmarkParse reads a webhook call of 100 statuses.
func BenchmarkParse(b *testing.B) {
	a := mustNew(b, config("http://unused"))
	var items []string
	for i := range 100 {
		items = append(items,
			fmt.Sprintf(
				`{"id":"wamid.HBgNNTUxMTk4NzY1NDMyMRUCABEYEjQ4RTk1RjQ3QUY5NzY0NzI%d","status":"delivered","timestamp":"1772625600","recipient_id":"5511987654321","biz_opaque_callback_data":"01JABCDEFGHJKMNPQRSTVWXYZ0.1.12.%d.1","pricing":{"billable":true,"pricing_model":"PMP","type":"regular","category":"marketing"}}`, i, i))
	}
	body := []byte(
		`{"object":"whatsapp_business_account","entry":[{"id":"2077","changes":[{"field":"messages","value":{"messaging_product":"whatsapp","metadata":{"display_phone_number":"15550001111","phone_number_id":"1066"},"statuses":[` + strings.Join(items, ",") + `]}}]}]}`)
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		if ev, err := a.Parse(context.Background(), &provider.Callback{Body: body}); err != nil || len(ev.Receipts) != 100 {
			b.Fatal(len(ev.Receipts), err)
		}
	}
}

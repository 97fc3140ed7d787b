package certificate_test

import (
	"net"
	"testing"
	"time"

	tlssim "herald/localstack/simulators/tls"
	"herald/pkg/kit/certificate"
)

func serve(t *testing.T) (*tlssim.Server, *certificate.Checker) {
	t.Helper()
	s, err := tlssim.New("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s, certificate.New(s.Address(), s.Roots(), time.Now)
}

// Each fault of a certificate has its own state.
func TestStates(t *testing.T) {
	_, c := serve(t)
	for name, want := range map[string]certificate.State{
		"go.shop.example": certificate.Valid, "soon.shop.example": certificate.Expiring, "expired.shop.example": certificate.Expired,
		"wrong.shop.example": certificate.WrongName, "untrusted.shop.example": certificate.Untrusted, "none.shop.example": certificate.None,
	} {
		found, err := c.Look(t.Context(), "edge.example", name)
		if err != nil || found.State != want {
			t.Errorf("%s: %+v, %v; want %s", name, found, err, want)
		}
		if want == certificate.Valid && (found.Issuer != tlssim.Issuer || time.Until(found.Until) < certificate.Soon) {
			t.Errorf("%s: %+v", name, found)
		}
	}
	if !certificate.Expiring.Trusted() || certificate.WrongName.Trusted() || certificate.None.Trusted() {
		t.Error("browsers trust a certificate that ends soon, and no wrong one")
	}
}

// A server that cannot be reached, or that speaks no TLS, says nothing about the certificate.
func TestAFailureIsNoAnswer(t *testing.T) {
	s, c := serve(t)
	_ = s.Close()
	if found, err := c.Look(t.Context(), "edge.example", "go.shop.example"); err == nil {
		t.Errorf("%+v", found)
	}
	plain, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	go func() {
		if conn, err := plain.Accept(); err == nil {
			_, _ = conn.Write([]byte("220 mail.example ESMTP\r\n"))
			_ = conn.Close()
		}
	}()
	if found, err := certificate.New(plain.Addr().String(), "", time.Now).Look(t.Context(), "edge.example", "go.shop.example"); err == nil {
		t.Errorf("%+v", found)
	}
}

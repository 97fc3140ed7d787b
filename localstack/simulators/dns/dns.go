// Package dns simulates the domain name system: a server over UDP and TCP whose zones a test or a user sets. It delegates nothing, so
// a name that has no record does not exist.
//
// The control surface is HTTP:
//
//	GET    /_sim/records            all records
//	PUT    /_sim/records            {"records":["_dmarc.shop.example TXT \"v=DMARC1; p=none\"", …]} replaces those of the names and types
//	DELETE /_sim/records?name=&type= removes the records of a name (of a type)
//	PUT    /_sim/failures           {"names":["shop.example"]}: the names and those below them are answered with SERVFAIL
//	DELETE /_sim/failures           ends all failures
//	POST   /_sim/reset              brings back what New was given
package dns

import (
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"

	"github.com/miekg/dns"
)

const lifetime = 5 // seconds that an answer may be kept

// Server is a simulated system of names.
type Server struct {
	mu      sync.Mutex
	mail    string // host that takes the mail of names without records; empty: none does
	first   []dns.RR
	records []dns.RR
	failing []string
	asked   map[string]int // by name and type

	servers []*dns.Server
	address string
}

// New makes a server with records in the form of a zone file, one a line, with whole names. It answers after Listen.
func New(records ...string) (*Server, error) {
	s := &Server{asked: map[string]int{}}
	first, err := parse(records)
	s.first, s.records = first, slices.Clone(first)
	return s, err
}

// TakeMail answers the MX question of every name without records, other than those below .invalid, with a host. So lists of any real
// domains can be imported.
func (s *Server) TakeMail(host string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mail = dns.Fqdn(host)
}

// Listen takes a port on both networks and answers until Close. Port 0 is any.
func (s *Server) Listen(address string) error {
	for range 20 { // a free port of one network may be taken on the other
		stream, err := net.Listen("tcp", address)
		if err != nil {
			return err
		}
		packets, err := net.ListenPacket("udp", stream.Addr().String())
		if err != nil {
			_ = stream.Close()
			continue
		}
		s.address = stream.Addr().String()
		for _, server := range []*dns.Server{{Listener: stream, Handler: s}, {PacketConn: packets, Handler: s}} {
			s.servers = append(s.servers, server)
			ready := make(chan struct{})
			server.NotifyStartedFunc = func() { close(ready) }
			go func() { _ = server.ActivateAndServe() }() // ends with Close
			<-ready
		}
		return nil
	}
	return fmt.Errorf("dns: no port is free on both networks at %s", address)
}

// Address is where it listens.
func (s *Server) Address() string { return s.address }

// Close ends it.
func (s *Server) Close() {
	for _, server := range s.servers {
		_ = server.Shutdown()
	}
}

func parse(records []string) ([]dns.RR, error) {
	var all []dns.RR
	for _, text := range records {
		rr, err := dns.NewRR(withLifetime(text))
		if err != nil {
			return nil, fmt.Errorf("%q: %w", text, err)
		}
		if rr == nil {
			return nil, fmt.Errorf("%q is no record", text)
		}
		all = append(all, rr)
	}
	return all, nil
}

// withLifetime adds the lifetime that a zone file would say once.
func withLifetime(text string) string { return fmt.Sprintf("$TTL %d\n%s", lifetime, text) }

// Set replaces the records of the names and types of some.
func (s *Server) Set(records ...string) error {
	all, err := parse(records)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.records = slices.DeleteFunc(s.records, func(old dns.RR) bool {
		return slices.ContainsFunc(all, func(rr dns.RR) bool {
			return rr.Header().Rrtype == old.Header().Rrtype && strings.EqualFold(rr.Header().Name, old.Header().Name)
		})
	})
	s.records = append(s.records, all...)
	return nil
}

// Remove takes away the records of a name; of one type unless kind is empty.
func (s *Server) Remove(name, kind string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	name = dns.Fqdn(name)
	s.records = slices.DeleteFunc(s.records, func(rr dns.RR) bool {
		return strings.EqualFold(rr.Header().Name, name) && (kind == "" || dns.TypeToString[rr.Header().Rrtype] == strings.ToUpper(kind))
	})
}

// Fail answers names, and those below them, with a failure of the server. None ends all failures.
func (s *Server) Fail(names ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failing = nil
	for _, name := range names {
		s.failing = append(s.failing, dns.Fqdn(name))
	}
}

// Reset brings back what New was given.
func (s *Server) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.records, s.failing, s.asked = slices.Clone(s.first), nil, map[string]int{}
}

// Records lists all records in the form of a zone file.
func (s *Server) Records() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := []string{}
	for _, rr := range s.records {
		all = append(all, rr.String())
	}
	return all
}

// Asked is how often a name and type were asked for.
func (s *Server) Asked(name, kind string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked[strings.ToLower(dns.Fqdn(name))+" "+kind]
}

// ServeDNS answers one question.
func (s *Server) ServeDNS(w dns.ResponseWriter, q *dns.Msg) {
	m := new(dns.Msg)
	m.SetReply(q)
	m.RecursionAvailable = true
	if len(q.Question) != 1 {
		m.Rcode = dns.RcodeFormatError
	} else {
		s.answer(m, q.Question[0])
	}
	if _, overUDP := w.RemoteAddr().(*net.UDPAddr); overUDP {
		size := dns.MinMsgSize
		if options := q.IsEdns0(); options != nil {
			size = int(options.UDPSize())
		}
		m.Truncate(size)
	}
	_ = w.WriteMsg(m) // its client is gone when this fails
}

// mostAliases is how far a chain of aliases is followed.
const mostAliases = 8

func (s *Server) answer(m *dns.Msg, q dns.Question) {
	s.mu.Lock()
	defer s.mu.Unlock()
	name := strings.ToLower(q.Name)
	s.asked[name+" "+dns.TypeToString[q.Qtype]]++
	for range mostAliases {
		if slices.ContainsFunc(s.failing, func(f string) bool { return dns.IsSubDomain(f, name) }) {
			m.Answer, m.Rcode = nil, dns.RcodeServerFailure
			return
		}
		alias, known := "", false
		for _, rr := range s.records {
			if !strings.EqualFold(rr.Header().Name, name) {
				known = known || dns.IsSubDomain(name, strings.ToLower(rr.Header().Name))
				continue
			}
			known = true
			to, isAlias := rr.(*dns.CNAME)
			if rr.Header().Rrtype == q.Qtype || isAlias {
				m.Answer = append(m.Answer, rr)
			}
			if isAlias && q.Qtype != dns.TypeCNAME {
				alias = strings.ToLower(to.Target)
			}
		}
		if !known && q.Qtype == dns.TypeMX && s.mail != "" && !dns.IsSubDomain("invalid.", name) {
			m.Answer = append(m.Answer, &dns.MX{Hdr: dns.RR_Header{Name: name, Rrtype: dns.TypeMX, Class: dns.ClassINET, Ttl: lifetime},
				Preference: 10, Mx: s.mail})
			return
		}
		if !known && len(m.Answer) == 0 {
			m.Rcode = dns.RcodeNameError
		}
		if alias == "" {
			return
		}
		name = alias
	}
}

package dns

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

const (
	patience = 3 * time.Second         // how long one question may take
	oneTry   = 1200 * time.Millisecond // how long a server may take over UDP before the next one is asked
	tries    = 2                       // of each server
	largest  = 1232                    // bytes of an answer over UDP that no network cuts (DNS flag day 2020)
	longest  = 253                     // characters of a name

	longestLabel = 63
)

// ask gives the records of a name and type, and the aliases on the way. A name that does not exist is ErrNone. Any other error says
// that no server answered, or that it could not find out.
func (r *Resolver) ask(ctx context.Context, name string, kind dnsmessage.Type) ([]dnsmessage.ResourceBody, error) {
	rooted := strings.TrimSuffix(name, ".") + "." // search domains of the machine do not count
	if len(rooted) > longest+1 || slices.ContainsFunc(strings.Split(name, "."), func(label string) bool { return len(label) > longestLabel }) {
		return nil, ErrNone
	}
	asked, err := dnsmessage.NewName(rooted)
	if err != nil {
		return nil, ErrNone
	}
	question := dnsmessage.Question{Name: asked, Type: kind, Class: dnsmessage.ClassINET}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	servers := r.servers()
	err = errors.New("dns: no server")
	for i := range tries * len(servers) {
		var answer *dnsmessage.Message
		if answer, err = exchange(ctx, servers[i%len(servers)], question); err == nil {
			if answer.RCode != dnsmessage.RCodeSuccess && answer.RCode != dnsmessage.RCodeNameError {
				err = fmt.Errorf("dns: %s %s: %s", rooted, kind, answer.RCode)
				continue
			}
			return bodies(answer)
		}
		if ctx.Err() != nil {
			break
		}
	}
	return nil, err
}

func bodies(answer *dnsmessage.Message) ([]dnsmessage.ResourceBody, error) {
	if answer.RCode == dnsmessage.RCodeNameError {
		return nil, ErrNone
	}
	var all []dnsmessage.ResourceBody
	for _, one := range answer.Answers {
		all = append(all, one.Body)
	}
	return all, nil
}

// servers are those of the resolver, or of the machine.
func (r *Resolver) servers() (all []string) {
	if r != nil && r.server != "" {
		return []string{r.server}
	}
	file, err := os.Open("/etc/resolv.conf")
	if err == nil {
		defer file.Close()
		for lines := bufio.NewScanner(file); lines.Scan(); {
			if word := strings.Fields(lines.Text()); len(word) > 1 && word[0] == "nameserver" {
				all = append(all, net.JoinHostPort(word[1], "53"))
			}
		}
	}
	if len(all) == 0 {
		all = []string{"127.0.0.1:53"}
	}
	return all
}

// exchange asks one server over UDP, and over TCP when the answer is too long for it.
func exchange(ctx context.Context, server string, q dnsmessage.Question) (*dnsmessage.Message, error) {
	id := uint16(rand.Uint32())
	packed, err := pack(id, q)
	if err != nil {
		return nil, err
	}
	answer, err := over(ctx, "udp", server, packed, func(c net.Conn) (*dnsmessage.Message, error) { return datagram(c, id, q) })
	if err == nil && answer.Truncated {
		answer, err = over(ctx, "tcp", server, framed(packed), func(c net.Conn) (*dnsmessage.Message, error) { return stream(c, id, q) })
	}
	return answer, err
}

func pack(id uint16, q dnsmessage.Question) ([]byte, error) {
	b := dnsmessage.NewBuilder(nil, dnsmessage.Header{ID: id, RecursionDesired: true})
	if err := b.StartQuestions(); err != nil {
		return nil, err
	}
	if err := b.Question(q); err != nil {
		return nil, err
	}
	if err := b.StartAdditionals(); err != nil {
		return nil, err
	}
	var options dnsmessage.ResourceHeader
	if err := options.SetEDNS0(largest, dnsmessage.RCodeSuccess, false); err != nil {
		return nil, err
	}
	if err := b.OPTResource(options, dnsmessage.OPTResource{}); err != nil {
		return nil, err
	}
	return b.Finish()
}

// framed is a message with its length, as a stream carries it.
func framed(message []byte) []byte {
	return append(binary.BigEndian.AppendUint16(nil, uint16(len(message))), message...)
}

func over(ctx context.Context, network, server string, message []byte, read func(net.Conn) (*dnsmessage.Message, error)) (
	*dnsmessage.Message, error) {
	ctx, cancel := context.WithTimeout(ctx, oneTry)
	defer cancel()
	var d net.Dialer
	c, err := d.DialContext(ctx, network, server)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	if end, ok := ctx.Deadline(); ok {
		if err := c.SetDeadline(end); err != nil {
			return nil, err
		}
	}
	if _, err := c.Write(message); err != nil {
		return nil, err
	}
	return read(c)
}

// datagram reads the answer to a question and drops all else that arrives.
func datagram(c net.Conn, id uint16, q dnsmessage.Question) (*dnsmessage.Message, error) {
	buffer := make([]byte, 1<<16)
	for {
		n, err := c.Read(buffer)
		if err != nil {
			return nil, err
		}
		if m := answerTo(buffer[:n], id, q); m != nil {
			return m, nil
		}
	}
}

func stream(c net.Conn, id uint16, q dnsmessage.Question) (*dnsmessage.Message, error) {
	var length [2]byte
	if _, err := io.ReadFull(c, length[:]); err != nil {
		return nil, err
	}
	buffer := make([]byte, binary.BigEndian.Uint16(length[:]))
	if _, err := io.ReadFull(c, buffer); err != nil {
		return nil, err
	}
	if m := answerTo(buffer, id, q); m != nil {
		return m, nil
	}
	return nil, errors.New("dns: an answer to another question")
}

// answerTo reads a message that answers a question; nil for any other.
func answerTo(raw []byte, id uint16, q dnsmessage.Question) *dnsmessage.Message {
	var m dnsmessage.Message
	if err := m.Unpack(raw); err != nil || !m.Response || m.ID != id || len(m.Questions) != 1 {
		return nil
	}
	asked := m.Questions[0]
	if asked.Type != q.Type || asked.Class != q.Class || !strings.EqualFold(asked.Name.String(), q.Name.String()) {
		return nil
	}
	return &m
}

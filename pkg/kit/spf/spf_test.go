package spf_test

import (
	"fmt"
	"strings"
	"testing"

	dnssim "herald/localstack/simulators/dns"
	"herald/pkg/kit/dns"
	"herald/pkg/kit/spf"
)

func chain(n int) (records []string) {
	for i := range n {
		records = append(records, fmt.Sprintf(`c%d.example TXT "v=spf1 include:c%d.example -all"`, i, i+1))
	}
	return append(records, fmt.Sprintf(`c%d.example TXT "v=spf1 ip4:192.0.2.0/24 -all"`, n))
}

// Every limit and error of RFC 7208 is found in the record that has it.
func TestRecords(t *testing.T) {
	mx := func(n int) (records []string) {
		for i := range n {
			records = append(records, fmt.Sprintf("mx%d.example MX 10 h%d.example.", n, i))
		}
		return append(records, fmt.Sprintf(`m%d.example TXT "v=spf1 mx:mx%d.example -all"`, n, n))
	}
	s, err := dnssim.New(append(append(append(append(chain(9), chain2()...), mx(10)...), mx(11)...),
		`plain.example TXT "v=spf1 ip4:192.0.2.1 ip6:2001:db8::/32 exp=why.example -all"`,
		`plain.example TXT "other=1"`,
		`upper.example TXT "V=SPF1 INCLUDE:Plain.Example ~ALL"`,
		`names.example TXT "v=spf1 a mx a:plain.example/24 exists:%{i}.x.example ptr -all"`,
		`names.example A 192.0.2.1`, `names.example MX 10 a.example.`, `plain.example A 192.0.2.1`,
		`none.example TXT "v=spf10 -all"`,
		`two.example TXT "v=spf1 -all"`, `two.example TXT "v=spf1 +all"`,
		`word.example TXT "v=spf1 ip4:192.0.2.256 -all"`, `six.example TXT "v=spf1 ip4:2001:db8::1 -all"`,
		`strange.example TXT "v=spf1 ipv4:192.0.2.1 -all"`, `bare.example TXT "v=spf1 include: -all"`,
		`empty.example TXT "v=spf1 include:a.none.example -all"`, `a.none.example TXT "x"`,
		`gone.example TXT "v=spf1 include:nowhere.example -all"`,
		`both.example TXT "v=spf1 include:two.example -all"`,
		`loop.example TXT "v=spf1 include:loop2.example -all"`, `loop2.example TXT "v=spf1 redirect=loop.example"`,
		`voids2.example TXT "v=spf1 a:n1.example a:n2.example -all"`, `voids3.example TXT "v=spf1 a:n1.example mx:n2.example exists:n3.example -all"`,
		`redirect.example TXT "v=spf1 redirect=plain.example"`,
		`ignored.example TXT "v=spf1 -all a mx include:plain.example redirect=plain.example"`,
		`silent.example TXT "v=spf1 include:failing.example -all"`, `failing.example TXT "v=spf1 -all"`,
		`worse.example TXT "v=spf1 include:failing.example bad -all"`,
	)...)
	if err == nil {
		err = s.Listen("127.0.0.1:0")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	s.Fail("failing.example")
	for name, want := range map[string]string{
		"plain": "0 0", "upper": "1 0", "names": "5 0", "nothing": "0 0 missing nothing.example", "none": "0 0 missing none.example",
		"two": "0 0 many two.example", "word": "0 0 syntax ip4:192.0.2.256", "six": "0 0 syntax ip4:2001:db8::1",
		"strange": "0 0 syntax ipv4:192.0.2.1", "bare": "1 0 syntax include:", "empty": "1 0 empty include:a.none.example",
		"gone": "1 1 empty include:nowhere.example", "both": "1 0 empty include:two.example", "loop": "2 0 loop redirect=loop.example",
		"voids2": "2 2", "voids3": "3 3 voids", "redirect": "1 0", "ignored": "0 0", "silent": "1 0 unanswered include:failing.example",
		"worse": "1 0 syntax bad", "m10": "1 0", "m11": "1 0 hosts mx:mx11.example", "c0": "9 0", "ten": "10 0", "eleven": "11 0 lookups",
		"thirty": "30 0 lookups",
	} {
		r := spf.Read(t.Context(), dns.New(s.Address()), name+".example")
		got := strings.TrimSpace(fmt.Sprint(r.Lookups, r.Voids, " ", r.Problem, " ", r.Word))
		if strings.Join(strings.Fields(got), " ") != want {
			t.Errorf("%s: %q, want %q: %+v", name, got, want, r.Terms)
		}
	}
	if n := s.Asked("n5.example", "A"); n != 0 {
		t.Errorf("an endless record is read to its end")
	}
}

// chain2 are records of exactly ten, eleven and thirty lookups.
func chain2() []string {
	many := `thirty.example TXT "v=spf1`
	for i := range 30 {
		many += fmt.Sprintf(" a:t%d.example", i)
	}
	records := []string{`ten.example TXT "v=spf1 include:c0.example -all"`,
		`eleven.example TXT "v=spf1 include:c0.example a:c0.example -all"`, `c0.example A 192.0.2.1`, wide(many + ` -all"`)}
	for i := range 30 {
		records = append(records, fmt.Sprintf("t%d.example A 192.0.2.1", i))
	}
	return records
}

// wide cuts a text into strings of a record.
func wide(record string) string {
	at := strings.LastIndex(record[:250], " ") + 1
	return record[:at] + `" "` + record[at:]
}

// The tree names the record behind each include, and tells whether a domain is asked.
func TestTheTree(t *testing.T) {
	s, err := dnssim.New(`a.example TXT "v=spf1 include:B.example ip4:192.0.2.1 ~all"`, `b.example TXT "v=spf1 include:c.example -all"`,
		`c.example TXT "v=spf1 ip4:192.0.2.2 -all"`)
	if err == nil {
		err = s.Listen("127.0.0.1:0")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	r := spf.Read(t.Context(), dns.New(s.Address()), "a.example")
	var got []string
	for _, term := range r.Terms {
		got = append(got, fmt.Sprint(term.Depth, " ", term.Text))
	}
	if want := "0 include:B.example,1 include:c.example,2 ip4:192.0.2.2,2 -all,1 -all,0 ip4:192.0.2.1,0 ~all"; strings.Join(got, ",") != want {
		t.Errorf("%v", got)
	}
	if !r.Includes("c.example") || !r.Includes("b.example") || r.Includes("a.example") || r.Terms[1].Record != "v=spf1 ip4:192.0.2.2 -all" {
		t.Errorf("%+v", r)
	}
}

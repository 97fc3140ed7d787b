package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"

	"herald/pkg/app"
	ses "herald/pkg/provider/ses/sdk"
)

// mailbench is what a world has that sends emails.
type mailbench struct {
	ses string // address of the simulator of Amazon SES; "": none is called
	dns string // address of the server of names; "": names are not looked up

	certificates string // where the signatures of events are checked
}

const (
	mailDomain = "news.herald.example"
	mailTopic  = "arn:aws:sns:us-east-1:000000000000:herald-email"
)

// into gives an environment the account of emails.
func (m *mailbench) into(e *app.Env, perSecond int) {
	app.Adapter(ses.Descriptor)(e)
	e.AWS = aws.Config{Region: "us-east-1", Credentials: credentials.NewStaticCredentialsProvider("bench", "bench", "")}
	e.Config.Region, e.Config.Domain, e.Config.DNSServer = "us-east-1", "amazonaws.com", m.dns
	e.Config.LinkKeys = [][]byte{[]byte("links of the benchmark, 32 bytes")}
	if m.ses != "" {
		e.Config.Adapters.Set(map[string]string{"ses.url": m.ses, "ses.certificates": m.certificates, "ses.topics": mailTopic,
			"ses.configurationSet": "herald", "ses.rate": strconv.Itoa(perSecond)})
	}
}

// mailing starts the simulator of email and a product that sends to it. The caller stops the simulator.
func mailing(ctx context.Context, program string) (*world, error) {
	provider, err := startProgram(ctx, program, "-ses-rate", "100000000", "-verified", mailDomain, "-topic", mailTopic)
	if err != nil {
		return nil, err
	}
	w := &world{clock: standing(), sim: "http://127.0.0.1:1", pace: perSecond, provider: provider,
		mail: &mailbench{ses: provider.url + "/ses", certificates: notary()}}
	if w, err = w.begun(ctx); err == nil {
		err = w.prepared()
	}
	if err != nil {
		provider.stop()
	}
	return w, err
}

// prepared gives emails a price and a sender, and lets long files of addresses in.
func (w *world) prepared() error {
	for _, set := range []struct {
		method, path string
		body         map[string]any
	}{
		{"POST", "/aty/customerinfo/price/charge/save",
			map[string]any{"userId": "platform", "service": "email", "countryCode": "*", "price": 0.01}},
		{"PUT", "/lop/system/config/email.default.from", map[string]any{"value": "ola@" + mailDomain}},
		{"PUT", "/lop/system/config/email.default.name", map[string]any{"value": "Ipê"}},
		{"PUT", "/lop/system/config/email.mx.check", map[string]any{"value": w.mail.dns != ""}},
		{"PUT", "/lop/system/config/contact.file.bytes", map[string]any{"value": 4 << 20}},
	} {
		if err := w.call(set.method, set.path, w.admin, set.body, nil); err != nil {
			return fmt.Errorf("%s: %w", set.path, err)
		}
	}
	return nil
}

// addresses are email addresses with names, each once: half of large providers, the others of domains of their own.
func addresses(n int, seed uint64) [][]string {
	rng := rand.New(rand.NewPCG(seed, 17))
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	out := make([][]string, n)
	for i := range out {
		first, last := pick("ana", "bia", "caio", "maria", "joao", "zoe"), pick("silva", "souza", "lima", "costa")
		domain := pick("gmail.com", "hotmail.com", "yahoo.com.br", "uol.com.br")
		if rng.IntN(2) == 0 {
			domain = fmt.Sprintf("empresa%d.com.br", int(2000*math.Pow(rng.Float64(), 2)))
		}
		out[i] = []string{fmt.Sprintf("%s.%s%d@%s", first, last, i, domain), first + " " + last}
	}
	return out
}

// asAddresses is a file of text with addresses and names.
func asAddresses(rows [][]string) []byte {
	var b bytes.Buffer
	b.WriteString("email,name\n")
	for _, row := range rows {
		b.WriteString(row[0] + "," + row[1] + "\n")
	}
	return b.Bytes()
}

// addressList makes a contact list of addresses.
func (w *world) addressList(ctx context.Context, rows [][]string) (string, error) {
	return fill(ctx, w, rows, listFile{"email", "addresses.csv", maxFile, len(rows)}, asAddresses)
}

// starter is the design of a newsletter from the gallery, with a name in its greeting.
func (w *world) starter() (design map[string]any, err error) {
	var all []struct {
		Key    string
		Design map[string]any
	}
	if err := w.call("GET", "/edm/template/gallery", w.customer, nil, &all); err != nil {
		return nil, err
	}
	for _, s := range all {
		if s.Key == "newsletter" {
			return s.Design, nil
		}
	}
	return nil, fmt.Errorf("%d starters, no newsletter", len(all))
}

// emailBody is an order of the newsletter to a contact list.
func (w *world) emailBody(group string) (map[string]any, error) {
	design, err := w.starter()
	return map[string]any{"name": "Bench", "groupId": group, "countryCode": "BR", "subject": "{name|Olá}, as novidades de novembro",
		"design": design}, err
}

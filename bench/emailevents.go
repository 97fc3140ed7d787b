package main

import (
	"encoding/base64"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"

	sessim "herald/localstack/simulators/ses"
	snssim "herald/localstack/simulators/sns"
	"herald/pkg/app"
	"herald/pkg/app/manifest"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/emaillink"
)

// What becomes of emails: nearly all are delivered within a minute, some come back. Of those delivered some are loaded, of those some
// are clicked.
const (
	hardShare   = 0.01
	softShare   = 0.01
	loadShare   = 0.40 // of the delivered
	clickShare  = 0.08 // of the loaded
	loadedAfter = 3600 // s, median of a log-normal with sigma 1.5
)

// States of an email in the benchmark.
const (
	mailDelivered = iota
	mailHard
	mailSoft
	mailLoaded
	mailClicked
)

// notary serves the certificate of the topic until the process ends, and gives its address.
func notary() string {
	return httptest.NewServer(sessim.New(sessim.Config{Topic: mailTopic, Seed: 7})).URL
}

// postman is the voice of Amazon SES and of its recipients. SNS posts each event in a call of its own.
type postman struct {
	topic *snssim.Topic
	links *emaillink.Service
	reads bool // emails are loaded and clicked
}

func (w *world) postman(reads bool) voice {
	p := &postman{topic: &snssim.Topic{ARN: mailTopic}, links: app.EmailLinks(w.env()), reads: reads}
	p.topic.SetSelf(w.mail.certificates)
	return voice{p.life, p.calls}
}

func (p *postman) life(c *chain, rng *rand.Rand, index int, sent int64) {
	add := func(state uint8, after float64) {
		c.events = append(c.events, event{sent*1000 + int64(min(after, lastAfter)*1000), uint32(index), state})
	}
	delivered := 1.5 + deliveredAfter*math.Exp(rng.NormFloat64())
	switch chance := rng.Float64(); {
	case chance < hardShare:
		add(mailHard, delivered)
		return
	case chance < hardShare+softShare:
		add(mailSoft, delivered)
		return
	}
	add(mailDelivered, delivered)
	if !p.reads || rng.Float64() >= loadShare {
		return
	}
	loaded := delivered + loadedAfter*math.Exp(1.5*rng.NormFloat64())
	if add(mailLoaded, loaded); rng.Float64() < clickShare {
		add(mailClicked, loaded+20)
	}
}

// calls writes each event as a call, on all cores: a signature takes a millisecond.
func (p *postman) calls(c *chain, events []event) []call {
	all := make([]call, len(events))
	var wg sync.WaitGroup
	const part = 64
	for from := 0; from < len(events); from += part {
		wg.Go(func() {
			for i := from; i < min(from+part, len(events)); i++ {
				all[i] = p.call(c, events[i])
			}
		})
	}
	wg.Wait()
	return all
}

func (p *postman) call(c *chain, e event) call {
	k, n := int(e.index)/chunkrow.ChunkSize, int(e.index)%chunkrow.ChunkSize
	ref := chunkrow.Reference{Order: c.order, Gen: 1, Chunk: k, Index: n, Sent: c.sent[k][n/chunkrow.SubBatch]}
	at := time.UnixMilli(e.at).UTC()
	if e.state >= mailLoaded {
		to := emaillink.Recipient{Order: c.order, Gen: ref.Gen, Chunk: k, Index: n, Sent: ref.Sent}
		address := p.links.Load(to)
		if e.state == mailClicked {
			address = p.links.Click(to, 0)
		}
		return call{at: at, function: manifest.Links, method: http.MethodGet, address: address, header: [2]string{"User-Agent", browser}}
	}
	return call{at: at, function: "hook", method: http.MethodPost, address: "https://hook.bench/api/hook/ses",
		header: [2]string{"X-Amz-Sns-Message-Type", "Notification"}, body: p.topic.Event(mailEvent(e.state, ref, at), at)}
}

const browser = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) " +
	"Version/18.5 Mobile/15E148 Safari/604.1"

// mailEvent is what a configuration set publishes, with the headers of the email.
func mailEvent(state uint8, ref chunkrow.Reference, at time.Time) map[string]any {
	const to = "ana.silva1234@empresa17.com.br"
	when := at.Format("2006-01-02T15:04:05.000Z")
	tag := base64.RawURLEncoding.EncodeToString([]byte(ref.String()))
	header := func(name, value string) map[string]string { return map[string]string{"name": name, "value": value} }
	unsubscribe := "<https://herald.bench/u/" + strings.Repeat("x", 180) + ">"
	id := fmt.Sprintf("0100018c%08x-%08x-4f7a-9c1d-000000000000-000000", at.UnixNano()>>20, ref.Index)
	common := map[string]any{"from": []string{"Ipê <ola@" + mailDomain + ">"}, "to": []string{to}, "messageId": id,
		"subject": "ana silva, as novidades de novembro"}
	out := map[string]any{"mail": map[string]any{"timestamp": when, "source": "ola@" + mailDomain, "sendingAccountId": "000000000000",
		"sourceArn": "arn:aws:ses:us-east-1:000000000000:identity/" + mailDomain, "messageId": id, "destination": []string{to},
		"headersTruncated": false, "commonHeaders": common, "headers": []any{header("From", "Ipê <ola@"+mailDomain+">"), header("To", to),
			header("Subject", "ana silva, as novidades de novembro"), header("MIME-Version", "1.0"), header("Content-Type",
				`multipart/alternative; boundary="----=_Part_1_2.3"`), header("List-Unsubscribe", unsubscribe),
			header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")},
		"tags": map[string][]string{"ref": {tag}, "ses:feedback-id-a": {ref.Order}, "ses:configuration-set": {"herald"},
			"ses:from-domain": {mailDomain}, "ses:caller-identity": {"herald-send"}, "ses:source-ip": {"192.0.2.1"}}}}
	bounce := func(kind, sub, status, words string) map[string]any {
		return map[string]any{"bounceType": kind, "bounceSubType": sub, "timestamp": when, "feedbackId": id, "bouncedRecipients": []any{
			map[string]string{"emailAddress": to, "action": "failed", "status": status, "diagnosticCode": words}}}
	}
	switch state {
	case mailDelivered:
		out["eventType"], out["delivery"] = "Delivery", map[string]any{"timestamp": when, "processingTimeMillis": 1300,
			"recipients": []string{to}, "smtpResponse": "250 2.0.0 OK", "reportingMTA": "a8-70.smtp-out.amazonses.com"}
	case mailHard:
		out["eventType"], out["bounce"] = "Bounce", bounce("Permanent", "NoEmail", "5.1.1", "smtp; 550 5.1.1 user unknown")
	case mailSoft:
		out["eventType"], out["bounce"] = "Bounce", bounce("Transient", "MailboxFull", "4.2.2", "smtp; 452 4.2.2 mailbox full")
	}
	return out
}

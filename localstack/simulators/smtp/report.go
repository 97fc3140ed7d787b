package smtpsim

import (
	"fmt"
	"strings"
	"time"

	"herald/localstack/simulators/sim"
)

// posts is a message to the return path. Further receipts get posts of their own.
func (s *Sim) posts(receipts []sim.Receipt) []byte {
	for _, r := range receipts[1:] {
		s.Send("", s.post(r))
	}
	return s.post(receipts[0])
}

func (s *Sim) post(r sim.Receipt) []byte {
	e := envelopeOf(r.Message)
	head := fmt.Sprintf("From: %s\r\nDate: %s\r\nMessage-ID: <%s.%s@relay.simulated>\r\nMIME-Version: 1.0\r\n", "Mail Delivery System "+
		"<MAILER-DAEMON@relay.simulated>", r.At.UTC().Format(time.RFC1123Z), r.Message.ID, r.Status)
	original := "Message-ID: <" + e.MessageID + ">\r\nTo: " + r.Message.To + "\r\nSubject: " + r.Message.Body + "\r\n"
	if full, ok := s.mail.Of(via, r.Message.ID); ok {
		original = headersOf(full.Raw)
	}
	s.mail.Note(via, r.Message.ID, r.Status)
	to := "To: <" + e.Return + ">\r\n"
	switch r.Status {
	case "complaint":
		return []byte(head + to + "Subject: complaint\r\nContent-Type: multipart/report; report-type=feedback-report; boundary=b\r\n\r\n" +
			part("text/plain", "This is an email abuse report.\r\n") +
			part("message/feedback-report", "Feedback-Type: abuse\r\nUser-Agent: Simulated/1\r\nVersion: 1\r\nOriginal-Mail-From: <"+e.Return+
				">\r\nOriginal-Rcpt-To: <"+r.Message.To+">\r\n") +
			part("message/rfc822", original+"\r\n") + "--b--\r\n")
	case "ooto":
		return []byte("From: <" + r.Message.To + ">\r\nMIME-Version: 1.0\r\nAuto-Submitted: auto-replied\r\n" + to +
			"Subject: Out of office\r\nIn-Reply-To: <" + e.MessageID + ">\r\nContent-Type: text/plain\r\n\r\nI am away until Monday.\r\n")
	}
	code := string(r.Code)
	if code == "" {
		code = "5.1.1"
	}
	answer := "550"
	if strings.HasPrefix(code, "4") {
		answer = "452"
	}
	return []byte(head + to + "Auto-Submitted: auto-replied\r\nSubject: Undelivered Mail Returned to Sender\r\n" +
		"Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n" +
		part("text/plain", "Your message could not be delivered.\r\n") +
		part("message/delivery-status", "Reporting-MTA: dns; relay.simulated\r\nArrival-Date: "+r.At.UTC().Format(time.RFC1123Z)+
			"\r\n\r\nFinal-Recipient: rfc822; "+r.Message.To+"\r\nAction: failed\r\nStatus: "+code+"\r\nDiagnostic-Code: smtp; "+answer+" "+code+
			" simulated\r\n") +
		part("text/rfc822-headers", original) + "--b--\r\n")
}

func part(kind, body string) string {
	return "--b\r\nContent-Type: " + kind + "\r\n\r\n" + body + "\r\n"
}

package smtp

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"strconv"
	"strings"

	"github.com/emersion/go-message"

	"herald/pkg/provider"
)

// report is what a message of the return path says about an email of ours.
type report struct {
	about     []string // Message-IDs and addresses that may bear our mark
	action    string   // of the recipient: failed, delayed, delivered, relayed, expanded; empty: unknown
	status    string   // enhanced status code
	words     string   // of the mail server
	complaint bool
}

// Bounds of what is read.
const (
	longestPart = 64 << 10
	mostParts   = 50
)

// readReport reads a message. An error means that it is none.
func readReport(raw []byte) (r report, err error) {
	e, err := message.Read(bytes.NewReader(raw))
	if err != nil && !message.IsUnknownCharset(err) && !message.IsUnknownEncoding(err) {
		return r, fmt.Errorf("smtp: message: %w", err)
	}
	for _, name := range []string{"To", "Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "Original-Recipient"} {
		r.address(e.Header.Get(name))
	}
	if e.Header.Get("X-Failed-Recipients") != "" { // Exim says so outside of its report
		r.action = "failed"
	}
	kind, params, _ := e.Header.ContentType()
	machine := e.Header.Get("Auto-Submitted") != "" && !strings.EqualFold(e.Header.Get("Auto-Submitted"), "no") ||
		strings.Contains(strings.ToLower(e.Header.Get("From")), "mailer-daemon") || r.action != ""
	if kind == "multipart/report" && params["report-type"] != "disposition-notification" {
		machine = true
	}
	parts := 0
	if err := r.read(e, &parts); err != nil {
		return r, err
	}
	if r.action == "" && machine && !r.complaint && provider.EnhancedIn(r.words) > 0 && repliesToFailure(e.Header.Get("Subject")) {
		r.action = "failed"
	}
	return r, nil
}

// repliesToFailure reports a subject that mail servers give to bounces without a report of their own.
func repliesToFailure(subject string) bool {
	subject = strings.ToLower(subject)
	for _, w := range []string{"fail", "undeliver", "returned", "not delivered", "nicht zugestellt", "delivery status"} {
		if strings.Contains(subject, w) {
			return true
		}
	}
	return false
}

// read looks at each part.
func (r *report) read(e *message.Entity, parts *int) error {
	if *parts++; *parts > mostParts {
		return errors.New("smtp: too many parts")
	}
	if many := e.MultipartReader(); many != nil {
		for {
			p, err := many.NextPart()
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil && !message.IsUnknownCharset(err) && !message.IsUnknownEncoding(err) {
				return nil //nolint:nilerr // a report that ends too early may have said enough
			}
			if err := r.read(p, parts); err != nil {
				return err
			}
		}
	}
	kind, _, _ := e.Header.ContentType()
	body, err := io.ReadAll(io.LimitReader(e.Body, longestPart))
	if err != nil && len(body) == 0 {
		return nil //nolint:nilerr // likewise
	}
	switch kind {
	case "message/delivery-status", "message/global-delivery-status":
		r.deliveryStatus(body)
	case "message/feedback-report":
		r.feedback(body)
	case "message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers", "message/rfc822-headers":
		r.original(body)
	case "text/plain":
		r.text(string(body))
	}
	return nil
}

// fields reads one group of fields.
func fields(text *bufio.Reader) (textproto.MIMEHeader, error) {
	return textproto.NewReader(text).ReadMIMEHeader()
}

// deliveryStatus reads the fields of the message and those of each recipient. Our emails have one.
func (r *report) deliveryStatus(body []byte) {
	text := bufio.NewReader(bytes.NewReader(bytes.TrimLeft(body, "\r\n")))
	for {
		group, err := fields(text)
		for _, name := range []string{"Original-Envelope-Id", "X-Original-Message-Id", "X-Postfix-Sender"} {
			r.address(group.Get(name))
		}
		if action := strings.ToLower(strings.TrimSpace(group.Get("Action"))); action != "" {
			r.action, r.status = action, group.Get("Status")
			if said := group.Get("Diagnostic-Code"); said != "" {
				r.words = said
			}
		}
		if err != nil {
			return
		}
		for { // several empty lines between groups
			next, err := text.Peek(1)
			if err != nil || next[0] != '\r' && next[0] != '\n' {
				break
			}
			_, _ = text.Discard(1) // it was there
		}
	}
}

// feedback reads the report of a mailbox provider. "not-spam" takes a complaint back and is none.
func (r *report) feedback(body []byte) {
	group, _ := fields(bufio.NewReader(bytes.NewReader(append(bytes.TrimSpace(body), "\r\n\r\n"...)))) // what can be read
	kind := strings.ToLower(strings.TrimSpace(group.Get("Feedback-Type")))
	r.complaint = kind == "abuse" || kind == "fraud" || kind == "opt-out" || kind == "opt-out-list" || kind == "virus" || kind == "other"
	r.address(group.Get("Original-Mail-From"))
}

// original reads the headers of the email that came back.
func (r *report) original(body []byte) {
	head := bytes.TrimLeft(body, "\r\n")
	if end := bytes.Index(head, []byte("\r\n\r\n")); end >= 0 {
		head = head[:end]
	} else if end := bytes.Index(head, []byte("\n\n")); end >= 0 {
		head = head[:end]
	}
	group, _ := fields(bufio.NewReader(bytes.NewReader(append(bytes.Clone(head), "\r\n\r\n"...)))) // what can be read
	r.address(group.Get("Message-Id"))
	r.address(group.Get("Return-Path"))
}

// text reads the words of mail servers without a report: the reason, and the headers of the email below it.
func (r *report) text(body string) {
	if r.words == "" {
		r.words = body[:min(len(body), 4<<10)]
	}
	for line := range strings.Lines(body) {
		name, value, ok := strings.Cut(line, ":")
		if ok && (strings.EqualFold(strings.TrimSpace(name), "Message-ID") || strings.EqualFold(strings.TrimSpace(name), "Return-Path")) {
			r.address(value)
		}
	}
}

func (r *report) address(text string) {
	if text = strings.TrimSpace(text); text == "" {
		return
	}
	if at := strings.LastIndexByte(text, '<'); at >= 0 {
		text, _, _ = strings.Cut(text[at+1:], ">")
	}
	if at := strings.LastIndexByte(text, ';'); at >= 0 { // "rfc822; address"
		text = text[at+1:]
	}
	r.about = append(r.about, strings.TrimSpace(text))
}

// code is the number of the failure. A status that says nothing ("5.0.0") gives way to what the mail server said.
func (r *report) code() int {
	status := provider.EnhancedCode(strings.SplitN(strings.TrimSpace(r.status)+" ", " ", 2)[0])
	if status != 0 && status != 500 && status != 400 {
		return status
	}
	said := 0
	if code := provider.EnhancedIn(r.words); code != 0 {
		said = code
	} else if answer := answerIn(r.words); answer != 0 {
		said = codeOf(answer, r.words)
	}
	switch {
	case said != 0:
		return said
	case status != 0:
		return status
	}
	return 500
}

// answerIn is the first answer of a mail server in its words: "smtp; 550 No such user".
func answerIn(words string) int {
	for word := range strings.FieldsSeq(words) {
		word = strings.Trim(word, ":;,-()[]#")
		if len(word) == 3 && (word[0] == '4' || word[0] == '5') {
			if n, err := strconv.Atoi(word); err == nil && n%100 < 60 {
				return n
			}
		}
	}
	return 0
}

// Package sms has the common parts of the simulators of gateways of short messages: the division of a text,
// opt-outs, and the courses of messages.
package sms

import (
	"net/http"
	"strings"
	"sync"
	"time"
	"unicode/utf16"

	"herald/localstack/simulators/sim"
)

// The alphabet of GSM 03.38; characters of the second line take two septets.
const (
	alphabet = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ " +
		"!\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
	extension = "\f^{}\\[~]|€"
)

// Parts tells in which alphabet a text goes over the air, and in how many parts.
func Parts(text string) (encoding string, parts int) {
	sizes := make([]int, 0, len(text))
	for _, c := range text {
		switch {
		case strings.ContainsRune(alphabet, c):
			sizes = append(sizes, 1)
		case strings.ContainsRune(extension, c):
			sizes = append(sizes, 2)
		default:
			return "Unicode", divide(text)
		}
	}
	return "GSM", pack(sizes, 160, 153)
}

func divide(text string) int {
	var sizes []int
	for _, c := range text {
		sizes = append(sizes, len(utf16.Encode([]rune{c})))
	}
	return pack(sizes, 70, 67)
}

// pack puts what is not divided into parts.
func pack(sizes []int, single, part int) int {
	sum := 0
	for _, n := range sizes {
		sum += n
	}
	if sum <= single {
		return 1
	}
	parts, filled := 1, 0
	for _, n := range sizes {
		if filled+n > part {
			parts, filled = parts+1, 0
		}
		filled += n
	}
	return parts
}

// OptOuts are the numbers that answered STOP: gateways keep them by themselves.
type OptOuts struct {
	mu  sync.Mutex
	out map[string]bool
}

// Receive notes the words of a number and tells what they did: "STOP", "START" or nothing.
func (o *OptOuts) Receive(from, text string) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.out == nil {
		o.out = map[string]bool{}
	}
	switch strings.ToUpper(strings.TrimSpace(text)) {
	case "STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT":
		o.out[from] = true
		return "STOP"
	case "START", "YES", "UNSTOP":
		delete(o.out, from)
		return "START"
	}
	return ""
}

// Has tells whether a number has opted out.
func (o *OptOuts) Has(number string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.out[number]
}

// Clear forgets all of them.
func (o *OptOuts) Clear() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.out = nil
}

// Inbound is what a person sends (POST /_sim/inbound).
type Inbound struct {
	From string `json:"from"` // digits, with or without "+"
	Text string `json:"text"`
}

// Shown is a message as GET /_sim/messages shows it.
type Shown struct {
	sim.Accepted
	From     string `json:"from"`
	Encoding string `json:"encoding"`
	Parts    int    `json:"parts"`
}

// Show tells of a message also who sent it and in how many parts; the log keeps the sender as its kind.
func Show(m sim.Accepted) any {
	s := Shown{Accepted: m, From: m.Type}
	s.Type = "text"
	s.Encoding, s.Parts = Parts(m.Body)
	return s
}

// Senders keeps each sender's name once, so that the log does not keep requests.
type Senders struct {
	mu    sync.Mutex
	known map[string]string
}

// Name gives the kept text.
func (s *Senders) Name(from string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if have, ok := s.known[from]; ok {
		return have
	}
	if s.known == nil {
		s.known = map[string]string{}
	}
	s.known[strings.Clone(from)] = strings.Clone(from)
	return s.known[from]
}

// Behaviour is set by POST /_sim/config.
type Behaviour struct {
	DeliveredRate float64 `json:"deliveredRate"` // share of messages that arrive, default 1; the others get no further receipt
}

// Way of an accepted message: on its way, and arrived. Names are the provider's.
func Way(sent, arrived string) []sim.Course {
	first, second := sim.Step{Status: sent}, sim.Step{Status: arrived, After: 300 * time.Millisecond}
	return []sim.Course{{first, second}, {first}}
}

// Courses of Way.
const (
	CourseArrived = iota
	CourseSent
)

// Below serves a simulator below a prefix, also at the prefix itself: the AWS SDK asks there.
func Below(mux *http.ServeMux, prefix string, h http.Handler) {
	serve := http.StripPrefix(prefix, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "" {
			r.URL.Path = "/"
		}
		h.ServeHTTP(w, r)
	}))
	mux.Handle(prefix+"/", serve)
	if prefix != "" {
		mux.Handle(prefix, serve)
	}
}

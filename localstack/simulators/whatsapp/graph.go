package whatsappsim

import (
	"crypto/subtle"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// ServeHTTP is the whole simulator: the API under /v…/, media downloads, and the control surface under /_sim/.
func (s *Sim) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if name, control := strings.CutPrefix(r.URL.Path, "/_sim/"); control {
		s.control(w, r, name)
		return
	}
	if !s.authorized(r) {
		if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/messages") {
			s.note("", 190, time.Now())
		}
		s.fail(w, 190, "Invalid OAuth access token - Cannot parse access token")
		return
	}
	if r.URL.Path == attachmentPath {
		s.download(w, r)
		return
	}
	version, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if !versionPattern.MatchString(version) {
		s.fail(w, 2500, "Unknown path components: "+r.URL.Path)
		return
	}
	node, edge, _ := strings.Cut(strings.TrimSuffix(rest, "/"), "/")
	s.node(w, r, node, edge)
}

var versionPattern = regexp.MustCompile(`^v\d+\.\d+$`)

// node serves /{version}/{node}[/{edge}].
func (s *Sim) node(w http.ResponseWriter, r *http.Request, node, edge string) {
	switch call := r.Method + " " + edge; {
	case node == s.cfg.PhoneNumberID && call == "POST messages":
		s.send(w, r)
	case node == s.cfg.PhoneNumberID && call == "POST marketing_messages":
		s.sendMarketing(w, r)
	case node == s.cfg.PhoneNumberID && call == "POST media":
		s.upload(w, r)
	case node == s.cfg.PhoneNumberID && call == "GET message_history":
		s.history(w, r)
	case node == s.cfg.WABAID && edge == "message_templates":
		s.templateList(w, r)
	case edge == "" && s.hasMedia(node):
		s.mediaNode(w, r, node)
	case edge == "" && s.hasTemplate(node):
		s.templateNode(w, r, node)
	case node == s.cfg.PhoneNumberID || node == s.cfg.WABAID:
		s.fail(w, 2500, "Unknown path components: /"+edge)
	default:
		s.fail(w, 100, fmt.Sprintf("Unsupported request. Object with ID '%s' does not exist, cannot be loaded due to missing permissions, or does not support this operation", node))
	}
}

func (s *Sim) authorized(r *http.Request) bool {
	token, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	return bearer && subtle.ConstantTimeCompare([]byte(token), []byte(s.cfg.Token)) == 1
}

// statusOf is the HTTP status of a code: it varies, and 130429 comes as 400 or as 429 (facts 1.11).
func statusOf(code int, turn uint64) int {
	switch {
	case code == 0 || code == 190:
		return http.StatusUnauthorized
	case code == 10, code >= 200 && code <= 299, code == 368, code == 130497, code == 131031, code == 131005:
		return http.StatusForbidden
	case code == 132001:
		return http.StatusNotFound
	case (code == 4 || code == 130429) && turn%2 == 1:
		return http.StatusTooManyRequests
	case code == 3, code == 131000, code == 131016, code == 131045, code == 131057:
		return http.StatusInternalServerError
	case code == 2, code == 133004:
		return http.StatusServiceUnavailable
	}
	return http.StatusBadRequest
}

var titles = map[int]string{
	100:    "Invalid parameter",
	190:    "Access token has expired or is invalid",
	130429: "Rate limit hit",
	131000: "Something went wrong",
	131009: "Parameter value is not valid",
	131026: "Message undeliverable",
	131047: "Re-engagement message",
	131049: "This message was not delivered to maintain healthy ecosystem engagement.",
	131050: "User has stopped receiving marketing messages from this business",
	131053: "Media upload error",
	131056: "(Business Account, Consumer Account) pair rate limit hit",
	132000: "Number of parameters does not match the expected number of params",
	132001: "Template name does not exist in the translation",
	132015: "Template is paused due to low quality",
	132016: "Template is disabled",
}

func titleOf(code int) string {
	if t, known := titles[code]; known {
		return t
	}
	return "Error " + strconv.Itoa(code)
}

// fail answers with a Graph error.
func (s *Sim) fail(w http.ResponseWriter, code int, details string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failLocked(w, code, details)
}

// failLocked is fail with the lock held.
func (s *Sim) failLocked(w http.ResponseWriter, code int, details string) {
	turn := s.id()
	writeJSON(w, statusOf(code, turn), map[string]any{"error": map[string]any{
		"message": fmt.Sprintf("(#%d) %s", code, titleOf(code)), "type": "OAuthException", "code": code,
		"error_data": map[string]any{"messaging_product": "whatsapp", "details": details},
		"fbtrace_id": "A" + strconv.FormatUint(turn, 36),
	}})
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	w.WriteHeader(status)
	say(w, encoded(body))
}

// say writes an answer. An error means that the client is gone: there is nobody to tell.
func say(w io.Writer, b []byte) { _, _ = w.Write(b) }

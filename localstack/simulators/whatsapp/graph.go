package whatsappsim

import (
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"herald/localstack/simulators/sim"
)

// routes of the API under /v…/ and of the media downloads, behind the bearer.
func (s *Sim) routes() {
	s.Handle(attachmentPath, s.allowed(s.download))
	s.Handle("/{version}/{node}", s.allowed(s.graph))
	s.Handle("/{version}/{node}/{edge...}", s.allowed(s.graph))
	s.Handle("/", s.allowed(s.unknown))
}

// allowed asks for the bearer; a message without one counts as refused.
func (s *Sim) allowed(serve http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		token, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if bearer && s.keys.Load().takes(token) {
			serve(w, r)
			return
		}
		err := sim.Refuse("190", "Invalid OAuth access token - Cannot parse access token")
		if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/messages") {
			err = s.Refused("", err)
		}
		s.fail(w, err)
	}
}

// takes reports a token that is valid.
func (k *Keys) takes(token string) bool {
	same := func(valid string) bool {
		return valid != "" && subtle.ConstantTimeCompare([]byte(token), []byte(valid)) == 1
	}
	return same(k.Token) || same(k.Also)
}

func (s *Sim) unknown(w http.ResponseWriter, r *http.Request) {
	s.failWith(w, 2500, "Unknown path components: "+r.URL.Path)
}

func (s *Sim) graph(w http.ResponseWriter, r *http.Request) {
	if !versionPattern.MatchString(r.PathValue("version")) {
		s.unknown(w, r)
		return
	}
	s.node(w, r, r.PathValue("node"), strings.TrimSuffix(r.PathValue("edge"), "/"))
}

var versionPattern = regexp.MustCompile(`^v\d+\.\d+$`)

// node serves /{version}/{node}[/{edge}].
func (s *Sim) node(w http.ResponseWriter, r *http.Request, node, edge string) {
	switch call := r.Method + " " + edge; {
	case s.isOwnNumber(node) && call == "POST messages":
		s.send(w, r)
	case s.isOwnNumber(node) && call == "POST marketing_messages":
		s.sendMarketing(w, r)
	case s.isOwnNumber(node) && call == "POST media":
		s.upload(w, r)
	case s.isOwnNumber(node) && call == "GET message_history":
		s.history(w, r)
	case s.isOwnNumber(node) && edge == "groups":
		s.groupList(w, r, node)
	case s.hasGroup(node):
		s.groupNode(w, r, node, edge)
	case node == s.cfg.WABAID && edge == "message_templates":
		s.templateList(w, r)
	case node == "app" && call == "POST uploads":
		s.uploads(w, r)
	case call == "POST " && strings.HasPrefix(node, "upload:"):
		s.uploaded(w, r, node)
	case s.isOwnNumber(node) && call == "GET ":
		s.numberNode(w, node)
	case edge == "" && s.hasMedia(node):
		s.mediaNode(w, r, node)
	case edge == "" && s.hasTemplate(node):
		s.templateNode(w, r, node)
	case s.isOwnNumber(node) || node == s.cfg.WABAID:
		s.failWith(w, 2500, "Unknown path components: /"+edge)
	default:
		s.failWith(w, 100,
			fmt.Sprintf(
				"Unsupported request. Object with ID '%s' does not exist, cannot be loaded due to missing permissions, or does not support this "+
					"operation", node))
	}
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

// number is a code as Meta writes it.
func number(c sim.Code) int {
	n, _ := strconv.Atoi(string(c)) // every code of this simulator is one
	return n
}

// fail answers with a Graph error; what is not a refusal is the parameters' fault.
func (s *Sim) fail(w http.ResponseWriter, err error) {
	var r *sim.Refusal
	if !errors.As(err, &r) {
		r = &sim.Refusal{Code: "100", Details: err.Error()}
	}
	s.failWith(w, number(r.Code), r.Details)
}

func (s *Sim) failWith(w http.ResponseWriter, code int, details string) {
	s.answer(w, code, map[string]any{"error_data": map[string]any{"messaging_product": "whatsapp", "details": details}})
}

// decline refuses a template; a rule of the documentation has its subcode and what the API shows to people.
func (s *Sim) decline(w http.ResponseWriter, err error) {
	b, ok := err.(broken)
	if !ok || b.subcode == 0 {
		s.failWith(w, 100, err.Error())
		return
	}
	s.answer(w, 100, map[string]any{"error_subcode": b.subcode, "is_transient": false, "error_user_title": b.title, "error_user_msg": b.text})
}

// answer is a Graph error with what is particular to it.
func (s *Sim) answer(w http.ResponseWriter, code int, more map[string]any) {
	turn := s.Next()
	more["message"], more["type"], more["code"] = fmt.Sprintf("(#%d) %s", code, titleOf(code)), "OAuthException", code
	more["fbtrace_id"] = "A" + strconv.FormatUint(turn, 36)
	sim.JSON(w, statusOf(code, turn), map[string]any{"error": more})
}

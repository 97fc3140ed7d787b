package inbox

import "strings"

// The address script of both simulators: what becomes of an email to an address. Amazon's mailbox simulator has the words
// (bounce@simulator.amazonses.com and its like). Here an address at any domain acts when its local part begins with a word, or ends
// with "+" and a short one.
var (
	words = []string{"softbounce", "bounce", "complaint", "ooto", "suppressionlist", "success"}
	tags  = map[string]string{"bounce": "bounce", "soft": "softbounce", "complaint": "complaint", "open": "open", "click": "click",
		"slow": "slow", "cut": "cut_after_accept", "never": "never", "suppressed": "suppressionlist", "unauthenticated": "unauthenticated",
		"busy": "busy", "late": "latebounce"}
)

// Outcome names the outcome that an address scripts; empty for none.
func Outcome(address string) string {
	local, _, _ := strings.Cut(strings.ToLower(address), "@")
	if at := strings.LastIndexByte(local, '+'); at >= 0 {
		if outcome, known := tags[local[at+1:]]; known {
			return outcome
		}
	}
	for _, w := range words {
		if strings.HasPrefix(local, w) {
			return w
		}
	}
	return ""
}

package whatsappsim

import (
	"errors"
	"fmt"
	"strings"

	"herald/localstack/simulators/sim"
)

// Templates of the category AUTHENTICATION: the request chooses, the API writes the texts, and shows the button as one of an address
// that ends in the code.
const (
	authentication = "AUTHENTICATION"
	codeAddress    = "https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code=otp"
	mostCode       = 15
)

// fits checks the parts of a template, and writes those of a code. The lock is held.
func (s *Sim) fits(category string, parts []map[string]any) error {
	if category == authentication {
		return writeCode(parts)
	}
	return s.checkParts(parts)
}

func writeCode(parts []map[string]any) error {
	seen := map[string]bool{}
	for _, c := range parts {
		kind := strings.ToUpper(str(c, "type"))
		if seen[kind] || c["text"] != nil || c["example"] != nil {
			return errors.New("a template of the category AUTHENTICATION has preset texts")
		}
		seen[kind] = true
		switch kind {
		case "BODY":
			c["text"] = "*{{1}}* is your verification code."
			if c["add_security_recommendation"] == true {
				c["text"] = fmt.Sprint(c["text"], " For your security, do not share this code.")
			}
		case "FOOTER":
			minutes, _ := c["code_expiration_minutes"].(float64)
			if minutes < 1 || minutes > 90 {
				return errors.New("code_expiration_minutes is between 1 and 90")
			}
			c["text"] = fmt.Sprintf("This code expires in %g minutes.", minutes)
		case "BUTTONS":
			buttons := objects(c, "buttons")
			if len(buttons) != 1 || str(buttons[0], "type") != "OTP" || !strings.EqualFold(str(buttons[0], "otp_type"), "COPY_CODE") {
				return errors.New("one button of the type OTP is needed")
			}
			buttons[0]["type"], buttons[0]["url"] = "URL", codeAddress+"{{1}}"
		default:
			return errors.New("a template of the category AUTHENTICATION has no header")
		}
	}
	if !seen["BODY"] || !seen["BUTTONS"] {
		return errors.New("body and button are needed")
	}
	return nil
}

// copies refuses a message of a code whose button would copy something else than the body shows.
func (t *template) copies(body []map[string]any, opens string) error {
	if t.Category != authentication {
		return nil
	}
	code := strings.TrimPrefix(strings.TrimSpace(opens), codeAddress)
	switch {
	case len(body) != 1 || str(body[0], "text") != code:
		return sim.Refuse("132012", "the button's parameter is not the code of the body")
	case len([]rune(code)) > mostCode:
		return sim.Refuse("132018", "the code is longer than %d characters", mostCode)
	}
	return nil
}

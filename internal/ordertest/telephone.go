package ordertest

import (
	"fmt"
	"strconv"
	"strings"
)

// telephone is the configuration of the voice provider.
func (s *System) telephone() map[string]string {
	return map[string]string{"voice.url": "http://telephone", "voice.insights": "http://telephone", "voice.account": "AC1",
		"voice.from": "12065550102", "voice.callback": "http://herald/api/hook/voice", "voice.rate": strconv.Itoa(s.PerSecond),
		"voice.lines": strconv.Itoa(s.Trunks), "voice/twilio": `{"authTokens":["phone"]}`}
}

// Number is a sending number of the WhatsApp account.
type Number struct {
	ID, Shown string // Shown: digits, as recipients see it
	PerSecond int
}

// NumbersSetting writes numbers as the setting whatsapp.phoneNumberId.
func NumbersSetting(numbers []Number) string {
	all := make([]string, len(numbers))
	for i, n := range numbers {
		all[i] = fmt.Sprintf("%s/%s/%d", n.ID, n.Shown, n.PerSecond)
	}
	return strings.Join(all, ",")
}

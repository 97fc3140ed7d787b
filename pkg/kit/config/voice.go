package config

import (
	"encoding/json"
	"fmt"
	"os"
)

// Voice is the provider of telephone calls, of Programmable Voice's shape; what is secret comes as voice/twilio. It is used when it
// has a URL.
type Voice struct {
	URL, Insights, Account, From string `json:"-"` // Insights gives the party that hung up; empty: it is not queried
	Callback                     string `json:"-"` // address that the provider calls, to which …/status, …/answer and …/gather are added
	PerSecond                    int    `json:"-"` // calls that begin
	Lines                        int    `json:"-"` // calls at a time

	AuthTokens []string `json:"authTokens"` // the first signs in, all are believed
}

// voiceKey names what is secret about it: an object.
const voiceKey = "voice/twilio"

// voice reads what is not secret.
func (c *Config) voice() (v Voice, err error) {
	v = Voice{URL: os.Getenv("HERALD_VOICE_URL"), Insights: os.Getenv("HERALD_VOICE_INSIGHTS"), Account: os.Getenv("HERALD_VOICE_ACCOUNT"),
		From:     os.Getenv("HERALD_VOICE_FROM"),
		Callback: first(os.Getenv("HERALD_VOICE_CALLBACK"), c.PublicURL+"/api/hook/voice")}
	if v.PerSecond, err = atLeast(1, "HERALD_VOICE_RATE", 1); err != nil {
		return v, err
	}
	v.Lines, err = atLeast(1, "HERALD_VOICE_LINES", 20)
	return v, err
}

// take reads the object of secrets over what is known.
func (v *Voice) take(value string) error {
	if err := json.Unmarshal([]byte(value), v); err != nil {
		return fmt.Errorf("config: %s is no object of secrets", voiceKey) // never with the text
	}
	return nil
}

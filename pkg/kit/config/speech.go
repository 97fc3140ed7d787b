package config

import (
	"fmt"
	"os"
)

// Speech is where voices speak, and what the keys of voice engines are sealed with (speech/seal).
type Speech struct {
	URL, Region string // of Amazon Polly; empty: the region of the function, and the service there
	Seal        []byte // empty: engines have no keys of their own
}

// speechKey names what seals.
const speechKey = "speech/seal"

func (c *Config) speech() Speech {
	return Speech{URL: os.Getenv("HERALD_POLLY_URL"), Region: first(os.Getenv("HERALD_POLLY_REGION"), c.Region)}
}

// take reads the secret; one that is too short to seal with is none.
func (s *Speech) take(value string) error {
	switch {
	case value == "" || value == "{}":
		return nil
	case len(value) < MinAuthKey:
		return fmt.Errorf("config: %s must have at least %d characters", speechKey, MinAuthKey)
	}
	s.Seal = []byte(value)
	return nil
}

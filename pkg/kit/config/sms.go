package config

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// SMS has the addresses and accounts of the gateways of short messages.
type SMS struct {
	AWS    AWSSMS
	Twilio Twilio
}

// AWSSMS is AWS End User Messaging. It is used when it has a sender.
type AWSSMS struct {
	URL, Region            string // empty: the region of the function, and the service there
	From, ConfigurationSet string
	Topics                 []string // SNS topics of its events
	Certificates           string   // where SNS keeps its certificates
	PerSecond              int
}

// Twilio is a gateway of Twilio's shape; what is secret comes as sms/twilio. It is used when it has a URL.
type Twilio struct {
	URL, Account, From, Callback string `json:"-"`
	// hosts (with a port that is not the scheme's) that give recipients' files, beside that of URL
	MediaHosts []string `json:"-"`
	PerSecond  int      `json:"-"`

	AuthTokens []string `json:"authTokens"` // the first signs in, all are believed
}

// smsSecrets begins the names of what is secret about gateways: an object each.
const smsSecrets = "sms/"

// sms reads what is not secret.
func (c *Config) sms() (s SMS, err error) {
	s.AWS = AWSSMS{URL: os.Getenv("HERALD_AWSSMS_URL"), Region: first(os.Getenv("HERALD_AWSSMS_REGION"), c.Region),
		From:             os.Getenv("HERALD_AWSSMS_FROM"),
		ConfigurationSet: os.Getenv("HERALD_AWSSMS_CONFIGURATIONSET"), Certificates: os.Getenv("HERALD_AWSSMS_CERTIFICATES")}
	s.AWS.Topics = several("HERALD_AWSSMS_TOPICS", "")
	if s.AWS.Certificates == "" {
		s.AWS.Certificates = "https://sns." + s.AWS.Region + "." + c.Domain
	}
	s.Twilio = Twilio{URL: os.Getenv("HERALD_TWILIO_URL"), Account: os.Getenv("HERALD_TWILIO_ACCOUNT"), From: os.Getenv("HERALD_TWILIO_FROM"),
		Callback:   first(os.Getenv("HERALD_TWILIO_CALLBACK"), c.PublicURL+"/api/hook/twilio"),
		MediaHosts: several("HERALD_TWILIO_MEDIAHOSTS", "mms.twiliocdn.com")}
	if s.AWS.PerSecond, err = atLeast(1, "HERALD_AWSSMS_RATE", 20); err != nil {
		return s, err
	}
	s.Twilio.PerSecond, err = atLeast(1, "HERALD_TWILIO_RATE", 10)
	return s, err
}

// several reads a list that commas divide.
func several(variable, otherwise string) (all []string) {
	for one := range strings.SplitSeq(first(os.Getenv(variable), otherwise), ",") {
		if one = strings.TrimSpace(one); one != "" {
			all = append(all, one)
		}
	}
	return all
}

// take reads an object of secrets over what is known.
func (s *SMS) take(name, value string) error {
	if name != "twilio" {
		return nil
	}
	if err := json.Unmarshal([]byte(value), &s.Twilio); err != nil {
		return fmt.Errorf("config: %s%s is no object of secrets", smsSecrets, name) // never with the text
	}
	return nil
}

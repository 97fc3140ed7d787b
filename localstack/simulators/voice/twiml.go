package voicesim

import (
	"encoding/binary"
	"encoding/xml"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// verb is an element of a document of what a call does (facts §4).
type verb struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Children []verb     `xml:",any"`
}

func (v *verb) attr(name, missing string) string {
	for _, a := range v.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return missing
}

// seconds reads an attribute in whole seconds.
func (v *verb) seconds(name string, missing int) time.Duration {
	n, err := strconv.Atoi(v.attr(name, strconv.Itoa(missing)))
	if err != nil || n < 0 {
		n = missing
	}
	return time.Duration(n) * time.Second
}

type xmlAttr = xml.Attr

// read takes a document apart; one that the provider would not understand is an error.
func read(document []byte) ([]verb, error) {
	var root verb
	if len(document) > mostDocument {
		return nil, errLong
	}
	if err := xml.Unmarshal(document, &root); err != nil {
		return nil, fmt.Errorf("12100 document parse failure: %w", err)
	}
	if root.XMLName.Local != "Response" {
		return nil, fmt.Errorf("12200 the root is %q, not Response", root.XMLName.Local)
	}
	return root.Children, checked(root.Children)
}

// errLong refuses a long document (www.twilio.com/docs/api/errors/11750).
var errLong = errors.New("11750 TwiML response body too large")

// spoken is how long a text takes: fifteen characters a second, a second at least.
func spoken(text string) time.Duration {
	return max(time.Second, time.Duration(len([]rune(strings.TrimSpace(text))))*time.Second/15)
}

var errNoAudio = errors.New("12300 invalid content type: not a playable wav")

// wavLength is how long a wav plays, by its format and the size of its data.
func wavLength(file []byte) (time.Duration, error) {
	if len(file) < 12 || string(file[:4]) != "RIFF" || string(file[8:12]) != "WAVE" {
		return 0, errNoAudio
	}
	var perSecond uint32
	for at := 12; at+8 <= len(file); {
		name, size := string(file[at:at+4]), binary.LittleEndian.Uint32(file[at+4:])
		switch {
		case name == "fmt " && at+24 <= len(file):
			perSecond = binary.LittleEndian.Uint32(file[at+16:])
		case name == "data" && perSecond > 0:
			return time.Duration(float64(size) / float64(perSecond) * float64(time.Second)), nil
		}
		at += 8 + int(size) + int(size&1)
	}
	return 0, errNoAudio
}

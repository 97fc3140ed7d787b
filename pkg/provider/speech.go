package provider

import (
	"context"
	"strings"
	"unicode/utf8"
)

// Polly is the name of a provider of voices, in engines and in the table of prices; its voices are plain, or made by a network.
const (
	Polly         = "polly"
	StandardVoice = "standard"
	NeuralVoice   = "neural"
)

// Speech is a provider of voices: it speaks a text. Speaking changes nothing at the provider, so that every call may be repeated; each is
// charged. A failure is a *Failure.
type Speech interface {
	Profile() SpeechProfile
	// Speak gives samples: signed, of 16 bits, the lower byte first, of one channel.
	Speak(ctx context.Context, t SpeechText) (SpeechSound, error)
}

// SpeechProfile is what a provider can do. It is known without a call.
type SpeechProfile struct {
	Provider   string
	Languages  []string // BCP 47
	Features   []string // kinds of voices, the plainest first
	Pitchless  []string // of these, whose voices cannot change their pitch
	Characters int      // most of a text
	Marked     int      // most of a text in which the marks &, < and > are written as SSML does; 0 is no limit
	OwnKey     bool     // an engine may have a key of its own; without one the platform's account pays
}

// Marks writes the marks of SSML in a text as a document must.
var Marks = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// Marking reports whether the marks of a text make it too long, however few its characters are.
func (p SpeechProfile) Marking(text string) bool {
	return p.Marked > 0 && utf8.RuneCountInString(Marks.Replace(text)) > p.Marked
}

// SpeechText is what is to be spoken, and how. Volume, pitch and speed are in percent: 100 as the voice speaks, of pitch 0.
type SpeechText struct {
	Text, Voice, Feature, Language string
	Volume, Pitch, Speed           int
	Key                            string // of the engine; empty for the platform's account
}

// SpeechSound is what was spoken.
type SpeechSound struct {
	Samples []byte
	Rate    int // samples a second
}

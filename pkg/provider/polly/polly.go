// Package polly speaks with Amazon Polly (facts §4): SynthesizeSpeech with SSML, whose prosody has volume, pitch and
// speed.
package polly

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"herald/pkg/provider"
)

// Name of the provider, in engines and in the table of prices.
const Name = provider.Polly

// Rate of the sound that is asked for: Polly's highest for plain samples, twice that of a telephone.
const Rate = 16000

// Features are kinds of Polly's voices ("engines" in its API).
const (
	Standard = provider.StandardVoice
	Neural   = provider.NeuralVoice
)

// languages that Polly's voices speak, in our names, and the codes of Polly where they differ. None speaks
// Indonesian.
var languages = map[string]string{
	"ar-AE": "", "ca-ES": "", "cs-CZ": "", "cy-GB": "", "da-DK": "", "de-AT": "", "de-CH": "", "de-DE": "", "en-AU": "", "en-GB": "",
	"en-IE": "", "en-IN": "", "en-NZ": "",
	"en-SG": "", "en-US": "", "en-ZA": "", "es-ES": "", "es-MX": "", "es-US": "", "fi-FI": "", "fr-BE": "", "fr-CA": "", "fr-FR": "",
	"hi-IN": "", "is-IS": "", "it-IT": "",
	"ja-JP": "", "ko-KR": "", "nb-NO": "", "nl-BE": "", "nl-NL": "", "pl-PL": "", "pt-BR": "", "pt-PT": "", "ro-RO": "", "ru-RU": "",
	"sv-SE": "", "tr-TR": "",
	"zh-CN": "cmn-CN", "zh-HK": "yue-CN",
}

// Most characters of a text: Polly charges for 3,000 of a call at most, and takes twice that with the marks of SSML, of which the tags
// need less than a hundred.
const (
	most   = 3000
	marked = 2*most - 100
)

// Profile is what Polly can do.
func Profile() provider.SpeechProfile {
	p := provider.SpeechProfile{Provider: Name, Features: []string{Standard, Neural}, Pitchless: []string{Neural}, Characters: most,
		Marked: marked, OwnKey: true}
	for code := range languages {
		p.Languages = append(p.Languages, code)
	}
	slices.Sort(p.Languages)
	return p
}

// API is what the adapter needs of Polly, as package sdk calls it.
type API interface {
	Synthesize(ctx context.Context, r Request) (samples []byte, err error)
}

// Request is one call of SynthesizeSpeech.
type Request struct {
	SSML, Voice, Engine, Language string
	Rate                          int
	AccessKey, Secret             string // empty: the function's own role
}

// Refused is an exception of Polly's.
type Refused struct{ Name, Message string }

func (r *Refused) Error() string { return "polly: " + r.Name + ": " + r.Message }

// Adapter is Polly as a provider of voices.
type Adapter struct{ api API }

// New makes an adapter. Without an API it knows what Polly can do and speaks nothing.
func New(api API) *Adapter { return &Adapter{api} }

// Profile is what Polly can do.
func (a *Adapter) Profile() provider.SpeechProfile { return Profile() }

// Speak speaks a text.
func (a *Adapter) Speak(ctx context.Context, t provider.SpeechText) (provider.SpeechSound, error) {
	none := provider.SpeechSound{}
	if a.api == nil {
		return none, &provider.Failure{Verdict: provider.Retry, Cause: provider.BadAccount, Detail: "this function does not speak"}
	}
	code, known := languages[t.Language]
	if !known {
		return none, &provider.Failure{Verdict: provider.Rejected, Cause: provider.BadInput, Code: "LanguageNotSupported", Detail: t.Language}
	}
	if code == "" {
		code = t.Language
	}
	r := Request{SSML: ssml(t), Voice: t.Voice, Engine: t.Feature, Language: code, Rate: Rate}
	if t.Key != "" {
		var ok bool
		if r.AccessKey, r.Secret, ok = strings.Cut(t.Key, ":"); !ok {
			return none, &provider.Failure{Verdict: provider.Rejected, Cause: provider.BadAccount, Code: "Key",
				Detail: "the engine's key is not <access key>:<secret>"}
		}
	}
	samples, err := a.api.Synthesize(ctx, r)
	if err != nil {
		return none, failure(err)
	}
	return provider.SpeechSound{Samples: samples, Rate: Rate}, nil
}

// ssml is a text with its prosody. Default values are left out, as not every voice knows every word.
func ssml(t provider.SpeechText) string {
	text := provider.Marks.Replace(strings.Map(said, strings.ToValidUTF8(t.Text, " ")))
	var how string
	if t.Volume != 100 {
		how += fmt.Sprintf(` volume="%+.1fdB"`, 20*math.Log10(float64(t.Volume)/100))
	}
	if t.Pitch != 0 {
		how += fmt.Sprintf(` pitch="%+d%%"`, t.Pitch)
	}
	if t.Speed != 100 {
		how += fmt.Sprintf(` rate="%d%%"`, t.Speed)
	}
	if how == "" {
		return "<speak>" + text + "</speak>"
	}
	return "<speak><prosody" + how + ">" + text + "</prosody></speak>"
}

// said replaces a character that a document of XML must not hold by a space.
func said(c rune) rune {
	if c < ' ' && c != '\n' && c != '\t' || c == 0xFFFE || c == 0xFFFF {
		return ' '
	}
	return c
}

// again is how long a call waits that came too often.
const again = 2 * time.Second

// failures are Polly's exceptions; another one of Polly's is its own failure.
var failures = map[string]provider.Failure{
	"TextLengthExceededException":         {Verdict: provider.Rejected, Cause: provider.TooLarge},
	"InvalidSsmlException":                {Verdict: provider.Rejected, Cause: provider.BadInput},
	"LanguageNotSupportedException":       {Verdict: provider.Rejected, Cause: provider.BadInput},
	"EngineNotSupportedException":         {Verdict: provider.Rejected, Cause: provider.BadInput},
	"InvalidSampleRateException":          {Verdict: provider.Rejected, Cause: provider.BadInput},
	"ValidationException":                 {Verdict: provider.Rejected, Cause: provider.BadInput},
	"UnrecognizedClientException":         {Verdict: provider.Rejected, Cause: provider.BadAccount},
	"InvalidSignatureException":           {Verdict: provider.Rejected, Cause: provider.BadAccount},
	"InvalidClientTokenId":                {Verdict: provider.Rejected, Cause: provider.BadAccount},
	"AccessDeniedException":               {Verdict: provider.Rejected, Cause: provider.BadAccount},
	"ThrottlingException":                 {Verdict: provider.Retry, Cause: provider.TooOften, After: again},
	"ServiceFailureException":             {Verdict: provider.Retry, Cause: provider.Unreachable},
	"MissingAuthenticationTokenException": {Verdict: provider.Rejected, Cause: provider.BadAccount},
}

func failure(err error) *provider.Failure {
	var r *Refused
	if !errors.As(err, &r) {
		return &provider.Failure{Verdict: provider.Retry, Cause: provider.Unreachable, Detail: err.Error()}
	}
	f, known := failures[r.Name]
	if !known {
		f = provider.Failure{Verdict: provider.Retry, Cause: provider.Other}
	}
	f.Code, f.Detail = r.Name, r.Message
	return &f
}

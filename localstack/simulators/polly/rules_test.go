package pollysim

import (
	"strings"
	"testing"

	"herald/localstack/simulators/sim/simtest"
)

// Each rule of the documentation refuses its case, and nothing else does.
func TestRules(t *testing.T) {
	said := func(text string) func(*synthesisRequest) { return func(a *synthesisRequest) { a.Text = text } }
	prosody := func(attribute string) func(*synthesisRequest) {
		return said("<speak><prosody " + attribute + ">Hi</prosody></speak>")
	}
	good := func() synthesisRequest {
		return synthesisRequest{request: &request{Engine: "standard", LanguageCode: "en-US", OutputFormat: "pcm", SampleRate: "16000",
			Text: "<speak>Hi</speak>", TextType: "ssml", VoiceId: "Joanna"}}
	}
	simtest.Constraints(t, constraints, good, []simtest.Case[synthesisRequest]{
		{"another voice", func(a *synthesisRequest) { a.VoiceId = "Ana" }, "VoiceId"},
		{"nothing to say", said(""), "Text is missing"},
		{"a wav", func(a *synthesisRequest) { a.OutputFormat = "wav" }, "OutputFormat"},
		{"text of another type", func(a *synthesisRequest) { a.TextType = "html" }, "TextType"},
		{"plain text", func(a *synthesisRequest) { a.TextType, a.Text = "text", "2 < 3 & more" }, ""},
		{"an engine that is none", func(a *synthesisRequest) { a.Engine = "fast" }, "Engine is"},
		{"22050 of pcm", func(a *synthesisRequest) { a.SampleRate = "22050" }, "pcm has"},
		{"a neural voice that is none", func(a *synthesisRequest) { a.VoiceId, a.LanguageCode, a.Engine = "Ricardo", "pt-BR", "neural" },
			"this voice does not support the selected engine"},
		{"another language", func(a *synthesisRequest) { a.LanguageCode = "pt-BR" }, "this voice does not support the requested language"},
		{"3000 characters", said("<speak>" + strings.Repeat("ü", 3000) + "</speak>"), ""},
		{"3001 characters", said("<speak>" + strings.Repeat("ü", 3001) + "</speak>"), "at most 3000"},
		{"many marks", said("<speak>" + strings.Repeat("&amp;", 1300) + "</speak>"), "a text has at most 6000"},
		{"an open tag", said("<speak>Hi"), "SSML is well-formed"},
		{"no root", said("Hi"), "SSML is well-formed"},
		{"two roots", said("<speak>Hi</speak><speak>Ho</speak>"), "SSML is well-formed"},
		{"an ampersand", said("<speak>a & b</speak>"), "SSML is well-formed"},
		{"html", said("<speak><b>Hi</b></speak>"), "the tag"},
		{"a pause", said(`<speak>Hi <break time="1s"/></speak>`), ""},
		{"a range", prosody(`range="high"`), "prosody has"},
		{"pitch of a neural voice", func(a *synthesisRequest) {
			a.Engine, a.Text = "neural", `<speak><prosody pitch="+5%">Hi</prosody></speak>`
		}, "pitch is supported"},
		{"volume in percent", prosody(`volume="150%"`), "volume is"},
		{"volume without a sign", prosody(`volume="6dB"`), "volume is"},
		{"volume by a word", prosody(`volume="x-soft"`), ""},
		{"pitch without a sign", prosody(`pitch="5%"`), "pitch is a word"},
		{"pitch in hertz", prosody(`pitch="+5Hz"`), "pitch is a word"},
		{"rate of 19%", prosody(`rate="19%"`), "rate is"},
		{"rate of 201%", prosody(`rate="201%"`), "rate is"},
		{"rate without a unit", prosody(`rate="100"`), "rate is"},
		{"all of it", prosody(`volume="-20.0dB" pitch="-50%" rate="20%"`), ""},
	}, func(a synthesisRequest) error { _, err := a.check(); return err })
}

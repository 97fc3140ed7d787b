package polly_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"

	pollysim "herald/localstack/simulators/polly"
	"herald/localstack/simulators/sim"
	"herald/pkg/kit/outbound"
	"herald/pkg/kit/wav"
	"herald/pkg/provider"
	"herald/pkg/provider/polly"
	"herald/pkg/provider/polly/sdk"
)

// booth is the adapter, with the SDK's client, before a simulated Polly.
type booth struct {
	*testing.T
	*polly.Adapter
	sim *pollysim.Sim
	url string
}

func mustBooth(t *testing.T) *booth {
	t.Helper()
	s := pollysim.New(pollysim.Config{Seed: 1, AccessKey: "AKIAGOOD"})
	server := httptest.NewServer(s)
	t.Cleanup(func() { s.Close(); server.Close() })
	return &booth{t, polly.New(sdk.New(account(), server.URL, server.Client())), s, server.URL}
}

// account is the platform's.
func account() aws.Config {
	return aws.Config{Region: "us-east-1", Credentials: credentials.NewStaticCredentialsProvider("house", "secret", "")}
}

func hello(change func(*provider.SpeechText)) provider.SpeechText {
	t := provider.SpeechText{Voice: "Camila", Feature: polly.Standard, Language: "pt-BR", Text: strings.Repeat("Bom dia a todos. ", 10),
		Volume: 100, Speed: 100}
	if change != nil {
		change(&t)
	}
	return t
}

func (b *booth) fails(name string, t provider.SpeechText, verdict provider.Verdict, cause provider.Cause) {
	b.Helper()
	_, err := b.Speak(b.Context(), t)
	var f *provider.Failure
	if !errors.As(err, &f) || f.Verdict != verdict || f.Cause != cause {
		b.Errorf("%s: %v", name, err)
	}
}

// Speech has the requested rate and the duration of its text at its speed, and uses the account of the engine's key.
func TestWhatPollySpeaks(t *testing.T) {
	b := mustBooth(t)
	for speed, most := range map[int]int{100: 13_000, 200: 7_000} {
		sound, err := b.Speak(t.Context(), hello(func(s *provider.SpeechText) { s.Speed = speed }))
		if err != nil || sound.Rate != polly.Rate {
			t.Fatalf("at %d %%: %d Hz (%v)", speed, sound.Rate, err)
		}
		info, err := wav.Inspect(wav.Of(sound.Samples, sound.Rate))
		if err != nil || info.Milliseconds > most || info.Milliseconds < most-2_000 {
			t.Errorf("at %d %%: %+v (%v)", speed, info, err)
		}
	}
	if _, err := b.Speak(t.Context(), hello(func(s *provider.SpeechText) { s.Key = "AKIAGOOD:secret" })); err != nil {
		t.Errorf("by a key of its own: %v", err)
	}
	said, _ := b.sim.Messages(0, 10)
	if len(said) != 3 || said[0].To != "Camila" {
		t.Errorf("%+v", said)
	}
}

// How something is spoken goes along as prosody, what is as the voice speaks not at all, and a text is no markup of ours.
func TestProsody(t *testing.T) {
	b := mustBooth(t)
	for text, want := range map[*provider.SpeechText]string{
		{Volume: 100, Speed: 100}:            "<speak>Tom &amp; Ana &lt;3</speak>",
		{Volume: 50, Speed: 100}:             `<speak><prosody volume="-6.0dB">Tom &amp; Ana &lt;3</prosody></speak>`,
		{Volume: 150, Speed: 50, Pitch: -50}: `<speak><prosody volume="+3.5dB" pitch="-50%" rate="50%">Tom &amp; Ana &lt;3</prosody></speak>`,
	} {
		text.Voice, text.Feature, text.Language, text.Text = "Zhiyu", polly.Standard, "zh-CN", "Tom & Ana <3"
		if _, err := b.Speak(t.Context(), *text); err != nil {
			t.Errorf("%s: %v", want, err)
		}
		said, _ := b.sim.Messages(0, 10)
		if got := said[len(said)-1].Body; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// Permanent refusals and temporary ones are distinguished, and nothing is requested twice: a text spoken twice is
// paid twice.
func TestWhatPollyRefuses(t *testing.T) {
	b := mustBooth(t)
	for name, c := range map[string]struct {
		change  func(*provider.SpeechText)
		verdict provider.Verdict
		cause   provider.Cause
	}{
		"a language of nobody's": {func(s *provider.SpeechText) { s.Language = "id-ID" }, provider.Rejected, provider.BadInput},
		"a language of another":  {func(s *provider.SpeechText) { s.Language = "en-US" }, provider.Rejected, provider.BadInput},
		"a voice that is none":   {func(s *provider.SpeechText) { s.Voice = "Nobody" }, provider.Rejected, provider.BadInput},
		"a kind that it has not": {func(s *provider.SpeechText) { s.Voice, s.Feature = "Ricardo", polly.Neural }, provider.Rejected,
			provider.BadInput},
		"the pitch of a neural one": {func(s *provider.SpeechText) { s.Feature, s.Pitch = polly.Neural, 5 }, provider.Rejected,
			provider.BadInput},
		"a text that is too long":  {func(s *provider.SpeechText) { s.Text = strings.Repeat("a", 3001) }, provider.Rejected, provider.TooLarge},
		"a key of nobody's":        {func(s *provider.SpeechText) { s.Key = "AKIABAD:secret" }, provider.Rejected, provider.BadAccount},
		"a key without its secret": {func(s *provider.SpeechText) { s.Key = "AKIAGOOD" }, provider.Rejected, provider.BadAccount},
	} {
		b.fails(name, hello(c.change), c.verdict, c.cause)
	}
	if said, _ := b.sim.Messages(0, 10); len(said) != 0 {
		t.Errorf("%+v were spoken", said)
	}
}

// Internal failures of Polly are repeated by the caller, after a while; the adapter makes one request.
func TestWhatPollyFailsAt(t *testing.T) {
	b := mustBooth(t)
	for outcome, c := range map[string]struct {
		verdict provider.Verdict
		cause   provider.Cause
	}{"throttled": {provider.Retry, provider.TooOften}, "down": {provider.Retry, provider.Unreachable},
		"denied": {provider.Rejected, provider.BadAccount}, "ssml": {provider.Rejected, provider.BadInput}} {
		if err := b.sim.SetScript([]sim.Rule{{Suffix: "Camila", Outcome: outcome}}); err != nil {
			t.Fatal(err)
		}
		_, before := b.sim.Messages(0, 100)
		b.fails(outcome, hello(nil), c.verdict, c.cause)
		if _, after := b.sim.Messages(0, 100); len(after) != len(before)+1 {
			t.Errorf("%s is asked %d times", outcome, len(after)-len(before))
		}
	}
	nobody := polly.New(sdk.New(account(), "http://127.0.0.1:1", http.DefaultClient))
	gone, stop := context.WithCancel(t.Context())
	stop()
	for name, ctx := range map[string]context.Context{"nobody answers": t.Context(), "who asked is gone": gone} {
		_, err := nobody.Speak(ctx, hello(nil))
		var f *provider.Failure
		if !errors.As(err, &f) || f.Verdict != provider.Retry || f.Cause != provider.Unreachable {
			t.Errorf("%s: %v", name, err)
		}
	}
	var f *provider.Failure
	if _, err := polly.New(nil).Speak(t.Context(), hello(nil)); !errors.As(err, &f) || f.Verdict != provider.Retry {
		t.Errorf("a function that does not speak: %v", err)
	}
}

// Polly takes every text that the product accepts: signs of SSML, quotes, lines, characters that no document may hold, and prosody at
// the bounds of its fields.
func TestPollyTakesWhatTheProductAccepts(t *testing.T) {
	b := mustBooth(t)
	can := polly.Profile()
	for name, text := range map[string]string{
		"3000 quotes":    strings.Repeat(`"'`, 1500),
		"3000 lines":     strings.Repeat("a\n", 1500),
		"signs":          strings.Repeat("a & b < c > d ", 100),
		"no characters":  "a\x00b\x1fc\uFFFEd\xffe",
		"a tag":          "</speak><break/>",
		"an entity":      "&amp; &#x0; &nope;",
		"3000 ideograms": strings.Repeat("你", 3000),
	} {
		if can.Marking(text) {
			t.Errorf("%s: refused", name)
		}
		if _, err := b.Speak(t.Context(), hello(func(s *provider.SpeechText) { s.Text = text })); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, feature := range can.Features {
		for _, bounds := range [][3]int{{10, -50, 50}, {150, 50, 200}, {11, 1, 51}} {
			text := hello(func(s *provider.SpeechText) {
				s.Feature, s.Volume, s.Pitch, s.Speed = feature, bounds[0], bounds[1], bounds[2]
			})
			if slices.Contains(can.Pitchless, feature) {
				text.Pitch = 0
			}
			if _, err := b.Speak(t.Context(), text); err != nil {
				t.Errorf("%s %v: %v", feature, bounds, err)
			}
		}
	}
	if !can.Marking(strings.Repeat("&", 1200)) {
		t.Error("1200 signs are 6000 characters, which Polly refuses")
	}
}

// The SDK's bodies go out in one piece, in one call: net/http alone cuts the connection of a sound that it still reads.
func TestTheWayOfTheSDK(t *testing.T) {
	var way aws.HTTPClient
	polly.Descriptor{NewClient: func(_ aws.Config, _ string, via aws.HTTPClient) polly.API { way = via; return nil }}.NewSpeech(
		provider.Setup{AWS: account(), Region: "us-east-1"})
	if _, ok := way.(outbound.SingleAttempt); !ok {
		t.Errorf("%T", way)
	}
}

package apptest

import (
	"encoding/binary"
	"errors"
	"math"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	pollysim "herald/localstack/simulators/polly"
	"herald/pkg/app"
	"herald/pkg/campaign/voice"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/wav"
	"herald/pkg/provider/polly/sdk"
)

// Tone is a hum of some seconds, as a WAV file with 8,000 samples a second.
func Tone(seconds float64) []byte {
	samples := make([]byte, 2*int(seconds*8000))
	for i := range len(samples) / 2 {
		binary.LittleEndian.PutUint16(samples[2*i:], uint16(int16(9000*math.Sin(float64(i)/5))))
	}
	return wav.Of(samples, 8000)
}

// UploadSound uploads a WAV file and returns its id.
func UploadSound(who *sessiontest.Actor, file []byte) string {
	return testkit.Data[struct{ ID string }](who.Upload("/uf/uploadfile?kind=audio", "file", "a.wav", "audio/wav", file)).ID
}

// NewRecording makes a recording of a WAV file.
func NewRecording(who *sessiontest.Actor, name string, file []byte) voice.Recording {
	return testkit.Data[voice.Recording](who.Post("/call/recording",
		Object{"name": name, "language": "id-ID", "fileId": UploadSound(who, file)}))
}

// NewVoiceFixture is a SendingFixture whose voice engines call a simulator.
func NewVoiceFixture(t *testing.T) (*SendingFixture, *pollysim.Sim) {
	t.Helper()
	p := NewSendingFixture(t)
	sim := pollysim.New(pollysim.Config{Seed: 1, AccessKey: "AKIAGOOD"})
	server := httptest.NewServer(sim)
	t.Cleanup(func() { sim.Close(); server.Close() })
	app.Adapter(sdk.Descriptor)(p.Env)
	p.Env.AWS = p.Kit.AWS
	p.Env.Config.Adapters.Set(map[string]string{"polly.url": server.URL, "polly.region": "us-east-1", "speech/seal": strings.Repeat("seal", 8)})
	return p, sim
}

// NewEngine makes a voice engine.
func (p *SendingFixture) NewEngine(more Object) voice.Engine {
	p.Helper()
	body := Object{"name": "Joanna", "provider": "polly", "speakerName": "Joanna", "feature": "standard", "gender": "female",
		"languages": []string{"en-US"}}
	for k, v := range more {
		body[k] = v
	}
	return testkit.Data[voice.Engine](p.Users.Admin.Post("/call/engine", body))
}

// AwaitRecording runs jobs and ticks until a recording is synthesized or has failed.
func (p *SendingFixture) AwaitRecording(room *voice.Service, id string) (*voice.Recording, error) {
	for range 5 {
		p.RunJobs()
		one, err := room.Recording(p.Context(), auth.Everything, id)
		if err != nil || one.State != voice.Making {
			return one, err
		}
		p.Kit.Clock.Add(2 * time.Minute)
		p.Tick()
	}
	return nil, errors.New("it is not spoken")
}

package config

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/polly"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"herald/pkg/kit/store"
)

// calm is an AWS configuration with its own timeouts, on a test server.
func calm(p patience, url string) aws.Config {
	a := (&Config{Region: "us-east-1", Endpoint: url}).AWS()
	a.APIOptions = nil
	p.apply(&a)
	return a
}

// Every call ends in time even if the service accepts it and does not answer, or begins an answer that never ends. A read fails with a
// timeout, and a write with an unknown outcome.
func TestNoCallOfAWSHangs(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "test")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "test")
	// Each of the bounds is the only one that can end the call.
	const hour, short = time.Hour, 20 * time.Millisecond
	for name, p := range map[string]patience{
		"header":  {hour, short, hour, hour},
		"attempt": {hour, hour, short, hour},
		"call":    {hour, hour, hour, short},
	} {
		for _, begun := range []bool{false, true} {
			if begun && name == "header" {
				continue
			}
			release := make(chan struct{})
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body)
				if begun {
					_, _ = io.WriteString(w, `{"Item":`)
					w.(http.Flusher).Flush()
				}
				<-release
			}))
			db := store.NewDynamo(dynamodb.NewFromConfig(calm(p, s.URL)), "herald", nil)
			key := store.Key{Table: "campaign", PK: "P", SK: "S"}
			if _, err := db.Get(context.Background(), key, true); err == nil {
				t.Errorf("%s: a read that was never answered succeeded", name)
			}
			if _, err := db.Write(context.Background(), store.Op{Verb: store.Delete, Key: key}); !errors.Is(err, store.ErrUnclear) {
				t.Errorf("%s, answer begun: %v: %v", name, begun, err)
			}
			close(release)
			s.Close()
		}
	}
}

// A refused connection has a known outcome, and a presigned link needs no call.
func TestPatienceElsewhere(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "test")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "test")
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + l.Addr().String()
	_ = l.Close()
	c := &Config{Region: "us-east-1", Endpoint: url}
	db := store.NewDynamo(dynamodb.NewFromConfig(c.AWS()), "herald", nil)
	if err := db.Transact(context.Background(),
		[]store.Op{{Verb: store.Delete, Key: store.Key{Table: "campaign", PK: "P", SK: "S"}}}); err == nil || errors.Is(err, store.ErrUnclear) {
		t.Error(err)
	}
	link, err := s3.NewPresignClient(s3.NewFromConfig(c.AWS())).PresignGetObject(context.Background(),
		&s3.GetObjectInput{Bucket: aws.String("b"), Key: aws.String("k")})
	if err != nil || link.URL == "" {
		t.Error(err)
	}
	if p := (&Config{}).patience(); p.dial > time.Second || p.header > 3*time.Second || maxAttempts*p.header >= p.call ||
		p.attempt >= p.call || p.call > 12*time.Second {
		t.Errorf("%+v", p)
	}
}

// A sound that goes on when its call has returned is read to its end: no bound of the call cuts it.
func TestASoundIsReadToItsEnd(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "test")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "test")
	returned := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "audio/pcm")
		_, _ = io.WriteString(w, "begin ")
		w.(http.Flusher).Flush()
		<-returned
		_, _ = io.WriteString(w, strings.Repeat("end", 100_000))
	}))
	defer s.Close()
	out, err := polly.NewFromConfig(calm((&Config{}).patience(), s.URL)).SynthesizeSpeech(t.Context(), &polly.SynthesizeSpeechInput{
		Text: aws.String("x"), VoiceId: "Joanna", OutputFormat: "pcm"})
	close(returned)
	if err != nil {
		t.Fatal(err)
	}
	defer out.AudioStream.Close()
	if sound, err := io.ReadAll(out.AudioStream); err != nil || len(sound) != 300_006 {
		t.Errorf("%d bytes, %v", len(sound), err)
	}
}

package config_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ssm"
	"github.com/aws/aws-sdk-go-v2/service/ssm/types"

	"herald/pkg/kit/config"
	"herald/pkg/kit/testkit"
)

// The parameter store of the local cloud, written by the SDK, is read by our own call.
func TestSecretsAreRead(t *testing.T) {
	e := testkit.Cloud(t)
	store := ssm.NewFromConfig(e.AWS)
	for name, value := range map[string]string{"auth/key": "a key", "whatsapp/token": "a token", "whatsapp/app-secret": "new,old", "whatsapp/verify-token": "grüße"} {
		_, err := store.PutParameter(context.Background(), &ssm.PutParameterInput{Name: aws.String("/herald/" + name), Value: &value, Type: types.ParameterTypeSecureString})
		if err != nil {
			t.Fatal(err)
		}
	}
	c := &config.Config{Region: e.AWS.Region, Endpoint: *e.AWS.BaseEndpoint, Secrets: "/herald/"}
	if err := c.ReadSecrets(context.Background(), e.AWS, "auth/key", "whatsapp/token", "whatsapp/app-secret", "whatsapp/verify-token"); err != nil {
		t.Fatal(err)
	}
	if w := c.WhatsApp; string(c.AuthKey) != "a key" || w.Token != "a token" || len(w.AppSecrets) != 2 || w.AppSecrets[1] != "old" || w.VerifyToken != "grüße" {
		t.Errorf("%q %+v", c.AuthKey, w)
	}
	if err := c.ReadSecrets(context.Background(), e.AWS, "auth/key", "none"); err == nil || !strings.Contains(err.Error(), "/herald/none") {
		t.Errorf("a missing parameter: %v", err)
	}
}

// A call that fails for a moment is repeated; one that is refused is not. Each is signed.
func TestSecretsAreAskedForAgain(t *testing.T) {
	var calls int
	answers := []int{503, 200}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if a := r.Header.Get("Authorization"); !strings.HasPrefix(a, "AWS4-HMAC-SHA256 Credential=") || !strings.Contains(a, "/us-east-1/ssm/aws4_request") {
			t.Errorf("signature %q", a)
		}
		status := answers[min(calls, len(answers)-1)]
		calls++
		w.WriteHeader(status)
		_, _ = io.WriteString(w, `{"Parameters":[{"Name":"/herald/auth/key","Value":"k"}],"InvalidParameters":[]}`)
	}))
	defer s.Close()
	c := &config.Config{Region: "us-east-1", Endpoint: s.URL, Secrets: "/herald/"}
	t.Setenv("AWS_ACCESS_KEY_ID", "test")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "test")
	if err := c.ReadSecrets(context.Background(), c.AWS(), "auth/key"); err != nil || calls != 2 || string(c.AuthKey) != "k" {
		t.Errorf("%v after %d calls", err, calls)
	}
	calls, answers = 0, []int{400}
	if err := c.ReadSecrets(context.Background(), c.AWS(), "auth/key"); err == nil || calls != 1 {
		t.Errorf("%v after %d calls", err, calls)
	}
}

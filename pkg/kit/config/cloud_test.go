//go:build cloud

package config_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ssm"
	"github.com/aws/aws-sdk-go-v2/service/ssm/types"

	"herald/internal/testkit"
	"herald/pkg/kit/config"
)

// Parameters that the SDK wrote to the local cloud are read by our own client.
func TestSecretsAreRead(t *testing.T) {
	e := testkit.Cloud(t)
	store := ssm.NewFromConfig(e.AWS)
	for name, value := range map[string]string{"auth/key": longKey, "origin/key": `{"send":"one","also":"two"}`, "whatsapp/token": "a token",
		"whatsapp/app-secret": "new,old", "whatsapp/verify-token": "grüße"} {
		_, err := store.PutParameter(context.Background(),
			&ssm.PutParameterInput{Name: aws.String("/herald/" + name), Value: &value, Type: types.ParameterTypeSecureString})
		if err != nil {
			t.Fatal(err)
		}
	}
	c := &config.Config{Region: e.AWS.Region, Endpoint: *e.AWS.BaseEndpoint, Secrets: "/herald/"}
	if err := c.ReadSecrets(context.Background(), e.AWS, "auth/key", "origin/key", "whatsapp/token", "whatsapp/app-secret",
		"whatsapp/verify-token"); err != nil {
		t.Fatal(err)
	}
	if a := c.Adapters; string(c.AuthKey) != longKey || !slices.Equal(c.OriginKeys, []string{"one", "two"}) ||
		a.Secret("whatsapp/token") != "a token" || a.Secret("whatsapp/app-secret") != "new,old" ||
		a.Secret("whatsapp/verify-token") != "grüße" {
		t.Errorf("%q %+v", c.AuthKey, a)
	}
	if err := c.ReadSecrets(context.Background(), e.AWS, "auth/key", "none"); err == nil || !strings.Contains(err.Error(), "/herald/none") {
		t.Errorf("a missing parameter: %v", err)
	}
}

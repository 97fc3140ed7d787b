package config

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
)

// ReadSecrets fills in what lies in the parameter store under Secrets: one call.
func (c *Config) ReadSecrets(ctx context.Context, a aws.Config, names ...string) error {
	full := make([]string, len(names))
	for i, n := range names {
		full[i] = c.Secrets + n
	}
	out, err := c.parameters(ctx, a, full)
	if err != nil {
		return fmt.Errorf("config: secrets: %w", err)
	}
	if len(out.InvalidParameters) > 0 {
		return fmt.Errorf("config: missing parameters %v", out.InvalidParameters)
	}
	for _, p := range out.Parameters {
		switch strings.TrimPrefix(p.Name, c.Secrets) {
		case "auth/key":
			c.AuthKey = []byte(p.Value)
		case "whatsapp/token":
			c.WhatsApp.Token = p.Value
		case "whatsapp/app-secret":
			c.WhatsApp.AppSecrets = strings.Split(p.Value, ",")
		case "whatsapp/verify-token":
			c.WhatsApp.VerifyToken = p.Value
		}
	}
	return nil
}

type parameters struct {
	Parameters        []struct{ Name, Value string }
	InvalidParameters []string
}

// tries of the one call that a function makes before it serves.
const tries = 4

// parameters is SSM's GetParameters. It is written out because the SDK's client of this service is the largest of all: it
// builds tables of every operation when a function starts, which took longer than everything else together.
func (c *Config) parameters(ctx context.Context, a aws.Config, names []string) (out parameters, err error) {
	body, err := json.Marshal(map[string]any{"Names": names, "WithDecryption": true})
	if err != nil {
		return out, err
	}
	for try := 1; ; try++ {
		var again bool
		if again, err = c.ask(ctx, a, body, &out); err == nil || !again || try == tries {
			return out, err
		}
		select {
		case <-ctx.Done():
			return out, ctx.Err()
		case <-time.After(time.Duration(try*try) * 25 * time.Millisecond):
		}
	}
}

// ask makes the call once and tells whether another try may help.
func (c *Config) ask(ctx context.Context, a aws.Config, body []byte, out *parameters) (again bool, err error) {
	address := "https://ssm." + c.Region + ".amazonaws.com/"
	if c.Endpoint != "" {
		address = c.Endpoint + "/"
	}
	ctx, cancel := context.WithTimeout(ctx, c.patience().attempt)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return false, err
	}
	req.Header.Set("Content-Type", "application/x-amz-json-1.1")
	req.Header.Set("X-Amz-Target", "AmazonSSM.GetParameters")
	who, err := a.Credentials.Retrieve(ctx)
	if err != nil {
		return false, err
	}
	hash := sha256.Sum256(body)
	if err := v4.NewSigner().SignHTTP(ctx, who, req, hex.EncodeToString(hash[:]), "ssm", c.Region, time.Now()); err != nil {
		return false, err
	}
	res, err := a.HTTPClient.Do(req)
	if err != nil {
		return true, err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(io.LimitReader(res.Body, 1<<20))
	if err != nil {
		return true, err
	}
	if res.StatusCode != http.StatusOK {
		throttled := bytes.Contains(text, []byte("Throttling"))
		return res.StatusCode >= 500 || throttled, errors.New(res.Status + ": " + string(text[:min(len(text), 300)]))
	}
	return false, json.Unmarshal(text, out)
}

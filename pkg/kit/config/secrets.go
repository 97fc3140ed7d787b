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
	"slices"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"

	"herald/pkg/app/manifest"
)

// MinAuthKey is the least length of auth/key in bytes: an HMAC key shorter than its hash weakens it (RFC 7518 §3.2).
const MinAuthKey = 32

// ReadSecrets fills in the secrets: those of the environment, and the rest from the parameter store under Secrets.
// It makes one call, none for no names. Without Secrets there is no parameter store; the origin's key and secrets
// of adapters that are not required may then be missing.
func (c *Config) ReadSecrets(ctx context.Context, a aws.Config, names ...string) error {
	var full []string
	for _, n := range names {
		variable := secretVariable(n)
		switch value := c.given[variable]; {
		case value != "":
			if err := c.take(c.parameter(n), value); err != nil {
				return fmt.Errorf("%w; correct HERALD_SECRET_%s", err, strings.ToUpper(variable))
			}
		case c.Secrets != "":
			full = append(full, c.parameter(n))
		case n != originKey && isRequired(n):
			return fmt.Errorf("config: HERALD_SECRET_%s is required without HERALD_SECRETS%s", strings.ToUpper(variable), howToMake(n))
		}
	}
	for some := range slices.Chunk(full, mostParameters) {
		if err := c.read(ctx, a, some); err != nil {
			return err
		}
	}
	return nil
}

// secretVariable is a secret's name in the environment, after HERALD_SECRET_ and in small letters.
func secretVariable(name string) string { return strings.NewReplacer("/", "_", "-", "_").Replace(name) }

// howToMake says where the value of a required secret comes from: made up by the operator, or from a provider that may not be used.
func howToMake(name string) string {
	if name == "auth/key" || name == manifest.LinkKey {
		return makeKey
	}
	return ": none is enough while its provider is not used"
}

const makeKey = ": openssl rand -hex 32 makes one"

// mostParameters is how many the parameter store gives in a call; the program that is every function asks for more.
const mostParameters = 10

func (c *Config) read(ctx context.Context, a aws.Config, names []string) error {
	out, err := c.parameters(ctx, a, names)
	if err != nil {
		return fmt.Errorf("config: the secrets below %s cannot be read in %s: correct HERALD_SECRETS, AWS_REGION or the credentials of AWS: %w",
			c.Secrets, c.Region, err)
	}
	if len(out.InvalidParameters) > 0 {
		return fmt.Errorf("config: missing parameters %v: write them, or correct HERALD_SECRETS", out.InvalidParameters)
	}
	for _, p := range out.Parameters {
		if err := c.take(p.Name, p.Value); err != nil {
			return err
		}
	}
	return nil
}

const originKey = "origin/key"

// isRequired reports a secret without which no process starts.
func isRequired(name string) bool {
	return !slices.ContainsFunc(manifest.Secrets(), func(s manifest.Secret) bool { return s.Name == name && !s.Required })
}

// parameter is the full name of a secret. The keys of the origin and of links are made by the deployment, which can write no secure
// parameter, so that they lie elsewhere and are only referred to.
func (c *Config) parameter(name string) string {
	if full := c.elsewhere[name]; full != "" {
		return full
	}
	return c.Secrets + name
}

func (c *Config) take(parameter, value string) error {
	switch parameter {
	case c.parameter("auth/key"):
		return c.takeAuth(parameter, value)
	case c.parameter(originKey):
		return c.takeOrigin(value)
	case c.parameter(manifest.LinkKey):
		return c.takeLink(value)
	}
	for _, s := range manifest.Secrets() {
		if parameter == c.parameter(s.Name) {
			return c.Adapters.take(s, value)
		}
	}
	return nil
}

// readKeys reads an object of keys. A field that is not known is an error, because a misspelt one would drop a key. No error has the text.
func readKeys(parameter, value string, into any, fields string) error {
	if !json.Valid([]byte(value)) {
		return fmt.Errorf("config: %s is neither a key nor an object of keys", parameter)
	}
	d := json.NewDecoder(strings.NewReader(value))
	d.DisallowUnknownFields()
	if d.Decode(into) != nil {
		return fmt.Errorf("config: %s is no object of keys with the fields %s", parameter, fields)
	}
	return nil
}

// takeAuth reads the key itself, which then signs and seals, or {"sign":…,"also":…,"seal":…,"open":…}. "sign" signs
// tokens, and signatures with "also" are valid while a key is exchanged; likewise "seal" seals app keys and "open"
// still opens them. Without "seal" the older of the signing keys seals on, so that an exchange of the token key ends
// no app key.
func (c *Config) takeAuth(parameter, value string) error {
	keys := struct{ Sign, Also, Seal, Open string }{Sign: value}
	if strings.HasPrefix(value, "{") {
		keys.Sign = ""
		if err := readKeys(parameter, value, &keys, "sign, also, seal and open"); err != nil {
			return err
		}
	}
	if keys.Seal == "" {
		if keys.Seal = keys.Also; keys.Seal == "" {
			keys.Seal = keys.Sign
		}
	}
	c.AuthKey, c.AuthAlso, c.SealKeys = []byte(keys.Sign), nil, [][]byte{[]byte(keys.Seal)}
	if keys.Also != "" {
		c.AuthAlso = [][]byte{[]byte(keys.Also)}
	}
	if keys.Open != "" {
		c.SealKeys = append(c.SealKeys, []byte(keys.Open))
	}
	for _, k := range append(append([][]byte{c.AuthKey}, c.AuthAlso...), c.SealKeys...) {
		if len(k) < MinAuthKey {
			return fmt.Errorf("config: %s has a key of %d bytes, at least %d are needed"+makeKey, parameter, len(k), MinAuthKey)
		}
	}
	return nil
}

// takeOrigin reads the key itself, or {"send":…,"also":…}: the key that the origin sends, and the one that is
// accepted too during an exchange.
func (c *Config) takeOrigin(value string) error {
	keys := struct{ Send, Also string }{Send: value}
	if strings.HasPrefix(value, "{") {
		keys.Send = ""
		if err := readKeys(originKey, value, &keys, "send and also"); err != nil {
			return err
		}
	}
	for _, k := range []string{keys.Send, keys.Also} {
		if k != "" {
			c.OriginKeys = append(c.OriginKeys, k)
		}
	}
	if len(c.OriginKeys) == 0 {
		return fmt.Errorf("config: %s is empty", originKey)
	}
	return nil
}

// takeLink reads the key itself, or {"seal":…,"open":[…]}: the key that seals links, and those that still open them.
func (c *Config) takeLink(value string) error {
	keys := struct {
		Seal string
		Open []string
	}{Seal: value}
	if strings.HasPrefix(value, "{") {
		keys.Seal = ""
		if err := readKeys(manifest.LinkKey, value, &keys, "seal and open"); err != nil {
			return err
		}
	}
	c.LinkKeys = nil
	for _, k := range append([]string{keys.Seal}, keys.Open...) {
		if len(k) < MinAuthKey {
			return fmt.Errorf("config: %s has a key of %d bytes, at least %d are needed"+makeKey, manifest.LinkKey, len(k), MinAuthKey)
		}
		c.LinkKeys = append(c.LinkKeys, []byte(k))
	}
	return nil
}

type parameters struct {
	Parameters        []struct{ Name, Value string }
	InvalidParameters []string
}

// tries of the one call that a function makes before it serves.
const tries = 4

// parameters is SSM's GetParameters. It is written out because the SDK's client of this service is the largest of
// all. That client builds tables of every operation when a function starts, which took longer than everything else
// together.
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
	address := "https://ssm." + c.Region + "." + c.Domain + "/"
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

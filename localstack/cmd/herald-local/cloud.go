package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/ssm"
	"github.com/aws/aws-sdk-go-v2/service/ssm/types"
)

// cloud is a running MiniStack.
type cloud struct {
	*process
	endpoint string
}

// startCloud serves it on a port of 127.0.0.1; its log, the functions' log and its files lie in folder.
func (p project) startCloud(ctx context.Context, folder string, wanted int) (*cloud, error) {
	listener, err := listen(wanted)
	if err != nil {
		return nil, err
	}
	defer listener.Close()
	socket, err := listener.File()
	if err != nil {
		return nil, err
	}
	defer socket.Close()
	port := listener.Addr().(*net.TCPAddr).Port
	c := &cloud{endpoint: fmt.Sprintf("http://127.0.0.1:%d", port)}
	temporary := folder + "/tmp"
	for _, old := range []string{temporary, folder + "/functions.log", folder + denialLog} {
		if err := os.RemoveAll(old); err != nil {
			return nil, err
		}
	}
	if err := os.MkdirAll(temporary, 0o755); err != nil {
		return nil, err
	}
	env := awsEnvironment(c.endpoint, fmt.Sprintf("GATEWAY_PORT=%d", port), "LISTEN_FD=3", "TMPDIR="+temporary, "PYTHONDONTWRITEBYTECODE=1",
		"FUNCTION_LOG="+folder+"/functions.log", "DENIAL_LOG="+folder+denialLog)
	c.process, err = launch(child{name: "the local cloud", log: folder + "/cloud.log", folder: string(p), env: env, socket: socket},
		p.path(".venv", "bin", "python"), p.path("localstack", "cloud.py"))
	if err != nil {
		return nil, err
	}
	return c, c.ready(ctx, c.endpoint+"/_localstack/health")
}

// keepSecrets gives secrets to the product: by the parameter store of the local cloud, or with the environment of the one process.
func (i *instance) keepSecrets(ctx context.Context, secrets map[string]string) error {
	if i.cloud != nil {
		return i.cloud.putSecrets(ctx, secrets)
	}
	maps.Copy(i.secrets, secrets)
	return nil
}

// putSecrets writes the parameters that CloudFormation cannot create: secure ones.
func (c *cloud) putSecrets(ctx context.Context, secrets map[string]string) error {
	client := ssm.New(ssm.Options{
		Region: region, BaseEndpoint: &c.endpoint, Credentials: credentials.NewStaticCredentialsProvider("test", "test", ""),
	})
	for name, value := range secrets {
		_, err := client.PutParameter(ctx, &ssm.PutParameterInput{
			Name: aws.String(secretsPath + name), Value: aws.String(value), Type: types.ParameterTypeSecureString, Overwrite: aws.Bool(true),
		})
		if err != nil {
			return fmt.Errorf("parameter %s: %w", name, err)
		}
	}
	return nil
}

// enforce lets the local cloud check the policies of the functions' roles from now on. Before, the roles of the CDK have
// deployed the stack, whose policies it cannot evaluate.
func (c *cloud) enforce(wanted bool) error {
	if !wanted {
		return nil
	}
	return c.cmd.Process.Signal(syscall.SIGUSR1)
}

// function is what the local cloud knows of one.
type function struct {
	CodeSha256  string // base64 of the archive's SHA-256
	Environment struct{ Variables map[string]string }
}

func (c *cloud) function(ctx context.Context, name string) (f function, err error) {
	err = c.lambda(ctx, http.MethodGet, name+"/configuration", nil, &f)
	return f, err
}

// updateCode replaces the code of a function; invocations in the middle end with the old one.
func (c *cloud) updateCode(ctx context.Context, name string, archive []byte) error {
	return c.lambda(ctx, http.MethodPut, name+"/code", map[string][]byte{"ZipFile": archive}, nil)
}

func (c *cloud) lambda(ctx context.Context, method, path string, body, answer any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, method, c.endpoint+"/2015-03-31/functions/"+stackName+"-"+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	// The local cloud reads only account and region from the signature.
	request.Header.Set("Authorization", "AWS4-HMAC-SHA256 Credential=test/20260101/"+region+
		"/lambda/aws4_request, SignedHeaders=host, Signature=0")
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err = io.ReadAll(response.Body)
	switch {
	case err != nil:
		return err
	case response.StatusCode >= 300:
		return fmt.Errorf("%s %s: %d %s", method, path, response.StatusCode, strings.TrimSpace(string(text)))
	case answer == nil:
		return nil
	}
	return json.Unmarshal(text, answer)
}

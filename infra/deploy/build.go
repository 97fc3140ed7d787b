package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go"
)

// What CloudFormation takes of a template.
const (
	mostResources = 500
	mostBytes     = 1_000_000
)

// usEast is where AWS keeps the parts of a distribution.
const usEast = "us-east-1"

func (r *run) cdk() string { return filepath.Join(r.root, "infra", "node_modules", ".bin", "cdk") }

// command runs a program of the repository. Its output is in a file of the run's folder; the error has the end of it.
func (r *run) command(ctx context.Context, log string, env []string, argv ...string) error {
	file := filepath.Join(r.folder, log)
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	defer out.Close()
	c := exec.CommandContext(ctx, argv[0], argv[1:]...)
	c.Dir, c.Env, c.Stdout, c.Stderr = r.root, append(os.Environ(), env...), out, out
	if err := c.Run(); err != nil {
		text, _ := os.ReadFile(file) // the error says enough without it
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		return fmt.Errorf("%s: %w (%s)\n%s", filepath.Base(argv[0]), err, r.relative(file), strings.Join(lines[max(0, len(lines)-30):], "\n"))
	}
	return nil
}

func (r *run) buildFunctions(ctx context.Context) (string, error) {
	return ".build, for arm64", r.command(ctx, "functions.log", nil, filepath.Join(r.root, ".build", "herald-local"), "build", "-arch", "arm64")
}

func (r *run) buildConsole(ctx context.Context) (string, error) {
	var env []string
	for _, name := range slices.Sorted(maps.Keys(r.Variable)) {
		env = append(env, name+"="+r.Variable[name])
	}
	return "web/out", r.command(ctx, "console.log", env, filepath.Join(r.root, ".build", "herald-local"), "console")
}

func (r *run) webBucket() string {
	return fmt.Sprintf("%s-web-%s-%s", r.Context["name"], r.Account, r.Region)
}

// fetchPage keeps the page that is served now: its inline scripts stay allowed until the new one is uploaded.
func (r *run) fetchPage(ctx context.Context) (string, error) {
	if !r.connected {
		return offline, nil
	}
	text, err := r.object(ctx, r.webBucket(), "index.html")
	if err != nil || text == nil {
		return "no console is served yet", err
	}
	r.previous = filepath.Join(r.folder, "previous.html")
	return "the page that is served stays allowed meanwhile", os.WriteFile(r.previous, text, 0o644)
}

// object is the content of an object; nil when there is no such object or bucket.
func (r *run) object(ctx context.Context, bucket, key string) ([]byte, error) {
	got, err := r.aws.s3.GetObject(ctx, &s3.GetObjectInput{Bucket: &bucket, Key: &key})
	var refusal smithy.APIError
	if errors.As(err, &refusal) && (refusal.ErrorCode() == "NoSuchKey" || refusal.ErrorCode() == "NoSuchBucket") {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer got.Body.Close()
	return readAll(got.Body)
}

// synth runs the CDK app for the stage and measures what it describes.
func (r *run) synth(ctx context.Context) (string, error) {
	app := filepath.Join(r.root, ".build", "infra")
	if err := r.command(ctx, "app.log", nil, "go", "build", "-C", "infra", "-buildvcs=false", "-o", app, "."); err != nil {
		return "", err
	}
	if err := r.describe(ctx, app, "cdk.out", nil); err != nil {
		return "", err
	}
	return r.measure(filepath.Join(r.folder, "cdk.out"))
}

// describe leaves an assembly in a folder of the run.
func (r *run) describe(ctx context.Context, app, folder string, more map[string]string) error {
	out := filepath.Join(r.folder, folder)
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	settings := map[string]any{"stage": r.Stage.Name, "arch": "arm64", "build": filepath.Join(r.root, ".build"),
		"index": filepath.Join(r.root, "web", "out", "index.html"), "previousIndex": r.previous}
	text, err := os.ReadFile(filepath.Join(r.root, "cdk.json"))
	if err != nil {
		return err
	}
	var file struct{ Context map[string]any }
	if err := json.Unmarshal(text, &file); err != nil {
		return err
	}
	maps.Copy(settings, file.Context)
	for _, own := range []map[string]string{r.Context, more} {
		for name, value := range own {
			settings[name] = value
		}
	}
	parameters, err := json.Marshal(settings)
	if err != nil {
		return err
	}
	return r.command(ctx, "synth.log", []string{"CDK_OUTDIR=" + out, "CDK_CONTEXT_JSON=" + string(parameters),
		"JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION=1"}, app)
}

// measure counts the resources of each template.
func (r *run) measure(folder string) (string, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.template.json"))
	if err != nil || len(files) == 0 {
		return "", fmt.Errorf("the CDK app left no template in %s", r.relative(folder))
	}
	var counts []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		var template struct{ Resources map[string]json.RawMessage }
		if err := json.Unmarshal(text, &template); err != nil {
			return "", err
		}
		if len(template.Resources) > mostResources || len(text) > mostBytes {
			return "", fmt.Errorf("%s has %d resources and %d bytes; CloudFormation takes %d and %d", r.relative(file), len(template.Resources),
				len(text), mostResources, mostBytes)
		}
		counts = append(counts, fmt.Sprint(len(template.Resources)))
	}
	return strings.Join(counts, " + ") + " resources", nil
}

// env is what the CDK's command line gets beside the caller's environment.
func (r *run) env(region string) []string {
	env := []string{"AWS_REGION=" + region, "AWS_DEFAULT_REGION=" + region, "CDK_DISABLE_CLI_TELEMETRY=1",
		"JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION=1"}
	if e := aws.ToString(r.aws.config.BaseEndpoint); e != "" {
		env = append(env, "AWS_ENDPOINT_URL_S3="+e)
	}
	return env
}

// diff shows what the deployment changes. Without an account it compares with the last description that was deployed from this folder.
func (r *run) diff(ctx context.Context) (string, error) {
	args := []string{r.cdk(), "diff", "--app", filepath.Join(r.folder, "cdk.out"), "--no-notices", "--no-color"}
	against := "against the account"
	if !r.connected {
		last := filepath.Join(r.folder, "last.template.json")
		if _, err := os.Stat(last); err != nil {
			return offline + "; nothing was deployed from this folder that it could be compared with", nil
		}
		against = "against the last deployment from this folder"
		args = append(args, "--template", last)
	}
	if err := r.command(ctx, "diff.log", r.env(r.Region), args...); err != nil {
		return "", err
	}
	text, err := os.ReadFile(filepath.Join(r.folder, "diff.log"))
	fmt.Fprintf(r.out, "\n%s\n", text)
	return against + ", above and in " + r.relative(filepath.Join(r.folder, "diff.log")), err
}

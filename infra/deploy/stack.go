package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

func readAll(from io.Reader) ([]byte, error) { return io.ReadAll(io.LimitReader(from, 16<<20)) }

// deployEdge deploys firewall and certificate, which AWS keeps in us-east-1 alone, for a stage in another region.
func (r *run) deployEdge(ctx context.Context) (string, error) {
	switch {
	case r.Region == usEast:
		return "part of the stack in " + usEast, nil
	case r.Context["firewallArn"] != "" && (r.Context["publicUrl"] == "" || r.Context["certificateArn"] != ""):
		return "firewall and certificate of the settings", nil
	case r.dry:
		r.Context["firewallArn"] = fmt.Sprintf("arn:aws:wafv2:%s:%s:global/webacl/%s/dry", usEast, r.Account, r.Context["name"])
		r.Context["certificateArn"] = fmt.Sprintf("arn:aws:acm:%s:%s:certificate/dry", usEast, r.Account)
		return "would be deployed to " + usEast + " first", nil
	}
	app := filepath.Join(r.root, ".build", "infra")
	if err := r.command(ctx, "app.log", nil, "go", "build", "-C", "infra", "-buildvcs=false", "-o", app, "."); err != nil {
		return "", err
	}
	if err := r.describe(ctx, app, "edge.out", map[string]string{"part": "edge"}); err != nil {
		return "", err
	}
	if err := r.confirm("deploy firewall and certificate to "+usEast, r.Stage.Name); err != nil {
		return "", err
	}
	outputs, err := r.deployAssembly(ctx, "edge.out", usEast)
	if err != nil {
		return "", err
	}
	r.Context["firewallArn"] = outputs["FirewallArn"]
	if outputs["CertificateArn"] != "" {
		r.Context["certificateArn"] = outputs["CertificateArn"]
	}
	return "firewall and certificate in " + usEast, nil
}

// deployStack deploys the description. A canary of each function takes five minutes.
func (r *run) deployStack(ctx context.Context) (string, error) {
	if _, err := r.deployAssembly(ctx, "cdk.out", r.Region); err != nil {
		return "", err
	}
	text, err := os.ReadFile(filepath.Join(r.folder, "cdk.out", "Stack.template.json"))
	if err != nil {
		return "", err
	}
	return r.Context["name"], os.WriteFile(filepath.Join(r.folder, "last.template.json"), text, 0o644)
}

// deployAssembly runs the CDK's command line and returns the outputs of the one stack.
func (r *run) deployAssembly(ctx context.Context, folder, region string) (map[string]string, error) {
	file := filepath.Join(r.folder, folder+".outputs.json")
	err := r.command(ctx, folder+".log", r.env(region), r.cdk(), "deploy", "--app", filepath.Join(r.folder, folder), "--all",
		"--require-approval", "never", "--outputs-file", file, "--no-notices", "--progress", "events", "--no-color")
	if err != nil {
		return nil, err
	}
	return readOutputs(file)
}

func readOutputs(file string) (map[string]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var stacks map[string]map[string]string
	if err := json.Unmarshal(text, &stacks); err != nil {
		return nil, err
	}
	for _, outputs := range stacks {
		return outputs, nil
	}
	return nil, fmt.Errorf("%s has no outputs", file)
}

func (r *run) outputs() (map[string]string, error) {
	return readOutputs(filepath.Join(r.folder, "cdk.out.outputs.json"))
}

func (r *run) print(outputs map[string]string) {
	fmt.Fprintln(r.out)
	for _, name := range slices.Sorted(maps.Keys(outputs)) {
		fmt.Fprintf(r.out, "  %-16s %s\n", name, outputs[name])
	}
}

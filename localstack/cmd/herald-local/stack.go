package main

import (
	"context"
	"encoding/json"
	"os"
	"runtime"
)

// stack is the deployed system: what the front door and other clients need of it.
type stack struct {
	HTTPAPI   string `json:"HttpApiId"`
	SocketAPI string `json:"SocketApiId"`
}

// surroundings are what a description of the system says of the place that it is deployed to.
type surroundings struct {
	endpoint string // of the local cloud
	public   string // address of the console
	whatsApp whatsApp
	money    money
	texts    texts
	mail     mail
	names    names
}

// infraSources are what the description of the system is made of.
var infraSources = []string{"infra", "pkg/app/manifest", "pkg/app/pageheaders", "cdk.json"}

// buildInfra compiles the CDK app, so that a deployment does not.
func (p project) buildInfra(ctx context.Context) (string, error) {
	err := command(ctx, p.path(".local", "logs", "infra.log"), p.path("infra"), os.Environ(), "go", "build", "-buildvcs=false",
		"-o", p.path(".build", "infra"), ".")
	return "CDK app", err
}

func (p project) cdk(ctx context.Context, folder, name string, endpoint string, args ...string) error {
	env := awsEnvironment(endpoint, "CDK_DISABLE_CLI_TELEMETRY=1", "JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION=1",
		"AWS_ENDPOINT_URL_S3="+endpoint)
	argv := append([]string{p.path("infra", "node_modules", ".bin", "cdk")}, args...)
	return command(ctx, folder+"/logs/cdk-"+name+".log", folder, env, argv...)
}

// bootstrap makes the bucket and the roles that a deployment by CDK expects of an account.
func (p project) bootstrap(ctx context.Context, folder, endpoint string) error {
	return p.cdk(ctx, folder, "bootstrap", endpoint, "bootstrap", "aws://"+account+"/"+region, "--no-notices")
}

// synth runs the CDK app and leaves the assembly in folder/cdk.out.
func (p project) synth(ctx context.Context, folder string, s surroundings) error {
	arch := "x86_64"
	if runtime.GOARCH == "arm64" {
		arch = "arm64"
	}
	settings := map[string]any{
		"target": "local", "name": stackName, "stage": stage, "arch": arch, "build": p.path(".build"), "endpoint": s.endpoint,
		"publicUrl": s.public, "dnsServer": s.names.Address, "tlsServer": s.names.Certificates, "tlsRoots": s.names.Roots,
		"whatsapp.url": s.whatsApp.URL, "whatsapp.version": s.whatsApp.Version, "whatsapp.phoneNumberId": s.whatsApp.PhoneNumberID,
		"whatsapp.wabaId": s.whatsApp.WABAID,
		"whatsapp.rate":   s.whatsApp.Rate, "@aws-cdk/aws-iam:minimizePolicies": true,
	}
	for _, own := range []map[string]string{s.money.Settings, s.texts.Settings, s.mail.Settings} {
		for name, value := range own {
			settings[name] = value
		}
	}
	parameters, err := json.Marshal(settings)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(folder + "/cdk.out"); err != nil {
		return err
	}
	env := awsEnvironment(s.endpoint, "CDK_OUTDIR="+folder+"/cdk.out", "CDK_CONTEXT_JSON="+string(parameters),
		"JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION=1")
	return command(ctx, folder+"/logs/synth.log", string(p), env, p.path(".build", "infra"))
}

// deploy brings the assembly into the local cloud and returns what came out.
func (p project) deploy(ctx context.Context, folder, endpoint string) (stack, error) {
	outputs := folder + "/outputs.json"
	err := p.cdk(ctx, folder, "deploy", endpoint, "deploy", "--app", folder+"/cdk.out", "--all", "--require-approval", "never",
		"--method", "direct", "--outputs-file", outputs, "--no-notices", "--progress", "events")
	var all map[string]stack
	if err == nil {
		err = readJSON(outputs, &all)
	}
	return all[stackName], err
}

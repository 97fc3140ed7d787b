package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"herald/pkg/app/manifest"

	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
)

// Settings are the context parameters of a deployment (cdk deploy -c key=value).
type Settings struct {
	Name                string            // name: prefix of every resource name and of the stack
	Stage               string            // stage: the secrets lie under /<name>/<stage>/ in the parameter store
	Local               bool              // target: "aws" or "local"
	Arm                 bool              // arch: "arm64" or "x86_64"
	Build               string            // build: directory with <function>.zip, or <function>/bootstrap, per function
	Index               string            // index: the built console's page; its inline scripts are allowed by their hashes
	Previous            string            // previousIndex: the page that is served until the console is uploaded; its scripts are allowed, too
	Endpoint            string            // endpoint: of the local cloud, without a trailing slash; target local only
	Public              string            // publicUrl: origin of the console; empty on AWS takes the distribution's own
	Firewall            string            // firewallArn: of a web ACL for distributions; empty makes one, which AWS does in us-east-1 alone
	Certificate         string            // certificateArn: of publicUrl's domain, in us-east-1; empty makes one, likewise
	LinkHosts           []string          // linkHosts: hosts of customers for short links, separated by commas; certificateArn names them, too
	Canary              bool              // canary: on or off; without it on for the stage prod
	Budget              int               // budget: dollars a month that may be spent; empty for no budget
	Reserve             bool              // reserve=off: keep no executions for sign-in and webhook, for an account that has few
	Edge                bool              // part=edge: only firewall and certificate, for a system in another region
	Mail                string            // alarmMail: the receiver of alarms; empty for none
	Names               string            // dnsServer: host:port that checks of domains ask; empty for the servers of the machine
	Certificates, Roots string            // tlsServer: host:port that checks of domains ask for certificates, tlsRoots: their authorities in PEM
	Adapters            map[string]string // manifest.Settings
}

func readSettings(node constructs.Node) (Settings, error) {
	get := func(key, otherwise string) string {
		if value, ok := node.TryGetContext(jsii.String(key)).(string); ok && value != "" {
			return value
		}
		return otherwise
	}
	target, arch, stage := get("target", "aws"), get("arch", "arm64"), get("stage", "prod")
	canary, budget := get("canary", map[bool]string{true: "on", false: "off"}[stage == "prod"]), get("budget", "0")
	s := Settings{
		Name: get("name", "herald"), Stage: stage, Local: target == "local", Arm: arch == "arm64",
		Build: get("build", ".build"), Index: get("index", "web/out/index.html"), Previous: get("previousIndex", ""),
		Endpoint: strings.TrimSuffix(get("endpoint", ""), "/"),
		Public:   strings.TrimSuffix(get("publicUrl", ""), "/"), Mail: get("alarmMail", ""), Firewall: get("firewallArn", ""),
		Certificate: get("certificateArn", ""), Names: get("dnsServer", ""),
		Certificates: get("tlsServer", ""), Roots: get("tlsRoots", ""),
		LinkHosts: strings.FieldsFunc(get("linkHosts", ""), func(c rune) bool { return c == ',' || c == ' ' }),
		Canary:    target != "local" && canary == "on",
		Reserve:   target != "local" && get("reserve", "on") != "off", Edge: get("part", "") == "edge", Adapters: map[string]string{},
	}
	for _, m := range manifest.Settings() {
		s.Adapters[m.Name] = get(m.Name, m.OnAWS())
	}
	s.Budget, _ = strconv.Atoi(budget) // 0 of what is no number, which is refused below
	switch {
	case strconv.Itoa(s.Budget) != budget || s.Budget < 0:
		return s, fmt.Errorf("infra: budget must be whole dollars a month, not %q", budget)
	case s.Budget > 0 && s.Mail == "":
		return s, fmt.Errorf("infra: budget needs alarmMail, which gets its notices")
	case canary != "on" && canary != "off":
		return s, fmt.Errorf("infra: canary must be on or off, not %q", canary)
	case target != "aws" && target != "local":
		return s, fmt.Errorf("infra: target must be aws or local, not %q", target)
	case arch != "arm64" && arch != "x86_64":
		return s, fmt.Errorf("infra: arch must be arm64 or x86_64, not %q", arch)
	case !s.Local && s.Public != "" && !strings.HasPrefix(s.Public, "https://"):
		return s, fmt.Errorf("infra: publicUrl must be an https origin, not %q", s.Public)
	case len(s.LinkHosts) > 0 && (s.Certificate == "" || s.Public == ""):
		return s, fmt.Errorf("infra: linkHosts needs publicUrl and a certificateArn whose certificate names them")
	case s.Local && (s.Endpoint == "" || s.Public == ""):
		return s, fmt.Errorf("infra: target local needs endpoint and publicUrl")
	}
	return s, nil
}

// Secrets is the path under which the functions find their secrets, with a trailing slash.
func (s Settings) Secrets() string {
	return "/" + s.Name + "/" + s.Stage + "/"
}

// code is what a function is made of: the archive that the build made, else the folder with the binary.
func (s Settings) code(function string) string {
	archive := filepath.Join(s.Build, function+".zip")
	if _, err := os.Stat(archive); err == nil {
		return archive
	}
	return filepath.Join(s.Build, function)
}

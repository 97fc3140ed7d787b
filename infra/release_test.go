package main

import (
	"encoding/json"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"

	"herald/pkg/app/manifest"

	"github.com/aws/aws-cdk-go/awscdk/v2/assertions"
)

// staging is a second stage: no canary, no budget, no executions of its own. Its address is that of production, which every
// function is told, so that the golden file stays short.
func staging() Settings {
	return Settings{Arm: true, Public: production().Public}
}

// A stage other than production differs from it in what the golden file lists, and in nothing else.
func TestStagingDiffersFromProduction(t *testing.T) {
	_, prod := synth(t, production())
	_, stage := synth(t, staging())
	got := strings.Join(difference(strings.Join(linesOf(t, stage), "\n"), strings.Join(linesOf(t, prod), "\n")), "\n") + "\n"
	golden(t, "staging", got)
}

// hashes of versions and of nested templates change with everything that they hold, which has lines of its own.
var (
	versionHash  = regexp.MustCompile(`(CurrentVersion[0-9A-F]{8})[0-9a-f]{32}`)
	templateHash = regexp.MustCompile(`[0-9a-f]{64}\.json`)
)

// linesOf are all resources as a golden file has them.
func linesOf(t *testing.T, resources map[string]resource) (lines []string) {
	t.Helper()
	for id, r := range resources {
		for _, line := range printed(t, id, r) {
			lines = append(lines, templateHash.ReplaceAllString(versionHash.ReplaceAllString(line, "$1…"), "….json"))
		}
	}
	sort.Strings(lines)
	return lines
}

// CloudFormation takes 500 resources, 200 parameters and 1 MB for each stack. The margin is for the next modules.
func TestStacksAreSmallEnough(t *testing.T) {
	system, _ := synth(t, production())
	stacks := system.nested()
	stacks["Stack"] = system.Stack
	for name, stack := range stacks {
		resources := resourcesOf(t, stack)
		t.Logf("%s has %d resources", name, len(resources))
		if len(resources) > 470 {
			t.Errorf("%s has %d resources of at most 500; move some into a nested stack", name, len(resources))
		}
	}
}

// Every function but the janitor is called through its alias, which moves by a canary that alarms end.
func TestCallersUseTheAlias(t *testing.T) {
	_, resources := synth(t, production())
	aliases, groups := 0, 0
	for id, r := range resources {
		text := string(r.Properties)
		switch r.Type {
		case "AWS::Lambda::Alias":
			aliases++
			if !strings.Contains(string(r.UpdatePolicy), "CodeDeployLambdaAliasUpdate") {
				t.Errorf("%s moves at once: %s", id, r.UpdatePolicy)
			}
		case "AWS::CodeDeploy::DeploymentGroup":
			groups++
			for _, want := range []string{`"CodeDeployDefault.LambdaCanary10Percent5Minutes"`, `"DEPLOYMENT_STOP_ON_ALARM"`,
				"Alarm" + strings.TrimPrefix(id[:len(id)-8], "Release/Group") + "canary", `Alarmhttp5xx`, `Alarmlogalarm`, `Alarmlogerror`} {
				if !strings.Contains(text, want) {
					t.Errorf("%s lacks %s: %s", id, want, text)
				}
			}
		case "AWS::Lambda::EventSourceMapping", "AWS::Lambda::Permission", "AWS::Lambda::Url":
			if !strings.Contains(text, "Alias") && !strings.Contains(text, `"Qualifier":"live"`) {
				t.Errorf("%s names the function: %s", id, text)
			}
		case "AWS::ApiGatewayV2::Integration":
			if !strings.Contains(text, "Alias") && !strings.Contains(text, `"MOCK"`) {
				t.Errorf("%s names the function: %s", id, text)
			}
		}
	}
	if want := len(functionNames()) - 1; aliases != want || groups != want {
		t.Errorf("%d aliases and %d deployment groups for %d functions", aliases, groups, want)
	}
}

// What holds data outlives the stack, and tables can be restored to any second of 35 days.
func TestDataOutlivesTheStack(t *testing.T) {
	_, resources := synth(t, production())
	tables := 0
	for id, r := range resources {
		if slices.Contains([]string{"AWS::DynamoDB::Table", "AWS::S3::Bucket", "AWS::KMS::Key"}, r.Type) && r.DeletionPolicy != "Retain" {
			t.Errorf("%s goes with the stack: %q", id, r.DeletionPolicy)
		}
		if r.Type != "AWS::DynamoDB::Table" {
			continue
		}
		tables++
		var p struct {
			DeletionProtectionEnabled        bool
			PointInTimeRecoverySpecification struct{ PointInTimeRecoveryEnabled bool }
		}
		if err := json.Unmarshal(r.Properties, &p); err != nil {
			t.Fatal(err)
		}
		if !p.DeletionProtectionEnabled || !p.PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled {
			t.Errorf("%s: %+v", id, p)
		}
	}
	if tables != len(manifest.Tables) {
		t.Errorf("%d tables", tables)
	}
}

// The budget mails what is spent of it; anomalies are those of the stack's tag.
func TestCostsAreMailed(t *testing.T) {
	_, resources := synth(t, production())
	want := map[string][]string{
		"AWS::Budgets::Budget":         {`"Amount":500`, `"ops@example.com"`, `"FORECASTED"`},
		"AWS::CE::AnomalyMonitor":      {`\"product\"`, `\"herald\"`},
		"AWS::CE::AnomalySubscription": {`"ops@example.com"`, `\"50.00\"`},
	}
	for id, r := range resources {
		for _, part := range want[r.Type] {
			if !strings.Contains(string(r.Properties), part) {
				t.Errorf("%s lacks %s: %s", id, part, r.Properties)
			}
		}
		delete(want, r.Type)
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
	if _, resources := synth(t, staging()); slices.ContainsFunc(values(resources), func(r resource) bool { return r.Type == "AWS::Budgets::Budget" }) {
		t.Error("a stage without a budget has one")
	}
}

func values(of map[string]resource) (all []resource) {
	for _, r := range of {
		all = append(all, r)
	}
	return all
}

// referenced finds what a resource needs before it: Ref, Fn::GetAtt, ${…} of Fn::Sub, and DependsOn.
var referenced = regexp.MustCompile(`"Ref":"([A-Za-z0-9]+)"|"Fn::GetAtt":\["([A-Za-z0-9]+)"|\$\{([A-Za-z0-9]+)[.}]`)

// CloudFormation refuses a template whose resources need each other. The nested stack of releases needs functions, and APIs need it.
func TestNoResourceNeedsItself(t *testing.T) {
	system, _ := synth(t, staging())
	text, err := json.Marshal(assertions.Template_FromStack(system.Stack, nil).ToJSON())
	if err != nil {
		t.Fatal(err)
	}
	var template struct{ Resources map[string]json.RawMessage }
	if err := json.Unmarshal(text, &template); err != nil {
		t.Fatal(err)
	}
	done := map[string]bool{}
	var visit func(id string, path []string)
	visit = func(id string, path []string) {
		body, exists := template.Resources[id]
		if slices.Contains(path, id) {
			t.Fatalf("a cycle: %v", append(path, id))
		}
		if !exists || done[id] {
			return
		}
		var r struct{ DependsOn []string }
		_ = json.Unmarshal(body, &r) // a single name is a text; CDK writes lists
		for _, m := range referenced.FindAllStringSubmatch(string(body), -1) {
			r.DependsOn = append(r.DependsOn, m[1]+m[2]+m[3])
		}
		for _, other := range r.DependsOn {
			visit(other, append(slices.Clone(path), id))
		}
		done[id] = true
	}
	for id := range template.Resources {
		visit(id, nil)
	}
}

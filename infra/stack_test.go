package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"

	"herald/pkg/app/manifest"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/assertions"
	"github.com/aws/jsii-runtime-go"
)

var update = flag.Bool("update", false, "write the golden files anew")

// synth describes the system from empty binaries, so that the golden files change only with the description. Tests share what
// they only read.
func synth(t *testing.T, settings Settings) (*System, map[string]resource) {
	t.Helper()
	key := fmt.Sprint(settings)
	if s, ok := described[key]; ok {
		return s.system, s.resources
	}
	system, resources := describe(t, settings)
	described[key] = description{system, resources}
	return system, resources
}

type description struct {
	system    *System
	resources map[string]resource
}

var described = map[string]description{}

func describe(t *testing.T, settings Settings) (*System, map[string]resource) {
	t.Helper()
	settings.Name, settings.Stage, settings.Build = "herald", "test", t.TempDir()
	settings.Adapters = map[string]string{}
	for _, m := range manifest.Settings() {
		if settings.Adapters[m.Name] == "" {
			settings.Adapters[m.Name] = m.OnAWS()
		}
	}
	for _, name := range functionNames() {
		folder := filepath.Join(settings.Build, name)
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "bootstrap"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	system, err := NewStack(awscdk.NewApp(nil), settings)
	if err != nil {
		t.Fatal(err)
	}
	resources := resourcesOf(t, system.Stack)
	if settings.Local {
		return system, resources
	}
	for name, stack := range system.nested() {
		for id, r := range resourcesOf(t, stack) {
			resources[name+"/"+id] = r
		}
	}
	return system, resources
}

// nested are the stacks within the stack.
func (s *System) nested() map[string]awscdk.Stack {
	return map[string]awscdk.Stack{"Release": s.release.stack, "Lines": awscdk.Stack_Of(s.alarms.lines)}
}

func resourcesOf(t *testing.T, stack awscdk.Stack) map[string]resource {
	t.Helper()
	text, err := json.Marshal(assertions.Template_FromStack(stack, nil).ToJSON())
	if err != nil {
		t.Fatal(err)
	}
	var template struct{ Resources map[string]resource }
	if err := json.Unmarshal(text, &template); err != nil {
		t.Fatal(err)
	}
	return template.Resources
}

type resource struct {
	Type           string
	Properties     json.RawMessage
	DeletionPolicy string
	UpdatePolicy   json.RawMessage
}

func (r resource) has(t *testing.T, property string) bool {
	t.Helper()
	var properties map[string]json.RawMessage
	if err := json.Unmarshal(r.Properties, &properties); err != nil {
		t.Fatal(err)
	}
	return properties[property] != nil
}

// production is a system with its own domain, in us-east-1.
func production() Settings {
	return Settings{Arm: true, Reserve: true, Public: "https://console.example.com", Canary: true, Budget: 500, Mail: "ops@example.com"}
}

func local() Settings {
	return Settings{Local: true, Endpoint: "http://127.0.0.1:4566", Public: "http://127.0.0.1:8080"}
}

// The golden files show the whole stack, one resource a line and one policy statement a line; -update writes them.
func TestTemplate(t *testing.T) {
	for name, settings := range map[string]Settings{"aws": production(), "local": local()} {
		t.Run(name, func(t *testing.T) {
			_, resources := synth(t, settings)
			got := strings.Join(linesOf(t, resources), "\n") + "\n"
			golden(t, name, got)
		})
	}
}

// golden compares a text with its golden file, which -update writes.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden.txt")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range difference(got, string(want)) {
		t.Error(line)
	}
}

// difference lists the lines that only one of the two has.
func difference(got, want string) []string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	var lines []string
	for _, line := range a {
		if !slices.Contains(b, line) {
			lines = append(lines, "new:     "+line)
		}
	}
	for _, line := range b {
		if !slices.Contains(a, line) {
			lines = append(lines, "missing: "+line)
		}
	}
	return lines
}

func TestEveryAlarmHasARunbookHeading(t *testing.T) {
	system, _ := synth(t, production())
	text, err := os.ReadFile("RUNBOOK.md")
	if err != nil {
		t.Fatal(err)
	}
	var headings []string
	for _, m := range regexp.MustCompile(`(?m)^### (.+)$`).FindAllStringSubmatch(string(text), -1) {
		headings = append(headings, strings.Split(m[1], ", ")...)
	}
	sort.Strings(headings)
	sort.Strings(system.alarms.names)
	if !slices.Equal(headings, system.alarms.names) {
		t.Errorf("headings of RUNBOOK.md %v, alarms %v", headings, system.alarms.names)
	}
}

// C16: nothing fails in silence. Every function has an alarm on its errors and on its throttles, and a filter for each kind of
// line that its log is watched for.
func TestEveryFunctionAnswers(t *testing.T) {
	system, resources := synth(t, production())
	filters := map[string]int{}
	for _, r := range resources {
		if r.Type == "AWS::Logs::MetricFilter" {
			var p struct {
				FilterPattern string
				LogGroupName  struct{ Ref string }
			}
			if err := json.Unmarshal(r.Properties, &p); err != nil {
				t.Fatal(err)
			}
			// A nested stack is told the name by a parameter: referencetoStackLog<function><hash>Ref.
			function := strings.TrimPrefix(strings.TrimSuffix(p.LogGroupName.Ref, "Ref"), "referencetoStackLog")
			filters["/aws/lambda/herald-"+function[:len(function)-8]+p.FilterPattern]++
		}
	}
	for _, name := range functionNames() {
		for _, kind := range []string{"failing", "throttled"} {
			if !slices.Contains(system.alarms.names, name+"-"+kind) {
				t.Errorf("no alarm %s-%s", name, kind)
			}
		}
		for _, field := range []string{"alarm", "error", "tick"} {
			want := 1
			if field == "tick" && name != manifest.Janitor { // it alone writes such lines
				want = 0
			}
			if filters["/aws/lambda/herald-"+name+"{ $."+field+" = \"*\" }"] != want {
				t.Errorf("no filter for %q in the log of %s: %v", field, name, filters)
			}
		}
	}
}

func TestEveryFunctionSaysWhatItNeeds(t *testing.T) {
	names := functionNames()
	for _, name := range names {
		if _, ok := grants[name]; !ok {
			t.Errorf("grants.go has no line for %s", name)
		}
	}
	for name := range grants {
		if !slices.Contains(names, name) {
			t.Errorf("grants.go has a line for %s, which does not exist", name)
		}
	}
}

func TestEveryQueueHasADeadLetterQueueOrIsOne(t *testing.T) {
	_, resources := synth(t, production())
	dead, living := 0, 0
	for _, r := range resources {
		switch {
		case r.Type != "AWS::SQS::Queue":
		case r.has(t, "RedrivePolicy"):
			living++
		default:
			dead++
		}
	}
	if want := len(manifest.Consumers); dead != want || living != want {
		t.Errorf("%d queues and %d dead-letter queues for %d consumers", living, dead, want)
	}
}

// A function may name what it touches, never everything: the resources of its statements are ARNs of ours. Metrics alone have none.
func TestNoFunctionMayDoEverything(t *testing.T) {
	const metrics = `{"Action":"cloudwatch:GetMetricData","Effect":"Allow","Resource":"*"}`
	_, resources := synth(t, production())
	for id, r := range resources {
		rest := strings.Replace(string(r.Properties), metrics, "", 1)
		if r.Type == "AWS::IAM::Policy" && strings.HasPrefix(id, "Role") &&
			(strings.Contains(rest, `"Resource":"*"`) || strings.Contains(rest, `:*"`)) {
			t.Errorf("%s: %s", id, r.Properties)
		}
	}
}

// D2: no function changes or deletes lines of the audit log and the ledger, and only the function that shows the
// audit log reads it.
func TestAuditAndLedgerAreAppendOnly(t *testing.T) {
	for name, n := range grants {
		for _, u := range n.rows {
			switch {
			case u.table == "audit" && strings.ContainsAny(u.verbs, "udb"):
				t.Errorf("%s changes the audit log: %+v", name, u)
			case u.table == "audit" && strings.Contains(u.verbs, "r") && name != "system" && name != "file":
				t.Errorf("%s reads the audit log", name)
			case u.table == "credit" && strings.Contains(u.verbs, "b"):
				t.Errorf("%s writes credit in batches, which may delete", name)
			case u.table == "credit" && strings.Contains(u.verbs, "d") && !slices.Equal(u.keys, []string{"PRICE#*"}):
				t.Errorf("%s deletes more than prices: %+v", name, u)
			case u.table == "credit" && strings.Contains(u.verbs, "u") && !slices.Equal(u.keys, []string{"ACCT#*"}):
				t.Errorf("%s changes more than accounts: %+v", name, u)
			}
		}
	}
}

// D2 and D3: the webhook's function, which is open to all callers, may only read one row and three secrets and fill
// the queues of provider events.
func TestTheWebhookMayDoTwoThings(t *testing.T) {
	_, resources := synth(t, production())
	var got struct {
		PolicyDocument struct {
			Statement []struct {
				Action    any
				Condition map[string]map[string]any
			}
		}
	}
	for id, r := range resources {
		if r.Type == "AWS::IAM::Policy" && strings.HasPrefix(id, "Rolehook") {
			if err := json.Unmarshal(r.Properties, &got); err != nil {
				t.Fatal(err)
			}
		}
	}
	var actions []string
	for _, statement := range got.PolicyDocument.Statement {
		text := fmt.Sprint(statement.Action)
		if strings.Contains(text, "dynamodb") {
			if keys := fmt.Sprint(statement.Condition["ForAllValues:StringLike"]["dynamodb:LeadingKeys"]); keys != "CFG" && keys != "[CFG]" &&
				!strings.HasPrefix(keys, "[O#* PROVIDERACCOUNT PROVIDERKEY#") {
				t.Errorf("rows of %s", keys)
			}
		}
		actions = append(actions, text)
	}
	sort.Strings(actions)
	want := "[dynamodb:GetItem dynamodb:BatchGetItem dynamodb:Query dynamodb:ConditionCheckItem] [dynamodb:GetItem dynamodb:BatchGetItem " +
		"dynamodb:Query dynamodb:ConditionCheckItem] [kms:Decrypt kms:Encrypt kms:GenerateDataKey] [logs:CreateLogStream logs:PutLogEvents] " +
		"s3:GetObject s3:ListBucket sqs:SendMessage sqs:SendMessage sqs:SendMessage ssm:GetParameters"
	if text := strings.Join(actions, " "); text != want {
		t.Errorf("the webhook may do %s", text)
	}
}

// A role's policies together may have 10,240 characters; a reference becomes an ARN of about a hundred.
func TestPoliciesAreNotTooLong(t *testing.T) {
	_, resources := synth(t, production())
	for id, r := range resources {
		if r.Type == "AWS::IAM::Policy" && len(r.Properties) > 9_500 {
			t.Errorf("%s has %d characters", id, len(r.Properties))
		}
	}
}

func TestSettingsAreChecked(t *testing.T) {
	for _, context := range []map[string]any{
		{"target": "azure"}, {"publicUrl": "http://console.example.com"}, {"linkHosts": "go.acme.example"}, {"arch": "mips"}, {"target": "local"},
	} {
		app := awscdk.NewApp(&awscdk.AppProps{Context: &context})
		if _, err := readSettings(app.Node()); err == nil {
			t.Errorf("%v was accepted", context)
		}
	}
}

// Hosts of customers stay with the distribution in every deployment, and need a certificate that names them.
func TestHostsOfCustomers(t *testing.T) {
	s := production()
	s.Public, s.Certificate = "https://console.example.com", "arn:aws:acm:us-east-1:123456789012:certificate/1"
	s.LinkHosts = []string{"go.acme.example", "go.shop.example"}
	_, all := synth(t, s)
	found := 0
	for id, r := range all {
		if text := string(r.Properties); r.Type == "AWS::CloudFront::Distribution" {
			found++
			if !strings.Contains(text, `["console.example.com","go.acme.example","go.shop.example"]`) {
				t.Errorf("%s: %s", id, text)
			}
		}
	}
	if found != 1 {
		t.Errorf("%d distributions", found)
	}
}

func TestMain(m *testing.M) {
	code := m.Run()
	jsii.Close()
	os.Exit(code)
}

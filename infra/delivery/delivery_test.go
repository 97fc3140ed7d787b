package delivery

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"herald/pkg/app/manifest"
)

var update = flag.Bool("update", false, "write the digest of the chart anew")

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

type workflow struct {
	On          struct{ Push struct{ Tags []string } }
	Permissions map[string]string
	Jobs        map[string]struct {
		Environment string
		Concurrency string
		Permissions map[string]string
		Steps       []struct{ Uses, Run string }
	}
}

var pinned = regexp.MustCompile(`^[a-z-]+/[a-z-]+@(v[0-9]+\.[0-9]+\.[0-9]+|[0-9a-f]{40})$`)

// pattern matches what a pattern of tags does, of which the workflow uses classes, "+" and "*".
func pattern(text string) *regexp.Regexp {
	return regexp.MustCompile("^" + strings.NewReplacer(".", `\.`, "*", "[^/]*").Replace(text) + "$")
}

// A guard is passed by its one word, and not by a value that means no.
func TestGuardsOfTheMakefile(t *testing.T) {
	for value, want := range map[string]bool{"": false, "0": false, "no": false, "1": true} {
		for target, flags := range map[string][2]string{"deploy": {"YES", "-yes"}, "destroy": {"FORCE", "-force"}} {
			out, err := exec.Command("make", "-n", "-C", filepath.Join("..", ".."), target, "STAGE=prod", flags[0]+"="+value).Output()
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(out), " "+flags[1]) != want {
				t.Errorf("make %s %s=%s: %s", target, flags[0], value, out)
			}
		}
	}
}

// The workflow names targets and files that exist, pins its actions, and only the job that deploys can get a token of AWS.
func TestTheWorkflow(t *testing.T) {
	var w workflow
	if err := yaml.Unmarshal([]byte(read(t, ".github/workflows/deploy.yml")), &w); err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(w.Permissions, map[string]string{"contents": "read"}) {
		t.Errorf("every job may %v", w.Permissions)
	}
	for tag, want := range map[string]bool{"v1.2.3": true, "v1.2.3-rc.1": true, "v1.2.3.rc1": false, "v2": false, "vnext": false} {
		if slices.ContainsFunc(w.On.Push.Tags, func(p string) bool { return pattern(p).MatchString(tag) }) != want {
			t.Errorf("the tag %s deploys: %v", tag, !want)
		}
	}
	if !strings.Contains(w.Jobs["deploy"].Concurrency, "'prod'") {
		t.Error("two tags are deployed to a stage at a time")
	}
	makefile, targets := read(t, "Makefile"), 0
	for name, job := range w.Jobs {
		if (job.Permissions["id-token"] == "write") != (name == "deploy") || (job.Environment != "") != (name == "deploy") {
			t.Errorf("%s: permissions %v, environment %q", name, job.Permissions, job.Environment)
		}
		for _, step := range job.Steps {
			if step.Uses != "" && !pinned.MatchString(step.Uses) {
				t.Errorf("%s is not pinned", step.Uses)
			}
			for _, m := range regexp.MustCompile(`(?m)\bmake ([a-z-]+)`).FindAllStringSubmatch(step.Run, -1) {
				targets++
				if !strings.Contains(makefile, "\n"+m[1]+":") {
					t.Errorf("the Makefile has no target %s", m[1])
				}
			}
			if file, _, _ := strings.Cut(step.Run, " "); strings.HasPrefix(file, ".ci/") {
				read(t, file)
			}
		}
	}
	if len(w.Jobs) != 2 || targets != 1 {
		t.Errorf("%d jobs and %d targets", len(w.Jobs), targets)
	}
}

// chartDigest is of every file that the golden files of the chart are made of.
func chartDigest(t *testing.T) string {
	t.Helper()
	var files []string
	for _, pattern := range []string{"chart/herald/*", "chart/herald/templates/*", "charttest/testdata/*.yaml"} {
		some, err := filepath.Glob(filepath.Join("..", "..", "deploy", pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, some...)
	}
	sum := sha256.New()
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // a folder
		}
		sum.Write([]byte(filepath.Base(file) + "\x00"))
		sum.Write(text)
	}
	return hex.EncodeToString(sum.Sum(nil)) + "\n"
}

// The golden files belong to this chart. Rendering it takes Helm's library, which the module deploy/charttest has.
func TestTheChartIsRendered(t *testing.T) {
	const file = "testdata/chart.sha256"
	got := chartDigest(t)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(file); err != nil || string(want) != got {
		t.Error("the chart changed: run (cd deploy/charttest && go test -update), read the difference, then (cd infra && go test ./delivery -update)")
	}
}

// Each value has a rule in the schema, and each rule a value.
func TestEveryValueHasARule(t *testing.T) {
	var schema struct{ Properties map[string]any }
	if err := json.Unmarshal([]byte(read(t, "deploy/chart/herald/values.schema.json")), &schema); err != nil {
		t.Fatal(err)
	}
	var values map[string]any
	if err := yaml.Unmarshal([]byte(read(t, "deploy/chart/herald/values.yaml")), &values); err != nil {
		t.Fatal(err)
	}
	rules, names := slices.Sorted(maps.Keys(schema.Properties)), slices.Sorted(maps.Keys(values))
	if !slices.Equal(rules, names) {
		t.Errorf("rules for %v, values %v", rules, names)
	}
}

// A copy is ended after the process has ended by itself, in the container engine and in the cluster.
func TestACopyHasTimeToStop(t *testing.T) {
	golden := read(t, "deploy/charttest/testdata/least.golden.yaml")
	for _, want := range []string{"terminationGracePeriodSeconds: 145", `HERALD_DRAIN_SECONDS: "10"`, `HERALD_STOP_SECONDS: "125"`,
		"path: /healthz", "path: /readyz", "runAsUser: 65532", "readOnlyRootFilesystem: true", "replicas: 2", "kind: PodDisruptionBudget"} {
		if !strings.Contains(golden, want) {
			t.Errorf("no %s", want)
		}
	}
}

// The page of rotations has a row for every secret.
func TestEverySecretHasARotation(t *testing.T) {
	_, page, _ := strings.Cut(read(t, "deploy/README.md"), "## Rotate keys")
	page, _, _ = strings.Cut(page, "\n## ")
	for _, name := range append(manifest.SecretsOf(manifest.AllInOne), "PostgreSQL") {
		if !strings.Contains(page, "| `"+name+"`") && !strings.Contains(page, "| "+name) {
			t.Errorf("deploy/README.md has no row for %s", name)
		}
	}
}

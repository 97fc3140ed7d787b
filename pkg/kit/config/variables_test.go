package config_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"herald/internal/testkit"
	"herald/pkg/app/manifest"
	"herald/pkg/kit/config"
)

var variable = regexp.MustCompile(`"((?:HERALD|AWS|OTEL)_[A-Z0-9_]+)`)

// The list of variables equals the variables that the code of this package names.
func TestEveryVariableIsListed(t *testing.T) {
	listed := map[string]bool{}
	for _, s := range config.Variables() {
		for _, v := range s.Variables {
			if listed[v.Name] || v.Meaning == "" {
				t.Errorf("%s is listed twice or without a meaning", v.Name)
			}
			listed[v.Name] = true
		}
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	read := map[string]bool{}
	for _, s := range manifest.Settings() {
		read[s.Env()] = true // by its descriptor
	}
	for _, file := range files {
		if file == "variables.go" || strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range variable.FindAllStringSubmatch(string(text), -1) {
			if read[m[1]] = true; !listed[m[1]] && m[1] != "HERALD_" {
				t.Errorf("%s reads %s, which Variables does not list", file, m[1])
			}
		}
	}
	for name := range listed {
		if !read[name] {
			t.Errorf("Variables lists %s, which is not read", name)
		}
	}
}

// docs/configuration.md equals the output of Variables.
func TestConfigurationPageIsFresh(t *testing.T) {
	const path = "../../../docs/configuration.md"
	var b strings.Builder
	b.WriteString("# Configuration\n\nAll settings of a process are variables of its environment. A value of a wrong form stops the start " +
		"and names the variable. Defaults stand in brackets.\n\nSettings that staff change in the console are not here; the console lists " +
		"them. Variables of `make dev` are in [localstack/README.md](../localstack/README.md).\n\n" +
		"This page is written by `go test ./pkg/kit/config -run TestConfigurationPageIsFresh -update`.\n")
	for _, s := range config.Variables() {
		fmt.Fprintf(&b, "\n## %s\n", s.Title)
		if s.Intro != "" {
			fmt.Fprintf(&b, "%s\n", s.Intro)
		}
		b.WriteString("\n| Variable | Meaning |\n|---|---|\n")
		for _, v := range s.Variables {
			meaning := v.Meaning
			if v.Default != "" {
				meaning += " [`" + v.Default + "`]"
			}
			fmt.Fprintf(&b, "| `%s` | %s |\n", strings.TrimSuffix(v.Name, "_")+strings.Repeat("_…",
				len(v.Name)-len(strings.TrimSuffix(v.Name, "_"))), meaning)
		}
	}
	fmt.Fprintf(&b, "\n## Names of secrets\n\nThe variable is `HERALD_SECRET_` and the name in capitals, with `_` for `/` and `-`.\n\n")
	b.WriteString("| Secret | Functions that read it |\n|---|---|\n")
	b.WriteString(secretRows())
	if testkit.Updating() {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != b.String() {
		t.Error("docs/configuration.md is not what config.Variables says; run this test with -update")
	}
}

// secretRows returns the rows of secrets, in the order of the program that contains every function.
func secretRows() string {
	var b strings.Builder
	for _, secret := range manifest.SecretsOf(manifest.AllInOne) {
		var readers []string
		add := func(function string) {
			for _, s := range manifest.SecretsOf(function) {
				if s == secret {
					readers = append(readers, "`"+function+"`")
				}
			}
		}
		for _, g := range manifest.Groups {
			add(g.Name)
		}
		for _, c := range manifest.Consumers {
			add(c.Name)
		}
		if len(readers) > 8 {
			readers = []string{"every function that serves the console"}
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", secret, strings.Join(readers, ", "))
	}
	return b.String()
}
